package syntax_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/syntax"
)

// TestSource reads notations of YAML that a spec does not have.
func TestSource(t *testing.T) {
	root, diags := syntax.Source("a.yaml", []byte("200: &a {x: 1, on: yes}\nb: *a\nc: {<<: *a, x: 2}\nd: {<<: [*a, {y: 0x10}]}\ndate: 2024-01-01\nnone:\nnull: ~\nlist: [TRUE, +1, 1_000, .5, no]\n"))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	for path, want := range map[string]string{"200/x": "1", "200/on": "yes", "b/x": "1", "c/x": "2", "c/on": "yes", "d/y": "16", "date": "2024-01-01", "none": "", "null": "", "list/0": "", "list/1": "1", "list/2": "1000", "list/3": "0.5", "list/4": "no"} {
		n := root
		for token := range strings.SplitSeq(path, "/") {
			if n.Kind == syntax.ListNode {
				n = n.Items[token[0]-'0']
			} else {
				n = n.Member(token)
			}
		}
		if got := n.Text; n.Literal != want && (n.Kind != syntax.TextNode || got != want) && want != "" {
			t.Errorf("%s is %q %q, want %q", path, got, n.Literal, want)
		}
	}
	if n := root.Member("none"); n.Kind != syntax.NullNode || root.Member("null").Kind != syntax.NullNode || !root.Member("list").Items[0].Bool {
		t.Error("a null or a boolean is something else")
	}
	if at := root.Member("c").Pos; at.Line != 3 || at.Column != 4 {
		t.Error(at)
	}
}

// TestSourceRefuses gives texts that have no counterpart in JSON, and aliases without end.
func TestSourceRefuses(t *testing.T) {
	for text, code := range map[string]string{
		"a: .nan":          "not-json",
		"a: !!binary aGk=": "yaml-tag",
		"a: 1\na: 2":       "duplicate-key",
		"? [a]\n: 1":       "key-type",
		"a: &a [*a]":       "too-deep",
		"a: &a {<<: [*a]}": "too-deep",
		"a: {<<: 1}":       "yaml-merge",
		"":                 "empty",
		"a: 1\n---\nb: 2":  "two-documents",
		"a: [":             "yaml",
		"a: *b":            "yaml",
		strings.Repeat("[", 600) + strings.Repeat("]", 600): "too-deep",
	} {
		_, diags := syntax.Source("a.yaml", []byte(text))
		found := false
		for _, d := range diags {
			found = found || string(d.Code) == code && d.Pos.IsValid()
		}
		if !found {
			t.Errorf("%.40s: %v, want %s", text, diags, code)
		}
	}
}

// TestLargeSource reads a source that is larger than a spec may be.
func TestLargeSource(t *testing.T) {
	text := []byte("a: " + strings.Repeat("x", syntax.MaxBytes) + "\n")
	if n, diags := syntax.Source("a.yaml", text); n == nil || diags.HasErrors() {
		t.Error(diags)
	}
	if n, diags := syntax.Tree("a.yaml", text); n != nil || !diags.HasErrors() {
		t.Error("the spec is not too large")
	}
}

// TestModulesPage compares the page of modules with their texts.
func TestModulesPage(t *testing.T) {
	page, err := os.ReadFile(filepath.FromSlash("../../docs/reference/spec/modules.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range syntax.Modules() {
		if text := syntax.ModuleText("a.yaml+" + name); !strings.Contains(string(page), "```yaml "+name+"\n"+string(text)+"```\n") {
			t.Errorf("the page lacks the text of %s", name)
		}
	}
}
