package print

import "github.com/envgen/envgen/internal/ir"

// Members combines tests of a record's members as guards require.
type Members[T any] struct {
	Printer[T]
	Atom   func(ir.Atom) Term[T]         // prints one test
	NotOne func(sides []Term[T]) Term[T] // prints that, of more than two conditions, the number of true ones is not one
}

// Holds prints that all of some atoms are true, or with not, that at least one is false.
func (m Members[T]) Holds(atoms []ir.Atom, not bool) Term[T] {
	var sides []Term[T]
	for _, a := range atoms {
		a.Not = a.Not != not
		sides = append(sides, m.Atom(a))
	}
	return m.Logic(not, sides...)
}

// Where prints that the condition of a guard is true, if the guard has one, and that the other conditions are true. A guard without a
// condition needs others.
func (m Members[T]) Where(g ir.Guard, others ...Term[T]) Term[T] {
	if len(g.If) > 0 {
		others = append([]Term[T]{m.Holds(g.If, g.Not)}, others...)
	}
	return m.Logic(false, others...)
}

// Broken prints that too few or too many of some conditions are true.
func (m Members[T]) Broken(c ir.Count) Term[T] {
	atLeastOne := c.Most == len(c.Of) // zero true conditions are a violation
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
