package source_test

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os/exec"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/breaking/source"
)

// TestGoWitness writes for each pair a program that uses every exported symbol of the old package as a user would. The type checker of Go accepts
// it with the old packages. With the new ones it refuses it exactly if there is a change.
func TestGoWitness(t *testing.T) {
	fset := token.NewFileSet()
	std := standard(t, fset)
	for _, p := range pairs(t) {
		old, new := generated(t, "go", spec(p.old)), generated(t, "go", spec(p.new))
		changes := source.Compare("go", old, new)
		if reflect.DeepEqual(old, new) {
			continue
		}
		before := checker{module, fset, std, old, map[string]*types.Package{}}
		api, err := before.Import(module + "/pair")
		if err != nil {
			t.Fatal(err)
		}
		program := programOf(api)
		if err := before.program(program); err != nil {
			t.Fatalf("%s: the program does not compile with the old packages: %v\n%s", p.title, err, program)
		}
		after := checker{module, fset, std, new, map[string]*types.Package{}}
		err = after.program(program)
		if (err != nil) != (len(changes) > 0) {
			t.Errorf("%s: the type checker says %v, and the changes are %v\n%s", p.title, err, changes, program)
		}
	}
}

// standard imports the standard library from its sources. A test that was built with -trimpath needs the go command to find them.
func standard(t *testing.T, fset *token.FileSet) types.Importer {
	t.Helper()
	if build.Default.GOROOT == "" {
		out, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			t.Fatal(err)
		}
		build.Default.GOROOT = strings.TrimSpace(string(out))
	}
	return importer.ForCompiler(fset, "source", nil)
}

// checker type-checks generated packages.
type checker struct {
	root  string
	fset  *token.FileSet
	std   types.Importer
	files source.Files
	done  map[string]*types.Package
}

func (c checker) Import(name string) (*types.Package, error) {
	folder, ours := strings.CutPrefix(name, c.root+"/")
	if !ours {
		return c.std.Import(name)
	}
	if c.done[name] != nil {
		return c.done[name], nil
	}
	var files []*ast.File
	for _, file := range sortedNames(c.files) {
		if path.Dir(file) == folder && strings.HasSuffix(file, ".go") {
			f, err := parser.ParseFile(c.fset, file, c.files[file], 0)
			if err != nil {
				return nil, err
			}
			files = append(files, f)
		}
	}
	config := types.Config{Importer: c}
	p, err := config.Check(name, c.fset, files, nil)
	c.done[name] = p
	return p, err
}

func (c checker) program(text string) error {
	f, err := parser.ParseFile(c.fset, "user.go", text, 0)
	if err != nil {
		return err
	}
	config := types.Config{Importer: c}
	_, err = config.Check("user", c.fset, []*ast.File{f}, nil)
	return err
}

func sortedNames(files source.Files) []string {
	var names []string
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// program collects declarations that use symbols.
type program struct {
	pkg     *types.Package
	imports map[string]string
	lines   []string
}

func programOf(pkg *types.Package) string {
	p := &program{pkg: pkg, imports: map[string]string{}}
	p.qualify(pkg)
	for _, name := range pkg.Scope().Names() {
		if o := pkg.Scope().Lookup(name); o.Exported() {
			p.use(o)
		}
	}
	text := "package user\n"
	for name, at := range p.imports {
		text += fmt.Sprintf("import %s %q\n", name, at)
	}
	return text + strings.Join(p.lines, "\n") + "\n"
}

func (p *program) qualify(pkg *types.Package) string {
	name := pkg.Name() + "_"
	p.imports[name] = pkg.Path()
	return name
}

func (p *program) add(format string, args ...any) {
	p.lines = append(p.lines, fmt.Sprintf(format, args...))
}

func (p *program) text(t types.Type) string { return types.TypeString(t, p.qualify) }

// use writes a use of one object. Generic functions and types are those of the support code, which no pair changes.
func (p *program) use(o types.Object) {
	name := p.pkg.Name() + "_." + o.Name()
	switch o := o.(type) {
	case *types.Const:
		if b, is := o.Type().(*types.Basic); is && b.Info()&types.IsUntyped != 0 {
			p.add("const _ %s = %s", types.Default(b), name)
			return
		}
		p.add("const _ %s = %s", p.text(o.Type()), name)
	case *types.Var:
		if named, is := o.Type().(*types.Named); is && !named.Obj().Exported() {
			p.add("var _ = %s", name)
			return
		}
		p.add("var _ %s = %s", p.text(o.Type()), name)
	case *types.Func:
		if sig := o.Signature(); sig.TypeParams() == nil {
			p.add("var _ %s = %s", p.text(sig), name)
		}
	case *types.TypeName:
		if alias, is := o.Type().(*types.Alias); is && alias.TypeParams() == nil {
			p.add("func _(v %s) %s { return v }", name, p.text(types.Unalias(alias)))
		}
		if named, is := o.Type().(*types.Named); is && named.TypeParams() == nil && !o.IsAlias() {
			p.typ(name, named)
		}
	}
}

func (p *program) typ(name string, named *types.Named) {
	if types.Comparable(named) && !types.IsInterface(named) {
		p.add("func _(a, b %s) bool { return a == b }", name)
	}
	switch under := named.Underlying().(type) {
	case *types.Struct:
		for i := range under.NumFields() {
			if f := under.Field(i); f.Exported() {
				p.add("func _(v %s) { var f %s = v.%s; v.%s = f }", name, p.text(f.Type()), f.Name(), f.Name())
			}
		}
	case *types.Interface:
		p.implements(name, under)
	default:
		p.add("func _(v %s) %s { return %s(v) }", name, p.text(under), p.text(under))
		p.add("func _(v %s) %s { return %s(v) }", p.text(under), name, name)
		if b, is := under.(*types.Basic); is && b.Info()&types.IsString != 0 {
			p.add("var _ %s = \"\"", name) // a string of an integer is one character
		}
	}
	methods := types.NewMethodSet(named)
	pointers := types.NewMethodSet(types.NewPointer(named))
	for i := range pointers.Len() {
		m := pointers.At(i).Obj().(*types.Func)
		if !m.Exported() || m.Name() == "DecodeFrom" || m.Name() == "EncodeTo" {
			continue
		}
		star := "*"
		if types.IsInterface(named) || methods.Lookup(nil, m.Name()) != nil {
			star = ""
		}
		p.add("func _(v %s%s) { var _ %s = v.%s }", star, name, p.text(m.Signature()), m.Name())
	}
	for _, other := range p.pkg.Scope().Names() {
		o := p.pkg.Scope().Lookup(other)
		if i, is := o.Type().Underlying().(*types.Interface); is && o.Exported() && sealed(i) && types.Implements(types.NewPointer(named), i) && !types.IsInterface(named) {
			p.add("var _ %s_.%s = (*%s)(nil)", p.pkg.Name(), other, name)
		}
	}
}

func sealed(i *types.Interface) bool {
	for m := range i.NumMethods() {
		if !i.Method(m).Exported() {
			return true
		}
	}
	return false
}

// implements writes a type with the methods of an interface that is not sealed.
func (p *program) implements(name string, i *types.Interface) {
	if sealed(i) {
		return
	}
	own := "own" + strings.TrimPrefix(name, p.pkg.Name()+"_.")
	p.add("type %s struct{}", own)
	for m := range i.NumMethods() {
		p.add("func (%s) %s%s { panic(1) }", own, i.Method(m).Name(), strings.TrimPrefix(p.text(i.Method(m).Signature()), "func"))
	}
	p.add("var _ %s = %s{}", name, own)
}
