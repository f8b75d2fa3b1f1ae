package wire

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Width is the range of an integer.
type Width uint8

// The widths. Integers of 64 bits have the value that their digits spell; all other numbers are doubles.
const (
	SafeWidth Width = iota // ±(2^53-1)
	Int64Width
	UInt64Width
)

// Int64 reads an integer of 64 bits in any notation. One with a fraction or an exponent is the nearest double.
func (r *Reader) Int64() (int64, Fit) {
	digits, fit := r.wholeNumber()
	if fit != IsInteger {
		return 0, fit
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return 0, BeyondRange
	}
	return n, IsInteger
}

// UInt64 reads an unsigned integer of 64 bits, as Int64 does.
func (r *Reader) UInt64() (uint64, Fit) {
	digits, fit := r.wholeNumber()
	if fit != IsInteger {
		return 0, fit
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		return 0, BeyondRange
	}
	return n, IsInteger
}

// wholeNumber reads a number and returns the digits of the integer that it is.
func (r *Reader) wholeNumber() (string, Fit) {
	start := r.pos
	if _, ok := r.Number(); !ok {
		return "", NotInteger
	}
	return wholeDigits(r.text[start:r.pos])
}

// wholeDigits returns the digits of a number that is an integer: its own, or all digits of the double.
func wholeDigits(number string) (string, Fit) {
	if isDigits(number) {
		if number == "-0" {
			return "0", IsInteger
		}
		return number, IsInteger
	}
	f := double(number)
	if f != math.Trunc(f) {
		return "", NotInteger
	}
	return strconv.FormatFloat(f+0, 'f', 0, 64), IsInteger
}

// has reports whether an integer is in the range.
func (w Width) has(digits string) bool {
	var err error
	if w == UInt64Width {
		_, err = strconv.ParseUint(digits, 10, 64)
	} else {
		_, err = strconv.ParseInt(digits, 10, 64)
	}
	return err == nil
}

// compareDigits compares two integers in decimal digits.
func compareDigits(a, b string) int {
	negative := strings.HasPrefix(a, "-")
	switch other := strings.HasPrefix(b, "-"); {
	case negative && !other:
		return -1
	case other && !negative:
		return 1
	case negative:
		a, b = b[1:], a[1:]
	}
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

// isMultipleOf reports whether an integer is a multiple of another one.
func isMultipleOf(digits, divisor string) bool {
	n, _ := new(big.Int).SetString(digits, 10)
	of, _ := new(big.Int).SetString(divisor, 10)
	return n.Rem(n, of).Sign() == 0
}

// wideNumbers returns the offsets of the integers of 64 bits that may differ from the nearest double. Only schemas that compare whole values need them.
func (r *Reader) wideNumbers() map[int]bool {
	if r.wide != nil || r.protocol == nil || !r.protocol.Wide {
		return r.wide
	}
	r.wide = map[int]bool{}
	start := skipSpace(r.text, 0)
	whole := Reader{text: r.text, pos: start, options: r.options}
	if whole.Skip(); whole.cause != "" || !whole.beyond {
		return r.wide // a text that is no JSON has no other issue
	}
	s := &search{r: r, table: r.protocol.Numbers, finds: r.wide}
	s.read(r.text[start:])
	s.offset = start
	var applied []int
	if root := r.protocol.root(r.root); root != 0 {
		applied = []int{root}
	}
	s.value(0, applied, 0)
	return r.wide
}
