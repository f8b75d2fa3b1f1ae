package rules

import (
	"maps"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// Compilers and linters report conditions that earlier ones decide, so this pass removes them for all languages. We rejected removing them while
// conditions are joined, because nested conditions would be simplified again at each level.

// maxClauses bounds the number of remembered disjunctions; the oldest are dropped.
const maxClauses = 16

// settle removes the conditions of a program that earlier ones decide.
func settle(p ir.Program) ir.Program {
	s := newSettling()
	s.changes = count(p.Steps).sets
	p.Steps = s.steps(p.Steps)
	p.Holds = s.condition(p.Holds)
	return p
}

func newSettling() *settling {
	return &settling{known: map[string]bool{}, members: narrowing{}, equals: map[string]ir.Constant{}, values: map[int]ir.Expr{}}
}

// settling contains the facts at a place of a program.
type settling struct {
	known   map[string]bool        // the results of conditions, by key
	members narrowing              // the states of members that type checkers derive
	equals  map[string]ir.Constant // the constant that a value equals, by key
	clauses []clause
	values  map[int]ir.Expr // of temporaries that have not changed since
	changes map[int]int     // how often temporaries change
	undo    []func()
}

// clause is the fact that one of two conditions has the sense.
type clause struct {
	l, r  ir.Expr
	sense bool
}

// within runs f with facts that are forgotten behind it.
func (s *settling) within(f func()) {
	before, clauses := len(s.undo), s.clauses
	f()
	for len(s.undo) > before {
		last := len(s.undo) - 1
		s.undo[last]()
		s.undo = s.undo[:last]
	}
	s.clauses = clauses
}

// behind runs f where a condition has a sense.
func (s *settling) behind(x ir.Expr, sense bool, f func()) {
	s.within(func() {
		s.suppose(x, sense)
		f()
	})
}

// suppose takes in that a condition which is printed has a sense.
func (s *settling) suppose(x ir.Expr, sense bool) {
	s.narrow(x, sense)
	s.assume(x, sense)
	s.conclude()
}

func (s *settling) assume(x ir.Expr, sense bool) {
	switch x := x.(type) {
	case ir.Constant:
	case ir.Negation:
		s.assume(x.X, !sense)
	case ir.Logic:
		if x.Or == sense {
			c := clause{x.L, x.R, sense}
			s.clauses = append(s.clauses[max(0, len(s.clauses)-maxClauses+1):len(s.clauses):len(s.clauses)], c)
			s.resolve(c)
			return
		}
		s.assume(x.L, sense)
		s.assume(x.R, sense)
	case ir.HasMember, ir.IsNull: // narrow has them
	case ir.IsVariant:
		if slices.ContainsFunc(x.Tests, func(t ir.VariantTest) bool { return !t.Whole() }) { // narrow has only a part of it
			s.learn(x, sense)
		}
	default:
		s.learn(x, sense)
	}
}

// learn adds a condition without logic.
func (s *settling) learn(x ir.Expr, sense bool) {
	if c, value, is := equality(x); is && (c.Op == ir.Equal) == sense {
		learn(s, s.equals, key(c.L), value)
	}
	x, sense = positive(x, sense)
	if learn(s, s.known, key(x), sense) {
		s.conclude()
	}
}

func learn[V any](s *settling, to map[string]V, key string, value V) (isNew bool) {
	if _, known := to[key]; known {
		return false
	}
	to[key] = value
	s.undo = append(s.undo, func() { delete(to, key) })
	return true
}

// conclude resolves all clauses, since more is known.
func (s *settling) conclude() {
	for _, c := range s.clauses {
		s.resolve(c)
	}
}

// resolve assumes one side of a clause if the other side has not the sense.
func (s *settling) resolve(c clause) {
	other := c.r
	if value, known := s.value(c.l); !known || value == c.sense {
		other = c.l
		if value, known = s.value(c.r); !known || value == c.sense {
			return
		}
	}
	if _, known := s.value(other); known {
		return
	}
	s.assume(other, c.sense)
}

// value returns the result of a condition, if it is known.
func (s *settling) value(x ir.Expr) (value, known bool) {
	switch x := x.(type) {
	case ir.Constant:
		return x.Bool, x.Type.Kind == ir.BoolExpr
	case ir.Negation:
		value, known = s.value(x.X)
		return !value, known
	case ir.Logic:
		l, one := s.value(x.L)
		r, two := s.value(x.R)
		if one && l == x.Or || two && r == x.Or {
			return x.Or, true
		}
		return !x.Or, one && two
	}
	if value, known, is := s.members.value(x); is {
		return value, known
	}
	if c, constant, is := equality(x); is {
		if is, known := s.equals[key(c.L)]; known {
			return equal(is, constant) == (c.Op == ir.Equal), true
		}
	}
	x, sense := positive(x, true)
	value, known = s.known[key(x)]
	return value == sense, known
}

// condition settles a condition.
func (s *settling) condition(x ir.Expr) ir.Expr {
	switch x := x.(type) {
	case ir.Negation:
		return negate(s.condition(x.X))
	case ir.Logic:
		var settled ir.Expr
		s.within(func() { settled = s.chain(x.Or, x) })
		return settled
	case ir.Choose:
		cond, then, other := s.choose(x, s.condition)
		if c, known := cond.(ir.Constant); known {
			return oneOf(c, then, other)
		}
		return chosen(cond, then, other)
	}
	if value, known := s.value(x); known {
		return boolean(value)
	}
	return s.parts(x)
}

// chain settles the conditions that one operator joins, and assumes each behind itself.
func (s *settling) chain(or bool, x ir.Expr) ir.Expr {
	if logic, is := x.(ir.Logic); is && logic.Or == or {
		l := s.chain(or, logic.L)
		if c, known := l.(ir.Constant); known && c.Bool == or {
			return c
		}
		return join(or, l, s.chain(or, logic.R))
	}
	// A composite condition may be known as a whole, too; value looks at its parts one by one.
	if value, again := s.known[key(x)]; again {
		return boolean(value)
	}
	x = s.condition(x)
	if value, again := s.known[key(x)]; again {
		return boolean(value)
	}
	s.suppose(x, !or)
	learn(s, s.known, key(x), !or)
	return x
}

// operands settles a value, which may be a condition.
func (s *settling) operands(x ir.Expr) ir.Expr {
	switch x := x.(type) {
	case ir.Logic, ir.Negation, ir.Comparison, ir.HasMember, ir.IsNull, ir.IsVariant:
		return s.condition(x)
	case ir.Choose:
		cond, then, other := s.choose(x, s.operands)
		if c, known := cond.(ir.Constant); known {
			return oneOf(c, then, other)
		}
		return ir.Choose{If: cond, Then: then, Else: other}
	case ir.Collect:
		x.Loop.Over = s.operands(x.Loop.Over)
		s.within(func() {
			if x.Cond != nil {
				x.Cond = s.condition(x.Cond)
				s.suppose(x.Cond, true)
			}
			x.Made = s.operands(x.Made)
		})
		return x
	}
	return s.parts(x)
}

// parts settles the parts of a value.
func (s *settling) parts(x ir.Expr) ir.Expr {
	switch x := ir.WithOperands(x, s.operands).(type) {
	case ir.Comparison:
		return compared(x)
	case ir.Call:
		return computed(x)
	case ir.IsVariant:
		return s.certain(x)
	default:
		return x
	}
}

func (s *settling) choose(x ir.Choose, settle func(ir.Expr) ir.Expr) (cond, then, other ir.Expr) {
	cond = s.condition(x.If)
	s.behind(cond, true, func() { then = settle(x.Then) })
	s.behind(cond, false, func() { other = settle(x.Else) })
	return cond, then, other
}

func oneOf(c ir.Constant, then, other ir.Expr) ir.Expr {
	if c.Bool {
		return then
	}
	return other
}

// steps settles statements. After a statement, nothing is known about the temporaries that it changes. The facts of a branch that ends the list
// remain until the caller drops them.
func (s *settling) steps(list []ir.Statement) []ir.Statement {
	settled := make([]ir.Statement, len(list))
	for i, x := range list {
		before, _ := at[ir.Let](list, i-1)
		switch x := x.(type) {
		case ir.Let:
			x.Value = s.operands(x.Value)
			if !s.varies(x.Value) {
				s.values[x.Temp] = x.Value
			}
			settled[i] = x
		case ir.Set:
			x.Value = s.operands(x.Value)
			delete(s.values, x.Temp)
			settled[i] = x
		case ir.Try:
			x.Call = ir.WithOperands(x.Call, s.operands).(ir.Call)
			settled[i] = x
		case ir.Branch:
			b, behind := s.branch(x, before)
			settled[i] = b
			if ir.Ends(b.Then) != ir.Ends(b.Else) {
				s.taken(b.Cond, ir.Ends(b.Else), before)
			}
			s.refine(behind)
		case ir.Loop:
			x.Over = s.operands(x.Over)
			s.forget(x.Body)
			s.within(func() { x.Body = s.steps(x.Body) })
			settled[i] = x
		case ir.Return:
			x.Holds = s.operands(x.Holds)
			settled[i] = x
		default:
			settled[i] = x
		}
	}
	return settled
}

// taken adds the facts of a branch's condition. before is the previous statement: if it declares a temporary that the condition tests, the facts of
// its expression apply too. Type checkers only derive them if both statements are adjacent.
func (s *settling) taken(cond ir.Expr, sense bool, before ir.Let) {
	spelled := s.spelled(cond)
	if temp, on, asks := asksFor(cond); asks && before.Value != nil && temp == before.Temp {
		s.narrow(before.Value, on == sense)
	} else {
		s.narrow(cond, sense)
	}
	if !s.varies(spelled) {
		s.assume(spelled, sense)
	}
	s.conclude()
}

// branch settles a branch after the previous statement. It also returns the states of members after the branch: those at the end of each side that
// does not return.
func (s *settling) branch(x ir.Branch, before ir.Let) (_ ir.Branch, behind narrowing) {
	x.Cond = s.condition(x.Cond)
	values := maps.Clone(s.values)
	left := false
	both := func(list []ir.Statement, sense bool) (settled []ir.Statement) {
		s.values = maps.Clone(values)
		s.within(func() {
			s.taken(x.Cond, sense, before)
			settled = s.steps(list)
			switch {
			case ir.Ends(settled):
			case left:
				behind = behind.or(s.members)
			default:
				behind, left = maps.Clone(s.members), true
			}
		})
		return settled
	}
	then, other := x.Then, x.Else
	x.Then, x.Else = both(then, true), both(other, false)
	s.values = values
	s.forget(then)
	s.forget(other)
	return x, behind
}

// spelled puts the values of temporaries in their place.
func (s *settling) spelled(x ir.Expr) ir.Expr {
	if t, isTemp := x.(ir.Temp); isTemp {
		if value, known := s.values[t.Number]; known {
			return value
		}
		return x
	}
	return ir.WithOperands(x, s.spelled)
}

// forget drops the values of temporaries that statements change.
func (s *settling) forget(list []ir.Statement) {
	for _, x := range list {
		switch x := x.(type) {
		case ir.Set:
			delete(s.values, x.Temp)
		case ir.Branch:
			s.forget(x.Then)
			s.forget(x.Else)
		case ir.Loop:
			s.forget(x.Body)
		}
	}
}

// varies reports whether an expression reads a temporary that changes.
func (s *settling) varies(x ir.Expr) bool {
	if t, isTemp := x.(ir.Temp); isTemp {
		return s.changes[t.Number] > 0
	}
	return slices.ContainsFunc(ir.Operands(x), s.varies)
}
