package source

import (
	"slices"
	"strings"
)

// class adds a class with its members. Its annotations are members, and arguments of the constructor unless it has one of its own.
func (r *pyReader) class(d *pyDecl) {
	s := d.all[0]
	own := &symbol{name: d.symbol(), kind: "class", text: pyHead(s.tokens), use: given | read, typ: one("")}
	if open := tsIndex(s.tokens, "("); open > 0 {
		for _, base := range tsSplit(tsInside(s.tokens, open), ",") {
			if len(base) > 1 && base[1].text == "=" {
				if base[0].text == "total" {
					own.typ = one(joined(base))
				}
				continue // an argument for generated code
			}
			form := r.form(base, d.module)
			head, _ := arguments(form)
			if head == "" {
				head = form
			}
			own.bases = append(own.bases, head)
			if head == "Protocol" {
				own.kind, own.use = "protocol", 0
			}
		}
	}
	if r.api.add(own) == own {
		r.members(own, s.body, d)
	}
}

func (r *pyReader) members(own *symbol, body []pyStatement, d *pyDecl) {
	var marks []string
	skip := false
	for _, s := range body {
		switch first := s.tokens[0]; {
		case first.text == "@":
			marks = append(marks, joined(s.tokens[1:]))
			continue
		case first.text == "if":
			skip = strings.Contains(joined(s.tokens), "TYPE_CHECKING")
			r.members(own, s.body, d)
		case first.text == "else":
			if !skip {
				r.members(own, s.body, d)
			}
		case first.text == "def" || first.text == "async":
			r.method(own, s, marks, d)
		case first.kind == tsWord && len(s.tokens) > 2 && (s.tokens[1].text == ":" || s.tokens[1].text == "="):
			r.field(own, s.tokens, d)
		}
		marks = nil
	}
}

// pyInternal are the methods for generated code: programs take codecs from a module.
var pyInternal = map[string]bool{"Codec.__init__": true, "Codec.examine": true, "Codec.examine_part": true, "Codec.settle": true}

func (r *pyReader) method(own *symbol, s pyStatement, marks []string, d *pyDecl) {
	t := s.tokens
	if t[0].text == "async" {
		t = t[1:]
	}
	if len(t) < 2 {
		return
	}
	name := t[1].text
	if isPrivate(name) && name != "__init__" && name != "__call__" || pyInternal[own.name+"."+name] {
		return
	}
	m := &symbol{name: own.name + "." + name, parent: own.name, kind: "method", text: pyHead(s.tokens), use: own.use, demanded: own.kind == "protocol"}
	if own.kind == "class" {
		m.use = read
	}
	known := r.api.symbols[m.name]
	if known != nil && !slices.Contains(marks, "overload") {
		return // the implementation of overloads, or the setter of a property
	}
	if slices.Contains(marks, "property") {
		m.kind = "member"
		m.typ = r.signature(s.tokens, d.module, true).result
	} else {
		m.signatures = []signature{r.signature(s.tokens, d.module, !slices.Contains(marks, "staticmethod"))}
	}
	r.api.add(m)
}

// field adds an annotated attribute, or an assigned one.
func (r *pyReader) field(own *symbol, t []tsToken, d *pyDecl) {
	name := t[0].text
	if isPrivate(name) {
		return
	}
	m := &symbol{name: own.name + "." + name, parent: own.name, kind: "member", text: joined(t), use: given | read}
	value := tsIndex(t, "=")
	annotation := t[2:]
	if value >= 0 {
		annotation = t[min(2, value):value]
	}
	if t[1].text == "=" {
		annotation = t[2:]
	}
	m.typ = r.union(annotation, d.module)
	head, _ := arguments(joined(annotation))
	switch head {
	case "ClassVar", "Final":
		m.typ, m.use = r.union(annotation[2:len(annotation)-1], d.module), read
	case "NotRequired":
		m.optional = true
	default:
		// A member with a default is always there for a program that reads it: its type contains the default.
		m.demanded = value < 0 && !slices.Contains(own.typ.any, "total = False")
		m.use = given | read
		m.defaulted = value >= 0
	}
	r.api.add(m)
}

// signature reads the parameters and the result of a function. That of a method has an instance in front, which callers do not give.
func (r *pyReader) signature(t []tsToken, m *pyModule, bound bool) signature {
	sig := signature{result: one("None")}
	if t[0].text == "async" {
		sig.generic = "async"
	}
	open := tsIndex(t, "(")
	if open < 0 {
		return sig
	}
	end := tsClosing(t, open)
	kind := ""
	for i, part := range tsSplit(tsInside(t, open), ",") {
		switch {
		case i == 0 && bound:
		case len(part) == 1 && part[0].text == "*":
			kind = "keyword"
		case len(part) == 1 && part[0].text == "/":
			for j := range sig.params {
				sig.params[j].name = "" // given by place
			}
		default:
			p := r.param(part, m, kind)
			if p.kind == "rest" && part[0].text == "*" {
				kind = "keyword"
			}
			sig.params = append(sig.params, p)
		}
	}
	if end+1 < len(t) && t[end+1].text == "->" {
		result := t[end+2:]
		if len(result) > 0 && result[len(result)-1].text == ":" {
			result = result[:len(result)-1]
		}
		sig.result = r.union(result, m)
	}
	return sig
}

func (r *pyReader) param(t []tsToken, m *pyModule, kind string) param {
	p := param{kind: kind, typ: one("object")}
	if t[0].text == "*" || t[0].text == "**" {
		p.kind, p.optional = "rest", true
		t = t[1:]
	}
	if len(t) == 0 {
		return p
	}
	p.label, p.name = t[0].text, t[0].text
	if p.kind == "rest" {
		p.name = ""
	}
	if eq := tsIndex(t, "="); eq > 0 {
		p.optional = true
		t = t[:eq]
	}
	if len(t) > 2 && t[1].text == ":" {
		p.typ = r.union(t[2:], m)
	}
	return p
}
