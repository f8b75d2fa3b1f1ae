package source

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"
)

// goScope is where a type is written.
type goScope struct {
	file   *goFile
	params map[string]string // normal forms of type parameters
}

func newGoScope(f *goFile) goScope { return goScope{f, map[string]string{}} }

// with adds type parameters, which are numbered: their names do not matter. It returns their constraints.
func (r *goReader) with(s goScope, list *ast.FieldList) (goScope, string) {
	if list == nil {
		return s, ""
	}
	inner := goScope{s.file, map[string]string{}}
	for name, form := range s.params {
		inner.params[name] = form
	}
	for _, f := range list.List {
		for _, name := range f.Names {
			inner.params[name.Name] = fmt.Sprintf("$%d", len(inner.params))
		}
	}
	var constraints []string
	for _, f := range list.List {
		for range f.Names {
			constraints = append(constraints, r.form(f.Type, inner))
		}
	}
	return inner, strings.Join(constraints, ", ")
}

// form is the normal form of a type: names have the folder of their package, aliases are resolved, and names of parameters are left out.
func (r *goReader) form(e ast.Expr, s goScope) string {
	switch e := e.(type) {
	case *ast.Ident:
		return r.named(e, nil, s)
	case *ast.SelectorExpr:
		return r.named(e, nil, s)
	case *ast.IndexExpr:
		return r.named(e.X, []ast.Expr{e.Index}, s)
	case *ast.IndexListExpr:
		return r.named(e.X, e.Indices, s)
	case *ast.ParenExpr:
		return r.form(e.X, s)
	case *ast.StarExpr:
		return "*" + r.form(e.X, s)
	case *ast.Ellipsis:
		return "..." + r.form(e.Elt, s)
	case *ast.ArrayType:
		length := ""
		if e.Len != nil {
			length = r.form(e.Len, s)
		}
		return "[" + length + "]" + r.form(e.Elt, s)
	case *ast.MapType:
		return "map[" + r.form(e.Key, s) + "]" + r.form(e.Value, s)
	case *ast.ChanType:
		return []string{"", "chan<- ", "<-chan ", "chan "}[e.Dir] + r.form(e.Value, s)
	case *ast.FuncType:
		return "func" + r.signature(e, s, nil).text()
	case *ast.StructType:
		return "struct{" + r.fields(e.Fields, s, true) + "}"
	case *ast.InterfaceType:
		return "interface{" + r.fields(e.Methods, s, true) + "}"
	case *ast.BinaryExpr:
		return r.form(e.X, s) + " " + e.Op.String() + " " + r.form(e.Y, s)
	case *ast.UnaryExpr:
		return e.Op.String() + r.form(e.X, s)
	case *ast.BasicLit:
		return e.Value
	}
	return r.printed(e)
}

// fields is a list of fields, methods or parameters.
func (r *goReader) fields(list *ast.FieldList, s goScope, names bool) string {
	var all []string
	if list == nil {
		return ""
	}
	for _, f := range list.List {
		form := r.form(f.Type, s)
		for i := range max(1, len(f.Names)) {
			if names && len(f.Names) > 0 {
				all = append(all, f.Names[i].Name+" "+form)
			} else {
				all = append(all, form)
			}
		}
	}
	return strings.Join(all, "; ")
}

// named is the normal form of a name with type arguments.
func (r *goReader) named(e ast.Expr, args []ast.Expr, s goScope) string {
	var forms []string
	for _, a := range args {
		forms = append(forms, r.form(a, s))
	}
	n, local := r.resolve(e, s)
	if !local {
		return n.name + instance(forms)
	}
	t := r.packages[n.folder].types[n.name]
	if t != nil && t.spec.Assign.IsValid() {
		inner := newGoScope(t.file)
		if t.spec.TypeParams != nil {
			i := 0
			for _, f := range t.spec.TypeParams.List {
				for _, name := range f.Names {
					if i < len(forms) {
						inner.params[name.Name] = forms[i]
					}
					i++
				}
			}
		}
		return r.form(t.spec.Type, inner)
	}
	r.reach(n)
	return n.String() + instance(forms)
}

func instance(forms []string) string {
	if len(forms) == 0 {
		return ""
	}
	return "[" + strings.Join(forms, ", ") + "]"
}

// resolve finds the declaration of a name. One of another module, of the language, or a type parameter is not local: its name is its form.
func (r *goReader) resolve(e ast.Expr, s goScope) (n goName, local bool) {
	switch e := e.(type) {
	case *ast.Ident:
		if form, is := s.params[e.Name]; is {
			return goName{"", form}, false
		}
		if p := r.packages[s.file.folder]; p != nil && (p.types[e.Name] != nil || p.values[e.Name] != nil || p.funcs[e.Name] != nil) {
			return goName{s.file.folder, e.Name}, true
		}
		if e.Name == "any" {
			return goName{"", "interface{}"}, false
		}
		return goName{"", e.Name}, false
	case *ast.SelectorExpr:
		x, is := e.X.(*ast.Ident)
		if !is {
			break
		}
		at := s.file.imports[x.Name]
		folder, inside := strings.CutPrefix(at, r.root+"/")
		if p := r.packages[folder]; inside && r.root != "" && p != nil {
			return goName{folder, e.Sel.Name}, true
		}
		return goName{"", at + "." + e.Sel.Name}, false
	}
	return goName{"", r.printed(e)}, false
}

// signature is the way to call a function.
func (r *goReader) signature(f *ast.FuncType, s goScope, generic *ast.FieldList) signature {
	s, constraints := r.with(s, generic)
	sig := signature{generic: constraints, result: one("(" + r.fields(f.Results, s, false) + ")")}
	for _, p := range f.Params.List {
		for i := range max(1, len(p.Names)) {
			label := ""
			if len(p.Names) > 0 {
				label = p.Names[i].Name
			}
			sig.params = append(sig.params, param{label: label, typ: one(r.form(p.Type, s))})
		}
	}
	return sig
}

func (s signature) text() string {
	var params []string
	for _, p := range s.params {
		params = append(params, strings.Join(p.typ.any, " | "))
	}
	return "(" + strings.Join(params, ", ") + ") " + strings.Join(s.result.any, " | ")
}

// valueType is the type of a constant or variable: the declared one, else that of its value.
func (r *goReader) valueType(v *goValue) string {
	s := newGoScope(v.file)
	if v.typ != nil {
		return r.form(v.typ, s)
	}
	if v.at >= len(v.spec.Values) {
		return "untyped"
	}
	return r.typeOfExpr(v.spec.Values[v.at], s)
}

func (r *goReader) typeOfExpr(e ast.Expr, s goScope) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		return map[token.Token]string{token.STRING: "untyped string", token.INT: "untyped int", token.FLOAT: "untyped float", token.CHAR: "untyped rune"}[e.Kind]
	case *ast.Ident, *ast.SelectorExpr:
		n, local := r.resolve(e, s)
		if local && r.packages[n.folder].values[n.name] != nil {
			return r.valueType(r.packages[n.folder].values[n.name])
		}
	case *ast.CompositeLit:
		if e.Type != nil {
			return r.form(e.Type, s)
		}
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return "*" + r.typeOfExpr(e.X, s)
		}
		return r.typeOfExpr(e.X, s)
	case *ast.CallExpr:
		n, local := r.resolve(e.Fun, s)
		if local && r.packages[n.folder].types[n.name] != nil {
			return r.form(e.Fun, s) // a conversion
		}
		if local && r.packages[n.folder].funcs[n.name] != nil {
			f := r.packages[n.folder].funcs[n.name]
			return r.signature(f.decl.Type, newGoScope(f.file), nil).result.any[0]
		}
	}
	return r.printed(e)
}

// comparable reports whether values of a type can be compared by ==. Types of other modules count as comparable.
func (r *goReader) comparable(e ast.Expr, s goScope, seen map[string]bool) bool {
	switch e := e.(type) {
	case *ast.ArrayType:
		return e.Len != nil && r.comparable(e.Elt, s, seen)
	case *ast.MapType, *ast.FuncType:
		return false
	case *ast.StructType:
		for _, f := range e.Fields.List {
			if !r.comparable(f.Type, s, seen) {
				return false
			}
		}
	case *ast.ParenExpr:
		return r.comparable(e.X, s, seen)
	case *ast.Ident, *ast.SelectorExpr:
		return r.comparableName(e, nil, s, seen)
	case *ast.IndexExpr:
		return r.comparableName(e.X, []ast.Expr{e.Index}, s, seen)
	case *ast.IndexListExpr:
		return r.comparableName(e.X, e.Indices, s, seen)
	}
	return true
}

func (r *goReader) comparableName(e ast.Expr, args []ast.Expr, s goScope, seen map[string]bool) bool {
	n, local := r.resolve(e, s)
	if !local {
		return n.name != "$not"
	}
	t := r.packages[n.folder].types[n.name]
	key := n.String()
	if t == nil || seen[key] {
		return true
	}
	inner := newGoScope(t.file)
	if t.spec.TypeParams != nil {
		i := 0
		for _, f := range t.spec.TypeParams.List {
			for _, name := range f.Names {
				if i < len(args) && !r.comparable(args[i], s, seen) {
					inner.params[name.Name] = "$not"
				}
				i++
			}
		}
	}
	seen[key] = true
	defer delete(seen, key)
	return r.comparable(t.spec.Type, inner, seen)
}
