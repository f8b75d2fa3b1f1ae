package output

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// own is the output of an owner, written as path=content.
func own(owner string, files ...string) Owned {
	o := Owned{Owner: owner}
	for _, f := range files {
		path, data, _ := strings.Cut(f, "=")
		o.Files = append(o.Files, File{Path: path, Data: []byte(data)})
	}
	return o
}

// run is one run of the tool into a folder: at most n operations, all where n is negative.
func run(dir string, n int, owned []Owned) (died bool, err error) {
	w := Writer{Generator: "test"}
	m := &mortal{disk: realDisk{}, left: n}
	if n >= 0 {
		w.disk = m
	}
	_, err = w.Write(context.Background(), dir, owned)
	return m.dead, err
}

func mustRun(t *testing.T, dir string, owned []Owned) {
	t.Helper()
	if _, err := run(dir, -1, owned); err != nil {
		t.Fatal(err)
	}
}

// snapshot returns every file of a folder and, with the content "/", every folder in it.
func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && path == dir {
			return nil
		}
		if err != nil {
			return err
		}
		data := []byte("/")
		if !d.IsDir() {
			data, err = os.ReadFile(path)
		}
		rel, _ := filepath.Rel(dir, path)
		all[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// bindings is a snapshot without the files that a killed run leaves for the next one.
func bindings(all map[string]string) map[string]string {
	rest := maps.Clone(all)
	maps.DeleteFunc(rest, func(path, _ string) bool { return path == ScratchName || strings.HasPrefix(path, ScratchName+"/") })
	return rest
}

// restore makes a folder equal to a snapshot.
func restore(t *testing.T, dir string, all map[string]string) {
	t.Helper()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	for _, path := range slices.Sorted(maps.Keys(all)) { // folders before their contents
		var err error
		if data := all[path]; data == "/" {
			err = os.MkdirAll(inside(dir, path), 0o777)
		} else {
			err = os.WriteFile(inside(dir, path), []byte(data), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// scenario is a folder and a run that is to be stopped in it.
type scenario struct {
	t             *testing.T
	dir           string
	before, after map[string]string // snapshots
	old, new      []Owned           // the contents of the folder, and the output of the run
	next          map[string][]Owned
}

// quickDir is a folder in memory, where the system has such: these tests write millions of small files.
func quickDir(t *testing.T) string {
	dir, err := os.MkdirTemp("/dev/shm", "envgen-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

func scenarios(t *testing.T) map[string]*scenario {
	shared := own("go", "envelope/text=support", "py.typed=")
	p1 := own("p", "p/same=1", "p/changes=1", "p/goes=1", "p/deep/goes=1", "p/edited=1", "top=1")
	p2 := own("p", "p/same=1", "p/changes=22222", "p/comes=2", "p/new/comes=2")
	p3 := own("p", "p/same=3", "p/comes=3", "third/one=3")
	q := own("q", "q/x=1", "q/y=1")
	all := map[string]*scenario{
		"first":  {new: []Owned{p2, shared}},
		"change": {old: []Owned{p1, shared}, new: []Owned{p2, shared}},
		"moves":  {old: []Owned{p1, own("go", "envelope/text=old", "envelope/gone=old")}, new: []Owned{p2, shared, own("r", "r=1")}},
	}
	for name, s := range all {
		s.t, s.dir = t, filepath.Join(quickDir(t), "made", "out")
		s.next = map[string][]Owned{"the same": s.new, "the old": s.old, "a third": {p3, shared}, "another": {q, shared}}
		if name != "first" {
			mustRun(t, s.dir, append(s.old, q))
			for _, path := range []string{"mine", "p/mine", "p/edited"} {
				if err := os.WriteFile(inside(s.dir, path), []byte("by hand"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		}
		s.before = snapshot(t, s.dir)
		mustRun(t, s.dir, s.new)
		s.after = snapshot(t, s.dir)
		fresh := t.TempDir()
		if name != "first" {
			mustRun(t, fresh, []Owned{q})
		}
		mustRun(t, fresh, s.new)
		if got, want := s.after[ManifestName], snapshot(t, fresh)[ManifestName]; got != want {
			t.Errorf("%s: the manifest is %s, that of a new folder %s", name, got, want)
		}
	}
	return all
}

// outcomes are the possible results of a later run, after the stopped one has done nothing or everything: its files, or
// its error.
func (s *scenario) outcomes(next []Owned) (list []map[string]string) {
	for _, from := range []map[string]string{s.before, s.after} {
		restore(s.t, s.dir, from)
		_, err := run(s.dir, -1, next)
		got := snapshot(s.t, s.dir)
		got["error"] = fmt.Sprint(err)
		list = append(list, got)
	}
	return list
}

// check compares the report of Check after a stopped run with the files.
func (s *scenario) check(at string, stopped map[string]string) {
	files := bindings(stopped)
	for _, c := range []struct {
		owned []Owned
		want  map[string]string
	}{{s.new, s.after}, {s.old, s.before}} {
		r, err := Writer{}.Check(s.dir, c.owned)
		if err != nil && c.want != nil {
			var unmanaged *UnmanagedError
			if !errors.As(err, &unmanaged) || !maps.Equal(c.want, s.before) { // an edited file became the user's
				s.t.Errorf("%s: check: %v", at, err)
			}
			continue
		}
		if len(c.owned) > 0 && !r.Stale() && !maps.Equal(files, c.want) {
			s.t.Errorf("%s: check finds a mixed folder clean: %q", at, files)
		}
	}
	if !maps.Equal(snapshot(s.t, s.dir), stopped) {
		s.t.Errorf("%s: check wrote something", at)
	}
}

// TestStoppedAnywhere kills a run at each of its operations. Its remains are reported. Any later run gives the same result
// as if the first had never begun, or had ended. That includes a later run that is killed itself, followed by a third
// run.
func TestStoppedAnywhere(t *testing.T) {
	for name, s := range scenarios(t) {
		want := map[string][]map[string]string{}
		for kind, next := range s.next {
			want[kind] = s.outcomes(next)
		}
		for n := 0; ; n++ {
			restore(t, s.dir, s.before)
			died, err := run(s.dir, n, s.new)
			if !died {
				if err != nil || n < 20 {
					t.Fatalf("%s: ended after %d operations: %v", name, n, err)
				}
				break
			}
			at := fmt.Sprintf("%s, killed at %d", name, n)
			stopped := snapshot(t, s.dir)
			s.check(at, stopped)
			for kind, next := range s.next {
				s.repair(at+", then "+kind, n, stopped, next, want[kind], kind == "a third")
			}
		}
	}
}

// repair runs into a stopped folder, to the end and again with every seventh way to be killed, from another one for each n-th
// kill before it (all of them take a minute).
func (s *scenario) repair(at string, first int, stopped map[string]string, next []Owned, want []map[string]string, twice bool) {
	for n := -1; ; n = max(n+7, first%7) {
		restore(s.t, s.dir, stopped)
		died := true
		if n >= 0 {
			died, _ = run(s.dir, n, next)
		}
		_, err := run(s.dir, -1, next)
		got := snapshot(s.t, s.dir)
		got["error"] = fmt.Sprint(err)
		if !slices.ContainsFunc(want, func(w map[string]string) bool { return maps.Equal(w, got) }) {
			s.t.Errorf("%s, killed at %d: %s", at, n, unlike(got, want))
		}
		if !died || !twice || s.t.Failed() {
			return
		}
	}
}

func unlike(got map[string]string, want []map[string]string) string {
	var b strings.Builder
	for i, w := range want {
		fmt.Fprintf(&b, "\n%d:", i)
		for _, path := range slices.Sorted(maps.Keys(got)) {
			if w[path] != got[path] {
				fmt.Fprintf(&b, " %s is %q, not %q;", path, got[path], w[path])
			}
		}
		for _, path := range slices.Sorted(maps.Keys(w)) {
			if _, ok := got[path]; !ok {
				fmt.Fprintf(&b, " %s is missing;", path)
			}
		}
	}
	return b.String()
}

// TestTheirsSinceTheKill puts a file of the user's into the place of one that a killed run was about to write.
func TestTheirsSinceTheKill(t *testing.T) {
	s := scenarios(t)["change"]
	tried := 0
	for n := 0; ; n++ {
		restore(t, s.dir, s.before)
		if died, _ := run(s.dir, n, s.new); !died {
			break
		}
		place := inside(s.dir, "p/comes")
		if _, err := os.Stat(place); err == nil {
			continue // it came before the kill, and is a generated file like others
		}
		tried++
		if err := os.WriteFile(place, []byte("by hand"), 0o666); err != nil {
			t.Fatal(err)
		}
		var unmanaged *UnmanagedError
		if _, err := (Writer{}).Check(s.dir, s.new); !errors.As(err, &unmanaged) {
			t.Errorf("killed at %d: check says %v", n, err)
		}
		if _, err := run(s.dir, -1, s.new); !errors.As(err, &unmanaged) {
			t.Errorf("killed at %d: the next run says %v", n, err)
		}
		if data, err := os.ReadFile(place); string(data) != "by hand" {
			t.Errorf("killed at %d: the user's file became %q, %v", n, data, err)
		}
		if err := os.Remove(place); err != nil {
			t.Fatal(err)
		}
		mustRun(t, s.dir, s.new)
		if got := snapshot(t, s.dir); !maps.Equal(got, s.after) {
			t.Errorf("killed at %d: %s", n, unlike(got, []map[string]string{s.after}))
		}
	}
	if tried < 10 {
		t.Errorf("only %d kills came before the file", tried)
	}
}

func TestOtherFileSystem(t *testing.T) {
	s := scenarios(t)["change"]
	for n := 0; ; n++ {
		restore(t, s.dir, s.before)
		m := &mortal{disk: farDisk{realDisk{}}, left: n}
		_, first := Writer{Generator: "test", disk: m}.Write(context.Background(), s.dir, s.new)
		if _, err := (Writer{Generator: "test", disk: farDisk{realDisk{}}}).Write(context.Background(), s.dir, s.new); err != nil {
			t.Errorf("killed at %d: %v", n, err)
		}
		if got := snapshot(t, s.dir); !maps.Equal(got, s.after) {
			t.Errorf("killed at %d:%s", n, unlike(got, []map[string]string{s.after}))
		}
		if !m.dead {
			if first != nil {
				t.Error(first)
			}
			return
		}
	}
}

// TestCancelled ends the context of a run at each of its operations: the folder is the old or the new one, and nothing else
// is left, not even a folder that was made.
func TestCancelled(t *testing.T) {
	for name, s := range scenarios(t) {
		stopped, ended := 0, 0
		for n := 0; ; n++ {
			restore(t, s.dir, s.before)
			ctx, stop := context.WithCancel(context.Background())
			m := &mortal{disk: realDisk{}, left: n, stop: stop}
			_, err := Writer{Generator: "test", disk: m}.Write(ctx, s.dir, s.new)
			want := s.after
			if err != nil {
				want = s.before
				stopped++
			} else {
				ended++
			}
			if got := snapshot(t, s.dir); !maps.Equal(got, want) || err != nil && !errors.Is(err, context.Canceled) {
				t.Errorf("%s, cancelled at %d: %v:%s", name, n, err, unlike(got, []map[string]string{want}))
			}
			if ctx.Err() == nil {
				break
			}
		}
		if stopped < 3 || ended < 3 {
			t.Errorf("%s: %d runs stopped, %d ended", name, stopped, ended)
		}
	}
}
