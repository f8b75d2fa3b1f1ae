package randomspecs

import (
	"slices"
	"strings"
)

// rewrite changes the text of a spec, and not its meaning.
func (e *editor) rewrite() bool {
	switch e.IntN(6) {
	case 0:
		return e.wrap()
	case 1:
		return e.describe()
	case 2:
		return e.reorder()
	case 3:
		return e.name()
	case 4:
		return e.pattern()
	}
	return e.grammar()
}

func (e *editor) describe() bool {
	all := e.schemas()
	s := all[e.IntN(len(all))]
	if s.has("$ref") || s.has("description") {
		return false
	}
	s.set("description", "Another text.")
	return e.tell("a description")
}

// reorder puts the keywords of a schema into another order.
func (e *editor) reorder() bool {
	all := e.schemas()
	s := all[e.IntN(len(all))]
	if len(s.members) < 2 {
		return false
	}
	slices.Reverse(s.members)
	return e.tell("keywords in another order")
}

// name gives the schema of a member a type of its own.
func (e *editor) name() bool {
	all := e.schemas()
	s := all[e.IntN(len(all))]
	properties, is := s.get("properties").(*object)
	if !is || len(properties.members) == 0 {
		return false
	}
	i := e.IntN(len(properties.members))
	of, is := properties.members[i].value.(*object)
	if !is || !plainSchema(of) {
		return false
	}
	name := "Zz" + strings.Repeat("z", len(e.told))
	t := &named{name: name, schema: of}
	e.spec.author.types = append(e.spec.author.types, t)
	properties.members[i].value = reference{name, false}
	return e.tell("a type for", properties.members[i].name)
}

// plainSchema reports whether a schema means the same at another place.
func plainSchema(s *object) bool {
	for _, m := range s.members {
		switch m.name {
		case "type", "minimum", "maximum", "minLength", "maxLength", "format":
		default:
			return false
		}
	}
	return s.get("type") == "string" || s.get("type") == "integer"
}

// pattern writes a pattern in another way.
func (e *editor) pattern() bool {
	for _, s := range e.schemas() {
		text, is := s.get("pattern").(string)
		if is && !strings.Contains(text, "\\") && e.IntN(2) == 0 {
			s.set("pattern", "(?:"+text+")")
			return e.tell("the pattern", text)
		}
	}
	return false
}

// wrap composes the schema of a member of itself alone.
func (e *editor) wrap() bool {
	all := e.schemas()
	properties, is := all[e.IntN(len(all))].get("properties").(*object)
	if !is || len(properties.members) == 0 {
		return false
	}
	m := &properties.members[e.IntN(len(properties.members))]
	of, is := m.value.(*object)
	if !is || !plainSchema(of) {
		return false
	}
	m.value = obj("allOf", []any{of})
	return e.tell("allOf around", m.name)
}

// grammar encloses the grammar of a conversation in parentheses.
func (e *editor) grammar() bool {
	if e.spec.talk == nil {
		return false
	}
	c := e.spec.talk.orders
	c.set("grammar", "("+c.get("grammar").(string)+")")
	return e.tell("a grammar in parentheses")
}
