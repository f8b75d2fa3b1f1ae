package typescript

import "github.com/envgen/envgen/internal/ir"

// Functions of rules are private, and CEL's checker has proved their types. So they take values of any type: the compiler would need assertions to
// prove the same again.

// resultType is the type of the result of a function that computes a member.
func (s *generator) resultType(t ir.ExprType) string {
	switch t.Kind {
	case ir.BoolExpr:
		return "boolean"
	case ir.IntExpr:
		return s.support("Int")
	case ir.DoubleExpr:
		return "number"
	case ir.StringExpr:
		return "string"
	}
	return "readonly string[]"
}

// isLiteral reports whether the compiler computes the value of an expression, and would object to its comparison with another one.
func isLiteral(e ir.Expr) bool {
	switch e := e.(type) {
	case ir.Constant:
		return true
	case ir.Negation:
		return isLiteral(e.X)
	case ir.Logic:
		return isLiteral(e.L) || isLiteral(e.R)
	case ir.Choose:
		return isLiteral(e.Then) || isLiteral(e.Else)
	case ir.Call:
		return e.Function == ir.NegDouble && isLiteral(e.Args[0])
	}
	return false
}
