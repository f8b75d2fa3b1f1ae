package formats

import (
	"strconv"
	"strings"
	"testing"
)

// TestRemembered requires that answers are those of the matcher, also after the memory has been full.
func TestRemembered(t *testing.T) {
	calls := 0
	even := func(s string) bool { calls++; return len(s)%2 == 0 }
	for range 3 {
		for i := range mostAnswers + 10 {
			text := strings.Repeat("x", i%7) + strconv.Itoa(i)
			if remembered("even", text, even) != (len(text)%2 == 0) {
				t.Fatal(text)
			}
		}
	}
	calls = 0
	for _, text := range []string{"ab", "ab", "abc", "ab"} {
		remembered("even", text, even)
	}
	if calls != 2 {
		t.Errorf("%d calls for two texts", calls)
	}
	long := strings.Repeat("x", longestAsked+1)
	remembered("even", long, even)
	if remembered("even", long, even); calls != 4 {
		t.Errorf("%d calls: long texts are not kept", calls)
	}
	if remembered("odd", "ab", func(string) bool { return false }) {
		t.Error("an answer about another format")
	}
}
