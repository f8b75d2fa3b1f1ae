package source

import (
	"bytes"
	"go/ast"
	"go/printer"
	"strings"
)

// typeSymbols adds a type with its members.
func (r *goReader) typeSymbols(n goName, t *goType) {
	s, constraints := r.with(newGoScope(t.file), t.spec.TypeParams)
	own := &symbol{name: n.String(), kind: "type", text: r.printedType(t.spec)}
	r.api.add(own)
	if t.spec.Assign.IsValid() {
		own.kind, own.typ, own.use = "alias", one(r.form(t.spec.Type, s)), given|read
		return
	}
	suffix := ""
	if constraints != "" {
		suffix = "[" + constraints + "]"
	}
	switch under := t.spec.Type.(type) {
	case *ast.StructType:
		own.kind, own.typ, own.comparable = "struct", one("struct"+suffix), r.comparable(under, s, map[string]bool{})
		own.use = given | read
		r.structFields(own.name, under.Fields, s)
	case *ast.InterfaceType:
		own.kind, own.typ = "interface", one("interface"+suffix)
		if sealed := r.sealed(t, map[*goType]bool{}); len(sealed) > 0 {
			own.typ, own.use = one("sealed interface"+suffix), read
		}
		r.interfaceMethods(own, under, s)
	default:
		own.typ, own.use = one(r.form(t.spec.Type, s)+suffix), given|read
	}
	r.methods(n, own.kind == "interface")
}

func (r *goReader) structFields(parent string, fields *ast.FieldList, s goScope) {
	for _, f := range fields.List {
		names := f.Names
		if len(names) == 0 {
			names = []*ast.Ident{{Name: embeddedName(f.Type)}}
		}
		form := r.form(f.Type, s)
		for _, name := range names {
			if name.IsExported() {
				r.api.add(&symbol{name: parent + "." + name.Name, parent: parent, kind: "field", text: name.Name + " " + r.printed(f.Type), typ: one(form), use: given | read})
			}
		}
		if len(f.Names) == 0 {
			r.api.symbols[parent].bases = append(r.api.symbols[parent].bases, strings.TrimPrefix(form, "*"))
		}
	}
}

func embeddedName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return embeddedName(e.X)
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.IndexExpr:
		return embeddedName(e.X)
	case *ast.IndexListExpr:
		return embeddedName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return "_"
}

// interfaceMethods adds the methods that a program calls, and those that it implements unless the interface is sealed.
func (r *goReader) interfaceMethods(own *symbol, t *ast.InterfaceType, s goScope) {
	demanded := own.use == 0
	for _, f := range t.Methods.List {
		if len(f.Names) == 0 {
			form := r.form(f.Type, s)
			own.bases = append(own.bases, form)
			r.api.add(&symbol{name: own.name + "." + embeddedName(f.Type), parent: own.name, kind: "embedded type", text: r.printed(f.Type), typ: one(form), demanded: demanded, use: own.use})
			continue
		}
		for _, name := range f.Names {
			if function, is := f.Type.(*ast.FuncType); is && name.IsExported() && !goInternal[name.Name] {
				r.api.add(&symbol{name: own.name + "." + name.Name, parent: own.name, kind: "method", text: name.Name + strings.TrimPrefix(r.printed(function), "func"),
					signatures: []signature{r.signature(function, s, nil)}, demanded: demanded, use: own.use})
			}
		}
	}
}

// goInternal are the methods and hidden types for generated code, as the documentation of the packages states.
var goInternal = map[string]bool{"DecodeFrom": true, "EncodeTo": true, "Reader": true, "Writer": true}

// methods adds the methods of a concrete type, and the sealed interfaces that it belongs to.
func (r *goReader) methods(n goName, isInterface bool) {
	p := r.packages[n.folder]
	marks := map[string]bool{}
	for _, m := range p.methods[n.name] {
		name := m.decl.Name.Name
		marks[name] = true
		if !ast.IsExported(name) || goInternal[name] {
			continue
		}
		s := newGoScope(m.file)
		receiver := m.decl.Recv.List[0].Type
		for i, parameter := range receiverParams(receiver) {
			s.params[parameter] = []string{"$0", "$1", "$2", "$3"}[i%4]
		}
		own := &symbol{name: n.String() + "." + name, parent: n.String(), kind: "method", text: r.printedFunc(m.decl), signatures: []signature{r.signature(m.decl.Type, s, nil)}, use: read}
		if _, pointer := receiver.(*ast.StarExpr); pointer {
			own.pointer = true
		}
		r.api.add(own)
	}
	if isInterface {
		return
	}
	for _, name := range p.names {
		t := p.types[name]
		if t == nil || !ast.IsExported(name) {
			continue
		}
		required := r.sealed(t, map[*goType]bool{})
		if len(required) > 0 && all(required, marks) {
			union := goName{n.folder, name}
			r.api.add(&symbol{name: n.String() + ".(" + name + ")", parent: n.String(), kind: "variant", text: n.name + " is one of " + name, typ: one(union.String()), use: given | read})
		}
	}
}

func all(names []string, in map[string]bool) bool {
	for _, name := range names {
		if !in[name] {
			return false
		}
	}
	return true
}

func receiverParams(e ast.Expr) []string {
	if star, is := e.(*ast.StarExpr); is {
		e = star.X
	}
	var list []ast.Expr
	switch e := e.(type) {
	case *ast.IndexExpr:
		list = []ast.Expr{e.Index}
	case *ast.IndexListExpr:
		list = e.Indices
	}
	var names []string
	for _, one := range list {
		names = append(names, embeddedName(one))
	}
	return names
}

// sealed returns the unexported methods of an interface and of those that it embeds: only types of the package have them.
func (r *goReader) sealed(t *goType, seen map[*goType]bool) []string {
	under, is := t.spec.Type.(*ast.InterfaceType)
	if !is || seen[t] {
		return nil
	}
	seen[t] = true
	var names []string
	for _, f := range under.Methods.List {
		for _, name := range f.Names {
			if !name.IsExported() {
				names = append(names, name.Name)
			}
		}
		if len(f.Names) == 0 {
			if n, local := r.resolve(f.Type, newGoScope(t.file)); local && n.folder == t.file.folder && r.packages[n.folder].types[n.name] != nil {
				names = append(names, r.sealed(r.packages[n.folder].types[n.name], seen)...)
			}
		}
	}
	return names
}

// printed is a declaration on one line.
func (r *goReader) printed(node ast.Node) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, r.fset, node); err != nil {
		return "?" // a part of a file that is no Go
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func (r *goReader) printedFunc(d *ast.FuncDecl) string {
	head := *d
	head.Body, head.Doc = nil, nil
	return r.printed(&head)
}

// printedType is the head of a type. Its members are symbols of their own.
func (r *goReader) printedType(t *ast.TypeSpec) string {
	head := *t
	head.Doc, head.Comment = nil, nil
	switch t.Type.(type) {
	case *ast.StructType:
		head.Type = &ast.Ident{Name: "struct"}
	case *ast.InterfaceType:
		head.Type = &ast.Ident{Name: "interface"}
	}
	return "type " + r.printed(&head)
}

func (r *goReader) printedValue(v *goValue) string {
	text := "const "
	if v.isVar {
		text = "var "
	}
	text += v.spec.Names[v.at].Name
	if v.typ != nil {
		text += " " + r.printed(v.typ)
	}
	if v.at < len(v.spec.Values) && !v.isVar {
		text += " = " + r.printed(v.spec.Values[v.at])
	}
	return text
}
