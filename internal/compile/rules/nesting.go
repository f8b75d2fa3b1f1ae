package rules

import "github.com/envgen/envgen/internal/ir"

// maxNesting bounds the nesting of expressions: Python accepts 200 parentheses. Deeper parts are computed in advance. conditionalNesting is the
// weight of a conditional where Go has no statement for it. Go spells it as a function that is called at once, and each nested one doubles the work
// of Go's compiler.
const (
	maxNesting         = 80
	conditionalNesting = 26
)

// shallow gives the value of an expression that nests too deep to a temporary.
func (l *lowering) shallow(n *node, x ir.Expr, t ir.ExprType) ir.Expr {
	if x == nil || nesting(x) <= maxNesting {
		return x
	}
	if t.Kind > ir.DurationExpr {
		l.fail(n, "too-large", "split the rule", "the expression is nested too deep here")
		return x
	}
	return ir.Temp{Number: l.let(plain(t), x)}
}

// sideOf lowers one side of && or ||. A chain of one operator needs no parentheses.
func (l *lowering) sideOf(or bool, n *node, want bool) ir.Expr {
	x := l.truth(n, want)
	if logic, ok := x.(ir.Logic); ok && logic.Or == or {
		return x
	}
	return l.shallow(n, x, boolType)
}

func nesting(e ir.Expr) int {
	deepest := 0
	for i, part := range ir.Operands(e) {
		deepest = max(deepest, nesting(part)+1+around(e, i, part))
	}
	return deepest
}

// around is how much more than one level the operand with number i counts.
func around(e ir.Expr, i int, part ir.Expr) int {
	switch part := part.(type) {
	case ir.Choose:
		if _, inside := e.(ir.Choose); !inside || i == 0 {
			return conditionalNesting - 1
		}
	case ir.Logic:
		if logic, inside := e.(ir.Logic); inside && logic.Or == part.Or {
			return -1
		}
	case ir.MemberOf, ir.AsVariant:
		return -1
	}
	return 0
}
