package importer_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/importer"
	"github.com/envgen/envgen/internal/ir"
)

// fallbacksOf lists the unions of a protocol with the type of their fallback.
func fallbacksOf(p *ir.Protocol) string {
	found := ""
	for _, t := range p.Types {
		if u, is := t.Value.Kind.(*ir.Union); is && u.Fallback() != nil && len(u.Refused) == 0 {
			found += fmt.Sprintf("%s by %s: %v or %s\n", t.Name, u.Tag, u.Named(), u.Fallback().Name)
		}
	}
	return found
}

// TestFallbacksReturn imports exports of unions with a fallback, which then have the same fallbacks.
func TestFallbacksReturn(t *testing.T) {
	data, err := os.ReadFile("testdata/fallbacks/spec.yaml")
	if err != nil {
		t.Fatal(err)
	}
	p, diags := compile.Source("spec.yaml", data)
	if p == nil {
		t.Fatal(diags)
	}
	want := fallbacksOf(p)
	for _, format := range []string{"jsonschema", "draft7", "openapi"} {
		for file, exported := range exported(t, p, format) {
			again, diags := compile.Source("main.yaml", reimported(t, p.Name, file, exported, ""))
			if again == nil {
				t.Fatal(file, diags)
			}
			if got := fallbacksOf(again); got != want {
				t.Errorf("%s: got\n%swant\n%s", file, got, want)
			}
		}
	}
}

// TestFallbacks imports choices with a branch for other tags. Where that is no fallback, the schemas of the branches decide.
func TestFallbacks(t *testing.T) {
	const branches = `{"type": "object", "required": ["kind"], "properties": {"kind": {"const": "a"}}}, ` +
		`{"type": "object", "required": ["kind"], "properties": {"kind": {"enum": ["b", "c"]}}}`
	other := func(tag, required string) string {
		return `{"type": "object", "required": [` + required + `], "properties": {"kind": ` + tag + `, "x": {"type": "integer"}}}`
	}
	for name, c := range map[string]struct {
		keyword, other string
		is             bool
	}{
		"all tags are excluded":         {"oneOf", other(`{"type": "string", "not": {"enum": ["a", "b", "c"]}}`, `"kind"`), true},
		"in another order, in an anyOf": {"anyOf", other(`{"type": "string", "not": {"enum": ["c", "a", "b"]}}`, `"kind"`), true},
		"a tag is missing":              {"oneOf", other(`{"type": "string", "not": {"enum": ["a", "b"]}}`, `"kind"`), false},
		"a tag too many":                {"oneOf", other(`{"type": "string", "not": {"enum": ["a", "b", "c", "d"]}}`, `"kind"`), false},
		"the tag may be absent":         {"oneOf", other(`{"type": "string", "not": {"enum": ["a", "b", "c"]}}`, ``), false},
		"the tag may be a number":       {"oneOf", other(`{"not": {"enum": ["a", "b", "c"]}}`, `"kind"`), false},
		"any string":                    {"oneOf", other(`{"type": "string"}`, `"kind"`), false},
	} {
		t.Run(name, func(t *testing.T) {
			source := `{"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Event", "` + c.keyword + `": [` + c.other + `, ` + branches + `]}`
			o := importer.Options{File: "main.yaml", Protocol: "event", Formats: importer.Assert, Check: named, Sources: []importer.Source{{File: "event.json", Header: "event.json"}},
				Read: func(string, string) ([]byte, error) { return []byte(source), nil }}
			p, diags := compile.Source("main.yaml", imported(t, o).Spec)
			if p == nil {
				t.Fatal(diags)
			}
			if got := fallbacksOf(p) != ""; got != c.is {
				t.Errorf("a fallback: %v", got)
			}
		})
	}
}
