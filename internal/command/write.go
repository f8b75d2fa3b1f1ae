package command

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/envgen/envgen/internal/output"
	"github.com/envgen/envgen/internal/version"
)

// Folder is the place of output, or the place to compare output with.
type Folder struct {
	Name  string // of the output, in reports
	Dir   string
	Check bool   // compare, and write nothing
	Only  string // as of output.Writer
}

// WriteOwned brings a folder up to date, or compares it; then the error is ErrInvalid if it is stale.
func WriteOwned(s Streams, f Folder, owned []output.Owned) error {
	var result output.Result
	var err error
	if f.Check {
		result, err = output.Writer{Generator: Generator(), Only: f.Only}.Check(f.Dir, owned)
	} else {
		result, err = f.write(s, owned)
	}
	if err != nil {
		return err
	}
	f.summary(s, result)
	if f.Check {
		otherMajor(s, f.Dir, result.Earlier)
	}
	return InvalidUnless(!f.Check || !result.Stale())
}

// write lets a signal stop only a run that has not begun to replace files.
func (f Folder) write(s Streams, owned []output.Owned) (output.Result, error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	w := output.Writer{Generator: Generator(), Only: f.Only, Waiting: func(dir string, pid int) {
		who := ""
		if pid > 0 {
			who = fmt.Sprintf(" (pid %d)", pid)
		}
		fmt.Fprintf(s.Err, "waiting for another run of envgen in %s%s\n", dir, who)
	}}
	result, err := w.Write(ctx, f.Dir, owned)
	if err == nil && result.Unfinished {
		fmt.Fprintf(s.Err, "repaired: a run of envgen was killed while it wrote to %s\n", f.Dir)
	}
	return result, err
}

// otherMajor explains why files differ whose generator has another major version.
func otherMajor(s Streams, dir, generator string) {
	earlier, known := strings.CutPrefix(generator, "envgen ")
	theirs, ours := version.Major(earlier), version.Major(version.Tool())
	if !known || theirs == ours {
		return
	}
	fmt.Fprintf(s.Err, "note: %s was written by %s, and this is envgen %s: major version %s may change generated APIs\n", dir, generator, version.Tool(), ours)
	fmt.Fprintf(s.Err, "  = help: install version %s to check these files, or read CHANGELOG.md and write them with version %s: envgen gen\n", theirs, ours)
}

// Generator is the name of this program in manifests.
func Generator() string { return "envgen " + version.Tool() }

// summary prints one line for the folder, and each file that is not as it should be.
func (f Folder) summary(s Streams, r output.Result) {
	verb := "wrote"
	if f.Check {
		verb = "stale"
	}
	var parts []string
	count := func(n int, what string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, what))
		}
	}
	count(len(r.Written), verb)
	count(r.Unchanged, "unchanged")
	count(len(r.Deleted), "to delete")
	if !f.Check && len(r.Deleted) > 0 {
		parts[len(parts)-1] = fmt.Sprintf("%d deleted", len(r.Deleted))
	}
	fmt.Fprintf(s.Out, "%-7s %s: %s\n", f.Name, f.Dir, strings.Join(parts, ", "))
	if f.Check {
		if r.Unfinished {
			fmt.Fprintf(s.Err, "stale: %s is incomplete; a run of envgen was killed or is still writing\n", f.Dir)
		}
		for _, path := range append(r.Written, r.Deleted...) {
			fmt.Fprintf(s.Err, "stale: %s\n", filepath.Join(f.Dir, filepath.FromSlash(path)))
		}
	}
	for _, path := range r.Kept {
		fmt.Fprintf(s.Err, "kept: %s is no longer generated, but was edited after generation; delete it by hand\n", filepath.Join(f.Dir, filepath.FromSlash(path)))
	}
}
