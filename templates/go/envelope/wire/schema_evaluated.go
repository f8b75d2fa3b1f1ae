package wire

import "slices"

// view is the set of children of a node that a schema evaluates, valid or not.
type view struct {
	all     bool
	some    []bool // by index; false beyond its length
	visited []SchemaID
}

func (v *view) has(c child) bool { return v.all || c.index < len(v.some) && v.some[c.index] }

func (v *view) add(c child) {
	if c.index >= len(v.some) {
		v.some = append(v.some, make([]bool, c.index+1-len(v.some))...)
	}
	v.some[c.index] = true
}

// views returns the views of the schemas with unevaluated keywords.
func (e *evaluation) views(assertions []below, n int) map[SchemaID]*view {
	views := map[SchemaID]*view{}
	for _, b := range assertions {
		if v := e.viewOf(b.id, n); v != nil {
			views[b.id] = v
		}
	}
	return views
}

// viewOf returns the parts that a schema evaluates without its unevaluated keywords, or nil if it has none for the type of the node.
func (e *evaluation) viewOf(id SchemaID, n int) *view {
	assertions := e.schemas[id].Assertions
	if !slices.ContainsFunc(assertions, func(a Assertion) bool { return e.takesRest(a, n) }) {
		return nil
	}
	v := &view{visited: []SchemaID{id}}
	for _, a := range assertions {
		if !e.takesRest(a, n) {
			e.look(a, n, v)
		}
	}
	return v
}

// takesRest reports whether an assertion evaluates all remaining children of n.
func (e *evaluation) takesRest(a Assertion, n int) bool {
	u, ok := a.(Unevaluated)
	return ok && u.Of == e.typeOf(n)
}

// lookInto adds the children of n that a schema evaluates.
func (e *evaluation) lookInto(id SchemaID, n int, v *view) {
	if v.all || slices.Contains(v.visited, id) {
		return
	}
	v.visited = append(v.visited, id)
	for _, a := range e.schemas[id].Assertions {
		e.look(a, n, v)
	}
}

// look adds the children of n that an assertion evaluates, directly or through the schemas that it applies.
func (e *evaluation) look(a Assertion, n int, v *view) {
	switch a := a.(type) {
	case AllOf, OrNull, DependentSchema, Select:
		e.lookInPlace(a, n, v)
	case If:
		if e.accepts(a.Condition, n) {
			e.lookInto(a.Condition, n, v)
		}
		e.lookInPlace(a, n, v)
	case AnyOf:
		for _, id := range a.Schemas {
			if e.accepts(id, n) {
				e.lookInto(id, n, v)
			}
		}
	case ExactlyOne:
		if one := e.onlyOne(a.Schemas, n); one != 0 {
			e.lookInto(one, n, v)
		}
	case Unevaluated:
		v.all = v.all || a.Of == e.typeOf(n)
	default:
		e.lookBelow(a, n, v)
	}
}

func (e *evaluation) lookInPlace(a Assertion, n int, v *view) {
	first := len(e.applied)
	e.applyInPlace(a, n, first)
	for _, id := range e.applied[first:] {
		e.lookInto(id, n, v)
	}
	e.applied = e.applied[:first]
}

// lookBelow adds the children of n that an assertion evaluates directly.
func (e *evaluation) lookBelow(a Assertion, n int, v *view) {
	switch a := a.(type) {
	case Properties:
		if e.typeOf(n) != ObjectType {
			break
		}
		v.all = v.all || a.Additional != 0 || a.Closed.Rule != ""
		for c := range e.children(n) {
			if a.names(c.name) {
				v.add(c)
			}
		}
	case Items:
		if e.typeOf(n) != ArrayType {
			break
		}
		v.all = v.all || a.Rest != 0 || a.Closed.Rule != ""
		for c := range e.children(n) {
			if c.index < len(a.Prefix) {
				v.add(c)
			}
		}
	case Contains:
		if e.typeOf(n) != ArrayType {
			break
		}
		for c := range e.children(n) {
			if e.accepts(a.Schema, c.node) {
				v.add(c)
			}
		}
	}
}

// names reports whether a member is declared or matches a pattern.
func (p *Properties) names(name string) bool {
	return p.Named[name] != 0 || slices.ContainsFunc(p.Patterns, func(s PatternSchema) bool { return s.Test(name) })
}
