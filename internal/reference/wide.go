package reference

import (
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// spelled is an integer beyond ±(2^53-1) as a text spells it, in digits alone. It becomes a whole or a float64 when its place is known.
type spelled string

// whole is an integer in a place of 64-bit integers, in decimal digits.
type whole string

func (n whole) integer() *big.Int {
	i, _ := new(big.Int).SetString(string(n), 10) // which it always reads
	return i
}

// wholeOf returns the integer that a number is.
func wholeOf(value any) (whole, bool) {
	switch n := value.(type) {
	case spelled:
		return whole(n), true
	case float64:
		if n == math.Trunc(n) {
			i, _ := big.NewFloat(n).Int(nil)
			return whole(i.String()), true
		}
	}
	return "", false
}

// placed gives every number its value: the integer in a place of 64-bit integers, else the nearest double.
func (i *Interpreter) placed(value any, said []meaning) any {
	if !i.wide && !contains(value, isSpelledOut) || !contains(value, isDigits) {
		return value
	}
	l := lost{walker: newWalker(i.patterns, map[visit]answer{})}
	said, tagged := l.inPlace(value, said)
	if !tagged {
		said = nil
	}
	switch v := value.(type) {
	case float64, spelled:
		if n, isWhole := wholeOf(v); isWhole && slices.ContainsFunc(said, meaning.isWide) {
			return n
		}
		if n, is := v.(spelled); is {
			return nearest(string(n))
		}
	case []any:
		items := make([]any, len(v))
		for at, item := range v {
			var below []meaning
			for _, m := range said {
				below = append(below, m.item(at)...)
			}
			items[at] = i.placed(item, below)
		}
		return items
	case object:
		members := make(object, len(v))
		for at, m := range v {
			below, _ := l.member(said, m.name)
			members[at] = member{m.name, i.placed(m.value, below)}
		}
		return members
	}
	return value
}

// isSpelledOut reports whether a value is an integer that has its digits only.
func isSpelledOut(value any) bool {
	_, is := value.(spelled)
	return is
}

// isDigits reports whether a value is a number as read.
func isDigits(value any) bool {
	_, isDouble := value.(float64)
	_, isSpelled := value.(spelled)
	return isDouble || isSpelled
}

// isWide reports whether a definition declares an integer of 64 bits.
func (m meaning) isWide() bool {
	if m.value != nil {
		k, is := m.value.Kind.(ir.Integer)
		return is && k.Width != ir.Safe
	}
	return slices.ContainsFunc(m.schema.Assertions, func(assertion ir.Assertion) bool {
		a, is := assertion.(ir.IsType)
		return is && a.Types&ir.IntegerType != 0 && a.Width != ir.Safe
	})
}

func isNumber(value any) bool {
	_, isWhole := value.(whole)
	_, isDouble := value.(float64)
	return isWhole || isDouble
}

// fits reports whether a number is an integer, and whether it is in the range of a width.
func fits(width ir.Width, value any) (isWhole, inRange bool) {
	switch n := value.(type) {
	case whole:
		return true, width.Has(n.integer())
	case float64:
		i, isWhole := wholeOf(n)
		return isWhole, isWhole && width.Has(i.integer())
	}
	return false, false
}

// within compares an integer with a limit.
func (n whole) within(b ir.Bound) bool {
	limit, exact := new(big.Rat).SetString(b.Digits)
	if !exact {
		limit = new(big.Rat).SetFloat64(b.Limit)
	}
	return b.Op.Holds(float64(new(big.Rat).SetInt(n.integer()).Cmp(limit)), 0)
}

// isMultiple divides by the decimal spelling of the divisor.
func (n whole) isMultiple(m ir.MultipleOf) bool {
	divisor := m.Digits
	if divisor == "" {
		divisor = numberText(m.Divisor)
	}
	of, _ := new(big.Rat).SetString(divisor)
	return new(big.Rat).Quo(new(big.Rat).SetInt(n.integer()), of).IsInt()
}

// isSpelled reports whether a number of a text is an integer without fraction and exponent beyond ±(2^53-1).
func isSpelled(number string, f float64) bool {
	return math.Abs(f) > maxInteger && !strings.ContainsAny(number, ".eE")
}
