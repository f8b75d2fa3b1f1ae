package link

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// supportOf reads the support code of a language. Programs import store.ts themselves, so it stays whole.
func supportOf(t *testing.T, patterns map[string]string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for under, pattern := range patterns {
		names, err := filepath.Glob("../../templates/" + pattern)
		if err != nil || len(names) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(name, "_test.go") && filepath.Base(name) != "store.ts" && filepath.Base(name) != "__init__.py" {
				files[under+filepath.Base(name)] = string(data)
			}
		}
	}
	return files
}

var supportFiles = map[string]map[string]string{
	"ts": {"envelope/": "ts/envelope/*.ts"},
	"py": {"": "py/_*.py"},
	"go": {"envelope/": "go/envelope/*.go", "envelope/wire/": "go/envelope/wire/*.go"},
}

// TestSplitLosesNothing splits each support file: its declarations, imports and comments contain each line, in order.
func TestSplitLosesNothing(t *testing.T) {
	for _, l := range []Language{TypeScript, Python} {
		for file, s := range supportOf(t, supportFiles[l.Name]) {
			s = Features{All}.Select(s)
			m := l.Parse(file, s)
			joined := m.Doc + "\n"
			for _, d := range m.Decls {
				joined += d.Text
			}
			rest := linesOf(joined)
			for _, line := range linesOf(withoutImports(l.Name, s)) {
				i := slices.Index(rest, line)
				if i < 0 {
					t.Errorf("%s loses the line %q, or changes its place", file, line)
					break
				}
				rest = rest[i+1:]
			}
		}
	}
}

func linesOf(s string) []string {
	return slices.DeleteFunc(strings.Split(s, "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
}

func withoutImports(language, s string) string {
	if language == "py" {
		s = strings.Replace(s, "from __future__ import annotations\n", "", 1)
		s = pyTyping.ReplaceAllString(s, "")
		var b strings.Builder
		at := 0
		for _, i := range pyImport.FindAllStringSubmatchIndex(s, -1) {
			if i[2] == i[3] { // not within a function
				b.WriteString(s[at:i[0]])
				at = i[1]
			}
		}
		return pyWhole.ReplaceAllString(b.String()+s[at:], "")
	}
	var b strings.Builder
	for _, part := range statements(s, tokensOf(s, false), func(string) bool { return false }) {
		if i := tsImport.FindString(strings.TrimSpace(stripComments(part))); i == "" {
			b.WriteString(part)
		} else if doc := strings.TrimSuffix(part, stripComments(part)); strings.HasPrefix(part, "/**") {
			b.WriteString(doc)
		}
	}
	return b.String()
}

// TestGoSplitLosesNothing splits each support file of Go: each line is in a declaration, an import or a comment of the package.
func TestGoSplitLosesNothing(t *testing.T) {
	p := NewGoProgram(supportOf(t, supportFiles["go"]), GoRooms)
	for file, s := range p.files {
		s = Features{All}.Select(s)
		covered := make([]bool, len(s))
		for _, d := range p.variants[All].packages[filepath.Dir(file)].decls {
			if d.file.path == file {
				for i := d.start; i < d.end; i++ {
					covered[i] = true
				}
			}
		}
		f := parseGo(file, s)
		for _, d := range f.syntax.Decls {
			from, to := f.at(d.Pos()), f.at(d.End())
			code := s[from:to]
			if strings.HasPrefix(code, "import") {
				continue
			}
			for i := from; i < to; i++ {
				grouped := strings.ContainsRune(" \t\n()", rune(s[i])) || strings.HasPrefix(code, "var (") && i < from+5 || strings.HasPrefix(code, "type (") && i < from+6
				if !covered[i] && !grouped {
					t.Errorf("%s loses %q", file, s[i:min(to, i+40)])
					break
				}
			}
		}
	}
}

// TestFullLink links everything: the rooms contain each declaration, and no file is its own room.
func TestFullLink(t *testing.T) {
	for _, l := range []Language{TypeScript, Python} {
		p := NewProgram(l, supportOf(t, supportFiles[l.Name]))
		needs := []string{"+" + All}
		for _, m := range p.Modules {
			needs = append(needs, m.Path)
			if name := strings.TrimSuffix(filepath.Base(m.Path), filepath.Ext(m.Path)); len(m.Decls) > 0 && !slices.ContainsFunc(l.Rooms, func(r Room) bool { return slices.Contains(r.Modules, name) }) {
				t.Errorf("%s: no room contains %s", l.Name, m.Path)
			}
		}
		all := ""
		for _, s := range p.Rooms(needs) {
			all += s
		}
		for _, m := range p.Modules {
			for _, d := range m.Decls {
				if d.Name != "" && !strings.Contains(all, d.Name) {
					t.Errorf("%s of %s is lost", d.Name, m.Path)
				}
			}
		}
	}
}

// TestRoomsDependOneWay compares the rooms with the imports between support modules: a room needs only earlier ones for its evaluation.
func TestRoomsDependOneWay(t *testing.T) {
	for _, l := range []Language{TypeScript, Python} {
		p := NewProgram(l, supportOf(t, supportFiles[l.Name]))
		place := func(path string) int {
			return slices.IndexFunc(l.Rooms, func(r Room) bool { return r.Path == p.roomOf(path).Path })
		}
		for _, m := range p.Modules {
			for _, i := range m.Imports {
				if !i.outside() && !i.Type && !i.lazy && len(m.Decls) > 0 && place(i.From) > place(m.Path) {
					t.Errorf("%s: %s is in an earlier room than %s, which it imports", l.Name, m.Path, i.From)
				}
			}
		}
	}
}

// severalNames matches a statement that declares several names: a declaration of the linker has one.
var severalNames = regexp.MustCompile(`(?m)^(?:\w+, .* = |(?:export )?(?:const|let) [\[{])`)

// TestDeclarationsHaveOneName looks for statements that declare several names.
func TestDeclarationsHaveOneName(t *testing.T) {
	for _, l := range []Language{TypeScript, Python} {
		for file, s := range supportOf(t, supportFiles[l.Name]) {
			if found := severalNames.FindString(s); found != "" {
				t.Errorf("%s: %s declares several names", file, found)
			}
		}
	}
}

// TestNamesAreUnique compares the names of support modules: one file may contain all of them.
func TestNamesAreUnique(t *testing.T) {
	for _, l := range []Language{TypeScript, Python} {
		first := map[string]*Decl{}
		for _, m := range NewProgram(l, supportOf(t, supportFiles[l.Name])).Modules {
			for _, d := range m.Decls {
				if d.Name == "" || d.first != nil {
					continue
				}
				if other := first[d.Name]; other != nil && strings.TrimSpace(other.Text) != strings.TrimSpace(d.Text) {
					t.Errorf("%s and %s both declare %s", other.Module.Path, m.Path, d.Name)
				}
				first[d.Name] = d
			}
		}
	}
}

func TestFeatures(t *testing.T) {
	const s = "a\nb // only: secrets\n  // only: stores|secrets {\n  c\n  // }\n// without secrets: d\ne # only: accel\n"
	for _, test := range []struct {
		features Features
		want     string
	}{
		{nil, "a\nb\n  c\ne\n"},
		{Features{}, "a\nd\n"},
		{Features{"secrets"}, "a\nb\n  c\n"},
		{Features{"stores", "accel"}, "a\n  c\nd\ne\n"},
		{Features{All}, "a\nb\n  c\ne\n"},
	} {
		if got := test.features.Select(s); got != test.want {
			t.Errorf("%v: %q, want %q", test.features, got, test.want)
		}
	}
}

// TestNoFeatures links without features: lines of features are absent.
func TestNoFeatures(t *testing.T) {
	p := NewProgram(Python, supportOf(t, supportFiles["py"]))
	if s := p.Rooms([]string{"_codec.py#Codec"})["_core.py"]; !strings.Contains(s, "class Codec") || strings.Contains(s, "accel") {
		t.Error("the bridge to the accelerator is written without need")
	}
}

// TestAtOnce links for several protocols at once, with other features each. The race detector reports shared state.
func TestAtOnce(t *testing.T) {
	for _, p := range []Linker{NewProgram(Python, supportOf(t, supportFiles["py"])), NewProgram(TypeScript, supportOf(t, supportFiles["ts"])), NewGoProgram(supportOf(t, supportFiles["go"]), GoRooms)} {
		var group sync.WaitGroup
		rooms := make([]map[string]string, 6)
		for i := range rooms {
			group.Go(func() {
				f := Features{[]string{"given", "secrets"}[i%2]}
				rooms[i] = p.For(f).Rooms(append(f.Needs(), "_codec.py#Codec", "envelope/codec.ts#codec", "envelope/wire#Codec"))
			})
		}
		group.Wait()
		for i := range rooms {
			if !maps.Equal(rooms[i], rooms[i%2]) || len(rooms[i]) == 0 {
				t.Errorf("run %d differs from run %d", i, i%2)
			}
		}
	}
}
