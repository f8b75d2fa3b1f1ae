package annotate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/compile/pattern"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// parsed reads a value of the spec.
func parsed(t *testing.T, text string) *syntax.Node {
	t.Helper()
	f, diags := syntax.Parse("x.yaml", []byte("envgen: 1\nprotocol: p\nversion: \"1\"\nroot: T\ntypes:\n  T: {enum: ["+text+"]}\n"))
	if len(diags) > 0 {
		t.Fatalf("%s: %v", text, diags)
	}
	return f.Types[0].Schema.Enum.Items[0]
}

func says(message string) ir.Failure { return ir.Failure{Message: message} }

func of(kind ir.Kind, checks ...ir.Check) *ir.Value {
	return &ir.Value{Kind: kind, Mismatch: says("mismatch"), Checks: checks}
}

func regexpOf(t *testing.T, source string) *ir.Regexp {
	t.Helper()
	re, err := pattern.Translate(source)
	if err != nil {
		t.Fatal(err)
	}
	return re
}

// ask compares the verdicts of s on values with the expected reasons, "" for a valid value.
func ask(t *testing.T, s *ir.Schema, reasons map[string]string) {
	t.Helper()
	compareReasons(t, func(n *syntax.Node) *Refusal { return NewValidator().Schema(s, n) }, reasons)
}

func askCell(t *testing.T, column *ir.Value, reasons map[string]string) {
	t.Helper()
	compareReasons(t, func(n *syntax.Node) *Refusal { return NewValidator().Cell(column, n) }, reasons)
}

func compareReasons(t *testing.T, asked func(*syntax.Node) *Refusal, reasons map[string]string) {
	t.Helper()
	for text, want := range reasons {
		got := ""
		if r := asked(parsed(t, text)); r != nil {
			got = r.String()
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

func TestAskCells(t *testing.T) {
	port := of(ir.Integer{Range: says("range")}, ir.Bound{Op: ir.Above, Limit: 0, Failure: says("above")}, ir.Bound{Op: ir.Below, Limit: 9, Failure: says("below")})
	askCell(t, port, map[string]string{"1": "", "8.0": "", "0": "it above", "9": "it below", "1.5": "it mismatch", "1e300": "it range", `"1"`: "it mismatch", "null": "it mismatch"})
	askCell(t, of(ir.Number{}, ir.Bound{Op: ir.AtLeast, Limit: 0.5, Failure: says("low")}, ir.Bound{Op: ir.AtMost, Limit: 1, Failure: says("high")}),
		map[string]string{"0.5": "", "1": "", "0.25": "it low", "1.5": "it high", "true": "it mismatch"})
	askCell(t, of(ir.Number{}, ir.OneOf{Literals: []ir.Literal{{Kind: ir.NumberLiteral, Number: 2}}, Failure: says("one of")}), map[string]string{"2.0": "", "3": "it one of"})
	name := of(ir.String{}, ir.Length{Op: ir.AtMost, Limit: 2, Failure: says("long")}, ir.Pattern{Regexp: regexpOf(t, "^[a-zé😀]*$"), Failure: says("pattern")})
	name.Nullable = true
	askCell(t, name, map[string]string{`"é😀"`: "", `"abc"`: "it long", `"A"`: "it pattern", "null": "", "1": "it mismatch"})
	askCell(t, of(ir.String{}, ir.Format{Name: ir.IPv4, Failure: says("format")}), map[string]string{`"127.0.0.1"`: "", `"x"`: "it format"})
	askCell(t, of(ir.String{}, ir.OneOf{Literals: []ir.Literal{{Kind: ir.StringLiteral, String: "1"}}, Failure: says("one of")}), map[string]string{`"1"`: "", `"2"`: "it one of"})
	askCell(t, of(ir.Boolean{}), map[string]string{"false": "", "0": "it mismatch"})
	askCell(t, of(ir.Boolean{}, ir.OneOf{Literals: []ir.Literal{{Kind: ir.BoolLiteral, Bool: true}}, Failure: says("one of")}), map[string]string{"true": "", "false": "it one of"})
	closed := &ir.Type{Value: *of(&ir.Enum{Values: []ir.EnumValue{{Value: "a"}}, NotOneOf: says("word")})}
	askCell(t, of(ir.Ref{Type: closed}), map[string]string{"a": "", "b": "it word", "1": "it mismatch", "null": "it mismatch"})
	word := &ir.Type{Value: *of(&ir.Enum{Values: []ir.EnumValue{{Value: "a"}}, Open: true})}
	askCell(t, of(ir.Ref{Type: word}, ir.Length{Op: ir.AtLeast, Limit: 2, Failure: says("short")}), map[string]string{"b": "it short", "bb": "", "1": "it mismatch"})
}

func schemaOf(assertions ...ir.Assertion) *ir.Schema { return &ir.Schema{Assertions: assertions} }

func typed(types ir.JSONTypes) *ir.Schema {
	return schemaOf(ir.IsType{Types: types, Failure: says("type"), Range: says("range")})
}

func equals(texts ...string) *ir.Schema {
	return schemaOf(ir.Equals{Texts: texts, Failure: says("equals")})
}

func TestAskValuesOfSchemas(t *testing.T) {
	ask(t, typed(ir.IntegerType|ir.NullType), map[string]string{"1.0": "", "null": "", "0.5": "it type", "1e300": "it range", "[]": "it type"})
	ask(t, typed(ir.NumberType|ir.IntegerType|ir.ObjectType), map[string]string{"1e300": "", "0.5": "", "{}": "", "x": "it type", "true": "it type"})
	ask(t, equals(`{"a":[1,"\u0001\n\"é"],"b":null}`, "1e-7"),
		map[string]string{`{b: null, a: [1.0, "\x01\n\"é"]}`: "", "0.0000001": "", `{a: [1]}`: "it equals", `{}`: "it equals"})
	ask(t, schemaOf(ir.Length{Op: ir.AtLeast, Limit: 2, Failure: says("short")}, ir.Bound{Op: ir.AtLeast, Limit: 2, Failure: says("low")}, ir.Items{Op: ir.AtLeast, Limit: 2, Failure: says("few")}),
		map[string]string{"a": "it short", "ab": "", "1": "it low", "2": "", "[1]": "it few", "[1, 2]": "", "{}": "", "null": ""})
	ask(t, schemaOf(ir.Never{Failure: says("never")}), map[string]string{"null": "it never"})
	ask(t, schemaOf(), map[string]string{"null": ""})
}

func TestMultiples(t *testing.T) {
	for _, c := range []struct {
		value, divisor float64
		want           bool
	}{
		{2.3, 0.1, true}, {0.35, 0.1, false}, {0, 3, true}, {-9, 3, true}, {10, 4, false}, {1e308, 0.123456789, false}, {1e308, 5e-324, true}, {5e-324, 1e308, false},
		{0, 1e308, true}, {0.0075, 0.0001, true}, {9007199254740993, 2, true}, {1e300, 7, false}, {4.5, 1.5, true},
	} {
		if got := IsMultiple(c.value, c.divisor); got != c.want {
			t.Errorf("%v of %v: got %v", c.value, c.divisor, got)
		}
	}
	ask(t, schemaOf(ir.MultipleOf{Divisor: 0.1, Failure: says("multiple")}), map[string]string{"2.3": "", "2.35": "it multiple", "x": ""})
}

func TestAskObjects(t *testing.T) {
	required := func(names ...string) ir.Requires { return ir.Requires{Members: names, Failure: says("is required")} }
	surplus := says("surplus")
	ask(t, schemaOf(ir.MemberCount{Op: ir.AtMost, Limit: 1, Failure: says("many")}), map[string]string{"{a: 1}": "", "{a: 1, b: 1}": "it many", "[1, 2]": ""})
	ask(t, schemaOf(required("a/~b")), map[string]string{"{}": "`/a~1~0b` is required"})
	ask(t, schemaOf(required("a", "b")), map[string]string{"{a: 1}": "`/b` is required", "{b: 1, a: 1}": "", "1": ""})
	ask(t, schemaOf(ir.DependentRequired{Trigger: "a", Members: []string{"b"}, Failure: says("is required")}), map[string]string{"{a: 1}": "`/b` is required", "{a: 1, b: 1}": "", "{}": "", "a": ""})
	ask(t, schemaOf(ir.DependentSchema{Trigger: "a", Schema: schemaOf(required("b"))}), map[string]string{"{a: 1}": "`/b` is required", "{b: 1}": ""})
	properties := ir.Properties{Named: []ir.NamedSchema{{Name: "a", Schema: typed(ir.StringType)}}, Patterns: []ir.PatternSchema{{Regexp: regexpOf(t, "^[ab]$"), Schema: equals(`"x"`)}}}
	ask(t, schemaOf(properties), map[string]string{"{a: x, b: x, c: 1}": "", "{a: 1}": "`/a` equals", "{a: y}": "`/a` equals", "{b: y}": "`/b` equals"})
	properties.Additional = typed(ir.NullType)
	ask(t, schemaOf(properties), map[string]string{"{a: x, c: null}": "", "{c: 1}": "`/c` type"})
	properties.Additional, properties.Closed = nil, &surplus
	ask(t, schemaOf(properties), map[string]string{"{a: x, b: x}": "", "{c: 1}": "`/c` surplus"})
	ask(t, schemaOf(ir.PropertyNames{Schema: schemaOf(ir.Length{Op: ir.AtMost, Limit: 1, Failure: says("long")}), Failure: says("name")}), map[string]string{"{a: 1}": "", "{ab: 1}": "`/ab` name", "[ab]": ""})
}

func TestAskArrays(t *testing.T) {
	surplus := says("surplus")
	ask(t, schemaOf(ir.UniqueItems{Failure: says("twice")}), map[string]string{"[1, true, x, {}]": "", "[{a: 1, b: 2}, {b: 2.0, a: 1}]": "it twice", "[1, '1']": ""})
	items := ir.ItemSchemas{Prefix: []*ir.Schema{typed(ir.StringType)}, Rest: typed(ir.NullType)}
	ask(t, schemaOf(items), map[string]string{"[]": "", "[x, null]": "", "[1]": "`/0` type", "[x, null, 1]": "`/2` type"})
	items.Rest = nil
	ask(t, schemaOf(items), map[string]string{"[x, 1]": ""})
	items.Closed = &surplus
	ask(t, schemaOf(items), map[string]string{"[x]": "", "[x, 1]": "`/1` surplus"})
	contains := ir.Contains{Schema: typed(ir.StringType), Least: 1, Most: 2, TooFew: says("few"), TooMany: says("many")}
	ask(t, schemaOf(contains), map[string]string{"[1, x]": "", "[1]": "it few", "[x, y, z]": "it many", "{}": ""})
	contains.Least, contains.Most = 0, -1
	ask(t, schemaOf(contains), map[string]string{"[]": "", "[x, y, z]": ""})
}

func TestAskBranches(t *testing.T) {
	text, whole := typed(ir.StringType), typed(ir.IntegerType)
	ask(t, schemaOf(ir.AllOf{Schemas: []*ir.Schema{whole, equals("1")}}), map[string]string{"1": "", "2": "it equals", "x": "it type"})
	ask(t, schemaOf(ir.Nullable{Schema: whole}), map[string]string{"1": "", "null": "", "x": "it type"})
	ask(t, schemaOf(ir.AnyOf{Schemas: []*ir.Schema{text, whole}, Failure: says("any")}), map[string]string{"1": "", "x": "", "[]": "it any"})
	ask(t, schemaOf(ir.ExactlyOne{Schemas: []*ir.Schema{whole, equals("1"), equals("1")}, Failure: says("one")}), map[string]string{"2": "", "1": "it one", "x": "it one"})
	ask(t, schemaOf(ir.Not{Schema: text, Failure: says("not")}), map[string]string{"1": "", "x": "it not"})
	ask(t, schemaOf(ir.If{If: text, Then: equals(`"x"`), Else: equals("1")}), map[string]string{"x": "", "y": "it equals", "1": "", "2": "it equals"})
	ask(t, schemaOf(ir.If{If: text}), map[string]string{"x": "", "1": ""})
	choose := ir.Select{Tag: "k", Mismatch: says("object"), MissingTag: says("no tag"), UnknownTag: says("which"), Cases: []ir.Case{{Tags: []string{"a", "b"}, Schema: schemaOf(ir.MemberCount{Op: ir.AtMost, Limit: 1, Failure: says("many")})}}}
	ask(t, schemaOf(choose), map[string]string{"{k: b}": "", "{k: a, x: 1}": "it many", "{k: c}": "`/k` which", "{k: 1}": "`/k` which", "{}": "`/k` no tag", "[]": "it object"})
}

// TestAskUnevaluated has one object and one array in front of every keyword that speaks of some of their parts.
func TestAskUnevaluated(t *testing.T) {
	surplus := says("left over")
	a := schemaOf(ir.Properties{Named: []ir.NamedSchema{{Name: "a", Schema: schemaOf()}}})
	hasB := schemaOf(ir.Requires{Members: []string{"b"}}, ir.Properties{Named: []ir.NamedSchema{{Name: "b", Schema: schemaOf()}}})
	closed := ir.UnevaluatedProperties{Closed: &surplus}
	for i, c := range []struct {
		by   []ir.Assertion
		want map[string]string
	}{
		{nil, map[string]string{"{}": "", "{a: 1}": "`/a` left over", "[1]": ""}},
		{a.Assertions, map[string]string{"{a: 1}": "", "{a: 1, b: 1}": "`/b` left over"}},
		{[]ir.Assertion{ir.Properties{Additional: schemaOf()}}, map[string]string{"{a: 1}": ""}},
		{[]ir.Assertion{ir.AllOf{Schemas: []*ir.Schema{a}}}, map[string]string{"{a: 1}": "", "{c: 1}": "`/c` left over"}},
		{[]ir.Assertion{ir.Nullable{Schema: a}}, map[string]string{"{a: 1}": "", "null": ""}},
		{[]ir.Assertion{ir.AnyOf{Schemas: []*ir.Schema{a, hasB}}}, map[string]string{"{a: 1, b: 1}": "", "{a: 1}": "", "{c: 1}": "`/c` left over"}},
		{[]ir.Assertion{ir.ExactlyOne{Schemas: []*ir.Schema{hasB, schemaOf(ir.Not{Schema: hasB})}}}, map[string]string{"{b: 1}": "", "{a: 1}": "`/a` left over"}},
		{[]ir.Assertion{ir.Not{Schema: schemaOf(ir.Not{Schema: a})}}, map[string]string{"{a: 1}": "`/a` left over"}},
		{[]ir.Assertion{ir.If{If: hasB, Then: a}}, map[string]string{"{a: 1, b: 1}": "", "{a: 1}": "`/a` left over"}},
		{[]ir.Assertion{ir.If{If: hasB, Else: a}}, map[string]string{"{b: 1}": "", "{a: 1}": "", "{a: 1, b: 1}": "`/a` left over"}},
		{[]ir.Assertion{ir.DependentSchema{Trigger: "b", Schema: a}}, map[string]string{"{a: 1, b: 1}": "`/b` left over", "{a: 1}": "`/a` left over"}},
		{[]ir.Assertion{ir.AllOf{Schemas: []*ir.Schema{schemaOf(ir.UnevaluatedProperties{Schema: schemaOf()})}}}, map[string]string{"{c: 1}": ""}},
		{[]ir.Assertion{ir.Select{Tag: "a", Cases: []ir.Case{{Tags: []string{"x"}, Schema: a}}}}, map[string]string{"{a: x}": "", "{a: x, b: 1}": "`/b` left over"}},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) { ask(t, schemaOf(append([]ir.Assertion{closed}, c.by...)...), c.want) })
	}
	ask(t, schemaOf(ir.UnevaluatedProperties{Schema: typed(ir.NullType)}), map[string]string{"{a: null}": "", "{a: 1}": "`/a` type"})
	prefix := ir.ItemSchemas{Prefix: []*ir.Schema{schemaOf()}}
	contains := ir.Contains{Schema: typed(ir.StringType), Most: -1}
	ask(t, schemaOf(ir.UnevaluatedItems{Closed: &surplus}, prefix, contains), map[string]string{"[1, x]": "", "[1, 2]": "`/1` left over", "{a: 1}": ""})
	ask(t, schemaOf(ir.UnevaluatedItems{Closed: &surplus}, ir.AllOf{Schemas: []*ir.Schema{schemaOf(ir.ItemSchemas{Rest: schemaOf()})}}), map[string]string{"[1, x]": ""})
	ask(t, schemaOf(ir.UnevaluatedItems{Closed: &surplus}, ir.AllOf{Schemas: []*ir.Schema{schemaOf(ir.UnevaluatedItems{Schema: schemaOf()})}}), map[string]string{"[1, x]": ""})
}

// TestAskDeep evaluates a schema on each part of a value on two ways at each step: without memory that would take 2^200 steps.
func TestAskDeep(t *testing.T) {
	s := schemaOf()
	inside := schemaOf(ir.Properties{Named: []ir.NamedSchema{{Name: "a", Schema: s}}})
	s.Assertions = []ir.Assertion{ir.AnyOf{Schemas: []*ir.Schema{schemaOf(ir.Not{Schema: inside}), inside}, Failure: says("any")}}
	n := parsed(t, strings.Repeat("{a: ", 200)+"1"+strings.Repeat("}", 200))
	if d := NewValidator().Annotation("the default", s, n); d != nil {
		t.Error(d)
	}
}

// TestAskOnManyWays has forty schemas that apply the next one twice.
func TestAskOnManyWays(t *testing.T) {
	for text, want := range map[string]string{"x": "", "1": "it any"} {
		s, all := typed(ir.StringType), typed(ir.StringType)
		for range 40 {
			s = schemaOf(ir.AnyOf{Schemas: []*ir.Schema{s, schemaOf(ir.AllOf{Schemas: []*ir.Schema{s}})}, Failure: says("any")})
			all = schemaOf(ir.AllOf{Schemas: []*ir.Schema{all, all}})
		}
		ask(t, schemaOf(ir.AllOf{Schemas: []*ir.Schema{s, all}}), map[string]string{text: want})
	}
}

func TestAskTooMuch(t *testing.T) {
	many := ir.AnyOf{Failure: says("any")}
	for range 3000 {
		many.Schemas = append(many.Schemas, typed(ir.StringType))
	}
	s := schemaOf(ir.ItemSchemas{Rest: schemaOf(ir.Not{Schema: schemaOf(many)})})
	a, n := NewValidator(), parsed(t, "["+strings.Repeat("1, ", 3000)+"1]")
	if d := a.Annotation("the default", s, n); d == nil || d.Code != "too-large" {
		t.Error(d)
	}
	if d := a.Annotation("the default", s, n); d != nil {
		t.Errorf("it is said again: %v", d)
	}
}

func TestAnnotationDiagnostic(t *testing.T) {
	n := parsed(t, "{port: 70000}")
	port := schemaOf(ir.Bound{Op: ir.AtMost, Limit: 65535, Failure: says("must be at most 65535")})
	s := schemaOf(ir.Properties{Named: []ir.NamedSchema{{Name: "port", Schema: port}}})
	d := NewValidator().Annotation("the default", s, n)
	if d == nil || d.Pos != n.Members[0].Value.Pos || d.Message != "the default is not valid by its own schema: `/port` must be at most 65535" {
		t.Error(d)
	}
}
