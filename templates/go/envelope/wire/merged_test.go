package wire

import (
	"fmt"
	"testing"
)

// TestMerged merges issues of a message with those of its place. Each list keeps its order, and the most severe ones remain.
func TestMerged(t *testing.T) {
	of := func(list ...string) (issues []Issue) {
		for _, text := range list {
			issues = append(issues, Issue{Path: text[1:], Rule: "r", Level: map[byte]Level{'!': Must, '?': Should}[text[0]]})
		}
		return issues
	}
	for name, c := range map[string]struct {
		own, more, want []Issue
		limit           int
	}{
		"names of digits":       {of("!/a/'", "!/a/10", "!/a/9", "!/a/b"), of("?", "?/a", "?/a/b/c"), of("?", "?/a", "!/a/'", "!/a/10", "!/a/9", "!/a/b", "?/a/b/c"), 9},
		"indexes":               {of("!/a/2", "!/a/10"), of("?/a/3"), of("!/a/2", "?/a/3", "!/a/10"), 9},
		"escapes":               {of("!/a~1b"), of("?/a", "?/a.", "?/a~0b"), of("?/a", "?/a.", "!/a~1b", "?/a~0b"), 9},
		"the same place, twice": {of("!/a", "?/b"), of("!/a", "?/b"), of("!/a", "?/b"), 9},
		"the most severe ones":  {of("?/a", "!/c", "?/d"), of("?/b", "!/e"), of("?/a", "!/c", "!/e"), 3},
		"two of three":          {of("!/a", "!/c"), of("?/b", "!/d"), of("!/a", "!/c"), 2},
		"nothing more":          {of("?/b", "!/a"), nil, of("?/b", "!/a"), 1},
	} {
		if got := merged(c.own, c.more, c.limit); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
