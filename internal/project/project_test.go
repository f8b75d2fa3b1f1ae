package project_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"github.com/envgen/envgen/internal/project"
)

const whole = `envgen: 1
specs: [specs/a.yaml, ../b.yaml, agh]
py: {dir: py, support: all}
ts: {dir: ts, imports: ts, open: index}
go: {dir: gen/go, import: example.com/x/gen/go}
schema: {dir: ., formats: [openapi, draft7]}
`

func TestParse(t *testing.T) {
	p, diags := project.Parse("envgen.yaml", []byte(whole))
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	var got strings.Builder
	for _, s := range p.Specs {
		fmt.Fprintf(&got, "%s ", s.Value)
	}
	for _, t := range p.Targets {
		fmt.Fprintf(&got, "| %s %s %s %s %s %s %s", t.Name, t.Dir.Value, t.Import.Value, t.Support, t.Imports, t.Open, strings.Join(t.Formats, " "))
	}
	if want := "specs/a.yaml ../b.yaml agh | py py  all js none | ts ts  needed ts index | go gen/go example.com/x/gen/go needed js none | schema .  needed js none openapi draft7"; got.String() != want {
		t.Errorf("got %s, want %s", got.String(), want)
	}
}

// wrong contains projects, each with its first fault.
var wrong = []struct{ text, want, suggestion string }{
	{"# nothing\n", "1:1 the project is empty", "start with `envgen: 1`, or run `envgen init`"},
	{"- a", "1:1 envgen.yaml must be a mapping, not a list", "start with `envgen: 1`"},
	{"envgen: 1\nprotocol: p\n", "2:11 this is a spec, not a project", "list the spec under `specs` of an envgen.yaml, or pass it with --spec"},
	{"specs: [a]\nts: {dir: x}", "1:1 the project has no `envgen`", "start with `envgen: 1`"},
	{"envgen: 2\nspecs: [a]\nts: {dir: x}", "1:9 this envgen reads version 1 of envgen.yaml", "write `envgen: 1`"},
	{"envgen: one\nspecs: [a]\nts: {dir: x}", "1:9 `envgen` must be a number, not a string", "write `envgen: 1`"},
	{"envgen: 1\nts: {dir: x}", "1:1 the project has no `specs`", "add `specs:` with a list of files, or of protocols that ship with envgen"},
	{"envgen: 1\nspecs: a.yaml\nts: {dir: x}", "2:8 `specs` must be a list, not a string", "write one line for each spec, such as `- protocols/orders.yaml`"},
	{"envgen: 1\nspecs: []\nts: {dir: x}", "2:8 `specs` is empty", "write one line for each spec, such as `- protocols/orders.yaml`"},
	{"envgen: 1\nspecs: [1]\nts: {dir: x}", "2:9 a spec must be a string, not a number", ""},
	{"envgen: 1\nspecs: [a]\n", "1:1 the project has nothing to generate", "add `go: {dir: bindings/go}`, or `ts`, `py`, `schema`"},
	{"envgen: 1\nspec: [a]\nts: {dir: x}", "2:1 unknown key `spec`", "did you mean `specs`?"},
	{"envgen: 1\nspecs: [a]\nts: x", "3:5 `ts` must be a mapping, not a string", "write `ts: {dir: bindings/ts}`"},
	{"envgen: 1\nspecs: [a]\nts: {}", "3:5 `ts` has no `dir`", "add `dir: bindings/ts`"},
	{"envgen: 1\nspecs: [a]\nts: {dir: x, suport: all}", "3:14 unknown key `suport` of `ts`", "did you mean `support`?"},
	{"envgen: 1\nspecs: [a]\nts: {dir: x, import: y}", "3:14 unknown key `import` of `ts`", "did you mean `imports`?"},
	{"envgen: 1\nspecs: [a]\nts: {dir: x, imports: mjs}", "3:23 `imports` must be js or ts", "did you mean `js`?"},
	{"envgen: 1\nspecs: [a]\nschema: {dir: x, formats: openapi}", "3:27 `formats` must be a list, not a string", "write a list such as `[jsonschema, draft7]`"},
	{"envgen: 1\nspecs: [a]\nschema: {dir: x, formats: []}", "3:27 `formats` is empty", "remove `formats` for the default, `jsonschema`"},
	{"envgen: 1\nspecs: [a]\nschema: {dir: x, formats: [1]}", "3:28 a format must be a string, not a number", ""},
	{"envgen: 1\nspecs: [a]\nschema: {dir: x, formats: [openap]}", "3:28 a format must be one of jsonschema, draft7, openapi, asyncapi, mcp-tools", "did you mean `openapi`?"},
	{"envgen: 1\nspecs: [a]\nschema: {dir: x, formats: [draft7, draft7]}", "3:36 `formats` contains `draft7` twice", "remove one of the two"},
	{"envgen: 1\nspecs: [a]\nts: {dir: x, open: all}", "3:20 `open` must be none or index", ""},
	{"envgen: 1\nspecs: [a]\npy: {dir: x, open: index}", "3:14 unknown key `open` of `py`", ""},
	{"envgen: 1\nspecs: [a]\ngo: {dir: x, import: 3}", "3:22 `import` must be a string, not a number", ""},
	{"envgen: 1\nspecs: [a]\npy: {dir: x, support: some}", "3:23 `support` must be needed or all", ""},
	{"envgen: 1\nspecs: [/a]\nts: {dir: x}", "2:9 a spec must be a relative path", "write a path relative to the folder of envgen.yaml"},
	{"envgen: 1\nspecs: ['C:a']\nts: {dir: x}", "2:9 a spec must be a relative path", "write a path relative to the folder of envgen.yaml"},
	{"envgen: 1\nspecs: [a]\nts: {dir: 'x\\y'}", "3:11 paths are written with slashes", "write x/y"},
	{"envgen: 1\nspecs: [a]\nts: {dir: ''}", "3:11 `dir` is not a path", ""},
	{"envgen: 1\nspecs: [a]\nts: {dir: x}\nts: {dir: y}", "4:1 the key \"ts\" is present twice", ""},
	{"envgen: 1\nspecs: [a\n", "2:1 not YAML: the list that starts with [ here has no closing ], or lacks a comma", ""},
}

func TestWrong(t *testing.T) {
	for _, test := range wrong {
		_, diags := project.Parse("envgen.yaml", []byte(test.text))
		if len(diags) == 0 {
			t.Errorf("%q is taken", test.text)
			continue
		}
		d := diags[0]
		if got := fmt.Sprintf("%d:%d %s", d.Pos.Line, d.Pos.Column, d.Message); got != test.want || d.Suggestion != test.suggestion {
			t.Errorf("%q: %q, %q", test.text, got, d.Suggestion)
		}
	}
}

// TestEditorSchema checks that editors refuse the same projects as the command, except for faults of YAML itself.
func TestEditorSchema(t *testing.T) {
	data, err := os.ReadFile("../../spec/project.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("project.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("project.json")
	if err != nil {
		t.Fatal(err)
	}
	accepts := func(text string) bool {
		var v any
		return yaml.Unmarshal([]byte(text), &v) == nil && schema.Validate(v) == nil
	}
	if !accepts(whole) {
		t.Error("the schema refuses a project")
	}
	for _, test := range wrong {
		if accepts(test.text) {
			t.Errorf("the schema takes %q", test.text)
		}
	}
}
