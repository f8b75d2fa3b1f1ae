package naming

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// symbols are spelt out: they distinguish names, as in c, c++ and c#, or GPL-2.0 and GPL-2.0+.
var symbols = map[rune]string{'+': "plus", '#': "sharp"}

// allSymbols are spelled out in names that would be equal without them.
var allSymbols = map[rune]string{'+': "plus", '#': "sharp", ' ': "space", '!': "exclamation", '"': "quote", '$': "dollar", '%': "percent", '&': "ampersand", '\'': "apostrophe",
	'(': "open parenthesis", ')': "close parenthesis", '*': "star", ',': "comma", '-': "hyphen", '.': "dot", '/': "slash", ':': "colon", ';': "semicolon", '<': "less", '=': "equals",
	'>': "greater", '?': "question", '@': "at", '[': "open bracket", '\\': "backslash", ']': "close bracket", '^': "caret", '_': "underscore", '`': "backquote", '{': "open brace",
	'|': "bar", '}': "close brace", '~': "tilde", 0: "null", '\a': "bell", '\b': "backspace", '\t': "tab", '\n': "line feed", '\v': "vertical tab", '\f': "form feed",
	'\r': "carriage return", 0x1b: "escape", 0x7f: "delete", 0xa0: "no break space", 0x2028: "line separator", 0x2029: "paragraph separator"}

// words splits a name of the spec into words: at everything that is no letter or digit, and where a capital starts a
// word ("hasValue", "HTTPServer"). A name without letters, digits and symbols is spelt by code points, the empty one is "empty".
func words(name string) []string { return wordsWith(name, symbols) }

// spelledWords is words with all symbols spelled out.
func spelledWords(name string) []string { return wordsWith(name, allSymbols) }

func wordsWith(name string, symbols map[rune]string) []string {
	var list []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			list = append(list, string(word))
			word = nil
		}
	}
	runes := []rune(name)
	for i, r := range runes {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			flush()
			if spelled, ok := symbols[r]; ok {
				list = append(list, strings.Fields(spelled)...)
			}
			continue
		}
		if unicode.IsUpper(r) && i > 0 && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			flush()
		}
		word = append(word, r)
	}
	flush()
	if len(list) > 0 {
		return whole(list)
	}
	for _, r := range runes {
		list = append(list, fmt.Sprintf("u%x", r))
	}
	if len(list) == 0 {
		list = []string{"empty"}
	}
	return list
}

// whole joins the halves of names that have a capital inside, as in GitHub.
func whole(list []string) []string {
	for i := 0; i+1 < len(list); i++ {
		w := list[i] + list[i+1]
		if up := strings.ToUpper(w); w != up && initialisms[up] == w {
			list = slices.Replace(list, i, i+2, w)
		}
	}
	return list
}

// kept marks a word that keeps its capitals.
const kept = "\x00"

// capitalWords marks the words of a declared type's name that keep their capitals: those of a name with small letters, as in JSONRPCMessage, and
// the only word of a name.
func capitalWords(name string, list []string) []string {
	if !strings.ContainsFunc(name, unicode.IsLower) && len(list) > 1 {
		return list
	}
	for i, w := range list {
		if len(w) > 1 && strings.ToUpper(w) == w && strings.ContainsFunc(w, unicode.IsUpper) {
			list[i] = kept + w
		}
	}
	return list
}

// upperCamel joins words as in PeerId. A name that starts with a digit, or with a letter that has no capital, gets
// an X in front.
func upperCamel(list []string) string {
	var b strings.Builder
	for _, w := range list {
		b.WriteString(capital(w))
	}
	if s := b.String(); !unicode.IsUpper([]rune(s)[0]) {
		return "X" + s
	}
	return b.String()
}

func capital(w string) string {
	if word, is := strings.CutPrefix(w, kept); is {
		return word
	}
	r := []rune(w)
	if len(r) > 1 && strings.ToUpper(w) == w {
		r = []rune(strings.ToLower(w)) // HTTP -> Http
	}
	r[0] = unicode.ToUpper(r[0])
	return string(r)
}

// initialisms are spellings by the word in capitals.
var initialisms = spellings("go.initialisms")

func spellings(name string) map[string]string {
	found := map[string]string{}
	for _, w := range wordList(name) {
		found[strings.ToUpper(w)] = w
	}
	return found
}

// goCase is upperCamel with initialisms as Go code writes them, as in PeerID.
func goCase(list []string) string {
	var b strings.Builder
	for _, w := range list {
		if spelt, known := initialisms[strings.ToUpper(strings.TrimPrefix(w, kept))]; known {
			b.WriteString(spelt)
		} else {
			b.WriteString(capital(w))
		}
	}
	if s := b.String(); !unicode.IsUpper([]rune(s)[0]) {
		return "X" + s
	}
	return b.String()
}

// snake joins words as in peer_id. A name that starts with a digit gets an x in front.
func snake(list []string) string {
	s := strings.ToLower(strings.Join(list, "_"))
	if unicode.IsDigit([]rune(s)[0]) {
		return "x" + s
	}
	return s
}

// normal applies Python's reading of identifiers: it takes compatible characters, such as the ligature of fi, for one.
func normal(join func([]string) string) func([]string) string {
	return func(list []string) string { return norm.NFKC.String(join(list)) }
}
