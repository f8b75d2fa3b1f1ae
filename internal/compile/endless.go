package compile

import (
	"slices"

	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
)

// endlessTypes warns of types whose values contain values of the same type without an end: no text is one of them.
func (c *compiler) endlessTypes(p *ir.Protocol) {
	f := finite{p.Name, map[*ir.Type]bool{}}
	for changed := true; changed; {
		changed = false
		seen := map[*ir.Type]bool{}
		var settle func(t *ir.Type)
		settle = func(t *ir.Type) { // after the types that it refers to, so that most protocols need two rounds
			if seen[t] || f.ends(t) {
				return
			}
			seen[t] = true
			by, _ := f.blocked(t.Value)
			for _, inner := range by {
				settle(inner.of)
			}
			if _, open := f.blocked(t.Value); open {
				f.types[t], changed = true, true
			}
		}
		for _, t := range p.Types {
			settle(t)
		}
	}
	at, done, told := map[*ir.Type]int{}, map[*ir.Type]bool{}, map[*ir.Type]bool{} // at: the places of types on the way
	var way []part
	var follow func(t *ir.Type)
	follow = func(t *ir.Type) {
		if start, on := at[t]; on {
			loop := way[start:]
			if last := len(loop) - 1; told[t] && last > 0 { // on another way, so that the type before it is reported
				t, loop = loop[last-1].of, slices.Concat(loop[last:], loop[:last])
			}
			if !told[t] {
				told[t] = true
				c.endless(t, loop)
			}
			return
		}
		if done[t] || f.ends(t) {
			return
		}
		at[t], done[t] = len(way), true
		by, _ := f.blocked(t.Value)
		for _, inner := range by {
			way = append(way, inner)
			follow(inner.of)
			way = way[:len(way)-1]
		}
		delete(at, t)
	}
	for _, t := range p.Types {
		follow(t)
	}
}

// endless reports a type that a way leads back to.
func (c *compiler) endless(t *ir.Type, way []part) {
	pointer := ""
	for _, inner := range way {
		pointer += inner.at
	}
	c.Diags.Add(diag.Diagnostic{Pos: t.Pos, Severity: diag.Warning, Code: "impossible",
		Message:    "no value is valid, because each has another one of the same type inside, at " + wording.Cut(pointer),
		Suggestion: "make a member on this way optional, or let it be null or an empty array"})
}

// finite contains the types of a protocol that have a value with an end, as far as their structure decides.
type finite struct {
	protocol string
	types    map[*ir.Type]bool
}

// ends reports whether a type has such a value. Types of other protocols have their own warnings.
func (f finite) ends(t *ir.Type) bool { return f.types[t] || t.Protocol != f.protocol }

// part is a part that every value of a type has, or one of its branches.
type part struct {
	at string
	of *ir.Type
}

// blocked returns the types without finite values that prevent a value from having an end, and whether nothing does.
func (f finite) blocked(v ir.Value) (by []part, open bool) {
	if v.Nullable {
		return nil, true
	}
	inside := func(at string, v ir.Value) bool {
		more, open := f.blocked(v)
		for _, s := range more {
			by = append(by, part{at + s.at, s.of})
		}
		return open
	}
	switch k := v.Kind.(type) {
	case ir.Ref:
		return []part{{"", k.Type}}, f.ends(k.Type)
	case *ir.Record:
		open := true
		for _, field := range k.Fields {
			if field.Required && !inside("/"+host.Escape.Replace(field.Name), field.Value) {
				open = false
			}
		}
		return by, open
	case *ir.Union:
		return by, slices.ContainsFunc(k.Variants, func(o ir.Variant) bool { return inside("", ir.Value{Kind: ir.Ref{Type: o.Type}}) })
	case *ir.Choice:
		return by, slices.ContainsFunc(k.Options, func(o ir.Value) bool { return inside("", o) })
	case ir.Array:
		least := func(c ir.Check) bool {
			items, is := c.(ir.Items)
			return is && items.Op == ir.AtLeast && items.Limit > 0
		}
		return by, !slices.ContainsFunc(v.Checks, least) || inside("/0", *k.Items)
	}
	return nil, true
}
