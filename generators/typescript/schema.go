package typescript

import (
	"fmt"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// schemas are those that stand in a module as constants: the ones that checks name, and the ones that are used more than
// once. All others stand where they are used.
type schemas struct {
	order []*ir.Schema       // each behind those that it uses, unless these lead back to it
	index map[*ir.Schema]int // in order, from 1
}

// schemasOf decides which schemas of a protocol become constants, and in which order.
func schemasOf(p *ir.Protocol) schemas {
	out := schemas{index: map[*ir.Schema]int{}}
	uses := map[*ir.Schema]int{}
	roots := rootsOf(p)
	for _, r := range roots {
		countUses(r, uses)
		uses[r]++ // by the check
	}
	for _, r := range roots {
		out.place(r, uses, map[*ir.Schema]bool{})
	}
	return out
}

// rootsOf returns the schemas that the checks of a protocol name.
func rootsOf(p *ir.Protocol) []*ir.Schema {
	var roots []*ir.Schema
	var walk func(ir.Value)
	walk = func(v ir.Value) {
		if _, never := impossible(v); never {
			return
		}
		if v.Schema != nil {
			roots = append(roots, direct(v.Schema))
			return
		}
		switch k := v.Kind.(type) {
		case ir.Array:
			walk(*k.Items)
		case ir.Map:
			walk(*k.Values)
		case *ir.Record:
			for _, f := range k.Fields {
				walk(f.Value)
			}
		}
	}
	for _, t := range p.Types {
		walk(t.Value)
	}
	return roots
}

// countUses counts how often each schema is used, by others and by the caller.
func countUses(s *ir.Schema, uses map[*ir.Schema]int) {
	if uses[s]++; uses[s] > 1 {
		return
	}
	for _, used := range usedBy(s) {
		countUses(used, uses)
	}
}

func (o *schemas) place(s *ir.Schema, uses map[*ir.Schema]int, seen map[*ir.Schema]bool) {
	if seen[s] || o.index[s] > 0 {
		return
	}
	seen[s] = true
	for _, used := range usedBy(s) {
		o.place(used, uses, seen)
	}
	if uses[s] > 1 {
		o.order = append(o.order, s)
		o.index[s] = len(o.order)
	}
}

func (o *schemas) name(s *ir.Schema) string { return fmt.Sprintf("schema%d", o.index[s]) }

// direct skips schemas that only refer to another one.
func direct(s *ir.Schema) *ir.Schema {
	for len(s.Assertions) == 1 {
		all, ok := s.Assertions[0].(ir.AllOf)
		if !ok || len(all.Schemas) != 1 {
			break
		}
		s = all.Schemas[0]
	}
	return s
}

// usedBy returns the schemas that a schema's keywords use, as often as they do.
func usedBy(s *ir.Schema) []*ir.Schema {
	var used []*ir.Schema
	for _, a := range s.Assertions {
		for _, u := range parts(a) {
			if u != nil {
				used = append(used, direct(u))
			}
		}
	}
	return used
}

// parts returns the schemas in an assertion; some may be nil.
func parts(a ir.Assertion) []*ir.Schema {
	switch a := a.(type) {
	case ir.Properties:
		list := []*ir.Schema{a.Additional}
		for _, n := range a.Named {
			list = append(list, underName(n.Name, n.Schema)...)
		}
		for _, p := range a.Patterns {
			list = append(list, p.Schema)
		}
		return list
	case ir.Select:
		var list []*ir.Schema
		for _, c := range a.Cases {
			for _, tag := range c.Tags {
				list = append(list, underName(tag, c.Schema)...)
			}
		}
		return list
	case ir.ItemSchemas:
		return append([]*ir.Schema{a.Rest}, a.Prefix...)
	case ir.AllOf:
		return a.Schemas
	case ir.AnyOf:
		return a.Schemas
	case ir.ExactlyOne:
		return a.Schemas
	case ir.If:
		return []*ir.Schema{a.If, a.Then, a.Else}
	case ir.PropertyNames:
		return []*ir.Schema{a.Schema}
	case ir.Contains:
		return []*ir.Schema{a.Schema}
	case ir.DependentSchema:
		return []*ir.Schema{a.Schema}
	case ir.Nullable:
		return []*ir.Schema{a.Schema}
	case ir.Not:
		return []*ir.Schema{a.Schema}
	case ir.UnevaluatedProperties:
		return []*ir.Schema{a.Schema}
	case ir.UnevaluatedItems:
		return []*ir.Schema{a.Schema}
	}
	return nil
}

// underName counts a schema twice where it stands in an object under a name that all objects inherit: the compiler takes
// a literal there for what is inherited, so it needs a constant that has a type.
func underName(name string, s *ir.Schema) []*ir.Schema {
	if slices.Contains(inherited, name) {
		return []*ir.Schema{s, s}
	}
	return []*ir.Schema{s}
}
