package ir

import "math"

// Fits is a comparison that tests whether a value takes at most so many bytes as JSON, which mostly is plain to see without
// counting them.
type Fits struct {
	Measured, Limit Expr
	Part            bool // Measured is a part of the value that the rule is about, and so no longer than the message
	Not             bool
}

// Fits reads a comparison as such a test. In a program, a size is the left operand.
func (c Comparison) Fits() (f Fits, ok bool) {
	if !IsSize(c.L) || c.Op == Equal || c.Op == Unequal {
		return f, false
	}
	f.Measured, f.Limit = c.L.(Call).Args[0], c.R
	f.Part, f.Not = isPart(f.Measured), c.Op == Greater || c.Op == GreaterOrEqual
	if c.Op == Less || c.Op == GreaterOrEqual { // at most one less than the limit is less than the limit
		limit, isConstant := f.Limit.(Constant)
		if !isConstant || limit.Int == math.MinInt64 {
			return f, false
		}
		limit.Int--
		f.Limit = limit
	}
	return f, true
}

// IsSize reports whether an expression is the length of a value as JSON.
func IsSize(e Expr) bool {
	call, ok := e.(Call)
	return ok && call.Function == JSONSize
}

func isPart(e Expr) bool {
	switch e := e.(type) {
	case This:
		return true
	case MemberOf:
		return isPart(e.Of)
	}
	return false
}
