package rules

import (
	"reflect"

	"github.com/envgen/envgen/internal/ir"
)

// Compilers and linters complain of conditions that those in front of them decide, so such conditions go once, for all languages: what is
// asked twice, and what is compared with two constants.

// operandsOf adds the conditions that x joins with || or &&.
func operandsOf(or bool, x ir.Expr, list []ir.Expr) []ir.Expr {
	if logic, is := x.(ir.Logic); is && logic.Or == or {
		return operandsOf(or, logic.R, operandsOf(or, logic.L, list))
	}
	return append(list, x)
}

// unless is what x brings where others are asked before: x without what they decide, nil if that is nothing, or the constant that
// makes up for all of them.
func unless(or bool, others []ir.Expr, x ir.Expr) ir.Expr {
	if logic, is := x.(ir.Logic); is && logic.Or == or {
		left, right := unless(or, others, logic.L), unless(or, others, logic.R)
		_, decided := right.(ir.Constant)
		switch {
		case left == nil || decided:
			return right
		case right == nil || left == boolean(or):
			return left
		}
		return ir.Logic{Or: or, L: left, R: right} // the two have been joined before: to do so again at each level takes exponential time
	}
	for _, o := range others {
		switch {
		case reflect.DeepEqual(o, x):
			return nil
		case opposed(o, x):
			return boolean(or)
		}
		if c, decided := decides(or, o, x); decided && c == or {
			return boolean(or)
		} else if decided {
			return nil
		}
		if shared, c, decided := decidesBehind(or, o, x); decided && c == or {
			return shared
		} else if decided {
			return nil
		}
	}
	return x
}

// opposed reports whether one of two conditions is the negation of the other. To negate one and compare would simplify it again, and
// so take exponential time for what is nested.
func opposed(a, b ir.Expr) bool {
	if n, is := a.(ir.Negation); is && reflect.DeepEqual(n.X, b) {
		return true
	}
	switch x := b.(type) {
	case ir.Negation:
		return reflect.DeepEqual(x.X, a)
	case ir.Comparison:
		y, is := negate(x).(ir.Comparison)
		return is && reflect.DeepEqual(a, ir.Expr(y))
	case ir.Logic:
		y, is := a.(ir.Logic)
		return is && y.Or != x.Or && opposed(y.L, x.L) && opposed(y.R, x.R)
	}
	return false
}

// decidesBehind is decides for what stands behind the same condition on both sides: (p && x == "a") || (p && x != "b").
func decidesBehind(or bool, o, x ir.Expr) (shared ir.Expr, outcome, decided bool) {
	a, one := o.(ir.Logic)
	b, two := x.(ir.Logic)
	if !one || !two || a.Or == or || b.Or == or || !reflect.DeepEqual(a.L, b.L) {
		return nil, false, false
	}
	outcome, decided = decides(or, a.R, b.R)
	return b.L, outcome, decided
}

// decides returns what x is where o, which is asked before, is true (or false, if or): both compare the same with constants.
func decides(or bool, o, x ir.Expr) (outcome, decided bool) {
	a, isComparison := o.(ir.Comparison)
	b, alsoComparison := x.(ir.Comparison)
	if !isComparison || !alsoComparison || a.Op > ir.Unequal || b.Op > ir.Unequal || (a.Op == ir.Equal) == or || !reflect.DeepEqual(a.L, b.L) {
		return false, false
	}
	c, isConstant := a.R.(ir.Constant)
	d, alsoConstant := b.R.(ir.Constant)
	if !isConstant || !alsoConstant {
		return false, false
	}
	return equal(c, d) == (b.Op == ir.Equal), true
}
