package typescript

import (
	"fmt"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/compile"
)

// TestManyNumberPlaces compiles a protocol with thousands of places of numbers, each with members of its own. The compiler computes the union of the
// elements of an array and refuses that many.
func TestManyNumberPlaces(t *testing.T) {
	const types = 1050
	tsc := compiler(t)
	var spec strings.Builder
	spec.WriteString("envgen: 1\nprotocol: many\nversion: \"1\"\nroot: T0\ntypes:\n")
	for i := range types {
		fmt.Fprintf(&spec, "  T%d: {type: object, properties: {n%d: {type: integer}, next: {$ref: '#/types/T%d'}}}\n", i, i, (i+1)%types)
	}
	p, diags := compile.Source("many.yaml", []byte(spec.String()))
	if p == nil {
		t.Fatal(diags)
	}
	dir := t.TempDir()
	writePackage(t, dir, generated(t, p))
	if out := tsc(dir, "-p", "."); out != "" {
		t.Error(out)
	}
}
