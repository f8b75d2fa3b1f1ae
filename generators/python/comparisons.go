package python

import (
	"github.com/envgen/envgen/internal/ir"
)

func (p *program) comparison(e ir.Comparison) term {
	if _, fixed := e.L.(ir.Constant); fixed {
		if _, both := e.R.(ir.Constant); !both { // constants stand on the right
			e.L, e.R, e.Op = e.R, e.L, mirrored(e.Op)
		}
	}
	if holds, known := decided(e); known {
		return atom("%s", literal(ir.Literal{Kind: ir.BoolLiteral, Bool: holds}))
	}
	l, r := p.term(e.L), p.term(e.R)
	if e.Type.Kind == ir.BoolExpr && (isTrue(r) || isFalse(r)) {
		if isTrue(r) == (e.Op == ir.Equal) {
			return l
		}
		return negated(l)
	}
	if holdsDoubles(e.Type) {
		same := atom("%s(%s, %s)", p.uses.support.use("equal"), l.text, r.text)
		if e.Op == ir.Unequal {
			return negated(same)
		}
		return same
	}
	words := comparisons[e.Op]
	t := binary(bindComparison, l, words[0], r)
	if e.Type.Kind != ir.DoubleExpr || e.Op == ir.Equal || e.Op == ir.Unequal { // nothing is more or less than NaN
		t.not = binary(bindComparison, l, words[1], r).text
	}
	return t
}

// decided answers a comparison with a member that the class itself holds. Type checkers would answer it as well.
func decided(e ir.Comparison) (holds, known bool) {
	member, ok := e.L.(ir.MemberOf)
	c, isConstant := e.R.(ir.Constant)
	if !ok || !isConstant {
		member, ok = e.R.(ir.MemberOf)
		c, isConstant = e.L.(ir.Constant)
	}
	if !ok || !isConstant || e.Op != ir.Equal && e.Op != ir.Unequal {
		return false, false
	}
	l, fixed := constant(member.Field)
	if !fixed || l.Kind != ir.StringLiteral || e.Type.Kind != ir.StringExpr {
		return false, false
	}
	return (l.String == c.String) == (e.Op == ir.Equal), true
}

// holdsDoubles reports whether a list or map has doubles somewhere inside.
func holdsDoubles(t ir.ExprType) bool {
	return t.Elem != nil && (t.Elem.Kind == ir.DoubleExpr || holdsDoubles(*t.Elem))
}

// mirrored is the comparison with its sides exchanged.
func mirrored(op ir.CompareOp) ir.CompareOp {
	switch op {
	case ir.Less:
		return ir.Greater
	case ir.LessOrEqual:
		return ir.GreaterOrEqual
	case ir.Greater:
		return ir.Less
	case ir.GreaterOrEqual:
		return ir.LessOrEqual
	}
	return op
}
