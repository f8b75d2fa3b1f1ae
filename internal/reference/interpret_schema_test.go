package reference

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/needs"
)

// general is an oracle for one general schema, with the bundle that is exported for it.
func general(t *testing.T, schema string) *Reference {
	t.Helper()
	read := readSchema(t, schema)
	root := &ir.Type{Name: "Root", Value: ir.Value{Kind: ir.Any{}, Schema: read.root()}}
	p := &ir.Protocol{Name: "p", Version: "1", Root: root, Types: []*ir.Type{root}, Schemas: read.all}
	bundle, err := jsonschema.Bundle(p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := New(Source{Protocol: p, Bundle: bundle})
	if err != nil {
		t.Fatalf("%v\n%s", err, bundle)
	}
	return r
}

// leftOut are groups of JSON-Schema-Test-Suite that require more than the ir has: references that compile resolves, other
// dialects, and patterns that Go does not read.
var leftOut = regexp.MustCompile(`"\$(id|anchor|dynamicRef|dynamicAnchor|recursiveRef|vocabulary)"|"\$ref": *"([^#]|#[^/"]|[^"]*[%~])|"propertyDependencies"|\\\\[cp]|"\$defs": \{"":`)

// decidedOtherwise are the cases where the contract does not follow the suite.
var decidedOtherwise = map[string]string{
	"integer/a bignum is an integer":          "beyond ±(2^53-1)",
	"integer/a negative bignum is an integer": "beyond ±(2^53-1)",
	"all integers are multiples of 0.5, if overflow is handled/valid if optional overflow handling is implemented": "beyond ±(2^53-1)",
}

// TestSchemaSuite puts JSON-Schema-Test-Suite to both halves: the interpreter, and the validator on the exported bundle.
func TestSchemaSuite(t *testing.T) {
	for _, suite := range needs.Suites(t, "JSON-Schema-Test-Suite", "tests", "draft2020-12") {
		t.Run(suite.Name(), func(t *testing.T) { testSchemaSuite(t, suite.Path) })
	}
}

func testSchemaSuite(t *testing.T, folder string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob(filepath.Join(folder, "optional", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	asked, out := 0, 0
	for _, file := range slices.Concat(files, more) {
		var groups []struct {
			Description string
			Schema      json.RawMessage
			Tests       []struct {
				Description string
				Data        json.RawMessage
				Valid       bool
			}
		}
		if err := json.Unmarshal(readFile(t, file), &groups); err != nil {
			t.Fatal(err)
		}
		for _, g := range groups {
			if unfit(file) || leftOut.Match(g.Schema) {
				out++
				continue
			}
			r := general(t, string(g.Schema))
			for _, c := range g.Tests {
				asked++
				got, err := r.Check("p", "", c.Data, Options{})
				name := g.Description + "/" + c.Description
				if err != nil || got.Valid != (c.Valid && decidedOtherwise[name] == "") {
					t.Errorf("%s: %s: valid is %v, want %v; %v %v\n%s\n%s", filepath.Base(file), name, got.Valid, c.Valid, got.Issues, err, g.Schema, c.Data)
				}
			}
		}
	}
	if asked < 900 {
		t.Errorf("only %d cases, %d groups left out", asked, out)
	}
}

// unfit are files about features other than assertions of schemas.
func unfit(file string) bool {
	return slices.Contains([]string{"dynamicRef.json", "anchor.json", "refRemote.json", "vocabulary.json", "defs.json", "format.json", "cross-draft.json", "format-assertion.json",
		"dependencies-compatibility.json", "ecmascript-regex.json", "id.json", "refOfUnknownKeyword.json", "unknownKeyword.json", "no-schema.json", "non-bmp-regex.json"}, filepath.Base(file))
}

// TestSchemaIssues checks the contract's statements about the issues of general schemas.
func TestSchemaIssues(t *testing.T) {
	for _, c := range []struct {
		name, schema, text string
		want               string // rule and path, in order
	}{
		{"anyOf is one issue", `{"anyOf":[{"minimum":5},{"multipleOf":2}]}`, `3`, "anyOf "},
		{"oneOf is one issue", `{"oneOf":[{"minimum":1},{"minimum":2}]}`, `3`, "oneOf "},
		{"a nullable reports its schema", `{"anyOf":[{"type":"string","minLength":2},{"type":"null"}]}`, `"a"`, "minLength "},
		{"nothing from inside not", `{"not":{"properties":{"a":{"type":"string"}},"required":["a"]}}`, `{"a":"x"}`, "not "},
		{"then", `{"if":{"required":["a"]},"then":{"required":["b"],"properties":{"a":{"minimum":1}}}}`, `{"a":0}`, "minimum /a, required /b"},
		{"else", `{"if":{"required":["a"]},"else":{"required":["b"]}}`, `{"c":0}`, "required /b"},
		{"dependentRequired", `{"dependentRequired":{"a":["b","c"]}}`, `{"a":0,"c":1}`, "dependentRequired /b"},
		{"dependentSchemas", `{"dependentSchemas":{"a":{"maxProperties":1}}}`, `{"a":0,"c":1}`, "maxProperties "},
		{"false elsewhere", `{"properties":{"a":false}}`, `{"a":[1]}`, "false-schema /a"},
		{"items: false", `{"prefixItems":[true],"items":false}`, `[1,2,3]`, "items /1, items /2"},
		{"contains", `{"contains":{"type":"string"}}`, `[1]`, "contains "},
		{"minContains and maxContains", `{"contains":{"type":"number"},"minContains":2,"maxContains":1}`, `[1,"a"]`, "minContains "},
		{"maxContains", `{"contains":{"type":"number"},"maxContains":1}`, `[1,2]`, "maxContains "},
		{"propertyNames, one a name", `{"propertyNames":{"maxLength":1,"pattern":"^a"}}`, `{"a":1,"bb":1,"c":1}`, "propertyNames /bb, propertyNames /c"},
		{"uniqueItems", `{"uniqueItems":true}`, `[{"a":1,"b":2},{"b":2.0,"a":1e0}]`, "uniqueItems "},
		{"patternProperties overlap", `{"patternProperties":{"a":{"minimum":5},"b":{"multipleOf":2}},"additionalProperties":false}`, `{"ab":3,"c":1}`, "minimum /ab, multipleOf /ab, additionalProperties /c"},
		{"type hides all but names and surplus", `{"type":"array","required":["x"],"propertyNames":{"maxLength":0},"properties":{"a":{"type":"string","minimum":5}},"additionalProperties":false}`, `{"a":1}`, "type "},
		{"a hidden member keeps the issues of its name", `{"propertyNames":{"maxLength":0},"additionalProperties":false,"allOf":[{"properties":{"a":{"type":"string"}}},{"additionalProperties":{"minimum":9}}]}`, `{"a":1}`,
			"additionalProperties /a, propertyNames /a, type /a"},
		{"type beside range", `{"allOf":[{"type":"integer"},{"type":"string"}]}`, `9007199254740992`, "integer-range , type "},
		{"range before const", `{"allOf":[{"type":"integer"},{"const":1}]}`, `9007199254740992`, "integer-range "},
		{"const before enum", `{"const":1,"enum":[2]}`, `3`, "const "},
		{"all of one rank", `{"allOf":[{"type":"string"},{"type":"array"},{"minimum":9}]}`, `3`, "type "},
		{"range is void beside number", `{"type":["integer","number"]}`, `1e300`, ""},
		{"range counts beside string", `{"type":["integer","string"]}`, `1e300`, "integer-range "},
		{"a fraction is a type", `{"type":["integer","string"]}`, `1.5`, "type "},
		{"a union without tag", union, `{"a":1}`, "required /kind"},
		{"a union with another tag", union, `{"kind":"c"}`, "discriminator /kind"},
		{"a union's branch", union, `{"kind":"a"}`, "required /x"},
		{"no object", union, `[]`, "type "},
		{"others still speak beside a union", `{"minProperties":3,"allOf":[` + union + `]}`, `{"kind":"c"}`, "minProperties , discriminator /kind"},
		{"type at the tag before discriminator", `{"properties":{"kind":{"type":"string","enum":["z"]}},"allOf":[` + union + `]}`, `{"kind":5}`, "type /kind"},
		{"discriminator before enum", `{"properties":{"kind":{"type":"string","enum":["z"]}},"allOf":[` + union + `]}`, `{"kind":"c"}`, "discriminator /kind"},
		{"members of a failing part count", `{"allOf":[{"properties":{"a":{"minimum":5}},"required":["z"]}],"unevaluatedProperties":false}`, `{"a":1,"b":1}`, "minimum /a, unevaluatedProperties /b, required /z"},
		{"members of then count", `{"if":{"properties":{"k":{"const":1}},"required":["k"]},"then":{"properties":{"a":{"minimum":5}}},"unevaluatedProperties":false}`, `{"k":1,"a":1}`, "minimum /a"},
		{"members of a refused if do not", `{"if":{"properties":{"k":{"const":1}},"required":["k"]},"then":{"properties":{"a":true}},"unevaluatedProperties":false}`, `{"k":2,"a":1}`, "unevaluatedProperties /a, unevaluatedProperties /k"},
		{"nothing unevaluated where a choice failed", `{"anyOf":[{"required":["z"]},{"required":["y"]}],"unevaluatedProperties":false}`, `{"a":1}`, "anyOf "},
		{"not even in another schema", `{"allOf":[{"properties":{"b":true},"unevaluatedProperties":{"minimum":9}},{"oneOf":[{"required":["z"]},{"required":["y"]}]}]}`, `{"a":1}`, "oneOf "},
		{"nor where a union has no tag", `{"allOf":[` + union + `],"unevaluatedProperties":false}`, `{"b":1}`, "required /kind"},
		{"a choice below is another place", `{"properties":{"a":{"anyOf":[false,false]}},"unevaluatedProperties":false}`, `{"a":1,"b":1}`, "anyOf /a, unevaluatedProperties /b"},
		{"unevaluated members meet a schema", `{"properties":{"a":true},"unevaluatedProperties":{"type":"string"}}`, `{"a":1,"b":1}`, "type /b"},
		{"and that one has a place of its own", `{"unevaluatedProperties":{"properties":{"x":true},"unevaluatedProperties":false}}`, `{"a":{"x":1,"y":2}}`, "unevaluatedProperties /a/y"},
		{"a choice that fails there silences it", `{"allOf":[{"properties":{"b":true},"unevaluatedProperties":{"anyOf":[false,false]}}],"additionalProperties":{"unevaluatedProperties":false}}`, `{"a":{"y":2}}`, "anyOf /a"},
		{"a cousin's members do not count", `{"allOf":[{"properties":{"a":true}},{"unevaluatedProperties":false}]}`, `{"a":1}`, "unevaluatedProperties /a"},
		{"unevaluated items", `{"prefixItems":[true],"contains":{"type":"string"},"unevaluatedItems":false}`, `[1,"a",2]`, "unevaluatedItems /2"},
		{"unevaluated items of a branch", `{"anyOf":[{"prefixItems":[true,{"const":1}]},{"prefixItems":[{"const":2}]}],"unevaluatedItems":false}`, `[2,3]`, "unevaluatedItems /1"},
		{"issues sort", `{"additionalProperties":{"type":"string"},"items":{"type":"string"}}`, `{"b":1,"a":1}`, "type /a, type /b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := general(t, c.schema).Check("p", "", []byte(c.text), Options{})
			if err != nil {
				t.Fatal(err)
			}
			var rules []string
			for _, i := range got.Issues {
				rules = append(rules, i.Rule+" "+i.Path)
			}
			if all := strings.Join(rules, ", "); all != c.want || got.Valid != (c.want == "") {
				t.Errorf("got %q, want %q", all, c.want)
			}
		})
	}
}

const union = `{"oneOf":[{"type":"object","required":["kind","x"],"properties":{"kind":{"const":"a"},"x":true}},{"type":"object","required":["kind"],"properties":{"kind":{"const":"b"}}}],"discriminator":{"propertyName":"kind"}}`

func TestIsMultiple(t *testing.T) {
	for _, c := range []struct {
		n, divisor float64
		want       bool
	}{
		{2.3, 0.1, true}, {2.35, 0.1, false}, {0, 0.3, true}, {-7, 3.5, true}, {1e308, 0.123456789, false}, {1e308, 0.5, true}, {1e308, 5e-324, true},
		{5e-324, 1e308, false}, {0.0075, 0.0001, true}, {0.00751, 0.0001, false}, {1e22, 3, false}, {3e22, 3, true}, {12391239123, 1e-8, true},
	} {
		if got := isMultiple(c.n, c.divisor); got != c.want {
			t.Errorf("%g of %g: %v", c.n, c.divisor, got)
		}
	}
}

// TestHostileRecursion has messages that cost time exponential in their depth where nothing is remembered.
func TestHostileRecursion(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 127) + `{}` + strings.Repeat(`}`, 127)
	for name, c := range map[string]struct {
		schema string
		valid  bool
	}{
		"a choice":      {`{"type":"object","anyOf":[{"required":["b"],"properties":{"a":{"$ref":"#"}}},{"properties":{"a":{"$ref":"#"}},"required":["a"]},{"maxProperties":0}]}`, true},
		"two parts":     {`{"allOf":[{"properties":{"a":{"$ref":"#"}}},{"additionalProperties":{"$ref":"#"}}],"type":"object"}`, true},
		"negations":     {`{"not":{"required":["a"],"properties":{"a":{"not":{"$ref":"#"}}},"not":{"properties":{"a":{"$ref":"#"}}}}}`, true},
		"conditions":    {`{"if":{"properties":{"a":{"$ref":"#"}},"required":["a"]},"then":{"properties":{"a":{"$ref":"#"}}},"else":{"maxProperties":0}}`, true},
		"a fault below": {`{"type":"object","minProperties":1,"oneOf":[{"required":["b"],"properties":{"a":{"$ref":"#"}}},{"properties":{"a":{"$ref":"#"}}}]}`, false},
	} {
		got, err := general(t, c.schema).Check("p", "", []byte(deep), Options{})
		if err != nil || got.Valid != c.valid {
			t.Errorf("%s: valid is %v, %v, %v", name, got.Valid, got.Issues, err)
		}
		if !got.Unconfirmed {
			t.Errorf("%s: the validator was asked", name)
		}
	}
	shallow := `{"a":{"a":{}}}`
	if got, err := general(t, `{"anyOf":[{"properties":{"a":{"$ref":"#"}}}]}`).Check("p", "", []byte(shallow), Options{}); err != nil || got.Unconfirmed {
		t.Errorf("the validator was not asked: %v", err)
	}
}
