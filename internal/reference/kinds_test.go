package reference

import (
	"slices"
	"testing"

	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/oracle"
)

// ark has the features that zoo lacks: maps, vocabularies that are open or have columns, unions in unions, forbidden members, and values among others
// that a schema decides about.
const ark = `envgen: 1
protocol: ark
version: "1"
catalogs:
  Deck: {columns: {level: {type: integer}}, entries: {upper: {level: 2}, lower: {level: 1}}}
  Sound: {open: true, columns: {}, entries: {baa: {}, moo: {}}}
types:
  Cat: {type: object, required: [size, kind], properties: {size: {const: small}, kind: {const: cat}, name: {type: string}}}
  Dog: {type: object, required: [size, kind], properties: {size: {const: small}, kind: {const: dog}, bark: {$ref: Sound, pattern: "^[a-z]+$"}}}
  Small: {oneOf: [Cat, Dog], discriminator: {propertyName: kind}}
  Big:
    type: object
    required: [size]
    properties: {size: {const: big}, deck: Deck, name: false, loads: {type: object, additionalProperties: {type: object, properties: {to: Deck, kg: {type: integer}}}}, food: Food}
    additionalProperties: false
  Food: {type: [string, object], properties: {hay: {type: integer}, straw: {type: boolean}}, minLength: 2, dependentRequired: {hay: [straw]}}
  Animal: {oneOf: [Small, Big], discriminator: {propertyName: size}}
root: Animal
`

func TestKinds(t *testing.T) {
	p, diags := compile.Source("ark.yaml", []byte(ark))
	if p == nil {
		t.Fatal(diags)
	}
	bundle, err := jsonschema.Bundle(p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := New(Source{p, bundle, &oracle.Spec{Name: "ark.yaml", Data: []byte(ark)}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text   string
		want   []string // rule and path
		output string
	}{
		{`{"name":"Tom","kind":"cat","size":"small"}`, nil, `{"size":"small","kind":"cat","name":"Tom"}`},
		{`{"kind":"dog","size":"small","bark":"woof"}`, nil, `{"size":"small","kind":"dog","bark":"woof"}`},
		{`{"kind":"dog","size":"small","bark":"WOOF"}`, []string{"pattern /bark"}, ""},
		{`{"kind":"dog","size":"small","bark":1}`, []string{"type /bark"}, ""},
		{`{"kind":"dog"}`, []string{"required /size"}, ""},
		{`{"size":"small"}`, []string{"required /kind"}, ""},
		{`{"size":"small","kind":"cow"}`, []string{"discriminator /kind"}, ""},
		{`{"size":"huge","kind":"cow"}`, []string{"discriminator /size"}, ""},
		{`{"loads":{"b":{"kg":1,"to":"upper"},"1":{"x":{"b":1,"2":2}}},"deck":"lower","size":"big"}`, nil,
			`{"size":"big","deck":"lower","loads":{"1":{"x":{"2":2,"b":1}},"b":{"to":"upper","kg":1}}}`},
		{`{"size":"big","deck":"middle","loads":{"a":{"kg":"x"},"b":[]}}`, []string{"enum /deck", "type /loads/a/kg", "type /loads/b"}, ""},
		{`{"size":"big","name":null,"age":1}`, []string{"additionalProperties /age", "false-schema /name"}, ""},
		{`{"size":"big","food":{"z":1,"straw":true,"hay":1}}`, nil, `{"size":"big","food":{"hay":1,"straw":true,"z":1}}`},
		{`{"size":"big","food":{"hay":1}}`, []string{"dependentRequired /food/straw"}, ""},
		{`{"size":"big","food":"x"}`, []string{"minLength /food"}, ""},
		{`{"size":"big","food":[]}`, []string{"type /food"}, ""},
	} {
		got, err := r.Check("ark", "", []byte(c.text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		var rules []string
		for _, i := range got.Issues {
			rules = append(rules, i.Rule+" "+i.Path)
		}
		if !slices.Equal(rules, c.want) || string(got.Output) != c.output {
			t.Errorf("%s\ngot  %v %s\nwant %v %s", c.text, rules, got.Output, c.want, c.output)
		}
	}
}

// A trace of a value that a schema decides about names that schema, and reports where it applied.
func TestTraceOfSchemas(t *testing.T) {
	r := general(t, `{"type":"object","properties":{"a":{"type":"integer"}},"anyOf":[{"required":["a"]},{"required":["b"]}],"minProperties":1}`)
	trace, err := r.Trace("p", "", []byte(`{"a":"x"}`), Options{})
	if err != nil {
		t.Fatal(err)
	}
	told := func(all []Asked) []string {
		var list []string
		for _, a := range all {
			list = append(list, a.Owner()+" "+a.Failure.Rule+" "+a.Path)
		}
		slices.Sort(list)
		return list
	}
	if got, want := told(trace.Broken), []string{"inline type /a"}; !slices.Equal(got, want) {
		t.Errorf("broken: %q", got)
	}
	if got, want := told(trace.Kept), []string{"# anyOf ", "# minProperties ", "# type "}; !slices.Equal(got, want) {
		t.Errorf("kept: %q", got)
	}
	var applied []string
	for _, a := range trace.Applied {
		applied = append(applied, a.Schema.Place+" "+a.Path)
	}
	if want := []string{"# ", "inline /a"}; !slices.Equal(applied, want) {
		t.Errorf("applied: %q", applied) // schemas that anyOf tries do not count
	}
}
