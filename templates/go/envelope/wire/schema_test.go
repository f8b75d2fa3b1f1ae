package wire

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// fail returns a failure whose message equals its rule.
func fail(rule string) Failure { return Failure{Rule: rule, Message: rule} }

func is(types JSONTypes) OfType {
	return OfType{Types: types, Failure: fail("type"), Range: fail("integer-range")}
}

func equals(rule string, texts ...string) Equals { return Equals{texts, fail(rule)} }

func requires(names ...string) Requires {
	return Requires{names, fail("required")}
}

// properties constrains one member.
func properties(name string, id SchemaID) Properties {
	return Properties{Named: map[string]SchemaID{name: id}}
}

// builder collects schemas that refer to each other.
type builder struct{ schemas Schemas }

func (b *builder) add(assertions ...Assertion) SchemaID {
	if len(b.schemas) == 0 {
		b.schemas = Schemas{{}}
	}
	b.schemas = append(b.schemas, Schema{Assertions: assertions})
	return SchemaID(len(b.schemas) - 1)
}

// found returns the issues of a text as paths and rules.
func found(t *testing.T, schemas Schemas, id SchemaID, text string) []string {
	t.Helper()
	var r Reader
	var issues []Issue
	r.Start([]byte(text), []Option{Report(&issues), MaxIssues(1000)}, nil)
	valid := r.Valid(schemas, id)
	if valid {
		r.Skip()
	}
	err := r.Finish()
	if (err == nil) != valid {
		t.Errorf("%s: valid is %v, but the error is %v", text, valid, err)
	}
	var list []string
	for _, issue := range issues {
		list = append(list, issue.Path+" "+issue.Rule)
	}
	return list
}

// expect compares the issues of texts with comma-separated lists; "" is a valid text. Texts without issues must be accepted, and
// others refused.
func (b *builder) expect(t *testing.T, id SchemaID, wants map[string]string) {
	t.Helper()
	any := b.add(AnyOf{[]SchemaID{id}, fail("anyOf")})
	for text, want := range wants {
		got := strings.Join(found(t, b.schemas, id, text), ", ")
		if got != want {
			t.Errorf("%s\n got %q\nwant %q", text, got, want)
		}
		if accepted := found(t, b.schemas, any, text) == nil; accepted != (want == "") {
			t.Errorf("%s: accepted is %v, but its issues are %q", text, accepted, want)
		}
	}
}

func TestAssertions(t *testing.T) {
	always, never := []Assertion(nil), []Assertion{Never{fail("false-schema")}}
	isA := func(name string) bool { return strings.HasPrefix(name, "a") }
	for _, c := range []struct {
		name  string
		build func(b *builder) Assertion
		wants map[string]string
	}{
		{"type", func(*builder) Assertion { return is(StringType | NullType | ArrayType) },
			map[string]string{`"1"`: "", `null`: "", `[]`: "", `{}`: " type", `1`: " type", `true`: " type"}},
		{"integer", func(*builder) Assertion { return is(IntegerType | BooleanType) },
			map[string]string{`1`: "", `-1.0e2`: "", `true`: "", `1.5`: " type", `9007199254740991`: "", `9007199254740992`: " integer-range", `-1e300`: " integer-range", `"1"`: " type"}},
		{"number", func(*builder) Assertion { return is(NumberType | IntegerType) }, map[string]string{`1.5`: "", `1e300`: "", `false`: " type"}},
		{"const", func(*builder) Assertion { return equals("const", `{"a":[1,"é"],"b":null}`) },
			map[string]string{` { "b" : null, "a" : [ 1.0, "\u00e9" ] } `: "", `{"a":[1,"é"]}`: " const", `{"a":["é",1],"b":null}`: " const", `{"a":[1,"é"],"b":null,"c":0}`: " const", `1`: " const"}},
		{"enum", func(*builder) Assertion { return equals("enum", `1`, `true`, `"1"`, `[]`, `{}`, `null`) },
			map[string]string{`10e-1`: "", `true`: "", `"\u0031"`: "", `[ ]`: "", `{ }`: "", `null`: "", `false`: " enum", `"true"`: " enum", `[0]`: " enum", `{"":0}`: " enum"}},
		{"minimum", func(*builder) Assertion { return Bound{AtLeast, 1, "", fail("minimum")} }, map[string]string{`1`: "", `0.9`: " minimum", `"0"`: ""}},
		{"maximum", func(*builder) Assertion { return Bound{AtMost, 1, "", fail("maximum")} }, map[string]string{`1`: "", `1.1`: " maximum"}},
		{"exclusiveMinimum", func(*builder) Assertion { return Bound{Above, 1, "", fail("exclusiveMinimum")} }, map[string]string{`1`: " exclusiveMinimum", `1.1`: ""}},
		{"exclusiveMaximum", func(*builder) Assertion { return Bound{Below, 1, "", fail("exclusiveMaximum")} }, map[string]string{`1`: " exclusiveMaximum", `0`: ""}},
		{"multipleOf", func(*builder) Assertion { return MultipleOf{0.1, "", fail("multipleOf")} }, map[string]string{`2.3`: "", `2.35`: " multipleOf", `[]`: ""}},
		{"minLength", func(*builder) Assertion { return Size{StringType, AtLeast, 2, fail("minLength")} }, map[string]string{`"😀"`: " minLength", `"\ud83d\ude00a"`: "", `[]`: ""}},
		{"maxItems", func(*builder) Assertion { return Size{ArrayType, AtMost, 1, fail("maxItems")} }, map[string]string{`[[1,2]]`: "", `[1,2]`: " maxItems", `{"a":1,"b":2}`: ""}},
		{"minProperties", func(*builder) Assertion { return Size{ObjectType, AtLeast, 2, fail("minProperties")} }, map[string]string{`{"a":1,"b":2}`: "", `{"a":{"b":1}}`: " minProperties", `[]`: ""}},
		{"pattern", func(*builder) Assertion { return Matches{isA, fail("pattern")} }, map[string]string{`"ab"`: "", `"b"`: " pattern", `1`: ""}},
		{"uniqueItems", func(*builder) Assertion { return UniqueItems{fail("uniqueItems")} },
			map[string]string{`[]`: "", `[1,"1",true,null,[1],{"1":1}]`: "", `[1,2,1.0]`: " uniqueItems", `[{"a":[],"b":0},0,{"b":-0,"a":[]}]`: " uniqueItems", `[[1,2],[2,1]]`: "", `["é","\u00e9"]`: " uniqueItems", `{"a":1}`: ""}},
		{"required", func(*builder) Assertion { return requires("a", "b/") }, map[string]string{`{"b/":1}`: "/a required", `{}`: "/a required, /b~1 required", `[]`: ""}},
		{"dependentRequired", func(*builder) Assertion {
			return DependentRequired{"a", []string{"b"}, fail("dependentRequired")}
		}, map[string]string{`{}`: "", `{"a":1}`: "/b dependentRequired", `{"a":1,"b":1}`: "", `"a"`: ""}},
		{"properties", func(b *builder) Assertion {
			s, n := b.add(is(StringType)), b.add(is(NumberType))
			return Properties{Named: map[string]SchemaID{"a": s, "é": s}, Patterns: []PatternSchema{{isA, n}}, Additional: b.add(is(NullType))}
		}, map[string]string{`{"a":1}`: "/a type", `{"ab":"1","é":1,"x":null}`: "/ab type, /é type", `{"x":0}`: "/x type", `[1]`: ""}},
		{"closed", func(b *builder) Assertion {
			return Properties{Named: map[string]SchemaID{"x": b.add(always...)}, Patterns: []PatternSchema{{isA, b.add(never...)}}, Closed: fail("additionalProperties")}
		}, map[string]string{`{"x":1,"ab":1,"b":2}`: "/ab false-schema, /b additionalProperties", `{"x":1}`: ""}},
		{"propertyNames", func(b *builder) Assertion {
			return PropertyNames{b.add(Matches{isA, fail("pattern")}), fail("propertyNames")}
		},
			map[string]string{`{"a":{"b":1},"\u0061b":1}`: "", `{"b":1,"a":1,"c":1}`: "/b propertyNames, /c propertyNames", `["b"]`: ""}},
		{"items", func(b *builder) Assertion {
			return Items{Prefix: []SchemaID{b.add(is(StringType))}, Rest: b.add(is(NumberType))}
		},
			map[string]string{`[]`: "", `["a",1,2]`: "", `[1,1,"2"]`: "/0 type, /2 type", `{"0":1}`: ""}},
		{"no items", func(b *builder) Assertion { return Items{Prefix: []SchemaID{b.add(always...)}, Closed: fail("items")} },
			map[string]string{`[1]`: "", `[1,2,3]`: "/1 items, /2 items"}},
		{"contains", func(b *builder) Assertion {
			return Contains{b.add(is(NumberType)), 2, 3, fail("minContains"), fail("maxContains")}
		},
			map[string]string{`[1,"a"]`: " minContains", `[1,"a",2]`: "", `[1,2,3,4]`: " maxContains", `{}`: ""}},
		{"contains both", func(b *builder) Assertion {
			return Contains{b.add(is(NumberType)), 3, 1, fail("minContains"), fail("maxContains")}
		},
			map[string]string{`[1,2]`: " maxContains,  minContains", `[1,2,3]`: " maxContains"}},
		{"dependentSchemas", func(b *builder) Assertion { return DependentSchema{"a", b.add(requires("b"))} }, map[string]string{`{"a":1}`: "/b required", `{}`: "", `"a"`: ""}},
		{"allOf", func(b *builder) Assertion { return AllOf{[]SchemaID{b.add(requires("a")), b.add(requires("b"))}} }, map[string]string{`{}`: "/a required, /b required"}},
		{"nullable", func(b *builder) Assertion { return OrNull{b.add(is(StringType))} }, map[string]string{`null`: "", `"a"`: "", `1`: " type"}},
		{"anyOf", func(b *builder) Assertion {
			return AnyOf{[]SchemaID{b.add(is(StringType)), b.add(is(ObjectType), requires("a"))}, fail("anyOf")}
		},
			map[string]string{`"a"`: "", `{"a":1}`: "", `{}`: " anyOf", `1`: " anyOf"}},
		{"oneOf", func(b *builder) Assertion {
			return ExactlyOne{[]SchemaID{b.add(requires("a")), b.add(requires("b"))}, fail("oneOf")}
		},
			map[string]string{`{"a":1}`: "", `{"b":1}`: "", `{}`: " oneOf", `{"a":1,"b":1}`: " oneOf"}},
		{"not", func(b *builder) Assertion { return Not{b.add(requires("a")), fail("not")} }, map[string]string{`{"a":1}`: " not", `{}`: ""}},
		{"if", func(b *builder) Assertion {
			return If{Condition: b.add(is(ObjectType)), Then: b.add(requires("a")), Else: b.add(is(StringType))}
		},
			map[string]string{`{}`: "/a required", `{"a":1}`: "", `1`: " type", `""`: ""}},
		{"if alone", func(b *builder) Assertion { return If{Condition: b.add(never...), Then: b.add(never...)} }, map[string]string{`1`: ""}},
		{"select", func(b *builder) Assertion {
			return Select{"t", false, false, map[string]SchemaID{"a": b.add(requires("x")), "b": b.add(never...)}, fail("type"), fail("required"), fail("discriminator"), 0, nil}
		}, map[string]string{`{"t":"a"}`: "/x required", `{"x":0,"t":"\u0061"}`: "", `{"t":"b"}`: " false-schema", `{"t":"c"}`: "/t discriminator", `{"t":1}`: "/t discriminator", `{"x":1}`: "/t required", `[]`: " type"}},
		{"select others", func(b *builder) Assertion {
			return Select{"t", false, false, map[string]SchemaID{"a": b.add(requires("x"))}, fail("type"), fail("required"), fail("discriminator"), b.add(requires("y")), []string{"no"}}
		}, map[string]string{`{"t":"a"}`: "/x required", `{"t":"b"}`: "/y required", `{"t":"b","y":1}`: "", `{"t":"no","y":1}`: "/t discriminator", `{"t":1}`: "/t discriminator", `{"y":1}`: "/t required"}},
		{"select integers", func(b *builder) Assertion {
			return Select{"t", false, true, map[string]SchemaID{"1": b.add(requires("x"))}, fail("type"), fail("required"), fail("discriminator"), b.add(requires("y")), []string{"3"}}
		}, map[string]string{`{"t":1e0}`: "/x required", `{"t":2}`: "/y required", `{"t":3,"y":1}`: "/t discriminator", `{"t":1.5,"y":1}`: "/t discriminator", `{"t":9007199254740992,"y":1}`: "/t discriminator", `{"t":"1"}`: "/t discriminator"}},
		{"should", func(*builder) Assertion { return UniqueItems{Failure{"uniqueItems", "", false}} }, map[string]string{`[1,1]`: " uniqueItems"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b builder
			b.expect(t, b.add(c.build(&b)), c.wants)
		})
	}
}

func TestLevel(t *testing.T) {
	var b builder
	id := b.add(Never{Failure{"false-schema", "should not be", true}})
	var r Reader
	var issues []Issue
	r.Start([]byte(`1`), []Option{Report(&issues)}, nil)
	if r.Valid(b.schemas, id) || r.Finish() != nil || !slices.Equal(issues, []Issue{{"false-schema", "", Should, "should not be"}}) {
		t.Errorf("issues %v", issues)
	}
}

// Of the rules that hide others, the first one hides all others at the value and inside it, whichever schema has it. The two rules of
// type rank equally.
func TestHiding(t *testing.T) {
	var b builder
	child := b.add(properties("x", b.add(Never{fail("false-schema")})), requires("y"), UniqueItems{fail("uniqueItems")},
		Properties{Closed: fail("additionalProperties")})
	kinds := []struct{ rule, found string }{{"enum", " enum"}, {"const", " const"}, {"integer-range", " integer-range"}, {"type", " integer-range,  type"}}
	for i, k := range kinds {
		var all []SchemaID
		for _, weaker := range kinds[:i+1] {
			switch weaker.rule {
			case "type":
				all = append(all, b.add(is(NullType)))
			case "integer-range":
				all = append(all, b.add(is(IntegerType)))
			default:
				all = append(all, b.add(equals(weaker.rule, "0")))
			}
		}
		all = append(all, b.add(Bound{Below, 0, "", fail("exclusiveMaximum")}))
		b.expect(t, b.add(AllOf{all}), map[string]string{`1e300`: k.found})
	}
	b.expect(t, b.add(equals("enum", "0"), AllOf{[]SchemaID{child}}), map[string]string{`{"x":1}`: " enum", `{}`: " enum"})
	member := b.add(AllOf{[]SchemaID{
		b.add(properties("m", b.add(is(StringType)))),
		b.add(properties("m", child)),
		b.add(Properties{Closed: fail("additionalProperties")}),
		b.add(PropertyNames{b.add(Never{fail("false-schema")}), fail("propertyNames")}),
		b.add(Unevaluated{Of: ObjectType, Closed: fail("unevaluatedProperties")}),
	}})
	b.expect(t, member, map[string]string{
		`{"m":{"x":1}}`: "/m additionalProperties, /m propertyNames, /m type, /m unevaluatedProperties",
		`{"m":"x"}`:     "/m additionalProperties, /m propertyNames, /m unevaluatedProperties",
	})
}

// Surplus items are issues at the item, which its own type issue hides.
func TestHiddenItems(t *testing.T) {
	var b builder
	id := b.add(AllOf{[]SchemaID{
		b.add(Items{Closed: fail("items")}),
		b.add(Items{Rest: b.add(is(StringType), Size{StringType, AtLeast, 1, fail("minLength")})}),
		b.add(Unevaluated{Of: ArrayType, Closed: fail("unevaluatedItems")}),
	}})
	b.expect(t, id, map[string]string{`[1,""]`: "/0 type, /1 items, /1 minLength, /1 unevaluatedItems", `[]`: ""})
}

// An unknown tag hides other issues of the tag except its type; the rest of the object is checked as usual.
func TestUnknownTag(t *testing.T) {
	selects := func(b *builder) SchemaID {
		return b.add(Select{"t", false, false, map[string]SchemaID{"a": b.add()}, fail("type"), fail("required"), fail("discriminator"), 0, nil})
	}
	var b builder
	id := b.add(AllOf{[]SchemaID{selects(&b), b.add(requires("x"), properties("t", b.add(equals("enum", `"a"`), Never{fail("false-schema")})))}})
	b.expect(t, id, map[string]string{
		`{"t":"b"}`:       "/t discriminator, /x required",
		`{"t":"a","x":1}`: "/t false-schema",
		`{"x":1}`:         "/t required",
		`{}`:              "/t required, /x required",
		`1`:               " type",
	})
	typed := b.add(AllOf{[]SchemaID{selects(&b), b.add(properties("t", b.add(is(NumberType))))}})
	b.expect(t, typed, map[string]string{`{"t":"b"}`: "/t type", `{"t":1}`: "/t discriminator"})
}

// Each schema that applies in place is found once, by any path.
func TestSeveralWays(t *testing.T) {
	var b builder
	shared := b.add(requires("a"))
	left, right := b.add(AllOf{[]SchemaID{shared}}), b.add(AllOf{[]SchemaID{shared}})
	id := b.add(AllOf{[]SchemaID{left, right, shared}}, Properties{Additional: b.add(AllOf{[]SchemaID{left, right}})})
	b.expect(t, id, map[string]string{`{"x":{}}`: "/a required, /x/a required", `{"a":1,"x":1}`: ""})
}

func TestPrefix(t *testing.T) {
	var b builder
	id := b.add(properties("x", b.add(is(StringType))), requires("y"))
	var r Reader
	r.Start([]byte(`[0,{"a~":{"x":1}},{"a~":{"x":"","y":1}}]`), nil, nil)
	r.BeginArray()
	var values []string
	for r.NextItem() {
		if !r.BeginObject() {
			continue
		}
		for r.NextMember() {
			if r.Valid(b.schemas, id) {
				values = append(values, r.Raw().String())
			}
		}
	}
	err := r.Finish()
	want := `"/1/a~0/x" type (type) and 1 more`
	if err == nil || err.Error() != want || fmt.Sprint(values) != `[{"x":"","y":1}]` {
		t.Errorf("%v, %v; want %s", err, values, want)
	}
}

// Inside a valid value nothing is evaluated again; after it everything is.
func TestValidOnce(t *testing.T) {
	calls := 0
	count := Matches{func(string) bool { calls++; return true }, fail("pattern")}
	var b builder
	item := b.add(count)
	id := b.add(Items{Rest: item})
	var r Reader
	r.Start([]byte(`[["a","b"],"c"]`), nil, nil)
	r.BeginArray()
	r.NextItem()
	if !r.Valid(b.schemas, id) || !r.BeginArray() {
		t.Fatal("not valid")
	}
	for r.NextItem() {
		if !r.Valid(b.schemas, item) || r.NextType() != StringType {
			t.Error("not valid")
		}
		r.Skip()
	}
	if !r.NextItem() || !r.Valid(b.schemas, item) {
		t.Error("not valid")
	}
	r.Skip()
	if r.NextItem() || r.Finish() != nil || calls != 3 {
		t.Errorf("%d calls", calls)
	}
}

// A malformed text has no other issue, and no part of it is valid.
func TestFaultyText(t *testing.T) {
	var b builder
	id := b.add()
	for _, text := range []string{``, `[1`, `{"a":1,"a":2}`, `nul`, `[1,]`, strings.Repeat("[", 200) + strings.Repeat("]", 200)} {
		if got := found(t, b.schemas, id, text); !slices.Equal(got, []string{" json"}) {
			t.Errorf("%.20s: %q", text, got)
		}
	}
}
