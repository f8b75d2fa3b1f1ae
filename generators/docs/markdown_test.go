package docs

import "testing"

// A code span stays on its line and inside of its fence, whatever it holds.
func TestCode(t *testing.T) {
	for text, want := range map[string]string{
		"a":                      "`a`",
		"":                       `""`,
		"a\nb\r\tc":              "`a\ufffdb\ufffd\ufffdc`",
		"a\u0085b\u2028c\u2029d": "`a\ufffdb\ufffdc\ufffdd`",
		"\x1b[31m\u009b\x00":     "`\ufffd[31m\ufffd\ufffd`",
		"a`b":                    "`` a`b ``",
		" a":                     "`  a `",
		`a\|b`:                   `<code>a&#92;&#124;b</code>`,
	} {
		if got := code(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
