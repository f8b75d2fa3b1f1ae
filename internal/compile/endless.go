package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
)

// endlessTypes warns of types whose values contain values of the same type without an end: no text is one of them.
func (c *compiler) endlessTypes(p *ir.Protocol) {
	f := finite{p.Name, map[*ir.Type]bool{}}
	for changed := true; changed; {
		changed = false
		for _, t := range p.Types {
			if _, open := f.blocked(t.Value); open && !f.types[t] {
				f.types[t], changed = true, true
			}
		}
	}
	done := map[*ir.Type]bool{}
	for _, t := range p.Types {
		way := f.way(t, t, map[*ir.Type]bool{})
		if done[t] || way == nil {
			continue
		}
		for _, step := range way {
			done[step.of] = true
		}
		c.Diags.Add(diag.Diagnostic{Pos: t.Pos, Severity: diag.Warning, Code: "impossible",
			Message:    fmt.Sprintf("no value is valid, because each has another one of the same type inside, at %s", at(way)),
			Suggestion: "make a member on this way optional, or let it be null or an empty array"})
	}
}

// finite contains the types of a protocol that have a value with an end, as far as their structure decides.
type finite struct {
	protocol string
	types    map[*ir.Type]bool
}

var escaper = strings.NewReplacer("~", "~0", "/", "~1") // of JSON Pointers

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
		return []part{{"", k.Type}}, f.types[k.Type] || k.Type.Protocol != f.protocol
	case *ir.Record:
		for _, field := range k.Fields {
			if field.Required && !inside("/"+escaper.Replace(field.Name), field.Value) {
				return by, false
			}
		}
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

// way returns the parts that lead from a type without finite values to another one, or nil.
func (f finite) way(from, to *ir.Type, seen map[*ir.Type]bool) []part {
	if f.types[from] || seen[from] || from.Protocol != f.protocol {
		return nil
	}
	seen[from] = true
	by, _ := f.blocked(from.Value)
	for _, s := range by {
		if s.of == to {
			return []part{s}
		}
		if rest := f.way(s.of, to, seen); rest != nil {
			return append([]part{s}, rest...)
		}
	}
	return nil
}

// at returns the JSON Pointer of a way.
func at(way []part) string {
	text := ""
	for _, s := range way {
		text += s.at
	}
	return text
}
