package wire

import "unicode/utf8"

// Length returns the number of code points of s.
func Length(s string) int { return utf8.RuneCountInString(s) }

// ByteSet is a set of bytes, one bit each. It is for generated code.
type ByteSet [4]uint64

// Has reports whether b is in the set.
func (s *ByteSet) Has(b byte) bool { return s[b>>6]&(1<<(b&63)) != 0 }

// RuneSet is a set of code points as ascending, disjoint ranges [first, last]. It is for generated code.
type RuneSet [][2]rune

// Has reports whether c is in the set.
func (s RuneSet) Has(c rune) bool {
	for len(s) > fewRanges {
		half := len(s) / 2
		if s[half][0] > c {
			s = s[:half]
		} else {
			s = s[half:]
		}
	}
	for _, r := range s {
		if c <= r[1] {
			return c >= r[0]
		}
	}
	return false
}

// fewRanges is the number of ranges up to which they are looked at one by one.
const fewRanges = 4
