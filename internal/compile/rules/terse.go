package rules

import "github.com/envgen/envgen/internal/ir"

// terse removes a test for presence if the next test is for null and implies it. Go can only test values of any type for null, so for such members
// the test is removed only in folded programs.
type terse bool

func (t terse) steps(list []ir.Statement) []ir.Statement {
	for i, s := range list {
		switch x := s.(type) {
		case ir.Let:
			x.Value = t.expr(x.Value)
			s = x
		case ir.Set:
			x.Value = t.expr(x.Value)
			s = x
		case ir.Try:
			x.Call = t.expr(x.Call).(ir.Call)
			s = x
		case ir.Branch:
			x.Cond, x.Then, x.Else = t.expr(x.Cond), t.steps(x.Then), t.steps(x.Else)
			s = x
		case ir.Loop:
			x.Over, x.Body = t.expr(x.Over), t.steps(x.Body)
			s = x
		case ir.Return:
			x.Holds = t.expr(x.Holds)
			s = x
		}
		list[i] = s
	}
	return list
}

func (t terse) expr(x ir.Expr) ir.Expr {
	x = ir.WithOperands(x, t.expr)
	logic, is := x.(ir.Logic)
	if !is {
		return x
	}
	more, implied := t.without(logic.Or, logic.L, logic.R)
	switch {
	case !implied:
		return logic
	case more == nil:
		return logic.R
	}
	logic.L = more
	return logic
}

// without leaves the last of the conditions a out if the first of b implies it.
func (t terse) without(or bool, a, b ir.Expr) (more ir.Expr, implied bool) {
	if logic, is := a.(ir.Logic); is && logic.Or == or {
		if more, implied = t.without(or, logic.R, b); more != nil {
			return ir.Logic{Or: or, L: logic.L, R: more}, implied
		}
		return logic.L, implied
	}
	for logic, is := b.(ir.Logic); is && logic.Or == or; logic, is = b.(ir.Logic) {
		b = logic.L
	}
	if or { // !has(x) || x != null
		no, isNot := a.(ir.Negation)
		not, alsoNot := b.(ir.Negation)
		if !isNot || !alsoNot {
			return nil, false
		}
		a, b = no.X, not.X
	}
	has, asks := a.(ir.HasMember)
	null, also := b.(ir.IsNull)
	return nil, asks && also && has.Field == null.Field && (bool(t) || nullable(&has.Field.Value)) && key(has.Of) == key(null.Of)
}
