package python

import (
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

// TestPatternNames names patterns beside other constants of a module, as a type with the name Pattern has them.
func TestPatternNames(t *testing.T) {
	taken, lines := names{}, []string{}
	taken.use("_PATTERN_2")
	table := newPatternTable((&generator{}).newUses().support, taken, &lines)
	for _, c := range []struct{ pattern, want string }{{"a", "_PATTERN_1"}, {"b", "_PATTERN_3"}, {"a", "_PATTERN_1"}, {"c", "_PATTERN_4"}} {
		if got := table.name(&ir.Regexp{Python: c.pattern, Walk: &ir.Walk{}}); got != c.want {
			t.Errorf("%s has the name %s, not %s", c.pattern, got, c.want)
		}
	}
	if !taken["_PATTERN_3"] {
		t.Error("another constant may have the name of a pattern")
	}
}
