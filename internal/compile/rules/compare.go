package rules

import "github.com/envgen/envgen/internal/ir"

// compare lowers ==, != and the orders.
func (l *lowering) compare(n *node, op ir.CompareOp, done func(operand)) {
	x, y := n.args[0], n.args[1]
	if isNull(x) {
		x, y = y, x
	}
	if isNull(y) && (op == ir.Equal || op == ir.Unequal) {
		l.value(x, func(v operand) { l.withNull(n, v, op == ir.Equal, done) })
		return
	}
	if isEmptyList(x) && !isEmptyList(y) {
		x, y = y, x
	}
	if isEmptyList(y) && (op == ir.Equal || op == ir.Unequal) {
		l.values([]*node{x}, func(args []operand) { l.withEmpty(n, args[0], op, done) })
		return
	}
	l.values(n.args, func(args []operand) {
		l.unify(args)
		a, b := args[0], args[1]
		switch {
		case op > ir.Unequal && a.typ.Kind == ir.BoolExpr && b.typ.Kind == ir.BoolExpr:
			done(operand{node: n, typ: boolType, expr: booleanOrder(op, a.expr, b.expr)})
			return
		case op > ir.Unequal && (a.typ.Kind != b.typ.Kind || !ordered(a.typ)):
			l.fail(n, "rule-type", "", "%s and %s have no order", word(a.typ), word(b.typ))
			return
		case op <= ir.Unequal && a.typ.Kind == b.typ.Kind && !same(a.typ, b.typ):
			l.fail(n, "rule-unportable", "compare their members", "%s and %s cannot be compared as whole values", word(a.typ), word(b.typ))
			return
		case op <= ir.Unequal && !same(a.typ, b.typ):
			l.fail(n, "rule-type", "", "%s never equals %s", word(a.typ), word(b.typ))
			return
		}
		if op <= ir.Unequal {
			l.knownWords(a, b)
			l.knownWords(b, a)
		}
		done(operand{node: n, typ: boolType, expr: comparison(op, a, b)})
	})
}

// booleanOrder compares two conditions, of which false is the lesser.
func booleanOrder(op ir.CompareOp, a, b ir.Expr) ir.Expr {
	if op == ir.Greater || op == ir.GreaterOrEqual {
		a, b = b, a
	}
	return join(op == ir.LessOrEqual || op == ir.GreaterOrEqual, negate(a), b)
}

// comparison compares two operands, here and now if both are constants.
func comparison(op ir.CompareOp, a, b operand) ir.Expr {
	if b.tag != nil && op <= ir.Unequal {
		a, b = b, a
	}
	c, isConstant := a.expr.(ir.Constant)
	d, alsoConstant := b.expr.(ir.Constant)
	if a.tag != nil && alsoConstant && op <= ir.Unequal {
		tag, _ := tagConstant(d)
		is := a.tag.is([]string{tag})
		if op == ir.Unequal {
			return negate(is)
		}
		return is
	}
	if isConstant && alsoConstant && op <= ir.Unequal {
		return boolean(equal(c, d) == (op == ir.Equal))
	}
	if x, is := a.expr.(ir.Choose); is && alsoConstant && op <= ir.Unequal {
		then, one := x.Then.(ir.Constant)
		other, two := x.Else.(ir.Constant)
		if one && two {
			return chosen(x.If, boolean(equal(then, d) == (op == ir.Equal)), boolean(equal(other, d) == (op == ir.Equal)))
		}
	}
	return compared(ir.Comparison{Op: op, Type: plain(a.typ), L: a.expr, R: b.expr})
}

func isEmptyList(n *node) bool { return n.kind == listNode && len(n.args) == 0 }

// withEmpty compares an operand with a list of no items, whose type is then that of the operand.
func (l *lowering) withEmpty(n *node, v operand, op ir.CompareOp, done func(operand)) {
	if v.typ.Kind != ir.ListExpr {
		l.fail(n, "rule-type", "", "%s never equals a list", word(v.typ))
		return
	}
	size := operand{typ: intType, expr: ir.Call{Function: ir.SizeOf, Type: intType, Args: []ir.Expr{v.expr}}}
	done(operand{node: n, typ: boolType, expr: comparison(op, size, operand{expr: ir.Constant{Type: intType}})})
}

// withNull compares an operand with null.
func (l *lowering) withNull(n *node, v operand, equal bool, done func(operand)) {
	if v.bad() {
		return
	}
	if v.catalog != nil || v.params || v.bound || v.entry != nil {
		l.need(v)
		return
	}
	var null ir.Expr = boolean(false)
	switch {
	case v.null != nil && v.path == "":
		l.fail(v.node, "rule-unportable", "use a list whose items cannot be null", "an item of this list cannot be compared with null")
		return
	case v.null != nil:
		null = v.null
	case l.named && v.typ.Kind != ir.JSONExpr && (v.typ.Value == nil || !nullable(v.typ.Value)):
		l.fail(v.node, "rule-type", "remove the comparison", "this is never null")
		return
	}
	done(operand{node: n, typ: boolType, expr: l.sense(null, equal)})
}
