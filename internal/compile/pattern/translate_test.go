package pattern

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/envgen/envgen/internal/ir"
)

func TestTranslations(t *testing.T) {
	for _, c := range []struct{ source, re2, js, python string }{
		{`^[a-z0-9][a-z0-9._-]{0,127}$`, `^[a-z0-9][a-z0-9._-]{0,127}$`, `^[a-z0-9][a-z0-9._-]{0,127}$`, `\A[a-z0-9][a-z0-9._-]{0,127}\Z`},
		{``, `(?:)`, `(?:)`, `(?:)`},
		{`()`, `(?:)`, `(?:)`, `(?:)`},
		{`a/b`, `a/b`, `a\/b`, `a/b`},
		{`[/]`, `[/]`, `[\/]`, `[/]`},
		{`\x2f`, `/`, `\/`, `/`},
		{`^\d\D\w\W$`, `^\d\D\w\W$`, `^\d\D\w\W$`, `\A\d\D\w\W\Z`},
		{`.`, `[^\n\r\x{2028}-\x{2029}]`, `.`, `[^\n\r\u2028-\u2029]`},
		{`[^\d.]`, `[^\d.]`, `[^\d.]`, `[^\d.]`},
		{`[^\s]`, `[^\t-\r \xa0\x{1680}\x{2000}-\x{200a}\x{2028}-\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}]`, `[^\s]`, `[^\t-\r \xa0\u1680\u2000-\u200a\u2028-\u2029\u202f\u205f\u3000\ufeff]`},
		{`\b\B`, `\b\B`, `\b\B`, `\b(?!\b)`},
		{`[]`, `[^\x00-\x{10ffff}]`, `[]`, `[^\x00-\U0010ffff]`},
		{`[^]`, `[\x00-\x{10ffff}]`, `[^]`, `[\x00-\U0010ffff]`},
		{`é😀`, `\xe9\x{1f600}`, `\xe9\u{1f600}`, `\xe9\U0001f600`},
		{`\0\t\x7f\u0085`, `\x00\t\x7f\x85`, `\x00\t\x7f\x85`, `\x00\t\x7f\x85`},
		{`[&~|#-]`, `[&~|#-]`, `[&~|#-]`, `[\&\~\|#-]`},
		{`[-a^\]]`, `[\-a\^\]]`, `[\-a\^\]]`, `[\-a\^\]]`},
		{`(?<n>a|(b|c))d`, `(?:a|b|c)d`, `(?:a|b|c)d`, `(?:a|b|c)d`},
		{`(?:ab)?(?:c)*(?:d)+?e{2}f{2,}g{2,3}?`, `(?:ab)?c*d+e{2}f{2,}g{2,3}`, `(?:ab)?c*d+e{2}f{2,}g{2,3}`, `(?:ab)?c*d+e{2}f{2,}g{2,3}`},
		{`a{1}b{0}c{0,1}d{0,}e{1,}`, `ac?d*e+`, `ac?d*e+`, `ac?d*e+`},
		// Loops within loops.
		{`(a+)+(b*)+(c?)*(d+)?((?:e{1,3})?)?`, `a+b*c*d*e{0,3}`, `a+b*c*d*e{0,3}`, `a+b*c*d*e{0,3}`},
		{`(?:a+b?)+`, `(?:ab?)+`, `(?:ab?)+`, `(?:ab?)+`},
		{`(?:a?b*)+`, `(?:a|b)*`, `(?:a|b)*`, `(?:a|b)*`},
		{`(?:a?b+)*`, `(?:a?b)*`, `(?:a?b)*`, `(?:a?b)*`},
		{`(?:a?bc*)+`, `(?:a?bc*)+`, `(?:a?bc*)+`, `(?:a?bc*)+`},
		{`(?:(?:|)(?:a{2}|b)?)*`, `(?:a{2}|b)*`, `(?:a{2}|b)*`, `(?:a{2}|b)*`},
		// Nothing but places to repeat.
		{`(?:^)*a(?:\b)+(?:$)?`, `a\b`, `a\b`, `a\b`},
	} {
		re := translate(t, c.source)
		got := fmt.Sprintf("RE2 %s JS %s Python %s", re.RE2, re.JS, re.Python)
		want := fmt.Sprintf("RE2 %s JS %s Python %s", c.re2, c.js, c.python)
		if got != want {
			t.Errorf("%q\ngot  %s\nwant %s", c.source, got, want)
		}
		if re.Source != c.source {
			t.Errorf("%q has the source %q", c.source, re.Source)
		}
	}
}

func TestTranslationsAreASCII(t *testing.T) {
	for _, v := range verdicts {
		re := translate(t, v.pattern)
		for _, form := range []string{re.RE2, re.JS, re.Python} {
			if strings.ContainsFunc(form, func(r rune) bool { return r < ' ' || r > '~' }) {
				t.Errorf("%q becomes %q", v.pattern, form)
			}
		}
	}
}

func TestWalks(t *testing.T) {
	for source, want := range map[string]string{
		`^`:                       `[]`,
		`^$`:                      `[] whole`,
		`^ab`:                     `[a{1,1} b{1,1}]`,
		`^a+`:                     `[a{1,1}]`,
		`^a{2,5}b?c*`:             `[a{2,2}]`,
		`^(?:ab)c$`:               `[a{1,1} b{1,1} c{1,1}] whole`,
		`^[a-z0-9][a-z._-]{0,9}$`: `[0-9a-z{1,1} --._a-z{0,9}] whole`,
		`^a*b+c?$`:                `[a{0,-1} b{1,-1} c{0,1}] whole`,
		`^v?\d+(?:\.\d+)?$`:       `none`,
		`^a*a$`:                   `none`,
		`^a?b?a$`:                 `none`,
		`^a{2}a+$`:                `[a{2,2} a{1,-1}] whole`,
		`^a?b?c`:                  `[a{0,1} b{0,1} c{1,1}]`,
		`^a?ba`:                   `[a{0,1} b{1,1} a{1,1}]`,
		`a`:                       `none`,
		`a$`:                      `none`,
		`^a|b$`:                   `none`,
		`^a\b$`:                   `none`,
		`^[]$`:                    `none`,
		``:                        `none`,
	} {
		if got := describeWalk(translate(t, source).Walk); got != want {
			t.Errorf("%q: got %s, want %s", source, got, want)
		}
	}
}

func describeWalk(w *ir.Walk) string {
	if w == nil {
		return "none"
	}
	var steps []string
	for _, s := range w.Steps {
		var b strings.Builder
		for _, r := range s.Ranges {
			b.WriteRune(r.Lo)
			if r.Hi > r.Lo {
				fmt.Fprintf(&b, "-%c", r.Hi)
			}
		}
		steps = append(steps, fmt.Sprintf("%s{%d,%d}", b.String(), s.Min, s.Max))
	}
	if w.Whole {
		return fmt.Sprint(steps) + " whole"
	}
	return fmt.Sprint(steps)
}

// A walk replaces an automaton that would be too large.
func TestWalkWithoutAutomaton(t *testing.T) {
	re := translate(t, `^\p{L}{1,1000}$`)
	if re.Walk == nil || len(re.DFA.States) != 0 {
		t.Errorf("walk %v, %d states", re.Walk, len(re.DFA.States))
	}
	if !local(t, re, strings.Repeat("é", 1000)) || local(t, re, strings.Repeat("é", 1001)) {
		t.Error("the walk miscounts")
	}
}

// A table is there where a backtracking engine could need too much.
func TestTables(t *testing.T) {
	for source, want := range map[string]string{
		`^[a-c]{1,9}$`:    "none",
		`^a$`:             "none",
		`^a+b$`:           "[0 97 98 99] [0 1 2 0] [{false false [-1 1 -1]} {false false [-1 1 2]} {false true [-1 -1 -1]}]",
		`é`:               "none",
		`é+b`:             "[0 98 99 233 234] [0 1 0 2 0] [{false false [0 0 1]} {false false [0 2 1]} {true true [-1 -1 -1]}]",
		`^\p{L}{1000}x*$`: "1002 rows",
	} {
		table := translate(t, source).Table()
		got := "none"
		switch {
		case table != nil && len(table.Rows) > 9:
			got = fmt.Sprint(len(table.Rows), " rows")
		case table != nil:
			got = fmt.Sprint(table.Starts, table.Classes, table.Rows)
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", source, got, want)
		}
	}
}

// JavaScript's engines count turns of single code units. (V8 takes 200 million of them, and throws for 20 million of others.)
func TestCounted(t *testing.T) {
	for source, want := range map[string]bool{
		`^[a-z]+$`:                   true,
		`^[^a-z]*x$`:                 false,
		`^a*[\u00e0-\u0fff]?\d+$`:    true,
		`^[a-z]*(?:\.\d+)?$`:         true,
		`^(?:[a-z]*-){0,3}$`:         true,
		`^[^/]*$`:                    false,
		`^\p{L}*$`:                   false,
		`^[\ue000-\uffff]*$`:         false,
		`^[a-z]{2,}$`:                false,
		`^(?:ab)*$`:                  false,
		`^[a-z]+(?:\.[a-z]+)*$`:      false,
		`^[a-z]$`:                    false,
		`a+b`:                        false,
		`^(?:[a-z]+|[0-9]+|[a-z]+)$`: true,
	} {
		if got := translate(t, source).Counted; got != want {
			t.Errorf("%q: got %v, want %v", source, got, want)
		}
	}
}

func TestAutomata(t *testing.T) {
	for source, want := range map[string]string{
		``:                  `0!!`,
		`^$`:                `0!`,
		`[]`:                `0`,
		`a^`:                `0`,
		`^a$`:               `0 a-a>1 1!`,
		`^a`:                `0 a-a>1 1!!`,
		`^[a-c]|[b-z]$`:     "0 U+0000-`>1 a-c>2 d-z>3 {-U+10FFFF>1 1 U+0000-a>1 b-z>3 {-U+10FFFF>1 2!! 3! U+0000-a>1 b-z>3 {-U+10FFFF>1",
		`^(?:ab|ac|db|dc)$`: `0 a-a>1 d-d>1 1 b-c>2 2!`,
		`^a*$`:              `0! a-a>0`,
		`^(?:a|aa){3}$`:     `0 a-a>1 1 a-a>2 2 a-a>3 3! a-a>4 4! a-a>5 5! a-a>6 6!`,
		`^\b[^]$`:           `0 0-9>1 A-Z>1 _-_>1 a-z>1 1!`,
	} {
		if got := describeDFA(translate(t, source).DFA); got != want {
			t.Errorf("%q\ngot  %s\nwant %s", source, got, want)
		}
	}
}

func describeDFA(d ir.DFA) string {
	show := func(r rune) string {
		if r > ' ' && r <= '~' {
			return string(r)
		}
		return fmt.Sprintf("%U", r)
	}
	var parts []string
	for i, s := range d.States {
		marks := ""
		if s.Accept {
			marks += "!"
		}
		if s.Final {
			marks += "!"
		}
		parts = append(parts, fmt.Sprint(i, marks))
		for _, e := range s.Edges {
			parts = append(parts, fmt.Sprintf("%s-%s>%d", show(e.Lo), show(e.Hi), e.To))
		}
	}
	return strings.ReplaceAll(strings.Join(parts, " "), " !", "!")
}

// checkForm checks the properties that back ends rely on.
func checkForm(t *testing.T, re *ir.Regexp) {
	t.Helper()
	reached := map[int]bool{0: true}
	for i, s := range re.DFA.States {
		if s.Final && (!s.Accept || len(s.Edges) > 0) {
			t.Fatalf("%q: state %d is final with edges or without accepting", re.Source, i)
		}
		if !s.Accept && len(s.Edges) == 0 && i > 0 {
			t.Fatalf("%q: state %d leads nowhere", re.Source, i)
		}
		next := rune(0)
		for j, e := range s.Edges {
			if e.Lo < next || e.Hi < e.Lo || e.Hi > unicode.MaxRune || e.To < 0 || e.To >= len(re.DFA.States) {
				t.Fatalf("%q: state %d has a bad edge %v", re.Source, i, e)
			}
			if j > 0 && e.Lo == next && s.Edges[j-1].To == e.To {
				t.Fatalf("%q: state %d has edges that are one", re.Source, i)
			}
			next = e.Hi + 1
			if !reached[e.To] && e.To != len(reached) {
				t.Fatalf("%q: state %d is met before %d", re.Source, e.To, len(reached))
			}
			reached[e.To] = true
		}
	}
	if n := len(re.DFA.States); n > 0 && len(reached) != n {
		t.Fatalf("%q: %d of %d states can be reached", re.Source, len(reached), n)
	}
	if re.Walk == nil {
		return
	}
	for _, s := range re.Walk.Steps {
		if len(s.Ranges) == 0 || s.Min < 0 || s.Max != -1 && s.Max < max(1, s.Min) {
			t.Fatalf("%q has a bad step %v", re.Source, s)
		}
		if !slices.Equal(s.Ranges, normal(slices.Clone(s.Ranges))) {
			t.Fatalf("%q has a step with bad ranges %v", re.Source, s.Ranges)
		}
	}
}

func TestForm(t *testing.T) {
	for _, v := range verdicts {
		checkForm(t, translate(t, v.pattern))
	}
}

// Moore's algorithm is slow and simple; it finds no two states to merge that Hopcroft's has left.
func TestAutomataAreMinimal(t *testing.T) {
	for _, v := range verdicts {
		d := translate(t, v.pattern).DFA
		if n := distinguishable(d); n != len(d.States) {
			t.Errorf("%q has %d states, of which %d differ", v.pattern, len(d.States), n)
		}
	}
}

// distinguishable counts the states that accept different strings.
func distinguishable(d ir.DFA) int {
	part := make([]string, len(d.States))
	for count := 0; ; {
		names := map[string]string{}
		next := make([]string, len(d.States))
		for i, s := range d.States {
			var key strings.Builder
			fmt.Fprint(&key, s.Accept, s.Final)
			var merged []ir.Edge
			for _, e := range s.Edges {
				if n := len(merged); n > 0 && merged[n-1].Hi == e.Lo-1 && part[merged[n-1].To] == part[e.To] {
					merged[n-1].Hi = e.Hi
				} else {
					merged = append(merged, e)
				}
			}
			for _, e := range merged {
				fmt.Fprint(&key, " ", e.Lo, "-", e.Hi, ">", part[e.To])
			}
			if _, ok := names[key.String()]; !ok {
				names[key.String()] = fmt.Sprint(len(names))
			}
			next[i] = names[key.String()]
		}
		if len(names) == count {
			return count
		}
		part, count = next, len(names)
	}
}
