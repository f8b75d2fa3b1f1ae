package typescript

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// timeLiteral writes a timestamp or a duration as timestamp.ts has it: a number of microseconds in groups of three digits, or a bigint of
// nanoseconds.
func (s *generator) timeLiteral(c ir.Constant) string {
	seconds, nanos := c.Int, int64(c.Nanos)
	sign := ""
	switch {
	case seconds < 0 && nanos > 0: // of a timestamp
		sign, seconds, nanos = "-", -(seconds + 1), 1_000_000_000-nanos
	case seconds < 0 || nanos < 0:
		sign, seconds, nanos = "-", -seconds, -nanos
	}
	digits := fmt.Sprintf("%d%09d", seconds, nanos)
	short := strings.TrimSuffix(digits, "000")
	if n, err := strconv.ParseInt(short, 10, 64); short == digits || err != nil || !isSafe(n) {
		return s.big(sign + strings.TrimLeft(digits, "0"))
	}
	digits = strings.TrimLeft(short, "0")
	if digits == "" {
		return "0"
	}
	var groups []string
	for len(digits) > 3 {
		groups = append([]string{digits[len(digits)-3:]}, groups...)
		digits = digits[:len(digits)-3]
	}
	return sign + strings.Join(append([]string{digits}, groups...), "_")
}

// fits spells whether the text of a value takes at most so many bytes.
func (w *ruleWriter) fits(e ir.Comparison) (t term, ok bool) {
	f, ok := e.Fits()
	if !ok {
		return term{}, false
	}
	if f.Part {
		t = whole(w.support("partFits") + "(run, " + w.list([]ir.Expr{f.Measured, f.Limit}) + ")")
	} else {
		t = w.call("fits", f.Measured, f.Limit)
	}
	if f.Not {
		t = w.Deny(t)
	}
	return t, true
}
