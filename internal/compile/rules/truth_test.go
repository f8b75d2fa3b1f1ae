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
		"a conditional":          {ir.Choose{If: a, Then: b, Else: not(c)}, ir.Choose{If: a, Then: not(b), Else: c}},
		"a literal":              {boolean(true), boolean(false)},
		"a condition by itself":  {a, not(a)},
	} {
		if got := negate(test.from); key(got) != key(test.to) {
			t.Errorf("%s: got %s, want %s", name, key(got), key(test.to))
		}
	}
}

func TestCompared(t *testing.T) {
	integer := func(n int64) ir.Expr { return ir.Constant{Type: intType, Int: n} }
	compare := func(op ir.CompareOp, of ir.ExprType, l, r ir.Expr) ir.Comparison {
		return ir.Comparison{Op: op, Type: of, L: l, R: r}
	}
	for name, test := range map[string]struct {
		from ir.Comparison
		to   ir.Expr
	}{
		"a constant on the left":       {compare(ir.LessOrEqual, intType, integer(1), a), compare(ir.GreaterOrEqual, intType, a, integer(1))},
		"a constant on the right":      {compare(ir.Less, intType, a, integer(1)), compare(ir.Less, intType, a, integer(1))},
		"two of them":                  {compare(ir.Less, intType, integer(1), integer(2)), boolean(true)},
		"a list on the left":           {compare(ir.Equal, intType, ir.ListOf{}, a), compare(ir.Equal, intType, a, ir.ListOf{})},
		"with true":                    {compare(ir.Equal, boolType, a, boolean(true)), a},
		"with false, on the left":      {compare(ir.Equal, boolType, boolean(false), and(a, b)), or(not(a), not(b))},
		"unequal to false":             {compare(ir.Unequal, boolType, a, boolean(false)), a},
		"of conditions that may be so": {compare(ir.Equal, boolType, a, b), compare(ir.Equal, boolType, a, b)},
	} {
		if got := compared(test.from); key(got) != key(test.to) {
			t.Errorf("%s: got %s, want %s", name, key(got), key(test.to))
		}
	}
}

func TestComputed(t *testing.T) {
	text := func(s string) ir.Expr { return ir.Constant{Type: stringType, String: s} }
	call := func(f ir.Function, args ...ir.Expr) ir.Call {
		return ir.Call{Function: f, Type: stringType, Args: args}
	}
	for _, test := range []struct {
		from ir.Call
		to   ir.Expr
	}{
		{call(ir.Concat, text("a"), text("b")), text("ab")},
		{call(ir.Concat, text("a"), ir.Name{}), call(ir.Concat, text("a"), ir.Name{})},
		{call(ir.BoolToText, boolean(true)), text("true")},
		{call(ir.StartsWith, text("a"), text("a")), call(ir.StartsWith, text("a"), text("a"))},
	} {
		if got := computed(test.from); key(got) != key(test.to) {
			t.Errorf("got %s, want %s", key(got), key(test.to))
		}
	}
}
