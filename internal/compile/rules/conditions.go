package rules

import (
	"strconv"

	"github.com/envgen/envgen/internal/ir"
)

// truth lowers a boolean expression to one that is true exactly if the expression evaluates to `want`. An expression that cannot be evaluated gives
// false, so errors need no values. CEL's && and || let the other side decide if one side cannot be evaluated. They become plain && and || of these.
func (l *lowering) truth(n *node, want bool) ir.Expr {
	if !l.spend(n) {
		return boolean(false)
	}
	if n.kind == callNode {
		switch {
		case n.name == "!_":
			return l.truth(n.args[0], !want)
		case n.name == "_&&_" || n.name == "_||_":
			return l.logic(n, want)
		case n.name == "_?_:_":
			return l.choice(n, want)
		case quantifiers[n.name] && n.variables() > 0:
			return l.quantifier(n, want)
		}
	}
	return l.atom(func(done func(ir.Expr)) {
		l.value(n, func(v operand) {
			if v = l.need(v); v.bad() {
				return
			}
			if v.typ.Kind != ir.BoolExpr {
				l.fail(n, "rule-type", "", "this must be true or false, but it is %s", word(v.typ))
				return
			}
			done(l.sense(v.expr, want))
		})
	})
}

func boolean(b bool) ir.Constant { return ir.Constant{Type: boolType, Bool: b} }

// sense is x or its negation.
func (l *lowering) sense(x ir.Expr, want bool) ir.Expr {
	if want {
		return x
	}
	return negate(x)
}

var opposites = [...]ir.CompareOp{ir.Equal: ir.Unequal, ir.Unequal: ir.Equal, ir.Less: ir.GreaterOrEqual, ir.LessOrEqual: ir.Greater,
	ir.Greater: ir.LessOrEqual, ir.GreaterOrEqual: ir.Less}

func negate(x ir.Expr) ir.Expr {
	switch x := x.(type) {
	case ir.Constant:
		return boolean(!x.Bool)
	case ir.Negation:
		return x.X
	case ir.Comparison:
		if opposite := opposites[x.Op]; x.Op <= ir.Unequal || x.Type.Kind != ir.DoubleExpr { // NaN is not less, and not greater
			x.Op = opposite
			return x
		}
	case ir.Logic:
		return join(!x.Or, negate(x.L), negate(x.R))
	case ir.Choose:
		return ir.Choose{If: x.If, Then: negate(x.Then), Else: negate(x.Else)}
	}
	return ir.Negation{X: x}
}

// both and either join two conditions; a known condition needs no test.
func both(a, b ir.Expr) ir.Expr { return join(false, a, b) }

func join(or bool, a, b ir.Expr) ir.Expr {
	if c, known := a.(ir.Constant); known {
		if c.Bool == or {
			return c
		}
		return b
	}
	if c, known := b.(ir.Constant); known {
		if c.Bool == or {
			return c
		}
		return a
	}
	if x := joinedTests(or, a, b); x != nil {
		return x
	}
	return ir.Logic{Or: or, L: a, R: b}
}

// atom lowers a condition without logic: f calls done with the condition, possibly inside statements, or not at all.
func (l *lowering) atom(f func(done func(ir.Expr))) ir.Expr {
	var direct ir.Expr = boolean(false)
	result := -1
	steps := l.within(func() {
		here := l.block
		f(func(x ir.Expr) {
			if l.block == here {
				direct = x
				return
			}
			result = l.temp(boolType)
			l.flags[result] = true
			l.emit(ir.Set{Temp: result, Value: x})
		})
	})
	if result >= 0 {
		direct = ir.Temp{Number: result}
		l.emit(ir.Let{Temp: result, Value: boolean(false)})
	}
	*l.block = append(*l.block, steps...)
	return direct
}

// logic lowers && and ||. The right side may use the tests of the left one.
func (l *lowering) logic(n *node, want bool) ir.Expr {
	conjunction := n.name == "_&&_"
	or := conjunction != want
	left := l.sideOf(or, n.args[0], want)
	if c, known := left.(ir.Constant); known && c.Bool == or && len(l.problems) == 0 {
		return left
	}
	var right ir.Expr
	steps := l.within(func() {
		l.knowing(l.learned(n.args[0], conjunction), left, !or, func() { right = l.sideOf(or, n.args[1], want) })
	})
	if _, known := left.(ir.Constant); known || len(steps) == 0 {
		*l.block = append(*l.block, steps...)
		return join(or, left, right)
	}
	result := l.changeable(left)
	steps = append(steps, ir.Set{Temp: result, Value: right})
	l.emit(ir.Branch{Cond: l.sense(ir.Temp{Number: result}, !or), Then: steps})
	return ir.Temp{Number: result}
}

// choice lowers a conditional of booleans.
func (l *lowering) choice(n *node, want bool) ir.Expr {
	yes, no := l.condition(n.args[0])
	if c, known := yes.(ir.Constant); known && no == nil {
		return l.truth(taken(n, c), want)
	}
	var then, other ir.Expr
	thenSteps := l.within(func() {
		l.knowing(l.learned(n.args[0], true), yes, true, func() { then = l.shallow(n.args[1], l.truth(n.args[1], want), boolType) })
	})
	elseSteps := l.within(func() {
		l.knowing(l.learned(n.args[0], false), yes, false, func() { other = l.shallow(n.args[2], l.truth(n.args[2], want), boolType) })
	})
	if len(thenSteps)+len(elseSteps) == 0 && no == nil {
		return chosen(yes, then, other)
	}
	result := l.flag(boolean(false))
	l.either(yes, no, append(thenSteps, ir.Set{Temp: result, Value: then}), append(elseSteps, ir.Set{Temp: result, Value: other}))
	return ir.Temp{Number: result}
}

// failing lowers an expression to one that is true unless the expression evaluates to `want`.
func (l *lowering) failing(n *node, want bool) ir.Expr {
	var x ir.Expr
	before := l.tries
	steps := l.within(func() { x = l.truth(n, want) })
	if l.tries == before {
		return l.truth(n, !want) // which reads better
	}
	*l.block = append(*l.block, steps...)
	return negate(x)
}

// flag declares a condition that later statements may change, wherever it is used.
func (l *lowering) flag(value ir.Expr) int {
	n := l.let(boolType, value)
	l.flags[n] = true
	return n
}

// changeable returns a flag with the value of x: x itself if it is one.
func (l *lowering) changeable(x ir.Expr) int {
	if t, isTemp := x.(ir.Temp); isTemp && l.flags[t.Number] {
		return t.Number
	}
	return l.flag(x)
}

// chosen returns a conditional of conditions, or a shorter form if one side is known.
func chosen(cond, then, other ir.Expr) ir.Expr {
	if c, known := then.(ir.Constant); known {
		if c.Bool {
			return join(true, cond, other)
		}
		return join(false, negate(cond), other)
	}
	if c, known := other.(ir.Constant); known {
		if c.Bool {
			return join(true, negate(cond), then)
		}
		return join(false, cond, then)
	}
	return ir.Choose{If: cond, Then: then, Else: other}
}

// taken is the side of a conditional that a known condition leaves.
func taken(n *node, c ir.Constant) *node {
	if c.Bool {
		return n.args[1]
	}
	return n.args[2]
}

// condition lowers a condition for both of its senses; no is nil if it is the negation of yes.
func (l *lowering) condition(n *node) (yes, no ir.Expr) {
	before := l.tries
	yes = l.shallow(n, l.truth(n, true), boolType)
	if l.tries > before {
		no = l.shallow(n, l.truth(n, false), boolType)
	}
	return yes, no
}

// decided lowers a condition that is an argument: there it must be one or the other.
func (l *lowering) decided(n *node, done func(operand)) {
	yes, no := l.condition(n)
	v := operand{node: n, expr: yes, typ: boolType}
	if no == nil {
		done(v)
		return
	}
	steps := l.within(func() { done(v) })
	l.emit(ir.Branch{Cond: join(true, yes, no), Then: steps})
}

// either emits a branch on a condition.
func (l *lowering) either(yes, no ir.Expr, then, other []ir.Statement) {
	if no != nil {
		other = []ir.Statement{ir.Branch{Cond: no, Then: other}}
	}
	l.emit(ir.Branch{Cond: yes, Then: then, Else: other})
}

// learned lists the facts that follow if an expression is not !sense.
func (l *lowering) learned(n *node, sense bool) []string {
	if n.kind == memberNode {
		return []string{tagFact(l.path(n), newTagWords(false, []string{strconv.FormatBool(sense)}, 0))}
	}
	if n.kind != callNode {
		return nil
	}
	switch n.name {
	case "!_":
		return l.learned(n.args[0], !sense)
	case "_&&_", "_||_":
		left, right := l.learned(n.args[0], sense), l.learned(n.args[1], sense)
		if (n.name == "_&&_") == sense {
			return append(left, right...)
		}
		return append(l.implied(n, sense, right), eitherTags(left, right)...)
	case "_?_:_":
		return eitherTags(l.learned(n.args[1], sense), l.learned(n.args[2], sense))
	case "has":
		if len(n.args) == 1 && n.args[0].kind == memberNode {
			fact := lacks
			if sense {
				fact = has
			}
			return []string{fact + l.path(n.args[0])}
		}
	case "_!=_", "_==_":
		x, y := n.args[0], n.args[1]
		if isNull(x) {
			x, y = y, x
		}
		if isNull(y) && (n.name == "_!=_") == sense {
			return []string{"some " + l.path(x)}
		}
		return l.learnedTag(x, y, (n.name == "_==_") == sense)
	case "@in":
		if n.args[1].kind == listNode {
			return l.learnedTags(n.args[0], n.args[1].args, sense)
		}
		if sense {
			return []string{"word " + l.path(n.args[1]) + " " + l.path(n.args[0])}
		}
	}
	return nil
}

// implied returns the facts about b in !(a && b) and a || b where a is one fact: after it, the other side is true.
func (l *lowering) implied(n *node, sense bool, right []string) []string {
	first := n.args[0]
	for first.kind == callNode && first.name == "!_" {
		first = first.args[0]
	}
	if first.name == "_&&_" || first.name == "_||_" {
		return nil
	}
	facts := l.learned(n.args[0], !sense)
	if len(facts) != 1 {
		return nil
	}
	var conclusions []string
	for _, fact := range right {
		conclusions = append(conclusions, facts[0]+implies+fact)
	}
	return conclusions
}

// learnedTag is the fact that a member equals a literal, or that it does not.
func (l *lowering) learnedTag(x, y *node, equal bool) []string {
	if x.kind == literalNode {
		x, y = y, x
	}
	if value, isBoolean := y.lit.(bool); isBoolean && y.kind == literalNode && x.kind == memberNode {
		return l.learned(x, value == equal)
	}
	return l.learnedTags(x, []*node{y}, equal)
}

// learnedTags is the fact that a member is one of some literal strings or integers, or that it is none.
func (l *lowering) learnedTags(x *node, list []*node, among bool) []string {
	var words []string
	for _, n := range list {
		word, isTag := n.lit.(string)
		if number, isInteger := n.lit.(int64); isInteger {
			word, isTag = strconv.FormatInt(number, 10), true
		}
		if n.kind != literalNode || !isTag {
			return nil
		}
		words = append(words, word)
	}
	if x.kind != memberNode {
		return nil
	}
	return []string{tagFact(l.path(x), newTagWords(!among, words, 0))}
}

func isNull(n *node) bool { return n.kind == literalNode && n.lit == nil }
