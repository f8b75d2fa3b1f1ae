package source

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"
)

// goReader reads the packages of a folder.
type goReader struct {
	fset     *token.FileSet
	root     string // the import path of the folder, "" if no package imports another
	packages map[string]*goPackage
	api      *api
	reached  map[string]bool // hidden types that the API mentions
	open     []goName
}

// goName is a declared name of a package.
type goName struct{ folder, name string }

func (n goName) String() string { return n.folder + "." + n.name }

// goPackage has the declarations of a package by name.
type goPackage struct {
	folder  string
	names   []string
	types   map[string]*goType
	values  map[string]*goValue
	funcs   map[string]*goFunc
	methods map[string][]*goFunc // by receiver
}

// goType, goValue and goFunc are declarations with the imports of their file.
type goType struct {
	spec *ast.TypeSpec
	file *goFile
}

type goValue struct {
	spec  *ast.ValueSpec
	at    int // of the names of the spec
	typ   ast.Expr
	isVar bool
	file  *goFile
}

type goFunc struct {
	decl *ast.FuncDecl
	file *goFile
}

type goFile struct {
	folder  string
	imports map[string]string // paths by local name
}

// readGo reads the packages. Programs name the exported declarations of all packages but wire, which is for generated code, and the
// members of each hidden type that an exported declaration leads to.
func readGo(files Files) *api {
	r := &goReader{fset: token.NewFileSet(), packages: map[string]*goPackage{}, api: newAPI(), reached: map[string]bool{}}
	for _, name := range sortedPaths(files) {
		if strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			r.file(name, files[name])
		}
	}
	for _, folder := range sortedKeys(r.packages) {
		if p := r.packages[folder]; path.Base(folder) != "wire" {
			for _, name := range p.names {
				if ast.IsExported(name) {
					r.api.public[folder+"."+name] = true
					r.declaration(goName{folder, name})
				}
			}
		}
	}
	for len(r.open) > 0 {
		next := r.open[0]
		r.open = r.open[1:]
		r.declaration(next)
	}
	r.api.hide()
	r.api.infer(goImplemented)
	return r.api
}

// file adds a file. One that is no Go has no declarations: `go build` reports it.
func (r *goReader) file(name string, data []byte) {
	f, _ := parser.ParseFile(r.fset, name, data, parser.SkipObjectResolution)
	if f == nil {
		return
	}
	folder := path.Dir(name)
	p := r.packages[folder]
	if p == nil {
		p = &goPackage{folder, nil, map[string]*goType{}, map[string]*goValue{}, map[string]*goFunc{}, map[string][]*goFunc{}}
		r.packages[folder] = p
	}
	in := &goFile{folder, map[string]string{}}
	for _, i := range f.Imports {
		at := strings.Trim(i.Path.Value, `"`)
		local := path.Base(at)
		if i.Name != nil {
			local = i.Name.Name
		}
		in.imports[local] = at
		for _, support := range []string{"/envelope/wire", "/envelope"} {
			if root, ok := strings.CutSuffix(at, support); ok && r.root == "" {
				r.root = root
			}
		}
	}
	for _, d := range f.Decls {
		p.declare(d, in)
	}
}

func (p *goPackage) declare(d ast.Decl, in *goFile) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			p.funcs[d.Name.Name] = &goFunc{d, in}
			p.names = append(p.names, d.Name.Name)
			return
		}
		if len(d.Recv.List) == 0 {
			return // not Go
		}
		receiver := receiverOf(d)
		p.methods[receiver] = append(p.methods[receiver], &goFunc{d, in})
	case *ast.GenDecl:
		var implied ast.Expr // the type of constants that repeat the last line
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				p.types[spec.Name.Name] = &goType{spec, in}
				p.names = append(p.names, spec.Name.Name)
			case *ast.ValueSpec:
				if spec.Type != nil || len(spec.Values) > 0 {
					implied = spec.Type
				}
				for i, name := range spec.Names {
					p.values[name.Name] = &goValue{spec, i, implied, d.Tok == token.VAR, in}
					p.names = append(p.names, name.Name)
				}
			}
		}
	}
}

// receiverOf is the name of the type of a method.
func receiverOf(d *ast.FuncDecl) string {
	t := d.Recv.List[0].Type
	if star, is := t.(*ast.StarExpr); is {
		t = star.X
	}
	switch generic := t.(type) {
	case *ast.IndexExpr:
		t = generic.X
	case *ast.IndexListExpr:
		t = generic.X
	}
	if name, is := t.(*ast.Ident); is {
		return name.Name
	}
	return ""
}

// hidden reports whether programs cannot name a declaration.
func (n goName) hidden() bool { return path.Base(n.folder) == "wire" || !ast.IsExported(n.name) }

// reach adds the members of a hidden type.
func (r *goReader) reach(n goName) {
	if n.hidden() && !goInternal[n.name] && !r.reached[n.String()] {
		r.reached[n.String()] = true
		r.open = append(r.open, n)
	}
}

// declaration adds the symbols of one name.
func (r *goReader) declaration(n goName) {
	p := r.packages[n.folder]
	switch {
	case p.types[n.name] != nil:
		r.typeSymbols(n, p.types[n.name])
	case p.funcs[n.name] != nil:
		f := p.funcs[n.name]
		r.api.add(&symbol{name: n.String(), kind: "function", text: r.printedFunc(f.decl), signatures: []signature{r.signature(f.decl.Type, newGoScope(f.file), f.decl.Type.TypeParams)}})
	case p.values[n.name] != nil:
		v := p.values[n.name]
		kind := "constant"
		if v.isVar {
			kind = "variable"
		}
		r.api.add(&symbol{name: n.String(), kind: kind, text: r.printedValue(v), typ: one(r.valueType(v)), use: read})
	}
}

// goImplemented are the kinds of types that programs implement where a function takes them.
var goImplemented = []string{"interface"}

func sortedPaths(files Files) []string {
	var names []string
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func sortedKeys[V any](m map[string]V) []string {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
