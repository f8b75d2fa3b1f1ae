package compile

import (
	"fmt"
	"slices"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// pendingUnion waits for the records of its branches.
type pendingUnion struct {
	schema   *syntax.Schema
	union    *ir.Union
	branches []ir.Value
	done     bool
}

// union starts a discriminated union; finishUnion completes it once all records are there.
func (c *compiler) union(s *syntax.Schema, at site) ir.Value {
	u := &ir.Union{Tag: s.Tag.Value}
	mismatch := ir.Failure{Rule: "type", Message: "must be an object"}
	v := ir.Value{Kind: u, Mismatch: mismatch}
	t, known := c.named(&norm{key: unionKey(s), pos: s.Pos, doc: docOf(s)}, &v, at)
	if known {
		return v
	}
	t.Value = ir.Value{Kind: u, Mismatch: mismatch}
	p := &pendingUnion{schema: s, union: u}
	c.spend(&c.budget.members, len(s.OneOf), s.OneOfPos)
	for _, branch := range s.OneOf {
		p.branches = append(p.branches, c.value([]*syntax.Schema{branch}, site{name: c.place[branch], pos: branch.Pos, renames: branch.Rename}))
	}
	c.unions = append(c.unions, p)
	c.finished[u] = p
	c.unionTypes[s] = u
	return v
}

func unionKey(s *syntax.Schema) string { return key([]*syntax.Schema{s}) + "union" }

// finishUnion completes a union once all records are there; the unions among its branches first.
func (c *compiler) finishUnion(p *pendingUnion) {
	if p.done {
		return
	}
	p.done = true
	owner := map[string]int{}
	var lits []ir.Literal
	for i, b := range p.branches {
		branch := p.schema.OneOf[i]
		t := c.variant(b)
		if t == nil {
			d := diag.Diagnostic{Pos: branch.Pos, Code: "branch-type",
				Message: fmt.Sprintf("a branch of a union with `discriminator` must be an object with properties, or another such union; %s is neither", branch)}
			if ref, isRef := b.Kind.(ir.Ref); isRef {
				d.Notes = []diag.Note{{Pos: ref.Type.Pos, Message: "declared here"}}
			}
			c.diags.Add(d)
			continue
		}
		v := ir.Variant{Type: t, Tags: c.tagsOf(p, branch, t)}
		for _, tag := range v.Tags {
			if first, taken := owner[tag]; taken {
				c.diags.Add(diag.Diagnostic{Pos: branch.Pos, Code: "tag-overlap", Message: fmt.Sprintf("two branches have the tag value %q", tag),
					Suggestion: "give the tag of each branch values of its own",
					Notes:      []diag.Note{{Pos: p.schema.OneOf[first].Pos, Message: "the other one"}}})
			}
			owner[tag] = i
			lits = append(lits, ir.Literal{Kind: ir.StringLiteral, String: tag})
		}
		p.union.Variants = append(p.union.Variants, v)
	}
	p.union.MissingTag = ir.Failure{Rule: "required", Message: "is required"}
	p.union.UnknownTag = ir.Failure{Rule: "discriminator", Message: "must be " + oneOf(lits)}
}

// variant follows references to the record or union that a branch stands for, or returns nil.
func (c *compiler) variant(v ir.Value) *ir.Type {
	var t *ir.Type
	for !v.Nullable {
		switch k := v.Kind.(type) {
		case ir.Ref:
			if v.Schema != nil {
				return nil // what it adds to the type would be lost
			}
			t, v = k.Type, k.Type.Value
			continue
		case *ir.Record:
			return t
		case *ir.Union:
			if pending := c.finished[k]; pending != nil {
				c.finishUnion(pending)
			}
			return t
		}
		break
	}
	return nil
}

// tagsOf returns the values that a branch gives the tag: a record by its member, a union by all of its branches.
func (c *compiler) tagsOf(p *pendingUnion, branch *syntax.Schema, t *ir.Type) []string {
	u, nested := t.Value.Kind.(*ir.Union)
	if !nested {
		return c.tags(p, branch, t.Value.Kind.(*ir.Record))
	}
	var all []string
	for _, v := range u.Variants {
		for _, tag := range c.tagsOf(p, branch, v.Type) {
			if !slices.Contains(all, tag) {
				all = append(all, tag)
			}
		}
	}
	return all
}

// tags returns the values that a branch gives the tag, or reports why there are none.
func (c *compiler) tags(p *pendingUnion, branch *syntax.Schema, rec *ir.Record) []string {
	tag := p.union.Tag
	for _, f := range rec.Fields {
		if f.Name != tag {
			continue
		}
		if !f.Required {
			c.diags.Add(diag.Diagnostic{Pos: branch.Pos, Code: "tag-not-required", Message: fmt.Sprintf("%s does not require the tag %q", branch, tag),
				Suggestion: fmt.Sprintf("add `required: [%s]` to it", tag),
				Notes:      []diag.Note{{Pos: f.Pos, Message: "declared here"}}})
		}
		tags := tagValues(f.Value)
		if len(tags) == 0 {
			c.diags.Add(diag.Diagnostic{Pos: branch.Pos, Code: "tag-values", Message: fmt.Sprintf("%s gives the tag %q no string const or enum", branch, tag),
				Suggestion: "say with `const` which value selects this branch",
				Notes:      []diag.Note{{Pos: f.Pos, Message: "declared here"}}})
		}
		return tags
	}
	c.fail(branch.Pos, "tag-values", "", "%s has no member %q, which `discriminator` names", branch, tag)
	return nil
}

func tagValues(v ir.Value) []string {
	for !v.Nullable {
		switch k := v.Kind.(type) {
		case ir.Ref:
			v = k.Type.Value
			continue
		case ir.Const:
			if k.Literal.Kind == ir.StringLiteral {
				return []string{k.Literal.String}
			}
		case *ir.Enum:
			var tags []string
			for _, e := range k.Values {
				tags = append(tags, e.Value)
			}
			return tags
		}
		break
	}
	return nil
}
