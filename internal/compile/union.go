package compile

import (
	"fmt"
	"slices"

	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// pendingUnion waits for the records of its branches.
type pendingUnion struct {
	schema   *syntax.Schema
	union    *ir.Union
	branches []ir.Value
	tagged   bool // the tags of the union are computed
	reversed bool // the second branch is the one that presence selects
	accepted bool // the union has no tag: the branch that accepts a value selects

	// Of a union without a tag:
	name     string
	place    string // of the schema with the branches
	owner    *ir.Type
	single   *ir.Failure // the failure of the schema, if that consists only of the branches
	only     bool        // the branches are those of oneOf
	mismatch *ir.Failure // of a value that is neither an object nor an accepted null

	condition *syntax.Schema // selects the first of two branches, which are then and else; or nil
	done      bool
}

// union starts a discriminated union; finishUnion completes it once all records are there.
func (c *compiler) union(s *syntax.Schema, at site) ir.Value {
	u := &ir.Union{Tag: s.Tag.Value}
	if s.Presence {
		u.By = ir.ByPresence
	}
	mismatch := ir.Failure{Rule: "type", Message: "must be an object"}
	v := ir.Value{Kind: u, Mismatch: mismatch}
	t, known := c.named(&normalForm{key: c.unionKey(s), pos: s.Pos, doc: docOf(s)}, &v, at)
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

func (c *compiler) unionKey(s *syntax.Schema) string {
	return c.shapes.key([]*syntax.Schema{s}) + "union"
}

// finishUnion completes a union once all records are there; the unions among its branches first.
func (c *compiler) finishUnion(p *pendingUnion) {
	if p.done {
		return
	}
	p.done = true
	if p.accepted {
		c.finishAlternatives(p)
		return
	}
	owner := map[string]int{}
	for i, b := range p.branches {
		branch := p.schema.OneOf[i]
		if p.schema.Fallback && i == len(p.branches)-1 {
			c.fallback(p, branch, b)
			break
		}
		t := c.variant(b)
		if t == nil {
			d := diag.Diagnostic{Pos: branch.Pos, Code: "branch-type",
				Message: fmt.Sprintf("a branch of a union with `discriminator` must be an object with properties, or another such union; %s is neither", branch)}
			if ref, isRef := b.Kind.(ir.Ref); isRef {
				d.Notes = []diag.Note{{Pos: ref.Type.Pos, Message: "declared here"}}
			}
			c.Diags.Add(d)
			continue
		}
		if p.union.By == ir.ByPresence {
			p.union.Variants = append(p.union.Variants, ir.Variant{Type: t})
			continue
		}
		v := ir.Variant{Type: t, Tags: c.tagsOf(p, branch, t)}
		for _, tag := range v.Tags {
			if first, taken := owner[tag]; taken {
				c.Diags.Add(diag.Diagnostic{Pos: branch.Pos, Code: "tag-overlap", Message: "two branches have the tag value " + wording.Spell(p.union.By.Literal(tag)),
					Suggestion: "give the tag of each branch values of its own",
					Notes:      []diag.Note{{Pos: p.schema.OneOf[first].Pos, Message: "the other one"}}})
			}
			owner[tag] = i
		}
		p.union.Variants = append(p.union.Variants, v)
	}
	if p.union.By == ir.ByPresence {
		c.tellApart(p)
		return
	}
	c.refuse(p)
	failTags(p.union)
}

// failTags sets the failures of a union's tag.
func failTags(u *ir.Union) {
	var lits []ir.Literal
	for _, v := range u.Variants {
		for _, tag := range v.Tags {
			lits = append(lits, u.By.Literal(tag))
		}
	}
	u.MissingTag = ir.Failure{Rule: "required", Message: "is required"}
	u.UnknownTag = ir.Failure{Rule: "discriminator", Message: "must be " + wording.OneOf(lits)}
	if u.Fallback() != nil {
		u.UnknownTag.Message = otherTags(u.By, u.Refused)
	}
}

// variant follows the references of a branch to its record or union, or returns nil.
func (c *compiler) variant(v ir.Value) *ir.Type {
	var t *ir.Type
	for !v.Nullable {
		switch k := v.Kind.(type) {
		case ir.Ref:
			if v.Schema != nil {
				return nil // its own keywords would be dropped
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

// tellApart puts the branch first that requires the member by which presence selects, and reports branches that it does not distinguish.
func (c *compiler) tellApart(p *pendingUnion) {
	u := p.union
	if len(p.schema.OneOf) != 2 {
		c.Fail(p.schema.OneOfPos, "presence-branches", "declare a union of the other branches, which another member selects, and name it as the second branch", "`discriminator: {presence: ...}` requires two branches, not %d", len(p.schema.OneOf))
		return
	}
	if len(u.Variants) != 2 {
		return // it is reported
	}
	var required, named [2]bool
	for i, v := range u.Variants {
		required[i], named[i] = host.RequiresMember(v.Type, u.Tag)
	}
	branches := p.schema.OneOf
	switch {
	case required[0] && !named[1]:
	case required[1] && !named[0]:
		slices.Reverse(u.Variants)
		p.reversed = true
	case required[0] && required[1]:
		c.Fail(p.schema.Tag.Pos, "presence-branches", "", "both branches require %q, so its presence cannot select one", u.Tag)
	case required[0], required[1]:
		other := branches[0]
		if required[0] {
			other = branches[1]
		}
		c.Fail(other.Pos, "presence-branches", "remove the member, or give it the schema `false`", "%s names %q, whose presence selects the other branch", other, u.Tag)
	default:
		c.Fail(p.schema.Tag.Pos, "presence-branches", fmt.Sprintf("add `required: [%s]` to one", u.Tag), "no branch requires %q, which `discriminator` names", u.Tag)
	}
}

// tagsOf returns the values that a branch gives the tag: a record by its member, a union by all of its branches.
func (c *compiler) tagsOf(p *pendingUnion, branch *syntax.Schema, t *ir.Type) []string {
	u, nested := t.Value.Kind.(*ir.Union)
	if !nested {
		return c.tags(p, branch, t.Value.Kind.(*ir.Record))
	}
	var all []string
	if u.Tag == p.union.Tag && u.Fallback() != nil {
		c.Fail(branch.Pos, "fallback", "move the fallback to the outer union", "%s has a fallback, which takes the tags of the other branches", branch)
		return nil
	}
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
			c.Diags.Add(diag.Diagnostic{Pos: branch.Pos, Code: "tag-not-required", Message: fmt.Sprintf("%s does not require the tag %q", branch, tag),
				Suggestion: fmt.Sprintf("add `required: [%s]` to it", tag),
				Notes:      []diag.Note{{Pos: f.Pos, Message: "declared here"}}})
		}
		tags, by := tagValues(f.Value)
		switch {
		case len(tags) == 0:
			c.Diags.Add(diag.Diagnostic{Pos: branch.Pos, Code: "tag-values", Message: fmt.Sprintf("the tag %[2]q of %[1]s is neither a `const` or `enum` of strings or integers nor a boolean `const`", branch, tag),
				Suggestion: selectingValue(f.Value),
				Notes:      []diag.Note{{Pos: f.Pos, Message: "declared here"}}})
		case !p.tagged:
			p.union.By, p.tagged = by, true
		case by != p.union.By:
			c.Diags.Add(diag.Diagnostic{Pos: branch.Pos, Code: "tag-values", Message: fmt.Sprintf("the tag %[2]q of %[1]s has values of another JSON type than in the branches before", branch, tag),
				Notes: []diag.Note{{Pos: f.Pos, Message: "declared here"}}})
			return nil
		}
		return tags
	}
	c.Fail(branch.Pos, "tag-values", "", "%s has no member %q, which `discriminator` names", branch, tag)
	return nil
}

// selectingValue suggests a tag. Another number cannot be one, but the schema of its branch selects it.
func selectingValue(v ir.Value) string {
	if k, is := v.Kind.(ir.Const); is && k.Literal.Kind == ir.NumberLiteral {
		return "only an integer within ±(2^53-1) can be a tag; remove `discriminator`, so that the schemas of the branches select"
	}
	return "write the value that selects this branch as `const`"
}

// tagValues returns the strings or integers that a tag may be, or the one boolean.
func tagValues(v ir.Value) ([]string, ir.Selection) {
	for !v.Nullable {
		switch k := v.Kind.(type) {
		case ir.Ref:
			v = k.Type.Value
			continue
		case ir.Const:
			if tag, by, is := ir.TagOfLiteral(k.Literal); is {
				return []string{tag}, by
			}
		case ir.Integer:
			return integerTags(v), ir.ByInteger
		case *ir.Enum:
			var tags []string
			for _, e := range k.Values {
				tags = append(tags, e.Value)
			}
			return tags, ir.ByString
		}
		break
	}
	return nil, ir.ByString
}

// integerTags returns the integers of the enum of an integer, or nil if there is none.
func integerTags(v ir.Value) []string {
	for _, check := range v.Checks {
		one, is := check.(ir.OneOf)
		if !is {
			continue
		}
		var tags []string
		for _, l := range one.Literals {
			tag, is := ir.ByInteger.TagOf(l)
			if !is {
				return nil
			}
			tags = append(tags, tag)
		}
		return tags
	}
	return nil
}
