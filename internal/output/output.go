package output

import (
	"context"
	"fmt"
	"strings"
)

// Owned is the output of one owner, such as "go/agh" for a protocol or "go" for the shared output of the protocols of a folder.
// Output that an owner no longer generates is pruned. Output of other owners stays, so that several runs may share a folder.
type Owned struct {
	Owner string
	Files []File
	// Shared is set if a file is written only when another file needs it, of this run or of an owner outside this run.
	Shared bool
}

// Result is the report of a write or a check. Paths are relative to the folder and sorted.
type Result struct {
	Written   []string // new or changed
	Unchanged int
	Deleted   []string // listed in the manifest, no longer generated
	Kept      []string // no longer generated, but edited since, so left alone
	// Unfinished is set if an earlier run was killed halfway. A write has finished that run's work; after a check it is
	// still unfinished.
	Unfinished bool
	// Earlier is the generator of the last run that changed the folder, or "".
	Earlier string
}

// Stale reports whether the folder differs from the output of the specs.
func (r Result) Stale() bool { return r.Unfinished || len(r.Written)+len(r.Deleted)+len(r.Kept) > 0 }

// UnmanagedError names files in the place of output that envgen did not write.
type UnmanagedError struct {
	Dir   string
	Paths []string
}

func (e *UnmanagedError) Error() string {
	return fmt.Sprintf("%s contains files that envgen did not write and does not overwrite: %s", e.Dir, strings.Join(e.Paths, ", "))
}

// Writer writes folders.
type Writer struct {
	Generator string                    // the tool and its version, for the manifest
	Waiting   func(dir string, pid int) // called once if another run, whose process id may be unknown (0), has the folder; may be nil
	Only      string                    // the output of owners whose names begin with this and a slash is pruned if they are not in the run; may be ""
	disk      disk                      // nil for the real one
}

// Check compares the folder with the output of Write and changes nothing.
func (w Writer) Check(dir string, owned []Owned) (Result, error) {
	if w.disk == nil {
		w.disk = realDisk{}
	}
	j, err := w.journalIn(dir)
	if err != nil {
		return Result{}, err
	}
	p, err := w.newPlan(dir, j, owned)
	if err != nil {
		return Result{}, err
	}
	p.result.Unfinished = j != nil
	return p.result, nil
}

// Write brings the folder up to date; runs into one folder wait for one another. It first finishes the work of a killed
// run. It deletes earlier output that is no longer generated and that nobody has edited. Files of other owners
// stay unchanged. If ctx ends before the first file is replaced, the folder is unchanged; later, ctx has no effect.
func (w Writer) Write(ctx context.Context, dir string, owned []Owned) (Result, error) {
	if w.disk == nil {
		w.disk = realDisk{}
	}
	if p := w.nothingToDo(dir, owned); p != nil {
		return p.result, nil
	}
	s, err := w.open(ctx, dir)
	if err != nil {
		return Result{}, err
	}
	defer s.close()
	finished, err := s.finish()
	if err != nil {
		return Result{}, err
	}
	p, err := w.newPlan(dir, nil, owned)
	if err != nil {
		return Result{}, err
	}
	p.result.Unfinished = finished
	return p.result, s.carryOut(ctx, p)
}

// nothingToDo returns the plan for a folder that is as it should be: a run into it writes nothing, not even a lock.
func (w Writer) nothingToDo(dir string, owned []Owned) *plan {
	if _, err := w.disk.Lstat(scratchIn(dir)); err == nil {
		return nil
	}
	p, err := w.newPlan(dir, nil, owned)
	if err != nil || len(p.write)+len(p.remove) > 0 || p.manifestIsNew {
		return nil // decided again when no other run has the folder
	}
	return p
}
