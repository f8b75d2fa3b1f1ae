package rules

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// A lowered program has a temporary for each condition that took several steps. People would join most of them, and return once the result is known.
// Expressions are total and have no effects, so their place only matters to readers. All languages print this form. We rejected a rewrite in each
// back end, because type checkers follow the printed code, and settle must follow it too.

// shaped returns a program as it is printed; fold makes expressions of loops that search or make a list.
func shaped(p ir.Program, fold bool) ir.Program {
	p = merged(p, fold)
	p.Steps, p.Holds = newReturning(p).outcome(p.Steps, p.Holds, true)
	p = ir.Prune(settle(merged(p, fold)))
	p = shortened(merged(p, fold))
	p.Steps, p.Holds = terse(fold).steps(p.Steps), terse(fold).expr(p.Holds)
	if fold {
		p.Steps = paired(p.Steps)
	}
	return p
}

// shortened joins the last early return with the outcome behind it.
func shortened(p ir.Program) ir.Program {
	last := len(p.Steps) - 1
	branch, is := at[ir.Branch](p.Steps, last)
	if !is || len(branch.Then) != 1 || len(branch.Else) > 0 {
		return p
	}
	early, returns := branch.Then[0].(ir.Return)
	c, known := early.Holds.(ir.Constant)
	if _, isChoice := p.Holds.(ir.Choose); !returns || !known || isChoice {
		return p
	}
	cond := branch.Cond
	if !c.Bool {
		cond = negate(cond)
	}
	p.Steps, p.Holds = p.Steps[:last:last], join(c.Bool, cond, p.Holds)
	if _, decided := p.Holds.(ir.Constant); decided { // so only the returned values before it count
		return shortened(p)
	}
	return p
}

// counts are how often statements read and change temporaries.
type counts struct{ reads, sets map[int]int }

func count(list []ir.Statement, more ...ir.Expr) counts {
	c := counts{map[int]int{}, map[int]int{}}
	c.read(more...)
	ir.Visit(list, func(s ir.Statement) {
		if set, is := s.(ir.Set); is {
			c.sets[set.Temp]++
		}
		c.read(ir.Asked(s)...)
	})
	return c
}

func (c counts) read(list ...ir.Expr) {
	for _, e := range list {
		if t, is := e.(ir.Temp); is {
			c.reads[t.Number]++
		}
		c.read(ir.Operands(e)...)
	}
}

// mentions reports whether statements read or change a temporary.
func mentions(list []ir.Statement, temp int) bool {
	return slices.ContainsFunc(list, func(s ir.Statement) bool {
		c := count([]ir.Statement{s})
		return c.reads[temp]+c.sets[temp] > 0
	})
}

func reads(e ir.Expr, temp int) bool { return count(nil, e).reads[temp] > 0 }

func at[S ir.Statement](list []ir.Statement, i int) (S, bool) {
	var none S
	if i < 0 || i >= len(list) {
		return none, false
	}
	s, ok := list[i].(S)
	return s, ok
}

// asksFor reports whether a condition is a temporary, or its opposite.
func asksFor(cond ir.Expr) (temp int, sense, asks bool) {
	sense = true
	if not, is := cond.(ir.Negation); is {
		sense, cond = false, not.X
	}
	t, is := cond.(ir.Temp)
	return t.Number, sense, is
}

// definition finds where a list declares a temporary.
func definition(list []ir.Statement, temp int) int {
	for i := len(list) - 1; i >= 0; i-- {
		if let, is := list[i].(ir.Let); is && let.Temp == temp {
			return i
		}
	}
	return -1
}

// literally finds where a list declares a temporary that begins as a literal, if nothing behind mentions it.
func literally(list []ir.Statement, temp int) (i int, first, found bool) {
	i = definition(list, temp)
	let, is := at[ir.Let](list, i)
	c, isConstant := let.Value.(ir.Constant)
	return i, c.Bool, is && isConstant && c.Type.Kind == ir.BoolExpr && !mentions(list[i+1:], temp)
}

// joining joins the statements that compute one value.
type joining struct {
	counts
	temps []ir.ExprType
	fold  bool
}

func merged(p ir.Program, fold bool) ir.Program {
	j := joining{count(p.Steps, p.Holds), p.Temps, fold}
	p.Steps = j.list(p.Steps)
	for len(p.Steps) > 0 {
		last := len(p.Steps) - 1
		holds, is := j.inlined(p.Steps[last], p.Holds)
		if !is {
			break
		}
		p.Steps, p.Holds = p.Steps[:last:last], holds
	}
	return p
}

func (j joining) list(list []ir.Statement) []ir.Statement {
	var out []ir.Statement
	for _, s := range list {
		switch x := s.(type) {
		case ir.Branch:
			x.Then, x.Else = j.list(x.Then), j.list(x.Else)
			if len(x.Then) == 0 {
				x.Cond, x.Then, x.Else = negate(x.Cond), x.Else, nil
			}
			if inner, is := at[ir.Branch](x.Then, 0); is && len(x.Then) == 1 && len(x.Else)+len(inner.Else) == 0 {
				x.Cond, x.Then = both(x.Cond, inner.Cond), inner.Then
			}
			s = x
		case ir.Loop:
			x.Body = j.list(x.Body)
			s = x
		}
		out = append(out, s)
		for again := true; again; {
			out, again = j.end(out)
		}
	}
	return out
}

// end joins the statements at the end of a list, if possible.
func (j joining) end(list []ir.Statement) (_ []ir.Statement, changed bool) {
	last := len(list) - 1
	switch x := list[last].(type) {
	case ir.Set:
		if i, _, is := literally(list[:last], x.Temp); is && !reads(x.Value, x.Temp) {
			j.sets[x.Temp]--
			return append(slices.Delete(slices.Clone(list[:last]), i, i+1), ir.Let(x)), true
		}
	case ir.Branch:
		if len(x.Else) > 0 {
			break
		}
		if set, is := at[ir.Set](x.Then, 0); is && len(x.Then) == 1 {
			if shorter, is := j.branch(list[:last], x.Cond, set); is {
				return shorter, true
			}
		}
		if shorter, is := j.ending(list[:last], x); is {
			return shorter, true
		}
	case ir.Loop:
		if let, is := at[ir.Let](list, last-1); is && j.fold {
			if value, is := j.folded(let, x); is {
				return append(list[:last-1:last-1], ir.Let{Temp: let.Temp, Value: value}), true
			}
		}
	}
	if last == 0 {
		return list, false
	}
	if next, is := j.into(list[last-1], list[last]); is {
		return append(list[:last-1:last-1], next), true
	}
	return list, false
}

// branch joins a branch that does nothing but set a temporary with the list in front of it.
func (j joining) branch(list []ir.Statement, cond ir.Expr, set ir.Set) ([]ir.Statement, bool) {
	temp := set.Temp
	if reads(set.Value, temp) || j.temps[temp].Kind != ir.BoolExpr {
		return nil, false
	}
	last := len(list) - 1
	asked, sense, asks := asksFor(cond)
	switch {
	case asks && asked == temp: // t = a; if t { t = b } is t = a && b, and with !t it is a || b
		if let, is := at[ir.Let](list, last); is && let.Temp == temp {
			j.reads[temp]--
			j.sets[temp]--
			return append(list[:last:last], ir.Let{Temp: temp, Value: join(!sense, let.Value, set.Value)}), true
		}
		before, is := at[ir.Branch](list, last)
		if same, alike, asks := asksFor(before.Cond); !is || !asks || same != temp || alike != sense || len(before.Else) > 0 {
			return nil, false
		}
		end := len(before.Then) - 1
		first, is := at[ir.Set](before.Then, end)
		if !is || first.Temp != temp {
			return nil, false
		}
		j.reads[temp]--
		j.sets[temp]--
		before.Then = append(before.Then[:end:end], ir.Set{Temp: temp, Value: join(!sense, first.Value, set.Value)})
		return append(list[:last:last], before), true
	case j.sets[temp] == 1 && !reads(cond, temp): // t = false; if c { t = b } is t = c && b
		i, first, is := literally(list, temp)
		if !is {
			return nil, false
		}
		if first {
			cond = negate(cond)
		}
		j.sets[temp]--
		return append(slices.Delete(slices.Clone(list), i, i+1), ir.Let{Temp: temp, Value: join(first, cond, set.Value)}), true
	}
	return nil, false
}

// ending joins a branch that ends with the one in front of it.
func (j joining) ending(list []ir.Statement, x ir.Branch) ([]ir.Statement, bool) {
	last := len(list) - 1
	before, is := at[ir.Branch](list, last)
	if !is || len(before.Else) > 0 {
		return nil, false
	}
	first, returns := at[ir.Return](before.Then, 0)
	second, alsoReturns := at[ir.Return](x.Then, 0)
	if returns && alsoReturns { // if !ok { return false }; if c { return false } is if !ok || c { return false }
		c, isConstant := first.Holds.(ir.Constant)
		d, alsoConstant := second.Holds.(ir.Constant)
		_, _, asks := asksFor(before.Cond)
		return append(list[:last:last], ir.Branch{Cond: join(true, before.Cond, x.Cond), Then: x.Then}), asks && isConstant && alsoConstant && c.Bool == d.Bool
	}
	// t = false; if c { t = true; ... }; if !t { ...; break } is if !c { ...; break }; ...
	temp, sense, asks := asksFor(x.Cond)
	i, value, is := literally(list[:last], temp)
	if !asks || !is || value != sense || !ir.Ends(x.Then) || j.reads[temp] != 1 || j.sets[temp] != 1 || reads(before.Cond, temp) {
		return nil, false
	}
	at := slices.IndexFunc(before.Then, func(s ir.Statement) bool {
		set, is := s.(ir.Set)
		c, isConstant := set.Value.(ir.Constant)
		return is && set.Temp == temp && isConstant && c.Bool != value
	})
	if at < 0 {
		return nil, false
	}
	j.reads[temp], j.sets[temp] = 0, 0
	shorter := append(slices.Delete(slices.Clone(list[:last]), i, i+1), ir.Branch{Cond: negate(before.Cond), Then: x.Then})
	return append(shorter, slices.Delete(slices.Clone(before.Then), at, at+1)...), true
}

// into puts a condition that is read once into the statement behind it.
func (j joining) into(s, next ir.Statement) (ir.Statement, bool) {
	switch x := next.(type) {
	case ir.Let:
		value, is := j.inlined(s, x.Value)
		x.Value = value
		return x, is
	case ir.Set:
		value, is := j.inlined(s, x.Value)
		x.Value = value
		return x, is
	case ir.Branch:
		cond, is := j.inlined(s, x.Cond)
		x.Cond = cond
		return x, is
	}
	return nil, false
}

// inlined puts a condition that is read once in its place, if that is in this expression.
func (j joining) inlined(s ir.Statement, e ir.Expr) (ir.Expr, bool) {
	let, is := s.(ir.Let)
	if !is || j.reads[let.Temp] != 1 || j.sets[let.Temp] > 0 || j.temps[let.Temp].Kind != ir.BoolExpr {
		return nil, false
	}
	found := false
	var put func(ir.Expr) ir.Expr
	put = func(e ir.Expr) ir.Expr {
		switch x := e.(type) {
		case ir.Temp:
			if x.Number == let.Temp {
				found = true
				return let.Value
			}
		case ir.Negation:
			if inner := put(x.X); found {
				return negate(inner)
			}
		case ir.Logic:
			return join(x.Or, put(x.L), put(x.R))
		case ir.Choose:
			return ir.Choose{If: put(x.If), Then: put(x.Then), Else: put(x.Else)}
		}
		return e
	}
	if e = put(e); found {
		j.reads[let.Temp] = 0
	}
	return e, found
}
