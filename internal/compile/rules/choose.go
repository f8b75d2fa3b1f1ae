package rules

import "github.com/envgen/envgen/internal/ir"

// side is one side of a conditional of values.
type side struct {
	value operand
	steps []ir.Statement // that end with setting the result, perhaps inside of others
	plain bool           // there are no steps but those that set the result
}

// choosing is the lowering of a conditional of values.
type choosing struct {
	l            *lowering
	cond         *node
	yes          ir.Expr
	result, fine int // the value, and whether there is one
}

// choose lowers a conditional of values that are no conditions.
func (l *lowering) choose(n *node, done func(operand)) {
	yes, no := l.condition(n.args[0])
	if c, known := yes.(ir.Constant); known && no == nil {
		l.value(taken(n, c), done)
		return
	}
	c := choosing{l: l, cond: n.args[0], yes: yes, result: l.temp(ir.ExprType{}), fine: l.temp(boolType)}
	then, other := c.side(n.args[1], true), c.side(n.args[2], false)
	if then.value.bad() || other.value.bad() {
		return
	}
	pair := []operand{then.value, other.value}
	l.unify(pair)
	t := plain(pair[0].typ)
	switch {
	case !same(pair[0].typ, pair[1].typ):
		l.fail(n, "rule-type", "", "both sides of `?:` must have the same type, not %s and %s", word(then.value.typ), word(other.value.typ))
	case no == nil && then.plain && other.plain:
		done(operand{node: n, typ: t, expr: ir.Choose{If: yes, Then: pair[0].expr, Else: pair[1].expr}})
	case t.Kind == ir.ListExpr || t.Kind == ir.MapExpr:
		l.fail(n, "rule-unportable", "split it into two rules", "this conditional is too complex")
	default:
		replace(then.steps, c.result, pair[0].expr)
		replace(other.steps, c.result, pair[1].expr)
		l.program.Temps[c.result] = t
		l.emit(ir.Let{Temp: c.result, Value: ir.Constant{Type: t}})
		l.emit(ir.Let{Temp: c.fine, Value: boolean(false)})
		l.either(yes, no, then.steps, other.steps)
		l.where(true, c.fine, func() { done(operand{node: n, typ: t, expr: ir.Temp{Number: c.result}}) })
	}
}

func (c choosing) side(n *node, sense bool) side {
	var s side
	l := c.l
	s.steps = l.within(func() {
		here := l.block
		l.knowing(l.learned(c.cond, sense), c.yes, sense, func() {
			l.value(n, func(v operand) {
				if s.value = l.need(v); s.value.bad() {
					return
				}
				s.plain = l.block == here && len(*here) == 0
				l.emit(ir.Set{Temp: c.result, Value: s.value.expr})
				l.emit(ir.Set{Temp: c.fine, Value: boolean(true)})
			})
		})
	})
	return s
}

// replace gives the assignment to a temporary at the end of a list of steps another value.
func replace(steps []ir.Statement, temp int, value ir.Expr) {
	for i, s := range steps {
		switch s := s.(type) {
		case ir.Set:
			if s.Temp == temp {
				s.Value = value
				steps[i] = s
			}
		case ir.Branch:
			replace(s.Then, temp, value)
		}
	}
}
