package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const greeter = `envgen: 1
protocol: greeter
version: "1"
types:
  Hello: {type: object, required: [name], properties: {name: {type: string}, list: {type: array, items: {type: integer}}}}
  Bye: {type: object, required: [bye], properties: {bye: {type: boolean}, "a/b~": {type: object, additionalProperties: {type: string}}}}
rules:
  - id: short-name
    for: [Hello]
    check: |
      size(this.name) < 20
    at: /name
    message: name should be short
    level: should
root: Hello
`

// fenced contains pages with the whole output of `docs check`, without the summary and the name of the page.
var fenced = []struct{ name, page, want, summary string }{
	{"valid", "# T\n\n```json\n{\"name\": \"a\"}\n```\n", "", "1 page, 1 example: 1 valid, 0 not valid"},
	{"no example", "text\n\n```yaml\na: b\n```\n\n    {\"indented\": 1}\n", "", "1 page, 0 examples: 0 valid, 0 not valid"},
	{"other words", "``` JSON hello.json {1,2} title=\"x\"\n{\"name\": \"a\"}\n```\n", "", "1 page, 1 example: 1 valid, 0 not valid"},
	{"places", "```json\n{\"name\": 1,\n \"list\": [1, \"x\",\n  2.5]}\n```\n",
		"3:14: /list/1: must be an integer [type, must]\n4:3: /list/2: must be an integer [type, must]\n2:10: /name: must be a string [type, must]\n",
		"1 page, 1 example: 0 valid, 1 not valid"},
	{"characters", "```json\n{\"é\": \"€\", \"name\": 1}\n```\n", "2:20: /name: must be a string [type, must]\n", "1 page, 1 example: 0 valid, 1 not valid"},
	{"absent member", "~~~json type=Bye\n  {\"a/b~\": {\"c\": 1}}\n~~~\n", "2:18: /a~1b~0/c: must be a string [type, must]\n2:3: /bye: is required [required, must]\n",
		"1 page, 1 example: 0 valid, 1 not valid"},
	{"several values", "```json\n{\"name\": \"a\"} {\"name\": 2}\n\n{\"name\": 3}\n```\n",
		"2:24: /name: must be a string [type, must]\n4:10: /name: must be a string [type, must]\n", "1 page, 3 examples: 1 valid, 2 not valid"},
	{"lists, quotes and tabs", "- a\n\n  1. b\n\n     ```json type=Bye\n     {\"bye\":\n       1}\n     ```\n\n> > ```json\n> > {\"name\": 1}\n> > ```\n\n*\tc\n\n\t```json\n\t\t{\"name\": 1}\n\t```\n",
		"7:8: /bye: must be true or false [type, must]\n11:14: /name: must be a string [type, must]\n17:12: /name: must be a string [type, must]\n", "1 page, 3 examples: 0 valid, 3 not valid"},
	{"CRLF", "<!-- envgen: type=Bye -->\r\n```json\r\n{\"bye\":\r\n 1}\r\n```\r\n", "4:2: /bye: must be true or false [type, must]\n", "1 page, 1 example: 0 valid, 1 not valid"},
	{"lines", "```ndjson\n{\"name\": \"a\"}\n\n{\"name\": 2}\n{\n{} {}\n```\n", "4:10: /name: must be a string [type, must]\n" +
		"5:2: the value does not end on this line\n  = help: write one value a line, or use the language `json`\n" +
		"6:4: this line contains a second value\n  = help: write each value on a line of its own\n", "1 page, 2 examples: 1 valid, 1 not valid; 2 faults"},
	{"comments", "```jsonc\n// envgen: type=Bye\n{/* a \n */ \"bye\": true, // \"b\"\n}\n```\n\n```jsonc\n{\"name\": \"// no comment, }\", \"list\": [1, 2, /* c */ ],}\n```\n", "",
		"1 page, 2 examples: 2 valid, 0 not valid"},
	{"no comments", "```json\n{\"name\": \"a\" // c\n}\n```\n", "2:14: this is not JSON: JSON has no comments\n  = help: use the language `jsonc`, or exempt the block with `<!-- envgen: ignore: REASON -->` before the block\n",
		"1 page, 0 examples: 0 valid, 0 not valid; 1 fault"},
	{"dots", "```json\n{\"name\": \"a\", ...}\n```\n", "2:15: this is not JSON: `...` is no value\n  = help: write the whole value, or exempt the block with `<!-- envgen: ignore: REASON -->` before the block\n",
		"1 page, 0 examples: 0 valid, 0 not valid; 1 fault"},
	{"member", "```json\n\"name\": \"a\"\n```\n", "2:7: this is not JSON: a member has no object around it\n  = help: write the braces of the object, or exempt the block with `<!-- envgen: ignore: REASON -->` before the block\n",
		"1 page, 0 examples: 0 valid, 0 not valid; 1 fault"},
	{"empty", "```json\n```\n", "1:1: the block contains no JSON\n  = help: add a value, or exempt the block with `<!-- envgen: ignore: REASON -->` before the block\n", "1 page, 0 examples: 0 valid, 0 not valid; 1 fault"},
	{"exempt", "<!-- envgen: ignore: the rest is elided -->\n\n```json\n{...}\n```\n", "", "1 page, 0 examples: 0 valid, 0 not valid; 1 block ignored"},
	{"exempt without reason", "<!-- envgen: ignore -->\n```json\n{...}\n```\n", "1:1: `ignore` has no reason\n  = help: write `ignore: REASON`\n", "1 page, 0 examples: 0 valid, 0 not valid; 1 fault"},
	{"refused", "```json invalid=type\n{\"name\": 1}\n```\n<!-- envgen: invalid=json -->\n```json\n{,}\n```\n<!-- envgen: invalid -->\n<!-- envgen: type=Bye -->\n```ndjson\n{}\n{\"bye\":1}\n```\n", "",
		"1 page, 4 examples: 0 valid, 0 not valid, 4 refused as marked"},
	{"refused otherwise", "```json invalid=required\n{\"name\": 1}\n```\n", "2:1: the example has no issue of the rule required\n  = help: its rules: type\n2:10: /name: must be a string [type, must]\n",
		"1 page, 1 example: 0 valid, 1 not valid"},
	{"not refused", "```json invalid=required\n{\"name\": \"a\"}\n```\n", "2:1: the example is valid, but `invalid` marks it as refused\n  = help: correct the example, or remove `invalid`\n",
		"1 page, 1 example: 0 valid, 1 not valid"},
	{"unknown type", "```json type=Helo\n{}\n```\n", "1:1: protocol greeter has no type \"Helo\"\n  = help: did you mean `Hello`?\n", "1 page, 0 examples: 0 valid, 0 not valid; 1 fault"},
	{"unknown directive", "<!-- envgen: typ=Bye -->\n```json\n{}\n```\n", "1:1: `typ=Bye` is not a directive\n  = help: did you mean `type`? write `type=NAME`, `invalid=RULE` or `ignore: REASON`\n",
		"1 page, 0 examples: 0 valid, 0 not valid; 1 fault"},
	{"two types", "<!-- envgen: type=Bye -->\n```json type=Hello\n{}\n```\n", "1:1: the block has two types, Hello and Bye\n  = help: remove one of the two\n", "1 page, 0 examples: 0 valid, 0 not valid; 1 fault"},
	{"lost directive", "text\n<!-- envgen: type=Bye -->\n\ntext\n\n```json\n{\"name\": \"a\"}\n```\n",
		"2:1: this directive is not directly before a block of JSON\n  = help: a fence with the language json, jsonc, ndjson, jsonl follows a directive\n", "1 page, 1 example: 1 valid, 0 not valid; 1 fault"},
	{"unclosed", "> ```json\n> {\"name\": \"a\"}\n\ntext\n", "1:3: this block has no closing fence\n  = help: add a line with the closing fence\n", "1 page, 0 examples: 0 valid, 0 not valid; 1 fault"},
	{"should", "```json\n{\"name\": \"a name of more than twenty letters\"}\n```\n", "2:10: /name: name should be short [short-name, should]\n", "1 page, 1 example: 1 valid, 0 not valid"},
}

// TestDocsCheck compares the whole output for small pages.
func TestDocsCheck(t *testing.T) {
	dir := t.TempDir()
	spec := put(t, filepath.Join(dir, "greeter.yaml"), greeter)
	for _, tt := range fenced {
		t.Run(tt.name, func(t *testing.T) {
			page := put(t, filepath.Join(dir, "page.md"), tt.page)
			r := envgen(t, "", "docs", "check", "--spec", spec, page)
			want := tt.want + tt.summary + "\n"
			if got := strings.ReplaceAll(r.out, page+":", ""); got != want || r.err != "" {
				t.Errorf("got\n%s%s\nwant\n%s", got, r.err, want)
			}
			code := 1
			if strings.Contains(tt.summary, " 0 not valid") && !strings.Contains(tt.summary, "fault") {
				code = 0
			}
			if r.code != code {
				t.Errorf("exit %d, want %d", r.code, code)
			}
		})
	}
}

// TestDocsCheckFlags shows the flags and the errors of the command line.
func TestDocsCheckFlags(t *testing.T) {
	dir := t.TempDir()
	spec := put(t, filepath.Join(dir, "greeter.yaml"), greeter)
	page := put(t, filepath.Join(dir, "page.md"), "```json\n{\"name\": \"a name of more than twenty letters\"}\n```\n```json\n{...}\n```\n")
	check := func(args ...string) result { return envgen(t, "", append([]string{"docs", "check"}, args...)...) }
	check("--spec", spec, "--strict", page).want(t, 1, "1 page, 1 example: 0 valid, 1 not valid; 1 fault")
	check("--spec", spec, "--param", "max_depht=1", page).want(t, 2, "max_depht")
	check("--spec", spec, filepath.Join(dir, "none.md")).want(t, 2, "none.md")
	check("--spec", spec, dir).want(t, 2, "it is a folder, not a regular file")
	check("--spec", spec).want(t, 2, "page")
	envgen(t, "```json\n{\"name\": 1}\n```\n", "docs", "check", "--spec", spec, "-").want(t, 1, "-:2:10: /name: must be a string")
	r := check("--spec", spec, "--format", "json", page)
	r.want(t, 1)
	var got []string
	for line := range strings.Lines(r.out) {
		var out exampleVerdict
		if err := json.Unmarshal([]byte(line), &out); err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprintf("%d:%d %s %s %d", out.Line, out.Column, out.Type, out.Result, len(out.Issues)))
	}
	if want := []string{"2:1 Hello valid 1", "5:2  fault 0"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	t.Chdir(dir)
	check(page).want(t, 2, "there is no spec: name it with --spec, or run in a project")
	put(t, "envgen.yaml", "envgen: 1\nspecs: [greeter.yaml]\npy: {dir: p}\n")
	check("page.md").want(t, 1, "page.md:5:2: this is not JSON")
	put(t, "envgen.yaml", "envgen: 1\nspecs: [greeter.yaml, agh]\npy: {dir: p}\n")
	check("page.md").want(t, 2, "the project has 2 specs: name one with --spec")
}

// TestHostilePages checks pages that could exhaust memory, the stack or patience.
func TestHostilePages(t *testing.T) {
	dir := t.TempDir()
	spec := put(t, filepath.Join(dir, "greeter.yaml"), greeter)
	var indented strings.Builder
	for i := range 400 {
		fmt.Fprintf(&indented, "%s- a\n", strings.Repeat("  ", i))
	}
	for name, tt := range map[string]struct {
		page string
		code int
		want string
	}{
		"line of 10 MB":       {"```json\n{\"name\": \"" + strings.Repeat("x", 10<<20) + "\", \"list\": [true]}\n```\n", 1, "page.md:2:10485783: /list/0: must be an integer"},
		"long value":          {"```json\n[" + strings.Repeat("1,", 1<<20) + "1]\n```\n", 1, "page.md:2:1: (the message): must be an object"},
		"deep value":          {"```json\n" + strings.Repeat("[", 1<<20) + "\n```\n", 1, "page.md:2:10001: this is not JSON"},
		"deep value of jsonc": {"```jsonc\n" + strings.Repeat("[/**/", 1<<20) + "\n```\n", 1, "this is not JSON"},
		"quotes":              {strings.Repeat(">", 1<<20) + "\n", 2, "line 1 is in more than 100 lists and quotes"},
		"lists":               {strings.Repeat("- ", 1<<20) + "\n", 2, "line 1 is in more than 100 lists and quotes"},
		"nested lists":        {indented.String(), 2, "line 202 is in more than 100 lists and quotes"},
		"brackets":            {strings.Repeat("[", 10<<20) + "\n", 0, "0 examples"},
		"emphasis":            {strings.Repeat("*a _b ", 1<<20) + "\n", 0, "0 examples"},
		"blocks":              {strings.Repeat("```json\n{}\n```\n", 1000), 1, "1000 examples: 0 valid, 1000 not valid"},
		"fences":              {strings.Repeat("```json\n", 100_000), 1, "no closing fence"},
		"comments":            {strings.Repeat("<!-- envgen: -->\n", 10_000), 1, "10000 faults"},
		"faulty lines":        {"```ndjson\n" + strings.Repeat("{\n", 10_000) + "```\n", 1, "100 faults"},
		"bytes":               {"```json\n{\"name\": \"\xff\"}\n```\n\x00\x00```json\x00\n", 1, "page.md:2:"},
		"no end":              {"```json", 1, "no closing fence"},
		"end of a comment":    {"```jsonc\n{} /*\n```\n", 1, "/name: is required"},
		"rule":                {strings.Repeat("-", 10_000) + "\n\n" + strings.Repeat(".", 10_000) + "\n", 0, "0 examples"},
	} {
		t.Run(name, func(t *testing.T) {
			page := put(t, filepath.Join(dir, "page.md"), tt.page)
			r := envgen(t, "", "docs", "check", "--spec", spec, page)
			if r.code != tt.code || !strings.Contains(r.out+r.err, tt.want) {
				t.Errorf("exit %d, want %d and %q in\n%.500s%.500s", r.code, tt.code, tt.want, r.out, r.err)
			}
		})
	}
}

// TestExamplesOfPages checks the pages of this repository.
func TestExamplesOfPages(t *testing.T) {
	for page, want := range map[string]string{"protocols/agh.md": "9 valid, 0 not", "protocols/delegator.md": "48 valid, 0 not", "protocols/foxctl.md": "13 valid, 0 not",
		"protocols/helper.md": "5 valid, 0 not", "protocols/hotrepl.md": "38 valid, 0 not", "guides/streams.md": "2 valid, 0 not"} {
		spec := strings.TrimSuffix(filepath.Base(page), ".md")
		if spec == "streams" {
			spec = "foxctl"
		}
		file := filepath.Join("../../docs", filepath.FromSlash(page))
		if _, err := os.Stat(file); err != nil {
			t.Fatal(err)
		}
		envgen(t, "", "docs", "check", "--spec", spec, "--now", "2026-04-16T19:00:00Z", file).want(t, 0, want)
	}
}
