package wire

import (
	"fmt"
	"strings"
	"testing"
)

// rest closes an object for unevaluated members.
var rest = Unevaluated{Of: ObjectType, Closed: fail("unevaluatedProperties")}

var restItems = Unevaluated{Of: ArrayType, Closed: fail("unevaluatedItems")}

func TestUnevaluatedProperties(t *testing.T) {
	isA := func(name string) bool { return strings.HasPrefix(name, "a") }
	for _, c := range []struct {
		name  string
		build func(b *builder) []Assertion
		wants map[string]string
	}{
		{"own", func(b *builder) []Assertion {
			return []Assertion{rest, Properties{Named: map[string]SchemaID{"x": b.add(is(NumberType))}, Patterns: []PatternSchema{{isA, b.add()}}}}
		}, map[string]string{`{"x":1,"ab":1}`: "", `{"x":"","b":1}`: "/b unevaluatedProperties, /x type", `[1]`: ""}},
		{"additional", func(b *builder) []Assertion {
			return []Assertion{rest, Properties{Additional: b.add(is(NumberType))}}
		}, map[string]string{`{"b":1}`: "", `{"b":""}`: "/b type"}},
		{"closed inside", func(b *builder) []Assertion {
			return []Assertion{rest, AllOf{[]SchemaID{b.add(Properties{Closed: fail("additionalProperties")})}}}
		}, map[string]string{`{"b":1}`: "/b additionalProperties"}},
		{"allOf even if it fails", func(b *builder) []Assertion {
			return []Assertion{rest, AllOf{[]SchemaID{b.add(properties("x", b.add()), requires("y"))}}}
		}, map[string]string{`{"x":1}`: "/y required", `{"x":1,"z":1}`: "/y required, /z unevaluatedProperties"}},
		{"nullable", func(b *builder) []Assertion { return []Assertion{rest, OrNull{b.add(properties("x", b.add()))}} },
			map[string]string{`{"x":1}`: "", `{"z":1}`: "/z unevaluatedProperties", `null`: ""}},
		{"anyOf", func(b *builder) []Assertion {
			return []Assertion{rest, AnyOf{[]SchemaID{b.add(properties("x", b.add(is(NumberType)))), b.add(properties("y", b.add()), requires("y"))}, fail("anyOf")}}
		}, map[string]string{`{"x":1}`: "", `{"x":1,"y":1}`: "", `{"x":"","y":1}`: "/x unevaluatedProperties", `{"x":""}`: " anyOf", `{"x":"","z":1}`: " anyOf"}},
		{"oneOf", func(b *builder) []Assertion {
			return []Assertion{rest, ExactlyOne{[]SchemaID{b.add(properties("x", b.add()), requires("x")), b.add(properties("y", b.add()), requires("y"))}, fail("oneOf")}}
		}, map[string]string{`{"x":1}`: "", `{"x":1,"z":1}`: "/z unevaluatedProperties", `{"x":1,"y":1,"z":1}`: " oneOf"}},
		{"not", func(b *builder) []Assertion {
			return []Assertion{rest, Not{b.add(Not{b.add(properties("x", b.add())), fail("not")}), fail("not")}}
		}, map[string]string{`{"x":1}`: "/x unevaluatedProperties"}},
		{"if", func(b *builder) []Assertion {
			return []Assertion{rest, If{b.add(properties("x", b.add(is(NumberType))), requires("x")), b.add(properties("y", b.add())), b.add(properties("z", b.add()))}}
		}, map[string]string{`{"x":1,"y":1}`: "", `{"x":"","y":1,"z":1}`: "/x unevaluatedProperties, /y unevaluatedProperties", `{"z":1}`: ""}},
		{"then fails", func(b *builder) []Assertion {
			return []Assertion{rest, If{b.add(), b.add(properties("x", b.add()), requires("y")), 0}}
		}, map[string]string{`{"x":1}`: "/y required"}},
		{"dependentSchemas", func(b *builder) []Assertion {
			return []Assertion{rest, DependentSchema{"x", b.add(Properties{Named: map[string]SchemaID{"x": b.add(), "y": b.add()}})}}
		}, map[string]string{`{"x":1,"y":1}`: "", `{"y":1}`: "/y unevaluatedProperties"}},
		{"select", func(b *builder) []Assertion {
			return []Assertion{rest, Select{"t", false, false, map[string]SchemaID{"a": b.add(Properties{Named: map[string]SchemaID{"t": b.add(), "x": b.add()}}, requires("y"))}, fail("type"), fail("required"), fail("discriminator"), 0, nil}}
		}, map[string]string{`{"t":"a","x":1}`: "/y required", `{"t":"a","y":1}`: "/y unevaluatedProperties", `{"t":"b"}`: "/t discriminator"}},
		{"unevaluated inside", func(b *builder) []Assertion {
			return []Assertion{rest, AllOf{[]SchemaID{b.add(Unevaluated{Of: ObjectType, Schema: b.add(is(NumberType))}, properties("x", b.add()))}}}
		}, map[string]string{`{"x":"","y":1}`: "", `{"y":""}`: "/y type"}},
		{"unevaluated beside", func(b *builder) []Assertion {
			return []Assertion{AllOf{[]SchemaID{b.add(rest), b.add(properties("x", b.add()))}}, properties("y", b.add())}
		}, map[string]string{`{"x":1,"y":1}`: "/x unevaluatedProperties, /y unevaluatedProperties", `{}`: ""}},
		{"a choice failed elsewhere", func(b *builder) []Assertion {
			return []Assertion{AllOf{[]SchemaID{b.add(rest), b.add(AnyOf{nil, fail("anyOf")})}}}
		}, map[string]string{`{"x":1}`: " anyOf"}},
		{"a schema for the rest", func(b *builder) []Assertion {
			return []Assertion{properties("x", b.add()), Unevaluated{Of: ObjectType, Schema: b.add(is(NumberType))}}
		}, map[string]string{`{"x":"","y":1}`: "", `{"x":"","y":""}`: "/y type"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b builder
			b.expect(t, b.add(c.build(&b)...), c.wants)
		})
	}
}

func TestUnevaluatedItems(t *testing.T) {
	for _, c := range []struct {
		name  string
		build func(b *builder) []Assertion
		wants map[string]string
	}{
		{"prefix", func(b *builder) []Assertion {
			return []Assertion{restItems, AllOf{[]SchemaID{b.add(Items{Prefix: []SchemaID{b.add(is(NumberType))}})}}}
		}, map[string]string{`[1]`: "", `["",2]`: "/0 type, /1 unevaluatedItems", `{"a":1}`: ""}},
		{"rest", func(b *builder) []Assertion { return []Assertion{restItems, Items{Rest: b.add()}} }, map[string]string{`[1,2]`: ""}},
		{"contains", func(b *builder) []Assertion {
			return []Assertion{restItems, Contains{b.add(is(NumberType)), 0, -1, Failure{}, Failure{}}}
		}, map[string]string{`[1,2]`: "", `[1,"",2]`: "/1 unevaluatedItems"}},
		{"contains fails", func(b *builder) []Assertion {
			return []Assertion{restItems, Contains{b.add(is(NumberType)), 0, 1, Failure{}, fail("maxContains")}}
		}, map[string]string{`[1,2]`: " maxContains"}},
		{"inside", func(b *builder) []Assertion {
			return []Assertion{restItems, AllOf{[]SchemaID{b.add(Unevaluated{Of: ArrayType, Schema: b.add(is(NumberType))})}}}
		}, map[string]string{`[1,2]`: "", `[""]`: "/0 type"}},
		{"of an object", func(b *builder) []Assertion { return []Assertion{restItems, rest} }, map[string]string{`{"0":1}`: "/0 unevaluatedProperties", `[1]`: "/0 unevaluatedItems"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b builder
			b.expect(t, b.add(c.build(&b)...), c.wants)
		})
	}
}

// nested returns objects nested to a depth, each starting with the given members.
func nested(depth int, members, innermost string) string {
	return strings.Repeat(`{`+members+`"x":`, depth) + innermost + strings.Repeat("}", depth)
}

// Without a cache, schemas that apply themselves on several paths would take 2^100 steps for these texts.
func TestRecursionIsRemembered(t *testing.T) {
	for name, build := range map[string]func(b *builder, id SchemaID) []Assertion{
		"anyOf": func(b *builder, id SchemaID) []Assertion {
			return []Assertion{AnyOf{[]SchemaID{b.add(properties("x", id), requires("no")), b.add(properties("x", id))}, fail("anyOf")}}
		},
		"oneOf": func(b *builder, id SchemaID) []Assertion {
			return []Assertion{ExactlyOne{[]SchemaID{b.add(is(ObjectType), properties("x", id), requires("no")), b.add(properties("x", id))}, fail("oneOf")}}
		},
		"not": func(b *builder, id SchemaID) []Assertion {
			return []Assertion{Not{b.add(is(ObjectType), properties("x", id), properties("x", id), requires("no")), fail("not")}, properties("x", id)}
		},
		"if": func(b *builder, id SchemaID) []Assertion {
			return []Assertion{If{b.add(properties("x", id), requires("no")), b.add(), b.add(properties("x", id))}}
		},
		"unevaluated": func(b *builder, id SchemaID) []Assertion {
			return []Assertion{AnyOf{[]SchemaID{b.add(properties("x", id), rest)}, fail("anyOf")}, rest}
		},
	} {
		t.Run(name, func(t *testing.T) {
			var b builder
			id := b.add()
			b.schemas[id].Assertions = append(build(&b, id), is(ObjectType|NumberType))
			for i := range b.schemas {
				b.schemas[i].Remember = true
			}
			const depth = 100
			if got := found(t, b.schemas, id, nested(depth, "", "1")); got != nil {
				t.Errorf("issues %q", got)
			}
			if got := found(t, b.schemas, id, nested(depth, "", `""`)); len(got) == 0 {
				t.Error("no issue")
			}
		})
	}
}

// The 2^40 paths through the schemas of one place are not followed one by one.
func TestManyWaysInPlace(t *testing.T) {
	var b builder
	last := b.add(properties("x", b.add()), requires("y"))
	for range 40 {
		left, right := b.add(AllOf{[]SchemaID{last}}), b.add(AllOf{[]SchemaID{last}})
		last = b.add(AllOf{[]SchemaID{left, right}})
	}
	for i := range b.schemas {
		b.schemas[i].Remember = true
	}
	id := b.add(AllOf{[]SchemaID{last}}, rest)
	b.expect(t, id, map[string]string{`{"x":1,"y":1}`: "/y unevaluatedProperties", `{"x":1}`: "/y required", `{"y":1}`: "/y unevaluatedProperties"})
}

// A large message is traversed once per schema, however it is nested.
func TestLargeMessages(t *testing.T) {
	var b builder
	id := b.add()
	item := b.add(AnyOf{[]SchemaID{id, b.add(is(NumberType))}, fail("anyOf")})
	b.schemas[id] = Schema{Remember: true, Assertions: []Assertion{UniqueItems{fail("uniqueItems")}, Items{Rest: item}}}
	var items []string
	for i := range 100_000 {
		items = append(items, fmt.Sprint(i))
	}
	text := strings.Repeat("[0,", 120) + "[" + strings.Join(items, ",") + "]" + strings.Repeat("]", 120)
	if got := found(t, b.schemas, id, text); got != nil {
		t.Errorf("issues %q", got)
	}
	text = strings.Replace(text, "77777", "0", 1)
	if got := found(t, b.schemas, id, text); len(got) != 1 {
		t.Errorf("issues %q", got)
	}
}
