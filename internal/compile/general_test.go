package compile_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
)

// assertions names the keywords of a schema, those inside left out.
func assertions(s *ir.Schema) string {
	var words []string
	for _, a := range s.Assertions {
		words = append(words, strings.TrimPrefix(fmt.Sprintf("%T", a), "ir."))
	}
	return "{" + strings.Join(words, " ") + "}"
}

func TestShapesOfWhatNoKindSays(t *testing.T) {
	for _, test := range []struct{ schema, want string }{
		{`{type: [string, integer]}`, `choice(Integer; else type: must be a string or an integer | String; else type: must be a string or an integer) under {IsType}; else type: must be a string or an integer`},
		{`{type: [string, integer, "null"]}`, `choice(Integer; else type: must be a string, an integer or null | String; else type: must be a string, an integer or null) or null under {IsType}; else type: must be a string, an integer or null`},
		{`{type: object, additionalProperties: {type: string}}`, `{String; else type: must be a string}; else type: must be an object`},
		{`{type: object, properties: {a: {type: string}}, additionalProperties: {type: string}}`, `record a? under {IsType Properties}`},
		{`{type: object, properties: {a: {type: string}}, additionalProperties: false, patternProperties: {"^x-": {}}}`, `record a? under {IsType Properties}`},
		{`{type: object, patternProperties: {"^x-": {type: string}}, additionalProperties: false}`, `{String; else type: must be a string} under {IsType Properties}`},
		{`{type: object, patternProperties: {"^x-": {type: string}, "^y-": {type: string}}, additionalProperties: false}`, `{String; else type: must be a string} under {IsType Properties}`},
		{`{type: object, patternProperties: {".*": {type: string}}}`, `{String; else type: must be a string} under {IsType Properties}`},
		{`{type: object, patternProperties: {"^x-": {type: string}, "^y-": {type: integer}}, additionalProperties: false}`, `Object under {IsType Properties}`},
		{`{type: object, patternProperties: {"^.*$": {type: string}}}`, `Object under {IsType Properties}`},
		{`{type: object, patternProperties: {"^x-": {}}, additionalProperties: false}`, `Object under {IsType Properties}`},
		{`{anyOf: [{title: Ext}, {type: object, properties: {a: {type: string}}}]}`, `choice(Boolean | Number | String | [Any] | T.object) or null under {AnyOf}`},
		{`{anyOf: [{}, {type: object, minProperties: 1}]}`, `Any under {AnyOf}`},
		{`{type: object, properties: {a: {type: string}}, additionalProperties: false, maxProperties: 3}`, `record a? closed under {IsType MemberCount Properties}`},
		{`{type: array, items: {type: string}, uniqueItems: true}`, `[String; else type: must be a string] under {IsType UniqueItems ItemSchemas}`},
		{`{type: array, prefixItems: [{type: string}], items: {type: number}}`, `[Any by position: String?, Number...] under {IsType ItemSchemas}`},
		{`{type: array, prefixItems: [{type: string}, {const: b}], items: false, minItems: 1}`, `[String by position: String, String=b?] under {IsType Items ItemSchemas}`},
		{`{type: array, prefixItems: [{type: integer}, {type: [number, "null"]}], maxItems: 2}`, `[Number or null by position: Integer?, Number or null?] under {IsType Items ItemSchemas}`},
		{`{type: array, prefixItems: [{type: integer}, {type: integer}], maxItems: 1}`, `[Integer by position: Integer?] under {IsType Items ItemSchemas}`},
		{`{type: array, prefixItems: [{type: integer}, false, {type: string}]}`, `[Integer by position: Integer?] under {IsType ItemSchemas}`},
		{`{type: array, prefixItems: [Named, Named], items: Named}`, `[Any by position: Named?, Named?, Named...] under {IsType ItemSchemas}`},
		{`{type: array, prefixItems: [{type: integer}]}`, `[Any by position: Integer?, Any...] under {IsType ItemSchemas}`},
		{`{type: array, prefixItems: [std.Int64, std.Int64], maxItems: 2}`, `[Integer by position: Integer?, Integer?] under {IsType Items ItemSchemas}`},
		{`{type: array, allOf: [{prefixItems: [{type: string}]}, {items: {type: string}}]}`, `[Any by position: String?, Any...] under {AllOf IsType}`},
		{`{anyOf: [{type: string}, {type: array, prefixItems: [{type: integer}, {type: integer}], maxItems: 2}]}`, `choice(String | [Integer by position: Integer?, Integer?]) under {AnyOf}`},
		{`{anyOf: [{enum: [a, b]}, {type: array, items: {enum: [a, b]}, uniqueItems: true}]}`, `choice(String as String=a=b | [T.item]) under {AnyOf}`},
		{`{anyOf: [{type: string}, {type: object, patternProperties: {".+": {type: integer}}, additionalProperties: false}]}`, `choice(String | {Integer; else type: must be an integer}) under {AnyOf}`},
		{`{anyOf: [{type: string}, {type: object, patternProperties: {".+": Named}, additionalProperties: false}]}`, `choice(String | Object) under {AnyOf}`},
		{`{anyOf: [{type: string}, {type: array, items: Mixed, uniqueItems: true}]}`, `choice(String | [Mixed]) under {AnyOf}`},
		{`{anyOf: [{type: string}, {type: array, items: Deep, uniqueItems: true}]}`, `choice(String | [Any] as [Deep]) under {AnyOf}`},
		{`{anyOf: [Word, {type: integer}, {const: c}]}`, `choice(Integer | String as Word, String=c) under {AnyOf}`},
		{`{anyOf: [Word, {const: c}]}`, `String as Word, String=c under {AnyOf}`},
		{`{anyOf: [Word, {type: integer}, {type: string}]}`, `choice(Integer | String) under {AnyOf}`},
		{`{anyOf: [Word, {type: [integer, string]}]}`, `choice(Integer | String) under {AnyOf}`},
		{`{oneOf: [{type: array, prefixItems: [{const: 2}], minItems: 1, maxItems: 1}, {type: array, items: {type: string}, uniqueItems: true}]}`, `[Any] as [Integer by position: Integer=], [String] under {ExactlyOne}`},
		{`{anyOf: [{type: array, items: {type: number}}, {type: array, items: {type: integer}}, {type: string}]}`, `choice(String | [Number] as [Number], [Integer]) under {AnyOf}`},
		{`{anyOf: [{type: array, items: Named}, {type: [array, string], items: {type: integer}}]}`, `choice(String | [Any]) under {AnyOf}`},
		{`{type: array, prefixItems: [{type: array, items: {enum: [a]}}], items: false}`, `[Any by position: [String, : ]?] under {IsType ItemSchemas}`},
		{`{anyOf: [{type: string}, {type: array, items: {type: string}, uniqueItems: true}]}`, `choice(String | [String; else type: must be a string]) under {AnyOf}`},
		{`{anyOf: [{type: string}, {type: array, items: Named, uniqueItems: true}]}`, `choice(String | [Any] as [Named]) under {AnyOf}`},
		{`{type: array, items: false}`, `[Any] under {IsType ItemSchemas}`},
		{`{anyOf: [{type: string}, {type: array, items: {type: boolean}}]}`, `choice(String | [Boolean; else type: must be true or false]) under {AnyOf}`},
		{`{anyOf: [{type: string, minLength: 1}, {type: string, format: date}]}`, `String under {AnyOf}`},
		{`{oneOf: [Named, {type: string}]}`, `choice(String | Named) under {ExactlyOne}`},
		{`{not: {type: string}}`, `Any under {Not}`},
		{`{properties: {a: {type: string}}}`, `Any under {Properties}`},
		{`{type: number, multipleOf: 0.5}`, `Number under {IsType MultipleOf}`},
		{`{const: {a: [1, 2]}}`, `Object under {Equals}`},
		{`{enum: [1, two, null]}`, `choice(Integer as Any= | String as Any=two) or null under {Equals}`},
		{`{allOf: [Named], if: {minProperties: 2}, then: {required: [a]}}`, `record a? b? under {AllOf If}`},
		{`{allOf: [Named, {anyOf: [{required: [a]}, {required: [b]}]}]}`, `record a? b? under {AllOf}; else type: must be an object`},
		{`{oneOf: [{type: "null"}, {type: [string, "null"]}]}`, `String under {If}`},
		{`false`, `Any under {Never}`},
		{`true`, `Any`},
	} {
		p := compiled(t, "  T: "+test.schema+"\n  Named: {type: object, properties: {a: {type: string}, b: {type: string}}}\n  Word: {enum: [a, b]}\n  Mixed: {type: [string, integer]}\n  Deep: {type: array, items: Named}\n")
		if got := spell(find(t, p, "T").Value); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.schema, got, test.want)
		}
	}
}

func TestReferencesInsideOfATypeAreItsOwn(t *testing.T) {
	p := compiled(t, `
  T:
    $id: https://example.com/tree
    type: object
    required: [name]
    properties:
      name: {$ref: "#/$defs/name"}
      children: {type: array, items: {$ref: "tree"}}
      first: {$ref: "#name"}
      second: {$ref: "#/properties/name"}
      self: {$ref: "#"}
      meta: Meta
    $defs:
      name: {$anchor: name, type: string, minLength: 1}
  Meta: {type: object}
`)
	want := `record name children? first? second? self? meta?; else type: must be an object`
	if got := spell(find(t, p, "T").Value); got != want {
		t.Errorf("got %s", got)
	}
	var members []string
	for _, f := range find(t, p, "T").Value.Kind.(*ir.Record).Fields {
		members = append(members, spell(f.Value))
	}
	if got, want := strings.Join(members, "; "), "T.properties.name; [T]; else type: must be an array; T.name; T.properties.name; T; Meta"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestSchemasThatLeadBackToThemselvesAreMarked(t *testing.T) {
	p := compiled(t, `
  T: {anyOf: [{type: string}, {type: object, properties: {next: T, other: Leaf}}]}
  Leaf: {anyOf: [{type: string, minLength: 1}, {type: number}]}
`)
	recursive := map[string]bool{}
	for i, s := range p.Schemas {
		if s.Index != i {
			t.Errorf("schema %d has the index %d", i, s.Index)
		}
		recursive[s.Place] = recursive[s.Place] || s.Recursive
	}
	if !recursive["T"] || recursive["Leaf"] {
		t.Errorf("marked: %v", recursive)
	}
}

func TestCatalogs(t *testing.T) {
	p, diags := compile.Source("demo.yaml", []byte(`
envgen: 1
protocol: demo
version: "1"
catalogs:
  Tool:
    columns: {category: Category, cost: {type: [integer, "null"]}}
    entries: {run: {category: work, cost: 3}, stop: {category: rest, x-name: Halt}}
  Category: {open: true, entries: {work: {}, rest: {}}}
types:
  T: {type: object, required: [tool], properties: {tool: Tool, category: {$ref: Category, pattern: "^[a-z]+$"}, run: {$ref: Tool, const: run}}}
root: T
`))
	if p == nil {
		t.Fatal(diags)
	}
	tool := find(t, p, "Tool").Value.Kind.(*ir.Enum)
	if tool.Open || len(tool.Catalog.Columns) != 2 || spell(tool.Catalog.Columns[0].Value) != "Category" {
		t.Errorf("Tool: %+v", tool.Catalog)
	}
	if c := tool.Values[1].Cells; c[0].String != "rest" || c[1].Kind != ir.NullLiteral || tool.Values[1].Rename[0].Name != "Halt" {
		t.Errorf("stop: %+v", tool.Values[1])
	}
	if category := find(t, p, "Category").Value.Kind.(*ir.Enum); !category.Open || len(category.Values) != 2 {
		t.Errorf("Category: %+v", category)
	}
	var members []string
	for _, f := range find(t, p, "T").Value.Kind.(*ir.Record).Fields {
		members = append(members, spell(f.Value))
	}
	want := []string{"Tool", "Category, pattern: must match ^[a-z]+$", "const run00false of Tool, else const"}
	if !slices.Equal(members[:2], want[:2]) || !strings.HasPrefix(members[2], "const run") || !strings.Contains(members[2], "of Tool") {
		t.Errorf("got %q", members)
	}
}

func TestErrorParts(t *testing.T) {
	p, diags := compile.Source("demo.yaml", []byte(`
envgen: 1
protocol: demo
version: "1"
types:
  Code: {type: string, enum: [a, b]}
  Other: {type: string, enum: [c]}
  Failure: {x-error: code, type: object, properties: {code: Code, message: {type: [string, "null"]}, inner: {allOf: [Failure], properties: {code: {const: a}}}}}
  Composed: {allOf: [Failure], properties: {more: {type: string}}}
  Again: {x-error: more, allOf: [Composed], properties: {code: {const: b}, message: {type: "null"}}}
  Unsaid: {type: object, properties: {code: Other, message: {type: string}}}
root: Failure
`))
	if p == nil {
		t.Fatal(diags)
	}
	got := map[string]string{}
	for _, typ := range p.Types {
		if e := typ.Error; e != nil && e.Of == find(t, p, "Code") != (e.Code.Name == "code") {
			t.Errorf("%s: of %v", typ.Name, e.Of)
		}
		if e := typ.Error; e != nil && e.Message != nil {
			got[typ.Name] = e.Code.Name + " " + e.Message.Name
		} else if e != nil {
			got[typ.Name] = e.Code.Name
		}
	}
	if want := map[string]string{"Failure": "code message", "Failure.inner": "code message", "Composed": "code message", "Again": "more"}; !maps.Equal(got, want) {
		t.Errorf("error parts %v, want %v", got, want)
	}
	if !find(t, p, "Code").ErrorCode || find(t, p, "Other").ErrorCode {
		t.Error("the codes of failures are others")
	}
}

func TestNestedUnions(t *testing.T) {
	p := compiled(t, `
  T: {oneOf: [Ok, Bad], discriminator: {propertyName: status}}
  Ok: {oneOf: [A, B], discriminator: {propertyName: tool}}
  Bad: {type: object, required: [status], properties: {status: {const: bad}}}
  Frame: {type: object, required: [status, tool], properties: {status: {enum: [ok, fine]}, tool: {type: string}}}
  A: {allOf: [Frame], properties: {tool: {enum: [a, aa]}}}
  B: {allOf: [Frame], properties: {status: {const: ok}, tool: {const: b}}}
`)
	if got, want := spell(find(t, p, "T").Value), "union status ok,fine=Ok bad=Bad; else type: must be an object"; got != want {
		t.Errorf("got %s", got)
	}
}

// imported compiles a spec that imports files of a folder.
func imported(files map[string]string, name string) (*ir.Protocol, string) {
	l := compile.Library{
		Read: func(file string) ([]byte, error) {
			data, ok := files[file]
			if !ok {
				return nil, errors.New("there is no " + file)
			}
			return []byte(data), nil
		},
		Shipped: func(protocol string) ([]byte, bool) {
			data, ok := files["shipped/"+protocol]
			return []byte(data), ok
		},
	}
	p, diags := l.Source(name, []byte(files[name]))
	var said []string
	for _, d := range diags {
		said = append(said, fmt.Sprintf("%s:%d: %s: %s", d.Pos.File, d.Pos.Line, d.Code, d.Message))
	}
	return p, strings.Join(said, "\n")
}

func header(protocol, rest string) string {
	return "envgen: 1\nprotocol: " + protocol + "\nversion: \"1\"\n" + rest
}

func TestImports(t *testing.T) {
	files := map[string]string{
		"specs/main.yaml": header("main", `
imports: {common: lib/common.yaml, base: {go: example.com/base, py: beside}}
types:
  T: {allOf: [base.Frame], properties: {meta: {allOf: [base.Meta], required: [more], properties: {more: common.Word}}, words: {type: array, items: "common.Word"}}}
  U: {$ref: "lib/common.yaml#/types/Word"}
root: T
`),
		"specs/lib/common.yaml": header("common", "types: {Word: {type: string, minLength: 1}}\nroot: Word\n"),
		"shipped/base":          header("base", "types: {Frame: {type: object, properties: {meta: Meta}}, Meta: {type: object, properties: {ts: {type: string}}}}\nroot: Frame\n"),
	}
	p, said := imported(files, "specs/main.yaml")
	if p == nil {
		t.Fatal(said)
	}
	var names []string
	for _, typ := range p.Types {
		names = append(names, typ.Protocol+"."+typ.Name)
	}
	if got, want := strings.Join(names, " "), "main.T main.T.meta main.U"; got != want {
		t.Errorf("own types: %s", got)
	}
	names = nil
	for _, other := range p.Imports {
		names = append(names, fmt.Sprintf("%s %v", other.Name, other.Shipped))
	}
	if got, want := strings.Join(names, ", "), "common false, base true"; got != want {
		t.Errorf("imports: %s", got)
	}
	if len(p.Packages) != 2 || p.Packages[0].Path != "example.com/base" || p.Packages[1].Language != "py" {
		t.Errorf("packages: %+v", p.Packages)
	}
	meta := find(t, p, "T.meta").Value.Kind.(*ir.Record)
	if ref, ok := meta.Fields[1].Value.Kind.(ir.Ref); !ok || ref.Type.Protocol != "common" {
		t.Errorf("T.meta.more: %s", spell(meta.Fields[1].Value))
	}
}

func TestBadImports(t *testing.T) {
	for _, test := range []struct{ imports, want string }{
		{"imports: {a: a.yaml}", `main.yaml:4: import: "a.yaml" cannot be read: there is no a.yaml`},
		{"imports: {a: ../a.yaml}", `main.yaml:4: outside: "../a.yaml" is outside the folder of this spec`},
		{"imports: {a: {go: example.com/a}}", `main.yaml:4: import: envgen ships no protocol "a"`},
		{"imports: {self: main.yaml}", `main.yaml:4: import-cycle: "main.yaml" imports this spec`},
		{"imports: {cycle: cycle.yaml}", `cycle.yaml:4: import-cycle: "main.yaml" imports this spec`},
		{"imports: {same: same.yaml}", `main.yaml:2: import: this protocol and an imported one both have the name "main"`},
		{"imports: {Up: same.yaml}", `main.yaml:4: import: "Up" is not a valid name of an import`},
	} {
		files := map[string]string{
			"main.yaml":  header("main", test.imports+"\ntypes: {T: {type: string}}\nroot: T\n"),
			"cycle.yaml": header("cycle", "imports: {main: main.yaml}\ntypes: {T: {type: string}}\nroot: T\n"),
			"same.yaml":  header("main", "types: {T: {type: string}}\nroot: T\n"),
		}
		if p, said := imported(files, "main.yaml"); p != nil || said != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.imports, said, test.want)
		}
	}
}
