package randomspecs

import (
	"fmt"
	"slices"
)

// plan chooses the names and purposes of the types before it writes any, because they refer to each other.
func (a *author) plan() []func(at spot) any {
	var writers []func(at spot) any
	add := func(t *named, write func(at spot) any) {
		t.name = a.distinct(typeNames, 1, a.taken)[0]
		a.types = append(a.types, t)
		writers = append(writers, write)
	}
	for range 3 + a.IntN(4) {
		switch n := a.IntN(12); {
		case n < 4:
			a.planRecord(add)
		case n < 6:
			if a.planUnion(add); a.one(2) {
				a.planOther(add)
			}
		case n < 8:
			k := pick(a, a.kinds...)
			add(&named{kind: k}, func(at spot) any { return a.general(at, k) })
		case n == 8:
			k := pick(a, a.kinds...)
			add(&named{kind: k}, func(at spot) any { return a.orNull(at, k) })
		case n == 9:
			k := pick(a, a.kinds...)
			add(&named{kind: k}, func(at spot) any { return a.value(at, k) })
		case n == 10:
			k := pick(a, a.kinds...)
			add(&named{kind: k}, func(at spot) any { return a.resource(at, k) })
		default:
			k := pick(a, a.kinds...)
			add(&named{kind: k}, func(at spot) any { return a.inline(at, k) })
		}
	}
	if len(a.stages) > 0 || a.one(4) {
		add(&named{kind: a.objects, staged: len(a.stages) > 0}, func(at spot) any { return a.stagedRecord(at) })
	}
	if a.one(3) {
		a.planWide(add)
	}
	return writers
}

type adder func(t *named, write func(at spot) any)

func (a *author) planRecord(add adder) {
	t := &named{kind: a.objects, open: true}
	composed := a.one(2)
	add(t, func(at spot) any {
		s := a.record(at, 6)
		if s.get("additionalProperties") == false {
			t.open = false
		}
		if composed && t.open {
			a.compose(s, at)
		}
		return s
	})
}

// compose makes a record of a base and members of its own.
func (a *author) compose(s *object, at spot) {
	at.whole = false
	base := a.base(at)
	if base == nil {
		return
	}
	own := obj(asPairs(s)...)
	switch ref, isObject := base.(*object); {
	case isObject && a.one(2):
		s.members = append([]member{{"$ref", ref.get("$ref")}}, own.members...)
	case a.one(3):
		s.members = []member{{"allOf", []any{base, own}}}
	default:
		s.members = append([]member{{"allOf", []any{base}}}, own.members...)
	}
	if a.one(6) {
		s.set("unevaluatedProperties", false)
	}
}

// stagedRecord is a record of which some members wait for a stage.
func (a *author) stagedRecord(at spot) any {
	s := a.record(at, 6)
	properties, _ := s.get("properties").(*object)
	if properties == nil || len(a.stages) == 0 {
		return s
	}
	for i, m := range properties.members {
		if !a.one(3) {
			continue
		}
		switch v := m.value.(type) {
		case *object:
			if !v.has("$ref") {
				v = obj(asPairs(v)...)
			} else {
				v = obj("$ref", v.get("$ref"))
			}
			v.set("x-stage", pick(a, a.stages...))
			properties.members[i].value = v
		case reference:
			properties.members[i].value = obj("$ref", v, "x-stage", pick(a, a.stages...))
		}
	}
	return s
}

// resource is a schema that refers to itself and to schemas inside of it.
func (a *author) resource(at spot, k *kind) any {
	whole := a.inline(at, k)
	s, isObject := whole.(*object)
	if !isObject || k.fixed != nil {
		return obj("$defs", obj("unused", true), "allOf", []any{whole})
	}
	s = obj(asPairs(s)...)
	in := pick(a, a.objects, a.kinds[0], a.kinds[2])
	inner, isObject := a.inline(at.under(false), in).(*object)
	if !isObject {
		return s
	}
	inner = obj(asPairs(inner)...)
	to := "#/$defs/part"
	switch a.IntN(3) {
	case 0:
		inner.set("$anchor", "part")
		to = pick(a, "#part", to)
	case 1:
		a.resources++
		base := fmt.Sprintf("https://example.org/%d", a.resources)
		s.set("$id", base)
		to = pick(a, base+to, to)
	}
	s.set("$defs", obj("part", inner))
	a.refer(s, k, to)
	return s
}

// refer lets a schema refer to itself and to a part of it.
func (a *author) refer(s *object, k *kind, to string) {
	switch k.json {
	case "object":
		properties, has := s.get("properties").(*object)
		if !has {
			properties = obj()
		}
		properties = obj(asPairs(properties)...)
		properties.set("a part", obj("$ref", to))
		properties.set("the whole", obj("$ref", "#"))
		s.set("properties", properties)
	case "array":
		s.remove("minItems")
		s.set("items", obj("$ref", pick(a, to, "#")))
	}
}

// planUnion adds the branches of a union as types, and the union.
func (a *author) planUnion(add adder) {
	tag, values := pick(a, "kind", "type", "t", "@tag", "a b", "class", "__proto__"), a.distinct(words, 4, map[string]bool{})
	n := 2 + a.IntN(2)
	sided := a.one(3)
	nested := a.one(4)
	var outer *object
	if nested {
		outer = obj("the outer tag", obj("const", "inner"))
	}
	var branches []any
	for i := range n {
		t := &named{kind: a.objects}
		if sided {
			t.side = pick(a, "client", "server", "hub")
		}
		own := []string{values[i]}
		if i == 0 && len(values) > n {
			own = append(own, values[n:]...)
		}
		add(t, func(at spot) any { return a.variant(at, tag, own, outer) })
		branches = append(branches, reference{t.name, a.one(4)})
	}
	if a.one(6) && !sided { // one that is written out
		spare := a.distinct(append([]string{"one-more"}, words...), 1, foldsOf(values))
		at := spot{depth: 2, type_: len(a.types)}
		branches = append(branches, a.variant(at, tag, spare, outer))
		values = append(values, spare...)
	}
	s := obj("oneOf", branches, "discriminator", obj("propertyName", tag))
	if a.one(3) {
		other := pick[any](a, obj("type", "string"), obj("type", "string", "maxLength", 6))
		s.set("discriminator", obj("propertyName", tag, "fallback", a.planFallback(add, tag, other, outer, sided)))
		s.set("x-taken", texts(values)) // for the witness, which has no fallbacks
	}
	u := &named{kind: a.objects}
	add(u, func(spot) any { return s })
	if !sided {
		a.planHolder(add, u)
	}
	if nested {
		a.planOuter(add, u)
	}
}

// planFallback adds a record for all other tags.
func (a *author) planFallback(add adder, tag string, other any, outer *object, sided bool) any {
	t := &named{kind: a.objects}
	if sided && a.one(2) {
		t.side = pick(a, "client", "server")
	}
	add(t, func(at spot) any {
		return a.demanding(at, tag, other, outer)
	})
	return reference{t.name, a.one(4)}
}

// planOther adds a union that a boolean or an integer selects, or the presence of a member.
func (a *author) planOther(add adder) {
	tag := pick(a, "ok", "artifact", "a b", "class", "__proto__", "constructor")
	first, second := &named{kind: a.objects}, &named{kind: a.objects}
	u := obj()
	switch a.IntN(3) {
	case 0:
		add(first, func(at spot) any { return a.demanding(at, tag, obj("const", true), nil) })
		add(second, func(at spot) any { return a.demanding(at, tag, obj("const", false), nil) })
		u.set("discriminator", obj("propertyName", tag))
	case 1:
		firstTag, others := pick(a, 0, -1, 10), []any{2, 1<<53 - 1}
		add(first, func(at spot) any { return a.demanding(at, tag, obj("const", firstTag), nil) })
		add(second, func(at spot) any { return a.demanding(at, tag, obj("type", "integer", "enum", others), nil) })
		u.set("discriminator", obj("propertyName", tag))
		if a.one(3) {
			other := obj("type", "integer", "minimum", -5)
			u.set("discriminator", obj("propertyName", tag, "fallback", a.planFallback(add, tag, other, nil, false)))
			u.set("x-taken", append([]any{firstTag}, others...)) // for the witness, as above
		}
	default:
		add(first, func(at spot) any {
			return a.demanding(at, tag, pick[any](a, obj("type", "string"), obj(), obj("type", "integer")), nil)
		})
		add(second, func(at spot) any { return a.without(at, tag) })
		u.set("discriminator", obj("presence", tag))
	}
	branches := []any{reference{first.name, false}, reference{second.name, false}}
	if a.one(2) {
		slices.Reverse(branches)
		u.set("x-reversed", true) // for the witness, which has no unions by presence
	}
	u.set("oneOf", branches)
	union := &named{kind: a.objects}
	add(union, func(spot) any { return u })
	a.planHolder(add, union)
}

// planHolder adds a record with values of a union, for rules about them.
func (a *author) planHolder(add adder, union *named) {
	if !a.one(2) {
		return
	}
	held := func() any { return reference{union.name, a.one(4)} }
	add(&named{kind: a.objects}, func(spot) any {
		s := obj("type", "object", "properties", obj("one", held(), "all", obj("type", "array", "items", held()), "n", obj("type", "integer")))
		if a.one(2) {
			s.set("required", []any{"one"})
		}
		return s
	})
}

// without is a record that does not name a member.
func (a *author) without(at spot, tag string) any {
	s := a.record(at, 3)
	named := func(name string) bool { return split(name) == split(tag) }
	properties := obj("another", obj())
	if p, has := s.get("properties").(*object); has {
		properties = obj(append(asPairs(p), "another", obj())...)
	}
	for _, m := range slices.Clone(properties.members) {
		if named(m.name) {
			properties.remove(m.name)
		}
	}
	s.set("properties", properties)
	if required, has := s.get("required").([]any); has {
		if required = slices.DeleteFunc(slices.Clone(required), func(r any) bool { return named(r.(string)) }); len(required) > 0 {
			s.set("required", required)
		} else {
			s.remove("required")
		}
	}
	return s
}

// planOuter adds a union of a union and a record, by another tag.
func (a *author) planOuter(add adder, inner *named) {
	tag := "the outer tag"
	other := &named{kind: a.objects}
	add(other, func(at spot) any { return a.variant(at, tag, []string{"other"}, nil) })
	add(&named{kind: a.objects}, func(spot) any {
		return obj("oneOf", []any{reference{inner.name, false}, reference{other.name, false}}, "discriminator", obj("propertyName", tag))
	})
}

func foldsOf(names []string) map[string]bool {
	all := map[string]bool{}
	for _, n := range names {
		all[split(n)] = true
	}
	return all
}

// variant is a record with a tag, and with further members that it requires.
func (a *author) variant(at spot, tag string, values []string, more *object) any {
	if len(values) == 1 {
		return a.demanding(at, tag, obj("const", values[0]), more)
	}
	return a.demanding(at, tag, obj("enum", texts(values)), more)
}

// demanding is a record that requires a member, and further ones.
func (a *author) demanding(at spot, tag string, schema any, more *object) any {
	s := a.record(at, 3)
	properties := obj()
	if p, has := s.get("properties").(*object); has {
		properties = obj(asPairs(p)...)
	}
	required, _ := s.get("required").([]any)
	add := func(name string, schema any) {
		for _, m := range slices.Clone(properties.members) {
			if split(m.name) == split(name) {
				properties.remove(m.name)
				required = slices.DeleteFunc(slices.Clone(required), func(r any) bool { return r == m.name })
			}
		}
		m := []member{{name, schema}}
		if a.one(3) {
			properties.members = append(properties.members, m...)
		} else {
			properties.members = append(m, properties.members...)
		}
		required = append(required, name)
	}
	add(tag, schema)
	if more != nil {
		for _, m := range more.members {
			add(m.name, m.value)
		}
	}
	s.set("required", required)
	s.set("properties", properties)
	return s
}
