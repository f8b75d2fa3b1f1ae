package link

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// GoProgram is the support code of Go: package envelope, for programs, and package wire, for generated code.
type GoProgram struct {
	rooms    []Room
	files    map[string]string
	variants map[string]*GoProgram
	lock     *sync.Mutex           // of the variants
	packages map[string]*goPackage // by folder
}

type goPackage struct {
	dir     string
	decls   []*goDecl
	byName  map[string]*goDecl
	methods map[string][]*goDecl // by type
}

// goDecl is a declaration of Go code. A block of constants has several names.
type goDecl struct {
	pkg      *goPackage
	file     *goFile
	names    []string
	receiver string // of a method
	start    int    // with the comment
	body     int    // without it
	end      int
	keyword  string // of a declaration that was in a group
	refs     []goRef
	selects  []string
	imports  []string // the names of imported packages that it selects from
	fields   []goRef  // selected fields and keys of literals, which may be embedded types
	embeds   []string // the types that its structs embed
}

// goRef is an identifier for a declaration of this package, or of the package of support code that it is selected from.
type goRef struct {
	start, end int
	dir, name  string
	within     string // the type whose literal has it as a key, with its package; for a selected name, the receiver of the method
}

// goFile is one parsed file.
type goFile struct {
	path    string
	text    string
	set     *token.FileSet
	syntax  *ast.File
	imports map[string]string // the import specifications by local name
}

// implicit contains the methods that the standard library calls through its interfaces.
var implicit = strings.Fields("String Error Format GoString LogValue MarshalJSON UnmarshalJSON MarshalText UnmarshalText Is As Unwrap IsZero Len Less Swap Read Write Close")

// NewGoProgram reads support files by their paths.
func NewGoProgram(files map[string]string, rooms []Room) *GoProgram {
	p := &GoProgram{rooms: rooms, files: files, variants: map[string]*GoProgram{}, lock: new(sync.Mutex)}
	return p.with(Features{All})
}

func (p *GoProgram) with(f Features) *GoProgram {
	p.lock.Lock()
	defer p.lock.Unlock()
	f = append(Features{}, slices.Sorted(slices.Values(f))...) // never nil, which contains all
	name := strings.Join(f, " ")
	if v := p.variants[name]; v != nil {
		return v
	}
	v := &GoProgram{rooms: p.rooms, files: p.files, variants: p.variants, lock: p.lock, packages: map[string]*goPackage{}}
	for _, file := range sortedKeys(p.files) {
		v.packageOf(path.Dir(file)).add(file, f.Select(p.files[file]))
	}
	for _, pkg := range v.packages {
		pkg.finish()
	}
	p.variants[name] = v
	return v
}

func (p *GoProgram) packageOf(dir string) *goPackage {
	if p.packages[dir] == nil {
		p.packages[dir] = &goPackage{dir: dir, byName: map[string]*goDecl{}, methods: map[string][]*goDecl{}}
	}
	return p.packages[dir]
}

func parseGo(file, s string) *goFile {
	f := &goFile{path: file, text: s, set: token.NewFileSet(), imports: map[string]string{}}
	syntax, err := parser.ParseFile(f.set, file, s, parser.ParseComments)
	if err != nil {
		panic(err) // our own code
	}
	f.syntax = syntax
	for _, i := range syntax.Imports {
		full, _ := strconv.Unquote(i.Path.Value)
		name, spec := path.Base(full), i.Path.Value
		if i.Name != nil {
			name, spec = i.Name.Name, i.Name.Name+" "+spec
		}
		f.imports[name] = spec
	}
	return f
}

func (f *goFile) at(p token.Pos) int { return f.set.Position(p).Offset }

// add splits a file into declarations.
func (g *goPackage) add(file, s string) {
	f := parseGo(file, s)
	for _, d := range f.syntax.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			g.declare(f, d, d.Doc, "", []string{d.Name.Name}, receiverOf(d))
		case *ast.GenDecl:
			g.general(f, d)
		}
	}
}

func (g *goPackage) general(f *goFile, d *ast.GenDecl) {
	if d.Tok == token.IMPORT {
		return
	}
	if !d.Lparen.IsValid() || d.Tok == token.CONST {
		var names []string
		for _, spec := range d.Specs {
			names = append(names, specNames(spec)...)
		}
		g.declare(f, d, d.Doc, "", names, "")
		return
	}
	for _, spec := range d.Specs {
		var doc *ast.CommentGroup
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			doc = spec.Doc
		case *ast.ValueSpec:
			doc = spec.Doc
		}
		g.declare(f, spec, doc, d.Tok.String()+" ", specNames(spec), "")
	}
}

func specNames(spec ast.Spec) []string {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		return []string{s.Name.Name}
	case *ast.ValueSpec:
		var names []string
		for _, n := range s.Names {
			names = append(names, n.Name)
		}
		return names
	}
	return nil
}

func receiverOf(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		}
	}
}

func (g *goPackage) declare(f *goFile, n ast.Node, doc *ast.CommentGroup, keyword string, names []string, receiver string) {
	d := &goDecl{pkg: g, file: f, names: names, receiver: receiver, keyword: keyword, start: f.at(n.Pos()), body: f.at(n.Pos()), end: f.at(n.End())}
	if doc != nil {
		d.start = f.at(doc.Pos())
		if fn, ok := n.(*ast.FuncDecl); ok {
			d.body = f.at(fn.Type.Func)
		} else if gen, ok := n.(*ast.GenDecl); ok {
			d.body = f.at(gen.TokPos)
		} else {
			d.body = f.at(n.Pos())
		}
	}
	if line := strings.IndexByte(f.text[d.end:], '\n'); line >= 0 { // a comment behind it
		d.end += line
	}
	g.decls = append(g.decls, d)
	d.inspect(n)
	if receiver != "" {
		g.methods[receiver] = append(g.methods[receiver], d)
		return
	}
	for _, name := range names {
		if name != "_" {
			g.byName[name] = d
		}
	}
}

// inspect notes the identifiers of a declaration that may be those of a package, and the names that it selects.
func (d *goDecl) inspect(n ast.Node) {
	skip, literals := map[*ast.Ident]bool{}, map[*ast.CompositeLit]ast.Expr{}
	top := d.file.syntax.Scope
	isPackage := func(e ast.Expr) string {
		if x, ok := e.(*ast.Ident); ok && x.Obj == nil && d.file.imports[x.Name] != "" {
			return x.Name
		}
		return ""
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.SelectorExpr:
			skip[x.Sel] = true
			if name := isPackage(x.X); name != "" {
				skip[x.X.(*ast.Ident)] = true
				d.imports = append(d.imports, name)
				d.refs = append(d.refs, goRef{d.file.at(x.Pos()), d.file.at(x.End()), name, x.Sel.Name, ""})
			} else {
				d.selects = append(d.selects, x.Sel.Name)
				d.fields = append(d.fields, goRef{d.file.at(x.Sel.Pos()), d.file.at(x.Sel.End()), "", x.Sel.Name, d.receiver})
			}
		case *ast.StructType:
			d.embeds = append(d.embeds, embedded(x)...)
		case *ast.CompositeLit:
			if x.Type != nil {
				literals[x] = x.Type
			}
			var items ast.Expr
			switch typ := literals[x].(type) {
			case *ast.ArrayType:
				items = typ.Elt
			case *ast.MapType:
				items = typ.Value
			}
			if items != nil {
				for _, e := range x.Elts {
					if pair, ok := e.(*ast.KeyValueExpr); ok {
						e = pair.Value
					}
					if item, ok := e.(*ast.CompositeLit); ok && item.Type == nil {
						literals[item] = items
					}
				}
				return true
			}
			for _, e := range x.Elts {
				if pair, ok := e.(*ast.KeyValueExpr); ok {
					if id, ok := pair.Key.(*ast.Ident); ok {
						skip[id] = true
						d.fields = append(d.fields, goRef{d.file.at(id.Pos()), d.file.at(id.End()), "", id.Name, typeText(literals[x])})
					}
				}
			}
		case *ast.Field:
			for _, name := range x.Names {
				skip[name] = true
			}
		case *ast.FuncDecl:
			if x.Recv != nil {
				skip[x.Name] = true
			}
		case *ast.InterfaceType:
			for _, m := range x.Methods.List {
				for _, name := range m.Names {
					d.selects = append(d.selects, name.Name) // each implementation has the method
				}
			}
		case *ast.Ident:
			if !skip[x] && (x.Obj == nil || top.Objects[x.Name] == x.Obj) {
				d.refs = append(d.refs, goRef{d.file.at(x.Pos()), d.file.at(x.End()), "", x.Name, ""})
			}
		}
		return true
	})
}

// typeText returns the name of a type, with its package and without type arguments.
func typeText(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.StarExpr:
		return typeText(x.X)
	case *ast.IndexExpr:
		return typeText(x.X)
	case *ast.SelectorExpr:
		return typeText(x.X) + "." + x.Sel.Name
	case *ast.Ident:
		return x.Name
	}
	return ""
}

// embedded returns the names of the types that a struct embeds. A field has the name of its type.
func embedded(s *ast.StructType) []string {
	var names []string
	for _, f := range s.Fields.List {
		t := f.Type
		for len(f.Names) == 0 {
			switch x := t.(type) {
			case *ast.StarExpr:
				t = x.X
				continue
			case *ast.IndexExpr:
				t = x.X
				continue
			case *ast.SelectorExpr:
				names = append(names, x.Sel.Name)
			case *ast.Ident:
				names = append(names, x.Name)
			}
			break
		}
	}
	return names
}

// finish keeps the references to declarations of packages here.
func (g *goPackage) finish() {
	for _, d := range g.decls {
		d.refs = slices.DeleteFunc(d.refs, func(r goRef) bool {
			return r.dir == "" && g.byName[r.name] == nil || r.dir != "" && !slices.Contains([]string{"wire", "envelope"}, r.dir)
		})
		for i, r := range d.refs {
			switch r.dir {
			case "":
				d.refs[i].dir = g.dir
			case "wire":
				d.refs[i].dir = "envelope/wire"
			}
		}
	}
}
