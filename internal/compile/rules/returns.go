package rules

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// returning rewrites a program so that it returns where its outcome is known.
type returning struct{ counts }

func newReturning(p ir.Program) returning { return returning{count(p.Steps, p.Holds)} }

// outcome ends a list with the result whether e is sense. It returns the statements, and the condition that is true after them.
func (r returning) outcome(list []ir.Statement, e ir.Expr, sense bool) ([]ir.Statement, ir.Expr) {
	last := len(list) - 1
	switch x := e.(type) {
	case ir.Negation:
		return r.outcome(list, x.X, !sense)
	case ir.Logic:
		if stepped(list, x.L) {
			return r.outcome(r.unless(list, x.L, x.Or, x.Or == sense), x.R, sense)
		}
	case ir.Temp:
		if let, is := at[ir.Let](list, last); is && let.Temp == x.Number {
			return r.outcome(list[:last:last], let.Value, sense)
		}
		if set, is := at[ir.Set](list, last); is && set.Temp == x.Number && !reads(set.Value, x.Number) {
			return r.outcome(list[:last:last], set.Value, sense)
		}
		if on, rest, value, is := r.asked(list, x.Number); is {
			before := r.unless(list[:last:last], x, !on, on != sense)
			return r.outcome(append(before, rest...), value, sense)
		}
		if d, is := decided(list, x.Number); is {
			return r.behind(d, sense)
		}
	}
	if !sense {
		e = negate(e)
	}
	return list, e
}

// behind ends a list with the value of a temporary in a statement at its end.
func (r returning) behind(d decision, sense bool) ([]ir.Statement, ir.Expr) {
	if d.loop != nil {
		if loop, is := r.leaving(d, d.first != sense); is {
			return append(d.before, loop), boolean(d.first == sense)
		}
		return append(d.before, d.let, *d.loop), r.sense(d.let.Temp, sense)
	}
	temp := ir.Temp{Number: d.let.Temp}
	within := func(list []ir.Statement) []ir.Statement { return append([]ir.Statement{d.let}, list...) }
	if len(d.branch.Else) == 0 {
		before := r.unless(d.before, d.branch.Cond, false, d.first == sense)
		return r.outcome(append(before, within(d.branch.Then)...), temp, sense)
	}
	then, holds := r.outcome(within(d.branch.Then), temp, sense)
	other, otherwise := r.outcome(within(d.branch.Else), temp, sense)
	before := append(d.before, ir.Branch{Cond: d.branch.Cond, Then: append(then, ir.Return{Holds: holds})})
	return append(before, other...), otherwise
}

func (r returning) sense(temp int, sense bool) ir.Expr {
	if sense {
		return ir.Temp{Number: temp}
	}
	return ir.Negation{X: ir.Temp{Number: temp}}
}

// unless goes on behind a list unless e is when: then the outcome is known.
func (r returning) unless(list []ir.Statement, e ir.Expr, when, outcome bool) []ir.Statement {
	last := len(list) - 1
	switch x := e.(type) {
	case ir.Negation:
		return r.unless(list, x.X, !when, outcome)
	case ir.Logic:
		if x.Or == when && stepped(list, x.L) {
			return r.unless(r.unless(list, x.L, when, outcome), x.R, when, outcome)
		}
	case ir.Temp:
		if n := r.reads[x.Number]; n > 1 && n > count(list).reads[x.Number]+1 { // it is read further on
			break
		}
		if let, is := at[ir.Let](list, last); is && let.Temp == x.Number {
			return r.unless(list[:last:last], let.Value, when, outcome)
		}
		if set, is := at[ir.Set](list, last); is && set.Temp == x.Number && !reads(set.Value, x.Number) {
			return r.unless(list[:last:last], set.Value, when, outcome)
		}
		if on, rest, value, is := r.asked(list, x.Number); is {
			if on == when {
				inside := r.unless(rest, value, when, outcome)
				return append(list[:last:last], ir.Branch{Cond: r.sense(x.Number, on), Then: inside})
			}
			before := r.unless(list[:last:last], x, when, outcome)
			return r.unless(append(before, rest...), value, when, outcome)
		}
		if d, is := decided(list, x.Number); is {
			if shorter, is := r.except(d, when, outcome); is {
				return shorter
			}
		}
	}
	if !when {
		e = negate(e)
	}
	return append(list[:len(list):len(list)], ir.Branch{Cond: e, Then: []ir.Statement{ir.Return{Holds: boolean(outcome)}}})
}

// except goes on behind a list unless the temporary that its last statement decides is when.
func (r returning) except(d decision, when, outcome bool) ([]ir.Statement, bool) {
	if d.loop != nil {
		if d.first == when {
			return nil, false
		}
		loop, is := r.leaving(d, outcome)
		return append(d.before, loop), is
	}
	within := func(list []ir.Statement) []ir.Statement {
		return r.unless(append([]ir.Statement{d.let}, list...), ir.Temp{Number: d.let.Temp}, when, outcome)
	}
	switch {
	case len(d.branch.Else) > 0:
		return append(d.before, ir.Branch{Cond: d.branch.Cond, Then: within(d.branch.Then), Else: within(d.branch.Else)}), true
	case d.first != when:
		return append(d.before, ir.Branch{Cond: d.branch.Cond, Then: within(d.branch.Then)}), true
	}
	before := r.unless(d.before, d.branch.Cond, false, outcome)
	return r.unless(append(before, append([]ir.Statement{d.let}, d.branch.Then...)...), ir.Temp{Number: d.let.Temp}, when, outcome), true
}

// stepped reports whether a condition begins with a temporary that a list computes.
func stepped(list []ir.Statement, e ir.Expr) bool {
	switch x := e.(type) {
	case ir.Negation:
		return stepped(list, x.X)
	case ir.Logic:
		return stepped(list, x.L)
	case ir.Temp:
		return definition(list, x.Number) >= 0
	}
	return false
}

// asked takes a branch at the end of a list apart that is taken for a temporary alone, and gives it its last value.
func (r returning) asked(list []ir.Statement, temp int) (on bool, rest []ir.Statement, value ir.Expr, is bool) {
	branch, is := at[ir.Branch](list, len(list)-1)
	asked, on, asks := asksFor(branch.Cond)
	if !is || !asks || asked != temp || len(branch.Else) > 0 || definition(list, temp) < 0 {
		return false, nil, nil, false
	}
	last := len(branch.Then) - 1
	set, sets := at[ir.Set](branch.Then, last)
	if !sets || set.Temp != temp || mentions(branch.Then[:last], temp) || reads(set.Value, temp) {
		return false, nil, nil, false
	}
	r.reads[temp]--
	return on, branch.Then[:last:last], set.Value, true
}

// decision is a statement at the end of a list that decides about a temporary, which is a literal before.
type decision struct {
	before []ir.Statement // without the declaration
	let    ir.Let
	first  bool
	branch ir.Branch
	loop   *ir.Loop // or a loop
}

// decided takes a list apart whose last statement is all that gives a temporary another value than its first.
func decided(list []ir.Statement, temp int) (decision, bool) {
	last := len(list) - 1
	if last < 1 || !mentions(list[last:], temp) {
		return decision{}, false
	}
	i, first, is := literally(list[:last], temp)
	if !is {
		return decision{}, false
	}
	d := decision{before: slices.Delete(slices.Clone(list[:last]), i, i+1), let: list[i].(ir.Let), first: first}
	switch x := list[last].(type) {
	case ir.Branch:
		d.branch = x
		return d, !reads(x.Cond, temp)
	case ir.Loop:
		d.loop = &x
		return d, true
	}
	return decision{}, false
}

// leaving makes a loop return where it breaks because a temporary is decided, if that is all that it does with it.
func (r returning) leaving(d decision, outcome bool) (ir.Loop, bool) {
	loop, found := *d.loop, 0
	loop.Body = r.leave(loop.Body, d.let.Temp, !d.first, outcome, &found)
	return loop, found > 0 && !mentions(loop.Body, d.let.Temp)
}

func (r returning) leave(list []ir.Statement, temp int, value, outcome bool, found *int) []ir.Statement {
	var out []ir.Statement
	for i, s := range list {
		switch x := s.(type) {
		case ir.Branch:
			x.Then, x.Else = r.leave(x.Then, temp, value, outcome, found), r.leave(x.Else, temp, value, outcome, found)
			s = x
		case ir.Set:
			c, isConstant := x.Value.(ir.Constant)
			if _, breaks := at[ir.Break](list, i+1); breaks && x.Temp == temp && isConstant && c.Bool == value {
				*found++
				return append(out, ir.Return{Holds: boolean(outcome)})
			}
		}
		out = append(out, s)
	}
	last := len(out) - 1
	branch, is := at[ir.Branch](out, last)
	if _, returns := at[ir.Return](branch.Then, 0); is && returns && len(branch.Else) == 0 {
		return r.unless(out[:last:last], branch.Cond, true, outcome)
	}
	return out
}
