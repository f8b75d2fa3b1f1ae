package compile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/diag"
)

// repeated writes n lines with the number of each.
func repeated(n int, line func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(line(i))
	}
	return b.String()
}

// list writes n items with commas between them.
func list(n int, item func(i int) string) string {
	return strings.TrimSuffix(repeated(n, func(i int) string { return item(i) + ", " }), ", ")
}

// TestLarge compiles large, legal specs.
func TestLarge(t *testing.T) {
	for name, types := range map[string]string{
		"types": repeated(10_000, func(i int) string {
			return fmt.Sprintf("  T%d: {type: object, properties: {a: T%d, b: {type: array, items: {type: string}}}}\n", i, (i+1)%10_000)
		}),
		"chain": repeated(300, func(i int) string {
			return fmt.Sprintf("  T%d: {allOf: [T%d], properties: {p%d: {type: string}}}\n", i, i+1, i)
		}) + "  T300: {type: object}\n",
		"diamonds": repeated(100, func(i int) string {
			return fmt.Sprintf("  T%d: {allOf: [L%d, R%d]}\n  L%d: {allOf: [T%d], properties: {l: {type: string}}}\n  R%d: {allOf: [T%d], properties: {r: {type: string}}}\n", i, i, i, i, i+1, i, i+1)
		}) + "  T100: {type: object}\n",
		"members":     "  T0: {type: object, properties: {" + list(40_000, func(i int) string { return fmt.Sprintf("m%d: {type: string}", i) }) + "}}\n",
		"values":      "  T0: {type: string, enum: [" + list(40_000, func(i int) string { return fmt.Sprintf("v%d", i) }) + "]}\n",
		"description": "  T0: {type: string, description: \"" + strings.Repeat("long ", 600_000) + "\"}\n",
		"long name":   "  T0: {type: object, properties: {? " + strings.Repeat("n", 100_000) + "\n : {}}}\n",
		"inline":      "  T0: " + strings.Repeat("{type: object, properties: {a: ", 150) + "{}" + strings.Repeat("}}", 150) + "\n",
	} {
		p, diags := compile.Source("demo.yaml", []byte("envgen: 1\nprotocol: demo\nversion: \"1\"\nroot: T0\ntypes:\n"+types))
		if p == nil {
			t.Errorf("%s: %v", name, diags[0])
		}
	}
}

// TestLongDiagnostics compiles specs with too many diagnostics, or with a diagnostic on a very long line.
func TestLongDiagnostics(t *testing.T) {
	typos := "T0: {" + list(100_000, func(i int) string { return fmt.Sprintf("minLenght%d: 1", i) }) + "}"
	dangling := "T0: {type: object, properties: {" + list(30_000, func(i int) string { return fmt.Sprintf("a%d: Missin%d", i, i) }) + "}}"
	for name, types := range map[string]string{"typos": typos, "dangling": dangling} {
		text := []byte("envgen: 1\nprotocol: demo\nversion: \"1\"\nroot: T0\ntypes: {" + types + "}\n")
		p, diags := compile.Source("demo.yaml", text)
		if p != nil || len(diags) != 101 || diags[0].Code != "too-many" || diags[0].Severity != diag.Error {
			t.Fatalf("%s: %d diagnostics, %v", name, len(diags), diags[0])
		}
		var b strings.Builder
		if err := diag.WriteText(&b, diags, func(string) []byte { return text }); err != nil {
			t.Fatal(err)
		}
		if b.Len() > 50_000 || strings.Count(b.String(), "^\n") != 100 {
			t.Errorf("%s: %d bytes are printed", name, b.Len())
		}
	}
}

// TestWarningsDoNotHideErrors puts one error behind more warnings than are shown.
func TestWarningsDoNotHideErrors(t *testing.T) {
	types := repeated(150, func(i int) string { return fmt.Sprintf("  T%d: {type: integer, minLength: 1}\n", i) })
	p, diags := compile.Source("demo.yaml", []byte("envgen: 1\nprotocol: demo\nversion: \"1\"\nroot: T0\ntypes:\n"+types))
	if p == nil || diags.HasErrors() || diags[0].Code != "too-many" {
		t.Errorf("warnings refuse the spec: %v", diags[0])
	}
	p, diags = compile.Source("demo.yaml", []byte("envgen: 1\nprotocol: demo\nversion: \"1\"\nroot: T0\ntypes:\n"+types+"  U: Nowhere\n"))
	if p != nil || !diags.HasErrors() {
		t.Error("the error is lost")
	}
}
