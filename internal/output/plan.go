package output

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// plan is everything that is to happen to a folder, decided before anything happens.
type plan struct {
	disk          disk
	dir           string
	result        Result
	write         []change
	remove        []change
	set           []entry  // of the manifest: the new entries of the owners of this run
	drop          []string // paths that the manifest listed for them, and that they do not have any more
	manifestIsNew bool
}

// change is the change of one file.
type change struct {
	file File
	from string // digest of the present file, "" if it is absent
}

// newPlan compares a folder with the output of owners; j is the unfinished work of a killed run, or nil.
func (w Writer) newPlan(dir string, j *journal, owned []Owned) (*plan, error) {
	old, err := readManifest(w.disk, dir)
	if err != nil {
		return nil, err
	}
	if j != nil {
		old = j.settle(w.disk, dir, old)
	}
	p := &plan{disk: w.disk, dir: dir}
	owners, wanted := map[string]bool{}, map[string]bool{}
	for _, o := range owned {
		owners[o.Owner] = true
	}
	for _, e := range old.Files {
		if w.Only != "" && strings.HasPrefix(e.Owner, w.Only+"/") {
			owners[e.Owner] = true
		}
	}
	owned = linked(owned, old, owners)
	needed := neededIn(owned, old, owners)
	var unmanaged []string
	for _, o := range owned {
		for _, f := range o.Files {
			e := entry{Path: f.Path, Owner: o.Owner, SHA256: digest(f.Data)}
			switch {
			case wanted[f.Path]:
				return nil, fmt.Errorf("two protocols generate %s", f.Path)
			case o.Shared && !needed[f.Path]:
				continue
			case !o.Shared:
				e.Needs = slices.Sorted(slices.Values(f.Needs))
			}
			mine, err := p.compare(f, old)
			switch {
			case err != nil:
				return nil, err
			case !mine && f.Yields:
				continue
			case !mine:
				unmanaged = append(unmanaged, f.Path)
			}
			wanted[f.Path] = true
			p.set = append(p.set, e)
		}
	}
	if len(unmanaged) > 0 {
		slices.Sort(unmanaged)
		return nil, &UnmanagedError{dir, unmanaged}
	}
	for _, e := range old.Files {
		if !wanted[e.Path] && owners[e.Owner] {
			if err := p.prune(e); err != nil {
				return nil, err
			}
		}
	}
	p.result.Earlier = old.Generator
	p.manifestIsNew = !bytes.Equal(old.merged(w.Generator, p.set, p.drop).bytes(), old.raw)
	slices.Sort(p.result.Written)
	slices.Sort(p.result.Deleted)
	slices.Sort(p.result.Kept)
	return p, nil
}

// Files returns the texts of a folder that Write would fill, by path.
func Files(owned []Owned) map[string][]byte {
	owned = linked(owned, manifest{}, nil)
	needed := neededIn(owned, manifest{}, nil)
	files := map[string][]byte{}
	for _, o := range owned {
		for _, f := range o.Files {
			if !o.Shared || needed[f.Path] {
				files[f.Path] = f.Data
			}
		}
	}
	return files
}

// linked replaces the owners that link their files by owners with these files.
func linked(owned []Owned, old manifest, owners map[string]bool) []Owned {
	needs := needsIn(owned, old, owners)
	slices.Sort(needs)
	owned = slices.Clone(owned)
	for i, o := range owned {
		if o.Link != nil {
			owned[i].Files = o.Link(slices.Compact(needs))
		}
	}
	return owned
}

// needsIn returns the needs of files that are not shared: those of this run, and of owners outside the run.
func needsIn(owned []Owned, old manifest, owners map[string]bool) []string {
	var needs []string
	for _, o := range owned {
		for _, f := range o.Files {
			if !o.Shared {
				needs = append(needs, f.Needs...)
			}
		}
	}
	for _, e := range old.Files {
		if !owners[e.Owner] {
			needs = append(needs, e.Needs...)
		}
	}
	return needs
}

// neededIn returns the shared files that others need: those of this run, or of owners outside the run. Needs of shared files are read
// from the run's own shared files, which replace all older ones.
func neededIn(owned []Owned, old manifest, owners map[string]bool) map[string]bool {
	open, next := needsIn(owned, old, owners), map[string][]string{}
	for _, o := range owned {
		for _, f := range o.Files {
			if o.Shared {
				next[f.Path] = f.Needs
			}
		}
	}
	needed := map[string]bool{}
	for len(open) > 0 {
		path := open[len(open)-1]
		open = open[:len(open)-1]
		if !needed[path] {
			needed[path] = true
			open = append(open, next[path]...)
		}
	}
	return needed
}

// compare decides about one file. It reports whether envgen may write it.
func (p *plan) compare(f File, old manifest) (mine bool, err error) {
	have, err := p.disk.ReadFile(inside(p.dir, f.Path))
	c := change{file: f}
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return false, err
	case bytes.Equal(have, f.Data):
		p.result.Unchanged++
		return true, nil
	case !old.lists(f.Path) && !generated(have):
		return false, nil
	default:
		c.from = digest(have)
	}
	p.result.Written = append(p.result.Written, f.Path)
	p.write = append(p.write, c)
	return true, p.reachable(f.Path)
}

// reachable returns an error if one of the parent folders of a file exists and is not a folder.
func (p *plan) reachable(path string) error {
	for dir := filepath.Dir(inside(p.dir, path)); ; dir = filepath.Dir(dir) {
		_, err := p.disk.Lstat(dir)
		if err != nil && dir != filepath.Dir(dir) {
			continue
		}
		info, err := p.disk.Stat(dir) // through symbolic links
		if err == nil && !info.IsDir() {
			err = &fs.PathError{Op: "mkdir", Path: dir, Err: errors.New("a file of that name exists")}
		}
		return err
	}
}

// generated recognizes a file of ours whose manifest got lost.
func generated(data []byte) bool {
	head, _, _ := bytes.Cut(data, []byte("\n"))
	return bytes.Contains(head, []byte("Code generated by envgen"))
}

// prune decides about a file that is no longer generated.
func (p *plan) prune(e entry) error {
	p.drop = append(p.drop, e.Path)
	have, err := p.disk.ReadFile(inside(p.dir, e.Path))
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case digest(have) == e.SHA256:
		p.result.Deleted = append(p.result.Deleted, e.Path)
		p.remove = append(p.remove, change{File{Path: e.Path}, e.SHA256})
	default:
		p.result.Kept = append(p.result.Kept, e.Path)
	}
	return nil
}

// inside is the place of a slash-separated path in a folder.
func inside(dir, path string) string { return filepath.Join(dir, filepath.FromSlash(path)) }
