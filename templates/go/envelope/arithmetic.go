package envelope

import (
	"math"
	"math/bits"
	"strconv"
	"strings"
	"sync"
)

// What rules compute with, where Go's operators would give another result than the Common Expression Language: a rule
// that leaves the range of its type cannot be evaluated. All of it is for generated code.

// AddInt returns a+b, if that has 64 bits.
func AddInt(a, b int64) (int64, bool) {
	sum := a + b
	return sum, (sum > a) == (b > 0)
}

// SubInt returns a-b, if that has 64 bits.
func SubInt(a, b int64) (int64, bool) {
	difference := a - b
	return difference, (difference < a) == (b > 0)
}

// MulInt returns a*b, if that has 64 bits.
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

// DivInt returns a/b without its fraction, unless b is 0 or the result has more than 64 bits.
func DivInt(a, b int64) (int64, bool) {
	if b == 0 || a == math.MinInt64 && b == -1 {
		return 0, false
	}
	return a / b, true
}

// ModInt returns the rest of DivInt, which has the sign of a.
func ModInt(a, b int64) (int64, bool) {
	if b == 0 || a == math.MinInt64 && b == -1 {
		return 0, false
	}
	return a % b, true
}

// NegInt returns -n, if that has 64 bits.
func NegInt(n int64) (int64, bool) { return -n, n != math.MinInt64 }

// TruncateDouble returns f without its fraction, if that is between the least and the greatest integer.
func TruncateDouble(f float64) (int64, bool) {
	if math.IsNaN(f) || f <= math.MinInt64 || f >= math.MaxInt64 {
		return 0, false
	}
	return int64(f), true
}

// ParseInt reads decimal digits with an optional sign.
func ParseInt(s string) (int64, bool) {
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil
}

// ParseDouble reads decimal digits with an optional sign, point and exponent, if they are no more than the greatest double.
func ParseDouble(s string) (float64, bool) {
	for i := range len(s) {
		if strings.IndexByte("0123456789.eE+-", s[i]) < 0 {
			return 0, false // hexadecimal, infinite or not a number
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil
}

// ParseBool reads 1, t, T, true, TRUE and True, or the same of false.
func ParseBool(s string) (value, ok bool) {
	value, err := strconv.ParseBool(s)
	return value, err == nil
}

// DoubleText spells a double as ECMAScript does.
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

// Double hides a constant from the compiler, which would compute with constants exactly.
func Double(f float64) float64 { return f }

// ItemAt returns an item, if there is one of that index.
func ItemAt[T any](list []T, i int64) (T, bool) {
	if i < 0 || i >= int64(len(list)) {
		var none T
		return none, false
	}
	return list[i], true
}

// Known is the entry of a word that a catalog has.
func Known[T any](entry T, _ bool) T { return entry }

// measures keeps the memory of small texts for later ones.
var measures = sync.Pool{New: func() any { return new(Writer) }}

// keptMeasure is how large a text is worth keeping the memory of.
const keptMeasure = 1 << 16

// JSONSize counts the bytes of the canonical text of what write writes.
func JSONSize(write func(*Writer)) int {
	w := measures.Get().(*Writer)
	w.options.maxDepth, w.options.maxBytes = deepest, math.MaxInt // the value was read, so that it is not too deep or too long
	write(w)
	size := len(w.buf)
	if size <= keptMeasure {
		clear(w.buf) // nothing of the message may stay
		*w = Writer{buf: w.buf[:0]}
		measures.Put(w)
	}
	return size
}

// Each returns what f makes of each item.
func Each[T, U any](list []T, f func(T) U) []U {
	made := make([]U, len(list))
	for i, item := range list {
		made[i] = f(item)
	}
	return made
}

// EqualMaps reports whether two maps have the same names, with values that are the same.
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
