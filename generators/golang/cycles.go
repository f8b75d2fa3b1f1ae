package golang

import "github.com/envgen/envgen/internal/ir"

// cycles contains the cycles of types for which Go would refuse a declaration.
type cycles struct {
	records map[*ir.Type]int  // the number of the group of records that contain one another; 0 for records in no group
	aliases map[*ir.Type]bool // arrays and maps that contain themselves, directly or indirectly
	spelled map[*ir.Type]bool // aliases that occur within their own definition
}

func findCycles(types []*ir.Type) cycles {
	c := cycles{records: map[*ir.Type]int{}, aliases: map[*ir.Type]bool{}, spelled: map[*ir.Type]bool{}}
	for i, group := range loops(types, containedRecords) {
		for _, t := range group {
			c.records[t] = i + 1
		}
	}
	for _, group := range loops(types, itemAliases) {
		for _, t := range group {
			c.aliases[t] = true
		}
	}
	for _, group := range loops(types, partTypes) {
		for _, t := range group {
			switch t.Value.Kind.(type) {
			case ir.Array, ir.Map:
				c.spelled[t] = !c.aliases[t]
			case ir.Ref:
				c.spelled[t] = true
			}
		}
	}
	return c
}

// byPointer reports whether a field of record t must refer to its value by pointer.
func (c cycles) byPointer(t *ir.Type, field ir.Value) bool {
	inner := recordOf(field)
	return inner != nil && c.records[t] != 0 && c.records[t] == c.records[inner]
}

// recordOf returns the record type that v refers to, or nil.
func recordOf(v ir.Value) *ir.Type {
	if r := v.Resolve(); isRecord(r.Kind) && len(r.Types) > 0 {
		return r.Types[len(r.Types)-1]
	}
	return nil
}

// containedRecords lists the records that the struct of t contains by value.
func containedRecords(t *ir.Type) []*ir.Type {
	record, ok := t.Value.Kind.(*ir.Record)
	if !ok {
		return nil
	}
	var inside []*ir.Type
	for _, f := range record.Fields {
		if inner := recordOf(f.Value); inner != nil {
			inside = append(inside, inner)
		}
	}
	return inside
}

// itemAliases lists the types in the definition of an alias.
func itemAliases(t *ir.Type) []*ir.Type {
	v := t.Value
	for {
		switch k := v.Kind.(type) {
		case ir.Array:
			v = *k.Items
		case ir.Map:
			v = *k.Values
		case ir.Ref:
			return []*ir.Type{k.Type}
		default:
			return nil
		}
	}
}

// partTypes lists the types whose declarations Go needs for that of t.
func partTypes(t *ir.Type) []*ir.Type {
	if record, ok := t.Value.Kind.(*ir.Record); ok {
		var parts []*ir.Type
		for _, f := range record.Fields {
			parts = append(parts, itemAliases(&ir.Type{Value: f.Value})...)
		}
		return parts
	}
	return itemAliases(t)
}

// loops returns the strongly connected components of types (Tarjan's algorithm), including a type that refers to itself directly.
func loops(types []*ir.Type, next func(*ir.Type) []*ir.Type) [][]*ir.Type {
	var (
		groups [][]*ir.Type
		stack  []*ir.Type
		order  = map[*ir.Type]int{} // the number of the visit, from 1
		low    = map[*ir.Type]int{} // the lowest number that is reachable
		onPath = map[*ir.Type]bool{}
	)
	var visit func(t *ir.Type)
	visit = func(t *ir.Type) {
		order[t] = len(order) + 1
		low[t] = order[t]
		stack = append(stack, t)
		onPath[t] = true
		self := false
		for _, n := range next(t) {
			self = self || n == t
			if order[n] == 0 {
				visit(n)
				low[t] = min(low[t], low[n])
			} else if onPath[n] {
				low[t] = min(low[t], order[n])
			}
		}
		if low[t] != order[t] {
			return
		}
		var group []*ir.Type
		for member := (*ir.Type)(nil); member != t; {
			member = stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			onPath[member] = false
			group = append(group, member)
		}
		if len(group) > 1 || self {
			groups = append(groups, group)
		}
	}
	for _, t := range types {
		if order[t] == 0 {
			visit(t)
		}
	}
	return groups
}
