package pattern

import (
	"strings"
	"testing"
	"unicode/utf8"
)

const (
	states   = "matching the pattern needs an automaton of more than 2000 states; anchor it, lower its counts, or let its parts differ in their first characters"
	identity = "the name of a group must be an identifier between < and >"
	hex4     = `\u needs four hexadecimal digits, or up to 10FFFF in braces`
)

var refusals = []struct {
	pattern string
	offset  int
	kind    Kind
	message string
}{
	// Unmatched parts.
	{`a]`, 1, Syntax, "a lone `]` must be written \\]"},
	{`}`, 0, Syntax, "a lone `}` must be written \\}"},
	{`a{`, 1, Syntax, "a lone `{` must be written \\{"},
	{`a{,2}`, 1, Syntax, "a lone `{` must be written \\{"},
	{`a{1`, 1, Syntax, "a lone `{` must be written \\{"},
	{`a{1,x}`, 1, Syntax, "a lone `{` must be written \\{"},
	{`{1}`, 0, Syntax, "a lone `{` must be written \\{"},
	{`😀}`, 1, Syntax, "a lone `}` must be written \\}"},
	{`ab)`, 2, Syntax, "`)` closes no group; write \\) for the character"},
	{`a(b`, 1, Syntax, "this group is not closed"},
	{`((?:a)`, 0, Syntax, "this group is not closed"},
	{`a[b`, 1, Syntax, "this class is not closed"},
	{`[a-`, 0, Syntax, "this class is not closed"},
	{`[\]`, 0, Syntax, "this class is not closed"},
	{`a\`, 1, Syntax, `the last backslash escapes nothing; write \\ for the character`},
	{`[\`, 1, Syntax, `the last backslash escapes nothing; write \\ for the character`},
	// Repetitions.
	{`*`, 0, Syntax, "`*` has nothing to repeat; write \\* for the character"},
	{`a|+`, 2, Syntax, "`+` has nothing to repeat; write \\+ for the character"},
	{`(?)`, 0, Syntax, "`(?` opens no known kind of group; write (?:...), or \\? for the character"},
	{`a**`, 2, Syntax, "`*` repeats a repetition; put the first one into a group"},
	{`a++`, 2, Syntax, "`+` repeats a repetition; put the first one into a group"},
	{`a+??`, 3, Syntax, "`?` repeats a repetition; put the first one into a group"},
	{`a{2}{3}`, 4, Syntax, "`{3}` repeats a repetition; put the first one into a group"},
	{`^*`, 1, Syntax, "`*` repeats the assertion `^`; leave it out"},
	{`a$+`, 2, Syntax, "`+` repeats the assertion `$`; leave it out"},
	{`\b{2}`, 2, Syntax, "`{2}` repeats the assertion `\\b`; leave it out"},
	{`(?=a)*`, 5, Syntax, "`*` repeats the assertion `(?=a)`; leave it out"},
	{`(?<!a)?`, 6, Syntax, "`?` repeats the assertion `(?<!a)`; leave it out"},
	{`a{3,2}`, 1, Syntax, "the numbers of `{3,2}` are out of order"},
	{`a{2000,1}`, 1, Syntax, "the numbers of `{2000,1}` are out of order"},
	// Escapes.
	{`\-`, 0, Syntax, `\- is not an escape here; write -`},
	{`a\@`, 1, Syntax, `\@ is not an escape here; write @`},
	{`\ `, 0, Syntax, `\  is not an escape here; write  `},
	{`\a`, 0, Syntax, `\a is not an escape`},
	{`\A`, 0, Syntax, `\A is not an escape; write ^`},
	{`a\Z`, 1, Syntax, `\Z is not an escape; write $`},
	{`a\z`, 1, Syntax, `\z is not an escape; write $`},
	{`\Q.\E`, 0, Syntax, `\Q is not an escape`},
	{`\é`, 0, Syntax, `\é is not an escape`},
	{"\\\x01", 0, Syntax, `a backslash does not escape U+0001`},
	{`[\B]`, 1, Syntax, `\B is not an escape`},
	{`[\1]`, 1, Syntax, `\1 is not an escape`},
	{`[\k]`, 1, Syntax, `\k is not an escape`},
	{`\00`, 0, Syntax, `\0 must not be followed by a digit; write \x and two hexadecimal digits`},
	{`\c`, 0, Syntax, `\c needs a letter from A to Z`},
	{`\c1`, 0, Syntax, `\c needs a letter from A to Z`},
	{`[\c_]`, 1, Syntax, `\c needs a letter from A to Z`},
	{`\x1`, 0, Syntax, `\x needs two hexadecimal digits`},
	{`\x{41}`, 0, Syntax, `\x needs two hexadecimal digits`},
	{`\u12`, 0, Syntax, hex4},
	{`\u{}`, 0, Syntax, hex4},
	{`\u{110000}`, 0, Syntax, hex4},
	{`\u{FFFFFFFFFFFFFFFFFFFF}`, 0, Syntax, hex4},
	{`\u{41`, 0, Syntax, hex4},
	// Classes.
	{`[b-a]`, 1, Syntax, "the range `b-a` is out of order"},
	{`[a--]`, 1, Syntax, "the range `a--` is out of order"},
	{`[a-\d]`, 1, Syntax, "`a-\\d` is not a range, because one of its ends is a class; write \\- for the hyphen"},
	{`[\w-a]`, 1, Syntax, "`\\w-a` is not a range, because one of its ends is a class; write \\- for the hyphen"},
	{`[\p{Zl}-a]`, 1, Syntax, "`\\p{Zl}-a` is not a range, because one of its ends is a class; write \\- for the hyphen"},
	{`[]a]`, 3, Syntax, "a lone `]` must be written \\]"},
	{`[[:alpha:]]`, 10, Syntax, "a lone `]` must be written \\]"},
	// Groups.
	{`(?<1>a)`, 3, Syntax, identity},
	{`(?<a`, 3, Syntax, identity},
	{`(?<a-b>c)`, 3, Syntax, identity},
	{`(?<\u12>c)`, 3, Syntax, hex4},
	{`(?<\ud83d>c)`, 3, Syntax, identity},
	{`(?<>a)`, 3, Syntax, "the name of a group is empty"},
	{`(?<n>a)(?<n>b)`, 10, Syntax, "two groups have the name `n`"},
	{`(?<a>.)(?<\u0061>.)`, 10, Syntax, "two groups have the name `a`"},
	{`(?P<n>a)`, 0, Syntax, "`(?P` opens no group; write (?<name>...) or (?:...)"},
	{`(?i)a`, 0, Syntax, "`(?i)` is not a group in ECMA-262; write classes like [Aa]"},
	{`(?>a)`, 0, Syntax, "`(?` opens no known kind of group; write (?:...), or \\? for the character"},
	{`(?-:a)`, 0, Syntax, "`(?` opens no known kind of group; write (?:...), or \\? for the character"},
	{`(?ii:a)`, 0, Syntax, "`(?` opens no known kind of group; write (?:...), or \\? for the character"},
	{`(?i-i:a)`, 0, Syntax, "`(?` opens no known kind of group; write (?:...), or \\? for the character"},
	{`(?i--s:a)`, 0, Syntax, "`(?` opens no known kind of group; write (?:...), or \\? for the character"},
	// References to groups that are not there.
	{`\1`, 0, Syntax, "there is no group 1 to refer to"},
	{`(a)\2`, 3, Syntax, "there is no group 2 to refer to"},
	{`\k`, 0, Syntax, `\k needs the name of a group, like \k<name>`},
	{`\k<n>`, 0, Syntax, "there is no group `n` to refer to"},
	{`\k<n`, 3, Syntax, identity},
	// Properties.
	{`\p`, 0, Syntax, `\p needs a property in braces, like \p{L}`},
	{`\PL`, 0, Syntax, `\P needs a property in braces, like \P{L}`},
	{`\p{L`, 0, Syntax, `\p{ needs a closing brace`},
	{`\p{}`, 0, Syntax, "there is no Unicode property ``"},
	{`\p{letter}`, 0, Syntax, "there is no Unicode property `letter`"},
	{`\p{Greek}`, 0, Syntax, "there is no Unicode property `Greek`"},
	{`\p{Other_Alphabetic}`, 0, Syntax, "there is no Unicode property `Other_Alphabetic`"},
	{`\p{gc=Foo}`, 0, Syntax, "there is no general category `Foo`"},
	{`\p{sc=Foobar}`, 0, Syntax, "there is no script `Foobar` in Unicode 15.0.0"},
	{`\p{Block=Latin}`, 0, Syntax, "there is no Unicode property `Block` with values"},
	{`\p{Alphabetic}`, 0, Unportable, "the property Alphabetic is not available; write general categories or ranges"},
	{`[a\P{Emoji}]`, 2, Unportable, "the property Emoji is not available; write general categories or ranges"},
	{`\p{Upper}`, 0, Unportable, "the property Uppercase is not available; write general categories or ranges"},
	{`\p{Script=Latn}`, 0, Unportable, "the script code `Latn` is not available; write the script's full name"},
	{`\p{scx=Latin}`, 0, Unportable, "`scx=Latin` is not available; write `Script=Latin`"},
	{`\p{Cs}`, 0, Unportable, "surrogates can never match, because strings contain none"},
	// Features without a common form.
	{`(?<=b)a`, 0, Unportable, "the look-behind `(?<=` is not available in every language; match without it, or check the rest with a rule"},
	{`((?<!b)a)`, 1, Unportable, "the look-behind `(?<!` is not available in every language; match without it, or check the rest with a rule"},
	{`(a)\1`, 3, Unportable, `the back-reference \1 is not available in every language`},
	{`\1(a)`, 0, Unportable, `the back-reference \1 is not available in every language`},
	{`(?<n>a)\k<n>`, 7, Unportable, `the back-reference \k<n> is not available in every language`},
	{`(?i:a)`, 0, Unportable, "the modifiers `i` are not available in every language; write classes like [Aa]"},
	{`a(?ms-i:b)`, 1, Unportable, "the modifiers `ms-i` are not available in every language; write classes like [Aa]"},
	{`\ud83d`, 0, Unportable, `\ud83d can never match, because strings contain no lone surrogates`},
	{`\ude00\ud83d`, 0, Unportable, `\ude00 can never match, because strings contain no lone surrogates`},
	{`[\u{d800}]`, 1, Unportable, `\u{d800} can never match, because strings contain no lone surrogates`},
	{`\ud83d\u0041`, 0, Unportable, `\ud83d can never match, because strings contain no lone surrogates`},
	// A mistake precedes unportable parts; otherwise the first finding counts.
	{`(?=a)]`, 5, Syntax, "a lone `]` must be written \\]"},
	{`(?=a)(b)\1`, 8, Unportable, `the back-reference \1 is not available in every language`},
	// Limits.
	{`a{1001}`, 1, TooLarge, "`{1001}` repeats more than 1000 times"},
	{`a{0,99999999999999999999}`, 1, TooLarge, "`{0,99999999999999999999}` repeats more than 1000 times"},
	{`x(?:a{100}){11}`, 4, TooLarge, "the nested repetitions multiply to more than 1000"},
	{strings.Repeat("a", 10_001), 0, TooLarge, "the pattern is longer than 10000 characters"},
	{strings.Repeat("😀", 30_000), 0, TooLarge, "the pattern is longer than 10000 characters"},
	{strings.Repeat("a", 1_000_000), 0, TooLarge, "the pattern is longer than 10000 characters"},
	{strings.Repeat("(", 65) + strings.Repeat(")", 65), 64, TooLarge, "groups are nested more than 64 deep"},
	{strings.Repeat("(?=", 65) + strings.Repeat(")", 65), 192, TooLarge, "groups are nested more than 64 deep"},
	{strings.Repeat(`\p{L}`, 16), 75, TooLarge, "the classes of the pattern have more than 10000 ranges together"},
	{`[a-z]{999}[a-z0-9]{999}b`, 0, TooLarge, states},
	{`[ab].{20}$`, 0, TooLarge, states},
	{`^(?:\p{L}{20}-){2}`, 0, TooLarge, "matching the pattern needs an automaton of more than 20000 edges; write smaller classes, or lower the counts"},
	{strings.Repeat("a?", 5_000), 0, TooLarge, "the pattern has more than 10000 parts once its repetitions are expanded; lower its counts"},
	// Texts.
	{"a\xff", 1, Syntax, "the pattern is not valid UTF-8"},
	{"é\ufffd\xc3", 2, Syntax, "the pattern is not valid UTF-8"},
}

func TestRefused(t *testing.T) {
	for _, want := range refusals {
		re, got := Translate(want.pattern)
		name := shorten(want.pattern)
		switch {
		case got == nil:
			t.Errorf("%q is accepted as %q", name, re.RE2)
		case re != nil:
			t.Errorf("%q is refused and translated", name)
		case got.Offset != want.offset || got.Kind != want.kind || got.Message != want.message:
			t.Errorf("%q is refused\n    as %v at %d: %s\nnot as %v at %d: %s", name,
				got.Kind, got.Offset, got.Message, want.kind, want.offset, want.message)
		}
	}
}

func TestKinds(t *testing.T) {
	seen := map[Kind]string{}
	for _, r := range refusals {
		seen[r.kind] = r.kind.String()
	}
	want := map[Kind]string{Syntax: "syntax", Unportable: "unportable", TooLarge: "too-large"}
	for kind, name := range want {
		if seen[kind] != name {
			t.Errorf("kind %d: %q, want %q", kind, seen[kind], name)
		}
	}
}

// The verdicts on mistakes equal those of Node.js. Some versions of it have no modifiers yet.
func TestMistakesInJavaScript(t *testing.T) {
	var questions []question
	var kinds []Kind
	for _, r := range refusals {
		if len(r.pattern) > 1_000 || !utf8.ValidString(r.pattern) || strings.Contains(r.message, "modifiers") {
			continue
		}
		questions = append(questions, question{r.pattern, []string{}})
		kinds = append(kinds, r.kind)
	}
	for i, a := range javaScriptEngine(t, questions) {
		if mistake := a == nil; mistake != (kinds[i] == Syntax) {
			t.Errorf("%q: %v here, mistake in Node.js: %v", questions[i].Pattern, kinds[i], mistake)
		}
	}
}

func shorten(s string) string {
	if len(s) > 60 {
		return s[:60] + "..."
	}
	return s
}
