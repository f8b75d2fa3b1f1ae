package rules

import (
	"regexp"
	"testing"

	"github.com/envgen/envgen/internal/compile/pattern"
)

// TestPatterns compares patterns, written for ECMA-262 and translated, with the matches of RE2.
func TestPatterns(t *testing.T) {
	texts := []string{"", "a", "A", "ab", "ba", "a\nb", "\n", "é", "😀", "k", "K", "\u212a", "a.b", "1", "٣", "a-b", " ", "\t", "\u00a0", "word here", "aaa", "[x]", "\r", "\u2028", "_", "ß", "ſ", "s"}
	for _, p := range []string{`a`, `^a$`, `.`, `^.$`, `(?s)^.$`, `\s`, `^\w+$`, `\d`, `\D`, `\bb`, `\Ba`, `[[:alpha:]]`, `(?i)k`, `(?i)^s$`, `(?i:A)b`, `a|b`, `(a|b)+$`, `a{2,3}`, `^a{2}$`,
		`a{2,}`, `\x41`, `\pL`, `\p{Greek}`, `[^a]`, `\Qa.b\E`, `(?P<name>a)b`, `a.b`, `^`, `$`, `()`, `a??`, `[\]x]`, `\z`, `\A`, `^(?:a|)$`, `\[x\]`, `[a-]-[b]`} {
		re, err := regexp.Compile(p)
		if err != nil {
			t.Fatal(err)
		}
		source, err := ecma(p)
		if err != nil {
			t.Errorf("%s: %v", p, err)
			continue
		}
		translated, refused := pattern.Translate(source)
		if refused != nil {
			t.Errorf("%s, as %s: %v", p, source, refused)
			continue
		}
		for _, text := range texts {
			if got, want := translated.Match(text), re.MatchString(text); got != want {
				t.Errorf("%s, as %s, on %q: %v", p, source, text, got)
			}
		}
	}
	for _, p := range []string{`(?m)^a`, `a(`, `\C`, `(?=a)`} {
		if source, err := ecma(p); err == nil {
			t.Errorf("%s is accepted, as %s", p, source)
		}
	}
}
