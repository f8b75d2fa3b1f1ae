package compile

import (
	"fmt"
	"slices"

	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// fallbackKeyword leads from a union to its fallback.
const fallbackKeyword = "discriminator/fallback"

// fallback adds the variant of all tags that no branch names, or reports why a schema cannot be that.
func (c *compiler) fallback(p *pendingUnion, branch *syntax.Schema, v ir.Value) {
	t := c.variant(v)
	var record *ir.Record
	if t != nil {
		record, _ = t.Value.Kind.(*ir.Record)
	}
	if record == nil {
		c.Fail(branch.Pos, "fallback", "", "a fallback must be an object with properties; %s is not", branch)
		return
	}
	tag := p.union.Tag
	if p.tagged && p.union.By == ir.ByBoolean {
		c.Fail(branch.Pos, "fallback", "leave it out", "the tag %q is a boolean, so the branches can name all of its values", tag)
		return
	}
	if !c.takesOthers(p, branch, t.Field(tag)) {
		return
	}
	p.union.Variants = append(p.union.Variants, ir.Variant{Type: t})
}

// takesOthers reports whether the tag of a fallback is a string, or an integer, that it requires, and none that another branch names.
func (c *compiler) takesOthers(p *pendingUnion, branch *syntax.Schema, f *ir.Field) bool {
	tag, by := p.union.Tag, p.union.By
	if f == nil {
		c.Fail(branch.Pos, "fallback", fmt.Sprintf("add `%s: {type: %s}` to its properties, and `required: [%[1]s]`", tag, by.JSONType()), "%s has no member %q, which `discriminator` names", branch, tag)
		return false
	}
	refused := func(suggestion, format string, args ...any) bool {
		c.Diags.Add(diag.Diagnostic{Pos: branch.Pos, Code: "fallback", Message: fmt.Sprintf(format, args...), Suggestion: suggestion,
			Notes: []diag.Note{{Pos: f.Pos, Message: "declared here"}}})
		return false
	}
	if !f.Required {
		return refused(fmt.Sprintf("add `required: [%s]` to it", tag), "%s does not require the tag %q", branch, tag)
	}
	words, are := otherWords(f.Value, by)
	switch {
	case !are && by == ir.ByInteger:
		return refused("write `type: integer`", "the tag %q of %s is not an integer without null", tag, branch)
	case !are:
		return refused("write `type: string`", "the tag %q of %s is not a string without null and without an open vocabulary", tag, branch)
	}
	for _, word := range words {
		if slices.Contains(p.union.Named(), word) {
			return refused("leave that value out", "the tag %q of %s can be %s, which another branch names", tag, branch, wording.Spell(by.Literal(word)))
		}
	}
	return true
}

// otherWords reports whether a value is a string, or an integer, and lists the tags if they are limited to some.
func otherWords(v ir.Value, by ir.Selection) (words []string, are bool) {
	for {
		if v.Nullable {
			return nil, false
		}
		ref, isRef := v.Kind.(ir.Ref)
		if !isRef {
			break
		}
		v = ref.Type.Value
	}
	switch k := v.Kind.(type) {
	case ir.Integer:
		return integerTags(v), by == ir.ByInteger && k.Width == ir.Safe
	case ir.String:
		for _, check := range v.Checks {
			if one, is := check.(ir.OneOf); is {
				for _, l := range one.Literals {
					words = append(words, l.String)
				}
			}
		}
		return words, by == ir.ByString
	case ir.Const, *ir.Enum:
		if open, is := k.(*ir.Enum); is && open.Open {
			return nil, false
		}
		words, of := tagValues(v)
		return words, of == by && len(words) > 0
	}
	return nil, false
}

// refuse keeps tags of another side's messages from the fallback of the messages that one side sends.
func (c *compiler) refuse(p *pendingUnion) {
	whole := c.unionTypes[c.wholes[p.schema]]
	if whole == nil || p.union.Fallback() == nil {
		return
	}
	c.finishUnion(c.finished[whole])
	named := p.union.Named()
	for _, tag := range whole.Named() {
		if !slices.Contains(named, tag) {
			p.union.Refused = append(p.union.Refused, tag)
		}
	}
}

// otherTags is the message for a tag that a fallback does not take.
func otherTags(by ir.Selection, refused []string) string {
	message := "must be a string"
	if by == ir.ByInteger {
		message = "must be an integer"
	}
	if len(refused) == 0 {
		return message
	}
	var words []ir.Literal
	for _, word := range refused {
		words = append(words, by.Literal(word))
	}
	return message + ", and not " + wording.OneOf(words)
}

// repeatsUnion reports whether all own keywords of a schema are the type object, which the union beside it requires with the same failure.
func repeatsUnion(s *syntax.Schema) bool {
	if !isTagged(s) || len(s.Type) != 1 || s.Type[0].Value != "object" {
		return false
	}
	bare := *s
	bare.Type = nil
	return !hasOwn(&bare)
}
