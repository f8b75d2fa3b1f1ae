package output

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
)

// A run first writes the new files into the scratch folder, then the journal, and then puts the files into their places.
// Once the journal exists, this run or the next one finishes the work. Before that, the folder is unchanged.

const journalName = "journal.json"

// journal contains the decisions of a run. Every step can be repeated.
type journal struct {
	Generator string   `json:"generator"`
	Write     []step   `json:"write"` // the i-th file waits in the scratch folder under the name i
	Remove    []step   `json:"remove"`
	Set       []entry  `json:"set"` // for the manifest, as in plan
	Drop      []string `json:"drop"`
}

// step is the change of one file.
type step struct {
	Path string `json:"path"`
	From string `json:"from"` // digest of the file before, "" if it is absent
	To   string `json:"to"`   // digest of the file afterwards
}

func (p *plan) journal(generator string) *journal {
	j := &journal{Generator: generator, Set: p.set, Drop: p.drop}
	for _, c := range p.write {
		j.Write = append(j.Write, step{c.file.Path, c.from, digest(c.file.Data)})
	}
	for _, c := range p.remove {
		j.Remove = append(j.Remove, step{c.file.Path, c.from, ""})
	}
	return j
}

// journalIn reads the journal of a killed run, or of one at work. It is nil if there is none.
func (w Writer) journalIn(dir string) (*journal, error) {
	path := filepath.Join(scratchIn(dir), journalName)
	data, err := w.disk.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var j journal
	if err := json.Unmarshal(data, &j); err != nil {
		return nil, fmt.Errorf("%s is damaged (%w); delete it, then generate again", path, err)
	}
	for _, s := range slices.Concat(j.Write, j.Remove) {
		if !local(s.Path) {
			return nil, fmt.Errorf("%s names %q, which is outside the folder", path, s.Path)
		}
	}
	return &j, nil
}

// settle is the manifest that there is when the journal has been carried out. A file that somebody has put into the
// place of a new one since the run was killed is theirs.
func (j *journal) settle(d disk, dir string, m manifest) manifest {
	theirs := map[string]bool{}
	for i, s := range j.Write {
		if !m.lists(s.Path) && !j.mayWrite(d, dir, i) {
			theirs[s.Path] = true
		}
	}
	set := slices.DeleteFunc(slices.Clone(j.Set), func(e entry) bool { return theirs[e.Path] })
	return m.merged(j.Generator, set, j.Drop)
}

// mayWrite reports whether nobody has edited the place of a file since the run was killed. Where its new content does not
// wait any more, the step was taken.
func (j *journal) mayWrite(d disk, dir string, i int) bool {
	if _, err := d.Lstat(staged(dir, i)); err != nil {
		return true
	}
	have := digestOf(d, inside(dir, j.Write[i].Path))
	return have == "" || have == j.Write[i].From || have == j.Write[i].To
}

// carryOut executes the journal, from wherever an earlier attempt was stopped.
func (j *journal) carryOut(d disk, dir string) error {
	m, err := readManifest(d, dir)
	if err != nil {
		return err
	}
	settled := j.settle(d, dir, m)
	for i, s := range j.Write {
		if j.mayWrite(d, dir, i) {
			if err := move(d, staged(dir, i), inside(dir, s.Path), s.To); err != nil {
				return err
			}
		}
	}
	for _, s := range j.Remove {
		path := inside(dir, s.Path)
		if digestOf(d, path) == s.From {
			if err := d.Remove(path); err != nil {
				return err
			}
		}
		removeEmpty(d, filepath.Dir(path), filepath.Clean(dir))
	}
	return writeManifest(d, dir, m, settled)
}

// move puts a waiting file into its place, unless that was done. Files that differ from the journal are left to the
// comparison that follows.
func move(d disk, from, to, want string) error {
	data, err := d.ReadFile(from)
	if errors.Is(err, fs.ErrNotExist) || err == nil && digest(data) != want {
		return nil
	}
	if err != nil {
		return err
	}
	if err := d.MkdirAll(filepath.Dir(to)); err != nil {
		return err
	}
	err = d.Rename(from, to)
	if err == nil {
		return nil
	}
	beside := filepath.Join(filepath.Dir(to), ScratchName+"-"+filepath.Base(to))
	_ = d.Remove(beside) // of an attempt that was stopped here
	if d.WriteFile(beside, data) != nil || d.Rename(beside, to) != nil {
		_ = d.Remove(beside)
		return err // it was not because the place is on another file system
	}
	return nil
}

// removeEmpty removes folders that pruning emptied, up to the output folder itself.
func removeEmpty(d disk, dir, top string) {
	for dir != top && d.Remove(dir) == nil { // Remove refuses a folder that is not empty
		dir = filepath.Dir(dir)
	}
}

func writeManifest(d disk, dir string, old, m manifest) error {
	data := m.bytes()
	if bytes.Equal(data, old.raw) {
		return nil
	}
	waiting := filepath.Join(scratchIn(dir), ManifestName)
	_ = d.Remove(waiting) // of an attempt that was stopped here
	if err := d.WriteFile(waiting, data); err != nil {
		return err
	}
	return move(d, waiting, inside(dir, ManifestName), digest(data))
}

// staged is where the content of the i-th new file waits.
func staged(dir string, i int) string { return filepath.Join(scratchIn(dir), strconv.Itoa(i)) }

// digestOf is "" if there is no file that could be read.
func digestOf(d disk, path string) string {
	data, err := d.ReadFile(path)
	if err != nil {
		return ""
	}
	return digest(data)
}
