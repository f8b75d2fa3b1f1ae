package checks

import (
	"math"
	"unicode/utf8"

	"github.com/envgen/envgen/internal/ir"
)

const maxInteger = 1<<53 - 1

// justKept reports whether a value that satisfies the check is at its limit. A bound or a count has one: the next value violates it. A string is at
// the limit of a pattern if removing or doubling one code point violates the pattern. Only several items show that none is repeated. The other checks
// have no limit: any value shows that they can be satisfied.
func (c Check) justKept(value any) bool {
	n, isNumber := value.(float64)
	switch c.Aspect {
	case Range:
		return isNumber && math.Abs(n) == maxInteger
	case Condition:
		return justKeeps(c.Condition, value, isInteger(c.Value))
	case Asserted:
		return justKeeps(c.Assertion, value, asksForInteger(c.Schema))
	case TooFew:
		return n == float64(c.Assertion.(ir.Contains).Least)
	case TooMany:
		return n == float64(c.Assertion.(ir.Contains).Most)
	default:
		return true
	}
}

// justKeeps decides for a check or an assertion.
func justKeeps(condition, value any, integer bool) bool {
	switch k := condition.(type) {
	case ir.Bound:
		n, ok := value.(float64)
		return ok && !k.Op.Holds(beyond(k.Op, n, integer), k.Limit)
	case ir.Length:
		s, ok := value.(string)
		return ok && utf8.RuneCountInString(s) == k.Limit
	case ir.Items:
		items, ok := value.([]any)
		return ok && len(items) == k.Limit
	case ir.MemberCount:
		return value == float64(k.Limit)
	case ir.UniqueItems:
		items, ok := value.([]any)
		return ok && len(items) > 1
	case ir.Pattern:
		s, ok := value.(string)
		return ok && justMatches(k.Regexp, s)
	default:
		return true
	}
}

// asksForInteger reports whether s lets no other number through.
func asksForInteger(s *ir.Schema) bool {
	for _, a := range s.Assertions {
		if t, ok := a.(ir.IsType); ok && onlyIntegers(t) {
			return true
		}
	}
	return false
}

// onlyIntegers reports whether a lets integers through, but no other number.
func onlyIntegers(a ir.IsType) bool { return a.Types&(ir.IntegerType|ir.NumberType) == ir.IntegerType }

// isInteger reports whether only integers get as far as v's checks.
func isInteger(v *ir.Value) bool {
	switch k := v.Kind.(type) {
	case ir.Integer:
		return true
	case ir.Ref:
		return isInteger(&k.Type.Value)
	default:
		return false
	}
}

// beyond is n's neighbour in the direction that op forbids.
func beyond(op ir.Op, n float64, integer bool) float64 {
	direction := -1.0
	if op == ir.AtMost || op == ir.Below {
		direction = 1
	}
	return Neighbour(n, direction, integer)
}

// Neighbour is the integer or double next to n: up for a direction of 1, down for -1.
func Neighbour(n, direction float64, integer bool) float64 {
	if integer {
		return n + direction
	}
	return math.Nextafter(n, math.Inf(int(direction)))
}

func justMatches(re *ir.Regexp, s string) bool {
	for at, r := range s {
		before, after := s[:at], s[at+utf8.RuneLen(r):]
		one := s[at : at+utf8.RuneLen(r)]
		if !re.Match(before+after) || !re.Match(before+one+one+after) {
			return true
		}
	}
	return s == "" // nothing is shorter
}
