package randomspecs

import (
	"fmt"
	"strings"
	"unicode"
)

// typeNames are words that languages, libraries or the generated code have a use for, and some that nobody has.
var typeNames = strings.Fields(`Map String Error Record Object Issue List Optional Promise Date Class True False type class def func Set Array Buffer Literal Any
	Final Option Result I O l self JSON HttpServer ID Api X1 A_b Path Instant Codec Number Symbol Function Partial Callable TypeError Exception Iterator
	string int any nil error range interface package import go chan struct Union Raw Level Options Opt Nullable Must Now Strict Report Encodable Invalid Valid
	Mapping Pattern Unset Event Request Response Node Window Document Math Proxy Reflect Temporal undefined never unknown object symbol module
	Apple Banana Cherry Damson Elder Fig Grape Hazel Iris Juniper Kiwi Lemon Mango Nutmeg Olive Peach Quince Rose Sorrel Thyme Vanilla Willow Yarrow Zinnia`)

// memberNames are of every kind: ordinary words, words of languages, names of methods, signs, blanks, letters of many scripts.
var memberNames = append(strings.Fields(`id name kind value text count items data tags next parent child left right version at
	from class def lambda None type func range map len self extra string error nil if in is as l O I Check Encode String Extra AppendJSON MarshalJSON UnmarshalJSON
	toString constructor __proto__ hasOwnProperty prototype valueOf then toJSON length import package return yield await async del with global pass raise
	int float bool dict list str object any this super new delete void typeof undefined null true false let const var enum
	m.n p-q $ref $id @type # ~ / a/b m~n ~1 ~0 0 1 10 007 -1 1e3 4294967294 4294967295 X9y HTTPServer userID ab aB HTTPURL _ __ _private __slots__ __init__ __class__ __dict__
	ü Ünï 名前 😀 ß é İ µ ª ٣ ǅ K ﬁ e_ trailing_ a:b ?x {y} [z] %d %s \\n ${q} */ // --> </script>`),
	"", " ", "\t", "\n", "\"", "\\", "'", "`", "\x00", "\u2028", "\u200b", "x y", " lead", "\u007f", "\ufeff", strings.Repeat("long", 20))

// words are the strings of vocabularies and constants.
var words = append(strings.Fields(`a b ab abc A Z null true 1 -1 ok error tool-missing tool_kit é ß 😀 </script> */ ${x} %s {{x}} ''' """ __proto__ constructor toString None class
	2026-05-12T00:00:00Z 127.0.0.1 # // \n`), "", " ", "\"", "\\", "\x00", "\n", "\u2028", "\x7f", strings.Repeat("word", 20))

// split takes a name apart as identifiers do, to find which names would clash.
func split(name string) string {
	runes := []rune(name)
	var b strings.Builder
	gap := false
	for i, r := range runes {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			gap = true
			continue
		}
		starts := unicode.IsUpper(r) && i > 0 && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]))
		if (gap || starts) && b.Len() > 0 {
			b.WriteByte('_')
		}
		gap = false
		b.WriteRune(unicode.ToLower(r))
	}
	if s := b.String(); s != "" && unicode.IsDigit([]rune(s)[0]) {
		return "x" + s // which such names get in front
	} else if s != "" {
		return s
	}
	for _, r := range runes {
		fmt.Fprintf(&b, "_u%x", r)
	}
	return "empty" + b.String()
}

// distinct takes up to n names of a pool that do not clash with each other, nor with those that are taken.
func (a *author) distinct(pool []string, n int, taken map[string]bool) []string {
	var list []string
	for tries := 0; len(list) < n && tries < 10*n; tries++ {
		name := pool[a.IntN(len(pool))]
		if key := split(name); !taken[key] {
			taken[key] = true
			list = append(list, name)
		}
	}
	return list
}
