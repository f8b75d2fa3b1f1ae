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
	expectErrors(t, "refused.ts", string(source), tsc("testdata/refused", "-p", "."))
}

// expectErrors compares the output of the compiler with the errors that comments at the ends of lines name.
func expectErrors(t *testing.T, file, source, out string) {
	t.Helper()
	var want []string
	marker := regexp.MustCompile(`// (TS\d+)$`)
	for i, line := range strings.Split(source, "\n") {
		if m := marker.FindStringSubmatch(line); m != nil {
			want = append(want, fmt.Sprintf("%d %s", i+1, m[1]))
		}
	}
	var got []string
	for _, m := range regexp.MustCompile(`(?m)^`+regexp.QuoteMeta(file)+`\((\d+),\d+\): error (TS\d+)`).FindAllStringSubmatch(out, -1) {
		got = append(got, m[1]+" "+m[2])
	}
	if len(want) == 0 || !slices.Equal(got, want) || strings.Count(out, ": error ") != len(want) {
		t.Errorf("got errors %q, want %q; the compiler said:\n%s", got, want, out)
	}
}
