package gotemplates

import (
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write uses.txt")

// parsed is the support code with its types.
type parsed struct {
	fset     *token.FileSet
	files    map[string]*ast.File
	info     *types.Info
	packages packages
}

func parse(t *testing.T) *parsed {
	t.Helper()
	p := &parsed{fset: token.NewFileSet(), files: map[string]*ast.File{}, info: &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}}
	files, err := Support()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if p.files[f.Path], err = parser.ParseFile(p.fset, filepath.FromSlash(f.Path), f.Data, 0); err != nil {
			t.Fatal(err)
		}
	}
	if p.packages, err = p.check(slices.Collect(maps.Keys(p.files)), p.info); err != nil {
		t.Fatal(err)
	}
	return p
}

// standard imports packages that the go command has compiled: a test that is built with -trimpath cannot locate the sources of Go.
var standard = importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
	out, err := exec.Command("go", "list", "-export", "-f", "{{.Export}}", path).Output()
	if err != nil {
		return nil, err
	}
	return os.Open(strings.TrimSpace(string(out)))
})

// packages are those of the support code by import path.
type packages map[string]*types.Package

// Import is the importer of files of the support code.
func (p packages) Import(name string) (*types.Package, error) {
	if pkg := p[name]; pkg != nil {
		return pkg, nil
	}
	return standard.Import(name)
}

func (p packages) have(object types.Object) bool {
	return object.Pkg() != nil && p[object.Pkg().Path()] == object.Pkg()
}

// check type-checks files of package wire, which imports nothing of ours, and then those of package envelope.
func (p *parsed) check(paths []string, info *types.Info) (packages, error) {
	checked := packages{}
	for _, folder := range []string{Wire, Face} {
		var files []*ast.File
		for _, name := range slices.Sorted(slices.Values(paths)) {
			if path.Dir(name) == folder {
				files = append(files, p.files[name])
			}
		}
		name := strings.Replace(folder, Face, FaceImport, 1)
		pkg, err := (&types.Config{Importer: checked}).Check(name, p.fset, files, info)
		if err != nil {
			return nil, err
		}
		checked[name] = pkg
	}
	return checked, nil
}

func (p *parsed) file(pos token.Pos) string { return filepath.ToSlash(p.fset.Position(pos).Filename) }

// TestUses checks uses.txt, which lists the files of the support code that others need, and their declarations for generated code. With -update it
// writes the list.
func TestUses(t *testing.T) {
	p := parse(t)
	uses, declares, methods := map[string]map[string]bool{}, map[string]map[string]bool{}, map[string]map[string]bool{}
	for path := range p.files {
		uses[path], declares[path], methods[path] = map[string]bool{}, map[string]bool{}, map[string]bool{}
	}
	for id, object := range p.info.Uses {
		if from := p.file(id.Pos()); p.packages.have(object) && p.file(object.Pos()) != from {
			uses[from][p.file(object.Pos())] = true
		}
	}
	for id, object := range p.info.Defs {
		switch of := receiver(object); {
		case object == nil || !id.IsExported():
		case object.Parent() == object.Pkg().Scope():
			declares[p.file(id.Pos())][id.Name] = true
		case of != nil && p.file(of.Pos()) != p.file(id.Pos()):
			methods[p.file(id.Pos())][id.Name] = true
		}
	}
	var list strings.Builder
	for _, from := range slices.Sorted(maps.Keys(p.files)) {
		fmt.Fprintf(&list, "%s\n", from)
		for _, line := range []struct {
			word  string
			names map[string]bool
		}{{"uses", uses[from]}, {"declares", declares[from]}, {"methods", methods[from]}} {
			if len(line.names) > 0 {
				fmt.Fprintf(&list, "\t%s %s\n", line.word, strings.Join(slices.Sorted(maps.Keys(line.names)), " "))
			}
		}
	}
	if *update {
		if err := os.WriteFile("uses.txt", []byte(list.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if list.String() != usesList {
		t.Error("uses.txt is not what the files use: go test ./templates/go -run TestUses -update")
	}
}

// TestUsesAreWhole type-checks each file with the files that it uses and no others: an interface may require a method that no line names.
func TestUsesAreWhole(t *testing.T) {
	p := parse(t)
	files, err := Support()
	if err != nil {
		t.Fatal(err)
	}
	next := map[string][]string{}
	for _, f := range files {
		next[f.Path] = f.Uses
	}
	for _, f := range files {
		with := map[string]bool{f.Path: true}
		for open := []string{f.Path}; len(open) > 0; open = open[1:] {
			for _, path := range next[open[0]] {
				if !with[path] {
					with[path] = true
					open = append(open, path)
				}
			}
		}
		if _, err := p.check(slices.Collect(maps.Keys(with)), nil); err != nil {
			t.Errorf("%s and the %d files that it uses: %v", f.Path, len(with)-1, err)
		}
	}
}

// TestMethodsStandWithTypes checks that a type in the public package comes with all of its exported methods.
func TestMethodsStandWithTypes(t *testing.T) {
	p := parse(t)
	forGenerated := []string{"Reader", "Writer", "Filler"}
	for id, object := range p.info.Defs {
		of := receiver(object)
		if of != nil && id.IsExported() && of.Exported() && !slices.Contains(forGenerated, of.Name()) && p.file(of.Pos()) != p.file(id.Pos()) {
			t.Errorf("%s.%s stands in %s, the type in %s: a folder may lack the first", of.Name(), id.Name, path.Base(p.file(id.Pos())), path.Base(p.file(of.Pos())))
		}
	}
}

// receiver is the type that an object is a method of, or nil.
func receiver(object types.Object) *types.TypeName {
	f, isFunction := object.(*types.Func)
	if !isFunction || f.Signature().Recv() == nil {
		return nil
	}
	recv := f.Signature().Recv().Type()
	if pointer, is := recv.(*types.Pointer); is {
		recv = pointer.Elem()
	}
	if named, is := recv.(*types.Named); is {
		return named.Obj()
	}
	return nil
}
