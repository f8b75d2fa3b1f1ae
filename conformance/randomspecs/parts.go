package randomspecs

import "slices"

// markParts makes parts (`x-part`) of records that other types are only composed of. It draws nothing, so that the specs of a seed differ in
// the mark alone.
func (a *author) markParts(root *named) {
	composed, whole := map[string]bool{}, map[string]bool{root.name: true}
	for _, t := range a.types {
		eachReference(t.schema, false, func(name string, inAllOf bool) {
			if inAllOf {
				composed[name] = true
			} else {
				whole[name] = true
			}
		})
	}
	for _, t := range a.types {
		if composed[t.name] && !whole[t.name] && t.open && t.side == "" && hasMembers(t.schema) {
			t.part = true
			t.schema.(*object).set("x-part", true)
		}
	}
}

// eachReference visits the references to types in a schema; inAllOf reports that the schema is a branch of `allOf`.
func eachReference(schema any, inAllOf bool, visit func(name string, inAllOf bool)) {
	switch s := schema.(type) {
	case reference:
		visit(s.name, inAllOf)
	case *object:
		for _, m := range s.members {
			switch places[m.name] {
			case oneSchema:
				eachReference(m.value, false, visit)
			case listOfSchemas:
				for _, sub := range m.value.([]any) {
					eachReference(sub, m.name == "allOf", visit)
				}
			case namedSchemas:
				for _, sub := range m.value.(*object).members {
					eachReference(sub.value, false, visit)
				}
			case noSchema:
				if to, isReference := m.value.(reference); isReference && m.name == "$ref" {
					visit(to.name, inAllOf)
				}
			}
		}
	}
}

// hasMembers reports whether a schema itself declares that its values are objects with members.
func hasMembers(schema any) bool {
	s, isObject := schema.(*object)
	if !isObject || s.get("type") != "object" {
		return false
	}
	properties, has := s.get("properties").(*object)
	return has && len(properties.members) > 0
}

// isPart reports whether others are only composed of a type.
func (a *author) isPart(name string) bool {
	return slices.ContainsFunc(a.types, func(t *named) bool { return t.name == name && t.part })
}
