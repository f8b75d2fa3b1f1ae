package python

import (
	"reflect"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// Type checkers learn that a member is there from the condition of a branch, and forget it behind the branch. What is asked only where
// the branch has been taken, and reads such a member, therefore moves into it.

// sunk returns a program of which the conditions that ask again stand where their members are known to be there.
func sunk(p ir.Program) ir.Program {
	for range maxPasses {
		s := sinker{}
		p.Steps, p.Holds = s.value(p.Steps, p.Holds)
		p.Steps = s.list(p.Steps)
		if !s.changed {
			break
		}
	}
	return p
}

type sinker struct{ changed bool }

// value moves what a value asks further into the branch in front of it.
func (s *sinker) value(list []ir.Statement, value ir.Expr) ([]ir.Statement, ir.Expr) {
	or, first, rest, ok := begins(value)
	if !ok {
		return list, value
	}
	moved, ok := sink(list, or, first, []ir.Expr{rest}, func(set ir.Set) []ir.Statement {
		set.Value = ir.Logic{Or: or, L: set.Value, R: rest}
		return []ir.Statement{set}
	})
	if !ok {
		return list, value
	}
	s.changed = true
	return moved, first
}

// begins takes a chain of || or && apart that begins with a temporary.
func begins(e ir.Expr) (or bool, first ir.Temp, rest ir.Expr, ok bool) {
	logic, ok := e.(ir.Logic)
	if !ok {
		return false, first, nil, false
	}
	if temp, isTemp := logic.L.(ir.Temp); isTemp {
		return logic.Or, temp, logic.R, true
	}
	or, first, rest, ok = begins(logic.L)
	if !ok || or != logic.Or {
		return false, first, nil, false
	}
	return or, first, ir.Logic{Or: or, L: rest, R: logic.R}, true
}

// list moves statements into the branches in front of them.
func (s *sinker) list(list []ir.Statement) []ir.Statement {
	var out []ir.Statement
	for _, st := range list {
		switch b := st.(type) {
		case ir.Set:
			out, b.Value = s.value(out, b.Value)
			st = b
		case ir.Loop:
			b.Body = s.list(b.Body)
			st = b
		case ir.Branch:
			b.Then, b.Else = s.list(b.Then), s.list(b.Else)
			st = b
			if or, t, ok := takenFor(b); ok {
				if moved, ok := sink(out, or, t, readIn(b.Then), func(set ir.Set) []ir.Statement { return []ir.Statement{set, b} }); ok {
					out, s.changed = moved, true
					continue
				}
			}
		}
		out = append(out, st)
	}
	return out
}

// takenFor tells whether a branch is taken for a temporary alone: where that is false, if or.
func takenFor(b ir.Branch) (or bool, t ir.Temp, ok bool) {
	if len(b.Else) > 0 {
		return false, t, false
	}
	if not, is := b.Cond.(ir.Negation); is {
		t, ok = not.X.(ir.Temp)
		return true, t, ok
	}
	t, ok = b.Cond.(ir.Temp)
	return false, t, ok
}

func readIn(list []ir.Statement) []ir.Expr {
	var all []ir.Expr
	eachPart(list, func(_ ir.Statement, e ir.Expr) {
		if e != nil {
			all = append(all, e)
		}
	})
	return all
}

// sink replaces the assignment at the end of a branch at the end of a list, which is taken for the temporary that it sets, if
// what is asked further reads a member that the first value of the temporary tells of.
func sink(list []ir.Statement, or bool, t ir.Temp, further []ir.Expr, with func(ir.Set) []ir.Statement) ([]ir.Statement, bool) {
	if len(list) < 2 {
		return nil, false
	}
	let, isLet := list[len(list)-2].(ir.Let)
	branch, isBranch := list[len(list)-1].(ir.Branch)
	if !isLet || !isBranch || let.Temp != t.Number || !tellsOf(let.Value, further) {
		return nil, false
	}
	then, ok := atEnd(branch, or, t, with)
	if !ok {
		return nil, false
	}
	branch.Then = then
	return append(slices.Clone(list[:len(list)-1]), branch), true
}

// atEnd replaces the last assignment to the temporary, in this branch or in one at its end that is taken for the temporary, too.
func atEnd(b ir.Branch, or bool, t ir.Temp, with func(ir.Set) []ir.Statement) ([]ir.Statement, bool) {
	if kind, asked, ok := takenFor(b); !ok || kind != or || asked != t || len(b.Then) == 0 {
		return nil, false
	}
	end := len(b.Then) - 1
	switch last := b.Then[end].(type) {
	case ir.Set:
		return slices.Concat(b.Then[:end], with(last)), last.Temp == t.Number
	case ir.Branch:
		then, ok := atEnd(last, or, t, with)
		last.Then = then
		return slices.Concat(b.Then[:end], []ir.Statement{last}), ok
	}
	return nil, false
}

// tellsOf reports whether a condition asks for the presence of a member that is read further on.
func tellsOf(condition ir.Expr, further []ir.Expr) bool {
	found := false
	eachExpr(condition, func(e ir.Expr) {
		var member ir.Expr
		switch e := e.(type) {
		case ir.HasMember:
			member = ir.MemberOf(e)
		case ir.IsNull:
			member = ir.MemberOf(e)
		default:
			return
		}
		for _, f := range further {
			eachExpr(f, func(e ir.Expr) { found = found || reflect.DeepEqual(e, member) })
		}
	})
	return found
}
