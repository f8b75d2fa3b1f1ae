package python

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// names is a set of imported names. Sorting makes it a list.
type names map[string]bool

// use notes a name and returns it.
func (n names) use(name string) string {
	n[name] = true
	return name
}

// sorted orders names as import sorters do: constants, classes, the rest.
func (n names) sorted() []string {
	list := make([]string, 0, len(n))
	for name := range n { // sorted below
		list = append(list, name)
	}
	slices.SortFunc(list, compareNames)
	return list
}

func compareNames(a, b string) int {
	return cmp.Or(cmp.Compare(kindOfName(a), kindOfName(b)), natural(lowered(a), lowered(b)), strings.Compare(a, b))
}

// lowered is what import sorters compare: the one capital that becomes two characters is none to Go.
func lowered(name string) string { return strings.ToLower(strings.ReplaceAll(name, "İ", "i\u0307")) }

// listed orders names as linters want __all__: as sorted does, but by case.
func (n names) listed() []string {
	list := n.sorted()
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Or(cmp.Compare(kindOfName(a), kindOfName(b)), natural(a, b), strings.Compare(a, b))
	})
	return list
}

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

// natural compares texts with the numbers in them as numbers.
func natural(a, b string) int {
	for a != "" && b != "" {
		x, y := leadingDigits(a), leadingDigits(b)
		if x == "" || y == "" {
			if c := cmp.Compare(a[0], b[0]); c != 0 {
				return c
			}
			a, b = a[1:], b[1:]
			continue
		}
		// Digits behind a zero are read as decimals, so length does not count.
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
	return s[:len(s)-len(strings.TrimLeft(s, "0123456789"))]
}
