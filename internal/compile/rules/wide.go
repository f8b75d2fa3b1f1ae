package rules

import "github.com/envgen/envgen/internal/ir"

// wide reports an integer of 64 bits: not every language has arithmetic that is the same for all of them.
func (l *lowering) wide(n *node, v *ir.Value) bool {
	if v.Width() == ir.Safe {
		return false
	}
	l.fail(n, "rule-wide", "test its presence with has(), and its value with keywords of its schema", "%s is an integer of 64 bits, which rules cannot read", l.spelled(n))
	return true
}
