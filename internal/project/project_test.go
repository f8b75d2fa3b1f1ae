package project_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"github.com/envgen/envgen/internal/breaking/rules"
	"github.com/envgen/envgen/internal/project"
)

const whole = `envgen: 1
specs: [specs/a.yaml, ../b.yaml, agh]
py: {dir: py, support: all, observe: true}
ts: {dir: ts, imports: ts, open: index}
go: {dir: gen/go, import: example.com/x/gen/go}
schema: {dir: ., formats: [openapi, draft7]}
license: (MIT OR Apache-2.0) AND GPL-2.0-or-later WITH Classpath-exception-2.0
breaking:
  against: origin/main
  upgrade: server
  categories: [READ, WRITE]
  exceptions:
    - {rule: read-length, place: greeter.Hello/name, reason: no one sends long names, until: "2027-01-31"}
    - {rule: write-tag, place: greeter.Message/a~1b/*, reason: new, until: "2027-02-01"}
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
		fmt.Fprintf(&got, "| %s %s %s %s %t %s %s %s", t.Name, t.Dir.Value, t.Import.Value, t.Support, t.Observe, t.Imports, t.Open, strings.Join(t.Formats, " "))
	}
	b := p.Breaking
	fmt.Fprintf(&got, " | %s | %s %s %s", p.License, b.Against.Value, b.Upgrade, b.Categories)
	for _, e := range b.Exceptions {
		fmt.Fprintf(&got, " | %d %s %s %s %s", e.Pos.Line, e.Rule.Value, e.Place.Value, e.Reason.Value, e.Until.Format(time.DateOnly))
	}
	if want := "specs/a.yaml ../b.yaml agh | py py  all true js none | ts ts  needed false ts index | go gen/go example.com/x/gen/go needed false js none | schema .  needed false js none openapi draft7" +
		" | (MIT OR Apache-2.0) AND GPL-2.0-or-later WITH Classpath-exception-2.0 | origin/main server [READ WRITE] | 13 read-length greeter.Hello/name no one sends long names 2027-01-31 | 14 write-tag greeter.Message/a~1b/* new 2027-02-01"; got.String() != want {
		t.Errorf("got %s, want %s", got.String(), want)
	}
}

const head = "envgen: 1\nspecs: [a]\nts: {dir: x}\n"

// exception is a project with an exception, one member of which is replaced. It is the first, so that its column is known.
func exception(member string) string {
	key, _, _ := strings.Cut(member, ":")
	members := []string{member}
	for _, one := range []string{"rule: read-length", "place: a.B", "reason: r", "until: '2027-01-31'"} {
		if !strings.HasPrefix(one, key+":") {
			members = append(members, one)
		}
	}
	return head + "breaking: {exceptions: [{" + strings.Join(members, ", ") + "}]}"
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
	{"envgen: 1\nspecs: [a]\npy: {dir: x, support: some}", "3:23 `support` must be needed, small or all", ""},
	{"envgen: 1\nspecs: [/a]\nts: {dir: x}", "2:9 a spec must be a relative path", "write a path relative to the folder of envgen.yaml"},
	{"envgen: 1\nspecs: ['C:a']\nts: {dir: x}", "2:9 a spec must be a relative path", "write a path relative to the folder of envgen.yaml"},
	{"envgen: 1\nspecs: [a]\nts: {dir: 'x\\y'}", "3:11 paths are written with slashes", "write x/y"},
	{"envgen: 1\nspecs: [a]\nts: {dir: ''}", "3:11 `dir` is not a path", ""},
	{"envgen: 1\nspecs: [a]\nts: {dir: x}\nts: {dir: y}", "4:1 the key \"ts\" is present twice", ""},
	{"envgen: 1\nspecs: [a]\nts: {dir: x, observe: 'yes'}", "3:23 `observe` must be a boolean, not a string", "write true or false"},
	{"envgen: 1\nspecs: [a]\nschema: {dir: x, observe: true}", "3:18 unknown key `observe` of `schema`", ""},
	{head + "breaking: main", "4:11 `breaking` must be a mapping, not a string", "write `breaking: {against: main}`"},
	{head + "breaking: {agianst: main}", "4:12 unknown key `agianst` of `breaking`", "did you mean `against`?"},
	{head + "breaking: {against: 1}", "4:21 `against` must be a string, not a number", "write a revision of git, a file or a folder"},
	{head + "breaking: {against: ''}", "4:21 `against` is empty", "write a revision of git, a file or a folder"},
	{head + "breaking: {upgrade: clients}", "4:21 `upgrade` must be one of client, server, all", "did you mean `client`?"},
	{head + "breaking: {categories: READ}", "4:24 `categories` must be a list, not a string", "write a list such as `[READ, WRITE]`"},
	{head + "breaking: {categories: []}", "4:24 `categories` is empty", "remove `categories` for all of them"},
	{head + "breaking: {categories: [REED]}", "4:25 a category must be one of " + strings.Join(rules.Categories, ", "), "did you mean `READ`?"},
	{head + "breaking: {categories: [READ, READ]}", "4:31 `categories` contains `READ` twice", "remove one of the two"},
	{head + "breaking: {exceptions: {}}", "4:24 `exceptions` must be a list, not a mapping", "write a list of `{rule, place, reason, until}`"},
	{head + "breaking: {exceptions: [read-length]}", "4:25 an exception must be a mapping, not a string", "write `{rule: read-length, place: greeter.Hello/name, reason: ..., until: \"2027-01-31\"}`"},
	{exception("rule: read-lenght"), "4:32 no finding has the rule `read-lenght`", "did you mean `read-length`?"},
	{exception("rule: read-issues"), "4:32 no finding has the rule `read-issues`", "docs/reference/breaking.md lists the rules; put the category before the rule, such as `read-length`"},
	{exception("place: /Hello"), "4:33 `/Hello` is not the place of a finding", "write protocol, type and member as the finding does, such as `greeter.Hello/name`"},
	{exception("reason: ' '"), "4:34 `reason` is empty", "add `reason:` with the cause, for the readers of this file"},
	{exception("until: soon"), "4:33 `soon` is not a date", "write a day such as \"2027-01-31\""},
	{exception("until: '2027-02-29'"), "4:33 `2027-02-29` is not a date", "write a day such as \"2027-01-31\""},
	{exception("until: '2027-1-31'"), "4:33 `2027-1-31` is not a date", "write a day such as \"2027-01-31\""},
	{exception("until: 31"), "4:33 `until` must be a string, not a number", "write a day such as \"2027-01-31\""},
	{exception("untill: '2027-01-31'"), "4:26 unknown key `untill` of an exception", "did you mean `until`?"},
	{head + "breaking: {exceptions: [{place: a.B, reason: r, until: '2027-01-31'}]}", "4:25 the exception has no `rule`", "add the code of the finding, such as `rule: read-length`"},
	{head + "breaking: {exceptions: [{rule: read-length, reason: r, until: '2027-01-31'}]}", "4:25 the exception has no `place`", "add the place of the finding, such as `place: greeter.Hello/name`"},
	{head + "breaking: {exceptions: [{rule: read-length, place: a.B, until: '2027-01-31'}]}", "4:25 the exception has no `reason`", "add `reason:` with the cause, for the readers of this file"},
	{head + "breaking: {exceptions: [{rule: read-length, place: a.B, reason: r}]}", "4:25 the exception has no `until`", "add the last day of the exception, such as `until: \"2027-01-31\"`"},
	{strings.Replace(exception("rule: read-length"), "}]}", "}, {rule: read-length, place: a.B, reason: r, until: '2027-01-31'}]}", 1), "4:90 `exceptions` contains read-length at a.B twice", "remove one of the two"},
	{head + "license: 1", "4:10 `license` must be a string, not a number", "write an SPDX expression such as `license: Apache-2.0`"},
	{head + "license: ''", "4:10 `license`: the licence is empty", "write an SPDX expression such as `Apache-2.0`, `MIT OR Apache-2.0` or `LicenseRef-Company`"},
	{head + "license: Apache 2.0", "4:10 `license`: `Apache` is not a licence of SPDX", "did you mean `Apache-2.0`?"},
	{head + "license: MIT or ISC", "4:10 `license`: `or` is not an operator of a licence expression", "write `OR`"},
	{head + "license: MIT OR", "4:10 `license`: the licence expression lacks a licence", "write an SPDX expression such as `Apache-2.0`, `MIT OR Apache-2.0` or `LicenseRef-Company`"},
	{head + "licence: MIT", "4:1 unknown key `licence`", "did you mean `license`?"},
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

// TestUnknownLicense refuses a licence that only the list of SPDX can refuse. The schema for editors does not contain the list.
func TestUnknownLicense(t *testing.T) {
	_, diags := project.Parse("envgen.yaml", []byte(head+"license: Apache-2"))
	if len(diags) != 1 || diags[0].Pos.Line != 4 || diags[0].Pos.Column != 10 || diags[0].Message != "`license`: `Apache-2` is not a licence of SPDX" || diags[0].Suggestion != "did you mean `Apache-2.0`?" {
		t.Errorf("%+v", diags)
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
	c.AssertFormat()
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

var update = flag.Bool("update", false, "write the lists of rules into the schema of editors")

// TestEditorSchemaHasRules compares the lists of the schema with those of the command.
func TestEditorSchemaHasRules(t *testing.T) {
	const file = "../../spec/project.schema.json"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for before, list := range map[string][]string{`"rule": {
          "enum": `: rules.Codes(), `"items": {"enum": `: rules.Categories, `"upgrade": {"enum": `: rules.Upgrades} {
		at := strings.LastIndex(text, before) + len(before)
		end := at + strings.Index(text[at:], "]") + 1
		want := `["` + strings.Join(list, `", "`) + `"]`
		if text[at:end] != want && !*update {
			t.Errorf("the schema has %s, not %s", text[at:end], want)
		}
		text = text[:at] + want + text[end:]
	}
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
