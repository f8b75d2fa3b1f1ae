package source

import (
	"slices"
	"strings"
)

// tsReader reads the modules of a folder. Programs import those at its top. Those below are support code, of which the API contains the
// declarations that it leads to.
type tsReader struct {
	modules map[string]*tsModule
	api     *api
	reached map[*tsDecl]bool
	open    []*tsDecl
	aliases map[string]typ // unions by the name of their symbol
}

func readTypeScript(files Files) *api {
	r := &tsReader{modules: map[string]*tsModule{}, api: newAPI(), reached: map[*tsDecl]bool{}, aliases: map[string]typ{}}
	for _, file := range sortedPaths(files) {
		if strings.HasSuffix(file, ".ts") && !strings.HasSuffix(file, ".d.ts") {
			r.modules[file] = readTSModule(file, string(files[file]))
		}
	}
	for _, file := range sortedKeys(r.modules) {
		if !strings.Contains(file, "/") {
			for _, e := range r.exports(r.modules[file], map[string]bool{}) {
				r.export(file, e)
			}
		}
	}
	for len(r.open) > 0 {
		next := r.open[0]
		r.open = r.open[1:]
		r.declaration(next.symbol(), next)
	}
	r.api.expand(r.aliases)
	r.api.hide()
	r.api.infer([]string{"interface", "type", "class"})
	return r.api
}

// moduleName is the first part of names: greeter, or envelope for all support code, whose files may move.
func moduleName(file string) string {
	if folder, _, below := strings.Cut(file, "/"); below {
		return folder
	}
	return strings.TrimSuffix(file, ".ts")
}

func (r *tsReader) exports(m *tsModule, seen map[string]bool) []tsExport {
	list := slices.Clone(m.exports)
	seen[m.file] = true
	for _, file := range m.stars {
		if other := r.modules[file]; other != nil && !seen[file] {
			list = append(list, r.exports(other, seen)...)
		}
	}
	return list
}

// export adds an exported name. Its declaration may be in another module.
func (r *tsReader) export(file string, e tsExport) {
	name := moduleName(file) + "." + e.name
	decls := r.find(e.of, 0)
	r.api.public[name] = true
	for _, d := range decls {
		if d.symbol() == name {
			r.reach(d)
			decls = nil
		}
	}
	if e.of.file == file || decls == nil {
		for _, d := range decls {
			r.reached[d] = true
			r.declaration(name, d)
		}
		return
	}
	r.api.add(&symbol{name: name, kind: "export", text: "export { " + e.name + " }", typ: one(e.of.name), use: given | read})
	for _, d := range decls {
		r.reach(d)
	}
}

// find returns the declarations of a name, through exports.
func (r *tsReader) find(n tsName, depth int) []*tsDecl {
	m := r.modules[n.file]
	if m == nil || depth > 20 {
		return nil
	}
	if decls := m.decls[n.name]; len(decls) > 0 {
		return decls
	}
	for _, e := range m.exports {
		if e.name == n.name && e.of != n {
			return r.find(e.of, depth+1)
		}
	}
	for _, file := range m.stars {
		if decls := r.find(tsName{file, n.name}, depth+1); len(decls) > 0 {
			return decls
		}
	}
	return nil
}

func (r *tsReader) reach(d *tsDecl) {
	if !r.reached[d] {
		r.reached[d] = true
		r.open = append(r.open, d)
	}
}

// form is the normal form of a type: names of declarations have their module in front, and these declarations are reached.
func (r *tsReader) form(tokens []tsToken, m *tsModule) string {
	var list []tsToken
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if t.kind != tsWord || i > 0 && tokens[i-1].text == "." || i+1 < len(tokens) && (tokens[i+1].text == ":" || tokens[i+1].text == "?") && isMemberName(tokens, i) {
			list = append(list, t)
			continue
		}
		n, imported := m.imports[t.text]
		if imported && n.name == "*" && i+2 < len(tokens) && tokens[i+1].text == "." {
			n.name = tokens[i+2].text
			i += 2
		}
		if !imported {
			n = tsName{m.file, t.text}
		}
		decls := r.find(n, 0)
		for _, d := range decls {
			r.reach(d)
			n.name = d.symbol()
		}
		if n.name == "envelope.With" && i+1 < len(tokens) && tokens[i+1].text == "<" {
			// The type with undeclared members, whose parameter has a default, is the type.
			end := tsClosing(tokens, i+1)
			if args := tsSplit(tsInside(tokens, i+1), ","); len(args) > 0 {
				n.name = r.form(args[0], m)
			}
			i = end
		}
		list = append(list, tsToken{tsWord, n.name})
	}
	for len(list) > 0 && (list[0].text == "|" || list[0].text == "&") {
		list = list[1:]
	}
	return joined(list)
}

// isMemberName reports whether a word before a colon names a member or parameter: a bracket or separator is before it.
func isMemberName(tokens []tsToken, i int) bool {
	return i > 0 && slices.Contains([]string{"{", ";", ",", "(", "readonly", "..."}, tokens[i-1].text)
}

func (r *tsReader) union(tokens []tsToken, m *tsModule) typ {
	t := union(r.form(tokens, m))
	slices.Sort(t.any)
	return t
}

func (d *tsDecl) symbol() string { return moduleName(d.module.file) + "." + d.name }

// declaration adds the symbols of a declaration.
func (r *tsReader) declaration(name string, d *tsDecl) {
	c := &tsCursor{d.tokens, 1}
	for c.at < len(c.tokens) && c.peek() != d.name {
		c.at++
	}
	c.at++
	switch d.kind {
	case "interface", "class":
		r.record(name, d, c)
	case "type":
		r.alias(name, d, c)
	case "const":
		r.value(name, d, c)
	case "function":
		call := d.tokens[c.at:]
		end := &tsCursor{call, 0}
		sig := r.signature(end, d.module)
		if d.overloaded() && end.peek() == "{" {
			return // the implementation of overloads, which programs cannot call
		}
		r.api.add(&symbol{name: name, kind: "function", text: trimmed(d.tokens[:c.at+end.at]), signatures: []signature{sig}, use: read})
	default:
		r.api.add(&symbol{name: name, kind: d.kind, text: trimmed(d.tokens), typ: one(r.form(d.tokens, d.module)), use: given | read})
	}
}

// overloaded reports whether a function has several declarations.
func (d *tsDecl) overloaded() bool {
	n := 0
	for _, other := range d.module.decls[d.name] {
		if other.kind == "function" {
			n++
		}
	}
	return n > 1
}

func trimmed(tokens []tsToken) string { return strings.TrimSuffix(joined(tokens), ";") }

// alias adds a type.
func (r *tsReader) alias(name string, d *tsDecl, c *tsCursor) {
	generic := ""
	if c.peek() == "<" {
		generic = "<" + r.form(c.brackets(), d.module) + ">"
	}
	if !c.take("=") {
		return
	}
	text := trimmed(d.tokens)
	t := r.union(c.value(";"), d.module)
	if generic == "" {
		t = r.vocabulary(t, d)
		r.aliases[d.symbol()] = t
	} else {
		t = one(generic + strings.Join(t.any, " | "))
	}
	r.api.add(&symbol{name: name, kind: "type", text: text, typ: t})
}

// suffix distinguishes a value from a type of one name.
func (r *tsReader) suffix(d *tsDecl) string {
	for _, other := range d.module.decls[d.name] {
		if other != d && (other.kind == "interface" || other.kind == "type") {
			return ofValue
		}
	}
	return ""
}

const ofValue = " (value)"

// vocabulary replaces the type of all values of an object, as generated for vocabularies, by these values.
func (r *tsReader) vocabulary(t typ, d *tsDecl) typ {
	var list []string
	for _, branch := range t.any {
		if branch != "(typeof "+d.symbol()+")[keyof typeof "+d.symbol()+"]" {
			list = append(list, branch)
			continue
		}
		for _, other := range d.module.decls[d.name] {
			if other.kind == "const" {
				list = append(list, constants(other)...)
			}
		}
	}
	slices.Sort(list)
	return typ{list}
}

// constants are the values of an object.
func constants(d *tsDecl) []string {
	var list []string
	for _, m := range (&tsCursor{inBraces(d.tokens), 0}).members() {
		list = append(list, joined(m.typ))
	}
	return list
}
