package pattern

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

// pieces are the parts of random patterns. Most combinations are valid patterns.
var pieces = strings.Fields(`a b c - _ 1 é 😀 . ^ $ \b \B \d \D \w \W \s \S ( ( (?: (?: ) ) ) ) | | | * * + + ? ? *? +?
	{2} {0} {1,3} {2,} {0,1} {0,9} [ab] [^a] [a-c-] [\w-] [^\s\d] [] [^] [&&a] [--a] [b^] [-1]
	(?<n> (?=a) \1 \k<n> (?i:a) ] } { [b-a] [a-\d] \- \/ \. \x61 \u0062 \u{63} \cJ \0 \ud83d\ude00 \ud83d`)

var characters = []rune("aabbc-_1é😀 \n\u2028A.\t&^/")

// randomPatterns returns the same patterns every time.
func randomPatterns(n int) []string {
	random := rand.New(rand.NewPCG(1, 2))
	patterns := make([]string, n)
	for i := range patterns {
		var b strings.Builder
		for range 1 + random.IntN(9) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		open := strings.Count(b.String(), "(") - strings.Count(b.String(), ")")
		patterns[i] = b.String() + strings.Repeat(")", max(0, open))
	}
	return patterns
}

func randomInputs(random *rand.Rand, n int) []string {
	inputs := []string{"", "a", "ab", "aab-"}
	for len(inputs) < n {
		text := make([]rune, random.IntN(8))
		for i := range text {
			text[i] = characters[random.IntN(len(characters))]
		}
		inputs = append(inputs, string(text))
	}
	return inputs
}

// On random patterns the engines agree about every verdict, and Node.js reads the patterns as they were written and
// agrees about those too, and about which are none.
func TestRandomPatterns(t *testing.T) {
	const enough = 2_000 // of 10,000 patterns
	random := rand.New(rand.NewPCG(3, 4))
	var sources, scripts, pythons []question
	var wants []answer
	var mistakes []question
	for _, source := range randomPatterns(10_000) {
		re, refused := Translate(source)
		if refused != nil {
			if !strings.Contains(source, "(?i:") {
				mistakes = append(mistakes, question{fmt.Sprint(refused.Kind), []string{source}})
			}
			continue
		}
		checkForm(t, re)
		if re.RE2 == "" {
			continue // TestLookAheads has more of them
		}
		inputs := randomInputs(random, 24)
		var want answer
		for _, s := range inputs {
			want = append(want, local(t, re, s))
		}
		if p := newProgram(treeOf(source), newAlphabet(treeOf(source))); newEffort(p).splitsPairs() {
			if re.Engine != ir.NoString {
				t.Errorf("%q goes to an engine, where it splits pairs of surrogates", source)
			}
			continue
		}
		wants = append(wants, want)
		sources = append(sources, question{source, inputs})
		scripts = append(scripts, question{re.JS, inputs})
		pythons = append(pythons, question{re.Python, inputs})
	}
	if len(wants) < enough {
		t.Fatalf("only %d patterns are accepted", len(wants))
	}
	compare := func(ask func(*testing.T, []question) []answer, questions []question) func(*testing.T) {
		return func(t *testing.T) {
			for i, got := range ask(t, questions) {
				if fmt.Sprint(got) != fmt.Sprint(wants[i]) {
					t.Errorf("%q as %q on %q: got %v, want %v", sources[i].Pattern, questions[i].Pattern, questions[i].Inputs, got, wants[i])
				}
			}
		}
	}
	t.Run("JavaScript", compare(javaScriptEngine, scripts))
	t.Run("JavaScript as written", compare(javaScriptEngine, sources))
	t.Run("Python", compare(pythonEngine, pythons))
	t.Run("mistakes", func(t *testing.T) { compareMistakes(t, mistakes) })
}

// compareMistakes compiles refused patterns in Node.js. Each comes as the input of a question, whose
// pattern is the kind of the refusal.
func compareMistakes(t *testing.T, refused []question) {
	var questions []question
	for _, r := range refused {
		questions = append(questions, question{r.Inputs[0], []string{}})
	}
	for i, a := range javaScriptEngine(t, questions) {
		if mistake := a == nil; mistake != (refused[i].Pattern == Syntax.String()) {
			t.Errorf("%q: %s here, mistake in Node.js: %v", questions[i].Pattern, refused[i].Pattern, mistake)
		}
	}
}
