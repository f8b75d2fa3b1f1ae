package compile

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

func (c *compiler) mergeObject(n *normalForm, s *syntax.Schema) {
	if s.PropertiesPos.IsValid() {
		n.isRecord = n.isRecord || len(s.Properties) > 0
		n.speaks("properties", objectType, s.PropertiesPos)
	}
	for _, p := range s.Properties {
		known := n.byName[p.Name.Value]
		if known == nil {
			known = &property{name: p.Name}
			n.byName[p.Name.Value] = known
			n.props = append(n.props, known)
		}
		known.parts = append(known.parts, p.Schema)
	}
	if len(s.Required) > 0 {
		n.isRecord = true
		n.speaks("required", objectType, s.Required[0].Pos)
	}
	for _, r := range s.Required {
		if !n.isRequired[r.Value] {
			n.isRequired[r.Value] = true
			n.required = append(n.required, r)
		}
	}
	if a := s.Additional; a != nil {
		n.speaks("additionalProperties", objectType, a.Pos)
		switch {
		case a.Bool != nil && !*a.Bool:
			n.isRecord = true
			n.closed = append(n.closed, s)
		case a.Bool == nil && (a.Constrains() || a.Ref.Pos.IsValid()):
			n.additional = append(n.additional, a)
		default:
			n.evaluates = true
		}
	}
}

var surplus = ir.Failure{Rule: "additionalProperties", Message: "is not a member that is allowed here"}

// object gives v its shape: any object, a map, or a record.
func (c *compiler) object(n *normalForm, v *ir.Value, at site) {
	switch {
	case n.general && len(n.props) > 0, !n.general && n.isRecord:
		c.record(n, v, at)
	case len(n.additional) > 0 && (!n.isRecord || n.general && len(n.closed) == 0 && !n.patterned): // `required` alone makes no record
		values := c.value(n.additional, site{name: at.name + ".value", pos: n.additional[0].Pos})
		v.Kind = ir.Map{Values: &values}
	default:
		v.Kind = ir.Object{Evaluates: n.evaluates}
	}
}

func (c *compiler) record(n *normalForm, v *ir.Value, at site) {
	rec := &ir.Record{Evaluates: n.evaluates}
	v.Kind = rec
	mismatch := v.Mismatch
	t, known := c.named(n, v, at)
	c.composed(n, v, at)
	if known {
		return
	}
	t.Value = ir.Value{Kind: rec, Mismatch: mismatch}
	c.spend(&c.budget.members, len(n.props), n.pos)
	for _, p := range n.props {
		if p.forbidden() {
			rec.Forbidden = append(rec.Forbidden, c.forbid(n, p))
		} else {
			rec.Fields = append(rec.Fields, c.field(n, p, at))
		}
	}
	if n.general {
		rec.Closed = len(n.closed) > 0 && !n.patterned
		return
	}
	rec.Fields = append(rec.Fields, c.undeclared(n)...)
	if len(n.closed) > 0 {
		rec.Closed, rec.Surplus = true, surplus
		c.shutOut(n)
	}
}

// composed notes what a record is composed of, for the rules that hold for it.
func (c *compiler) composed(n *normalForm, v *ir.Value, at site) {
	t := at.self
	if ref, isRef := v.Kind.(ir.Ref); isRef {
		t = ref.Type
	}
	for _, part := range n.parts {
		if !slices.Contains(c.contains[t], part) {
			c.contains[t] = append(c.contains[t], part)
		}
	}
}

// forbidden reports whether nothing but the schema false is said of the member.
func (p *property) forbidden() bool {
	return !slices.ContainsFunc(p.parts, func(s *syntax.Schema) bool { return s.Bool == nil || *s.Bool })
}

func (c *compiler) forbid(n *normalForm, p *property) ir.Forbidden {
	if n.isRequired[p.name.Value] {
		c.Fail(p.parts[0].Pos, "impossible", "", "%q is required, and no value is allowed there", p.name.Value)
	}
	return ir.Forbidden{Name: p.name.Value, Failure: falseSchema}
}

func (c *compiler) field(n *normalForm, p *property, at site) *ir.Field {
	f := &ir.Field{Name: p.name.Value, Pos: p.name.Pos}
	for _, part := range p.parts {
		f.Doc = narrowed(f.Doc, docOf(part)) // the narrowest description wins, and so does the narrowest name
		if names := c.Renames(part.Rename); names != nil {
			f.Rename = names
		}
	}
	last := p.parts[len(p.parts)-1]
	f.Value = c.value(p.parts, site{name: at.name + "." + step(p.name.Value, last), pos: last.Pos})
	c.wide(f)
	c.staged(f, p)
	c.noteAuto(f, p)
	if n.isRequired[f.Name] {
		f.Required = true
		f.Missing = ir.Failure{Rule: "required", Message: "is required"}
	}
	return f
}

var wideNumber = regexp.MustCompile(`(?i)\b(u?int64|64[ -]?bits?|bigint|snowflake)\b`)

// wide warns of an integer whose description speaks of more than a double can distinguish.
func (c *compiler) wide(f *ir.Field) {
	if _, ok := f.Value.Kind.(ir.Integer); !ok || !wideNumber.MatchString(f.Doc.Text) {
		return
	}
	c.Diags.Add(diag.Diagnostic{Pos: f.Pos, Severity: diag.Warning, Code: "wide-integer", Suggestion: "write it as `type: string`",
		Message: fmt.Sprintf("%q sounds wider than the integers that every language can hold, ±(2^53-1)", f.Name)})
}

// undeclared returns required members that no `properties` names: they may hold any value. One that looks like a member that
// is named is taken for a mistake.
func (c *compiler) undeclared(n *normalForm) []*ir.Field {
	var names []string
	for _, p := range n.props {
		names = append(names, p.name.Value)
	}
	var list []*ir.Field
	for _, r := range n.required {
		if n.byName[r.Value] != nil {
			continue
		}
		message := fmt.Sprintf("%q is required, but no `properties` names it", r.Value)
		help := c.Nearest(r.Value, names)
		if help != "" || len(n.closed) > 0 {
			c.Fail(r.Pos, "undeclared-member", cmp.Or(help, "name it under `properties`; `{}` admits any value"), "%s", message)
			continue
		}
		c.spend(&c.budget.members, 1, r.Pos)
		c.Diags.Add(diag.Diagnostic{Pos: r.Pos, Severity: diag.Warning, Code: "undeclared-member", Message: message + ", so it may hold any value",
			Suggestion: "name it under `properties`; `{}` admits any value"})
		list = append(list, &ir.Field{Name: r.Value, Pos: r.Pos, Value: ir.Value{Kind: ir.Any{}}, Required: true, Missing: ir.Failure{Rule: "required", Message: "is required"}})
	}
	return list
}

// shutOut reports members that a closed part does not name: they could never be present.
func (c *compiler) shutOut(n *normalForm) {
	reported := map[*property]bool{} // by the first part that shuts it out
	for _, s := range n.closed {
		named := map[string]bool{}
		for _, p := range s.Properties {
			named[p.Name.Value] = true
		}
		for _, p := range n.props {
			if named[p.name.Value] || reported[p] {
				continue
			}
			reported[p] = true
			c.Diags.Add(diag.Diagnostic{Pos: p.name.Pos, Code: "shut-out",
				Message:    "the member \"" + p.name.Value + "\" can never be present: `additionalProperties: false` knows the properties beside it only",
				Suggestion: "close the composed type, not its part, and name all members there",
				Notes:      []diag.Note{{Pos: s.Additional.Pos, Message: "closed here"}}})
		}
	}
}

// items compiles the schema of an array's items.
func (c *compiler) items(n *normalForm, at site) *ir.Value {
	pos := at.pos
	for _, part := range n.itemParts {
		pos = part.Pos
	}
	v := c.value(n.itemParts, site{name: at.name + ".item", pos: pos})
	return &v
}
