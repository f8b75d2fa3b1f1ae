package wire

import (
	"math"
	"slices"
)

// answer is the cached result of a schema for a node.
type answer uint8

const (
	unknown answer = iota
	accepted
	refused
)

// accepts reports whether a schema accepts a node. It raises no issues.
func (e *evaluation) accepts(id SchemaID, n int) bool {
	if !e.schemas[id].Remember {
		return e.evaluate(id, n)
	}
	if e.answers[id] == nil {
		if e.answers == nil {
			e.answers = map[SchemaID][]answer{}
		}
		e.answers[id] = make([]answer, len(e.nodes))
	}
	known := e.answers[id]
	if known[n] == unknown {
		known[n] = refused
		if e.evaluate(id, n) {
			known[n] = accepted
		}
	}
	return known[n] == accepted
}

func (e *evaluation) evaluate(id SchemaID, n int) bool {
	for _, a := range e.schemas[id].Assertions {
		if !e.holds(a, id, n) {
			return false
		}
	}
	return true
}

// holds reports whether an assertion of a schema is satisfied, including the schemas that it applies to the value and its parts.
func (e *evaluation) holds(a Assertion, id SchemaID, n int) bool {
	switch a := a.(type) {
	case OfType, Equals:
		_, failed := e.mismatch(a, n)
		return !failed
	case AllOf, OrNull, If, DependentSchema:
		return e.holdsInPlace(a, n)
	case Select:
		selected, _ := e.selected(&a, n)
		return selected != 0 && e.accepts(selected, n)
	case Requires:
		return e.hasAll(a.Members, n)
	case DependentRequired:
		_, found := e.member(n, a.Trigger)
		return !found || e.hasAll(a.Members, n)
	case PropertyNames:
		return e.typeOf(n) != ObjectType || e.holdsBelow(n, func(c child, _ int) bool { return e.accepts(a.Schema, c.node-1) })
	case Contains:
		few, many := e.contains(&a, n)
		return !few && !many
	case Properties:
		return e.typeOf(n) != ObjectType || e.holdsBelow(n, func(c child, first int) bool { return e.applyProperties(&a, c, first) })
	case Items:
		return e.typeOf(n) != ArrayType || e.holdsBelow(n, func(c child, first int) bool { return e.applyItems(&a, c, first) })
	case Unevaluated:
		seen := e.viewOf(id, n)
		return seen == nil || e.holdsBelow(n, func(c child, first int) bool { return e.applyRest(&a, c, seen, first) })
	}
	_, failed := e.failure(a, n)
	return !failed
}

func (e *evaluation) holdsInPlace(a Assertion, n int) bool {
	first := len(e.applied)
	e.applyInPlace(a, n, first)
	ok := e.acceptsAll(first, n)
	e.applied = e.applied[:first]
	return ok
}

// acceptsAll reports whether the schemas on the stack from first on accept a node.
func (e *evaluation) acceptsAll(first, n int) bool {
	for _, id := range e.applied[first:] {
		if !e.accepts(id, n) {
			return false
		}
	}
	return true
}

// holdsBelow reports whether each child of n satisfies the schemas that apply adds for it.
func (e *evaluation) holdsBelow(n int, apply func(c child, first int) (known bool)) bool {
	for c := range e.children(n) {
		first := len(e.applied)
		ok := apply(c, first) && e.acceptsAll(first, c.node)
		e.applied = e.applied[:first]
		if !ok {
			return false
		}
	}
	return true
}

// applyProperties adds the schemas of a member. It returns false if the member is not allowed.
func (e *evaluation) applyProperties(p *Properties, c child, first int) bool {
	known := false
	if id := p.Named[c.name]; id != 0 {
		e.apply(first, id)
		known = true
	}
	for _, pattern := range p.Patterns {
		if pattern.Test(c.name) {
			e.apply(first, pattern.Schema)
			known = true
		}
	}
	if !known {
		e.apply(first, p.Additional)
	}
	return known || p.Closed.Rule == ""
}

// applyItems adds the schema of an item. It returns false if the item is not allowed.
func (e *evaluation) applyItems(s *Items, c child, first int) bool {
	if c.index < len(s.Prefix) {
		e.apply(first, s.Prefix[c.index])
		return true
	}
	e.apply(first, s.Rest)
	return s.Closed.Rule == ""
}

// applyRest adds the schema of an unevaluated child. It returns false if the child is not allowed.
func (e *evaluation) applyRest(u *Unevaluated, c child, seen *view, first int) bool {
	if seen.has(c) {
		return true
	}
	e.apply(first, u.Schema)
	return u.Closed.Rule == ""
}

func (e *evaluation) hasAll(members []string, n int) bool {
	return e.typeOf(n) != ObjectType || !slices.ContainsFunc(members, func(name string) bool {
		_, found := e.member(n, name)
		return !found
	})
}

func (e *evaluation) contains(c *Contains, n int) (few, many bool) {
	if e.typeOf(n) != ArrayType {
		return false, false
	}
	count := 0
	for item := range e.children(n) {
		if e.accepts(c.Schema, item.node) {
			count++
		}
	}
	return count < c.Least, c.TooMany.Rule != "" && count > c.Most
}

// mismatch returns the failure of an assertion whose failure hides others.
func (e *evaluation) mismatch(a Assertion, n int) (Failure, bool) {
	switch a := a.(type) {
	case OfType:
		return e.ofType(&a, n)
	case Equals:
		return a.Failure, !e.equalsOne(a.Values, n)
	case Select:
		return a.Mismatch, e.typeOf(n) != ObjectType
	}
	return Failure{}, false
}

func (e *evaluation) ofType(a *OfType, n int) (Failure, bool) {
	t := e.typeOf(n)
	if t != NumberType || a.Types&NumberType != 0 || a.Types&IntegerType == 0 {
		return a.Failure, a.Types&t == 0
	}
	if a.Width != SafeWidth {
		digits, fit := wholeDigits(e.spelled(n))
		if fit != IsInteger {
			return a.Failure, true
		}
		return a.Range, !a.Width.has(digits)
	}
	f := e.number(n)
	if f != math.Trunc(f) {
		return a.Failure, true
	}
	return a.Range, math.Abs(f) > MaxInteger
}

// failure returns the failure of an assertion at the value itself.
func (e *evaluation) failure(a Assertion, n int) (Failure, bool) {
	switch a := a.(type) {
	case Bound:
		return a.Failure, e.typeOf(n) == NumberType && !e.within(&a, n)
	case MultipleOf:
		return a.Failure, e.typeOf(n) == NumberType && !e.divides(&a, n)
	case Size:
		return a.Failure, e.typeOf(n) == a.Of && !a.Op.holds(float64(e.count(n)), float64(a.Limit))
	case Matches:
		return a.Failure, e.typeOf(n) == StringType && !a.Test(e.str(n))
	case UniqueItems:
		return a.Failure, e.typeOf(n) == ArrayType && !e.areUnique(n)
	case AnyOf:
		return a.Failure, !slices.ContainsFunc(a.Schemas, func(id SchemaID) bool { return e.accepts(id, n) })
	case ExactlyOne:
		return a.Failure, e.onlyOne(a.Schemas, n) == 0
	case Not:
		return a.Failure, e.accepts(a.Schema, n)
	case Never:
		return a.Failure, true
	}
	return Failure{}, false
}

// count returns the number of code points of a string, or of items or members of a node.
func (e *evaluation) count(n int) int {
	if e.typeOf(n) == StringType {
		return Length(e.str(n))
	}
	return e.size(n)
}

// onlyOne returns the one schema that accepts a node, or 0 if none or several do.
func (e *evaluation) onlyOne(schemas []SchemaID, n int) SchemaID {
	var one SchemaID
	for _, id := range schemas {
		if e.accepts(id, n) {
			if one != 0 {
				return 0
			}
			one = id
		}
	}
	return one
}

func (o Op) holds(a, b float64) bool {
	switch o {
	case AtLeast:
		return a >= b
	case AtMost:
		return a <= b
	case Above:
		return a > b
	}
	return a < b
}
