package print

import (
	"math"

	"github.com/envgen/envgen/internal/ir"
)

// Fits is a comparison that tests whether a value takes at most so many bytes as JSON, which mostly is plain to see without
// counting them.
type Fits struct {
	Measured, Limit ir.Expr
	Part            bool // Measured is a part of the value that the rule is about, and so no longer than the message
	Not             bool
}

// FitsIn reads a comparison as such a question.
func FitsIn(e ir.Comparison) (f Fits, ok bool) {
	if isSize(e.R) && !isSize(e.L) {
		e.L, e.R, e.Op = e.R, e.L, mirrored[e.Op]
	}
	if !isSize(e.L) || e.Op == ir.Equal || e.Op == ir.Unequal {
		return f, false
	}
	f.Measured, f.Limit = e.L.(ir.Call).Args[0], e.R
	f.Part, f.Not = isPart(f.Measured), e.Op == ir.Greater || e.Op == ir.GreaterOrEqual
	if e.Op == ir.Less || e.Op == ir.GreaterOrEqual { // a size is at most what is less than the limit
		c, isConstant := f.Limit.(ir.Constant)
		if !isConstant || c.Int == math.MinInt64 {
			return f, false
		}
		c.Int--
		f.Limit = c
	}
	return f, true
}

func isSize(e ir.Expr) bool {
	call, ok := e.(ir.Call)
	return ok && call.Function == ir.JSONSize
}

func isPart(e ir.Expr) bool {
	switch e := e.(type) {
	case ir.This:
		return true
	case ir.MemberOf:
		return isPart(e.Of)
	}
	return false
}

var mirrored = map[ir.CompareOp]ir.CompareOp{ir.Equal: ir.Equal, ir.Unequal: ir.Unequal, ir.Less: ir.Greater, ir.LessOrEqual: ir.GreaterOrEqual,
	ir.Greater: ir.Less, ir.GreaterOrEqual: ir.LessOrEqual}
