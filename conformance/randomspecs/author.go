package randomspecs

import (
	"math/rand/v2"
	"slices"
)

// author writes one spec.
type author struct {
	*rand.Rand
	patterns map[string]*pattern // by their spelling in the spec
	kinds    []*kind
	objects  *kind // the kind of all objects
	members  map[string]*kind
	pool     []string // names of members, of which the spec uses some again and again
	types    []*named
	catalogs []*catalog
	params   []*object // name, type, default
	stages   []string
	rules    []any
	builders []member
	output   *object         // or nil
	taken    map[string]bool // names that types must not have

	within             int // the unions around the member that a rule reads
	resources, renamed int // how many addresses and other names have been given
}

// kind is the common property of all schemas of a place, so that they can be composed: a JSON type, or one fixed schema.
type kind struct {
	json  string // "" for anything
	fixed any
	items *kind
}

// named is an entry of `types`.
type named struct {
	name   string
	kind   *kind
	schema any
	// open: a record that others can be composed of.
	open bool
	// staged: a record with members that wait for a stage, which nothing that is checked as a whole may contain.
	staged bool
	side   string
	// part: others are only composed of it, and no message is one.
	part bool
}

// spot contains the properties of the place of a schema.
type spot struct {
	depth int  // how many levels may still follow
	type_ int  // the type being written; only earlier types may apply to the same value
	below bool // a value of this place need not be there, so that it may be of any type
	whole bool // the value here is checked as a whole
}

func (at spot) under(optional bool) spot {
	at.depth--
	at.below = at.below || optional
	return at
}

// inPlace is the spot of a schema that applies to the same value, by a keyword for the value as a whole.
func (at spot) inPlace() spot {
	at.depth--
	at.below, at.whole = false, true
	return at
}

func pick[T any](a *author, list ...T) T { return list[a.IntN(len(list))] }

// one is true once in n times.
func (a *author) one(n int) bool { return a.IntN(n) == 0 }

// prepare chooses the schemas and names.
func (a *author) prepare() {
	a.objects = &kind{json: "object"}
	a.kinds = []*kind{{json: "string"}, {json: "string"}, {json: "integer"}, {json: "number"}, {json: "boolean"}, a.objects, a.objects, {}}
	for range 2 {
		a.kinds = append(a.kinds, &kind{json: "string", fixed: a.vocabulary()})
	}
	a.kinds = append(a.kinds, &kind{fixed: a.constant()})
	for range 3 {
		a.kinds = append(a.kinds, &kind{json: "array", items: pick(a, a.kinds...)})
	}
	a.pool = a.distinct(memberNames, 14, map[string]bool{})
	for _, name := range a.pool {
		a.members[name] = pick(a, a.kinds...)
	}
}

// names are up to n names of members, each once.
func (a *author) names(n int) []string {
	list := slices.Clone(a.pool)
	a.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:min(n, len(list))]
}

// value is a schema for values of a kind.
func (a *author) value(at spot, k *kind) any {
	if t := a.reference(at, k); t != nil && (a.one(3) || at.depth <= 0) {
		return t
	}
	switch {
	case k.fixed != nil:
		return k.fixed
	case a.one(14):
		return pick[any](a, true, obj(), obj("description", "Anything."))
	case a.one(7) && at.depth > 0:
		return a.orNull(at, k)
	case a.one(6) && at.depth > 0:
		return a.general(at, k)
	case k.json == "object" && at.depth > 1 && a.one(6):
		return a.twins(at.inPlace())
	case a.one(10):
		return obj("type", a.typeList(k))
	}
	return a.inline(at, k)
}

// reference leads to a type of the kind, or is nil.
func (a *author) reference(at spot, k *kind) any {
	var list []string
	for i, t := range a.types {
		if t.kind == k && !t.part && (at.below || i < at.type_) && !(t.staged && (at.whole || i != at.type_)) {
			list = append(list, t.name)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return a.leadsTo(pick(a, list...))
}

func (a *author) leadsTo(name string) any {
	switch a.IntN(4) {
	case 0:
		return obj("$ref", reference{name, a.one(2)})
	case 1:
		return reference{name, true}
	}
	return reference{name, false}
}

// typeList is the JSON type of a kind among others.
func (a *author) typeList(k *kind) any {
	all := []string{"null", "boolean", "object", "array", "number", "string", "integer"}
	list := []string{k.json}
	if k.json == "" {
		list = []string{"null", "string"}
	}
	for range 1 + a.IntN(3) {
		if t := pick(a, all...); !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	a.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return texts(list)
}

// twins is a choice of two records that differ in their last member. A reader that tries the branches in order reads the members before that one
// twice, and a schema evaluates some of them.
func (a *author) twins(at spot) any {
	properties := obj()
	for _, name := range a.names(len(a.pool)) {
		if k := a.members[name]; k.json == "array" && len(properties.members) < 2 {
			properties.set(name, obj("type", "array", "items", a.value(at.under(true), k.items), "uniqueItems", true))
		}
	}
	if more, ok := a.record(at, 2).get("properties").(*object); ok {
		for _, m := range more.members {
			properties.set(m.name, m.value)
		}
	}
	last, k := pick(a, a.names(3)...), pick(a, a.kinds[0], a.kinds[2])
	properties.remove(last)
	branch := func() any {
		all := obj(asPairs(properties)...)
		all.set(last, a.scalar(k))
		return obj("type", "object", "required", texts([]string{last}), "properties", all)
	}
	return obj(pick(a, "anyOf", "oneOf"), []any{branch(), branch()})
}

// orNull admits null beside a schema, in one of the possible ways.
func (a *author) orNull(at spot, k *kind) any {
	inner := a.inline(at.under(false), k)
	o, isObject := inner.(*object)
	if isObject && a.one(2) {
		if t, isText := o.get("type").(string); isText && !o.has("const") && !o.has("enum") && t != "null" {
			o = obj(asPairs(o)...)
			o.set("type", texts([]string{t, "null"}))
			return o
		}
	}
	if t := a.reference(at, k); t != nil && a.one(2) {
		inner = t
	}
	null := obj("type", "null")
	if a.one(5) {
		null = obj("const", nil)
	}
	both := []any{inner, null}
	if a.one(3) {
		both = []any{null, inner}
	}
	return obj(pick(a, "anyOf", "oneOf"), both)
}

func asPairs(o *object) []any {
	var pairs []any
	for _, m := range o.members {
		pairs = append(pairs, m.name, m.value)
	}
	return pairs
}

// inline is a schema of the kind that is written out and needs no checking as a whole, as far as its parts need none.
func (a *author) inline(at spot, k *kind) any {
	if k.fixed != nil {
		return k.fixed
	}
	switch k.json {
	case "string", "integer", "number":
		return a.scalar(k)
	case "boolean":
		return obj("type", "boolean")
	case "array":
		return a.array(at, k)
	case "object":
		if at.depth <= 0 {
			return obj("type", "object")
		}
		if a.one(4) {
			return obj("type", "object", "additionalProperties", a.value(at.under(true), pick(a, a.kinds...)))
		}
		return a.record(at, 4)
	}
	if at.depth <= 0 {
		return pick[any](a, true, obj(), obj("type", "null"))
	}
	return a.general(at, k)
}

func (a *author) array(at spot, k *kind) any {
	s := obj("type", "array")
	least := 0
	if a.one(4) {
		least = 1
		s.set("minItems", 1)
	}
	if !a.one(8) {
		s.set("items", a.value(at.under(least == 0), k.items))
	}
	if a.one(4) {
		s.set("maxItems", 2+a.IntN(3))
	}
	if a.one(6) {
		s.set("uniqueItems", true)
	}
	return s
}

// record is an object with up to n members, most often open.
func (a *author) record(at spot, n int) *object {
	s, properties := obj("type", "object"), obj()
	var required []string
	for _, name := range a.names(a.IntN(n + 1)) {
		needed := a.one(2)
		properties.set(name, a.value(at.under(!needed), a.members[name]))
		if needed {
			required = append(required, name)
		}
	}
	if len(required) > 0 {
		s.set("required", texts(required))
	}
	if len(properties.members) > 0 || a.one(2) {
		s.set("properties", properties)
	}
	switch a.IntN(8) {
	case 0:
		s.set("additionalProperties", false)
	case 1:
		s.set("additionalProperties", true)
	}
	return s
}
