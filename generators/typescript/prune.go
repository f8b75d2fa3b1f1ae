package typescript

import "github.com/envgen/envgen/internal/ir"

// prune leaves out what a program can do without: temporaries that nobody reads, which the compiler does not want, the side of a
// branch that is never taken, and loops that do nothing.
func prune(p ir.Program) ir.Program {
	for left := -1; ; {
		q := pruner{usage: usageOf(p)}
		p.Steps = q.steps(p.Steps)
		if q.kept == left {
			return p
		}
		left = q.kept
	}
}

type pruner struct {
	usage
	kept int // statements
}

func (q *pruner) steps(steps []ir.Statement) []ir.Statement {
	var out []ir.Statement
	for _, s := range steps {
		if out = append(out, q.statement(s)...); endsLoop(out) {
			break
		}
	}
	return out
}

func (q *pruner) statement(s ir.Statement) []ir.Statement {
	needed := true
	switch step := s.(type) {
	case ir.Let:
		needed = q.reads[step.Temp] > 0
	case ir.Set:
		needed = q.reads[step.Temp] > 0
	case ir.Try:
		needed = q.reads[step.Temp]+q.reads[step.OK] > 0
	case ir.Branch:
		if outcome, decided := decidedBy(step.Cond); decided && outcome {
			return q.steps(step.Then)
		} else if decided {
			return q.steps(step.Else)
		}
		step.Then, step.Else = q.steps(step.Then), q.steps(step.Else)
		s, needed = step, len(step.Then)+len(step.Else) > 0
	case ir.Loop:
		step.Body = q.steps(step.Body)
		s, needed = step, len(step.Body) > 0
	}
	if !needed {
		return nil
	}
	q.kept++
	return []ir.Statement{s}
}

// endsLoop reports whether statements end a loop.
func endsLoop(steps []ir.Statement) bool {
	if len(steps) == 0 {
		return false
	}
	_, isBreak := steps[len(steps)-1].(ir.Break)
	return isBreak
}

// decidedBy returns the outcome of a condition that is a literal.
func decidedBy(e ir.Expr) (outcome, decided bool) {
	switch e := e.(type) {
	case ir.Constant:
		return e.Bool, true
	case ir.Negation:
		outcome, decided = decidedBy(e.X)
		return !outcome, decided
	}
	return false, false
}
