package python

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
)

func TestDump2(t *testing.T) {
	dir := os.Getenv("DUMP_DIR")
	if dir == "" {
		t.Skip()
	}
	w := ruleWriter{rand.New(rand.NewPCG(5, 7))}
	spec := anyItem
	for i := range 150 {
		spec += fmt.Sprintf("  - {id: r%d, for: [Item], message: m, check: %q}\n", i, w.condition(i%4))
	}
	os.WriteFile("/tmp/rpy/random.yaml", []byte(spec), 0o644)
}
