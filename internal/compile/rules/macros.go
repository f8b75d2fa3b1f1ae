package rules

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// quantifiers are the macros that are conditions, true or false even where some items cannot be evaluated.
var quantifiers = map[string]bool{"all": true, "exists": true}

// macros lists the number of variables of each macro by the number of its arguments, including the range.
var macros = map[string]map[int]int{"all": {3: 1, 4: 2}, "exists": {3: 1, 4: 2}, "exists_one": {3: 1, 4: 2}, "existsOne": {3: 1, 4: 2},
	"filter": {3: 1}, "map": {3: 1, 4: 1}, "transformList": {4: 2, 5: 2}}

// variables is how many variables a macro binds; 0 if the call is none.
func (n *node) variables() int {
	count := macros[n.name][len(n.args)]
	if !n.method || slices.ContainsFunc(n.args[1:max(1, count+1)], func(v *node) bool { return v.kind != nameNode }) {
		return 0
	}
	return count
}

// iteration is the list or map of a macro, with the variables of each step. One variable is the item of a list or the name in a map. Of two
// variables, the first is the index or the name, the second is the item or the value.
type iteration struct {
	over         operand
	item         operand
	index, value *operand
}

// iterate lowers the range of a macro.
func (l *lowering) iterate(n *node, done func(iteration)) {
	names := n.args[1 : n.variables()+1]
	l.value(n.args[0], func(over operand) {
		if over = l.need(over); over.bad() {
			return
		}
		it := iteration{over: over}
		switch {
		case over.typ.Kind == ir.ListExpr:
			it.item = l.variable(names[len(names)-1], *over.typ.Elem)
			it.item = l.element(it.item, it.item.path)
			if len(names) > 1 {
				index := l.variable(names[0], intType)
				it.index = &index
			}
		case over.typ.Kind == ir.MapExpr && quantifiers[n.name]:
			it.item = l.variable(names[0], stringType)
			if len(names) > 1 {
				value := l.variable(names[1], *over.typ.Elem)
				value = l.element(value, value.path)
				it.value = &value
			}
		case over.typ.Kind == ir.MapExpr:
			l.fail(n, "rule-unportable", "", "a map has no order, so `%s` cannot iterate over it", n.name)
			return
		default:
			l.fail(n, "rule-type", "", "`%s` iterates over a list or a map, not %s", n.name, word(over.typ))
			return
		}
		done(it)
	})
}

// variable is the operand for a variable of a macro.
func (l *lowering) variable(name *node, t ir.ExprType) operand {
	return operand{node: name, typ: t, expr: ir.Temp{Number: l.temp(t)}, path: l.fresh(name.name)}
}

// loop lowers the body of each step. A variable that is never read is not a variable of the loop.
func (l *lowering) loop(it iteration, body func()) {
	bound := func(v *operand, inside func()) func() {
		if v == nil {
			return inside
		}
		return func() { l.binding(v.node.name, *v, inside) }
	}
	if it.value != nil {
		body = l.looksUp(it, bound(it.value, body))
	}
	l.loops++
	steps := l.within(bound(it.index, bound(&it.item, body)))
	l.loops--
	read := func(v *operand) int {
		if v == nil || !l.read[v.path] {
			return -1
		}
		return v.expr.(ir.Temp).Number
	}
	l.emit(ir.Loop{Over: it.over.expr, Item: read(&it.item), Index: read(it.index), Body: steps})
}

// looksUp reads the value of a map, which is there, before a body that needs it.
func (l *lowering) looksUp(it iteration, body func()) func() {
	return func() {
		steps := l.within(body)
		if !l.read[it.value.path] {
			*l.block = append(*l.block, steps...)
			return
		}
		l.read[it.item.path] = true
		found := l.temp(boolType)
		call := ir.Call{Function: ir.ValueAt, Type: it.value.typ, Args: []ir.Expr{it.over.expr, it.item.expr}}
		l.emit(ir.Try{Temp: it.value.expr.(ir.Temp).Number, OK: found, Call: call})
		there := ir.Branch{Cond: ir.Temp{Number: found}, Then: steps}
		if len(steps) == 1 {
			if only, isBranch := steps[0].(ir.Branch); isBranch && len(only.Else) == 0 {
				there = ir.Branch{Cond: both(there.Cond, only.Cond), Then: only.Then}
			}
		}
		l.emit(there)
	}
}

// quantifier lowers all and exists: whether one item decides, or all agree.
func (l *lowering) quantifier(n *node, want bool) ir.Expr {
	return l.atom(func(done func(ir.Expr)) {
		l.iterate(n, func(it iteration) {
			predicate := n.args[len(n.args)-1]
			// One false item (all) or one true item (exists) decides. Otherwise the result requires that every item could be evaluated.
			decides := n.name == "exists"
			result := l.flag(boolean(want != decides))
			var cond ir.Expr
			l.loop(it, func() {
				stop := []ir.Statement{ir.Set{Temp: result, Value: boolean(want == decides)}, ir.Break{}}
				if want == decides {
					cond = l.truth(predicate, decides)
				} else {
					cond = l.failing(predicate, !decides)
				}
				l.emit(ir.Branch{Cond: cond, Then: stop})
			})
			if decided, known := ir.Decided(cond); known && !decided { // by no item
				done(boolean(want != decides))
				return
			} else if known { // by the first item
				done(isEmpty(it.over, want != decides))
				return
			}
			done(ir.Temp{Number: result})
		})
	})
}

// isEmpty is the condition that a list or a map has no items, or that it has some.
func isEmpty(over operand, want bool) ir.Expr {
	size := operand{typ: intType, expr: ir.Call{Function: ir.SizeOf, Type: intType, Args: []ir.Expr{over.expr}}}
	op := ir.Greater
	if want {
		op = ir.Equal
	}
	return comparison(op, size, operand{expr: ir.Constant{Type: intType}})
}

// single lowers exists_one, which requires every item to be evaluated.
func (l *lowering) single(n *node, done func(operand)) {
	if n.variables() == 0 {
		l.function(n, done)
		return
	}
	l.iterate(n, func(it iteration) {
		one, many, fine := l.let(boolType, boolean(false)), l.let(boolType, boolean(false)), l.temp(boolType)
		fails := false
		loop := l.within(func() {
			l.loop(it, func() {
				yes, no := l.condition(n.args[len(n.args)-1])
				again := ir.Branch{Cond: ir.Temp{Number: one}, Then: []ir.Statement{ir.Set{Temp: many, Value: boolean(true)}},
					Else: []ir.Statement{ir.Set{Temp: one, Value: boolean(true)}}}
				var other []ir.Statement
				if fails = no != nil; fails {
					other = []ir.Statement{ir.Branch{Cond: negate(no), Then: []ir.Statement{ir.Set{Temp: fine, Value: boolean(false)}, ir.Break{}}}}
				}
				l.emit(ir.Branch{Cond: yes, Then: []ir.Statement{again}, Else: other})
			})
		})
		if fails {
			l.emit(ir.Let{Temp: fine, Value: boolean(true)})
		}
		*l.block = append(*l.block, loop...)
		v := operand{node: n, typ: boolType, expr: both(ir.Temp{Number: one}, negate(ir.Temp{Number: many}))}
		l.where(fails, fine, func() { done(v) })
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

// collect lowers filter, map and transformList.
func (l *lowering) collect(n *node, done func(operand)) {
	count := n.variables()
	if count == 0 {
		l.function(n, done)
		return
	}
	l.iterate(n, func(it iteration) {
		variables, rest := n.args[1:count+1], n.args[count+1:]
		c := collecting{l: l, result: rest[len(rest)-1], list: l.temp(ir.ExprType{}), fine: l.temp(boolType)}
		switch {
		case n.name == "filter":
			c.predicate, c.result = rest[0], variables[0]
		case len(rest) > 1:
			c.predicate = rest[0]
		}
		body := l.within(func() { l.loop(it, c.body) })
		if c.all && c.result.kind == nameNode && c.result.name == it.item.node.name && it.item.null == nil {
			done(operand{node: n, typ: plain(it.over.typ), expr: it.over.expr}) // each item as it is
			return
		}
		if c.elem.Kind == 0 && c.elem.Value == nil && len(l.problems) > 0 {
			return
		}
		t := ir.ExprType{Kind: ir.ListExpr, Elem: &c.elem}
		l.program.Temps[c.list] = t
		l.emit(ir.Let{Temp: c.list, Value: ir.ListOf{Elem: c.elem}})
		if c.fails {
			l.emit(ir.Let{Temp: c.fine, Value: boolean(true)})
		}
		*l.block = append(*l.block, body...)
		l.where(c.fails, c.fine, func() { done(operand{node: n, typ: t, expr: ir.Temp{Number: c.list}}) })
	})
}

// collecting is the body of filter and map.
type collecting struct {
	l                 *lowering
	predicate, result *node
	list, fine        int
	fails             bool // fine is false where an item could not be evaluated
	all               bool // the predicate, if there is one, leaves no item out
	elem              ir.ExprType
}

func (c *collecting) body() {
	if c.all = c.predicate == nil; c.all {
		c.add()
		return
	}
	yes, no := c.l.condition(c.predicate)
	decided, known := ir.Decided(yes)
	c.all = known && decided && no == nil
	var steps []ir.Statement
	c.l.knowing(c.l.learned(c.predicate, true), yes, true, func() { steps = c.l.within(c.add) })
	var other []ir.Statement
	if no != nil {
		other = []ir.Statement{ir.Branch{Cond: negate(no), Then: c.stop()}}
	}
	c.l.emit(ir.Branch{Cond: yes, Then: steps, Else: other})
}

func (c *collecting) stop() []ir.Statement {
	c.fails = true
	return []ir.Statement{ir.Set{Temp: c.fine, Value: boolean(false)}, ir.Break{}}
}

// add appends the result for one item.
func (c *collecting) add() {
	added, nested := -1, false
	steps := c.l.within(func() {
		here := c.l.block
		c.l.narrowed(c.result, func(v operand) {
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
