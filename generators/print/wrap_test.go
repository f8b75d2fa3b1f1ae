package print

import (
	"strings"
	"testing"
)

func TestWrap(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"", ""},
		{"one two  three", "one two|three"},
		{"  one two three", "  one two|  three"},
		{"* one two three", "* one two|  three"},
		{"seventeen characters", "seventeen|characters"},
		{"日本語 日本 語", "日本語|日本 語"},
	} {
		if got := strings.Join(Wrap(test.line, 9), "|"); got != test.want {
			t.Errorf("%q breaks to %q", test.line, got)
		}
	}
}
