package ir

// Opposite returns the opposite of a condition.
func Opposite(e Expr) Expr {
	if n, is := e.(Negation); is {
		return n.X
	}
	return Negation{X: e}
}

// WithOperands returns an expression with change(x) in place of each expression x that it is made of. One that is made of
// none is returned as it is.
func WithOperands(e Expr, change func(Expr) Expr) Expr {
	all := func(list []Expr) []Expr {
		changed := make([]Expr, len(list))
		for i, x := range list {
			changed[i] = change(x)
		}
		return changed
	}
	switch e := e.(type) {
	case ListOf:
		e.Items = all(e.Items)
		return e
	case IsVariant:
		e.Of = change(e.Of)
		return e
	case AsVariant:
		e.Of = change(e.Of)
		return e
	case TagOf:
		e.Of = change(e.Of)
		return e
	case MemberOf:
		e.Of = change(e.Of)
		return e
	case HasMember:
		e.Of = change(e.Of)
		return e
	case IsNull:
		e.Of = change(e.Of)
		return e
	case Cell:
		e.Word = change(e.Word)
		return e
	case Logic:
		e.L, e.R = change(e.L), change(e.R)
		return e
	case Negation:
		e.X = change(e.X)
		return e
	case Choose:
		e.If, e.Then, e.Else = change(e.If), change(e.Then), change(e.Else)
		return e
	case Comparison:
		e.L, e.R = change(e.L), change(e.R)
		return e
	case Call:
		e.Args = all(e.Args)
		return e
	case Search:
		e.Loop.Over, e.Cond = change(e.Loop.Over), change(e.Cond)
		return e
	case Collect:
		e.Loop.Over = change(e.Loop.Over)
		if e.Cond != nil {
			e.Cond = change(e.Cond)
		}
		e.Made = change(e.Made)
		return e
	}
	return e
}

// Operands returns the expressions that an expression is made of, in order.
func Operands(e Expr) []Expr {
	var list []Expr
	WithOperands(e, func(x Expr) Expr {
		list = append(list, x)
		return x
	})
	return list
}
