package generators_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/output"
)

// evaluators are files of the support code that only schemas need.
var evaluators = map[string]string{"go": "envelope/wire/evaluate.go", "ts": "envelope/evaluate.ts", "py": "_evaluate.py"}

// TestSupportIsWhatIsNeeded generates into folders of their own: the shipped protocols, which need no evaluator, and one that does.
func TestSupportIsWhatIsNeeded(t *testing.T) {
	for _, test := range []struct {
		name, pattern string
		evaluates     bool
	}{{"shipped", "../spec/*.yaml", false}, {"general", "../conformance/odd/general.yaml", true}} {
		protocols := protocolsOf(t, test.pattern)
		for _, target := range generators.Targets {
			if target.Language == nil {
				continue
			}
			dir := t.TempDir()
			owned, diags, err := generators.Run(protocols, generators.Destination{Target: target, Dir: dir, GoImport: "example.com/x"})
			if err != nil || diags.HasErrors() {
				t.Fatal(err, diags)
			}
			r, err := output.Writer{Generator: "test"}.Write(t.Context(), dir, owned)
			if err != nil {
				t.Fatal(err)
			}
			if got := slices.Contains(r.Written, evaluators[target.Name]); got != test.evaluates {
				t.Errorf("%s: %s is written: %t, want %t", test.name, evaluators[target.Name], got, test.evaluates)
			}
		}
	}
}

func protocolsOf(t *testing.T, pattern string) []*ir.Protocol {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatal(pattern, err)
	}
	var protocols []*ir.Protocol
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		p, diags := compile.Source(strings.TrimPrefix(name, "../"), data)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		protocols = append(protocols, p)
	}
	return protocols
}
