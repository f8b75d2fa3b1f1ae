package pattern

import (
	"reflect"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

// FuzzTranslate looks for patterns that crash the translator, that it translates into something that the back ends
// do not expect, or about which RE2, automaton and walk disagree.
func FuzzTranslate(f *testing.F) {
	for _, v := range verdicts {
		f.Add(v.pattern, strings.Join(append(v.yes, v.no...), ""))
	}
	for _, r := range refusals {
		if len(r.pattern) < 1_000 {
			f.Add(r.pattern, "")
		}
	}
	f.Fuzz(func(t *testing.T, source, text string) {
		re, refused := Translate(source)
		if (re == nil) == (refused == nil) {
			t.Fatalf("%q: %v and %v", source, re, refused)
		}
		if refused != nil {
			if refused.Offset < 0 || refused.Offset > len([]rune(source)) || refused.Message == "" {
				t.Fatalf("%q: bad refusal %v", source, refused)
			}
			return
		}
		checkForm(t, re)
		checkTwice(t, re)
		for _, s := range []string{text, "", source} {
			local(t, re, strings.ToValidUTF8(s, ""))
		}
	})
}

// checkTwice checks that a second translation equals the first one.
func checkTwice(t *testing.T, re *ir.Regexp) {
	t.Helper()
	if !reflect.DeepEqual(re, translate(t, re.Source)) {
		t.Fatalf("%q is translated in two ways", re.Source)
	}
}
