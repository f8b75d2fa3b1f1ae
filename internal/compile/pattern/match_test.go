package pattern

import (
	"fmt"
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

// verdicts are patterns with inputs that they match and inputs that they do not.
var verdicts = []struct {
	pattern string
	yes, no []string
}{
	{``, []string{"", "a", "\n"}, nil},
	{`a`, []string{"a", "xay"}, []string{"", "b"}},
	{`^a`, []string{"ab"}, []string{"ba", "\na"}},
	{`a$`, []string{"ba"}, []string{"ab", "a\n"}},
	{`^$`, []string{""}, []string{"\n", "a"}},
	{`^[a-z]+$`, []string{"abc"}, []string{"", "abc\n", "aBc"}},
	{`a^`, nil, []string{"", "a", "aa", "a\na"}},
	{`$a`, nil, []string{"", "a", "\na"}},
	{`^^a$$`, []string{"a"}, []string{"", "aa"}},
	{`^a|b$`, []string{"ax", "xb"}, []string{"xa", "bx"}},
	{`^(a|b|)$`, []string{"a", "b", ""}, []string{"ab", "c"}},
	{`^(?:|a)+$`, []string{"", "aa"}, []string{"b"}},
	{`^.$`, []string{"a", "é", "😀", "\x00", "\u0085", "\t"}, []string{"", "\n", "\r", "\u2028", "\u2029", "ab"}},
	{`^\s$`, []string{" ", "\t", "\v", "\u00a0", "\ufeff", "\u3000", "\u2028", "\u1680"}, []string{"", "\x1c", "\u0085", "\u180e", "\u200b"}},
	{`^\S$`, []string{"a", "\x1c", "\u0085", "\u180e", "😀"}, []string{"\ufeff", " ", "\u2029"}},
	{`^[^\s]$`, []string{"a", "\x1c"}, []string{"\ufeff", " "}},
	{`^[\S-]$`, []string{"a", "-"}, []string{"\ufeff"}},
	{`^\d+$`, []string{"09"}, []string{"٣", "a", "०"}},
	{`^\D$`, []string{"٣", "a", "\n"}, []string{"7"}},
	{`^\w+$`, []string{"aZ_9"}, []string{"é", "-", "ſ", "\u212a"}},
	{`^\W$`, []string{"é", "-", "\n"}, []string{"a", "_"}},
	{`^[\w.-]+$`, []string{"a.b-c_9"}, []string{"", "é", "a b"}},
	{`^[\d\D]$`, []string{"1", "\n", "😀"}, []string{"", "12"}},
	{`^[^\d\D]$`, nil, []string{"1", "a", ""}},
	{`\bcaf\b`, []string{"un caf.", "caf", "café"}, []string{"cafe", "_caf"}},
	{`\bcafé\b`, []string{"caféa"}, []string{"un café."}},
	{`\B`, []string{"", "ab", "é"}, []string{"a"}},
	{`^\B$`, []string{""}, []string{"a", "-"}},
	{`^a\Bb\b$`, []string{"ab"}, []string{"a-b"}},
	{`a\b.`, []string{"a-"}, []string{"ab", "a"}},
	{`(?:\b)+x`, []string{"x", "-x"}, []string{"ax"}},
	{`a(?:\b)?b`, []string{"ab"}, []string{"a b"}},
	{`^(?:^a|b)*$`, []string{"", "abb", "b"}, []string{"ba", "aa"}},
	{`^(?:a$|b)*$`, []string{"bba", "a"}, []string{"ab"}},
	{`\x41\u0042\u{43}\cJ\0`, []string{"ABC\n\x00"}, []string{"ABC"}},
	{`^\u{1F600}$`, []string{"😀"}, []string{"😁"}},
	{`^\ud83d\ude00$`, []string{"😀"}, []string{"😁"}},
	{`^[\ud83d\ude00-\ud83d\ude02]$`, []string{"😁"}, []string{"😃", "\ufffd"}},
	{`^😀{2}$`, []string{"😀😀"}, []string{"😀"}},
	{`^[^😀]$`, []string{"😁", "a"}, []string{"😀"}},
	{`^[\u0000-\u{10ffff}]$`, []string{"\x00", "\U0010ffff", "\uffff"}, []string{""}},
	{`^\t\n\v\f\r$`, []string{"\t\n\v\f\r"}, []string{"\t\n\v\f"}},
	{`^[\b]$`, []string{"\b"}, []string{"b"}},
	{`^\^\$\\\.\*\+\?\(\)\[\]\{\}\|\/$`, []string{`^$\.*+?()[]{}|/`}, []string{"^"}},
	{`^[\^\$\\\.\*\+\?\(\)\[\]\{\}\|\/]+$`, []string{`^$\.*+?()[]{}|/`}, []string{"a"}},
	{`^[.*+?(){}|/$]+$`, []string{`.*+?(){}|/$`}, []string{"a", "[", "^"}},
	{`^a/b$`, []string{"a/b"}, []string{"a\\/b"}},
	{`^[&&||~~]+$`, []string{"&|~"}, []string{"a"}},
	{`^[[:alpha:]+$`, []string{"[:alph"}, []string{"x", "]"}},
	{`^[!--]+$`, []string{"!,-"}, []string{"."}},
	{`^[a^]+$`, []string{"a^"}, []string{"b"}},
	{`^[-a]+$`, []string{"-a"}, []string{"b"}},
	{`^[a-]+$`, []string{"-a"}, []string{"b"}},
	{`^[a\-z]+$`, []string{"a-z"}, []string{"b"}},
	{`^[\w-]+$`, []string{"a-z"}, []string{" "}},
	{`^[\--0]+$`, []string{"-./0"}, []string{",", "1"}},
	{`^[--0]+$`, []string{"-./0"}, []string{",", "1"}},
	{`^[^-]$`, []string{"a"}, []string{"-"}},
	{`[]`, nil, []string{"", "a"}},
	{`a|[]`, []string{"a"}, []string{"", "b"}},
	{`^[]*$`, []string{""}, []string{"a"}},
	{`[^]`, []string{"a", "\n", "😀"}, []string{""}},
	{`^a{0}$`, []string{""}, []string{"a"}},
	{`^a{2}$`, []string{"aa"}, []string{"a", "aaa"}},
	{`^a{2,}$`, []string{"aa", "aaa"}, []string{"a"}},
	{`^a{1,2}$`, []string{"a", "aa"}, []string{"", "aaa"}},
	{`^(ab){2,3}$`, []string{"abab", "ababab"}, []string{"ab", "abababab"}},
	{`^(?:a{2}){3}$`, []string{"aaaaaa"}, []string{"aaaaa", "aaaaaaa"}},
	{`^a+?b*?c??$`, []string{"a", "aabbc"}, []string{"", "ba"}},
	{`^a{1,2}?$`, []string{"aa"}, []string{"aaa"}},
	{`^(?<year>\d{4})-(?<_m\u{6f}nth$>\d\d)$`, []string{"2024-05"}, []string{"2024-5"}},
	{`^((a)(b))$`, []string{"ab"}, []string{"a"}},
	{`(a+)+b`, []string{"aab"}, []string{"aa"}},
	{`^(?:a*)*$`, []string{"", "aa"}, []string{"b"}},
	{`^(?:a*b*)*$`, []string{"", "abba"}, []string{"c"}},
	{`^(?:[a-z]+-?)+$`, []string{"ab-c-", "a"}, []string{"", "-a", "a--b"}},
	{`^(?:a?b?)*c$`, []string{"c", "babac"}, []string{"d"}},
	{`^(?:(?:a|b?)+c?)*$`, []string{"", "abcca"}, []string{"d"}},
	{`^(?:(?:ab){2,})?$`, []string{"", "abab"}, []string{"ab"}},
	{`^(?:(?:ab)+)?$`, []string{"", "abab"}, []string{"aba"}},
	{`^\p{L}+$`, []string{"Ωé", "a"}, []string{"", "1", "a1"}},
	{`^\p{Letter}\P{Letter}$`, []string{"é1"}, []string{"éé"}},
	{`^\p{Uppercase_Letter}\p{Ll}\p{gc=Nd}\p{General_Category=digit}\p{punct}$`, []string{"Éé٣1!"}, []string{"éÉ11!"}},
	{`^[\p{Lu}\d]+$`, []string{"É1"}, []string{"é"}},
	{`^[^\p{L}]$`, []string{"1"}, []string{"é"}},
	{`^[\P{L}x]$`, []string{"1", "x"}, []string{"é"}},
	{`^\p{Script=Greek}+$`, []string{"αβγ"}, []string{"a"}},
	{`^\p{sc=Latin}+$`, []string{"abcé"}, []string{"α"}},
	{`^\p{ASCII}\p{Any}\P{ASCII}$`, []string{"aéé"}, []string{"aaa"}},
	{`^\p{AHex}\p{White_Space}\p{space}$`, []string{"F\u0085 "}, []string{"G  "}},
	{`^\p{Assigned}\P{Assigned}$`, []string{"a\u0378"}, []string{"aa"}},
	{`^[a-z0-9][a-z0-9._-]{0,127}$`, []string{"a", "0.b_c-d"}, []string{"", "-a", "a/b"}},
	{`^[a-z0-9][a-z0-9-]*/[a-z0-9][a-z0-9-]*$`, []string{"a/b", "a-b/c-d"}, []string{"a", "a/", "/b", "a/b/c"}},
	{`^(?:[01]\d|2[0-3]):[0-5]\d$`, []string{"23:59", "00:00"}, []string{"24:00", "9:00"}},
	{`^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|$)){4}`, []string{"127.0.0.1"}, []string{"256.1.1.1", "1.2.3"}},
	{`^(\d{1,3}\.){3}\d{1,3}$`, []string{"127.0.0.1"}, []string{"1.2.3"}},
	{`^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$`, []string{"00000000-0000-0000-0000-000000000000"}, []string{"0"}},
	{`^(?:[0-9a-f]{8} ?){4,8}$`, []string{"0123456789abcdef0123456789abcdef"}, []string{"01234567"}},
	{`^a+ba*$`, []string{"aab", "abaa"}, []string{"aa", "b"}},
	{`^a*a$`, []string{"a", "aaa"}, []string{"", "b"}},
	{`^a?b?a$`, []string{"a", "ba", "aba", "aa"}, []string{"", "b"}},
	{`^a{2,4}b?`, []string{"aa", "aaaaa"}, []string{"a", "ba"}},
	{"^`\\$\\{x\\}\"'</script>#$", []string{"`${x}\"'</script>#"}, []string{"x"}},
}

func TestVerdicts(t *testing.T) {
	for _, v := range verdicts {
		re := translate(t, v.pattern)
		for _, s := range v.yes {
			if !local(t, re, s) {
				t.Errorf("%q does not match %q", v.pattern, s)
			}
		}
		for _, s := range v.no {
			if local(t, re, s) {
				t.Errorf("%q matches %q", v.pattern, s)
			}
		}
	}
}

func TestVerdictsInJavaScript(t *testing.T) {
	t.Run("translated", func(t *testing.T) { askVerdicts(t, javaScriptEngine, func(re *ir.Regexp) string { return re.JS }) })
	t.Run("as written", func(t *testing.T) { askVerdicts(t, javaScriptEngine, func(re *ir.Regexp) string { return re.Source }) })
}

func TestVerdictsInPython(t *testing.T) {
	askVerdicts(t, pythonEngine, func(re *ir.Regexp) string { return re.Python })
}

// askVerdicts compares the verdicts of an engine.
func askVerdicts(t *testing.T, ask func(*testing.T, []question) []answer, form func(*ir.Regexp) string) {
	var questions []question
	for _, v := range verdicts {
		questions = append(questions, question{form(translate(t, v.pattern)), append(append([]string{}, v.yes...), v.no...)})
	}
	for i, got := range ask(t, questions) {
		want := make(answer, len(questions[i].Inputs))
		for j := range verdicts[i].yes {
			want[j] = true
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q as %q on %q: got %v, want %v", verdicts[i].pattern, questions[i].Pattern, questions[i].Inputs, got, want)
		}
	}
}
