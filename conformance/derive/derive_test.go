package derive_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/derive"
	"github.com/envgen/envgen/conformance/fixtures"
	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/oracle"
	"github.com/envgen/envgen/internal/reference"
	"github.com/envgen/envgen/spec"
)

func compiled(t *testing.T, name string, source []byte) (*ir.Protocol, *reference.Reference) {
	t.Helper()
	library := compile.Library{Shipped: func(protocol string) ([]byte, bool) {
		data, err := spec.FS.ReadFile(protocol + ".yaml")
		return data, err == nil
	}, Read: func(file string) ([]byte, error) { return os.ReadFile("../odd/" + file) }}
	p, diags := library.Source(name, source)
	if p == nil {
		t.Fatal(diags)
	}
	bundle, err := jsonschema.Bundle(p)
	if err != nil {
		t.Fatal(err)
	}
	oracle, err := reference.New(reference.Source{Protocol: p, Bundle: bundle, Spec: &oracle.Spec{Name: name, Data: source, Shipped: library.Shipped, Read: library.Read}})
	if err != nil {
		t.Fatal(err)
	}
	return p, oracle
}

func derived(t *testing.T, name string, source []byte, fixtures []*conformance.Case) (*ir.Protocol, derive.Derivation) {
	t.Helper()
	p, oracle := compiled(t, name, source)
	d, err := derive.New(p, oracle, fixtures)
	if err != nil {
		t.Fatal(err)
	}
	return p, d
}

const small = `envgen: 1
protocol: small
version: "1"
source: The paper
types:
  Note:
    type: object
    source: Notes
    required: [kind, id]
    properties:
      kind: {const: note}
      id: {type: string, pattern: "^[a-z]{2,3}$"}
      at: {type: [integer, "null"], minimum: 0}
      parts: {type: array, maxItems: 1, items: Mood}
      place: {type: object, properties: {name: {type: string, maxLength: 2}}}
    additionalProperties: false
  End: {type: object, required: [kind], properties: {kind: {const: end}}}
  Mood: {enum: [glad, sad]}
  Any: {oneOf: [Note, End], discriminator: {propertyName: kind}}
root: Any
`

// TestCases shows the whole derivation of a small spec: id, text, and the issues of the text.
func TestCases(t *testing.T) {
	_, d := derived(t, "small.yaml", []byte(small), nil)
	want := strings.Split(strings.TrimSpace(cases), "\n")
	got := lines(d)
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("from line %d on, got\n%s", i+1, strings.Join(got[i:], "\n"))
		}
	}
	if len(d.Left) > 0 {
		t.Error(d.Left)
	}
	first := d.Cases[0]
	if first.About != "The smallest `Note`." || first.Source != "Notes" || first.Type != "Note" || first.Op != "check" {
		t.Errorf("%+v", first)
	}
}

func lines(d derive.Derivation) []string {
	var list []string
	for _, c := range d.Cases {
		line := strings.TrimPrefix(c.ID, d.Protocol+"/derived/") + " " + *c.Text
		for _, i := range c.Expect.Issues {
			line += fmt.Sprintf(" %s:%s", i.Path, i.Rule)
		}
		list = append(list, line)
	}
	return list
}

const cases = `
note/smallest {"kind":"note","id":"aa"}
note/fullest {"kind":"note","id":"aa","at":0,"parts":["glad"],"place":{"name":""}}
note/null null :type
note/type [] :type
note/kind-missing {"id":"aa"} /kind:required
note/kind-null {"kind":null,"id":"aa"} /kind:const
note/kind-type {"kind":0,"id":"aa"} /kind:const
note/kind-const {"kind":"NOTE","id":"aa"} /kind:const
note/id-missing {"kind":"note"} /id:required
note/id-null {"kind":"note","id":null} /id:type
note/id-type {"kind":"note","id":0} /id:type
note/id-pattern {"kind":"note","id":"AA"} /id:pattern
note/at-null {"kind":"note","id":"aa","at":null}
note/at-type {"kind":"note","id":"aa","at":false} /at:type
note/at-fraction {"kind":"note","id":"aa","at":0.5} /at:type
note/at-largest {"kind":"note","id":"aa","at":9007199254740991}
note/at-too-large {"kind":"note","id":"aa","at":9007199254740992} /at:integer-range
note/at-minimum-edge {"kind":"note","id":"aa","at":0}
note/at-minimum {"kind":"note","id":"aa","at":-1} /at:minimum
note/parts-null {"kind":"note","id":"aa","parts":null} /parts:type
note/parts-type {"kind":"note","id":"aa","parts":{}} /parts:type
note/parts-most-items {"kind":"note","id":"aa","parts":["glad"]}
note/parts-max-items {"kind":"note","id":"aa","parts":["glad","glad"]} /parts:maxItems
note/parts-item-null {"kind":"note","id":"aa","parts":[null]} /parts/0:enum
note/parts-item-type {"kind":"note","id":"aa","parts":[0]} /parts/0:enum
note/place-null {"kind":"note","id":"aa","place":null} /place:type
note/place-type {"kind":"note","id":"aa","place":[]} /place:type
note/place-name-null {"kind":"note","id":"aa","place":{"name":null}} /place/name:type
note/place-name-type {"kind":"note","id":"aa","place":{"name":0}} /place/name:type
note/place-name-max-length-edge {"kind":"note","id":"aa","place":{"name":"aa"}}
note/place-name-max-length {"kind":"note","id":"aa","place":{"name":"aaa"}} /place/name:maxLength
note/place-open {"kind":"note","id":"aa","place":{"extra":"extra"}}
note/surplus {"kind":"note","id":"aa","extra":"extra"} /extra:additionalProperties
end/smallest {"kind":"end"}
end/null null :type
end/type [] :type
end/kind-missing {} /kind:required
end/kind-null {"kind":null} /kind:const
end/kind-type {"kind":0} /kind:const
end/kind-const {"kind":"END"} /kind:const
end/open {"kind":"end","extra":"extra"}
mood/smallest "glad"
mood/null null :enum
mood/type 0 :enum
mood/foreign "GLAD" :enum
any/smallest {"kind":"note","id":"aa"}
any/fullest {"kind":"note","id":"aa","at":0,"parts":["glad"],"place":{"name":""}}
any/null null :type
any/type [] :type
any/kind-missing {"id":"aa"} /kind:required
any/kind-foreign {"kind":"NOTE","id":"aa"} /kind:discriminator
any/kind-type {"kind":0,"id":"aa"} /kind:discriminator
any/kind-null {"kind":null,"id":"aa"} /kind:discriminator
any/kind-end {"kind":"end"}
`

const conditional = `envgen: 1
protocol: conditional
version: "1"
types:
  Out:
    type: object
    required: [here]
    properties: {here: {type: boolean}, why: {type: string}, text: {type: string}, size: {type: integer, multipleOf: 4}}
    if: {required: [here], properties: {here: {const: true}}}
    then: {required: [text]}
    else: {required: [why]}
    dependentRequired: {text: [size]}
  Tree: {type: object, required: [next], properties: {next: {$ref: Tree}}}
  Odd: {type: string, pattern: "^a$", not: {const: a}}
root: Out
`

// TestConditions shows that values of types with conditions are found, and which types have none.
func TestConditions(t *testing.T) {
	_, d := derived(t, "conditional.yaml", []byte(conditional), nil)
	got := lines(d)
	for _, want := range []string{
		`out/smallest {"here":false,"why":""}`,
		`out/fullest {"here":false,"why":"","text":"","size":0}`,
		`out/breaks-out-then-text-required {"here":true,"why":""} /text:required`,
	} {
		if !slices.Contains(got, want) {
			t.Errorf("no line %s in\n%s", want, strings.Join(got, "\n"))
		}
	}
	var left []string
	for _, l := range d.Left {
		left = append(left, l.String())
	}
	if len(left) != 2 || left[0] != "Tree: none of its values is finite and of a sensible size" || !strings.HasPrefix(left[1], "Odd: neither ") {
		t.Errorf("left out: %q", left)
	}
}

// TestImports shows a type of another protocol within a value; it has cases of its own there.
func TestImports(t *testing.T) {
	_, d := derived(t, "own.yaml", []byte(`envgen: 1
protocol: own
version: "1"
imports: {helper: {}}
types:
  A: {type: object, required: [f], properties: {f: helper.Failure}}
root: A
`), nil)
	got := lines(d)
	if len(d.Left) > 0 || !slices.Contains(got, `a/smallest {"f":{"code":"","message":""}}`) || !slices.Contains(got, `a/f-type {"f":[]} /f:type`) || len(got) > 8 {
		t.Errorf("left out: %v\n%s", d.Left, strings.Join(got, "\n"))
	}
}

// TestFixturesHelp gives the value that no shape leads to.
func TestFixturesHelp(t *testing.T) {
	source := strings.Replace(small, "  End:", "  Even: {type: string, format: idn-email, not: {pattern: \"^(aa)*a?$\"}}\n  End:", 1)
	if _, d := derived(t, "small.yaml", []byte(source), nil); len(d.Left) != 1 {
		t.Fatalf("left out: %v", d.Left)
	}
	fixtures, err := conformance.LoadCases(fstest.MapFS{"small/examples.json": {Data: []byte(
		`[{"id":"small/examples/one","about":"a","source":"s","op":"check","type":"Even","text":"\"b\"","expect":{"valid":true}}]`)}})
	if err != nil {
		t.Fatal(err)
	}
	p, oracle := compiled(t, "small.yaml", []byte(source))
	if d, err := derive.New(p, oracle, fixtures); err != nil || len(d.Left) != 0 || !slices.Contains(lines(d), `even/smallest "b"`) {
		t.Errorf("left out: %v, %v", d.Left, err)
	}
	example := derive.Examples(p, oracle, fixtures)
	for _, typ := range p.Types {
		if got := example(typ); typ.Name == "Even" && got != `"b"` || typ.Name == "End" && got != `{"kind":"end"}` {
			t.Errorf("example of %s: %s", typ.Name, got)
		}
	}
}

// TestOddSpecs derives for every spec of conformance/odd: each declared type gives a smallest and a fullest value that
// are valid, the file can be read as fixtures, and a second run gives the same.
func TestOddSpecs(t *testing.T) {
	folder := os.DirFS("../odd")
	names, err := fs.Glob(folder, "*.yaml")
	if err != nil || len(names) < 30 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		first, again := testSpec(t, folder, name, nil), testSpec(t, folder, name, nil)
		if !bytes.Equal(first.JSON(), again.JSON()) {
			t.Errorf("%s: a second derivation is another one", name)
		}
		testMessages(t, folder, name)
	}
}

var messageLine = regexp.MustCompile(`(?m)^# (example|probe): (.*)$`)

// testMessages puts the messages on top of a spec to the reference, whose parts must agree about them, and find nothing wrong with an example.
func testMessages(t *testing.T, folder fs.FS, name string) {
	t.Helper()
	source, err := fs.ReadFile(folder, name)
	if err != nil {
		t.Fatal(err)
	}
	p, oracle := compiled(t, name, source)
	for _, line := range messageLine.FindAllSubmatch(source, -1) {
		result, err := oracle.Check(p.Name, "", line[2], reference.Options{})
		if err != nil || string(line[1]) == "example" && !result.Valid {
			t.Errorf("%s: %s: %v, %v", name, line[2], result.Issues, err)
		}
	}
}

// TestShippedSpecs derives from all fixtures: the derived ones among them change nothing.
func TestShippedSpecs(t *testing.T) {
	files, _, err := fixtures.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	all, err := conformance.LoadCases(files)
	if err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(spec.FS, "*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		d := testSpec(t, spec.FS, name, all)
		written, err := fs.ReadFile(files, d.Protocol+"/derived.json")
		if err != nil || !bytes.Equal(written, d.JSON()) {
			t.Errorf("%s/derived.json differs from a derivation that starts with it (%v)", d.Protocol, err)
		}
	}
}

// valueless are the types of odd specs that no value satisfies.
var valueless = map[string][]string{"contradictions.yaml": {"Derived", "Empty", "Both"}}

func testSpec(t *testing.T, folder fs.FS, name string, fixtures []*conformance.Case) derive.Derivation {
	t.Helper()
	source, err := fs.ReadFile(folder, name)
	if err != nil {
		t.Fatal(err)
	}
	p, d := derived(t, name, source, fixtures)
	for _, l := range d.Left {
		of, _, _ := strings.Cut(fmt.Sprint(l), ":")
		if !slices.Contains(valueless[name], of) {
			t.Errorf("%s: left out: %v", name, l)
		}
	}
	valid := map[string]int{}
	for _, c := range d.Cases {
		if *c.Expect.Valid {
			valid[c.Type]++
		}
	}
	for _, typ := range p.Types {
		if !typ.Lifted && (valid[typ.Name] == 0) != slices.Contains(valueless[name], typ.Name) {
			t.Errorf("%s: %d valid values of %s", name, valid[typ.Name], typ.Name)
		}
	}
	if _, err := conformance.LoadCases(fstest.MapFS{p.Name + "/derived.json": {Data: d.JSON()}}); err != nil && len(d.Cases) > 0 {
		t.Errorf("%s: %v", name, err)
	}
	return d
}

// TestNullOnly derives from a nullable record that its rule never accepts: null is its only value, and the fullest one, too.
func TestNullOnly(t *testing.T) {
	const source = `envgen: 1
protocol: small
version: "1"
types:
  T: {type: [object, "null"], required: [a], properties: {a: {type: integer}, b: {type: string}}}
  U: {type: object, properties: {t: T}}
root: U
rules:
  - {id: never, for: [T], check: this.a < 1 && this.a > 1, message: must not be}
`
	_, d := derived(t, "small.yaml", []byte(source), nil)
	valid := false
	for _, c := range d.Cases {
		valid = valid || c.Type == "T" && *c.Text == "null" && *c.Expect.Valid
	}
	if !valid {
		t.Error("null is no case of T")
	}
}
