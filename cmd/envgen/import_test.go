package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const noteSchema = `{"$schema": "http://json-schema.org/draft-07/schema#", "title": "Notes", "definitions": {
  "Note": {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}, "token": {"type": "string"}, "tag": {"$ref": "tags.json#/definitions/Tag"}}}},
  "$ref": "#/definitions/Note"}
`

const tagSchema = `{"definitions": {"Tag": {"type": "string", "enum": ["a", "b"]}, "Unused": {"type": "null"}}}`

func importFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	put(t, filepath.Join(dir, "note.schema.json"), noteSchema)
	put(t, filepath.Join(dir, "tags.json"), tagSchema)
	return dir
}

func TestImport(t *testing.T) {
	dir := importFolder(t)
	out, report := filepath.Join(dir, "note.yaml"), filepath.Join(dir, "report.json")
	envgen(t, "", "import", filepath.Join(dir, "note.schema.json"), "--out", out, "--report", report, "--strict").want(t, 0, "1 change keeps every verdict, 0 do not")
	envgen(t, "", "check", out).want(t, 0, "1 spec, no errors")
	envgen(t, `{"text": "x", "tag": "a"}`, "validate", "--spec", out).want(t, 0, "valid")
	envgen(t, `{"text": "x", "tag": "c"}`, "validate", "--spec", out).want(t, 1, "/tag")
	data, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	var r struct {
		Changes []struct{ At, Keyword, Action, Effect string }
	}
	if err := json.Unmarshal(data, &r); err != nil || len(r.Changes) == 0 {
		t.Fatalf("%v: %s", err, data)
	}
	for _, c := range r.Changes {
		if c.At == "" || c.Keyword == "" || c.Action == "" || c.Effect != "same" {
			t.Errorf("%+v", c)
		}
	}
	spec, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# Written by `envgen import`", "envgen: 1\nprotocol: note\nversion: \"1\"\ntitle: Notes\nimported:\n", "file: note.schema.json, sha256: ", "file: tags.json"} {
		if !strings.Contains(string(spec), want) {
			t.Errorf("%q is missing in\n%s", want, spec)
		}
	}
	if strings.Contains(string(spec), "Unused") {
		t.Errorf("a definition that nothing refers to is imported from a file that is no source:\n%s", spec)
	}
}

// TestImportOfSeveral imports a YAML file and a JSON file, without texts, with a root inside.
func TestImportOfSeveral(t *testing.T) {
	dir := t.TempDir()
	first := put(t, filepath.Join(dir, "first.yaml"), "$schema: https://json-schema.org/draft/2020-12/schema\ntitle: Not kept\ndescription: Not kept\n"+
		"$defs:\n  Box: {type: object, description: Not kept, properties: {lid: {type: object, required: [open], properties: {open: {type: boolean}}}, other: {$ref: second.json}}}\n")
	second := put(t, filepath.Join(dir, "second.json"), `{"type": "string", "examples": ["Not kept"], "$comment": "Not kept"}`)
	out := filepath.Join(dir, "both.yaml")
	envgen(t, "", "import", first, second, "--out", out, "--root", "/$defs/Box/properties/lid", "--descriptions", "drop", "--protocol", "both", "--protocol-version", "1.2").want(t, 0)
	envgen(t, "", "check", out).want(t, 0)
	envgen(t, `{"open": true}`, "validate", "--spec", out).want(t, 0)
	envgen(t, `{"other": 1}`, "validate", "--spec", out, "--type", "Box").want(t, 1, "/other")
	spec, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"protocol: both\nversion: \"1.2\"\n", "root: BoxLid\n", "  Second:", "descriptions: drop", "  root: \"/$defs/Box/properties/lid\""} {
		if !strings.Contains(string(spec), want) {
			t.Errorf("%q is missing in\n%s", want, spec)
		}
	}
	if strings.Contains(string(spec), "Not kept") {
		t.Errorf("a text is kept:\n%s", spec)
	}
	envgen(t, "", "import", "--check", "--out", out).want(t, 0, "up to date")
}

// TestImportOfUntyped imports schemas with properties and without type: as they are, with a hint, and as objects.
func TestImportOfUntyped(t *testing.T) {
	dir := t.TempDir()
	source := put(t, filepath.Join(dir, "s.json"), `{"$schema": "http://json-schema.org/draft-07/schema#", "$ref": "#/definitions/Part", "definitions": {
		"Base": {"properties": {"id": {"type": "string"}}},
		"Part": {"allOf": [{"$ref": "#/definitions/Base"}, {"properties": {"parts": {"type": "array", "items": {"$ref": "#/definitions/Part"}}, "of": {"$ref": "#/definitions/Of"}}}]},
		"Of": {"oneOf": [{"properties": {"n": {"type": "integer"}}, "required": ["n"]}, {"type": "string"}]},
		"Other": {"oneOf": [{"$ref": "#/definitions/Base"}, {"type": "integer"}], "not": {"properties": {"c": {"$ref": "#/definitions/Part"}}}, "if": {"$ref": "#/definitions/Of"}},
		"Typed": {"type": "object", "anyOf": [{"properties": {"a": {"const": 1}}}, {"properties": {"a": {"const": 2}}}], "not": {"properties": {"b": {"const": 1}}}}}}`)
	out, report := filepath.Join(dir, "s.yaml"), filepath.Join(dir, "report.json")
	envgen(t, "", "import", source, "--out", out, "--strict").want(t, 0, "without type: 3.", "--untyped object")
	envgen(t, `[]`, "validate", "--spec", out).want(t, 0)
	envgen(t, `{"of": "x"}`, "validate", "--spec", out).want(t, 1, "/of")
	envgen(t, "", "import", source, "--out", out, "--untyped", "object", "--report", report).want(t, 0, "stricter", "#/definitions/Base", "weaker", "#/definitions/Of/oneOf/0", "#/definitions/Other/oneOf/0", "#/definitions/Other/not", "#/definitions/Other/if", "1 change keeps every verdict, 7 do not")
	// A declaration is no part of the schema around it.
	around := put(t, filepath.Join(dir, "around.json"), `{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "definitions": {
		"Base": {"properties": {"id": {"type": "string"}}}, "Not": {"not": {"$ref": "#"}}}}`)
	envgen(t, "", "import", around, "--out", filepath.Join(dir, "around.yaml"), "--untyped", "object").want(t, 0, "#/definitions/Base", ", 1 do not")
	envgen(t, `[]`, "validate", "--spec", out).want(t, 1, "must be an object")
	envgen(t, `{"of": "x", "parts": [{"id": "y"}]}`, "validate", "--spec", out).want(t, 0)
	envgen(t, "", "import", "--check", "--out", out).want(t, 0, "up to date")
	spec, err := os.ReadFile(out)
	if err != nil || !strings.Contains(string(spec), "  untyped: object\n") {
		t.Errorf("the option is missing: %v\n%s", err, spec)
	}
	gen := filepath.Join(dir, "ts")
	envgen(t, "", "gen", out, "--ts", gen).want(t, 0)
	if code, err := os.ReadFile(filepath.Join(gen, "s.ts")); err != nil || !strings.Contains(string(code), "export interface Part {") {
		t.Errorf("there is no record Part: %v", err)
	}
}

func TestImportCheck(t *testing.T) {
	dir := importFolder(t)
	source, out, overlay := filepath.Join(dir, "note.schema.json"), filepath.Join(dir, "note.yaml"), filepath.Join(dir, "note.overlay.yaml")
	put(t, overlay, `types:
  Extra: {type: string}
rules:
  - {id: tagged, for: [Note], check: "!has(this.tag) || this.text != ''", at: /text, message: a tagged note has a text}
add:
  /types/Note/properties/token: {x-secret: true}
replace:
  /types/Note/required: {was: [text], now: [text, tag]}
`)
	envgen(t, "", "import", source, "--out", out, "--overlay", overlay, "--protocol", "notes", "--descriptions", "drop").want(t, 0)
	envgen(t, "", "check", out).want(t, 0)
	envgen(t, `{"text": "x"}`, "validate", "--spec", out).want(t, 1, "/tag", "is required")
	envgen(t, `{"text": "", "tag": "a"}`, "validate", "--spec", out).want(t, 1, "a tagged note has a text")
	envgen(t, "", "import", "--check", "--out", out).want(t, 0, "is up to date")

	put(t, source, strings.Replace(noteSchema, `"Note": {`, `"More": {"type": "null"}, "Note": {`, 1))
	envgen(t, "", "import", "--check", "--out", out).want(t, 1, "changed: source note.schema.json", "added: type More")
	put(t, source, strings.ReplaceAll(noteSchema, "token", "secret"))
	envgen(t, "", "import", "--check", "--out", out).want(t, 1, "changed: type Note", "note.overlay.yaml:6:3: error[overlay]", "leads nowhere")
	put(t, source, strings.Replace(noteSchema, `["text"]`, `["text", "token"]`, 1))
	envgen(t, "", "import", "--check", "--out", out).want(t, 1, "changed: type Note", "another value than `was` quotes")
	put(t, source, noteSchema)
	envgen(t, "", "import", "--check", "--out", out).want(t, 0)

	put(t, out, "envgen: 1\nprotocol: a\nversion: \"1\"\ntypes: {A: {type: string}}\nroot: A\n")
	envgen(t, "", "import", "--check", "--out", out).want(t, 2, "no section `imported`")
}

func TestImportRefuses(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "sub", "x.yaml")
	put(t, filepath.Join(dir, "outside.json"), `{"type": "string"}`)
	put(t, filepath.Join(dir, "sub", "link.json"), "{}")
	deep := strings.Repeat(`{"not":`, 600) + "{}" + strings.Repeat("}", 600)
	for name, c := range map[string]struct {
		source string
		args   []string
		code   int
		want   []string
	}{
		"a URI":             {`{"type": "object", "properties": {"a": {"$ref": "https://example.org/a.json#/b"}}}`, nil, 1, []string{"x.json:1:49: error[not-given]", "add --ref https://example.org/a.json=FILE"}},
		"a missing file":    {`{"$ref": "other.json"}`, nil, 1, []string{"error[not-given]", "other.json=FILE"}},
		"a file outside":    {`{"$ref": "../outside.json"}`, nil, 1, []string{"error[outside]"}},
		"an absolute file":  {`{"$ref": "file:///etc/passwd"}`, nil, 1, []string{"error[not-given]"}},
		"a dangling name":   {`{"$ref": "#/definitions/Nam", "definitions": {"Name": {}}}`, nil, 1, []string{"error[reference]", "did you mean \"Name\"?"}},
		"a dangling anchor": {`{"$ref": "#nam", "$defs": {"a": {"$anchor": "name"}}}`, nil, 1, []string{"error[reference]"}},
		"no JSON":           {"{\n \"type\": \"object\",\n}", nil, 1, []string{"x.json:3:1: error[json]"}},
		"half a text":       {"{\n \"type\": [", nil, 1, []string{"error[json]", "ends too early"}},
		"two values":        {"{} {}", nil, 1, []string{"x.json:1:4: error[json]", "a second JSON value"}},
		"no UTF-8":          {"{\"a\": \"\xff\"}", nil, 1, []string{"x.json:1:8: error[utf-8]"}},
		"a doubled key":     {"{\"type\": \"object\",\n \"type\": \"string\"}", nil, 1, []string{"x.json:2:2: error[duplicate-key]", "x.json:1:2: note: first here"}},
		"depth":             {deep, nil, 1, []string{"error[too-deep]"}},
		"size":              {`{"title": "` + strings.Repeat("x", 33<<20) + `"}`, nil, 1, []string{"error[too-large]"}},
		"many values":       {`{"enum": [` + strings.Repeat("1,", 1_100_000) + `1]}`, nil, 1, []string{"error[too-large]"}},
		"a list":            {`[]`, nil, 1, []string{"error[no-schema]"}},
		"a wrong type":      {`{"type": "strin"}`, nil, 1, []string{"x.json:1:10: error[type-name]", "string"}},
		"a wrong keyword":   {`{"properties": []}`, nil, 1, []string{"error[value-type]"}},
		"no root":           {`{"definitions": {"A": {"type": "string"}, "B": {"type": "string"}}}`, nil, 1, []string{"error[no-root]", "--root", "A, B"}},
		"an unknown root":   {`{"definitions": {"Name": {"type": "string"}}}`, []string{"--root", "Nam"}, 2, []string{"did you mean \"Name\"?"}},
		"draft 3":           {`{"type": "object", "properties": {"a": {"required": true}}}`, nil, 1, []string{"error[value-type]", "draft 3"}},
		"an unknown kind":   {`{}`, []string{"--kind", "raml"}, 2, []string{"--kind must be one of"}},
		"a bad --ref":       {`{}`, []string{"--ref", "x"}, 2, []string{"URI=FILE"}},
		"a bad --formats":   {`{"type": "string"}`, []string{"--formats", "maybe"}, 2, []string{"assert or annotate"}},
		"a weaker import":   {`{"type": "string", "pattern": "(?<=a)"}`, []string{"--strict"}, 1, []string{"weaker: pattern dropped", "nothing is written"}},
		"a cycle of names":  {`{"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "type": "object", "properties": {"x": {"$ref": "#/$defs/a"}}}`, nil, 0, nil},
	} {
		t.Run(name, func(t *testing.T) {
			file := put(t, filepath.Join(dir, "sub", "x.json"), c.source)
			if err := os.RemoveAll(out); err != nil {
				t.Fatal(err)
			}
			envgen(t, "", append([]string{"import", file, "--out", out}, c.args...)...).want(t, c.code, c.want...)
			if _, err := os.Stat(out); c.code != 0 && err == nil {
				t.Error("a spec is written")
			}
		})
	}
}

// TestImportRefusesLinks gives a source a link to a file outside of its folder.
func TestImportRefusesLinks(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "secret.json"), `{"type": "string"}`)
	file := put(t, filepath.Join(dir, "sub", "x.json"), `{"$ref": "link.json"}`)
	if err := os.Symlink(filepath.Join(dir, "secret.json"), filepath.Join(dir, "sub", "link.json")); err != nil {
		t.Fatal(err)
	}
	envgen(t, "", "import", file, "--out", filepath.Join(dir, "x.yaml")).want(t, 1, "outside the folder")
}

func TestOverlayMistakes(t *testing.T) {
	dir := importFolder(t)
	out, overlay := filepath.Join(dir, "note.yaml"), filepath.Join(dir, "o.yaml")
	put(t, overlay, "envgen: 1\n")
	envgen(t, "", "import", filepath.Join(dir, "note.schema.json"), "--out", out, "--overlay", overlay).want(t, 0)
	for name, c := range map[string]struct {
		overlay string
		want    []string
	}{
		"a type that is there": {"types: {Note: {type: string}}\n", []string{"o.yaml:1:9: error[overlay]", "has \"/types/Note\" already", "note.yaml:"}},
		"a key that is there":  {"add:\n  /types/Note: {required: [tag]}\n", []string{"o.yaml:2:17: error[overlay]"}},
		"a dangling pointer":   {"add:\n  /types/Not/properties/text: {x-secret: true}\n", []string{"o.yaml:2:3: error[overlay]", "did you mean `/types/Note`?"}},
		"another value":        {"replace:\n  /types/Note/required: {was: [tag], now: [text]}\n", []string{"o.yaml:2:31: error[overlay]"}},
		"no quotation":         {"replace:\n  /types/Note/required: {now: [text]}\n", []string{"o.yaml:2:3: error[missing-key]"}},
		"an unknown section":   {"type: {}\n", []string{"o.yaml:1:1: error[unknown-key]", "types"}},
		"a mistake in a type":  {"types:\n  A: {type: strin}\n", []string{"o.yaml:2:13: error[type-name]"}},
		"a mistake in a rule":  {"rules:\n  - {id: a, for: [Note], check: this.texd == '', at: /text, message: m}\n", []string{"o.yaml:2:"}},
		"no YAML":              {"types: [\n", []string{"o.yaml:"}},
		"a list":               {"- a\n", []string{"o.yaml:1:1: error[spec-type]"}},
		"no pointer":           {"add: {types: {a: 1}}\n", []string{"o.yaml:1:7: error[overlay]"}},
		"keys at a list":       {"add: {/types/Note/required: {a: 1}}\n", []string{"o.yaml:1:7: error[overlay]"}},
	} {
		t.Run(name, func(t *testing.T) {
			put(t, overlay, c.overlay)
			envgen(t, "", "check", out).want(t, 1, c.want...)
		})
	}
	if err := os.Remove(overlay); err != nil {
		t.Fatal(err)
	}
	envgen(t, "", "check", out).want(t, 1, "error[overlay]", "cannot be read")
}
