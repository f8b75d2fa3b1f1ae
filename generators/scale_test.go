package generators_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
)

// TestScaleOfUnions compares the work for a union with the work for ten times the branches. It counts allocations, which do not depend on
// the machine.
func TestScaleOfUnions(t *testing.T) {
	for _, target := range generators.Targets {
		work := func(branches int) float64 {
			var spec strings.Builder
			spec.WriteString("envgen: 1\nprotocol: many\nversion: \"1\"\nroot: U\ntypes:\n")
			for i := range branches {
				fmt.Fprintf(&spec, "  T%d: {type: object, required: [k], properties: {k: {type: string, const: t%d}, v: {type: integer}}}\n", i, i)
			}
			spec.WriteString("  U: {discriminator: {propertyName: k}, oneOf: [T0")
			for i := 1; i < branches; i++ {
				fmt.Fprintf(&spec, ", T%d", i)
			}
			spec.WriteString("]}\n")
			p, diags := compile.Source("many.yaml", []byte(spec.String()))
			if p == nil {
				t.Fatal(diags)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, diags, err := generators.Run([]*ir.Protocol{p}, generators.Destination{Target: target, GoImport: "example.com/gen"})
			runtime.ReadMemStats(&after)
			if err != nil || diags.HasErrors() {
				t.Fatal(err, diags)
			}
			return float64(after.Mallocs - before.Mallocs)
		}
		if small, large := work(100), work(1000); large > 12*small {
			t.Errorf("%s: ten times the branches cost %.1f times as much", target.Name, large/small)
		}
	}
}
