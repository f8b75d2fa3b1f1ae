package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const petsDocument = `openapi: 3.0.3
info: {title: Pets, version: 1.0}
paths:
  /pets:
    post:
      operationId: add
      requestBody: {content: {application/json: {schema: {type: object, description: Not kept, required: [pet], properties: {pet: {$ref: '#/components/schemas/Pet'}}}}}}
      responses: {200: {description: x}}
components:
  schemas:
    Pet: {type: object, required: [name], properties: {name: {type: string, nullable: true, example: Not kept}}}
`

const lampDocument = `{"asyncapi": "3.0.0", "info": {"title": "Lamp", "version": "1"}, "channels": {"c": {"messages": {
  "on": {"payload": {"type": "object", "required": ["op"], "properties": {"op": {"const": "on"}}}},
  "off": {"payload": {"type": "object", "required": ["op"], "properties": {"op": {"const": "off"}, "after": {"type": "integer"}}}}}}},
 "operations": {"o": {"action": "receive", "channel": {"$ref": "#/channels/c"}}}}`

const toolsDocument = `{"tools": [{"name": "add", "inputSchema": {"type": "object", "required": ["a"], "properties": {"a": {"type": "number"}}}}, {"name": "now", "inputSchema": {"type": "object"}}]}`

// TestImportKinds imports a document of each kind, checks it again, and uses an overlay.
func TestImportKinds(t *testing.T) {
	for name, c := range map[string]struct{ file, text, valid, invalid, at, typ string }{
		"openapi":   {"pets.yaml", petsDocument, `{"name": null}`, `{"name": 1}`, "/name", "Pet"},
		"asyncapi":  {"lamp.json", lampDocument, `{"op": "off", "after": 1}`, `{"op": "off", "after": "x"}`, "/after", "On"},
		"mcp-tools": {"tools.json", toolsDocument, `{"name": "add", "arguments": {"a": 1}}`, `{"name": "add", "arguments": {}}`, "/arguments/a", "AddArguments"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			file, out, report := put(t, filepath.Join(dir, c.file), c.text), filepath.Join(dir, "out.yaml"), filepath.Join(dir, "report.json")
			put(t, filepath.Join(dir, "o.yaml"), "add:\n  /types/"+c.typ+": {x-name: Renamed}\n")
			envgen(t, "", "import", file, "--out", out, "--strict", "--report", report, "--descriptions", "drop", "--overlay", filepath.Join(dir, "o.yaml")).want(t, 0, "0 do not")
			envgen(t, "", "check", out).want(t, 0)
			envgen(t, c.valid, "validate", "--spec", out).want(t, 0)
			envgen(t, c.invalid, "validate", "--spec", out).want(t, 1, c.at)
			envgen(t, "", "import", "--check", "--out", out).want(t, 0, "up to date")
			data, err := os.ReadFile(report)
			if err != nil || !json.Valid(data) {
				t.Errorf("%v: %s", err, data)
			}
			spec, err := os.ReadFile(out)
			if err != nil || strings.Contains(string(spec), "Not kept") {
				t.Errorf("%v: a text is kept in\n%s", err, spec)
			}
			put(t, file, strings.NewReplacer(`"after"`, `"later"`, "[pet]", "[]", `"now"`, `"then"`).Replace(c.text))
			envgen(t, "", "import", "--check", "--out", out).want(t, 1, "changed: source")
			put(t, file, c.text)
			envgen(t, "", "import", file, "--out", out, "--kind", name).want(t, 0)
			for _, other := range []string{"jsonschema", "openapi", "asyncapi", "mcp-tools"} {
				if other != name {
					envgen(t, "", "import", file, "--out", out, "--kind", other).want(t, 2, c.file+": this is ", "not a")
				}
			}
		})
	}
}

// TestImportKindsRefuse gives mistakes in documents of other kinds. Each one has a place.
func TestImportKindsRefuse(t *testing.T) {
	async := func(rest string) string { return "asyncapi: 3.0.0\ninfo: {title: x, version: '1'}\n" + rest }
	open := func(rest string) string { return "openapi: 3.0.0\ninfo: {title: x, version: '1'}\n" + rest }
	for name, c := range map[string]struct {
		text string
		code int
		want []string
	}{
		"Swagger":                {"swagger: '2.0'\n", 1, []string{"x.yaml:1:10: error[version]", "convert the document to OpenAPI 3"}},
		"OpenAPI 4":              {"openapi: 4.0.0\n", 1, []string{"x.yaml:1:10: error[version]", "OpenAPI 3.0, 3.1 and 3.2, not 4.0.0"}},
		"AsyncAPI 1":             {"asyncapi: 1.2.0\n", 1, []string{"x.yaml:1:11: error[version]"}},
		"no schemas":             {open("paths: {}\n"), 1, []string{"error[no-root]", "has no schemas", "parameters do not"}},
		"an itself":              {open("paths: {/a: {$ref: '#/paths/~1a'}}\n"), 1, []string{"x.yaml:3:20: error[reference]", "refers to itself"}},
		"a circle":               {open("paths: {/a: {$ref: '#/paths/~1b'}, /b: {$ref: '#/paths/~1a'}}\n"), 1, []string{"error[reference]", "refer to each other"}},
		"a dangling path":        {open("paths: {/a: {$ref: '#/components/pathItem/a'}}\ncomponents: {pathItems: {a: {}}}\n"), 1, []string{"x.yaml:3:20: error[reference]"}},
		"a dangling schema":      {open("components: {schemas: {Name: {type: string}, B: {$ref: '#/components/schemas/Nam'}}}\n"), 1, []string{"error[reference]", "did you mean \"Name\"?"}},
		"the document":           {open("components: {schemas: {A: {properties: {a: {$ref: '#'}}}}}\n"), 1, []string{"x.yaml:3:51: error[reference]", "an OpenAPI document, not to a schema"}},
		"a text":                 {open("components: {schemas: {A: text}}\n"), 1, []string{"x.yaml:3:27: error[schema-type]"}},
		"a boolean in 3.0":       {open("components: {schemas: {A: {properties: {a: true}}}}\n"), 1, []string{"error[schema-type]", "OpenAPI 3.0"}},
		"a wrong discriminator":  {open("components: {schemas: {A: {oneOf: [{type: string}], discriminator: kind}}}\n"), 1, []string{"error[discriminator]", "propertyName"}},
		"a wrong nullable":       {open("components: {schemas: {A: {type: string, nullable: 'yes'}}}\n"), 1, []string{"error[value-type]"}},
		"a number as $ref":       {open("paths: {/a: {$ref: 1}}\n"), 1, []string{"x.yaml:3:20: error[value-type]"}},
		"a file that is not":     {open("components: {schemas: {A: {$ref: 'b.yaml#/A'}}}\n"), 1, []string{"error[not-given]"}},
		"Avro":                   {async("channels: {c: {messages: {m: {payload: {schemaFormat: application/vnd.apache.avro;version=1.9.0, schema: {type: record}}}}}}\n"), 1, []string{"x.yaml:3:55: error[schema-format]"}},
		"a wrong action":         {async("channels: {c: {messages: {m: {payload: {}}}}}\noperations: {o: {action: publish, channel: {$ref: '#/channels/c'}}}\n"), 1, []string{"x.yaml:4:26: error[action]", "send or receive"}},
		"no payloads":            {async("channels: {}\n"), 1, []string{"error[no-root]"}},
		"a circle of messages":   {async("components: {messages: {a: {$ref: '#/components/messages/b'}, b: {$ref: '#/components/messages/a'}}}\n"), 1, []string{"error[reference]"}},
		"a circle of traits":     {async("components: {messages: {a: {payload: {}, traits: [{$ref: '#/components/messageTraits/b'}]}}, messageTraits: {b: {$ref: '#/components/messageTraits/b'}}}\n"), 1, []string{"error[reference]"}},
		"a tool without a name":  {`tools: [{inputSchema: {type: object}}]`, 1, []string{"x.yaml:1:9: error[tool]"}},
		"a tool without a type":  {`tools: [{name: a, inputSchema: {type: object}}, {name: b}]`, 1, []string{"x.yaml:1:49: error[tool]", "inputSchema"}},
		"two tools of one name":  {`tools: [{name: a, inputSchema: {type: object}}, {name: a, inputSchema: {type: object}}]`, 1, []string{"x.yaml:1:56: error[tool]", "x.yaml:1:16: note: first here"}},
		"a schema that is text":  {`tools: [{name: a, inputSchema: object}]`, 1, []string{"error[schema-type]"}},
		"an alias of itself":     {"openapi: 3.0.0\ncomponents: {schemas: {A: &a {properties: {a: *a}}}}\n", 1, []string{"error[too-deep]"}},
		"a merge of itself":      {"openapi: 3.0.0\ncomponents: &c {<<: *c}\n", 1, []string{"error[too-deep]"}},
		"many aliases":           {"openapi: 3.0.0\na: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\ng: [*f,*f,*f,*f,*f,*f,*f,*f,*f,*f]\n", 1, []string{"error[too-large]"}},
		"many merges":            {"openapi: 3.0.0\na: &a [{x: 1}]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: {<<: [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]}\n", 1, nil},
		"a number beyond JSON":   {"openapi: 3.0.0\nx: .inf\n", 1, []string{"x.yaml:2:4: error[not-json]"}},
		"two documents":          {"openapi: 3.0.0\n---\na: 1\n", 1, []string{"error[two-documents]"}},
		"size":                   {"openapi: 3.0.0\nx: " + strings.Repeat("x", 17<<20) + "\n", 1, []string{"error[too-large]"}},
		"many nodes":             {"openapi: 3.0.0\nx: [" + strings.Repeat("[],", 1_600_000) + "]\n", 1, []string{"error[too-large]", "as JSON"}},
		"schemas without bottom": {open("components: {schemas: {A: {allOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]}, B: {allOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/A'}], discriminator: {propertyName: x}, oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]}}}\n"), -1, nil},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			file, out := put(t, filepath.Join(dir, "x.yaml"), c.text), filepath.Join(dir, "out.yaml")
			start := time.Now()
			r := envgen(t, "", "import", file, "--out", out)
			if took := time.Since(start); took > 30*time.Second {
				t.Errorf("it took %s", took)
			}
			if c.code < 0 {
				if r.code > 1 {
					t.Error(r)
				}
				return
			}
			r.want(t, c.code, c.want...)
			if _, err := os.Stat(out); c.code != 0 && err == nil {
				t.Error("a spec is written")
			}
		})
	}
}
