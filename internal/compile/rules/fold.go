package rules

import "github.com/envgen/envgen/internal/ir"

// folded makes an expression of a loop that gives a temporary its value.
func (j joining) folded(let ir.Let, loop ir.Loop) (ir.Expr, bool) {
	if j.sets[let.Temp] != 1 || len(loop.Body) != 1 {
		return nil, false
	}
	body := loop.Body[0]
	loop.Body = nil
	branch, isBranch := body.(ir.Branch)
	switch first := let.Value.(type) {
	case ir.Constant:
		set, sets := at[ir.Set](branch.Then, 0)
		_, ends := at[ir.Break](branch.Then, 1)
		c, decides := set.Value.(ir.Constant)
		if !sets || !ends || len(branch.Else) > 0 || set.Temp != let.Temp || !decides || c.Type.Kind != ir.BoolExpr || c.Bool == first.Bool || reads(branch.Cond, let.Temp) {
			return nil, false
		}
		if first.Bool {
			branch.Cond = negate(branch.Cond)
		}
		j.sets[let.Temp]--
		return ir.Search{All: first.Bool, Loop: loop, Cond: branch.Cond}, true
	case ir.ListOf:
		collect := ir.Collect{Loop: loop}
		if isBranch && len(branch.Then) == 1 && len(branch.Else) == 0 {
			collect.Cond, body = branch.Cond, branch.Then[0]
		}
		set, sets := body.(ir.Set)
		if !sets || set.Temp != let.Temp || len(first.Items) > 0 {
			return nil, false
		}
		if collect.Made = ir.Appended(set); collect.Made == nil || reads(collect.Made, let.Temp) {
			return nil, false
		}
		j.sets[let.Temp]--
		j.reads[let.Temp]--
		return collect, true
	}
	return nil, false
}

// paired puts the condition of a branch back into the branch, in a folded program, although a temporary before it contains the condition: type
// checkers of Python do not narrow by a temporary.
func paired(list []ir.Statement) []ir.Statement {
	for i, s := range list {
		branch, is := s.(ir.Branch)
		if !is {
			if loop, is := s.(ir.Loop); is {
				loop.Body = paired(loop.Body)
				list[i] = loop
			}
			continue
		}
		let, follows := at[ir.Let](list, i-1)
		if temp, sense, asks := asksFor(branch.Cond); follows && asks && temp == let.Temp && len(branch.Else) == 0 {
			if branch.Cond = let.Value; !sense {
				branch.Cond = negate(let.Value)
			}
			if !overwritten(branch.Then, temp) {
				branch.Then = append([]ir.Statement{ir.Set{Temp: temp, Value: boolean(sense)}}, branch.Then...)
			}
			list[i-1] = ir.Let{Temp: temp, Value: boolean(!sense)}
		}
		branch.Then, branch.Else = paired(branch.Then), paired(branch.Else)
		list[i] = branch
	}
	return list
}

// overwritten reports whether statements give a temporary a value at their end, and do nothing else with it.
func overwritten(list []ir.Statement, temp int) bool {
	last := len(list) - 1
	set, is := at[ir.Set](list, last)
	return is && set.Temp == temp && !reads(set.Value, temp) && !mentions(list[:last], temp)
}
