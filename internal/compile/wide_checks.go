package compile

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"strconv"

	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// wideBounds returns the bounds of an integer of 64 bits. Each limit is an integer in its range, so that every language compares its own integers. A
// bound that all integers of the range satisfy is left out.
func (n *normalForm) wideBounds() []ir.Check {
	var list []ir.Check
	for _, check := range n.bounds() {
		b := check.(ir.Bound)
		op, limit := wholeBound(b)
		least, most := n.width.Least(), n.width.Most()
		switch lower := op == ir.AtLeast; {
		case lower && limit.Cmp(least) <= 0, !lower && limit.Cmp(most) >= 0:
			continue
		case lower && limit.Cmp(most) > 0:
			op, limit = ir.Above, most // which no value satisfies
		case !lower && limit.Cmp(least) < 0:
			op, limit = ir.Below, least
		}
		b.Op, b.Digits = op, limit.String()
		b.Limit, _ = strconv.ParseFloat(b.Digits, 64)
		list = append(list, b)
	}
	return list
}

// wholeBound returns an inclusive bound that the same integers satisfy.
func wholeBound(b ir.Bound) (ir.Op, *big.Int) {
	one := big.NewInt(1)
	limit, whole := integerOf(b.Digits, b.Limit)
	if !whole {
		limit, _ = big.NewFloat(math.Floor(b.Limit)).Int(nil)
	}
	switch {
	case b.Op == ir.AtLeast && whole, b.Op == ir.AtMost:
		return b.Op, limit
	case b.Op == ir.AtLeast, b.Op == ir.Above:
		return ir.AtLeast, limit.Add(limit, one)
	case whole:
		return ir.AtMost, limit.Sub(limit, one)
	}
	return ir.AtMost, limit
}

// multipleOf is the check of a divisor. An integer is a multiple of a fraction n/10^k if it is one of the numerator without the factors that 10^k has.
func multipleOf(l syntax.Limit, width ir.Width) ir.MultipleOf {
	m := ir.MultipleOf{Divisor: l.Value, Failure: ir.Failure{Rule: "multipleOf", Message: "must be a multiple of " + cmp.Or(l.Digits, wording.SpellNumber(l.Value))}}
	if width == ir.Safe {
		return m
	}
	divisor, _ := new(big.Rat).SetString(cmp.Or(l.Digits, strconv.FormatFloat(l.Value, 'g', -1, 64))) // which it always reads
	m.Digits = divisor.Num().String()
	return m
}

// inRange reports whether a literal is no integer beyond a width.
func inRange(l ir.Literal, w ir.Width) bool {
	if l.Kind != ir.NumberLiteral {
		return true
	}
	n, whole := new(big.Int).SetString(l.Digits, 10)
	return whole && w.Has(n)
}

// inWidth drops the values of const and enum that are beyond the range of the type.
func (c *compiler) inWidth(n *normalForm) {
	if !n.hasLits || n.complex || n.impossible {
		return
	}
	kept := slices.DeleteFunc(slices.Clone(n.lits), func(l ir.Literal) bool { return !inRange(l, n.width) })
	if len(kept) == 0 && len(n.lits) > 0 {
		c.contradiction(n, n.litPos, n.typePos)
		return
	}
	n.lits = kept
}
