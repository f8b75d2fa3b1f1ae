package typescript

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// ordered reports whether a type has a layout of its own: its values contain members whose order the spec gives, texts that the spec lists, or maps
// in which not every member can be a secret.
func ordered(t *ir.Type) bool {
	return !isListed(t.Value) && orders(t.Value, map[*ir.Type]bool{t: true})
}

// orders looks through references once each: types may refer to themselves.
func orders(v ir.Value, seen map[*ir.Type]bool) bool {
	switch k := v.Kind.(type) {
	case *ir.Record, *ir.Union:
		return true
	case ir.Const, *ir.Enum:
		return v.ListsTexts()
	case ir.Ref:
		if seen[k.Type] {
			return false
		}
		seen[k.Type] = true
		return orders(k.Type.Value, seen)
	case ir.Map:
		if typed(k) {
			return true
		}
	}
	return slices.ContainsFunc(v.Inside(), func(inner ir.Value) bool { return orders(inner, seen) })
}

// typed reports whether the values of a map have a type, and not all of them are texts: only texts are secrets there.
func typed(m ir.Map) bool {
	switch k := m.Values.Resolve().Kind.(type) {
	case ir.Any, ir.String, *ir.Enum:
		return false
	case ir.Const:
		return k.Literal.Kind != ir.StringLiteral
	}
	return true
}

// isListed reports whether a value is one of the texts that the spec lists, and nothing else.
func isListed(v ir.Value) bool {
	_, isChoice := v.Resolve().Kind.(*ir.Choice)
	return !isChoice && v.ListsTexts()
}

// layout returns the function that returns the layout of an ordered type.
func (s *generator) layout(t *ir.Type) string {
	if isListed(t.Value) {
		return s.use("listedTexts")
	}
	if s.isForeign(t) {
		return s.info(t) + ".layout"
	}
	if ref, ok := t.Value.Kind.(ir.Ref); ok {
		return s.layout(ref.Type)
	}
	if t.Of != nil {
		return s.layout(t.Of)
	}
	return "() => layout" + s.names.Type(t)
}

// layoutOf returns the function that returns the layout of a value, or "" if that orders nothing.
func (s *generator) layoutOf(v ir.Value) string {
	if !orders(v, map[*ir.Type]bool{}) {
		return ""
	}
	if isListed(v) {
		return s.use("listedTexts")
	}
	switch k := v.Kind.(type) {
	case ir.Array:
		return "() => ({ items: " + s.layoutOf(*k.Items) + " })"
	case ir.Map:
		return "() => ({ " + s.valuesOf(k) + " })"
	case ir.Ref:
		return s.layout(k.Type)
	default:
		panic(fmt.Sprintf("%T stands in types only", k))
	}
}

// layoutConstant declares the layout of a type. An alias has the layout of its type, and the union of one side's messages that of the whole union.
func (s *generator) layoutConstant(t *ir.Type) string {
	if t.Of != nil {
		return ""
	}
	p := newPrinter(0)
	open := func(kind string) string { return "const layout" + s.names.Type(t) + ": " + s.use(kind) + " = {" }
	switch k := t.Value.Kind.(type) {
	case *ir.Record:
		var members []node // proofs read their names
		for _, f := range k.Fields {
			members = append(members, atom("["+entry(f, s.layoutOf(f.Value))+"]"))
		}
		p.filled(open("ObjectLayout")+" members: ", list(members...), " };")
	case *ir.Union:
		if k.By == ir.ByBranch {
			s.branchLayout(p, t, k, open("Layout"))
			break
		}
		head, variants, rest := open("Layout")+" tag: "+quote(k.Tag)+", variants: ", []node(nil), ""
		for _, v := range k.Variants {
			for _, tag := range v.Tags {
				variants = append(variants, atom("["+spelledTag(k, tag)+", "+s.layout(v.Type)+"]"))
			}
		}
		if k.By == ir.ByPresence {
			variants, rest = []node{atom("[undefined, " + s.layout(k.Variants[1].Type) + "]")}, ", present: "+s.layout(k.Variants[0].Type)
		}
		if fallback := k.Fallback(); fallback != nil {
			rest = ", other: " + s.layout(fallback)
		}
		p.filled(head, list(variants...), rest+" };")
	case ir.Array:
		p.Line("%s items: %s };", open("Layout"), s.layoutOf(*k.Items))
	case ir.Map:
		p.Line("%s %s };", open("Layout"), s.valuesOf(k))
	case *ir.Choice:
		p.Line("%s options: [%s] };", open("Layout"), strings.Join(s.optionLayouts(k), ", "))
	}
	return p.String()
}

// branchLayout declares the layout of a union without a tag, and the function that selects the branch of a value.
func (s *generator) branchLayout(p *printer, t *ir.Type, u *ir.Union, open string) {
	var tests, layouts []string
	selects := "branchOf"
	switch {
	case u.Exclusive:
		selects = "onlyPassed"
	case u.Single != nil:
		selects = "firstPassed"
	}
	for _, b := range u.Branches {
		if u.Single != nil {
			tests = append(tests, s.check(u.Variants[b.Variant].Type))
		} else {
			tests = append(tests, "() => "+schemaName(s.schemas.Schema(b.Schema).Schema))
		}
		layouts = append(layouts, s.layout(u.Variants[b.Variant].Type))
	}
	p.block("function "+s.selects(t)+"(value: unknown): number {", func() {
		p.head("return "+s.use(selects)+"(value, [", tests, "]);")
	}, "}")
	var branches []node
	for _, layout := range layouts {
		branches = append(branches, atom(layout))
	}
	p.filled(open+" select: "+s.selects(t)+", branches: ", list(branches...), " };")
}

// selects is the function that returns the index of the branch of a union without a tag that accepts a value.
func (s *generator) selects(t *ir.Type) string { return "branchOf" + s.names.Type(t) }

// spelledTag is a value of the tag as a literal.
func spelledTag(u *ir.Union, tag string) string {
	if u.By != ir.ByString {
		return tag
	}
	return quote(tag)
}

func (s *generator) optionLayouts(c *ir.Choice) []string {
	var layouts []string
	for _, o := range c.Options {
		if layout := s.layoutOf(o); layout != "" {
			layouts = append(layouts, layout)
		}
	}
	return layouts
}

// valuesOf is the entry of a layout for the values of a map.
func (s *generator) valuesOf(m ir.Map) string {
	if layout := s.layoutOf(*m.Values); layout != "" {
		return "values: " + layout
	}
	return "typed: true"
}

// entry is a member in a layout.
func entry(f *ir.Field, layout string) string {
	text := quote(f.Name)
	if layout != "" {
		text += ", " + layout
	} else if f.Secret {
		text += ", undefined"
	}
	if f.Secret {
		text += ", true"
	}
	return text
}
