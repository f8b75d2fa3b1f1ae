package source_test

import (
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/breaking/source"
)

// shipped are the bindings of the shipped protocols.
func shipped(t *testing.T, language string) source.Files {
	t.Helper()
	dir := filepath.Join("../../../gen", map[string]string{"go": "go", "ts": "ts", "py": "py/envgen_protocols"}[language])
	files := source.Files{}
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		files[filepath.ToSlash(name)], err = os.ReadFile(file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestShippedNames requires that the readers find every name that programs can import, and in Go every field and method.
func TestShippedNames(t *testing.T) {
	for language, names := range map[string]func(*testing.T, source.Files) []string{"go": goNames, "ts": tsNames, "py": pyNames} {
		files := shipped(t, language)
		symbols := source.Symbols(language, files)
		want := names(t, files)
		if len(want) < 500 {
			t.Errorf("%s: only %d names", language, len(want))
		}
		for _, name := range want {
			if !slices.Contains(symbols, name) {
				t.Errorf("%s: %s is not found", language, name)
			}
		}
	}
}

func goNames(t *testing.T, files source.Files) (names []string) {
	t.Helper()
	const root = "github.com/envgen/envgen/gen/go"
	fset := token.NewFileSet()
	c := checker{root, fset, standard(t, fset), files, map[string]*types.Package{}}
	for _, folder := range []string{"agh", "delegator", "envelope", "foxctl", "helper", "hotrepl"} {
		p, err := c.Import(root + "/" + folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range p.Scope().Names() {
			o := p.Scope().Lookup(name)
			named, is := o.Type().(*types.Named)
			if !o.Exported() {
				continue
			}
			names = append(names, folder+"."+name)
			if _, declares := o.(*types.TypeName); !is || !declares {
				continue
			}
			for i := range named.NumMethods() {
				if m := named.Method(i); m.Exported() && m.Name() != "DecodeFrom" && m.Name() != "EncodeTo" {
					names = append(names, folder+"."+name+"."+m.Name())
				}
			}
			if s, is := named.Underlying().(*types.Struct); is {
				for i := range s.NumFields() {
					if s.Field(i).Exported() {
						names = append(names, folder+"."+name+"."+s.Field(i).Name())
					}
				}
			}
		}
	}
	return names
}

func tsNames(t *testing.T, files source.Files) (names []string) {
	t.Helper()
	list := regexp.MustCompile(`(?ms)^export (?:type )?\{(.*?)\}`)
	for file, data := range files {
		module, top := strings.CutSuffix(file, ".ts")
		if !top || strings.Contains(module, "/") {
			continue
		}
		for _, d := range declarations.FindAllStringSubmatch(string(data), -1) {
			names = append(names, module+"."+d[2])
		}
		for _, d := range list.FindAllStringSubmatch(string(data), -1) {
			for _, name := range strings.Split(d[1], ",") {
				if name = strings.TrimPrefix(strings.TrimSpace(name), "type "); name != "" {
					names = append(names, module+"."+name)
				}
			}
		}
	}
	return names
}

func pyNames(t *testing.T, files source.Files) (names []string) {
	t.Helper()
	list := regexp.MustCompile(`(?ms)^__all__ = \[(.*?)\]`)
	for file, data := range files {
		module := strings.TrimSuffix(strings.ReplaceAll(strings.TrimSuffix(file, ".py"), "/", "."), ".__init__")
		if found := list.FindStringSubmatch(string(data)); found != nil && !strings.Contains("."+module, "._") {
			for _, name := range strings.Split(found[1], ",") {
				if name = strings.Trim(strings.TrimSpace(name), `"`); name != "" {
					names = append(names, module+"."+name)
				}
			}
		}
	}
	return names
}

// TestShippedAlike adds a comment to each file: no declaration differs.
func TestShippedAlike(t *testing.T) {
	for _, language := range languages {
		files, commented := shipped(t, language), source.Files{}
		for name, data := range files {
			mark := map[string]string{".go": "// a comment\n", ".ts": "/* a comment */ ", ".py": "# a comment\n"}[filepath.Ext(name)]
			commented[name] = append([]byte(mark), data...)
		}
		if changes := source.Compare(language, files, commented); len(changes) > 0 {
			t.Errorf("%s: %v", language, changes)
		}
	}
}
