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
	return cmp.Or(cmp.Compare(kindOfName(a), kindOfName(b)), natural(strings.ToLower(a), strings.ToLower(b)), strings.Compare(a, b))
}

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
		m, n := strings.TrimLeft(x, "0"), strings.TrimLeft(y, "0")
		if c := cmp.Or(cmp.Compare(len(m), len(n)), strings.Compare(m, n)); c != 0 {
			return c
		}
		a, b = a[len(x):], b[len(y):]
	}
	return cmp.Compare(len(a), len(b))
}

func leadingDigits(s string) string {
	return s[:len(s)-len(strings.TrimLeft(s, "0123456789"))]
}
