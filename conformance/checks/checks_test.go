package checks

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/oracle"
	"github.com/envgen/envgen/internal/reference"
)

const small = `envgen: 1
protocol: small
version: "1"
types:
  Note:
    type: object
    required: [kind, id]
    properties:
      kind: {type: string, const: note}
      id: {type: string, minLength: 1}
      at: {type: integer, minimum: 0}
      parts: {type: array, maxItems: 2, items: {type: [number, "null"], exclusiveMaximum: 1}}
    additionalProperties: false
  End:
    type: object
    required: [kind]
    properties: {kind: {const: end}, mood: {enum: [glad, sad]}, name: Name, level: {type: integer, enum: [1, 2]}}
  Name: {type: string, pattern: "^[a-z]{1,3}$"}
  Any: {oneOf: [Note, End], discriminator: {propertyName: kind}}
root: Any
`

func compiled(t *testing.T, name, source string) (*ir.Protocol, *reference.Reference) {
	t.Helper()
	p, diags := compile.Source(name, []byte(source))
	if p == nil {
		t.Fatal(diags)
	}
	bundle, err := jsonschema.Bundle(p)
	if err != nil {
		t.Fatal(err)
	}
	oracle, err := reference.New(reference.Source{Protocol: p, Bundle: bundle, Spec: &oracle.Spec{Name: name, Data: []byte(source)}})
	if err != nil {
		t.Fatal(err)
	}
	return p, oracle
}

func TestList(t *testing.T) {
	p, _ := compiled(t, "small.yaml", small)
	var got []string
	for _, c := range List(p) {
		got = append(got, fmt.Sprint(c, " ", c.Aspect))
		if c.Failure.Message == "" {
			t.Errorf("%v has no message", c)
		}
	}
	want := []string{
		"Note: type 0", "Note /kind: required 5", "Note /kind: type 0", "Note /kind: const 2", "Note /id: required 5", "Note /id: type 0", "Note /id: minLength 4",
		"Note /at: type 0", "Note /at: integer-range 1", "Note /at: minimum 4", "Note /parts: type 0", "Note /parts/*: type 0", "Note /parts/*: exclusiveMaximum 4",
		"Note /parts: maxItems 4", "Note: additionalProperties 6",
		"End: type 0", "End /kind: required 5", "End /kind: const 2", "End /level: type 0", "End /level: integer-range 1", "End /level: enum 4",
		"End.mood: enum 3", "Name: type 0", "Name: pattern 4", "Any: type 0", "Any /kind: required 7", "Any /kind: discriminator 8",
	}
	slices.Sort(got) // a lifted type has the place that compile gives it
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The list contains every check of the reference, and no check that is never made.
func TestListIsWhatTheReferenceAsks(t *testing.T) {
	p, oracle := compiled(t, "small.yaml", small)
	asked := map[key]bool{}
	for _, text := range []string{
		`{"kind":"note","id":"","at":1e300,"parts":[1,null,"x",0],"x":1}`, `{"kind":"note","id":1,"at":"","parts":0}`, `{"kind":"note","at":-1}`,
		`{"kind":"end","mood":"odd","name":"UP","level":3}`, `{"kind":"end","mood":1,"name":2,"level":0.5}`, `{"kind":"end","level":1e300}`, `{"kind":0}`, `{}`, `0`,
	} {
		for _, t2 := range p.Types {
			trace, err := oracle.Trace(p.Name, t2.Name, []byte(text), reference.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range slices.Concat(trace.Broken, trace.Kept) {
				asked[keyOf(a)] = true
			}
		}
	}
	for _, c := range List(p) {
		if !asked[c.key()] {
			t.Errorf("%v is never asked", c)
		}
		delete(asked, c.key())
	}
	for k := range asked {
		t.Errorf("%s %s: %s is not listed", k.place.Type.Name, k.place.Member, k.failure.Rule)
	}
}

func cases(t *testing.T, texts ...string) []*conformance.Case {
	t.Helper()
	var list []string
	for i, text := range texts {
		list = append(list, fmt.Sprintf(`{"id":"small/a/%d","about":"a","source":"s","op":"check","text":%q,"expect":{"valid":true}}`, i, text))
	}
	all, err := conformance.LoadCases(fstest.MapFS{"small/a.json": {Data: []byte("[" + strings.Join(list, ",") + "]")}})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestCover(t *testing.T) {
	p, oracle := compiled(t, "small.yaml", small)
	all := cases(t,
		`{"kind":"note","id":"ab","at":1,"parts":[0.9]}`,
		`{"kind":"note","id":"","at":-1}`, // two faults: neither is alone
		`{"kind":"note","id":""}`,
		`{"kind":"note","id":"a","at":0,"parts":[0.9999999999999999,null]}`,
		`{"kind":"note","id":"a","x":0}`,
		`no JSON`,
	)
	c, err := Cover(oracle, p, all)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, e := range c.Entries {
		got[e.String()] = e.Broken + " " + e.Kept
	}
	for check, want := range map[string]string{
		"Note: type":                      " small/a/0",
		"Note /id: minLength":             "small/a/2 small/a/3",
		"Note /id: required":              " small/a/0",
		"Note /at: minimum":               " small/a/3",
		"Note /at: integer-range":         " ",
		"Note /parts: maxItems":           " small/a/3",
		"Note /parts/*: exclusiveMaximum": " small/a/3",
		"Note: additionalProperties":      "small/a/4 small/a/0",
		"Any /kind: discriminator":        " small/a/0",
		"Name: pattern":                   " ",
	} {
		if got[check] != want {
			t.Errorf("%s: got %q, want %q", check, got[check], want)
		}
	}
	var b bytes.Buffer
	if err := c.Print(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"small Note: type: no fixture breaks it alone\n",
		"small Note /at: integer-range: no fixture breaks it alone, no fixture just keeps it\n",
		"\nsmall: 27 checks, 25 without\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	if strings.Contains(b.String(), "minLength") {
		t.Errorf("minLength is covered:\n%s", b.String())
	}
}

func TestJustKept(t *testing.T) {
	integer, number := &ir.Value{Kind: ir.Integer{}}, &ir.Value{Kind: ir.Number{}}
	toInteger := &ir.Value{Kind: ir.Ref{Type: &ir.Type{Value: *integer}}}
	anything := &ir.Value{Kind: ir.Any{}}
	condition := func(v *ir.Value, c ir.Check) Check { return Check{Aspect: Condition, Value: v, Condition: c} }
	items := func(n int) []any { return make([]any, n) }
	for i, c := range []struct {
		check Check
		value any
		want  bool
	}{
		{Check{Aspect: Range}, 9007199254740991.0, true},
		{Check{Aspect: Range}, -9007199254740991.0, true},
		{Check{Aspect: Range}, 9007199254740990.0, false},
		{Check{Aspect: Missing}, nil, true},
		{condition(integer, ir.Bound{Op: ir.AtLeast, Limit: 0}), 0.0, true},
		{condition(integer, ir.Bound{Op: ir.AtLeast, Limit: 0}), 1.0, false},
		{condition(integer, ir.Bound{Op: ir.AtLeast, Limit: 0.5}), 1.0, true},
		{condition(integer, ir.Bound{Op: ir.Above, Limit: 0}), 1.0, true},
		{condition(toInteger, ir.Bound{Op: ir.Below, Limit: 10}), 9.0, true},
		{condition(number, ir.Bound{Op: ir.Below, Limit: 10}), 9.0, false},
		{condition(number, ir.Bound{Op: ir.Below, Limit: 10}), math.Nextafter(10, 0), true},
		{condition(number, ir.Bound{Op: ir.Above, Limit: 0}), 5e-324, true},
		{condition(number, ir.Bound{Op: ir.AtMost, Limit: 0.1}), 0.1, true},
		{condition(number, ir.Bound{Op: ir.AtMost, Limit: 0.1}), 0.09, false},
		{condition(anything, ir.Length{Op: ir.AtLeast, Limit: 1}), "😀", true},
		{condition(anything, ir.Length{Op: ir.AtMost, Limit: 3}), "😀", false},
		{condition(anything, ir.Items{Op: ir.AtMost, Limit: 3}), items(3), true},
		{condition(anything, ir.Items{Op: ir.AtMost, Limit: 3}), items(2), false},
		{condition(anything, ir.Items{Op: ir.AtMost, Limit: 3}), "abc", false}, // beside a reference, a check may be put to any value
		{condition(anything, ir.Format{Name: ir.DateTime}), "2026-05-01T10:00:00Z", true},
	} {
		if got := c.check.justKept(c.value); got != c.want {
			t.Errorf("%d: %v is %v", i, c.value, got)
		}
	}
}

func TestJustMatches(t *testing.T) {
	for _, c := range []struct {
		pattern, s string
		want       bool
	}{
		{`^[a-z]{1,3}$`, "a", true}, {`^[a-z]{1,3}$`, "ab", false}, {`^[a-z]{1,3}$`, "abc", true}, {`^[0-9]+-[0-9]+$`, "12-34", true}, {`^(?:ab)*$`, "", true}, {`é`, "éé", false}, {`é`, "xé", true},
	} {
		p, diags := compile.Source("p.yaml", fmt.Appendf(nil, "envgen: 1\nprotocol: p\nversion: \"1\"\nroot: T\ntypes: {T: {type: string, pattern: '%s'}}\n", c.pattern))
		if p == nil {
			t.Fatal(diags)
		}
		if got := justMatches(p.Root.Value.Checks[0].(ir.Pattern).Regexp, c.s); got != c.want {
			t.Errorf("%s and %q: %v", c.pattern, c.s, got)
		}
	}
}

func TestHistogram(t *testing.T) {
	p, oracle := compiled(t, "small.yaml", small)
	h := NewHistogram(p)
	add := func(text string, o reference.Options) {
		trace, err := oracle.Trace(p.Name, "", []byte(text), o)
		if err != nil {
			t.Fatal(err)
		}
		h.Add(trace)
	}
	add(`{"kind":"note","id":"a"}`, reference.Options{})
	add(`{`, reference.Options{})
	add(`{"kind":"note","id":"","at":"","parts":0}`, reference.Options{})   // type counts once
	add(`{"kind":"note","id":"","at":-1}`, reference.Options{MaxIssues: 1}) // a list that was cut does not count
	if h.Messages != 4 || h.NoJSON != 1 || h.Valid != 1 || h.WellFormed() != 0.75 {
		t.Errorf("got %+v", h)
	}
	if got := h.counts[Pair{"Note", "type"}]; got != 1 {
		t.Errorf("type of Note: %d", got)
	}
	if got := h.counts[Pair{"Note", "minimum"}]; got != 0 {
		t.Errorf("minimum of Note: %d", got)
	}
	if pair, n := h.Least(); n != 0 || pair != (Pair{"Note", "required"}) {
		t.Errorf("least: %v %d", pair, n)
	}
	var b bytes.Buffer
	if err := h.Print(&b); err != nil {
		t.Fatal(err)
	}
	want := "small: 4 mutants, 75.0 % well-formed, 1 valid; least violated: required of Note, 0 times\n  Note: type 1 required 0 const 0 minLength 1 integer-range 0"
	if !strings.HasPrefix(b.String(), want) || !strings.HasSuffix(b.String(), "\n  Any: type 0 required 0 discriminator 0\n\n") {
		t.Errorf("got\n%s", b.String())
	}
}
