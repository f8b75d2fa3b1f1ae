package typescript

import (
	"maps"

	"github.com/envgen/envgen/internal/ir"
)

// facts are what the compiler knows where an expression stands, because of the conditions around it. They are kept to write
// `!` where it does not know what the spec guarantees, and to compare nothing whose type says already how that ends.
type facts map[fact]bool

// fact is something that is known of an expression, by its text.
type fact struct {
	about string
	what  string
}

const (
	present = "present" // it is not undefined
	filled  = "filled"  // it is not null
	decided = "decided" // it is one of some literals
)

// with returns facts with others.
func (f facts) with(more facts) facts {
	if len(more) == 0 {
		return f
	}
	all := maps.Clone(f)
	if all == nil {
		all = facts{}
	}
	maps.Copy(all, more)
	return all
}

func (f facts) common(other facts) facts {
	both := facts{}
	for k := range f {
		if other[k] {
			both[k] = true
		}
	}
	return both
}

// learn returns what is known where a condition has the given outcome.
func (w *ruleWriter) learn(e ir.Expr, outcome bool) facts {
	switch e := e.(type) {
	case ir.Negation:
		return w.learn(e.X, !outcome)
	case ir.Logic:
		l, r := w.learn(e.L, outcome), w.learn(e.R, outcome)
		if e.Or == outcome {
			return l.common(r)
		}
		return l.with(r)
	case ir.HasMember:
		if outcome {
			return facts{{w.reference(e.Of, e.Field), present}: true}
		}
	case ir.IsNull:
		if !outcome {
			return facts{{w.reference(e.Of, e.Field), filled}: true}
		}
	case ir.Temp:
		if name, ok := w.okOf[e.Number]; ok && outcome {
			return facts{{name, present}: true}
		}
	case ir.Comparison:
		return w.learnFrom(e, outcome)
	}
	return nil
}

// learnFrom returns what a comparison with a literal tells: which literals are left. Only of a cell, whose type may be a union of
// literals, does the other outcome tell anything.
func (w *ruleWriter) learnFrom(e ir.Comparison, outcome bool) facts {
	other := e.L
	_, l := e.L.(ir.Constant)
	_, r := e.R.(ir.Constant)
	if l {
		other = e.R
	}
	_, isCell := other.(ir.Cell)
	if l != r && (isCell || e.Op == ir.Equal && outcome || e.Op == ir.Unequal && !outcome) {
		return facts{{w.path(other), decided}: true}
	}
	return nil
}
