package envgen_test

import (
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/needs"
)

// TestContract holds docs/contract.md against the page that decides, where that is here. What the copy proposes stands
// between marks and is not compared.
func TestContract(t *testing.T) {
	copied, err := decided("docs/contract.md")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(needs.Beside(t, "contract.md"))
	if err != nil {
		t.Fatal(err)
	}
	if line, got, want := firstDifference(copied, string(page)); line > 0 {
		t.Errorf("docs/contract.md differs from the page that decides, at line %d without proposals:\n%s\nwant\n%s\ncopy the page, or mark what is proposed", line, got, want)
	}
}

const proposalEnd = "<!-- end -->"

var proposalStart = regexp.MustCompile(`^<!-- proposal: \S.* -->$`)

// decided is a page without its proposals: whole lines from one mark to the other.
func decided(file string) (string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	return withoutProposals(string(data))
}

func withoutProposals(page string) (string, error) {
	var kept strings.Builder
	inside := false
	for line := range strings.Lines(page) {
		text := strings.TrimSuffix(line, "\n")
		switch starts := proposalStart.MatchString(text); {
		case starts && inside:
			return "", errors.New("a proposal within a proposal: " + text)
		case starts:
			inside = true
		case text == proposalEnd && !inside:
			return "", errors.New("the end of no proposal")
		case text == proposalEnd:
			inside = false
		case strings.HasPrefix(text, "<!--"):
			return "", errors.New("neither the mark of a proposal (with its reason) nor of its end: " + text)
		case !inside:
			kept.WriteString(line)
		}
	}
	if inside {
		return "", errors.New("a proposal without end")
	}
	return kept.String(), nil
}

// firstDifference is the number of the first line that differs, from 1, or 0.
func firstDifference(got, want string) (line int, gotLine, wantLine string) {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(a), len(b)) {
		gotLine, wantLine = "(end)", "(end)"
		if i < len(a) {
			gotLine = a[i]
		}
		if i < len(b) {
			wantLine = b[i]
		}
		if gotLine != wantLine {
			return i + 1, gotLine, wantLine
		}
	}
	return 0, "", ""
}

func TestProposals(t *testing.T) {
	for page, want := range map[string]string{
		"a\nb\n": "a\nb\n",
		"a\n<!-- proposal: because -->\nb\nc\n<!-- end -->\nd\n":                   "a\nd\n",
		"<!-- proposal: x -->\n<!-- end -->\n":                                     "",
		"a\n<!-- proposal: x -->\nb":                                               "error",
		"a\n<!-- proposal: -->\nb\n<!-- end -->\n":                                 "error",
		"a\n<!-- end -->\n":                                                        "error",
		"<!-- proposal: x -->\n<!-- proposal: y -->\n<!-- end -->\n<!-- end -->\n": "error",
		"<!-- a remark -->\n":                                                      "error",
	} {
		got, err := withoutProposals(page)
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%q: %q, want %q", page, got, want)
		}
	}
	if line, got, want := firstDifference("a\nb\n", "a\nc\n"); line != 2 || got != "b" || want != "c" {
		t.Error(line, got, want)
	}
	if line, _, _ := firstDifference("a\n", "a\nb\n"); line != 2 {
		t.Error(line)
	}
}
