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
	all := func(list []ir.Expr) []ir.Expr {
		out := make([]ir.Expr, len(list))
		for i, e := range list {
			out[i] = in(e)
		}
		return out
	}
	switch e := e.(type) {
	case ir.Temp:
		if e == from {
			return to
		}
	case ir.ListOf:
		e.Items = all(e.Items)
		return e
	case ir.MemberOf:
		e.Of = in(e.Of)
		return e
	case ir.HasMember:
		e.Of = in(e.Of)
		return e
	case ir.IsNull:
		e.Of = in(e.Of)
		return e
	case ir.Cell:
		e.Word = in(e.Word)
		return e
	case ir.Logic:
		e.L, e.R = in(e.L), in(e.R)
		return e
	case ir.Negation:
		e.X = in(e.X)
		return e
	case ir.Choose:
		e.If, e.Then, e.Else = in(e.If), in(e.Then), in(e.Else)
		return e
	case ir.Comparison:
		e.L, e.R = in(e.L), in(e.R)
		return e
	case ir.Call:
		e.Args = all(e.Args)
		return e
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
	return e
}
