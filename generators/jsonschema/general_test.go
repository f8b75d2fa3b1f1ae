package jsonschema_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
)

// base is imported by general.
const base = `envgen: 1
protocol: base
version: "1"
types:
  Hash: {type: string, pattern: "^[0-9a-f]{4}$"}
  Tree: {type: object, properties: {left: Tree, digest: Hash}}
root: Tree
`

// general has assertions that no kind can express, in all forms of a bundle.
const general = `envgen: 1
protocol: general
version: "1"
imports: {base: base.yaml}
catalogs:
  Code:
    columns: {meaning: {type: string}, retry: {type: [integer, "null"]}}
    entries: {E1: {meaning: One, retry: 1}, E2: {meaning: Two}}
  Word: {open: true, columns: {}, entries: {a: {}, b: {}}}
types:
  Digest: {type: string, minLength: 1, deprecated: true, default: d, examples: [d, e]}
  Whole:
    type: object
    properties:
      code: Code
      word: {$ref: Word, pattern: "^[a-z]$"}
      tree: {$ref: base.Tree, readOnly: true}
      map: {type: object, additionalProperties: Digest, writeOnly: true}
      odd: Odd
      node: Node
      either: {type: [string, integer], description: A text or a number.}
      never: false
    additionalProperties: false
  Odd:
    type: [object, array]
    properties:
      a: {const: {b: [1, null]}, description: Just this.}
      n: {enum: [1, 2.5]}
      d: Digest
      t: base.Tree
      i: {type: [integer, string], maximum: 9}
      s: {allOf: [Digest, {maxLength: 3}], not: {const: "no"}}
      w: {type: number, multipleOf: 0.1}
      never: false
    patternProperties: {"^x-": {type: boolean}}
    propertyNames: {maxLength: 5}
    minProperties: 1
    maxProperties: 4
    dependentRequired: {a: [n], d: [n]}
    dependentSchemas: {n: {properties: {a: {type: object}}}}
    if: {required: [w]}
    then: {maxProperties: 2}
    unevaluatedProperties: {type: "null"}
    prefixItems: [{type: string}]
    contains: {type: integer}
    minContains: 0
    maxContains: 1
    uniqueItems: true
    unevaluatedItems: false
  Node:
    type: object
    required: [kind]
    properties: {kind: {type: string}, next: {anyOf: [{$ref: "#/types/Node"}, {type: "null"}]}, one: {oneOf: [{minimum: 1}, {maximum: 2}]}}
    unevaluatedProperties: false
root: Whole
`

func compiled(t *testing.T) *ir.Protocol {
	t.Helper()
	library := compile.Library{Read: func(file string) ([]byte, error) {
		if file != "base.yaml" {
			return nil, os.ErrNotExist
		}
		return []byte(base), nil
	}}
	p, diags := library.Source("general.yaml", []byte(general))
	if p == nil {
		t.Fatal(diags)
	}
	return p
}

// definitions returns the definitions of the bundle, each as compact text.
func definitions(t *testing.T, p *ir.Protocol) map[string]string {
	t.Helper()
	data, err := jsonschema.Bundle(p)
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Defs map[string]json.RawMessage `json:"$defs"`
	}
	if err := json.Unmarshal(data, &document); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for key, def := range document.Defs {
		var b bytes.Buffer
		if err := json.Compact(&b, def); err != nil {
			t.Fatal(err)
		}
		texts[key] = b.String()
	}
	return texts
}

func TestGeneralDefinitions(t *testing.T) {
	defs := definitions(t, compiled(t))
	for key, want := range map[string]string{
		"Code":      `{"type":"string","enum":["E1","E2"],"x-catalog":{"E1":{"meaning":"One","retry":1},"E2":{"meaning":"Two"}}}`,
		"Word":      `{"examples":["a","b"],"type":"string","x-catalog":{"a":{},"b":{}}}`,
		"Digest":    `{"deprecated":true,"default":"d","examples":["d","e"],"type":"string","minLength":1}`,
		"base.Hash": `{"type":"string","pattern":"^[0-9a-f]{4}$"}`,
		"base.Tree": `{"type":"object","properties":{"left":{"$ref":"#/$defs/base.Tree"},"digest":{"$ref":"#/$defs/base.Hash"}}}`,
		"Whole": `{"type":"object","properties":{"code":{"$ref":"#/$defs/Code"},"word":{"$ref":"#/$defs/Word","pattern":"^[a-z]$"},"tree":{"readOnly":true,"$ref":"#/$defs/base.Tree"},` +
			`"map":{"writeOnly":true,"type":"object","additionalProperties":{"$ref":"#/$defs/Digest"}},"odd":{"$ref":"#/$defs/Odd"},"node":{"$ref":"#/$defs/Node"},` +
			`"either":{"description":"A text or a number.","$ref":"#/$defs/Whole.either"},"never":false},"additionalProperties":false}`,
		"Node": `{"type":"object","required":["kind"],"properties":{"kind":{"type":"string"},"next":{"anyOf":[{"$ref":"#/$defs/Node"},{"type":"null"}]},` +
			`"one":{"oneOf":[{"minimum":1},{"maximum":2}]}},"unevaluatedProperties":false}`,
		"Odd": `{"type":["object","array"],"prefixItems":[{"type":"string"}],"uniqueItems":true,"contains":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991},` +
			`"minContains":0,"maxContains":1,"unevaluatedItems":false,"properties":{"a":{"description":"Just this.","type":"object","const":{"b":[1,null]}},"n":{"type":"number","enum":[1,2.5]},"d":{"$ref":"#/$defs/Digest"},` +
			`"t":{"$ref":"#/$defs/base.Tree"},"i":{"type":["integer","string"],"minimum":-9007199254740991,"maximum":9},"s":{"not":{"type":"string","const":"no"},"allOf":[{"$ref":"#/$defs/Digest"},{"maxLength":3}]},` +
			`"w":{"type":"number","multipleOf":0.1},"never":false},"patternProperties":{"^x-":{"type":"boolean"}},"propertyNames":{"maxLength":5},"minProperties":1,"maxProperties":4,` +
			`"dependentRequired":{"a":["n"],"d":["n"]},"dependentSchemas":{"n":{"properties":{"a":{"type":"object"}}}},"unevaluatedProperties":{"type":"null"},"if":{"required":["w"]},"then":{"maxProperties":2}}`,
	} {
		if defs[key] != want {
			t.Errorf("%s:\ngot  %s\nwant %s", key, defs[key], want)
		}
	}
}

func TestGeneralBundleValidates(t *testing.T) {
	schema := validating(t, compiled(t))
	for text, want := range map[string]bool{
		`{}`: true,
		`{"code":"E1","word":"z","map":{"x":"y"},"tree":{"left":{"digest":"00ff"}}}`: true,
		`{"tree":{"left":{"digest":"d"}}}`:                                           false,
		`{"word":"zz"}`:                                                              false,
		`{"map":{"x":""}}`:                                                           false,
		`{"never":1}`:                                                                false,
		`{"other":1}`:                                                                false,
		`{"odd":{"d":"x","n":1}}`:                                                    true,
		`{"odd":{"d":"x"}}`:                                                          false,
		`{"odd":["a",1]}`:                                                            true,
		`{"odd":["a",1,2]}`:                                                          false,
		`{"odd":{"y":null,"x-1":true}}`:                                              true,
		`{"odd":{"y":1}}`:                                                            false,
		`{"odd":{"i":1e300}}`:                                                        false,
		`{"odd":{"w":2.3}}`:                                                          true,
		`{"odd":{"w":2.35}}`:                                                         false,
		`{"node":{"kind":"a","next":{"kind":"b","next":null}}}`:    true,
		`{"node":{"kind":"a","next":{"kind":"b","next":{"a":1}}}}`: false,
		`{"either":1}`:   true,
		`{"either":1.5}`: false,
	} {
		value, err := validator.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(value); (err == nil) != want {
			t.Errorf("%s: valid is %v, want %v (%v)", text, err == nil, want, err)
		}
	}
}

// A repeated key gets a number, and the references use it.
func TestKeysDoNotClash(t *testing.T) {
	foreign := &ir.Type{Name: "Meta", Protocol: "other", Value: ir.Value{Kind: ir.Boolean{}}}
	member := &ir.Type{Name: "other.Meta", Lifted: true, Value: ir.Value{Kind: ir.String{}}}
	shared := &ir.Schema{Place: "other.Meta", Assertions: []ir.Assertion{ir.Not{Schema: &ir.Schema{}}}}
	root := &ir.Type{Name: "other", Value: ir.Value{Kind: &ir.Record{Fields: []*ir.Field{
		field("Meta", ir.Ref{Type: member}), field("meta", ir.Ref{Type: foreign}),
		{Name: "one", Value: ir.Value{Kind: ir.Any{}, Schema: shared}}, {Name: "two", Value: ir.Value{Kind: ir.Any{}, Schema: shared}},
	}}}}
	defs := definitions(t, &ir.Protocol{Name: "p", Root: root, Types: []*ir.Type{root, member}})
	want := `{"type":"object","properties":{"Meta":{"$ref":"#/$defs/other.Meta"},"meta":{"$ref":"#/$defs/other.Meta:2"},"one":{"$ref":"#/$defs/other.Meta:3"},"two":{"$ref":"#/$defs/other.Meta:3"}}}`
	if defs["other"] != want || defs["other.Meta:2"] != `{"type":"boolean"}` || defs["other.Meta:3"] != `{"not":{}}` {
		t.Errorf("got %v", defs)
	}
}
