package plan_test

import (
	"testing"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// TestNotesOfStability: a comment names the unstable parts only, because every other part is stable.
func TestNotesOfStability(t *testing.T) {
	shown := func(text string) string { return text }
	for word, want := range map[string]string{"": "", ir.Stable: "", ir.Unstable: "Unstable: a later version may change it without notice."} {
		if got := plan.Notes(ir.Doc{Stability: word}, shown); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}
