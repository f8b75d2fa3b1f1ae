package typescript

import (
	"fmt"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// schemas are those that stand in a module as constants: the ones that checks name, the ones that are used or evaluated more
// than once, and the ones that hold so much that nobody could read them. All others stand where they are used.
type schemas struct {
	order  []*ir.Schema       // each behind those that it uses, unless these lead back to it
	index  map[*ir.Schema]int // in order, from 1
	height map[*ir.Schema]int // of the others: how deep they hold such
}

// maxHeight is how deep schemas stand inside of each other. The compiler of TypeScript takes twice the time for each more.
const maxHeight = 4

// schemasOf decides which schemas of a protocol become constants, and in which order.
func schemasOf(p *ir.Protocol) schemas {
	out := schemas{index: map[*ir.Schema]int{}, height: map[*ir.Schema]int{}}
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
		if schema := v.Evaluated(); schema != nil {
			roots = append(roots, direct(schema))
			return
		}
		for _, inner := range v.Inside() {
			walk(inner)
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
	height := 0
	for _, used := range usedBy(s) {
		o.place(used, uses, seen)
		if o.index[used] == 0 {
			height = max(height, o.height[used]+1)
		}
	}
	if o.height[s] = height; uses[s] > 1 || s.Remember || height >= maxHeight {
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

// usedBy returns the schemas that a schema's keywords use, as often as they are written.
func usedBy(s *ir.Schema) []*ir.Schema {
	var used []*ir.Schema
	for _, u := range s.Subschemas() {
		used = append(used, direct(u))
	}
	for _, a := range s.Assertions {
		switch a := a.(type) {
		case ir.Properties:
			for _, n := range a.Named {
				used = append(used, again(n.Schema, n.Name)...)
			}
		case ir.Select:
			for _, c := range a.Cases {
				used = append(used, again(c.Schema, c.Tags...)...)
			}
		}
	}
	return used
}

// again returns a schema if it is to be a constant because of the names under which it stands in an object: several, or one
// that all objects inherit. The compiler takes a literal there for what is inherited.
func again(s *ir.Schema, names ...string) []*ir.Schema {
	if len(names) > 1 || slices.Contains(inherited, names[0]) {
		return []*ir.Schema{direct(s)}
	}
	return nil
}
