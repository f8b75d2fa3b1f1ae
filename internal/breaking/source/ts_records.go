package source

import (
	"slices"
	"strings"
)

// record adds an interface or class with its members.
func (r *tsReader) record(name string, d *tsDecl, c *tsCursor) {
	own := &symbol{name: name, kind: d.kind, typ: one("")}
	head := c.at
	if c.peek() == "<" {
		own.typ = one(r.form(c.brackets(), d.module))
	}
	if c.peek() != "{" {
		c.heritage(func(word string, tokens []tsToken) {
			for _, base := range tsSplit(tokens, ",") {
				r.base(own, word, base, d.module)
			}
		})
	}
	own.text = joined(d.tokens[:max(c.at, head)])
	if r.api.add(own) != own {
		return
	}
	for _, m := range (&tsCursor{inBraces(d.tokens[c.at:]), 0}).members() {
		r.member(own, m, d)
	}
}

// heritage visits the types behind extends and implements.
func (c *tsCursor) heritage(visit func(word string, tokens []tsToken)) {
	for c.peek() == "extends" || c.peek() == "implements" {
		word := c.peek()
		c.at++
		visit(word, c.typ("implements"))
	}
}

// base adds a type that is extended. The input of a builder, which takes its members from a message, is compared by the members that it
// leaves out or makes optional.
func (r *tsReader) base(own *symbol, word string, tokens []tsToken, m *tsModule) {
	form := r.form(tokens, m)
	head, args := arguments(form)
	if head == "" {
		head = form
	}
	if head == "envelope.Drafted" && len(args) >= 2 {
		own.bases = append(own.bases, args[0])
		r.drafted(own, "without", args[1:2])
		r.drafted(own, "filled", args[2:])
		return
	}
	own.bases = append(own.bases, head)
	if word == "extends" && form != head {
		own.typ = one(own.typ.any[0] + " extends " + form)
	}
}

func (r *tsReader) drafted(own *symbol, kind string, args []string) {
	for _, arg := range args {
		for _, name := range union(arg).any {
			if name = strings.Trim(name, `"`); name != "never" {
				own.drafts = append(own.drafts, draft{name, kind})
			}
		}
	}
}

func (r *tsReader) member(own *symbol, m tsMember, d *tsDecl) {
	if strings.HasPrefix(m.name, "#") || slices.Contains(m.modifiers, "private") || slices.Contains(m.modifiers, "protected") {
		return
	}
	s := &symbol{name: own.name + "." + m.name, parent: own.name, kind: "member", text: trimmed(m.text), optional: m.optional,
		readonly: slices.Contains(m.modifiers, "readonly"), demanded: d.kind == "interface" && !m.optional && m.name != "[]" && m.name != "()"}
	if m.isMethod {
		s.kind = "method"
		s.signatures = []signature{r.signature(&tsCursor{m.call, 0}, d.module)}
	} else {
		s.typ = r.union(m.typ, d.module)
	}
	r.api.add(s)
}

// signature reads type parameters, parameters and the result of a function.
func (r *tsReader) signature(c *tsCursor, m *tsModule) signature {
	var sig signature
	if c.peek() == "<" {
		sig.generic = r.form(c.brackets(), m)
	}
	if c.peek() == "(" {
		for _, part := range tsSplit(c.brackets(), ",") {
			sig.params = append(sig.params, r.param(part, m))
		}
	}
	sig.result = one("void")
	if c.take(":") {
		sig.result = r.union(c.typ(";"), m)
	}
	return sig
}

func (r *tsReader) param(tokens []tsToken, m *tsModule) param {
	c := &tsCursor{tokens, 0}
	for slices.Contains(tsModifiers, c.peek()) {
		c.at++
	}
	p := param{}
	if c.take("...") {
		p.kind, p.optional = "rest", true
	}
	if c.peek() == "{" || c.peek() == "[" {
		c.brackets()
	} else {
		p.label = c.peek()
		c.at++
	}
	p.optional = c.take("?") || p.optional
	p.typ = one("any")
	if c.take(":") {
		p.typ = r.union(c.typ("="), m)
	}
	p.optional = c.take("=") || p.optional
	return p
}

// value adds a constant. Without a declared type, an object has its members, and any other value has its text as type.
func (r *tsReader) value(name string, d *tsDecl, c *tsCursor) {
	name += r.suffix(d)
	if c.take(":") {
		t := r.union(c.typ("="), d.module)
		r.api.add(&symbol{name: name, kind: "constant", text: trimmed(d.tokens[:c.at]), typ: t, use: read})
		return
	}
	if !c.take("=") {
		return
	}
	if c.peek() != "{" {
		value := c.value(";")
		r.api.add(&symbol{name: name, kind: "constant", text: trimmed(d.tokens), typ: one(joined(value)), use: read})
		return
	}
	r.api.add(&symbol{name: name, kind: "constant", text: "const " + d.name, typ: one("object"), use: read})
	for _, m := range (&tsCursor{inBraces(d.tokens), 0}).members() {
		r.api.add(&symbol{name: name + "." + m.name, parent: name, kind: "constant", text: joined(m.text), typ: one(joined(m.typ)), use: read})
	}
}
