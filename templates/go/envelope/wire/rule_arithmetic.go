package wire

import (
	"iter"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// The functions below are for rules where Go's operators differ from the Common Expression Language: a result beyond the range of its type
// makes the rule fail. All of them are for generated code.

// AddInt returns a+b, and false on overflow.
func AddInt(a, b int64) (int64, bool) {
	sum := a + b
	return sum, (sum > a) == (b > 0)
}

// SubInt returns a-b, and false on overflow.
func SubInt(a, b int64) (int64, bool) {
	difference := a - b
	return difference, (difference < a) == (b > 0)
}

// MulInt returns a*b, and false on overflow.
func MulInt(a, b int64) (int64, bool) {
	high, low := bits.Mul64(magnitude(a), magnitude(b))
	limit := uint64(math.MaxInt64)
	if (a < 0) != (b < 0) {
		limit++
	}
	return a * b, high == 0 && low <= limit
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// DivInt returns a/b truncated towards zero, and false if b is 0 or on overflow.
func DivInt(a, b int64) (int64, bool) {
	if b == 0 || a == math.MinInt64 && b == -1 {
		return 0, false
	}
	return a / b, true
}

// ModInt returns the remainder of DivInt, with the sign of a. It returns false if DivInt does.
func ModInt(a, b int64) (int64, bool) {
	if b == 0 || a == math.MinInt64 && b == -1 {
		return 0, false
	}
	return a % b, true
}

// NegInt returns -n, and false on overflow.
func NegInt(n int64) (int64, bool) { return -n, n != math.MinInt64 }

// TruncateDouble returns f truncated towards zero, and false unless -2^63 < f < 2^63.
func TruncateDouble(f float64) (int64, bool) {
	if math.IsNaN(f) || f <= math.MinInt64 || f >= math.MaxInt64 {
		return 0, false
	}
	return int64(f), true
}

// ParseInt parses decimal digits with an optional sign.
func ParseInt(s string) (int64, bool) {
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil
}

// ParseDouble parses decimal digits with an optional sign, point and exponent. It returns false for numbers too large for a double.
func ParseDouble(s string) (float64, bool) {
	for i := range len(s) {
		if strings.IndexByte("0123456789.eE+-", s[i]) < 0 {
			return 0, false // hexadecimal, infinite or not a number
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil
}

// ParseBool accepts 1, t, T, true, TRUE, True and the same spellings of false.
func ParseBool(s string) (value, ok bool) {
	value, err := strconv.ParseBool(s)
	return value, err == nil
}

// DoubleText formats a double as ECMAScript does.
func DoubleText(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	return string(appendNumber(nil, f))
}

// Double prevents constant folding, for which the compiler would use exact arithmetic.
func Double(f float64) float64 { return f }

// ItemAt returns the item at index i, and false if i is out of range.
func ItemAt[T any](list []T, i int64) (T, bool) {
	if i < 0 || i >= int64(len(list)) {
		var none T
		return none, false
	}
	return list[i], true
}

// Known returns the entry of a catalog lookup that always succeeds.
func Known[T any](entry T, _ bool) T { return entry }

// JSONSize returns the size in bytes of the canonical text that the function write produces.
func JSONSize(write func(*Writer)) int {
	w := writers.Get().(*Writer)
	w.startKept(&unlimited) // the value has been read, so it is within the limits
	w.measures = true
	write(w)
	size := len(w.buf) + w.unwritten
	w.release()
	return size
}

// Fits reports whether the canonical text that the function write produces has at most limit bytes. The text is part of the value that was
// read or written. The size of the whole value decides most cases.
func (r *Reader) Fits(limit int64, write func(*Writer)) bool {
	return int64(r.most()) <= limit || int64(JSONSize(write)) <= limit
}

// longer is the maximum ratio of the canonical text to the original text: the number 1e20 has 21 digits in canonical form.
const longer = 6

// most is an upper bound for the size of the canonical text of the value that was read or written.
func (r *Reader) most() int {
	if r.writer != nil {
		return len(r.writer.buf) - r.writer.start
	}
	return longer * len(r.text)
}

// JSONDepth returns the nesting depth of arrays and objects in the text that the function write produces.
func JSONDepth(write func(*Writer)) int {
	return measured(write, func(text []byte) int {
		deepest := 0
		for depth := range structure(text) {
			deepest = max(deepest, depth)
		}
		return deepest
	})
}

// JSONItems returns the number of items of the array that the function write produces, and 0 for any other value.
func JSONItems(write func(*Writer)) int {
	return measured(write, func(text []byte) int {
		if len(text) < 3 || text[0] != '[' {
			return 0
		}
		items := 1
		for depth, c := range structure(text) {
			if depth == 1 && c == ',' {
				items++
			}
		}
		return items
	})
}

// structure iterates over the commas, colons and brackets of a text, each with its nesting depth. A bracket counts its own array or object.
func structure(text []byte) iter.Seq2[int, byte] {
	return func(yield func(int, byte) bool) {
		depth, inString := 0, false
		for i := 0; i < len(text); i++ {
			c := text[i]
			switch {
			case c == '"':
				inString = !inString
				continue
			case c == '\\':
				i++
				continue
			case inString:
				continue
			case c == '[' || c == '{':
				depth++
			case c == ']' || c == '}':
				depth--
			}
			if !yield(depth, c) {
				return
			}
		}
	}
}

// measured applies a measure to the text that the function write produces.
func measured(write func(*Writer), measure func(text []byte) int) int {
	w := writers.Get().(*Writer)
	w.startKept(&unlimited) // the value has been read, so it is within the limits
	write(w)
	size := measure(w.buf)
	w.release()
	return size
}

// Each returns f of each item.
func Each[T, U any](list []T, f func(T) U) []U {
	made := make([]U, len(list))
	for i, item := range list {
		made[i] = f(item)
	}
	return made
}

// EqualMaps reports whether two maps have the same names and equal values. The function same compares two values.
func EqualMaps[T, U any](a Map[T], b Map[U], same func(T, U) bool) bool {
	if a.Len() != b.Len() {
		return false
	}
	for name, x := range a.All() {
		if y, found := b.Get(name); !found || !same(x, y) {
			return false
		}
	}
	return true
}
