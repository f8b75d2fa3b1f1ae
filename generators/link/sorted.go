package link

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/envgen/envgen/internal/sorting"
)

// Sorted returns Python names in the order of import sorters: constants, classes, the rest.
func Sorted(names []string) []string { return by(names, lowered) }

// SortedForAll returns names in the order that linters require for __all__: like Sorted, but case-sensitive.
func SortedForAll(names []string) []string {
	return by(names, func(name string) string { return name })
}

// by sorts names by kind, by the result of fold, and then by code points. It computes kinds and folded names once for each name, not for
// each comparison.
func by(list []string, fold func(string) string) []string {
	keys := make([]nameKey, 0, len(list))
	for _, name := range list {
		keys = append(keys, nameKey{kindOfName(name), fold(name), name})
	}
	sorting.Func(keys, nameKey.compare)
	sorted := make([]string, len(keys))
	for i, k := range keys {
		sorted[i] = k.name
	}
	return sorted
}

// nameKey contains the sort keys of a name.
type nameKey struct {
	kind         int
	folded, name string
}

func (k nameKey) compare(o nameKey) int {
	if c := cmp.Compare(k.kind, o.kind); c != 0 {
		return c
	}
	if c := natural(k.folded, o.folded); c != 0 {
		return c
	}
	return strings.Compare(k.name, o.name)
}

// CompareNames compares as Sorted does.
func CompareNames(a, b string) int {
	return nameKey{kindOfName(a), lowered(a), a}.compare(nameKey{kindOfName(b), lowered(b), b})
}

// lowered returns the text that import sorters compare. Go does not lower the one capital that becomes two characters.
func lowered(name string) string { return strings.ToLower(strings.ReplaceAll(name, "İ", "i\u0307")) }

func kindOfName(name string) int {
	first, _ := utf8.DecodeRuneInString(name)
	switch {
	case len(name) > 1 && strings.ContainsFunc(name, unicode.IsUpper) && !strings.ContainsFunc(name, unicode.IsLower):
		return 0
	case unicode.IsUpper(first):
		return 1
	}
	return 2
}

// natural compares texts; it compares the numbers in them by value.
func natural(a, b string) int {
	for a != "" && b != "" {
		if a[0] == b[0] && !isDigit(a[0]) { // the most frequent case
			a, b = a[1:], b[1:]
			continue
		}
		x, y := leadingDigits(a), leadingDigits(b)
		if x == "" || y == "" {
			if c := cmp.Compare(a[0], b[0]); c != 0 {
				return c
			}
			a, b = a[1:], b[1:]
			continue
		}
		// Digits after a zero are compared as decimals, so their number does not matter.
		if c := cmp.Compare(len(x), len(y)); c != 0 && x[0] != '0' && y[0] != '0' {
			return c
		}
		if c := strings.Compare(x, y); c != 0 {
			return c
		}
		a, b = a[len(x):], b[len(y):]
	}
	return cmp.Compare(len(a), len(b))
}

func leadingDigits(s string) string {
	end := 0
	for end < len(s) && isDigit(s[end]) {
		end++
	}
	return s[:end]
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
