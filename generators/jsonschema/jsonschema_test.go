package jsonschema_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/ir"
)

func text(s string) ir.Literal    { return ir.Literal{Kind: ir.StringLiteral, String: s} }
func number(n float64) ir.Literal { return ir.Literal{Kind: ir.NumberLiteral, Number: n} }
func pattern(s string) ir.Pattern { return ir.Pattern{Regexp: &ir.Regexp{Source: s}} }

func field(name string, kind ir.Kind, checks ...ir.Check) *ir.Field {
	return &ir.Field{Name: name, Value: ir.Value{Kind: kind, Checks: checks}}
}

func required(f *ir.Field) *ir.Field {
	f.Required = true
	return f
}

func nullable(f *ir.Field) *ir.Field {
	f.Value.Nullable = true
	return f
}

// menagerie has every kind, every check and every representation of null.
func menagerie() *ir.Protocol {
	color := &ir.Type{Name: "Color", Doc: ir.Doc{Text: "What it looks like.", Source: "Colors"},
		Value: ir.Value{Kind: &ir.Enum{Values: []ir.EnumValue{{Value: "red"}, {Value: "</script>"}}}}}
	slug := &ir.Type{Name: "Slug", Value: ir.Value{Kind: ir.String{}, Nullable: true,
		Checks: []ir.Check{pattern(`^\p{L}<&>$`), ir.Length{Op: ir.AtLeast, Limit: 0}, ir.Length{Op: ir.AtMost, Limit: 9}}}}
	item := &ir.Type{Name: "Animal.tags.items/~%", Lifted: true, Value: ir.Value{Kind: &ir.Record{}}}
	animal := &ir.Type{Name: "Animal", Value: ir.Value{Kind: &ir.Record{Closed: true, Fields: []*ir.Field{
		required(field("kind", ir.Const{Literal: text("animal")})),
		required(field("count", ir.Integer{}, ir.Bound{Op: ir.AtLeast, Limit: 0})),
		field("wide", ir.Integer{}, ir.Bound{Op: ir.AtLeast, Limit: -1e300}, ir.Bound{Op: ir.Below, Limit: 1e300}),
		field("ratio", ir.Number{}, ir.Bound{Op: ir.Above, Limit: 0.1}, ir.Bound{Op: ir.AtMost, Limit: 1}),
		field("level", ir.Integer{}, ir.OneOf{Literals: []ir.Literal{number(1), number(2)}}),
		field("twice", ir.String{}, pattern("a"), pattern("b"), ir.Format{Name: ir.DateTime}),
		field("tags", ir.Array{Items: &ir.Value{Kind: ir.Ref{Type: item}}}, ir.Items{Op: ir.AtLeast, Limit: 1}, ir.Items{Op: ir.AtMost, Limit: 2}),
		nullable(field("color", ir.Ref{Type: color})),
		nullable(field("slug", ir.Ref{Type: slug})),
		nullable(field("flag", ir.Boolean{})),
		nullable(field("one", ir.Const{Literal: number(1.5)})),
		nullable(field("yes", ir.Const{Literal: ir.Literal{Kind: ir.BoolLiteral, Bool: true}})),
		nullable(field("any", ir.Any{})),
		field("none", ir.Null{}),
		field("free", ir.Object{}),
	}}}}
	plant := &ir.Type{Name: "Plant", Value: ir.Value{Kind: &ir.Record{Fields: []*ir.Field{required(field("kind", ir.Const{Literal: text("plant")}))}}}}
	thing := &ir.Type{Name: "Thing", Value: ir.Value{Nullable: true, Kind: &ir.Union{Tag: "kind", Variants: []ir.Variant{
		{Tags: []string{"animal"}, Type: animal}, {Tags: []string{"plant"}, Type: plant}}}}}
	return &ir.Protocol{Name: "zoo", Version: "1 b", Title: "Zoo", Source: "A book", Doc: "Living\nthings \u2028", Root: thing,
		Types: []*ir.Type{color, slug, item, animal, plant, thing}}
}

const want = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:envgen:zoo:1%20b",
  "title": "Zoo",
  "description": "Living\nthings \u2028",
  "$comment": "Source: A book",
  "$ref": "#/$defs/Thing",
  "$defs": {
    "Color": {
      "description": "What it looks like.",
      "$comment": "Source: Colors",
      "type": "string",
      "enum": [
        "red",
        "</script>"
      ]
    },
    "Slug": {
      "type": [
        "string",
        "null"
      ],
      "minLength": 0,
      "maxLength": 9,
      "pattern": "^\\p{L}<&>$"
    },
    "Animal.tags.items/~%": {
      "type": "object"
    },
    "Animal": {
      "type": "object",
      "required": [
        "kind",
        "count"
      ],
      "properties": {
        "kind": {
          "type": "string",
          "const": "animal"
        },
        "count": {
          "type": "integer",
          "minimum": 0,
          "maximum": 9007199254740991
        },
        "wide": {
          "type": "integer",
          "minimum": -9007199254740991,
          "maximum": 9007199254740991,
          "exclusiveMaximum": 1e+300
        },
        "ratio": {
          "type": "number",
          "maximum": 1,
          "exclusiveMinimum": 0.1
        },
        "level": {
          "type": "integer",
          "enum": [
            1,
            2
          ],
          "minimum": -9007199254740991,
          "maximum": 9007199254740991
        },
        "twice": {
          "type": "string",
          "pattern": "a",
          "format": "date-time",
          "allOf": [
            {
              "pattern": "b"
            }
          ]
        },
        "tags": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/Animal.tags.items~1~0%25"
          },
          "minItems": 1,
          "maxItems": 2
        },
        "color": {
          "anyOf": [
            {
              "$ref": "#/$defs/Color"
            },
            {
              "type": "null"
            }
          ]
        },
        "slug": {
          "$ref": "#/$defs/Slug"
        },
        "flag": {
          "type": [
            "boolean",
            "null"
          ]
        },
        "one": {
          "type": [
            "number",
            "null"
          ],
          "enum": [
            1.5,
            null
          ]
        },
        "yes": {
          "type": [
            "boolean",
            "null"
          ],
          "enum": [
            true,
            null
          ]
        },
        "any": {},
        "none": {
          "type": "null"
        },
        "free": {
          "type": "object"
        }
      },
      "additionalProperties": false
    },
    "Plant": {
      "type": "object",
      "required": [
        "kind"
      ],
      "properties": {
        "kind": {
          "type": "string",
          "const": "plant"
        }
      }
    },
    "Thing": {
      "anyOf": [
        {
          "type": "object",
          "discriminator": {
            "propertyName": "kind"
          },
          "oneOf": [
            {
              "$ref": "#/$defs/Animal"
            },
            {
              "$ref": "#/$defs/Plant"
            }
          ]
        },
        {
          "type": "null"
        }
      ]
    }
  }
}
`

func TestGenerate(t *testing.T) {
	files, err := jsonschema.Target.Generate(target.Job{Protocol: menagerie()})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 1 || files[0].Path != "zoo.schema.json" {
		t.Fatalf("got %d files, the first %+v", len(files), files[0].Path)
	}
	got, wanted := strings.Split(string(files[0].Data), "\n"), strings.Split(want, "\n")
	for i := range min(len(got), len(wanted)) {
		if got[i] != wanted[i] {
			t.Fatalf("line %d: got %s, want %s", i+1, got[i], wanted[i])
		}
	}
	if len(got) != len(wanted) {
		t.Errorf("got %d lines, want %d", len(got), len(wanted))
	}
}

// validating compiles a bundle with a validator, which checks the bundle against the meta-schema of its draft.
func validating(t *testing.T, p *ir.Protocol) *validator.Schema {
	t.Helper()
	data, err := jsonschema.Bundle(p)
	if err != nil {
		t.Fatal(err)
	}
	document, err := validator.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	c := validator.NewCompiler()
	if err := c.AddResource(jsonschema.ID(p), document); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile(jsonschema.ID(p))
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func TestBundleValidates(t *testing.T) {
	schema := validating(t, menagerie())
	for text, want := range map[string]bool{
		`null`:                           true,
		`[]`:                             false,
		`{"kind":"plant","surplus":1}`:   true,
		`{"kind":"animal","count":1.0}`:  true,
		`{"kind":"animal","count":1e16}`: false,
		`{"kind":"animal","count":1,"surplus":1}`:              false,
		`{"kind":"animal","count":1,"wide":-9007199254740992}`: false,
		`{"kind":"animal","count":1,"twice":"ab"}`:             true, // the format is an annotation by default
		`{"kind":"animal","count":1,"twice":"a"}`:              false,
		`{"kind":"animal","count":1,"tags":[{}]}`:              true,
		`{"kind":"animal","count":1,"tags":[1]}`:               false,
		`{"kind":"animal","count":1,"color":null,"slug":null}`: true,
		`{"kind":"animal","count":1,"color":"green"}`:          false,
		`{"kind":"animal","count":1,"one":null,"yes":true}`:    true,
		`{"kind":"animal","count":1,"one":1,"yes":null}`:       false,
		`{"kind":"animal","count":1,"any":[null],"none":null}`: true,
		`{"kind":"animal","count":1,"none":0}`:                 false,
		`{"kind":"fungus"}`:                                    false,
	} {
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(value); (err == nil) != want {
			t.Errorf("%s: valid is %v, want %v (%v)", text, err == nil, want, err)
		}
	}
}

func TestUnknownVariantsPanic(t *testing.T) {
	broken := map[string]ir.Value{
		"kind":    {},
		"check":   {Kind: ir.String{}, Checks: []ir.Check{nil}},
		"op":      {Kind: ir.Number{}, Checks: []ir.Check{ir.Bound{Op: 9}}},
		"count":   {Kind: ir.String{}, Checks: []ir.Check{ir.Length{Op: ir.Above}}},
		"literal": {Kind: ir.Const{Literal: ir.Literal{Kind: 9}}},
	}
	for name, value := range broken {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			root := &ir.Type{Name: "T", Value: value}
			_, _ = jsonschema.Bundle(&ir.Protocol{Name: "p", Root: root, Types: []*ir.Type{root}})
		}()
	}
}
