package typescript

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestRefused compiles mistakes that users make: the compiler must name each, and nothing else.
func TestRefused(t *testing.T) {
	tsc := compiler(t)
	source, err := os.ReadFile("testdata/refused/refused.ts")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	marker := regexp.MustCompile(`// (TS\d+)$`)
	for i, line := range strings.Split(string(source), "\n") {
		if m := marker.FindStringSubmatch(line); m != nil {
			want = append(want, fmt.Sprintf("%d %s", i+1, m[1]))
		}
	}
	var got []string
	out := tsc("testdata/refused", "-p", ".")
	for _, m := range regexp.MustCompile(`(?m)^refused\.ts\((\d+),\d+\): error (TS\d+)`).FindAllStringSubmatch(out, -1) {
		got = append(got, m[1]+" "+m[2])
	}
	if len(want) == 0 || !slices.Equal(got, want) || strings.Count(out, ": error ") != len(want) {
		t.Errorf("got errors %q, want %q; the compiler said:\n%s", got, want, out)
	}
}
