package typescript

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// timeLiteral writes a timestamp or a duration as moment.ts has it, in groups of three digits: a number of microseconds, or a bigint
// of nanoseconds.
func timeLiteral(c ir.Constant) string {
	seconds, nanos := c.Int, int64(c.Nanos)
	sign := ""
	switch {
	case seconds < 0 && nanos > 0: // of a timestamp
		sign, seconds, nanos = "-", -(seconds + 1), 1_000_000_000-nanos
	case seconds < 0 || nanos < 0:
		sign, seconds, nanos = "-", -seconds, -nanos
	}
	digits, end := fmt.Sprintf("%d%09d", seconds, nanos), "n"
	if short := strings.TrimSuffix(digits, "000"); short != digits {
		if n, err := strconv.ParseInt(short, 10, 64); err == nil && isSafe(n) {
			digits, end = short, ""
		}
	}
	digits = strings.TrimLeft(digits, "0")
	if digits == "" {
		return "0"
	}
	var groups []string
	for len(digits) > 3 {
		groups = append([]string{digits[len(digits)-3:]}, groups...)
		digits = digits[:len(digits)-3]
	}
	return sign + strings.Join(append([]string{digits}, groups...), "_") + end
}

// fits spells whether the text of a value takes at most so many bytes, which mostly is plain to see without counting them.
func (w *ruleWriter) fits(e ir.Comparison) (t term, ok bool) {
	if isSize(e.R) && !isSize(e.L) {
		e.L, e.R, e.Op = e.R, e.L, mirrored[e.Op]
	}
	limit := e.R
	if e.Op == ir.Less || e.Op == ir.GreaterOrEqual { // a size is at most what is less than the limit
		c, isConstant := limit.(ir.Constant)
		if !isConstant || c.Int == math.MinInt64 {
			return term{}, false
		}
		c.Int--
		limit = c
	}
	if !isSize(e.L) || e.Op == ir.Equal || e.Op == ir.Unequal {
		return term{}, false
	}
	measured := e.L.(ir.Call).Args[0]
	if isPart(measured) {
		w.run = true
		t = whole("run.fits(" + w.list([]ir.Expr{measured, limit}) + ")")
	} else {
		t = w.call("fits", measured, limit)
	}
	if e.Op == ir.Greater || e.Op == ir.GreaterOrEqual {
		t = w.Deny(t)
	}
	return t, true
}

func isSize(e ir.Expr) bool {
	call, ok := e.(ir.Call)
	return ok && call.Function == ir.JSONSize
}

// isPart reports whether an expression is a part of the value that the rule is about, and so no longer than the message.
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
