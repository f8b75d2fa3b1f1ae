package ir

import "slices"

// Prune leaves out unnecessary parts of a program: statements with unused results, sides of branches that are never
// taken, and statements after a Break or Return. Statements have no effect except on their temporaries, so the result stays the same.
func Prune(p Program) Program {
	for {
		p.Steps = reached(p.Steps)
		if last := len(p.Steps) - 1; last >= 0 {
			if early, returns := p.Steps[last].(Return); returns {
				p.Steps, p.Holds = p.Steps[:last], early.Holds
			}
		}
		n := needs{}
		n.reading(p.Holds)
		for before := -1; before != len(n); {
			before = len(n)
			n.statements(p.Steps, false)
		}
		p.Steps = n.kept(p.Steps, false)
		s := settled{}
		s.find(p.Steps, true)
		s.find(p.Steps, false)
		if !s.decide(p.Steps) {
			return p
		}
	}
}

// settled are the conditions that never change from the literal that they begin with.
type settled map[int]Constant

// find adds the temporaries that begin so, or takes away those that change.
func (s settled) find(list []Statement, first bool) {
	for _, x := range list {
		switch x := x.(type) {
		case Let:
			if c, isConstant := x.Value.(Constant); isConstant && first && c.Type.Kind == BoolExpr {
				s[x.Temp] = c
			}
		case Set:
			if !first {
				delete(s, x.Temp)
			}
		case Branch:
			s.find(x.Then, first)
			s.find(x.Else, first)
		case Loop:
			s.find(x.Body, first)
		}
	}
}

// decide puts the literals into branches that require nothing else, and reports whether there were any.
func (s settled) decide(list []Statement) bool {
	found := false
	for i, x := range list {
		switch x := x.(type) {
		case Branch:
			if c, known := s.outcome(x.Cond); known {
				x.Cond, found = c, true
				list[i] = x
			}
			found = s.decide(x.Then) || found
			found = s.decide(x.Else) || found
		case Loop:
			found = s.decide(x.Body) || found
		}
	}
	return found
}

func (s settled) outcome(e Expr) (Constant, bool) {
	switch e := e.(type) {
	case Temp:
		c, known := s[e.Number]
		return c, known
	case Negation:
		c, known := s.outcome(e.X)
		c.Bool = !c.Bool
		return c, known
	}
	return Constant{}, false
}

// reached returns the statements that may be run.
func reached(list []Statement) []Statement {
	var out []Statement
	for _, s := range list {
		switch s := s.(type) {
		case Branch:
			taken := s.Then
			outcome, decided := Decided(s.Cond)
			if !decided {
				s.Then, s.Else = reached(s.Then), reached(s.Else)
				out = append(out, s)
				continue
			}
			if !outcome {
				taken = s.Else
			}
			out = append(out, reached(taken)...)
		case Loop:
			s.Body = reached(s.Body)
			out = append(out, s)
		default:
			out = append(out, s)
		}
		if len(out) == 0 {
			continue
		}
		if Ends(out) {
			break
		}
	}
	return out
}

// Ends reports whether nothing behind statements is run.
func Ends(list []Statement) bool {
	if len(list) == 0 {
		return false
	}
	switch s := list[len(list)-1].(type) {
	case Break, Return:
		return true
	case Branch:
		return Ends(s.Then) && Ends(s.Else)
	}
	return false
}

// Decided returns the outcome of a condition that is a literal.
func Decided(e Expr) (outcome, decided bool) {
	switch e := e.(type) {
	case Constant:
		return e.Bool, true
	case Negation:
		outcome, decided = Decided(e.X)
		return !outcome, decided
	}
	return false, false
}

// needs are the temporaries that the result is computed from.
type needs map[int]bool

func (n needs) reading(e Expr) {
	if t, isTemp := e.(Temp); isTemp {
		n[t.Number] = true
	}
	for _, x := range Operands(e) {
		n.reading(x)
	}
}

// statements adds the temporaries that needed statements read. Breaks are needed inside of a needed loop.
func (n needs) statements(list []Statement, breaks bool) {
	for _, s := range list {
		if !n.matter(s, breaks) {
			continue
		}
		switch s := s.(type) {
		case Let:
			n.reading(s.Value)
		case Set:
			n.reading(s.Value)
		case Try:
			n.reading(s.Call)
		case Branch:
			n.reading(s.Cond)
			n.statements(s.Then, breaks)
			n.statements(s.Else, breaks)
		case Loop:
			n.reading(s.Over)
			n.statements(s.Body, true)
		case Return:
			n.reading(s.Holds)
		}
	}
}

// matter reports whether a statement sets a needed temporary, or ends a loop that does.
func (n needs) matter(s Statement, breaks bool) bool {
	any := func(list []Statement, breaks bool) bool {
		return slices.ContainsFunc(list, func(s Statement) bool { return n.matter(s, breaks) })
	}
	switch s := s.(type) {
	case Let:
		return n[s.Temp]
	case Set:
		return n[s.Temp]
	case Try:
		return n[s.Temp] || n[s.OK]
	case Branch:
		return any(s.Then, breaks) || any(s.Else, breaks)
	case Loop:
		return any(s.Body, false)
	case Return:
		return true
	}
	return breaks
}

// kept returns the statements that matter.
func (n needs) kept(list []Statement, breaks bool) []Statement {
	var out []Statement
	for _, s := range list {
		if !n.matter(s, breaks) {
			continue
		}
		switch t := s.(type) {
		case Branch:
			t.Then, t.Else = n.kept(t.Then, breaks), n.kept(t.Else, breaks)
			s = t
		case Loop:
			t.Body = n.kept(t.Body, true)
			s = t
		}
		out = append(out, s)
	}
	return out
}
