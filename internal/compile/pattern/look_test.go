package pattern

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// lookPieces are the parts of random patterns with look-aheads.
var lookPieces = strings.Fields(`a b c - 1 😀 . ^ $ \b \B \d \w [ab] [^a] (?=a) (?!a) (?=.*b) (?!.*b) (?=a$) (?!ab|c) (?=\b) (?![^]) (?=(?!a)b) (?!(?=.*1)a) (?=[^]{2}) (?!^) ( (?: (?= (?! ) ) ) | * + ? {2}`)

// TestLookAheads compares random patterns with look-aheads with Node.js, which reads them as they are written.
func TestLookAheads(t *testing.T) {
	const enough = 1_500
	random := rand.New(rand.NewPCG(5, 6))
	var questions []question
	var wants []answer
	for n := 0; len(wants) < enough; n++ {
		if n > 40*enough {
			t.Fatalf("only %d patterns are accepted", len(wants))
		}
		var b strings.Builder
		for range 2 + random.IntN(7) {
			b.WriteString(lookPieces[random.IntN(len(lookPieces))])
		}
		source := b.String() + strings.Repeat(")", max(0, strings.Count(b.String(), "(")-strings.Count(b.String(), ")")))
		if !strings.Contains(source, "(?=") && !strings.Contains(source, "(?!") {
			continue
		}
		re, refused := Translate(source)
		if refused != nil {
			continue
		}
		if strings.Contains(source, `\B`) && strings.Contains(source, "😀") {
			continue // V8 looks between the halves of a pair
		}
		var want answer
		inputs := randomInputs(random, 40)
		for i, s := range inputs {
			inputs[i] = strings.ReplaceAll(s, "😀", "c")
			want = append(want, re.Match(inputs[i]))
		}
		questions, wants = append(questions, question{source, inputs}), append(wants, want)
	}
	for i, got := range javaScriptEngine(t, questions) {
		if fmt.Sprint(got) != fmt.Sprint(wants[i]) {
			t.Errorf("%q on %q: Node.js says %v, the automaton %v", questions[i].Pattern, questions[i].Inputs, got, wants[i])
		}
	}
}

// TestLookAheadsOfSchemas matches patterns as schemas have them.
func TestLookAheadsOfSchemas(t *testing.T) {
	for source, inputs := range map[string][2][]string{
		`^(?!x-)`:                         {{"", "y-", "x", "xx-"}, {"x-", "x-a"}},
		`^(?=.*\d)(?=.*[a-z]).{8,}$`:      {{"abcdefg1", "1aaaaaaaaaaaa"}, {"abcdefgh", "12345678", "a1"}},
		`^(?!.*(?:admin|root)).+$`:        {{"user", "adm", "roo"}, {"", "admin", "the root", "xadminx"}},
		`foo(?!bar)`:                      {{"foo", "foobaz", "foobarfoo"}, {"foobar", "fo"}},
		`^(?!(?:con|nul|aux)$)[a-z]+$`:    {{"conx", "a", "nu"}, {"con", "nul", "aux", ""}},
		`\b(?=[A-Z])\w+\b(?! \.)`:         {{"Aa", "b Aa"}, {"a", ""}},
		`^(?=[^@]*@)(?!@)[a-z@]{2,5}$`:    {{"a@", "ab@cd"}, {"@a", "ab", "abcd@e"}},
		`^(?:(?!--)[a-z-])+$`:             {{"a-b", "-a"}, {"a--b", ""}},
		`^(?![\s\S]*\n)[\s\S]{0,3}$`:      {{"", "abc"}, {"a\nb", "abcd"}},
		`^(?=(?:[^"]*"[^"]*")*[^"]*$).*$`: {{`a "b" c`, ""}, {`a "b`}},
	} {
		re, refused := Translate(source)
		if refused != nil {
			t.Errorf("%q: %v", source, refused.Message)
			continue
		}
		for i, list := range inputs {
			for _, s := range list {
				if re.Match(s) != (i == 0) {
					t.Errorf("%q on %q: %v", source, s, i != 0)
				}
			}
		}
	}
}

// TestLargeLookAheads translates patterns whose automata are large. Each is refused, or accepted, after a bounded amount of work.
func TestLargeLookAheads(t *testing.T) {
	letters := ""
	for c := 'a'; c <= 'z'; c++ {
		letters += "(?=.*" + string(c) + ")"
	}
	for source, refusal := range map[string]string{
		"^" + letters: "states",
		strings.Repeat("(?=", 60) + "a" + strings.Repeat(")", 60):        "",
		"^(?:" + strings.Repeat("(?!a.{0,9}b)", 300) + "[^])*$":          "states",
		"(?=(?:a|b)*a.{15}c)d?":                                          "states",
		"^(?:(?=(?:[^]{7})*b$)(?=(?:[^]{11})*$)(?!(?:[^]{13})*c$)[^])*$": "states",
	} {
		_, refused := Translate(source)
		switch {
		case refused == nil && refusal != "":
			t.Errorf("%.40q is accepted", source)
		case refused != nil && (refusal == "" || !strings.Contains(refused.Message, refusal)):
			t.Errorf("%.40q: %s", source, refused.Message)
		}
	}
}
