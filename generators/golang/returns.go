package golang

import "github.com/envgen/envgen/internal/ir"

// A program of the ir computes one value step by step, which suits every language. In Go it reads better with a return
// wherever the answer is known, and conditions that are joined where nothing stands between them. The functions of this
// file rewrite programs so. Expressions are total and change nothing, so that it does not matter when they are computed.

// conclusion is the statement that ends the function.
type conclusion struct {
	ir.Statement // marks it as one; nil
	value        ir.Expr
}

// rewriter rewrites one program.
type rewriter struct{ reads, sets map[int]int }

// withReturns is a program that ends in conclusions.
func withReturns(p ir.Program) []ir.Statement {
	r := rewriter{reads: map[int]int{}, sets: map[int]int{}}
	r.count(p.Steps)
	r.countIn(p.Holds)
	return shortened(r.returning(r.joined(p.Steps), p.Holds))
}

// shortened joins an answer that is known under a condition with the one that follows.
func shortened(list []ir.Statement) []ir.Statement {
	n := len(list)
	branch, ok := at[ir.Branch](list, n-2)
	if !ok || len(branch.Then) != 1 || branch.Else != nil {
		return list
	}
	known, ok := branch.Then[0].(conclusion)
	last, isLast := list[n-1].(conclusion)
	if _, isChoice := last.value.(ir.Choose); !ok || !isLast || isChoice {
		return list
	}
	switch {
	case isBool(known.value, true):
		return append(list[:n-2:n-2], conclusion{value: ir.Logic{Or: true, L: branch.Cond, R: last.value}})
	case isBool(known.value, false):
		return append(list[:n-2:n-2], conclusion{value: ir.Logic{L: ir.Negation{X: branch.Cond}, R: last.value}})
	}
	return list
}

func (r rewriter) count(list []ir.Statement) {
	for _, s := range list {
		switch s := s.(type) {
		case ir.Let:
			r.countIn(s.Value)
		case ir.Set:
			r.sets[s.Temp]++
			r.countIn(s.Value)
		case ir.Try:
			r.countIn(s.Call)
		case ir.Branch:
			r.countIn(s.Cond)
			r.count(s.Then)
			r.count(s.Else)
		case ir.Loop:
			r.countIn(s.Over)
			r.count(s.Body)
		}
	}
}

func (r rewriter) countIn(e ir.Expr) {
	if t, ok := e.(ir.Temp); ok {
		r.reads[t.Number]++
	}
	for _, part := range ir.Operands(e) {
		r.countIn(part)
	}
}

// joined joins the statements of a list that compute one condition.
func (r rewriter) joined(list []ir.Statement) []ir.Statement {
	var out []ir.Statement
	for _, s := range list {
		switch x := s.(type) {
		case ir.Branch:
			s = ir.Branch{Cond: x.Cond, Then: r.joined(x.Then), Else: r.joined(x.Else)}
		case ir.Loop:
			x.Body = r.joined(x.Body)
			s = x
		}
		out = r.join(append(out, s))
	}
	return out
}

// join looks at the end of a list, after each statement that comes to it.
func (r rewriter) join(list []ir.Statement) []ir.Statement {
	list = r.inlined(list)
	n := len(list)
	branch, ok := at[ir.Branch](list, n-1)
	if !ok || branch.Else != nil || len(branch.Then) != 1 {
		return list
	}
	set, ok := branch.Then[0].(ir.Set)
	if !ok {
		return list
	}
	// t := false; x, ok := f(); if ok { t = e } is t := ok && e
	if let, ok := at[ir.Let](list, n-3); ok && let.Temp == set.Temp && isBool(let.Value, false) {
		if try, ok := at[ir.Try](list, n-2); ok && branch.Cond == ir.Expr(ir.Temp{Number: try.OK}) {
			return r.join(append(list[:n-3:n-3], try, ir.Let{Temp: let.Temp, Value: ir.Logic{L: branch.Cond, R: set.Value}}))
		}
	}
	// t := a; if t { t = b } is t := a && b, and with !t it is a || b
	if let, ok := at[ir.Let](list, n-2); ok && let.Temp == set.Temp {
		if sense, asks := asksFor(branch.Cond, let.Temp); asks {
			r.reads[let.Temp]--
			return append(list[:n-2:n-2], ir.Let{Temp: let.Temp, Value: ir.Logic{Or: !sense, L: let.Value, R: set.Value}})
		}
	}
	return list
}

// inlined puts a value that is read once where it is read, in the next statement.
func (r rewriter) inlined(list []ir.Statement) []ir.Statement {
	n := len(list)
	let, ok := at[ir.Let](list, n-2)
	if !ok || r.reads[let.Temp] != 1 || r.setLater(let.Temp, list[n-1]) {
		return list
	}
	is := func(e ir.Expr) bool { return e == ir.Expr(ir.Temp{Number: let.Temp}) }
	var next ir.Statement
	switch s := list[n-1].(type) {
	case ir.Let:
		if temp, isTemp := s.Value.(ir.Temp); isTemp && is(temp) {
			next = ir.Let{Temp: s.Temp, Value: let.Value}
		}
	case ir.Set:
		if temp, isTemp := s.Value.(ir.Temp); isTemp && is(temp) {
			next = ir.Set{Temp: s.Temp, Value: let.Value}
		}
	case ir.Branch:
		if sense, asks := asksFor(s.Cond, let.Temp); asks && sense {
			next = ir.Branch{Cond: let.Value, Then: s.Then, Else: s.Else}
		} else if asks {
			next = ir.Branch{Cond: ir.Negation{X: let.Value}, Then: s.Then, Else: s.Else}
		}
	}
	if next == nil {
		return list
	}
	return append(list[:n-2:n-2], next)
}

func (r rewriter) setLater(temp int, s ir.Statement) bool {
	later := rewriter{map[int]int{}, map[int]int{}}
	later.count([]ir.Statement{s})
	return later.sets[temp] > 0
}

func at[S ir.Statement](list []ir.Statement, i int) (S, bool) {
	var none S
	if i < 0 || i >= len(list) {
		return none, false
	}
	s, ok := list[i].(S)
	return s, ok
}

func isBool(e ir.Expr, value bool) bool {
	c, ok := e.(ir.Constant)
	return ok && c.Type.Kind == ir.BoolExpr && c.Bool == value
}

// asksFor reports whether a condition is a temporary, or its opposite.
func asksFor(cond ir.Expr, temp int) (sense, asks bool) {
	sense = true
	if not, ok := cond.(ir.Negation); ok {
		sense, cond = false, not.X
	}
	t, ok := cond.(ir.Temp)
	return sense, ok && t.Number == temp
}

// returning ends statements with the answer e.
func (r rewriter) returning(list []ir.Statement, e ir.Expr) []ir.Statement {
	if logic, ok := e.(ir.Logic); ok && r.definition(list, logic.L) >= 0 {
		return append(r.unless(list, logic.L, logic.Or), conclusion{value: logic.R})
	}
	plain := append(list[:len(list):len(list)], conclusion{value: e})
	d := r.definition(list, e)
	if d < 0 {
		return plain
	}
	let, after := list[d].(ir.Let), list[d+1:]
	if len(after) == 0 {
		return r.returning(list[:d], let.Value)
	}
	if sense, rest, value, ok := r.decided(list, e); ok {
		return r.returning(append(r.unless(list[:len(list)-1:len(list)-1], e, !sense), rest...), value)
	}
	if isBool(let.Value, false) && r.reads[let.Temp] == 1 {
		if rest, value, ok := r.required(after, let.Temp); ok {
			return append(append(list[:d:d], rest...), conclusion{value: value})
		}
	}
	if c, ok := let.Value.(ir.Constant); ok && c.Type.Kind == ir.BoolExpr && r.reads[let.Temp] == 1 {
		if rest, ok := r.leaving(after, let.Temp, !c.Bool); ok {
			return append(append(list[:d:d], rest...), conclusion{value: c})
		}
	}
	return plain
}

// unless goes on behind statements unless e is when: then that is the answer.
func (r rewriter) unless(list []ir.Statement, e ir.Expr, when bool) []ir.Statement {
	if logic, ok := e.(ir.Logic); ok && logic.Or == when && r.definition(list, logic.L) >= 0 {
		return r.unless(r.unless(list, logic.L, when), logic.R, when)
	}
	cond := e
	if !when {
		cond = ir.Negation{X: e}
	}
	plain := append(list[:len(list):len(list)], ir.Branch{Cond: cond, Then: []ir.Statement{conclusion{value: boolOf(when)}}})
	d := r.definition(list, e)
	if d < 0 {
		return plain
	}
	let, after := list[d].(ir.Let), list[d+1:]
	if len(after) == 0 && r.reads[let.Temp] == 1 {
		return r.unless(list[:d], let.Value, when)
	}
	if sense, asks := r.asksAtEnd(list, let.Temp); asks && sense != when {
		if _, rest, value, ok := r.decided(list, e); ok {
			return r.unless(append(r.unless(list[:len(list)-1:len(list)-1], e, when), rest...), value, when)
		}
	}
	if isBool(let.Value, false) && !when && r.reads[let.Temp] == 1 {
		if rest, value, ok := r.required(after, let.Temp); ok {
			return r.unless(append(list[:d:d], rest...), value, false)
		}
	}
	if isBool(let.Value, !when) && r.reads[let.Temp] == 1 {
		if rest, ok := r.leaving(after, let.Temp, when); ok {
			return append(list[:d:d], rest...)
		}
	}
	return plain
}

// definition finds where e, a temporary, gets its first value in a list.
func (r rewriter) definition(list []ir.Statement, e ir.Expr) int {
	temp, ok := e.(ir.Temp)
	if !ok {
		return -1
	}
	for i := len(list) - 1; i >= 0; i-- {
		if let, ok := list[i].(ir.Let); ok && let.Temp == temp.Number {
			return i
		}
	}
	return -1
}

// decided takes `if t { ...; t = b }` at the end of a list apart, where e is t: unless t is sense before, it decides, else the
// rest and b do.
func (r rewriter) decided(list []ir.Statement, e ir.Expr) (sense bool, rest []ir.Statement, value ir.Expr, ok bool) {
	temp, isTemp := e.(ir.Temp)
	branch, isBranch := at[ir.Branch](list, len(list)-1)
	if !isTemp || !isBranch || branch.Else != nil || len(branch.Then) == 0 || r.definition(list, e) < 0 {
		return false, nil, nil, false
	}
	last := len(branch.Then) - 1
	set, isSet := branch.Then[last].(ir.Set)
	sense, asks := asksFor(branch.Cond, temp.Number)
	inside := rewriter{map[int]int{}, map[int]int{}}
	inside.count(branch.Then)
	if !isSet || !asks || set.Temp != temp.Number || inside.reads[temp.Number] > 0 || inside.sets[temp.Number] > 1 {
		return false, nil, nil, false
	}
	r.reads[temp.Number]--
	r.sets[temp.Number]--
	return sense, branch.Then[:last:last], set.Value, true
}

// asksAtEnd reports whether the last statement is a branch on a temporary, or on its opposite.
func (r rewriter) asksAtEnd(list []ir.Statement, temp int) (sense, asks bool) {
	branch, ok := at[ir.Branch](list, len(list)-1)
	if !ok {
		return false, false
	}
	return asksFor(branch.Cond, temp)
}

// required takes `x, ok := f(); if ok { ...; t = b }` apart, where t is false before: the answer is false unless every call
// succeeds, else it is b.
func (r rewriter) required(after []ir.Statement, temp int) (rest []ir.Statement, value ir.Expr, ok bool) {
	if len(after) == 0 {
		return nil, nil, false
	}
	last := len(after) - 1
	for _, s := range after[:last] {
		if r.setLater(temp, s) {
			return nil, nil, false
		}
	}
	switch s := after[last].(type) {
	case ir.Set:
		return after[:last:last], s.Value, s.Temp == temp
	case ir.Branch:
		if s.Else != nil {
			return nil, nil, false
		}
		inner, value, ok := r.required(s.Then, temp)
		if !ok {
			return nil, nil, false
		}
		if len(inner) == 0 {
			return after[:last:last], ir.Logic{L: s.Cond, R: value}, true
		}
		return append(r.unless(after[:last:last], s.Cond, false), inner...), value, true
	}
	return nil, nil, false
}

// leaving takes a loop that sets t only where it breaks: there, the answer is known.
func (r rewriter) leaving(after []ir.Statement, temp int, value bool) ([]ir.Statement, bool) {
	last := len(after) - 1
	loop, ok := at[ir.Loop](after, last)
	if !ok || last != 0 {
		return nil, false
	}
	count := 0
	loop.Body = leave(loop.Body, temp, value, &count)
	return []ir.Statement{loop}, count == r.sets[temp]
}

// leave puts an answer in the place of each `t = value; break`.
func leave(list []ir.Statement, temp int, value bool, count *int) []ir.Statement {
	var out []ir.Statement
	for i, s := range list {
		switch x := s.(type) {
		case ir.Branch:
			s = ir.Branch{Cond: x.Cond, Then: leave(x.Then, temp, value, count), Else: leave(x.Else, temp, value, count)}
		case ir.Set:
			if _, breaks := at[ir.Break](list, i+1); breaks && x.Temp == temp && isBool(x.Value, value) {
				*count++
				return append(out, conclusion{value: boolOf(value)})
			}
		}
		out = append(out, s)
	}
	return out
}

func boolOf(value bool) ir.Constant {
	return ir.Constant{Type: ir.ExprType{Kind: ir.BoolExpr}, Bool: value}
}
