package wire

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"
)

// cutByCharacter is Cut, one character after the other.
func cutByCharacter(text string, head, tail int, mark string) string {
	if len(text) <= head+tail {
		return text
	}
	first, last := "", ""
	for _, c := range text {
		if len(first)+utf8.RuneLen(c) > head {
			break
		}
		first += string(c)
	}
	for rest := text; rest != ""; {
		c, size := utf8.DecodeLastRuneInString(rest)
		if len(last)+size > tail {
			break
		}
		last, rest = string(c)+last, rest[:len(rest)-size]
	}
	return first + mark + last
}

// Characters of one to four bytes are cut at each byte.
func TestCutText(t *testing.T) {
	type named string
	const text = "aä世😀😀世äa\u0301zé"
	for _, text := range []string{"", "a", "😀", text, strings.Repeat("世", 5)} {
		for head := range len(text) + 2 {
			for tail := range len(text) + 2 {
				want := cutByCharacter(text, head, tail, "…")
				if got := Cut(named(text), int64(head), int64(tail), "…"); string(got) != want || !utf8.ValidString(string(got)) {
					t.Errorf("%q, %d and %d: %q; want %q", text, head, tail, got, want)
				}
			}
		}
	}
	for _, c := range []struct {
		head, tail int64
		want       string
	}{
		{-1, -5, "|"}, {-1, 1, "|c"}, {1, math.MinInt64, "a|"}, {math.MaxInt64, math.MaxInt64, "abc"}, {1, math.MaxInt64, "abc"}, {math.MaxInt64, 0, "abc"}, {1, 2, "abc"}, {2, 0, "ab|"},
	} {
		if got := Cut("abc", c.head, c.tail, "|"); got != c.want {
			t.Errorf("%d and %d: %q; want %q", c.head, c.tail, got, c.want)
		}
	}
}

// A string in a Go program need not be UTF-8.
func TestCutOfBrokenText(t *testing.T) {
	broken := strings.Repeat("\x80", 5)
	if got := Cut(broken, 2, 2, "|"); got != "|" {
		t.Errorf("%q", got)
	}
}
