package typescript

import (
	"os"
	"testing"

	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/output"
)

// TestCertain compiles values of types that a schema decides, and mistakes: the types contain all valid values, and no value that they can exclude.
func TestCertain(t *testing.T) {
	tsc := compiler(t)
	spec, err := os.ReadFile(root + "/conformance/odd/tuples.yaml")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("testdata/certain.ts")
	if err != nil {
		t.Fatal(err)
	}
	p, diags := compile.Source("tuples.yaml", spec)
	if p == nil {
		t.Fatal(diags)
	}
	dir := t.TempDir()
	writePackage(t, dir, generated(t, p), output.File{Path: "certain.ts", Data: source})
	expectErrors(t, "certain.ts", string(source), tsc(dir, "-p", "."))
}
