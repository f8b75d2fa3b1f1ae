package wire

import (
	"slices"
	"unicode/utf8"
)

// Length returns the number of code points of s.
func Length(s string) int { return utf8.RuneCountInString(s) }

// ByteSet is a set of bytes, one bit each. It is for generated code.
type ByteSet [4]uint64

// Has reports whether b is in the set.
func (s *ByteSet) Has(b byte) bool { return s[b>>6]&(1<<(b&63)) != 0 }

// ByteAt returns the byte at i or, at the end, a byte that never occurs in UTF-8. It is for generated code.
func ByteAt(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0xff
}

// RuneSet is a set of code points as ascending, disjoint ranges [first, last]. It is for generated code.
type RuneSet [][2]rune

// Has reports whether c is in the set.
func (s RuneSet) Has(c rune) bool {
	_, found := slices.BinarySearchFunc(s, c, func(r [2]rune, c rune) int {
		switch {
		case c < r[0]:
			return 1
		case c > r[1]:
			return -1
		}
		return 0
	})
	return found
}
