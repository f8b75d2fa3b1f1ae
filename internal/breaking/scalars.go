package breaking

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/formats"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/jsontext"
)

// literals are the only values of a scalar but null, or nil if it has more than a list of them.
func literals(r ir.Resolved) []ir.Literal {
	for _, c := range r.Checks {
		if one, is := c.(ir.OneOf); is {
			return one.Literals
		}
	}
	switch k := r.Kind.(type) {
	case ir.Const:
		return []ir.Literal{k.Literal}
	case ir.Boolean:
		return []ir.Literal{{Kind: ir.BoolLiteral}, {Kind: ir.BoolLiteral, Bool: true}}
	case *ir.Enum:
		if !k.Open {
			var list []ir.Literal
			for _, v := range k.Values {
				list = append(list, ir.Literal{Kind: ir.StringLiteral, String: v.Value})
			}
			return list
		}
	}
	return nil
}

// takes reports whether a value accepts a literal.
func takes(r ir.Resolved, l ir.Literal) bool {
	switch k := r.Kind.(type) {
	case ir.Any:
	case ir.Null:
		return l.Kind == ir.NullLiteral
	case ir.Boolean:
		return l.Kind == ir.BoolLiteral
	case ir.Integer:
		n, whole := exact(l)
		if l.Kind != ir.NumberLiteral || !whole || !k.Width.Has(n) {
			return false
		}
	case ir.Number:
		if l.Kind != ir.NumberLiteral {
			return false
		}
	case ir.String:
		if l.Kind != ir.StringLiteral {
			return false
		}
	case ir.Const:
		if !equal(l, k.Literal) {
			return false
		}
	case *ir.Enum:
		named := slices.ContainsFunc(k.Values, func(v ir.EnumValue) bool { return v.Value == l.String })
		if l.Kind != ir.StringLiteral || !k.Open && !named {
			return false
		}
	default:
		return false
	}
	return !slices.ContainsFunc(r.Checks, func(c ir.Check) bool { return !keeps(l, c) })
}

func keeps(l ir.Literal, c ir.Check) bool {
	switch c := c.(type) {
	case ir.OneOf:
		return slices.ContainsFunc(c.Literals, func(o ir.Literal) bool { return equal(l, o) })
	case ir.Bound:
		return l.Kind != ir.NumberLiteral || c.Op.Holds(float64(number(l).Cmp(limit(c))), 0)
	case ir.Length:
		return l.Kind != ir.StringLiteral || c.Op.Holds(float64(len([]rune(l.String))), float64(c.Limit))
	case ir.Pattern:
		return l.Kind != ir.StringLiteral || c.Regexp.Match(l.String)
	case ir.Format:
		return l.Kind != ir.StringLiteral || formats.Matches(c.Name, l.String)
	}
	return false
}

func equal(a, b ir.Literal) bool {
	return a.Kind == b.Kind && a.String == b.String && a.Bool == b.Bool && (a.Kind != ir.NumberLiteral || number(a).Cmp(number(b)) == 0)
}

func number(l ir.Literal) *big.Rat { return rational(l.Number, l.Digits) }

func limit(b ir.Bound) *big.Rat { return rational(b.Limit, b.Digits) }

func rational(double float64, digits string) *big.Rat {
	if r, ok := new(big.Rat).SetString(digits); ok && digits != "" {
		return r
	}
	r := new(big.Rat)
	if math.IsInf(double, 0) || math.IsNaN(double) {
		return r
	}
	return r.SetFloat64(double)
}

func exact(l ir.Literal) (*big.Int, bool) {
	r := number(l)
	return r.Num(), r.IsInt()
}

// text is a literal as JSON.
func text(l ir.Literal) string {
	switch l.Kind {
	case ir.NullLiteral:
		return "null"
	case ir.BoolLiteral:
		return strconv.FormatBool(l.Bool)
	case ir.NumberLiteral:
		if l.Digits != "" {
			return l.Digits
		}
		return strconv.FormatFloat(l.Number, 'f', -1, 64)
	}
	return jsontext.Of(l.String)
}

// interval is the range of numbers that a value's checks accept. nil is no limit.
type interval struct {
	low, high         *big.Rat
	openLow, openHigh bool
}

func intervalOf(r ir.Resolved) interval {
	var in interval
	k, whole := r.Kind.(ir.Integer)
	if whole {
		in.low, in.high = new(big.Rat).SetInt(k.Width.Least()), new(big.Rat).SetInt(k.Width.Most())
	}
	for _, c := range r.Checks {
		if b, is := c.(ir.Bound); is {
			in.cut(b, whole)
		}
	}
	return in
}

// cut narrows the interval to a bound. The integers beyond a bound begin at the next whole number.
func (in *interval) cut(b ir.Bound, whole bool) {
	at, open := limit(b), b.Op == ir.Above || b.Op == ir.Below
	if whole {
		at, open = nextInteger(at, b.Op), false
	}
	if b.Op == ir.AtLeast || b.Op == ir.Above {
		if in.low == nil || at.Cmp(in.low) > 0 || at.Cmp(in.low) == 0 && open {
			in.low, in.openLow = at, open
		}
	} else if in.high == nil || at.Cmp(in.high) < 0 || at.Cmp(in.high) == 0 && open {
		in.high, in.openHigh = at, open
	}
}

func nextInteger(at *big.Rat, op ir.Op) *big.Rat {
	floor := new(big.Int).Div(at.Num(), at.Denom()) // Euclidean, so it rounds down
	n := new(big.Rat).SetInt(floor)
	one := big.NewRat(1, 1)
	switch {
	case op == ir.Above, op == ir.AtLeast && !at.IsInt():
		n.Add(n, one)
	case op == ir.Below && at.IsInt():
		n.Sub(n, one)
	}
	return n
}

// within reports whether all numbers of one interval are in another.
func (in interval) within(out interval) bool {
	if in.low != nil && in.high != nil && in.low.Cmp(in.high) > 0 {
		return true
	}
	low := out.low == nil || in.low != nil && (in.low.Cmp(out.low) > 0 || in.low.Cmp(out.low) == 0 && (in.openLow || !out.openLow))
	high := out.high == nil || in.high != nil && (in.high.Cmp(out.high) < 0 || in.high.Cmp(out.high) == 0 && (in.openHigh || !out.openHigh))
	return low && high
}

// outside are numbers of one interval that may be outside another: those beside the limits of both.
func (in interval) outside(out interval) []string {
	var list []string
	for _, r := range []*big.Rat{in.low, in.high, out.low, out.high} {
		if r == nil {
			continue
		}
		for _, by := range []*big.Rat{big.NewRat(0, 1), big.NewRat(-1, 1), big.NewRat(1, 1), big.NewRat(-1, 2), big.NewRat(1, 2)} {
			n := new(big.Rat).Add(r, by)
			if n.IsInt() {
				list = append(list, n.Num().String())
			} else if f, _ := n.Float64(); true {
				list = append(list, strconv.FormatFloat(f, 'f', -1, 64))
			}
		}
	}
	return append(list, "0")
}

// counts are the least and greatest length that checks allow; most is -1 without a limit.
func counts(checks []ir.Check) (least, most int) {
	most = -1
	cut := func(op ir.Op, n int) {
		if op == ir.AtLeast {
			least = max(least, n)
		} else if most < 0 || n < most {
			most = n
		}
	}
	for _, c := range checks {
		switch c := c.(type) {
		case ir.Length:
			cut(c.Op, c.Limit)
		case ir.Items:
			cut(c.Op, c.Limit)
		}
	}
	return least, most
}

// lengthBeyond is a length that some checks allow and a limit does not: the one next to the limit.
func lengthBeyond(checks []ir.Check, op ir.Op, limit int) (n int, beyond bool) {
	least, most := counts(checks)
	if op == ir.AtLeast {
		return limit - 1, least < limit
	}
	return limit + 1, most < 0 || most > limit
}

func regexps(checks []ir.Check) []*ir.Regexp {
	var list []*ir.Regexp
	for _, c := range checks {
		if p, is := c.(ir.Pattern); is {
			list = append(list, p.Regexp)
		}
	}
	return list
}

// formatImplied reports whether every string of some formats has another one, too.
func formatImplied(checks []ir.Check, want ir.FormatName) bool {
	return slices.ContainsFunc(checks, func(c ir.Check) bool {
		f, is := c.(ir.Format)
		return is && (f.Name == want || f.Name == ir.URI && want == ir.URIReference)
	})
}

func repeated(n int) []string {
	return []string{fmt.Sprintf("%q", strings.Repeat("a", n)), fmt.Sprintf("%q", strings.Repeat("0", n))}
}
