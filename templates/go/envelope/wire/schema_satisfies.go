package wire

import (
	"bytes"
	"math"
	"slices"
	"unicode/utf8"
)

// mostParts is the product of the numbers of parts of a value and of a schema up to which the value is looked at. Both may come from strangers.
const mostParts = 4_000_000

// Satisfies reports whether one value satisfies another one that is a JSON Schema, by these keywords: type, required, properties,
// additionalProperties, items, enum, const, and the limits of numbers and sizes. Other keywords have no effect.
func Satisfies(value, schema func(*Writer)) bool {
	var texts [2]string
	for i, write := range [...]func(*Writer){value, schema} {
		measured(write, func(text []byte) int {
			texts[i] = string(text)
			return 0
		})
	}
	s := satisfying{}
	s.value.read(texts[0])
	s.schema.read(texts[1])
	if s.value.parts()*s.schema.parts() > mostParts {
		return true
	}
	return s.holds(0, 0)
}

// parts counts a value and all values in it.
func (t *tree) parts() int { return len(t.nodes) - len(t.names) }

type satisfying struct{ value, schema tree }

// holds reports whether node v of the value satisfies node n of the schema.
func (s *satisfying) holds(v, n int) bool {
	switch s.schema.typeOf(n) {
	case BooleanType:
		return s.schema.word(n) == "true"
	case ObjectType:
	default:
		return true
	}
	for c := range s.schema.children(n) {
		if !s.keyword(v, n, c.name, c.node) {
			return false
		}
	}
	return true
}

func (s *satisfying) keyword(v, n int, name string, k int) bool {
	list := s.schema.typeOf(k) == ArrayType
	switch name {
	case "type":
		return s.isOfType(v, k)
	case "const":
		return s.equal(v, k)
	case "enum":
		return !list || s.any(k, func(item int) bool { return s.equal(v, item) })
	case "required":
		return !list || s.value.typeOf(v) != ObjectType || !s.any(k, func(item int) bool {
			if s.schema.typeOf(item) != StringType {
				return false
			}
			_, found := s.value.member(v, s.schema.str(item))
			return !found
		})
	case "properties":
		return s.eachMember(v, k, true, s.holds, nil)
	case "additionalProperties":
		return s.additional(v, n, k)
	case "items":
		return list || s.items(v, n, k)
	}
	return s.limit(v, name, k)
}

func (s *satisfying) any(list int, is func(item int) bool) bool {
	for c := range s.schema.children(list) {
		if is(c.node) {
			return true
		}
	}
	return false
}

// isOfType compares the JSON type with one name, or several. Names that are none pass.
func (s *satisfying) isOfType(v, k int) bool {
	if s.schema.typeOf(k) == StringType {
		matches, known := s.isOne(v, s.schema.str(k))
		return matches || !known
	}
	if s.schema.typeOf(k) != ArrayType {
		return true
	}
	anyKnown := false
	found := s.any(k, func(item int) bool {
		if s.schema.typeOf(item) != StringType {
			return false
		}
		matches, known := s.isOne(v, s.schema.str(item))
		anyKnown = anyKnown || known
		return matches
	})
	return found || !anyKnown
}

func (s *satisfying) isOne(v int, name string) (matches, known bool) {
	is := s.value.typeOf(v)
	if name == "integer" {
		return is == NumberType && s.value.number(v) == math.Trunc(s.value.number(v)), true
	}
	types := map[string]JSONTypes{"null": NullType, "boolean": BooleanType, "object": ObjectType, "array": ArrayType, "number": NumberType, "string": StringType}
	wanted, known := types[name]
	return known && is == wanted, known
}

// equal compares as JSON Schema does.
func (s *satisfying) equal(v, k int) bool {
	return bytes.Equal(s.value.appendSorted(nil, v, math.MaxInt), s.schema.appendSorted(nil, k, math.MaxInt))
}

// eachMember calls named for each member of an object that the properties name, and others for the rest.
func (s *satisfying) eachMember(v, properties int, found bool, named func(child, of int) bool, others func(child int) bool) bool {
	if s.value.typeOf(v) != ObjectType {
		return true
	}
	schemas := map[string]int{}
	if found && s.schema.typeOf(properties) == ObjectType {
		for c := range s.schema.children(properties) {
			schemas[c.name] = c.node
		}
	}
	for c := range s.value.children(v) {
		of, is := schemas[c.name]
		if is && named != nil && !named(c.node, of) || !is && others != nil && !others(c.node) {
			return false
		}
	}
	return true
}

// additional looks at the members that properties do not name, unless patterns may.
func (s *satisfying) additional(v, n, k int) bool {
	if _, patterns := s.schema.member(n, "patternProperties"); patterns {
		return true
	}
	properties, found := s.schema.member(n, "properties")
	return s.eachMember(v, properties, found, nil, func(child int) bool { return s.holds(child, k) })
}

// items looks at the items behind those that prefixItems speak of.
func (s *satisfying) items(v, n, k int) bool {
	if s.value.typeOf(v) != ArrayType {
		return true
	}
	from := 0
	if prefix, found := s.schema.member(n, "prefixItems"); found && s.schema.typeOf(prefix) == ArrayType {
		from = s.schema.size(prefix)
	}
	for c := range s.value.children(v) {
		if c.index >= from && !s.holds(c.node, k) {
			return false
		}
	}
	return true
}

// limit compares a number or a size with a limit.
func (s *satisfying) limit(v int, name string, k int) bool {
	if s.schema.typeOf(k) != NumberType {
		return true
	}
	limit, is := s.schema.number(k), s.value.typeOf(v)
	size := func(of JSONTypes, count func() int) float64 {
		if is != of {
			return math.NaN()
		}
		return float64(count())
	}
	var have float64
	switch name {
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		if is != NumberType {
			return true
		}
		have = s.value.number(v)
	case "minLength", "maxLength":
		have = size(StringType, func() int { return utf8.RuneCountInString(s.value.str(v)) })
	case "minItems", "maxItems":
		have = size(ArrayType, func() int { return s.value.size(v) })
	case "minProperties", "maxProperties":
		have = size(ObjectType, func() int { return s.value.size(v) })
	default:
		return true
	}
	switch {
	case math.IsNaN(have):
		return true
	case name == "multipleOf":
		return limit <= 0 || isMultiple(have, limit)
	case name == "exclusiveMinimum":
		return have > limit
	case name == "exclusiveMaximum":
		return have < limit
	case slices.Contains([]string{"minimum", "minLength", "minItems", "minProperties"}, name):
		return have >= limit
	}
	return have <= limit
}
