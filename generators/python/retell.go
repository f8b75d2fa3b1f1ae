package python

import "github.com/envgen/envgen/internal/ir"

// retold returns statements that speak of another temporary.
func retold(list []ir.Statement, from, to ir.Temp) []ir.Statement {
	number := func(n int) int {
		if n == from.Number {
			return to.Number
		}
		return n
	}
	in := func(e ir.Expr) ir.Expr { return retoldIn(e, from, to) }
	out := make([]ir.Statement, len(list))
	for i, s := range list {
		switch s := s.(type) {
		case ir.Let:
			out[i] = ir.Let{Temp: number(s.Temp), Value: in(s.Value)}
		case ir.Try:
			out[i] = ir.Try{Temp: s.Temp, OK: s.OK, Call: in(s.Call).(ir.Call)}
		case ir.Set:
			out[i] = ir.Set{Temp: number(s.Temp), Value: in(s.Value)}
		case ir.Branch:
			out[i] = ir.Branch{Cond: in(s.Cond), Then: retold(s.Then, from, to), Else: retold(s.Else, from, to)}
		case ir.Loop:
			out[i] = ir.Loop{Over: in(s.Over), Item: s.Item, Index: s.Index, Body: retold(s.Body, from, to)}
		default:
			out[i] = s
		}
	}
	return out
}

func retoldIn(e ir.Expr, from, to ir.Temp) ir.Expr {
	in := func(e ir.Expr) ir.Expr { return retoldIn(e, from, to) }
	switch e := e.(type) {
	case ir.Temp:
		if e == from {
			return to
		}
	case search:
		e.loop.Over, e.cond = in(e.loop.Over), in(e.cond)
		return e
	case collection:
		e.loop.Over, e.made = in(e.loop.Over), in(e.made)
		if e.cond != nil {
			e.cond = in(e.cond)
		}
		return e
	}
	return ir.WithOperands(e, in)
}
