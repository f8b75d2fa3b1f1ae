package print

import "github.com/envgen/envgen/internal/ir"

// Members puts tests of a record's members together, as guards combine them.
type Members[T any] struct {
	Printer[T]
	Atom   func(ir.Atom) Term[T]         // spells one test
	NotOne func(sides []Term[T]) Term[T] // spells that of more than two conditions not exactly one holds
}

// Holds spells that all of some atoms hold, or that not all do.
func (m Members[T]) Holds(atoms []ir.Atom, not bool) Term[T] {
	var sides []Term[T]
	for _, a := range atoms {
		a.Not = a.Not != not
		sides = append(sides, m.Atom(a))
	}
	return m.Logic(not, sides...)
}

// Where spells that the condition of a guard holds, if it has one, and that others do. A guard without condition needs others.
func (m Members[T]) Where(g ir.Guard, others ...Term[T]) Term[T] {
	if len(g.If) > 0 {
		others = append([]Term[T]{m.Holds(g.If, g.Not)}, others...)
	}
	return m.Logic(false, others...)
}

// Broken spells that too few or too many of some conditions hold.
func (m Members[T]) Broken(c ir.Count) Term[T] {
	atLeastOne := c.Most == len(c.Of) // so that it is broken where none holds
	var sides []Term[T]
	for _, atoms := range c.Of {
		sides = append(sides, m.Holds(atoms, atLeastOne))
	}
	switch {
	case c.Most == 0 || atLeastOne:
		return m.Logic(false, sides...)
	case len(sides) == 2:
		return m.Compare(ir.Equal, sides[0], sides[1])
	}
	return m.NotOne(sides)
}
