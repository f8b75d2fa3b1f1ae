package python

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// Programs come with a temporary for each condition that took steps. Where Python says the same in one expression, or by
// leaving the function, these go.

// search is all() or any(): whether a condition holds for the items of a list.
type search struct {
	ir.Expr
	all  bool
	loop ir.Loop
	cond ir.Expr // of one item
}

// collection is a comprehension: what items of a list lead to.
type collection struct {
	ir.Expr
	loop ir.Loop
	cond ir.Expr // of the items that count, or nil for all
	made ir.Expr
}

// leave is a return in the middle of a function.
type leave struct {
	ir.Statement
	result bool
}

// maxPasses bounds the work for programs that nobody reads anyway.
const maxPasses = 200

// simplified returns a program without needless temporaries.
func simplified(p ir.Program) ir.Program {
	for range maxPasses {
		s := simplifier{program: &p, uses: map[int]int{}, sets: map[int]int{}}
		s.count(append(slices.Clip(p.Steps), ir.Let{Temp: -1, Value: p.Holds}))
		p.Steps = s.list(p.Steps, map[int]ir.Constant{})
		p.Steps, p.Holds = s.holds(p.Steps, p.Holds)
		if !s.changed {
			break
		}
	}
	return p
}

type simplifier struct {
	program    *ir.Program
	uses, sets map[int]int
	changed    bool
}

func (s *simplifier) count(list []ir.Statement) {
	eachPart(list, func(st ir.Statement, e ir.Expr) {
		if set, ok := st.(ir.Set); ok {
			s.sets[set.Temp]++
		}
		if temp, ok := e.(ir.Temp); ok {
			s.uses[temp.Number]++
		}
	})
}

// list simplifies statements. known are the temporaries that have their first value where the list begins.
func (s *simplifier) list(list []ir.Statement, known map[int]ir.Constant) []ir.Statement {
	var out []ir.Statement
	for _, st := range list {
		switch st := st.(type) {
		case ir.Let:
			if c, ok := st.Value.(ir.Constant); ok {
				known[st.Temp] = c
			}
			out = append(out, st)
		case ir.Branch:
			out = append(out, s.branch(st, known))
		case ir.Loop:
			st.Body = s.list(st.Body, map[int]ir.Constant{})
			out = append(out, st)
		default:
			out = append(out, st)
		}
	}
	for i := 0; i+1 < len(out) && !s.changed; i++ {
		out = s.join(out, i)
	}
	for i := 0; i < len(out) && !s.changed; i++ {
		out = s.split(out, i)
	}
	return out
}

// branch makes a branch that does nothing but set a condition an expression.
func (s *simplifier) branch(b ir.Branch, known map[int]ir.Constant) ir.Statement {
	b.Then, b.Else = s.list(b.Then, known), s.list(b.Else, known)
	if len(b.Then) != 1 || len(b.Else) > 0 {
		return b
	}
	set, ok := b.Then[0].(ir.Set)
	first, isKnown := known[set.Temp]
	if !ok || !isKnown || s.sets[set.Temp] != 1 || first.Type.Kind != ir.BoolExpr {
		return b
	}
	s.changed = true
	condition := b.Cond
	if first.Bool {
		condition = ir.Negation{X: condition}
	}
	return ir.Set{Temp: set.Temp, Value: ir.Logic{Or: first.Bool, L: condition, R: set.Value}}
}

// join makes one of two statements that stand behind each other, if it can.
func (s *simplifier) join(list []ir.Statement, i int) []ir.Statement {
	let, ok := list[i].(ir.Let)
	if !ok {
		return list
	}
	temp := ir.Temp{Number: let.Temp}
	if c, ok := let.Value.(ir.Constant); ok {
		if found, ok := asSearch(temp, c, list[i+1]); ok && s.sets[let.Temp] == 1 {
			s.changed = true
			list[i] = ir.Let{Temp: let.Temp, Value: found}
			return slices.Delete(list, i+1, i+2)
		}
		return s.later(list, i, temp)
	}
	if made, ok := asCollection(let, list[i+1]); ok && s.sets[let.Temp] == 1 {
		s.changed = true
		list[i] = ir.Let{Temp: let.Temp, Value: made}
		return slices.Delete(list, i+1, i+2)
	}
	if both, ok := asked(let, list[i+1]); ok && s.sets[let.Temp] == 1 {
		s.changed = true
		list[i] = ir.Let{Temp: let.Temp, Value: both}
		return slices.Delete(list, i+1, i+2)
	}
	if s.uses[let.Temp] != 1 || s.sets[let.Temp] > 0 {
		return list
	}
	if next, ok := replaced(list[i+1], temp, let.Value); ok {
		s.changed = true
		list[i+1] = next
		return slices.Delete(list, i, i+1)
	}
	return list
}

// later moves the declaration of a temporary to where it is set for good.
func (s *simplifier) later(list []ir.Statement, i int, temp ir.Temp) []ir.Statement {
	for j := i + 1; j < len(list); j++ {
		if set, ok := list[j].(ir.Set); ok && set.Temp == temp.Number && s.sets[temp.Number] == 1 && !speaksOf(set.Value, temp) {
			s.changed = true
			list[j] = ir.Let(set)
			return slices.Delete(list, i, i+1)
		}
		if mentions(list[j:j+1], temp) {
			break
		}
	}
	return list
}

// holds puts the last temporary into what a program leads to.
func (s *simplifier) holds(list []ir.Statement, holds ir.Expr) ([]ir.Statement, ir.Expr) {
	if s.changed || len(list) == 0 {
		return list, holds
	}
	last := len(list) - 1
	let, ok := list[last].(ir.Let)
	if _, isList := let.Value.(ir.ListOf); !ok || isList || s.uses[let.Temp] != 1 || s.sets[let.Temp] > 0 {
		return list, holds
	}
	after := replacedIn(holds, ir.Temp{Number: let.Temp}, let.Value)
	if speaksOf(after, ir.Temp{Number: let.Temp}) {
		return list, holds
	}
	s.changed = true
	return list[:last], after
}

// replaced puts an expression in the place of a temporary in the first expression of a statement.
func replaced(st ir.Statement, temp ir.Temp, by ir.Expr) (ir.Statement, bool) {
	var before, after ir.Expr
	switch x := st.(type) {
	case ir.Let:
		before, after = x.Value, replacedIn(x.Value, temp, by)
		st = ir.Let{Temp: x.Temp, Value: after}
	case ir.Set:
		before, after = x.Value, replacedIn(x.Value, temp, by)
		st = ir.Set{Temp: x.Temp, Value: after}
	case ir.Branch:
		before, after = x.Cond, replacedIn(x.Cond, temp, by)
		st = ir.Branch{Cond: after, Then: x.Then, Else: x.Else}
	default:
		return st, false
	}
	return st, speaksOf(before, temp) && !speaksOf(after, temp)
}

// speaksOf reports whether an expression uses a temporary.
func speaksOf(e ir.Expr, temp ir.Temp) bool {
	return mentions([]ir.Statement{ir.Let{Temp: -1, Value: e}}, temp)
}

// replacedIn puts an expression in the place of a temporary: of conditions only, since those read well inside of others.
func replacedIn(e ir.Expr, temp ir.Temp, by ir.Expr) ir.Expr {
	again := func(e ir.Expr) ir.Expr { return replacedIn(e, temp, by) }
	switch e := e.(type) {
	case ir.Temp:
		if e == temp {
			return by
		}
	case ir.Logic:
		return ir.Logic{Or: e.Or, L: again(e.L), R: again(e.R)}
	case ir.Negation:
		return ir.Negation{X: again(e.X)}
	case ir.Choose:
		return ir.Choose{If: again(e.If), Then: again(e.Then), Else: again(e.Else)}
	}
	return e
}

// asSearch recognizes a loop that stops at the first item that decides.
func asSearch(temp ir.Temp, first ir.Constant, st ir.Statement) (ir.Expr, bool) {
	loop, ok := st.(ir.Loop)
	if !ok || len(loop.Body) != 1 {
		return nil, false
	}
	branch, ok := loop.Body[0].(ir.Branch)
	if !ok || len(branch.Then) != 2 || len(branch.Else) > 0 || speaksOf(branch.Cond, temp) {
		return nil, false
	}
	set, isSet := branch.Then[0].(ir.Set)
	_, ends := branch.Then[1].(ir.Break)
	if !isSet || !ends || set.Temp != temp.Number {
		return nil, false
	}
	if last, ok := set.Value.(ir.Constant); !ok || last.Bool == first.Bool || last.Type.Kind != ir.BoolExpr {
		return nil, false
	}
	return search{all: first.Bool, loop: loop, cond: branch.Cond}, true
}

// asCollection recognizes a loop that makes a list.
func asCollection(let ir.Let, st ir.Statement) (ir.Expr, bool) {
	list, isList := let.Value.(ir.ListOf)
	loop, isLoop := st.(ir.Loop)
	if !isList || !isLoop || len(list.Items) > 0 || len(loop.Body) != 1 {
		return nil, false
	}
	c := collection{loop: loop}
	body := loop.Body[0]
	if branch, ok := body.(ir.Branch); ok && len(branch.Then) == 1 && len(branch.Else) == 0 {
		c.cond, body = branch.Cond, branch.Then[0]
	}
	set, ok := body.(ir.Set)
	if !ok || set.Temp != let.Temp {
		return nil, false
	}
	c.made, ok = appended(set)
	return c, ok && !speaksOf(c.made, ir.Temp{Number: let.Temp})
}

// appended returns the item that a statement adds to a list of its own.
func appended(set ir.Set) (ir.Expr, bool) {
	call, ok := set.Value.(ir.Call)
	if !ok || call.Function != ir.Concat {
		return nil, false
	}
	self, isTemp := call.Args[0].(ir.Temp)
	list, isList := call.Args[1].(ir.ListOf)
	if !isTemp || !isList || self.Number != set.Temp || len(list.Items) != 1 {
		return nil, false
	}
	return list.Items[0], true
}

// split gives two names to a temporary that a branch asks and then sets anew, so that each is set in one place.
func (s *simplifier) split(list []ir.Statement, i int) []ir.Statement {
	let, ok := list[i].(ir.Let)
	if !ok || s.sets[let.Temp] < 2 {
		return list
	}
	temp := ir.Temp{Number: let.Temp}
	for j := len(list) - 1; j > i+1; j-- {
		branch, ok := list[j].(ir.Branch)
		if !ok || !asks(branch, temp) {
			continue
		}
		if _, _, ok := decides(branch.Then, temp); !ok || !mentions(list[i+1:j], temp) {
			continue
		}
		first := ir.Temp{Number: len(s.program.Temps)}
		s.program.Temps = append(slices.Clip(s.program.Temps), s.program.Temps[temp.Number])
		s.changed = true
		return slices.Concat(list[:i], retold(list[i:j], temp, first), []ir.Statement{ir.Let{Temp: temp.Number, Value: first}}, list[j:])
	}
	return list
}

// asks reports whether a branch does nothing but ask a temporary.
func asks(b ir.Branch, temp ir.Temp) bool {
	return len(b.Else) == 0 && (b.Cond == ir.Expr(temp) || b.Cond == ir.Expr(ir.Negation{X: temp}))
}

// asked makes one expression of a condition and a branch that only sets it anew.
func asked(let ir.Let, next ir.Statement) (ir.Expr, bool) {
	temp := ir.Temp{Number: let.Temp}
	branch, ok := next.(ir.Branch)
	if !ok || !asks(branch, temp) {
		return nil, false
	}
	before, value, ok := decides(branch.Then, temp)
	return ir.Logic{Or: branch.Cond != ir.Expr(temp), L: let.Value, R: value}, ok && len(before) == 0
}
