package normative_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/needs"
	"github.com/envgen/envgen/internal/normative"
	"github.com/envgen/envgen/spec"
)

var lists = os.DirFS("../../docs/normative")

// protocols are those that ship, each with its list.
func protocols(t *testing.T) map[*ir.Protocol]*normative.Document {
	t.Helper()
	names, err := fs.Glob(spec.FS, "*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	found := map[*ir.Protocol]*normative.Document{}
	for _, name := range names {
		data, err := fs.ReadFile(spec.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		p, diags := compile.Source(name, data)
		if p == nil {
			t.Fatal(name, diags)
		}
		if found[p], err = normative.Read(lists, p.Name); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

func caseIDs(t *testing.T) []string {
	t.Helper()
	cases, err := conformance.LoadCases(os.DirFS("../../conformance/cases"))
	if err != nil {
		t.Fatal(err)
	}
	ids := make([]string, len(cases))
	for i, c := range cases {
		ids[i] = c.ID
	}
	return ids
}

// TestLists holds every list against the types, rules and fixtures that it names.
func TestLists(t *testing.T) {
	ids := caseIDs(t)
	for p, d := range protocols(t) {
		if err := d.Check(p, ids); err != nil {
			t.Error(err)
		}
	}
}

// TestRulesToCome finds no statement that waits for a rule. What is open waits for a conversation or a builder, or can be
// seen in no message.
func TestRulesToCome(t *testing.T) {
	for p, d := range protocols(t) {
		for _, section := range d.Sections {
			for _, s := range section.Statements {
				if s.Open == normative.Rule {
					t.Errorf("%s, %s: %s", p.Name, section.Heading, s.Says)
				}
			}
		}
	}
}

// TestDocuments finds what the documents demand, and every place of it in the list.
func TestDocuments(t *testing.T) {
	documents := needs.Beside(t, "protocols")
	for _, d := range protocols(t) {
		text, err := os.ReadFile(filepath.Join(documents, d.Document))
		if err != nil {
			t.Fatal(err)
		}
		found, err := normative.Find(string(text), d.Headings())
		if err != nil {
			t.Errorf("%s: %v", d.Document, err)
		}
		if err := d.Compare(found); err != nil {
			t.Error(err)
		}
		copied(t, d, string(text))
	}
}

// copied fails where a statement of more than a few words stands in the document as it is.
func copied(t *testing.T, d *normative.Document, text string) {
	t.Helper()
	text = plain(text)
	for _, section := range d.Sections {
		for _, s := range section.Statements {
			if words := plain(s.Says); len(strings.Fields(words)) > 4 && strings.Contains(text, words) {
				t.Errorf("%s, %s: copied: %s", d.Protocol, section.Heading, s.Says)
			}
		}
	}
}

func plain(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return r < 'a' || r > 'z' }), " ")
}

// TestFind reads each way of laying out a document.
func TestFind(t *testing.T) {
	for _, c := range []struct {
		about, text string
		headings    []string
		want        string
	}{
		{"words", "A\nIt MUST be, and it must not be.\nNobody musters.\nB\nRequired is what SHOULD be.\n", []string{"A", "B"},
			"A 1 MUST 2\nA 2 must 2\nB 1 Required 5\nB 2 SHOULD 5\n"},
		{"Markdown", "## A\n| a | Required |\n| --- | --- |\n| b | Yes |\n| c | required |\n\n### Required\n```ts\n// Must\n```\n```json\n{\n\"required\": []\n}\n```\n## B\n", []string{"A", "B"},
			"A 1 row 4\nA 2 required 5\nA 3 schema 13\n"},
		{"a page with titles", "A\nSection titled “A”It MUST be.\n| a | b |\n|---|---|\nc | d |\nB\nSection titled “B”{ \"a\": \"required\" }Summary\nSection titled “C”| a |\n|---|\n| MUST | b |\n", []string{"A", "B", "C"},
			"A 1 MUST 2\nA 2 row 5\nC 1 MUST 10\n"},
		{"tables without lines", "A\n\nFieldTypeRequired\naYesMUST be.\nbNo\n\nNo row.\n", []string{"A"}, "A 1 MUST 4\nA 2 row 5\n"},
		{"JSON", "a S→C v2\n{\n  \"required\": [\"must\"],\n  \"a\": {\n    \"required\" : []\n  }\n} It must end.\nb C→S v2\nMust\n", []string{"a", "b"},
			"a 1 schema 3\na 2 schema 5\na 3 must 7\nb 1 Must 9\n"},
		{"an example", "A\nThis informative example MUST not count.\nFieldA\nb\n\nB\nMUST\n", []string{"A", "B"}, "B 1 MUST 7\n"},
		{"nothing", "", nil, ""},
	} {
		found, err := normative.Find(c.text, c.headings)
		if err != nil {
			t.Errorf("%s: %v", c.about, err)
		}
		if got := places(found); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.about, got, c.want)
		}
	}
	if _, err := normative.Find("A\n", []string{"A", "B"}); err == nil {
		t.Error("a section that is not there is no error")
	}
}

func places(found []normative.Found) string {
	var b strings.Builder
	for _, f := range found {
		b.WriteString(f.String() + "\n")
	}
	return b.String()
}

// TestCheck breaks a list in every way.
func TestCheck(t *testing.T) {
	const yaml = `
envgen: 1
protocol: p
version: "1"
types:
  A:
    type: object
    properties: {b: {type: string}}
root: A
rules:
  - id: has-b
    for: [A]
    check: |
      has(this.b)
    message: b must be there
`
	p, diags := compile.Source("p.yaml", []byte(yaml))
	if p == nil {
		t.Fatal(diags)
	}
	const good = `{"says": "it", "by": ["A", "A.b"], "rules": ["has-b"], "cases": ["p/a"]}`
	for _, c := range []struct{ statements, want string }{
		{good, ""},
		{good + `, {"says": "later", "open": "builder", "why": "why"}`, ""},
		{`{"says": "it", "by": ["A"], "cases": ["p/a"]}`, "p: no statement names the rule has-b"},
		{good + `, {"says": "", "open": "builder", "why": "why"}`, "says nothing"},
		{good + `, {"says": "it"}`, "nothing carries it out, and it is not open"},
		{good + `, {"says": "it", "by": ["A"]}`, "no fixture shows it"},
		{good + `, {"says": "it", "open": "builder"}`, "open and why go together"},
		{good + `, {"says": "it", "by": ["A"], "cases": ["p/a"], "why": "why"}`, "open and why go together"},
		{good + `, {"says": "it", "open": "never", "why": "why"}`, "never is nothing that it could be open for"},
		{good + `, {"says": "it", "by": ["B"], "cases": ["p/a"]}`, "there is no B"},
		{good + `, {"says": "it", "by": ["A.c"], "cases": ["p/a"]}`, "there is no A.c"},
		{good + `, {"says": "it", "rules": ["has-c"], "cases": ["p/a"]}`, "there is no rule has-c"},
		{good + `, {"says": "it", "rules": ["version"], "cases": ["p/a"]}`, "there is no rule version"},
		{good + `, {"says": "it", "by": ["A"], "cases": ["p/b"]}`, "there is no fixture p/b"},
	} {
		err := read(t, c.statements).Check(p, []string{"p/a"})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasSuffix(err.Error(), c.want) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%s: got %v", c.statements, err)
		}
	}
}

// TestCompare leaves a place out, lists one twice, and one that is not there.
func TestCompare(t *testing.T) {
	found := []normative.Found{{Heading: "H", Ordinal: 1}, {Heading: "H", Ordinal: 2}}
	for statements, want := range map[string]int{
		`{"at": [1]}, {"at": [2]}`:    0,
		`{"at": [2, 1]}`:              0,
		`{"at": [1]}`:                 1,
		`{"at": [1, 2]}, {"at": [2]}`: 1,
		`{"at": [1, 2, 3]}`:           1,
		``:                            2,
	} {
		err := read(t, statements).Compare(found)
		if got := strings.Count(errorText(err), "listed"); got != want {
			t.Errorf("%s: got %v", statements, err)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func read(t *testing.T, statements string) *normative.Document {
	t.Helper()
	text := `{"document": "d.txt", "protocol": "p", "sections": [{"heading": "H", "statements": [` + statements + `]}]}`
	d, err := normative.Read(fstest.MapFS{"p.json": {Data: []byte(text)}}, "p")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestRead refuses what is no list, and reports where there is none.
func TestRead(t *testing.T) {
	files := fstest.MapFS{
		"unknown.json": {Data: []byte(`{"protocol": "unknown", "sectoins": []}`)},
		"other.json":   {Data: []byte(`{"protocol": "another"}`)},
		"broken.json":  {Data: []byte(`{`)},
	}
	for name := range files {
		if _, err := normative.Read(files, strings.TrimSuffix(name, ".json")); err == nil || errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := normative.Read(files, "none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("none: %v", err)
	}
}
