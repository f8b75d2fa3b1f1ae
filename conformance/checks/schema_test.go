package checks

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

const general = `envgen: 1
protocol: general
version: "1"
types:
  Top:
    type: object
    properties:
      size: {type: [integer, string], minimum: 3, maxLength: 4}
      list: {type: array, uniqueItems: true, contains: {type: string}, minContains: 2, maxContains: 3}
      word: {not: {enum: [bad]}, type: string}
      gone: false
      side: Side
      base: {$ref: Plain}
    required: [word]
    dependentRequired: {size: [list], side: [list]}
    if: {properties: {word: {const: a}}}
    then: {properties: {size: {multipleOf: 2}}}
    unevaluatedProperties: false
  Plain: {type: object, required: [x], properties: {x: {type: boolean}, y: false}}
  Left: {type: object, required: [side], properties: {side: {const: left}, l: {type: string}}}
  Right: {type: object, required: [side], properties: {side: {const: right}}}
  Side: {oneOf: [Left, Right], discriminator: {propertyName: side}, minProperties: 2}
root: Top
`

func TestListOfSchemas(t *testing.T) {
	p, oracle := compiled(t, "general.yaml", general)
	var got []string
	for _, c := range List(p) {
		if c.Schema != nil {
			got = append(got, fmt.Sprint(c, " ", c.Aspect))
		}
	}
	want := []string{
		"Top: type 0", "Top /word: required 5", "Top /list: dependentRequired 5", "Top: unevaluatedProperties 6",
		"Top/properties/size: type 0", "Top/properties/size: integer-range 1", "Top/properties/size: minimum 10", "Top/properties/size: maxLength 10", "Top/then/properties/size: multipleOf 10",
		"Top/properties/list: type 0", "Top/properties/list: uniqueItems 10", "Top/properties/list: minContains 11", "Top/properties/list: maxContains 12",
		"Top/properties/word: type 0", "Top/properties/word: not 10", "Top/properties/gone: false-schema 10",
		"Side: type 0", "Side /side: required 7", "Side /side: discriminator 8", "Side: minProperties 10", "Left/properties/l: type 0",
		"Plain: type 0", "Plain /x: required 5", "Plain/properties/x: type 0", "Plain/properties/y: false-schema 10",
	}
	// Another message for one place is another check: two triggers require list.
	want = append(want, "Top /list: dependentRequired 5")
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	testAsked(t, p, oracle, `{"word":"a","size":7,"list":["a","b"],"side":{"side":"left","l":1},"base":{"x":1,"y":1},"gone":1,"z":1}`, `{"word":"bad","size":"x"}`, `0`,
		`{"side":{"side":"right"},"size":1e300,"word":1}`, `{"side":{}}`, `{"side":{"side":"up"},"base":0}`)
}

// testAsked fails if the checks of the reference in the texts, as values of declared types, differ from the list.
func testAsked(t *testing.T, p *ir.Protocol, oracle *reference.Reference, texts ...string) {
	t.Helper()
	asked := map[key]bool{}
	for _, text := range texts {
		for _, typ := range p.Types {
			if typ.Lifted {
				continue
			}
			trace, err := oracle.Trace(p.Name, typ.Name, []byte(text), reference.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range slices.Concat(trace.Broken, trace.Kept) {
				asked[keyOf(a)] = true
			}
		}
	}
	for _, c := range List(p) {
		if !asked[c.key()] && c.Schema != nil {
			t.Errorf("%v is never asked", c)
		}
		delete(asked, c.key())
	}
	for k := range asked {
		if k.place.Schema == nil || !decided(k) {
			t.Errorf("%s %s: %s is not listed", k.place.Owner(), k.place.Member, k.failure.Rule)
		}
	}
}

// decided are the checks of branches that cannot fail any more when the branch has been selected.
func decided(k key) bool {
	branch := strings.HasPrefix(k.place.Owner(), "Left") || strings.HasPrefix(k.place.Owner(), "Right")
	return branch && slices.Contains([]string{"type", "required", "const"}, k.failure.Rule)
}

func TestCoverSchemas(t *testing.T) {
	p, oracle := compiled(t, "general.yaml", general)
	all := cases(t, `{"word":"b"}`, `{"word":"b","size":3,"list":["a","b"]}`, `{"word":"b","size":2,"list":["a","b"]}`, `{"word":"b","gone":1}`, `{"word":"bad","list":["a","a","b","c"]}`)
	for _, c := range all {
		c.Protocol = p.Name
	}
	cover, err := Cover(oracle, p, all)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, e := range cover.Entries {
		got[e.String()] = strings.ReplaceAll(e.Broken+" "+e.Kept+"; "+e.lacks(), "small/a/", "")
	}
	for check, want := range map[string]string{
		"Top/properties/size: minimum":      "2 1; ",
		"Top/properties/list: uniqueItems":  "4 1; ",
		"Top/properties/list: minContains":  " 1; breaks it alone",
		"Top/properties/list: maxContains":  "4 ; just keeps it",
		"Top/properties/word: not":          "4 0; ", // not alone, but a schema's
		"Top/properties/gone: false-schema": "3 ; ",  // which nothing keeps
		"Top: unevaluatedProperties":        " 0; breaks it alone",
	} {
		if got[check] != want {
			t.Errorf("%s: got %q, want %q", check, got[check], want)
		}
	}
}

func TestJustKeepsAssertions(t *testing.T) {
	whole := &ir.Schema{Assertions: []ir.Assertion{ir.IsType{Types: ir.IntegerType | ir.StringType}}}
	contains := ir.Contains{Least: 2, Most: 3}
	for i, c := range []struct {
		aspect    Aspect
		assertion ir.Assertion
		value     any
		want      bool
	}{
		{Asserted, ir.Bound{Op: ir.Above, Limit: 0}, 1.0, true},
		{Asserted, ir.Bound{Op: ir.Above, Limit: 0}, 2.0, false},
		{Asserted, ir.MemberCount{Op: ir.AtMost, Limit: 2}, 2.0, true},
		{Asserted, ir.MemberCount{Op: ir.AtMost, Limit: 2}, 1.0, false},
		{Asserted, ir.UniqueItems{}, []any{1.0}, false},
		{Asserted, ir.UniqueItems{}, []any{1.0, 2.0}, true},
		{Asserted, ir.Not{}, nil, true},
		{TooFew, contains, 2.0, true},
		{TooFew, contains, 3.0, false},
		{TooMany, contains, 3.0, true},
		{TooMany, contains, 2.0, false},
	} {
		check := Check{Place: reference.Place{Schema: whole}, Aspect: c.aspect, Assertion: c.assertion}
		if got := check.justKept(c.value); got != c.want {
			t.Errorf("%d: %v is %v", i, c.value, got)
		}
	}
}

func TestObserver(t *testing.T) {
	p, _ := compiled(t, "general.yaml", general)
	o, err := NewObserver(p)
	if err != nil {
		t.Fatal(err)
	}
	all := List(p)
	not := all[slices.IndexFunc(all, func(c Check) bool { return c.Failure.Rule == "not" })]
	minimum := all[slices.IndexFunc(all, func(c Check) bool { return c.Failure.Rule == "minimum" })]
	text := []byte(`{"word":"bad","size":2,"list":["a","b"]}`)
	if !o.Breaks([]Check{not, minimum}, p.Root, text) || o.Breaks([]Check{not, all[0]}, p.Root, text) {
		t.Error("breaks is wrong")
	}
	if got, want := o.Violated(p.Root, text, ""), []Pair{{"Top", "minimum"}, {"Top", "not"}}; len(got) != 2 || !slices.Contains(want, got[0]) || !slices.Contains(want, got[1]) {
		t.Errorf("violated: %v", got)
	}
	applied, valid := o.Applied(p.Root, []byte(`{"word":"b","base":{"x":true}}`))
	if !valid || !slices.ContainsFunc(applied, func(a Applied) bool { return a.Schema.Place == "Plain" && a.Path == "/base" }) {
		t.Errorf("applied: %v, %v", applied, valid)
	}
	if !o.Accepts(not.Schema, []byte(`"good"`)) || o.Accepts(not.Schema, []byte(`"bad"`)) || o.Accepts(not.Schema, []byte(`"`)) {
		t.Error("accepts is wrong")
	}
}
