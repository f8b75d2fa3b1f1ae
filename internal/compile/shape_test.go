package compile_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
)

// compiled compiles the types section of a spec.
func compiled(t *testing.T, types string) *ir.Protocol {
	t.Helper()
	spec := "envgen: 1\nprotocol: demo\nversion: \"1\"\nroot: T\ntypes:\n" + types
	p, diags := compile.Source("demo.yaml", []byte(spec))
	if p == nil {
		t.Fatalf("refused: %v", diags)
	}
	return p
}

func find(t *testing.T, p *ir.Protocol, name string) *ir.Type {
	t.Helper()
	i := slices.IndexFunc(p.Types, func(typ *ir.Type) bool { return typ.Name == name })
	if i < 0 {
		t.Fatalf("there is no type %s", name)
	}
	return p.Types[i]
}

// spell writes a value on one line: kind, checks, and the failure of a mismatch.
func spell(v ir.Value) string {
	var b strings.Builder
	switch k := v.Kind.(type) {
	case ir.Ref:
		b.WriteString(k.Type.Name)
	case ir.Const:
		fmt.Fprintf(&b, "const %v%v%v", k.Literal.String, k.Literal.Number, k.Literal.Bool)
		if k.Of != nil {
			b.WriteString(" of " + k.Of.Name)
		}
	case ir.Array:
		b.WriteString("[" + spell(*k.Items))
		if k.Tuple != nil {
			b.WriteString(" by position: " + spellTuple(k.Tuple))
		}
		b.WriteString("]")
	case ir.Map:
		fmt.Fprintf(&b, "{%s}", spell(*k.Values))
	case *ir.Choice:
		var options []string
		for _, o := range k.Options {
			options = append(options, spell(o))
		}
		fmt.Fprintf(&b, "choice(%s)", strings.Join(options, " | "))
	case *ir.Enum:
		b.WriteString("enum")
		for _, e := range k.Values {
			b.WriteString(" " + e.Value)
		}
	case *ir.Record:
		b.WriteString("record")
		for _, f := range k.Fields {
			b.WriteString(" " + f.Name)
			if !f.Required {
				b.WriteString("?")
			}
		}
		if k.Closed {
			b.WriteString(" closed")
		}
	case *ir.Union:
		b.WriteString("union " + k.Tag)
		for _, v := range k.Variants {
			fmt.Fprintf(&b, " %s=%s", strings.Join(v.Tags, ","), v.Type.Name)
		}
	default:
		b.WriteString(strings.TrimPrefix(fmt.Sprintf("%T", k), "ir."))
	}
	if v.Certain != nil {
		b.WriteString(" as " + spellTuple(&ir.Tuple{Items: v.Certain, Least: len(v.Certain)}))
	}
	if v.Nullable {
		b.WriteString(" or null")
	}
	if v.Schema != nil {
		b.WriteString(" under " + assertions(v.Schema))
	}
	for _, c := range v.Checks {
		fmt.Fprintf(&b, ", %s: %s", c.Fails().Rule, c.Fails().Message)
	}
	if v.Mismatch.Rule != "" {
		fmt.Fprintf(&b, "; else %s: %s", v.Mismatch.Rule, v.Mismatch.Message)
	}
	return b.String()
}

func spellTuple(t *ir.Tuple) string {
	var items []string
	for i, item := range t.Items {
		text := spell(ir.Value{Kind: item.Kind, Nullable: item.Nullable})
		for _, c := range item.Checks {
			for _, l := range c.(ir.OneOf).Literals {
				text += "=" + l.String
			}
		}
		if i >= t.Least {
			text += "?"
		}
		items = append(items, text)
	}
	if t.Rest != nil {
		items = append(items, spell(*t.Rest)+"...")
	}
	return strings.Join(items, ", ")
}

func TestScalars(t *testing.T) {
	for schema, want := range map[string]string{
		`{}`:                           "Any",
		`{type: string}`:               "String; else type: must be a string",
		`{type: [integer, number]}`:    "Number; else type: must be a number",
		`{type: [string, "null"]}`:     "String or null; else type: must be a string or null",
		`{type: "null"}`:               "Null; else type: must be null",
		`{const: null}`:                "Null; else const: must be null",
		`{const: 1.5}`:                 "const 1.5false; else const: must be 1.5",
		`{type: boolean, const: true}`: "const 0true; else type: must be true or false",
		`{type: integer, const: 1}`:    "Integer, const: must be 1; else type: must be an integer",
		`{enum: [1, 2]}`:               "Integer, enum: must be one of 1 or 2; else enum: must be one of 1 or 2",
		`{type: number, enum: [1, 2.5, 1e21, 1e-7]}`:        "Number, enum: must be one of 1, 2.5, 1e+21 or 1e-7; else type: must be a number",
		`{type: [string, "null"], enum: [a, b, null]}`:      "T.a or null",
		`{type: string, minLength: 1, maxLength: 2}`:        "String, minLength: must have at least 1 character, maxLength: must have at most 2 characters; else type: must be a string",
		`{type: number, exclusiveMinimum: 0}`:               "Number, exclusiveMinimum: must be greater than 0; else type: must be a number",
		`{type: array, items: {type: string}, minItems: 1}`: "[String; else type: must be a string], minItems: must have at least 1 item; else type: must be an array",
		`{type: object}`: "Object; else type: must be an object",
		`{type: object, additionalProperties: false}`:               "T.a",
		`{anyOf: [{type: "null"}, {type: integer}]}`:                "Integer or null; else type: must be an integer",
		`{allOf: [{type: string}, {minLength: 2}, {minLength: 3}]}`: "String, minLength: must have at least 3 characters; else type: must be a string",
	} {
		p := compiled(t, "  T: {type: object, properties: {a: "+schema+"}}\n")
		field := find(t, p, "T").Value.Kind.(*ir.Record).Fields[0]
		if got := spell(field.Value); got != want {
			t.Errorf("%s\n got %s\nwant %s", schema, got, want)
		}
	}
}

func TestFormats(t *testing.T) {
	messages := map[string]ir.FormatName{}
	for _, name := range ir.Formats() {
		p := compiled(t, "  T: {type: string, format: "+string(name)+"}\n")
		checks := find(t, p, "T").Value.Checks
		if len(checks) != 1 {
			t.Errorf("%s: checks %v", name, checks)
			continue
		}
		check, isFormat := checks[0].(ir.Format)
		if !isFormat || check.Name != name || check.Failure.Rule != "format" || !strings.HasPrefix(check.Failure.Message, "must be a") {
			t.Errorf("%s: check %v", name, checks[0])
		}
		if other, taken := messages[check.Failure.Message]; taken {
			t.Errorf("%s and %s say the same", name, other)
		}
		messages[check.Failure.Message] = name
	}
}

func TestComposition(t *testing.T) {
	p := compiled(t, `
  Base:
    type: object
    required: [kind]
    properties:
      kind: {type: string, enum: [a, b]}
      note: {type: [string, "null"]}
      inner: {type: object, properties: {x: {type: integer}}}
      fault: {type: [object, "null"]}
  Fault: {type: object, required: [code], properties: {code: {type: string}}}
  A:
    allOf: [Base]
    required: [fault]
    properties:
      more: {type: boolean}
      kind: {const: a}
      note: {type: string}
      fault: Fault
  B: {allOf: [A]}
  C: {allOf: [Base, {properties: {inner: {required: [y], properties: {y: {type: string}}}}}]}
  T: {oneOf: [A, {$ref: "#/types/C2"}], discriminator: {propertyName: kind}}
  C2: {allOf: [C], properties: {kind: {const: b}}}
`)
	for name, want := range map[string]string{
		"A":       "record kind note? inner? fault more?; else type: must be an object",
		"B":       "A",
		"C.inner": "record x? y; else type: must be an object",
		"T":       "union kind a=A b=C2; else type: must be an object",
	} {
		if got := spell(find(t, p, name).Value); got != want {
			t.Errorf("%s\n got %s\nwant %s", name, got, want)
		}
	}
	var fields []string
	for _, f := range find(t, p, "A").Value.Kind.(*ir.Record).Fields {
		fields = append(fields, f.Name+" "+spell(f.Value))
	}
	want := []string{
		"kind const a0false of Base.kind; else type: must be a string",
		"note String; else type: must be a string",
		"inner Base.inner",
		"fault Fault",
		"more Boolean; else type: must be true or false",
	}
	if !slices.Equal(fields, want) {
		t.Errorf("got  %q\nwant %q", fields, want)
	}
}

func TestRecursionThroughComposition(t *testing.T) {
	p := compiled(t, `
  T: {type: object, properties: {next: {allOf: [T, {required: [next]}]}, list: {type: array, items: T}}}
`)
	if len(p.Types) != 2 {
		t.Fatalf("%d types, want T and T.next", len(p.Types))
	}
	if got := spell(p.Types[1].Value); got != "record next list?; else type: must be an object" {
		t.Error(got)
	}
}

func TestLongValuesAreCut(t *testing.T) {
	p := compiled(t, "  T: {type: string, enum: [\""+strings.Repeat("é", 81)+"\"]}\n")
	got := find(t, p, "T").Value.Kind.(*ir.Enum).NotOneOf.Message
	if want := `must be "` + strings.Repeat("é", 80) + `…"`; got != want {
		t.Errorf("got %s", got)
	}
}

func TestShippedSpecs(t *testing.T) {
	for _, name := range []string{"agh", "helper"} {
		data, err := os.ReadFile("../../spec/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		if p, diags := compile.Source(name+".yaml", data); p == nil || len(diags) > 0 {
			t.Errorf("%s: %v", name, diags)
		}
	}
}

// Inline branches get their names from their tag values, wherever the union is.
func TestNamesOfBranches(t *testing.T) {
	p := compiled(t, `
  T:
    type: object
    properties:
      u:
        discriminator: {propertyName: t}
        oneOf:
          - {type: object, required: [t], properties: {t: {const: one}, o: {type: object, properties: {x: {type: string}}}}}
          - {allOf: [{$ref: Base}, {required: [t], properties: {t: {enum: [two, zwei]}}}], type: object, x-name: Second}
          - {type: object, required: [t], properties: {t: Three}}
          - Four
  Base: {type: object, properties: {id: {type: string}}}
  Three: {const: three}
  Four: {type: object, required: [t], properties: {t: {const: four}}}
`)
	var names []string
	for _, v := range find(t, p, "T.u").Value.Kind.(*ir.Union).Variants {
		names = append(names, v.Type.Name)
	}
	if got, want := strings.Join(names, ", "), "T.u.one, T.u.two or zwei, T.u.branch3, Four"; got != want {
		t.Errorf("the branches are called %s, not %s", got, want)
	}
	find(t, p, "T.u.one.o")
	if got := find(t, p, "T.u.two or zwei").Rename; len(got) != 1 || got[0].Name != "Second" {
		t.Errorf("x-name gives %v", got)
	}
}
