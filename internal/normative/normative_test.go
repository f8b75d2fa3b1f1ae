package normative_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/envgen/envgen/conformance/fixtures"
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

func normativeCases(t *testing.T) []normative.Case {
	t.Helper()
	cases, err := fixtures.ShippedCases()
	if err != nil {
		t.Fatal(err)
	}
	list := make([]normative.Case, len(cases))
	for i, c := range cases {
		list[i] = normative.Case{ID: c.ID, Valid: c.Expect.Valid != nil && *c.Expect.Valid, Op: c.Op, Builder: c.Builder, Dispatch: c.Dispatch}
		for _, issues := range append(c.Expect.Verdicts, c.Expect.Issues) {
			for _, issue := range issues {
				list[i].Issues = append(list[i].Issues, normative.Issue{Rule: issue.Rule, Path: issue.Path})
			}
		}
		if c.Expect.Verdicts != nil {
			list[i].Valid = len(list[i].Issues) == 0
		}
	}
	return list
}

// TestLists compares every list with the types, rules and fixtures that it names.
func TestLists(t *testing.T) {
	cases := normativeCases(t)
	for p, d := range protocols(t) {
		if err := d.Check(p, cases); err != nil {
			t.Error(err)
		}
	}
}

// TestNoRuleIsOpen checks that no statement waits for a rule. Open statements wait for a conversation, a dispatch or a builder, or cannot be observed
// in a message.
func TestNoRuleIsOpen(t *testing.T) {
	var found []string
	for p, d := range protocols(t) {
		for _, section := range d.Sections {
			for _, s := range section.Statements {
				if s.Open == normative.Rule {
					found = append(found, p.Name+", "+section.Heading+": "+s.Says)
				}
			}
		}
	}
	if found != nil {
		t.Errorf("%q", found)
	}
}

// TestDocuments finds every sentence of the documents in one list or the other, as it was read.
func TestDocuments(t *testing.T) {
	documents := needs.Beside(t, "protocols")
	for _, d := range protocols(t) {
		text, err := os.ReadFile(filepath.Join(documents, d.Document))
		if err != nil {
			t.Fatal(err)
		}
		sentences, err := normative.Cut(string(text), d.Headings())
		if err != nil {
			t.Errorf("%s: %v", d.Document, err)
		}
		if err := d.Compare(sentences); err != nil {
			t.Error(err)
		}
		for _, words := range copied(d, string(text)) {
			t.Errorf("%s: copied: %s", d.Document, words)
		}
	}
}

// TestTables finds the cells of each column that a statement names in the document: no message shows them, and programs read them.
func TestTables(t *testing.T) {
	documents := needs.Beside(t, "protocols")
	for p, d := range protocols(t) {
		text, err := os.ReadFile(filepath.Join(documents, d.Document))
		if err != nil {
			t.Fatal(err)
		}
		for _, section := range d.Sections {
			for _, s := range section.Statements {
				for _, name := range s.By {
					for _, cell := range cells(p, name) {
						if !strings.Contains(plain(string(text)), plain(cell)) {
							t.Errorf("%s, %s, %q: the document does not have the cell %q of %s", p.Name, section.Heading, s.Says, cell, name)
						}
					}
				}
			}
		}
	}
}

// cells are the texts of the column that a statement names, or none.
func cells(p *ir.Protocol, name string) (texts []string) {
	t, member := normative.Resolve(p, name)
	if !isColumn(t, member) {
		return nil
	}
	e := t.Value.Kind.(*ir.Enum)
	column := slices.IndexFunc(e.Catalog.Columns, func(c ir.Column) bool { return c.Name == member })
	for _, v := range e.Values {
		if cell := v.Cells[column]; cell.Kind == ir.StringLiteral {
			texts = append(texts, cell.String)
		}
	}
	return texts
}

// copied returns sequences of more than a few words that a list copies from the document.
func copied(d *normative.Document, text string) []string {
	var found []string
	text = plain(text)
	for _, section := range d.Sections {
		said := make([]string, 0, 2*len(section.Statements)+len(section.Nothing))
		for _, s := range section.Statements {
			said = append(said, s.Says, s.Why)
		}
		for _, n := range section.Nothing {
			said = append(said, n.Why)
		}
		for _, s := range said {
			if words := plain(s); len(strings.Fields(words)) > 4 && strings.Contains(text, words) {
				found = append(found, section.Heading+": "+s)
			}
		}
	}
	return found
}

// TestCopied finds a sentence of the document independently of case and punctuation, and accepts a few equal words.
func TestCopied(t *testing.T) {
	const text = "A message MUST carry one (and only one) id. It is short."
	for says, want := range map[string]int{
		"Each message has one id.":                  0,
		"It is short.":                              0,
		"a message must carry one, and only one id": 1,
		"Must carry one and only one":               1,
	} {
		d := read(t, `{"at": ["1"], "says": "`+says+`"}`, `{"at": ["2"], "reason": "about", "why": "other words"}`)
		if got := copied(d, text); len(got) != want {
			t.Errorf("%s: got %q", says, got)
		}
		d = read(t, `{"at": ["1"], "says": "x", "why": "`+says+`"}`, `{"at": ["2"], "reason": "about", "why": "`+says+`"}`)
		if got := copied(d, text); len(got) != 2*want {
			t.Errorf("%s, as a reason: got %q", says, got)
		}
	}
}

func plain(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return r < 'a' || r > 'z' }), " ")
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestRead rejects files that are not lists, and reports missing ones.
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
