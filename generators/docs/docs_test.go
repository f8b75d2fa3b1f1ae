package docs_test

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/envgen/envgen/generators/docs"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/normative"
	"github.com/envgen/envgen/spec"
)

var update = flag.Bool("update", false, "write the expected page instead of comparing it")

func page(t *testing.T, folder fs.FS, name string, document *normative.Document) string {
	t.Helper()
	data, err := fs.ReadFile(folder, name)
	if err != nil {
		t.Fatal(err)
	}
	library := compile.Library{Read: func(file string) ([]byte, error) { return fs.ReadFile(folder, file) }}
	p, diags := library.Source(name, data)
	if p == nil {
		t.Fatalf("%s: %v", name, diags)
	}
	file := docs.Page(p, func(t *ir.Type) string {
		if _, ok := t.Value.Kind.(*ir.Record); ok {
			return `{"text":"` + "```" + `\n"}`
		}
		return ""
	}, document)
	if file.Path != p.Name+".md" {
		t.Errorf("the page is called %s", file.Path)
	}
	return string(file.Data)
}

// nastyDocument requires texts that look like markup. Only one of its types exists.
var nastyDocument = &normative.Document{Sections: []normative.Section{
	{Heading: "# A | <b>", Statements: []normative.Statement{
		{Says: "1. `a|b` | <i>*c*</i>", By: []string{"Call", "Call.a`|b", "no|ne.[x](y)"}, Cases: []string{"a|b/c"}},
		{Says: "Two rules hold.", Rules: []string{"a", "b"}, Cases: []string{"a/b", "a/c"}},
	}},
	{Heading: "Later", Statements: []normative.Statement{
		{Says: "Half of it", By: []string{"Reply"}, Rules: []string{"a"}, Cases: []string{"a/b"}},
		{Says: "The other | half", Open: normative.Builder, Why: "<b> | #"},
		{Says: "No rule", Open: normative.Rule, Why: "there is none"},
		{Says: "A reader", Open: normative.Conversation, Why: "of streams"},
		{Says: "Not at all", Open: normative.Outside, Why: "of no message"},
	}},
}}

// TestNasty compares a page of texts that look like markup. People have read the expected page, both as source and as rendered.
func TestNasty(t *testing.T) {
	expect(t, "nasty", nastyDocument)
}

// TestOpened compares a page of a conversation with letters that a bound message opens. Another test draws its diagram.
func TestOpened(t *testing.T) { expect(t, "opened", nil) }

// TestSent compares a page of letters that only the sender distinguishes.
func TestSent(t *testing.T) { expect(t, "sent", nil) }

// TestReplied compares a page of replies whose types follow from their requests, and of letters that only the type distinguishes.
func TestReplied(t *testing.T) { expect(t, "replied", nil) }

// TestCertain compares a page of items by position, and of branches of one JSON type.
func TestCertain(t *testing.T) { expect(t, "certain", nil) }

func expect(t *testing.T, name string, document *normative.Document) {
	t.Helper()
	got := page(t, os.DirFS("testdata"), name+".yaml", document)
	file := filepath.Join("testdata", name+".md")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || got != string(want) {
		t.Errorf("%s is not what comes out (%v); -update writes it\n%s", file, err, got)
	}
}

// TestWellFormed checks pages of many specs: the rows of a table have as many cells as its header, links lead to headings, and no text of a
// spec becomes HTML.
func TestWellFormed(t *testing.T) {
	for _, folder := range []fs.FS{spec.FS, os.DirFS("../../conformance/odd"), os.DirFS("testdata")} {
		names, err := fs.Glob(folder, "*.yaml")
		if err != nil || len(names) == 0 {
			t.Fatal(names, err)
		}
		for _, name := range names {
			checkPage(t, name, page(t, folder, name, nastyDocument))
		}
	}
}

// TestLineLengths checks the pages of the shipped specs. A line may be longer than 200 characters only because of a code span, which cannot
// be broken.
func TestLineLengths(t *testing.T) {
	names, err := fs.Glob(spec.FS, "*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		for _, line := range strings.Split(page(t, spec.FS, name, nil), "\n") {
			n := utf8.RuneCountInString(line)
			if strings.HasPrefix(line, "|") && n > 200 || utf8.RuneCountInString(withoutCode(line)) > 200 {
				t.Errorf("%s: %d characters in %q", name, n, line)
			}
		}
	}
}

var (
	fence   = regexp.MustCompile("(?ms)^```(?:json(?: type=[\\w.]+)?|cel)\n.*?^```$")
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	link    = regexp.MustCompile(`\]\(#([^)]*)\)`)
	ticks   = regexp.MustCompile("`+")
	html    = regexp.MustCompile(`<[^!]`)
	bar     = regexp.MustCompile(`(^|[^\\])\|`)
)

func checkPage(t *testing.T, name, text string) {
	t.Helper()
	text = fence.ReplaceAllString(text, "")
	anchors, used := map[string]bool{}, map[string]int{}
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		anchor := anchorOf(m[1])
		if used[anchor]++; used[anchor] > 1 {
			anchor += "-" + string(rune('0'+used[anchor]-1))
		}
		anchors[anchor] = true
	}
	for _, m := range link.FindAllStringSubmatch(text, -1) {
		if !anchors[m[1]] {
			t.Errorf("%s: no heading for #%s", name, m[1])
		}
	}
	cells := 0
	for _, line := range strings.Split(text, "\n") {
		if rest := withoutCode(line); html.MatchString(rest) {
			t.Errorf("%s: HTML in %q", name, line)
		}
		n := len(bar.FindAllString(line, -1))
		switch {
		case !strings.HasPrefix(line, "|"):
			n = 0
		case cells > 0 && n != cells:
			t.Errorf("%s: %d bars, not %d, in %q", name, n, cells, line)
		}
		cells = n
	}
}

// withoutCode removes code spans: from a run of backticks to the next run of the same length.
func withoutCode(line string) string {
	line = strings.NewReplacer("<code>", "", "</code>", "", "\\`", "").Replace(line)
	for at := 0; ; {
		open := ticks.FindStringIndex(line[at:])
		if open == nil {
			return line
		}
		start, end := at+open[0], at+open[1]
		at = end
		for _, next := range ticks.FindAllStringIndex(line[end:], -1) {
			if next[1]-next[0] == end-start {
				line, at = line[:start]+line[end+next[1]:], start
				break
			}
		}
	}
}

var (
	entity   = regexp.MustCompile(`&(lt|gt|amp);`)
	unlinked = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

// anchorOf follows GitHub's description: letters in lower case, punctuation removed, hyphens for spaces.
func anchorOf(heading string) string {
	heading = entity.ReplaceAllString(heading, "")
	return strings.ReplaceAll(strings.ToLower(unlinked.ReplaceAllString(heading, "")), " ", "-")
}

// TestFileNames has file names that could end the comment at the top.
func TestFileNames(t *testing.T) {
	data, err := os.ReadFile("testdata/nasty.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a--><script>.yaml", "a--!>b.yaml", "a\n-->\nb.yaml", "a\u2028b.yaml"} {
		p, diags := compile.Source(name, data)
		if p == nil {
			t.Fatal(diags)
		}
		first, _, _ := strings.Cut(string(docs.Page(p, func(*ir.Type) string { return "" }, nil).Data), "\n")
		if strings.Count(first, ">") != 1 || !strings.HasSuffix(first, "DO NOT EDIT. -->") {
			t.Errorf("%q becomes %q", name, first)
		}
	}
}

// TestUntaggedUnions has a union without a discriminator: its table has no column of a tag.
func TestUntaggedUnions(t *testing.T) {
	p, diags := compile.Source("demo.yaml", []byte(`envgen: 1
protocol: demo
version: "1"
types:
  Up: {type: object, required: [up], properties: {up: {type: string}}}
  Down: {type: object, required: [down], properties: {down: {type: string}}}
  Way: {oneOf: [Up, Down]}
root: Way
`))
	if p == nil {
		t.Fatal(diags)
	}
	page := string(docs.Page(p, func(*ir.Type) string { return "" }, nil).Data)
	want := "One of these, selected by its members:\n\n| Type | About |\n|---|---|\n| [Up](#up) |  |\n| [Down](#down) |  |\n"
	if !strings.Contains(page, want) {
		t.Errorf("no %q in\n%s", want, page)
	}
}
