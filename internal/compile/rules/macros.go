package rules

import (
	"github.com/envgen/envgen/internal/ir"
)

// quantifiers are the macros that are conditions, true or false even where some items cannot be asked.
var quantifiers = map[string]bool{"all": true, "exists": true}

// over lowers what a macro goes through, and calls done with it and the variable that is bound to each item.
func (l *lowering) over(n *node, done func(list, item operand)) {
	l.value(n.args[0], func(list operand) {
		if list = l.need(list); list.bad() {
			return
		}
		item := operand{node: n.args[1], expr: ir.Temp{}, path: l.fresh(n.args[1].name)}
		switch {
		case list.typ.Kind == ir.ListExpr:
			item.typ = *list.typ.Elem
			item = l.element(item, item.path)
		case list.typ.Kind == ir.MapExpr && quantifiers[n.name]:
			item.typ = stringType
		case list.typ.Kind == ir.MapExpr:
			l.fail(n, "rule-unportable", "", "a map has no order, so `%s` cannot go through it", n.name)
			return
		default:
			l.fail(n, "rule-type", "", "`%s` goes through a list or a map, not %s", n.name, word(list.typ))
			return
		}
		item.expr = ir.Temp{Number: l.temp(item.typ)}
		done(list, item)
	})
}

func (l *lowering) loop(list, item operand, body func()) {
	var steps []ir.Statement
	l.loops++
	l.binding(item.node.name, item, func() { steps = l.within(body) })
	l.loops--
	l.emit(ir.Loop{Over: list.expr, Item: item.expr.(ir.Temp).Number, Index: -1, Body: steps})
}

// quantifier lowers all and exists: whether one item decides, or all agree.
func (l *lowering) quantifier(n *node, want bool) ir.Expr {
	return l.atom(func(done func(ir.Expr)) {
		l.over(n, func(list, item operand) {
			// One item that is not (all) or is (exists) so decides; else the other holds only if every item could be asked.
			decides := n.name == "exists"
			result := l.flag(boolean(want != decides))
			l.loop(list, item, func() {
				stop := []ir.Statement{ir.Set{Temp: result, Value: boolean(want == decides)}, ir.Break{}}
				var cond ir.Expr
				if want == decides {
					cond = l.truth(n.args[2], decides)
				} else {
					cond = l.failing(n.args[2], !decides)
				}
				l.emit(ir.Branch{Cond: cond, Then: stop})
			})
			done(ir.Temp{Number: result})
		})
	})
}

// single lowers exists_one, which wants every item to be asked.
func (l *lowering) single(n *node, done func(operand)) {
	if len(n.args) != 3 {
		l.function(n, done)
		return
	}
	l.over(n, func(list, item operand) {
		one, many, fine := l.let(boolType, boolean(false)), l.let(boolType, boolean(false)), l.temp(boolType)
		before := l.tries
		loop := l.within(func() {
			l.loop(list, item, func() {
				yes, no := l.condition(n.args[2])
				again := ir.Branch{Cond: ir.Temp{Number: one}, Then: []ir.Statement{ir.Set{Temp: many, Value: boolean(true)}},
					Else: []ir.Statement{ir.Set{Temp: one, Value: boolean(true)}}}
				var other []ir.Statement
				if no != nil {
					other = []ir.Statement{ir.Branch{Cond: negate(no), Then: []ir.Statement{ir.Set{Temp: fine, Value: boolean(false)}, ir.Break{}}}}
				}
				l.emit(ir.Branch{Cond: yes, Then: []ir.Statement{again}, Else: other})
			})
		})
		if l.tries > before {
			l.emit(ir.Let{Temp: fine, Value: boolean(true)})
		}
		*l.block = append(*l.block, loop...)
		v := operand{node: n, typ: boolType, expr: both(ir.Temp{Number: one}, negate(ir.Temp{Number: many}))}
		l.where(l.tries > before, fine, func() { done(v) })
	})
}

// where runs f in a branch on a temporary, if it can be false.
func (l *lowering) where(needed bool, fine int, f func()) {
	if !needed {
		f()
		return
	}
	steps := l.within(f)
	l.emit(ir.Branch{Cond: ir.Temp{Number: fine}, Then: steps})
}

// collect lowers filter and map.
func (l *lowering) collect(n *node, done func(operand)) {
	if len(n.args) < 3 || !n.method {
		l.function(n, done)
		return
	}
	l.over(n, func(list, item operand) {
		predicate, result := n.args[2], n.args[1]
		if n.name == "map" {
			result = n.args[len(n.args)-1]
			if len(n.args) == 3 {
				predicate = nil
			}
		}
		c := collecting{l: l, predicate: predicate, result: result, list: l.temp(ir.ExprType{}), fine: l.temp(boolType)}
		before := l.tries
		body := l.within(func() { l.loop(list, item, c.body) })
		if c.elem.Kind == 0 && c.elem.Value == nil && len(l.problems) > 0 {
			return
		}
		t := ir.ExprType{Kind: ir.ListExpr, Elem: &c.elem}
		l.program.Temps[c.list] = t
		l.emit(ir.Let{Temp: c.list, Value: ir.ListOf{Elem: c.elem}})
		fails := l.tries > before
		if fails {
			l.emit(ir.Let{Temp: c.fine, Value: boolean(true)})
		}
		*l.block = append(*l.block, body...)
		l.where(fails, c.fine, func() { done(operand{node: n, typ: t, expr: ir.Temp{Number: c.list}}) })
	})
}

// collecting is the body of filter and map.
type collecting struct {
	l                 *lowering
	predicate, result *node
	list, fine        int
	elem              ir.ExprType
}

func (c *collecting) body() {
	if c.predicate == nil {
		c.add()
		return
	}
	yes, no := c.l.condition(c.predicate)
	var steps []ir.Statement
	c.l.knowing(c.l.learned(c.predicate, true), func() { steps = c.l.within(c.add) })
	var other []ir.Statement
	if no != nil {
		other = []ir.Statement{ir.Branch{Cond: negate(no), Then: c.stop()}}
	}
	c.l.emit(ir.Branch{Cond: yes, Then: steps, Else: other})
}

func (c *collecting) stop() []ir.Statement {
	return []ir.Statement{ir.Set{Temp: c.fine, Value: boolean(false)}, ir.Break{}}
}

// add appends the result for one item.
func (c *collecting) add() {
	added, nested := -1, false
	steps := c.l.within(func() {
		here := c.l.block
		c.l.value(c.result, func(v operand) {
			if v = c.l.need(v); v.bad() {
				return
			}
			c.elem = plain(v.typ)
			if nested = c.l.block != here; nested {
				added = c.l.temp(boolType)
				c.l.emit(ir.Set{Temp: added, Value: boolean(true)})
			}
			c.l.emit(ir.Set{Temp: c.list, Value: ir.Call{Function: ir.Concat, Type: ir.ExprType{Kind: ir.ListExpr, Elem: &c.elem},
				Args: []ir.Expr{ir.Temp{Number: c.list}, ir.ListOf{Elem: c.elem, Items: []ir.Expr{v.expr}}}}})
		})
	})
	if nested {
		c.l.emit(ir.Let{Temp: added, Value: boolean(false)})
	}
	*c.l.block = append(*c.l.block, steps...)
	if nested {
		c.l.emit(ir.Branch{Cond: negate(ir.Temp{Number: added}), Then: c.stop()})
	}
}
