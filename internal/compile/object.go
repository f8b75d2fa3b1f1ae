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
			rec.Forbidden = append(rec.Forbidden, ir.Forbidden{Name: p.name.Value, Failure: falseSchema})
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
	}
}

// composed stores the types that a record is composed of, because their rules apply to it.
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

// forbidden reports whether the schema false is the only schema of the member.
func (p *property) forbidden() bool {
	return !slices.ContainsFunc(p.parts, func(s *syntax.Schema) bool { return s.Bool == nil || *s.Bool })
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
	if k, ok := f.Value.Kind.(ir.Integer); !ok || k.Width != ir.Safe || !wideNumber.MatchString(f.Doc.Text) {
		return
	}
	c.Diags.Add(diag.Diagnostic{Pos: f.Pos, Severity: diag.Warning, Code: "wide-integer", Suggestion: "refer to `std.Int64` or `std.UInt64`, or write it as `type: string`",
		Message: fmt.Sprintf("the name %q suggests more than 53 bits, but `type: integer` is limited to ±(2^53-1)", f.Name)})
}

// undeclared returns required members that no `properties` declares: any value is valid for them.
func (c *compiler) undeclared(n *normalForm) []*ir.Field {
	var list []*ir.Field
	for _, r := range n.required {
		if n.byName[r.Value] == nil {
			c.spend(&c.budget.members, 1, r.Pos)
			list = append(list, &ir.Field{Name: r.Value, Pos: r.Pos, Value: ir.Value{Kind: ir.Any{}}, Required: true, Missing: isRequired})
		}
	}
	return list
}

// unreachable warns of members of a record that are required and not declared, and of members that can never be present.
func (c *compiler) unreachable(n *normalForm) {
	if !n.isRecord || !n.typed || n.types&^nullType != objectType {
		return
	}
	var names []string
	for _, p := range n.props {
		names = append(names, p.name.Value)
	}
	for _, r := range n.required {
		if n.byName[r.Value] != nil {
			continue
		}
		message, help := fmt.Sprintf("%q is required, but no `properties` declares it", r.Value), c.Nearest(r.Value, names)
		if len(n.closed) > 0 {
			n.impossible = true
		} else if help == "" {
			message += ", so any value is valid"
		}
		c.Diags.Add(diag.Diagnostic{Pos: r.Pos, Severity: diag.Warning, Code: "undeclared-member", Message: message,
			Suggestion: cmp.Or(help, "declare it under `properties`; `{}` admits any value")})
	}
	c.shutOut(n)
}

// shutOut warns of members that a closed part does not name: they can never be present.
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
			n.impossible, reported[p] = true, true
			c.Diags.Add(diag.Diagnostic{Pos: p.name.Pos, Severity: diag.Warning, Code: "shut-out",
				Message:    "the member \"" + p.name.Value + "\" can never be present: `additionalProperties: false` admits only the `properties` beside it",
				Suggestion: "close the composed type instead of its part, and declare all members there",
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
