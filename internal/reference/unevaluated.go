package reference

import "github.com/envgen/envgen/internal/ir"

// unevaluated is an unevaluatedProperties or unevaluatedItems that has not been checked yet.
type unevaluated struct {
	schema *ir.Schema
	closed *ir.Failure
	value  any
	position
}

// wait defers u: all schemas at its place must be checked before it is known whether a choice there fails.
func (w *walker) wait(u unevaluated) {
	for len(w.waiting) <= len(u.at) {
		w.waiting = append(w.waiting, nil)
	}
	w.waiting[len(u.at)] = append(w.waiting[len(u.at)], u)
}

// settle evaluates the waiting assertions, higher places first: a schema that applies below may fail in a choice there.
func (w *walker) settle() {
	for depth := 0; depth < len(w.waiting); depth++ {
		for _, u := range w.waiting[depth] {
			if !w.undecided[u.at.String()] {
				w.rest(u)
			}
		}
	}
	w.waiting = nil
}

// rest applies u to the members or items that its own schema does not evaluate otherwise.
func (w *walker) rest(u unevaluated) {
	seen := w.evaluated(u.place.Schema, u.value, u.at)
	holds := true
	for _, part := range parts(u.value) {
		switch {
		case seen[part.segment]:
		case u.closed != nil:
			holds = false
			w.judge(*u.closed, false, part.value, position{u.at.with(part.segment), u.place})
		default:
			w.schema(u.schema, part.value, u.at.with(part.segment))
		}
	}
	if u.closed != nil && holds {
		w.judge(*u.closed, true, u.value, u.position)
	}
}

// part is a member or an item.
type part struct {
	segment
	value any
}

func parts(value any) []part {
	var all []part
	switch v := value.(type) {
	case []any:
		for i, item := range v {
			all = append(all, part{segment{index: i, isIndex: true}, item})
		}
	case object:
		for _, m := range v {
			all = append(all, part{segment{name: m.name}, m.value})
		}
	}
	return all
}

// evaluated returns the parts of value that the keywords of s evaluate, those aside that speak of the rest.
func (w *walker) evaluated(s *ir.Schema, value any, at path) map[segment]bool {
	m := marker{w, value, at, map[segment]bool{}, map[*ir.Schema]bool{}}
	for _, a := range s.Assertions {
		if !asksForRest(a) {
			m.assertion(a)
		}
	}
	return m.found
}

func asksForRest(a ir.Assertion) bool {
	switch a.(type) {
	case ir.UnevaluatedProperties, ir.UnevaluatedItems:
		return true
	}
	return false
}

// marker marks the parts of one value that schemas evaluate.
type marker struct {
	*walker
	value any
	at    path
	found map[segment]bool
	done  map[*ir.Schema]bool
}

func (m marker) schema(s *ir.Schema) {
	if m.done[s] {
		return
	}
	m.done[s] = true
	for _, a := range s.Assertions {
		m.assertion(a)
	}
}

// accepted marks for each of the schemas that accepts the value.
func (m marker) accepted(all ...*ir.Schema) {
	for _, s := range all {
		if m.accepts(s, m.value, m.at) {
			m.schema(s)
		}
	}
}

// assertion marks the parts that a itself names, and those that its schemas in place name. A schema that applies unconditionally counts even if it
// fails, another one only if it accepts.
func (m marker) assertion(a ir.Assertion) {
	members, isObject := m.value.(object)
	switch a := a.(type) {
	case ir.AllOf:
		for _, s := range a.Schemas {
			m.schema(s)
		}
	case ir.Nullable:
		m.schema(a.Schema)
	case ir.DependentSchema:
		if _, present := members.get(a.Trigger); present {
			m.schema(a.Schema)
		}
	case ir.Select:
		if tag, present := members.get(a.Tag); present {
			if s := selectCase(a, tag); s != nil {
				m.schema(s)
			}
		}
	case ir.If:
		m.condition(a)
	case ir.AnyOf:
		m.accepted(a.Schemas...)
	case ir.ExactlyOne:
		m.accepted(a.Schemas...) // if two accept, the choice has failed, and its evaluated parts do not count
	case ir.Properties, ir.UnevaluatedProperties:
		if isObject {
			m.members(a, members)
		}
	case ir.ItemSchemas, ir.Contains, ir.UnevaluatedItems:
		if items, isArray := m.value.([]any); isArray {
			m.items(a, items)
		}
	}
}

func (m marker) condition(a ir.If) {
	branch := a.Else
	if m.accepts(a.If, m.value, m.at) {
		branch = a.Then
		m.schema(a.If)
	}
	if branch != nil {
		m.schema(branch)
	}
}

func (m marker) members(a ir.Assertion, members object) {
	named, isNamed := a.(ir.Properties)
	for _, member := range members {
		if !isNamed || named.Closed != nil || len(m.schemasOf(named, member.name)) > 0 {
			m.found[segment{name: member.name}] = true
		}
	}
}

func (m marker) items(a ir.Assertion, items []any) {
	for i, item := range items {
		at := segment{index: i, isIndex: true}
		switch a := a.(type) {
		case ir.ItemSchemas:
			m.found[at] = m.found[at] || i < len(a.Prefix) || a.Rest != nil || a.Closed != nil
		case ir.Contains:
			m.found[at] = m.found[at] || m.accepts(a.Schema, item, m.at.with(at))
		default:
			m.found[at] = true
		}
	}
}
