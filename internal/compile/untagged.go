package compile

import (
	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// untagged warns of a choice of records without a `discriminator`: the generated code has no type for its values.
func (c *compiler) untagged(rest []conjunct) {
	for _, a := range rest {
		if a.kind != conditional {
			continue
		}
		c.untaggedBranches("oneOf", a.schema.OneOfPos, a.schema.OneOf)
		c.untaggedBranches("anyOf", a.schema.AnyOfPos, a.schema.AnyOf)
	}
}

func (c *compiler) untaggedBranches(keyword string, pos diag.Pos, branches []*syntax.Schema) {
	var records []record
	for _, b := range branches {
		r := record{members: map[string]bool{}, required: map[string]bool{}, words: map[string]string{}}
		c.describe(b, &r, map[*decl]bool{})
		if len(r.members) > 0 {
			records = append(records, r)
		}
	}
	if len(records) < 2 {
		return
	}
	c.Diags.Add(diag.Diagnostic{Pos: pos, Severity: diag.Warning, Code: "untagged",
		Message:    "the branches of `" + keyword + "` have no `discriminator`, so the generated code has no type for its values",
		Suggestion: distinction(records, len(branches))})
}

// distinction is the advice for selecting a record.
func distinction(records []record, branches int) string {
	if len(records) < branches {
		return "declare a type for the records, a `oneOf` with a `discriminator`, and refer to it here"
	}
	first := records[0]
	for _, tag := range first.order {
		words := map[string]bool{}
		for _, r := range records {
			if word, constant := r.words[tag]; constant && r.required[tag] {
				words[word] = true
			}
		}
		if len(words) == len(records) {
			return "write `oneOf` with `discriminator: {propertyName: " + tag + "}`"
		}
	}
	if len(records) == 2 {
		for i, r := range records {
			for _, name := range r.order {
				if r.required[name] && !records[1-i].members[name] {
					return "write `oneOf` with `discriminator: {presence: " + name + "}`, if that member selects the branch"
				}
			}
		}
	}
	return "give each branch a required member with a `const` of its own, and name that member: `discriminator: {propertyName: kind}`"
}

// record contains the declared members of a branch.
type record struct {
	order             []string // of members
	members, required map[string]bool
	words             map[string]string // of members that are a constant
}

// describe adds the members of a schema, its own and those of references and `allOf`.
func (c *compiler) describe(s *syntax.Schema, r *record, done map[*decl]bool) {
	for _, a := range c.conjuncts(s) {
		switch {
		case a.kind == reference && !done[a.ref]:
			done[a.ref] = true
			c.describe(a.ref.schema, r, done)
		case a.kind == own:
			for _, p := range a.schema.Properties {
				if !r.members[p.Name.Value] {
					r.order = append(r.order, p.Name.Value)
				}
				r.members[p.Name.Value] = true
				if word := p.Schema.Const; word != nil && wording.Literal(word).Kind == ir.StringLiteral {
					r.words[p.Name.Value] = wording.Literal(word).String
				}
			}
			for _, name := range a.schema.Required {
				r.required[name.Value] = true
			}
		}
	}
}
