package source

import (
	"slices"
	"strings"
)

// pyReader reads the modules of a folder. Programs import those without an underscore. The API contains the declarations of others that these
// lead to.
type pyReader struct {
	modules map[string]*pyModule
	api     *api
	reached map[*pyDecl]bool
	open    []*pyDecl
	aliases map[string]typ
}

func readPython(files Files) *api {
	r := &pyReader{modules: map[string]*pyModule{}, api: newAPI(), reached: map[*pyDecl]bool{}, aliases: map[string]typ{}}
	for _, file := range sortedPaths(files) {
		if strings.HasSuffix(file, ".py") {
			m := readPyModule(file, string(files[file]))
			r.modules[m.name] = m
		}
	}
	for _, name := range sortedKeys(r.modules) {
		if m := r.modules[name]; m.isPublic() {
			for _, one := range m.exported() {
				r.export(m, one)
			}
		}
	}
	for len(r.open) > 0 {
		next := r.open[0]
		r.open = r.open[1:]
		r.declaration(next)
	}
	r.api.expand(r.aliases)
	r.api.hide()
	r.api.infer([]string{"type", "protocol"})
	return r.api
}

// symbol is the name of a declaration without the private modules in front, whose names may change.
func (d *pyDecl) symbol() string {
	parts := slices.DeleteFunc(strings.Split(d.module.name, "."), isPrivate)
	return strings.TrimPrefix(strings.Join(append(parts, d.name), "."), ".")
}

func (r *pyReader) export(m *pyModule, name string) {
	d := r.find(pyName{m.name, name}, 0)
	public := strings.TrimPrefix(m.name+"."+name, ".")
	r.api.public[public] = true
	if d == nil || d.symbol() != public {
		r.api.add(&symbol{name: public, kind: "export", text: name, typ: one(name), use: given | read})
	}
	if d != nil {
		r.reach(d)
	}
}

// find returns the declaration of a name, through imports.
func (r *pyReader) find(n pyName, depth int) *pyDecl {
	m := r.modules[n.module]
	if m == nil || depth > 20 {
		return nil
	}
	if d := m.decls[n.name]; d != nil {
		return d
	}
	if next, is := m.imports[n.name]; is {
		return r.find(next, depth+1)
	}
	return nil
}

func (r *pyReader) reach(d *pyDecl) {
	if !r.reached[d] {
		r.reached[d] = true
		r.open = append(r.open, d)
	}
}

// form is the normal form of a type: names of declarations have their module in front, and these declarations are reached. A type in quotes
// is the type.
func (r *pyReader) form(tokens []tsToken, m *pyModule) string {
	var list []tsToken
	for i, t := range tokens {
		if t.kind == tsLiteral && len(tokens) == 1 && strings.HasPrefix(t.text, `"`) {
			return r.form(lineOf(strings.Trim(t.text, `"`)), m)
		}
		if t.kind != tsWord || i > 0 && tokens[i-1].text == "." {
			list = append(list, t)
			continue
		}
		name := t.text
		target := pyName{m.name, name}
		if imported, is := m.imports[name]; is {
			name, target = imported.name, imported
		}
		if d := r.find(target, 0); d != nil {
			r.reach(d)
			name = d.symbol()
		}
		list = append(list, tsToken{tsWord, name})
	}
	return joined(list)
}

func lineOf(text string) []tsToken {
	if lines := scanPython(text); len(lines) > 0 {
		return lines[0].tokens
	}
	return nil
}

// union is a type whose branches are apart: one for each value of Literal.
func (r *pyReader) union(tokens []tsToken, m *pyModule) typ {
	var list []string
	for _, branch := range union(r.form(tokens, m)).any {
		switch head, args := arguments(branch); head {
		case "Literal":
			for _, value := range args {
				list = append(list, "Literal["+value+"]")
			}
		case "Optional":
			list = append(list, append(args, "None")...)
		case "Union":
			list = append(list, args...)
		default:
			list = append(list, branch)
		}
	}
	slices.Sort(list)
	return typ{list}
}

// declaration adds the symbols of a declaration.
func (r *pyReader) declaration(d *pyDecl) {
	switch d.kind {
	case "class":
		r.class(d)
	case "function":
		own := &symbol{name: d.symbol(), kind: "function", text: pyHead(d.all[0].tokens), use: read}
		for _, s := range d.all {
			own.signatures = append(own.signatures, r.signature(s.tokens, d.module, false))
		}
		r.api.add(own)
	default:
		r.value(d)
	}
}

// pyHead is the line of a class or function without the colon.
func pyHead(tokens []tsToken) string { return strings.TrimSuffix(joined(tokens), ":") }

// value adds a constant, or a type that has a name.
func (r *pyReader) value(d *pyDecl) {
	t := d.all[0].tokens
	var annotation, value []tsToken
	if eq := tsIndex(t, "="); eq >= 0 {
		value = t[eq+1:]
		t = t[:eq]
	}
	if len(t) > 2 && t[1].text == ":" {
		annotation = t[2:]
	}
	own := &symbol{name: d.symbol(), kind: "constant", text: joined(d.all[0].tokens), use: read}
	head, args := "", []string(nil)
	if len(annotation) > 0 {
		head, args = arguments(joined(annotation))
	}
	switch text := joined(annotation); {
	case text == "TypeAlias":
		own.kind, own.use, own.typ = "type", 0, r.union(value, d.module)
		r.aliases[own.name] = own.typ
	case head == "Final" && len(args) == 1:
		own.typ = one(r.form(annotation[2:len(annotation)-1], d.module))
	case text == "" || text == "Final":
		own.typ = one(joined(value))
	default:
		own.typ = r.union(annotation, d.module)
	}
	if len(own.text) > 200 {
		own.text = own.text[:max(strings.LastIndexByte(own.text[:200], ' '), 0)] + " ..."
	}
	r.api.add(own)
}
