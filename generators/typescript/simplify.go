package typescript

import "github.com/envgen/envgen/internal/ir"

// simplify writes a program as a person would: a condition that is false unless a call succeeds becomes one expression, and one that is read
// only by what comes next stands there.
func simplify(p ir.Program) (ir.Program, usage) {
	s := &simplifier{usage: usageOf(p), temps: p.Temps}
	p.Steps = s.join(p.Steps)
	s.usage = usageOf(p)
	p.Steps = s.inline(p.Steps)
	if last := len(p.Steps) - 1; last >= 0 {
		if let, ok := s.isPassing(p.Steps[last]); ok {
			if inlined, found := replaced(p.Holds, let); found {
				p.Steps, p.Holds = p.Steps[:last], inlined
			}
		}
	}
	p = ir.Prune(p) // a condition may stand now where it decides
	return p, usageOf(p)
}

type simplifier struct {
	usage
	temps []ir.ExprType
}

// below applies a change to the statements inside of one.
func below(step ir.Statement, change func([]ir.Statement) []ir.Statement) ir.Statement {
	switch step := step.(type) {
	case ir.Branch:
		step.Then, step.Else = change(step.Then), change(step.Else)
		return step
	case ir.Loop:
		step.Body = change(step.Body)
		return step
	}
	return step
}

// join turns `let x = false; try; if (ok) x = condition` into `try; const x = ok && condition`.
func (s *simplifier) join(steps []ir.Statement) []ir.Statement {
	var out []ir.Statement
	for i := 0; i < len(steps); i++ {
		if i+2 < len(steps) {
			if let, ok := s.joined(steps[i], steps[i+1], steps[i+2]); ok {
				out = append(out, steps[i+1], let)
				i += 2
				continue
			}
		}
		out = append(out, below(steps[i], s.join))
	}
	return out
}

func (s *simplifier) joined(first, second, third ir.Statement) (ir.Let, bool) {
	let, isLet := first.(ir.Let)
	try, isTry := second.(ir.Try)
	branch, isBranch := third.(ir.Branch)
	if !isLet || !isTry || !isBranch || s.sets[let.Temp] != 1 || len(branch.Then) != 1 || len(branch.Else) != 0 {
		return ir.Let{}, false
	}
	set, isSet := branch.Then[0].(ir.Set)
	initial, isConstant := let.Value.(ir.Constant)
	if !isSet || !isConstant || initial.Type.Kind != ir.BoolExpr || initial.Bool || set.Temp != let.Temp || branch.Cond != ir.Expr(ir.Temp{Number: try.OK}) {
		return ir.Let{}, false
	}
	return ir.Let{Temp: let.Temp, Value: ir.Logic{L: branch.Cond, R: set.Value}}, true
}

// inline puts conditions that are read once where that is, if it is the next statement.
func (s *simplifier) inline(steps []ir.Statement) []ir.Statement {
	var out []ir.Statement
	for _, step := range steps {
		step = below(step, s.inline)
		for len(out) > 0 {
			let, ok := s.isPassing(out[len(out)-1])
			if !ok {
				break
			}
			inlined, found := replacedIn(step, let)
			if !found {
				break
			}
			step, out = inlined, out[:len(out)-1]
		}
		out = append(out, step)
	}
	return out
}

// isPassing returns the declaration of a condition that never changes and is read once.
func (s *simplifier) isPassing(step ir.Statement) (ir.Let, bool) {
	let, ok := step.(ir.Let)
	return let, ok && s.sets[let.Temp] == 0 && s.reads[let.Temp] == 1 && s.temps[let.Temp].Kind == ir.BoolExpr
}

// replacedIn puts what a temporary holds in its place, in the expression that a statement evaluates first.
func replacedIn(step ir.Statement, let ir.Let) (ir.Statement, bool) {
	found := false
	switch step := step.(type) {
	case ir.Let:
		step.Value, found = replaced(step.Value, let)
		return step, found
	case ir.Set:
		step.Value, found = replaced(step.Value, let)
		return step, found
	case ir.Branch:
		step.Cond, found = replaced(step.Cond, let)
		return step, found
	}
	return step, false
}

// replaced puts what a temporary holds in its place in a condition; it looks through logic only.
func replaced(e ir.Expr, let ir.Let) (ir.Expr, bool) {
	switch e := e.(type) {
	case ir.Temp:
		if e.Number == let.Temp {
			return let.Value, true
		}
	case ir.Negation:
		x, found := replaced(e.X, let)
		return ir.Negation{X: x}, found
	case ir.Logic:
		l, found := replaced(e.L, let)
		if found {
			return ir.Logic{Or: e.Or, L: l, R: e.R}, true
		}
		r, found := replaced(e.R, let)
		return ir.Logic{Or: e.Or, L: e.L, R: r}, found
	}
	return e, false
}
