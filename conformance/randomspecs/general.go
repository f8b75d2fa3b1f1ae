package randomspecs

import "slices"

// general is a schema of the kind that depends on the value as a whole.
func (a *author) general(at spot, k *kind) any {
	at.whole = true
	s := obj()
	if !a.one(6) && k.json != "" {
		s.set("type", k.json)
	}
	if k.fixed != nil {
		s = obj("allOf", []any{k.fixed})
	}
	for range 1 + a.IntN(3) {
		a.speak(s, at, k)
	}
	if a.one(2) {
		a.apply(s, at, k)
	}
	return s
}

// speak adds a keyword about values of the kind's JSON type.
func (a *author) speak(s *object, at spot, k *kind) {
	if k.fixed != nil {
		return
	}
	switch k.json {
	case "object":
		a.aboutObjects(s, at)
	case "array":
		a.aboutItems(s, at, k)
	case "string":
		if !s.has("pattern") && a.one(2) {
			s.set("pattern", a.pattern())
		} else if !s.has("minLength") && !s.has("maxLength") {
			a.lengths(s)
		}
	case "integer", "number":
		if !slices.ContainsFunc(s.members, func(m member) bool { return m.name != "type" }) {
			a.numberLimits(s)
		}
	case "":
		if at.depth > 0 {
			a.speak(s, at, pick(a, a.kinds[0], a.kinds[2], a.objects))
		}
	}
}

func (a *author) aboutObjects(s *object, at spot) {
	below := at.under(false) // other keywords may require the member
	switch word := pick(a, "properties", "properties", "required", "patternProperties", "additionalProperties", "propertyNames", "minProperties", "maxProperties",
		"dependentRequired", "dependentSchemas"); word {
	case "properties":
		if !s.has("properties") {
			s.set("properties", a.someMembers(below, 3))
		}
	case "required":
		s.set("required", texts(a.names(1+a.IntN(2))))
	case "patternProperties":
		s.set(word, obj(a.pattern(), a.value(below, pick(a, a.kinds...))))
	case "additionalProperties":
		if at.depth > 0 && !s.has("unevaluatedProperties") {
			s.set(word, a.rest(below, pick(a, a.kinds...)))
		}
	case "propertyNames":
		s.set(word, pick[any](a, obj("maxLength", 3+a.IntN(4)), obj("minLength", 1), obj("pattern", a.pattern()), obj("not", obj("const", pick(a, a.pool...))),
			obj("enum", texts(a.names(6)))))
	case "minProperties":
		s.set(word, a.IntN(3))
	case "maxProperties":
		s.set(word, 2+a.IntN(4))
	case "dependentRequired":
		s.set(word, obj(pick(a, a.pool...), texts(a.names(1+a.IntN(2)))))
	case "dependentSchemas":
		if at.depth > 0 {
			s.set(word, obj(pick(a, a.pool...), a.branch(at.inPlace(), a.objects)))
		}
	}
}

func (a *author) someMembers(at spot, n int) *object {
	all := obj()
	for _, name := range a.names(1 + a.IntN(n)) {
		all.set(name, a.value(at, a.members[name]))
	}
	return all
}

// rest is the schema of undeclared members: none, or values of a kind.
func (a *author) rest(at spot, k *kind) any {
	if a.one(2) {
		return false
	}
	return a.value(at, k)
}

func (a *author) aboutItems(s *object, at spot, k *kind) {
	below := at.under(false)
	switch word := pick(a, "prefixItems", "items", "contains", "minItems", "maxItems", "uniqueItems"); word {
	case "prefixItems":
		var list []any
		for range 1 + a.IntN(3) {
			list = append(list, a.value(below, k.items))
		}
		s.set(word, list)
	case "items":
		if s.has("prefixItems") {
			s.set(word, a.rest(below, k.items))
		} else {
			s.set(word, a.value(below, k.items))
		}
	case "contains":
		s.set(word, a.branch(spot{depth: below.depth, type_: at.type_, whole: true}, k.items))
		if a.one(2) {
			s.set("minContains", a.IntN(3))
		}
		if a.one(2) {
			s.set("maxContains", 2+a.IntN(2))
		}
	case "minItems":
		s.set(word, a.IntN(2))
	case "maxItems":
		s.set(word, 2+a.IntN(3))
	case "uniqueItems":
		s.set(word, true)
	}
}

// apply adds a keyword that brings schemas for the same value.
func (a *author) apply(s *object, at spot, k *kind) {
	if at.depth <= 0 {
		return
	}
	in := at.inPlace()
	switch word := pick(a, "anyOf", "anyOf", "oneOf", "oneOf", "not", "if", "if", "allOf", "allOf"); word {
	case "anyOf", "oneOf":
		s.set(word, a.branches(in, k, 2+a.IntN(2)))
	case "not":
		s.set(word, a.branch(in, k))
	case "if":
		s.set("if", a.branch(in, k))
		if !a.one(4) {
			s.set("then", a.branch(in, k))
		}
		if a.one(2) {
			s.set("else", a.branch(in, k))
		}
	case "allOf":
		if k.fixed == nil {
			var parts []any
			for range 1 + a.IntN(2) {
				parts = append(parts, a.part(in, k))
			}
			s.set(word, parts)
		}
	}
	a.unevaluated(s, at, k)
}

// unevaluated closes a schema over its branches.
func (a *author) unevaluated(s *object, at spot, k *kind) {
	switch {
	case !a.one(3):
	case k.json == "object" && !s.has("additionalProperties"):
		s.set("unevaluatedProperties", a.rest(at.under(false), pick(a, a.kinds...)))
	case k.json == "array" && !s.has("items"):
		s.set("unevaluatedItems", a.rest(at.under(false), k.items))
	}
}

func (a *author) branches(at spot, k *kind, n int) []any {
	var list []any
	for range n {
		list = append(list, a.branch(at, k))
	}
	return list
}

// branch is a schema that may be satisfied or not.
func (a *author) branch(at spot, k *kind) any {
	switch {
	case a.one(16):
		return pick[any](a, true, false)
	case a.one(6):
		return a.value(at, pick(a, a.kinds...))
	case a.one(6):
		if t := a.reference(at, k); t != nil {
			return t
		}
	case a.one(6) && k.json == "object":
		name := pick(a, a.pool...)
		return obj("properties", obj(name, a.constantOf(a.members[name])), "required", []any{name})
	case a.one(6):
		return a.constantOf(k)
	}
	return a.part(at, k)
}

// constantOf is a const or enum; if possible of values that the kind has.
func (a *author) constantOf(k *kind) any {
	switch {
	case k.fixed != nil:
		if s, isObject := k.fixed.(*object); isObject {
			if values, _ := s.get("enum").([]any); len(values) > 0 {
				return obj("const", pick(a, values...))
			}
		}
		return k.fixed
	case k.json == "string":
		return obj("enum", texts(a.distinct(words, 2, map[string]bool{})))
	case k.json == "integer":
		return obj("const", pick(a, integers...))
	case k.json == "boolean":
		return obj("const", a.one(2))
	}
	return obj("const", a.literal(1))
}

// part is a schema that values of the kind usually satisfy, and that can be composed with others.
func (a *author) part(at spot, k *kind) any {
	if k.fixed != nil {
		return k.fixed
	}
	if k.json == "object" && a.one(4) {
		if base := a.base(at); base != nil {
			return base
		}
	}
	s := obj()
	if a.one(2) && k.json != "" {
		s.set("type", k.json)
	}
	for range 1 + a.IntN(2) {
		a.speak(s, at, k)
	}
	if a.one(4) && at.depth > 0 {
		a.apply(s, at, k)
	}
	return s
}

// base leads to a record that others can be composed of, or is nil.
func (a *author) base(at spot) any {
	var list []string
	for i, t := range a.types {
		if t.open && i < at.type_ && !(t.staged && at.whole) {
			list = append(list, t.name)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return a.leadsTo(pick(a, list...))
}
