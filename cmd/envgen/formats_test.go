package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/fixtures"
	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/internal/needs"
	"github.com/envgen/envgen/internal/project"
)

// TestFormatsOfProjects compares the formats of the project file with those of the flag.
func TestFormatsOfProjects(t *testing.T) {
	if !slices.Equal(project.Formats, generators.SchemaFormats()) {
		t.Errorf("%v and %v", project.Formats, generators.SchemaFormats())
	}
	dir := t.TempDir()
	put(t, filepath.Join(dir, "envgen.yaml"), "envgen: 1\nspecs: [foxctl]\nschema: {dir: out, formats: [openapi, draft7]}\n")
	envgen(t, "", "gen", "--project", filepath.Join(dir, "envgen.yaml")).want(t, 0, "2 wrote")
	files := contents(t, filepath.Join(dir, "out"))
	delete(files, "envgen.manifest.json")
	if got := slices.Sorted(maps.Keys(files)); !slices.Equal(got, []string{"foxctl.draft7.schema.json", "foxctl.openapi.json"}) {
		t.Error(got)
	}
	out := filepath.Join(dir, "other")
	envgen(t, "", "gen", "--spec", "foxctl", "--schema", out, "--schema-format", "openapi,yaml").want(t, 2, "must be one of", "asyncapi")
	envgen(t, "", "gen", "--spec", "foxctl", "--py", out, "--schema-format", "openapi").want(t, 2, "--schema-format requires a folder: add --schema")
	envgen(t, "", "gen", "--project", filepath.Join(dir, "envgen.yaml"), "--schema-format", "openapi").want(t, 2, "`formats`")
}

// TestWeakerBundle shows the warning on the command line.
func TestWeakerBundle(t *testing.T) {
	dir := t.TempDir()
	spec := put(t, filepath.Join(dir, "small.yaml"),
		"envgen: 1\nprotocol: small\nversion: \"1\"\ntypes:\n  T: {type: array, contains: {type: string}, maxContains: 2}\nroot: T\n")
	args := []string{"gen", "--spec", spec, "--schema", filepath.Join(dir, "out"), "--schema-format"}
	envgen(t, "", append(args, "jsonschema,openapi,mcp-tools")...).want(t, 0, "3 wrote")
	envgen(t, "", append(args, "draft7")...).want(t, 0, "small.yaml:5:3: warning[weaker]: draft 7 cannot express `maxContains` at #/definitions/T")
}

// allFormats writes all formats of a spec.
func allFormats(t *testing.T, spec, out string) result {
	t.Helper()
	return envgen(t, "", "gen", "--spec", spec, "--schema", out, "--schema-format", strings.Join(generators.SchemaFormats(), ","))
}

// manyDigits matches integers with so many digits that strconv ignores some.
var manyDigits = regexp.MustCompile(`\d{800}`)

// value is an instance with a verdict, as tools/schemas/check.mjs reads it.
type value struct {
	Name  string          `json:"name"`
	Type  string          `json:"type"`
	Value json.RawMessage `json:"value"`
	Valid bool            `json:"valid"`
}

// TestFormats writes all formats of the shipped specs and of the odd specs. A parser of each format reads them. Each validator gives the verdict of
// the bundle to all fixtures.
func TestFormats(t *testing.T) {
	dir := t.TempDir()
	cases, err := fixtures.ShippedCases()
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, name := range []string{"agh", "delegator", "foxctl", "helper", "hotrepl"} {
		if r := allFormats(t, name, dir); r.code != 0 || strings.Contains(r.err, "warning") {
			t.Fatal(r)
		}
		checked += compareFormats(t, dir, name, cases)
	}
	if checked < 1000 {
		t.Errorf("%d fixtures show too little", checked)
	}
	odd := filepath.Join(dir, "odd")
	specs, err := filepath.Glob("../../conformance/odd/*.yaml")
	if err != nil || len(specs) < 30 {
		t.Fatal(len(specs), err)
	}
	for _, spec := range specs {
		if r := allFormats(t, spec, odd); r.code != 0 {
			t.Error(spec, r)
		}
	}
	report := parsed(t, dir, odd)
	if !regexp.MustCompile(`^\d{3,} files\n$`).MatchString(report) {
		t.Error(report)
	}
}

// TestParsersRefuse shows that the parsers find faults.
func TestParsersRefuse(t *testing.T) {
	dir := t.TempDir()
	if r := allFormats(t, "hotrepl", dir); r.code != 0 {
		t.Fatal(r)
	}
	for _, fault := range []struct{ file, old, new string }{
		{"hotrepl.openapi.json", `"openapi": "3.1.0"`, `"openapi": "3.1.0", "paths": 1`},
		{"hotrepl.client.asyncapi.json", `"action": "send"`, `"action": "sent"`},
		{"hotrepl.server.asyncapi.json", `#/channels/connection/messages/`, `#/channels/connection/letters/`},
		{"hotrepl.server.mcp-tools.json", `"inputSchema"`, `"input"`},
		{"hotrepl.draft7.schema.json", `"type": "object"`, `"type": "record"`},
	} {
		file := filepath.Join(dir, fault.file)
		data, err := os.ReadFile(file)
		if err != nil || !bytes.Contains(data, []byte(fault.old)) {
			t.Fatal(file, err)
		}
		put(t, file, strings.Replace(string(data), fault.old, fault.new, 1))
	}
	put(t, filepath.Join(dir, "hotrepl.cases.json"), "[]")
	report := parsed(t, dir)
	for _, file := range []string{"openapi", "client.asyncapi", "server.asyncapi", "server.mcp-tools", "draft7.schema"} {
		if !strings.Contains(report, "hotrepl."+file+".json: ") {
			t.Errorf("nothing is wrong with %s in\n%s", file, report)
		}
	}
}

// parsed returns the report of the parsers.
func parsed(t *testing.T, folders ...string) string {
	t.Helper()
	needs.File(t, needs.Parsers)
	cmd := exec.Command(needs.Program(t, "node"), append([]string{"tools/schemas/check.mjs"}, folders...)...)
	cmd.Dir = needs.Root(t)
	report, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, report)
	}
	return string(report)
}

// compareFormats judges the fixtures of a protocol by the schemas of each format, and writes them for Ajv, which does not check formats. It
// returns the number of fixtures.
func compareFormats(t *testing.T, dir, name string, cases []*conformance.Case) int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, name+".*asyncapi.json"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	bundle := reading(t, filepath.Join(dir, name+".schema.json"), "#/$defs/", true)
	plain := reading(t, filepath.Join(dir, name+".schema.json"), "#/$defs/", false)
	others := []func(string) *jsonschema.Schema{
		reading(t, filepath.Join(dir, name+".draft7.schema.json"), "#/definitions/", true),
		reading(t, filepath.Join(dir, name+".openapi.json"), "#/components/schemas/", true),
		reading(t, files[0], "#/components/schemas/", true),
	}
	root := rootOf(t, filepath.Join(dir, name+".schema.json"))
	values := []value{}
	for _, c := range cases {
		if c.Protocol != name || c.Text == nil || c.Op != "check" {
			continue
		}
		instance, err := jsonschema.UnmarshalJSON(strings.NewReader(*c.Text))
		if err != nil {
			continue // a fixture of texts that are not JSON
		}
		typ := c.Type
		if typ == "" {
			typ = root
		}
		schema := bundle(typ)
		if schema == nil {
			continue // a type of one side, which only the bindings have
		}
		valid := schema.Validate(instance) == nil
		var rounded any // as in JavaScript, except for numbers that strconv misreads
		if !manyDigits.MatchString(*c.Text) && json.Unmarshal([]byte(*c.Text), &rounded) == nil {
			values = append(values, value{c.ID, typ, json.RawMessage(*c.Text), plain(typ).Validate(rounded) == nil})
		}
		for i, other := range others {
			if (other(typ).Validate(instance) == nil) != valid {
				t.Errorf("%s in %v: valid is %v, want %v", c.ID, []string{"draft 7", "OpenAPI", "AsyncAPI"}[i], !valid, valid)
			}
		}
	}
	if n := compareTools(t, dir, name, values); n == 0 && name != "foxctl" && name != "helper" {
		t.Errorf("%s: no fixture is of a tool's type", name)
	}
	data, err := json.Marshal(values)
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, name+".cases.json"), string(data))
	return len(values)
}

// compareTools judges values by the input of tools, which exists for records. It returns the number of these values.
func compareTools(t *testing.T, dir, name string, values []value) int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, name+".*mcp-tools.json"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	inputs := map[string]*jsonschema.Schema{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var list struct {
			Tools []struct {
				Name        string
				InputSchema any
			}
		}
		if err := json.Unmarshal(data, &list); err != nil || len(list.Tools) == 0 {
			t.Fatal(file, err)
		}
		for _, tool := range list.Tools {
			c := jsonschema.NewCompiler()
			if err := c.AddResource("urn:tool", tool.InputSchema); err != nil {
				t.Fatal(err)
			}
			if inputs[tool.Name], err = c.Compile("urn:tool"); err != nil {
				t.Fatal(err)
			}
		}
	}
	compared := 0
	for _, v := range values {
		var instance any
		if err := json.Unmarshal(v.Value, &instance); err != nil {
			t.Fatal(err)
		}
		input := inputs[v.Type]
		if input == nil {
			continue
		}
		compared++
		if (input.Validate(instance) == nil) != v.Valid {
			t.Errorf("%s as the tool %s: valid is %v, want %v", v.Name, v.Type, !v.Valid, v.Valid)
		}
	}
	return compared
}

// rootOf returns the name of the definition that a bundle refers to.
func rootOf(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	var document struct {
		Ref string `json:"$ref"`
	}
	if err == nil {
		err = json.Unmarshal(data, &document)
	}
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(document.Ref, "#/$defs/")
}

// reading returns a function from a type to its schema in a file, or nil if the file has none.
func reading(t *testing.T, file, prefix string, formats bool) func(string) *jsonschema.Schema {
	t.Helper()
	data, err := fs.ReadFile(os.DirFS(filepath.Dir(file)), filepath.Base(file))
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if formats {
		c.AssertFormat() // by default, the validator asserts formats in draft 7 alone
	}
	if strings.HasSuffix(file, ".asyncapi.json") {
		c.DefaultDraft(jsonschema.Draft7)
	}
	id, _ := document.(map[string]any)["$id"].(string)
	if id == "" {
		id = "urn:test"
	}
	if err := c.AddResource(id, document); err != nil {
		t.Fatal(err)
	}
	known := map[string]*jsonschema.Schema{}
	return func(typ string) *jsonschema.Schema {
		schema, ok := known[typ]
		if !ok {
			schema, err = c.Compile(id + prefix + typ)
			if err != nil && !strings.HasPrefix(prefix, "#/$defs") {
				t.Fatal(err)
			}
			known[typ] = schema
		}
		return schema
	}
}
