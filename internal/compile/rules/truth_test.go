package rules

import (
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

// NaN is neither less than anything nor not less, so an order of doubles has no opposite.
func TestNegate(t *testing.T) {
	compare := func(op ir.CompareOp, of ir.ExprType) ir.Expr { return ir.Comparison{Op: op, Type: of, L: a, R: b} }
	for name, test := range map[string]struct{ from, to ir.Expr }{
		"an order of integers":   {compare(ir.Less, intType), compare(ir.GreaterOrEqual, intType)},
		"an order of doubles":    {compare(ir.Less, doubleType), not(compare(ir.Less, doubleType))},
		"an equality of doubles": {compare(ir.Equal, doubleType), compare(ir.Unequal, doubleType)},
		"a negation":             {not(a), a},
		"both":                   {and(a, b), or(not(a), not(b))},
		"one or the other":       {or(a, not(b)), and(not(a), b)},
		"a literal":              {boolean(true), boolean(false)},
		"a condition by itself":  {a, not(a)},
	} {
		if got := negate(test.from); key(got) != key(test.to) {
			t.Errorf("%s: got %s, want %s", name, key(got), key(test.to))
		}
	}
}
