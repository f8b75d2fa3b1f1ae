package randomspecs

import (
	"strconv"

	"github.com/envgen/envgen/conformance/formats"
)

// Lower limits are from one end and upper ones from the other, so that those of several schemas never leave nothing.
var (
	lowNumbers  = []number{"-100", "-1", "0", "-0.5", "0.1", "1", "1e0", "-9007199254740991", "-1e300"}
	highNumbers = []number{"3", "5.5", "10", "1e2", "100.25", "4.0", "9007199254740991", "1e300"}
	divisors    = []number{"1", "2", "0.5", "0.1", "0.01", "2.5"}
	numbers     = []number{"0", "1", "-1", "2", "3.5", "0.1", "1e300", "5e-324", "9007199254740991", "-9007199254740991", "1e2", "0.30000000000000004", "1e21", "-7", "1.5e-7", "4.0"}
	// integers lie between the limits.
	integers = []number{"1", "2", "3", "1.0", "2e0"}
)

var formatNames = []string{"date", "time", "date-time", "duration", "uuid", "ipv4", "ipv6", "json-pointer", "email", "hostname", "uri", "uri-reference", "relative-json-pointer", "uri-template"}

// edges are strings at the edges of a format, by format.
var edges = func() map[string][]string {
	all := map[string][]string{}
	for _, e := range formats.Edges() {
		all[e.Format] = append(all[e.Format], e.Value)
	}
	return all
}()

// scalar is a string or number with limits, in one schema or in several that may repeat each other.
func (a *author) scalar(k *kind) *object {
	limited := func(s *object) *object {
		if k.json == "string" {
			a.stringLimits(s)
		} else {
			a.numberLimits(s)
		}
		return s
	}
	s := obj("type", k.json)
	if !a.one(6) {
		return limited(s)
	}
	parts := []any{limited(s)}
	for range 1 + a.IntN(2) {
		parts = append(parts, limited(obj()))
	}
	if a.one(2) {
		return obj("allOf", parts)
	}
	return obj(append([]any{"allOf", parts[1:]}, asPairs(s)...)...)
}

func (a *author) numberLimits(s *object) {
	if a.one(3) {
		s.set(pick(a, "minimum", "minimum", "exclusiveMinimum"), pick(a, lowNumbers...))
	}
	if a.one(3) {
		s.set(pick(a, "maximum", "maximum", "exclusiveMaximum"), pick(a, highNumbers...))
	}
	if a.one(6) {
		s.set("multipleOf", pick(a, divisors...))
	}
}

func (a *author) stringLimits(s *object) {
	switch a.IntN(8) {
	case 0:
		s.set("format", pick(a, formatNames...))
	case 1, 2:
		s.set("pattern", a.pattern())
		if a.one(3) {
			s.set("maxLength", 8+a.IntN(40))
		}
	case 3, 4, 5:
		a.lengths(s)
	}
}

func (a *author) lengths(s *object) {
	if a.one(2) {
		s.set("minLength", a.IntN(3))
	}
	if a.one(2) {
		s.set("maxLength", 3+a.IntN(4))
	}
}

func (a *author) pattern() string {
	p := newPattern(a.Rand)
	a.patterns[p.ecma()] = p
	return p.ecma()
}

// literal is any JSON value.
func (a *author) literal(depth int) any {
	switch n := a.IntN(8); {
	case n < 3:
		return pick(a, words...)
	case n < 5:
		return pick(a, numbers...)
	case n == 5:
		return pick[any](a, nil, true, false)
	case depth == 0:
		return pick[any](a, []any{}, obj())
	case n == 6:
		list := []any{}
		for range a.IntN(3) {
			list = append(list, a.literal(depth-1))
		}
		return list
	default:
		o := obj()
		for _, name := range a.distinct(memberNames, a.IntN(3), map[string]bool{}) {
			o.set(name, a.literal(depth-1))
		}
		return o
	}
}

// literals are distinct by the equality of JSON Schema.
func (a *author) literals(n int) []any {
	var list []any
	seen := map[string]bool{}
	for range n {
		l := a.literal(1)
		if key := canonical(l); !seen[key] {
			seen[key] = true
			list = append(list, l)
		}
	}
	return list
}

// canonical is the same for literals of which one could be taken for the other; it may be so for others.
func canonical(v any) string {
	switch v := v.(type) {
	case number:
		f, _ := strconv.ParseFloat(string(v), 64)
		return strconv.FormatFloat(f, 'g', -1, 64)
	case []any:
		s := "["
		for _, item := range v {
			s += canonical(item) + ","
		}
		return s
	case *object:
		return "{" // one object is enough
	}
	return spelling(v)
}

// vocabulary is an enum of strings, which becomes a type with constants.
func (a *author) vocabulary() *object {
	s := obj()
	if a.one(2) {
		s.set("type", "string")
	}
	list := texts(a.distinct(words, 1+a.IntN(5), map[string]bool{}))
	if a.one(4) {
		s.set(pick(a, "anyOf", "oneOf"), a.choiceOf(list))
	} else {
		s.set("enum", list)
	}
	return s
}

// choiceOf writes constants as branches, some of them with texts, and sometimes the first two together in another branch.
func (a *author) choiceOf(list []any) (branches []any) {
	for _, l := range list {
		s := obj("const", l)
		if a.one(2) {
			s.set("title", pick(a, descriptions...))
		}
		if a.one(2) {
			s.set("description", pick(a, descriptions...))
		}
		branches = append(branches, s)
	}
	if a.one(4) && len(list) > 2 {
		branches = append(branches, obj("enum", list[:2]))
	}
	return branches
}

// constant is a const or an enum of anything.
func (a *author) constant() *object {
	switch a.IntN(4) {
	case 0:
		return obj("enum", a.literals(2+a.IntN(4)))
	case 1:
		l := a.literal(0)
		return obj("type", typeOf(l), "const", l)
	default:
		return obj("const", a.literal(1))
	}
}

func typeOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case number:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	}
	return "object"
}
