package compile

import (
	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// misplacedParts reports parts (`x-part`) where a value would have to be one. To let members be parts lost: a value could then be read that
// cannot be written on its own.
func (c *compiler) misplacedParts(u *unit) {
	for _, d := range u.decls {
		if d.typ.Lifted {
			continue // schemas inside a type are visited there
		}
		if s := d.schema; s.Part.Value && s.From.Pos.IsValid() {
			c.Fail(s.From.Pos, "part", "write it at the types that contain this part", "`x-from` is for messages; a part is not a message")
		}
		c.partsWithin(d.schema, false)
	}
}

// partsWithin visits the schemas inside a type; composed reports that the schema is a branch of `allOf`.
func (c *compiler) partsWithin(s *syntax.Schema, composed bool) {
	if d := c.targets[s]; d != nil && d.schema.Part.Value && !composed {
		c.partMeant(s.Ref, d)
	}
	for _, sub := range s.Subschemas() {
		if sub.Schema.Part.Pos.IsValid() {
			c.Fail(sub.Schema.Part.Pos, "part", "give the schema a name under `types`, and write it there", "`x-part` is for named types; this schema has no name")
		}
		c.partsWithin(sub.Schema, sub.Keyword == "allOf")
	}
}

// partMeant reports a part where a whole type is meant.
func (c *compiler) partMeant(ref syntax.Text, d *decl) {
	c.Diags.Add(diag.Diagnostic{Pos: ref.Pos, Code: "part", Message: wording.Quote(ref.Value) + " is a part of other types; no value can have this type alone",
		Suggestion: "name it under `allOf`, or remove `x-part`", Notes: []diag.Note{{Pos: d.schema.Part.Pos, Message: "`x-part` is here"}}})
}

// takeParts takes the parts out of the types of a unit.
func (c *compiler) takeParts(u *unit) (types, parts []*ir.Type) {
	part := map[*ir.Type]bool{}
	for _, d := range u.decls {
		if d.schema.Part.Value {
			part[d.typ] = true
			if at := d.schema.Stability; at.Pos.IsValid() {
				c.Fail(at.Pos, "stability", "write it at the types that contain this part, or at its members", "`x-stability` is for types of messages and their members; a part is neither")
			}
			if _, isRecord := d.typ.Value.Kind.(*ir.Record); !isRecord {
				c.Fail(d.schema.Part.Pos, "part", "write it at an object type that declares a member under `properties`", "`x-part` is at %s, which is not a record", d.typ.Name)
			}
		}
	}
	for _, t := range u.out {
		for _, d := range c.contains[t] {
			if d.schema.Part.Value && d.typ != t {
				t.Parts = append(t.Parts, d.typ)
			}
		}
		if part[t] {
			parts = append(parts, t)
		} else {
			types = append(types, t)
		}
	}
	return types, parts
}
