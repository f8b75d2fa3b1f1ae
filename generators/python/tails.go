package python

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// What the steps of a program leave to a branch at their end reads better as an early return.

// finish spells statements and then what they lead to.
func (p *program) finish(list []ir.Statement, holds ir.Expr) {
	if e, ok := findExit(list, holds); ok {
		p.exit(e)
		return
	}
	if p.fork(list, holds) || p.hunt(list, holds, nil) {
		return
	}
	p.statements(list)
	p.returns(p.term(holds))
}

// exit is a place where a program may end early.
type exit struct {
	before []ir.Statement
	when   ir.Expr // ends it
	result bool
	rest   []ir.Statement
	holds  ir.Expr
}

func (p *program) exit(e exit) {
	if len(e.rest) == 0 && !asksTemp(e.when) {
		p.statements(e.before)
		l, r := p.term(e.when), p.term(e.holds)
		if !e.result {
			l = negated(l)
		}
		p.returns(logic(e.result, l, r))
		return
	}
	p.until(e.before, e.when, e.result)
	p.finish(e.rest, e.holds)
}

func asksTemp(e ir.Expr) bool {
	if n, ok := e.(ir.Negation); ok {
		e = n.X
	}
	_, ok := e.(ir.Temp)
	return ok
}

// until spells statements that end with a result as soon as a condition holds.
func (p *program) until(list []ir.Statement, when ir.Expr, result bool) {
	value := when
	if n, ok := when.(ir.Negation); ok && !result {
		value = n.X
	}
	if e, ok := findExit(list, value); ok && e.result == result && (result || value != when) {
		p.until(e.before, e.when, result)
		rest := e.holds
		if !result {
			rest = ir.Negation{X: rest}
		}
		p.until(e.rest, rest, result)
		return
	}
	if p.hunt(list, value, &result) {
		return
	}
	p.statements(list)
	condition := p.term(when)
	if isFalse(condition) {
		return
	}
	p.assign("if ", condition, ":")
	p.block(func() { p.statement(leave{result: result}) })
}

// findExit finds the early end of statements that set, in a branch at their end, the temporary that they lead to.
func findExit(list []ir.Statement, holds ir.Expr) (exit, bool) {
	result, isTemp := holds.(ir.Temp)
	if !isTemp || len(list) < 2 {
		return exit{}, false
	}
	last := len(list) - 1
	branch, ok := list[last].(ir.Branch)
	if !ok || len(branch.Then) == 0 || len(branch.Else) > 0 {
		return exit{}, false
	}
	end := len(branch.Then) - 1
	if _, nested := branch.Then[end].(ir.Branch); nested {
		before, first, ok := declared(list, result)
		let := ir.Let{Temp: result.Number, Value: ir.Constant{Bool: first}}
		return exit{before: before, when: ir.Negation{X: branch.Cond}, result: first, rest: slices.Concat([]ir.Statement{let}, branch.Then), holds: holds},
			ok && !speaksOf(branch.Cond, result)
	}
	set, ok := branch.Then[end].(ir.Set)
	if !ok || set.Temp != result.Number || mentions(branch.Then[:end], result) || speaksOf(set.Value, result) {
		return exit{}, false
	}
	e := exit{rest: branch.Then[:end], holds: set.Value}
	for i, s := range list[:last] {
		let, ok := s.(ir.Let)
		if !ok || let.Temp != result.Number {
			continue
		}
		between := list[i+1 : last]
		if mentions(between, result) {
			return exit{}, false
		}
		e.before = append(list[:i:i], between...)
		return e, e.decide(let.Value, branch.Cond, result, len(between) == 0)
	}
	return exit{}, false
}

// decide fills in when the program ends early: the condition of the branch is either the first value of the result, or
// does not speak of it, and that value is known.
func (e *exit) decide(first, condition ir.Expr, result ir.Temp, adjacent bool) bool {
	switch {
	case condition == ir.Expr(result):
		e.when, e.result = ir.Negation{X: first}, false
		return adjacent
	case condition == ir.Expr(ir.Negation{X: result}):
		e.when, e.result = first, true
		return adjacent
	}
	c, known := first.(ir.Constant)
	e.when, e.result = ir.Negation{X: condition}, c.Bool
	return known && !speaksOf(condition, result)
}

// mentions reports whether statements use or change a temporary.
func mentions(list []ir.Statement, t ir.Temp) bool {
	found := false
	eachPart(list, func(s ir.Statement, e ir.Expr) {
		if set, ok := s.(ir.Set); ok && set.Temp == t.Number {
			found = true
		}
		if temp, ok := e.(ir.Temp); ok && temp == t {
			found = true
		}
	})
	return found
}

// eachPart calls f for all statements and for all expressions in them, at any depth.
func eachPart(list []ir.Statement, f func(ir.Statement, ir.Expr)) {
	inside := func(e ir.Expr) { eachExpr(e, func(e ir.Expr) { f(nil, e) }) }
	for _, s := range list {
		f(s, nil)
		switch s := s.(type) {
		case ir.Let:
			inside(s.Value)
		case ir.Try:
			inside(s.Call)
		case ir.Set:
			inside(s.Value)
		case ir.Branch:
			inside(s.Cond)
			eachPart(s.Then, f)
			eachPart(s.Else, f)
		case ir.Loop:
			inside(s.Over)
			eachPart(s.Body, f)
		}
	}
}

func eachExpr(e ir.Expr, f func(ir.Expr)) {
	f(e)
	switch e := e.(type) {
	case search:
		eachExpr(e.loop.Over, f)
		eachExpr(e.cond, f)
	case collection:
		eachExpr(e.loop.Over, f)
		eachExpr(e.made, f)
		if e.cond != nil {
			eachExpr(e.cond, f)
		}
	case ir.ListOf:
		for _, item := range e.Items {
			eachExpr(item, f)
		}
	case ir.MemberOf:
		eachExpr(e.Of, f)
	case ir.HasMember:
		eachExpr(e.Of, f)
	case ir.IsNull:
		eachExpr(e.Of, f)
	case ir.Cell:
		eachExpr(e.Word, f)
	case ir.Logic:
		eachExpr(e.L, f)
		eachExpr(e.R, f)
	case ir.Negation:
		eachExpr(e.X, f)
	case ir.Choose:
		eachExpr(e.If, f)
		eachExpr(e.Then, f)
		eachExpr(e.Else, f)
	case ir.Comparison:
		eachExpr(e.L, f)
		eachExpr(e.R, f)
	case ir.Call:
		for _, a := range e.Args {
			eachExpr(a, f)
		}
	}
}

// declared finds where statements declare a temporary with a constant, if nothing uses it before the last statement.
func declared(list []ir.Statement, t ir.Temp) (before []ir.Statement, first, ok bool) {
	last := len(list) - 1
	for i, s := range list[:last] {
		if let, isLet := s.(ir.Let); isLet && let.Temp == t.Number {
			c, known := let.Value.(ir.Constant)
			return slices.Concat(list[:i], list[i+1:last]), c.Bool, known && !mentions(list[i+1:last], t)
		}
	}
	return nil, false, false
}

// fork writes a branch at the end whose two sides both decide.
func (p *program) fork(list []ir.Statement, holds ir.Expr) bool {
	t, isTemp := holds.(ir.Temp)
	if !isTemp || len(list) < 2 {
		return false
	}
	branch, ok := list[len(list)-1].(ir.Branch)
	before, _, found := declared(list, t)
	if !ok || !found || speaksOf(branch.Cond, t) {
		return false
	}
	then, one, ok := decides(branch.Then, t)
	other, two, both := decides(branch.Else, t)
	if !ok || !both {
		return false
	}
	p.statements(before)
	p.assign("if ", p.term(branch.Cond), ":")
	p.block(func() { p.finish(then, one) })
	p.finish(other, two)
	return true
}

// decides returns what goes before the last statement, if that sets the temporary for the only time.
func decides(list []ir.Statement, t ir.Temp) (before []ir.Statement, value ir.Expr, ok bool) {
	last := len(list) - 1
	if last < 0 {
		return nil, nil, false
	}
	set, ok := list[last].(ir.Set)
	return list[:last], set.Value, ok && set.Temp == t.Number && !mentions(list[:last], t) && !speaksOf(set.Value, t)
}

// hunt writes a loop at the end that stops where something is decided. Of two results, only may be the one that ends the
// function; else both do.
func (p *program) hunt(list []ir.Statement, holds ir.Expr, only *bool) bool {
	t, isTemp := holds.(ir.Temp)
	if !isTemp || len(list) < 2 {
		return false
	}
	loop, ok := list[len(list)-1].(ir.Loop)
	before, first, found := declared(list, t)
	if !ok || !found || only != nil && first == *only {
		return false
	}
	if loop.Body = leaving(loop.Body, t); mentions(loop.Body, t) || speaksOf(loop.Over, t) {
		return false
	}
	p.statements(append(before, loop))
	if only == nil {
		p.statement(leave{result: first})
	}
	return true
}

// leaving returns statements that leave the function where they set a temporary and end the loop.
func leaving(list []ir.Statement, t ir.Temp) []ir.Statement {
	var out []ir.Statement
	for i := 0; i < len(list); i++ {
		if set, ok := list[i].(ir.Set); ok && set.Temp == t.Number && i+1 < len(list) {
			c, known := set.Value.(ir.Constant)
			if _, ends := list[i+1].(ir.Break); known && ends {
				return append(out, leave{result: c.Bool})
			}
		}
		if branch, ok := list[i].(ir.Branch); ok {
			branch.Then, branch.Else = leaving(branch.Then, t), leaving(branch.Else, t)
			out = append(out, branch)
			continue
		}
		out = append(out, list[i])
	}
	return out
}
