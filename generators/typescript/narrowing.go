package typescript

import (
	"maps"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// facts are what the compiler knows where an expression stands, because of the conditions around it. They are kept to write
// `!` where it does not know what the spec guarantees, to write `as` where it has found that nothing is left, and to compare
// nothing whose type says already how that ends. It may know less of what is gone or decided: the text is right all the same.
type facts map[fact]bool

// fact is something that is known of an expression, by its text.
type fact struct {
	about string
	what  string
}

const (
	present = "present" // it is not undefined
	filled  = "filled"  // it is not null
	gone    = "gone"    // it is undefined or null: a rule may say what to do then although that cannot be
	decided = "decided" // it is one of some literals
	tagged  = "tagged"  // it is the variant that has the member by which presence selects
	other   = "other"   // it is the other variant
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

// doubtful returns those of which the compiler may know less.
func (f facts) doubtful() facts {
	some := maps.Clone(f)
	maps.DeleteFunc(some, func(k fact, _ bool) bool { return k.what != gone && k.what != decided })
	return some
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
		l := w.learn(e.L, outcome)
		if e.Or == outcome {
			return l.common(w.learn(e.R, outcome))
		}
		return l.with(w.learnKnowing(l, e.R, outcome))
	case ir.IsVariant:
		return about(w.path(e.Of), outcome, tagged, other)
	case ir.HasMember:
		return about(w.reference(e.Of, e.Field), outcome, present, gone)
	case ir.IsNull:
		return about(w.reference(e.Of, e.Field), outcome, gone, filled)
	case ir.Temp:
		if name, ok := w.okOf[e.Number]; ok {
			return about(name, outcome, present, gone)
		}
		return w.learnCondition(e, outcome)
	case ir.MemberOf, ir.ParamValue, ir.Cell:
		return about(w.path(e), true, decided, "")
	case ir.Comparison:
		return w.learnFrom(e, outcome)
	}
	return nil
}

func (w *ruleWriter) learnKnowing(known facts, e ir.Expr, outcome bool) facts {
	before := w.known
	defer func() { w.known = before }()
	w.known = before.with(known)
	return w.learn(e, outcome)
}

// about is the one fact or the other, if it is about something of which the compiler keeps facts.
func about(reference string, holds bool, what, otherwise string) facts {
	if reference == "" {
		return nil
	}
	if !holds {
		what = otherwise
	}
	return facts{{reference, what}: true}
}

// learnCondition returns what is known where a constant that holds a condition has the given outcome.
func (w *ruleWriter) learnCondition(t ir.Temp, outcome bool) facts {
	of := w.conditions[t.Number]
	learned := of[0]
	if outcome {
		learned = of[1]
	}
	return learned.with(about(w.path(t), true, decided, ""))
}

// learnFrom returns what a comparison with literals shows: which of them are left. Of a truth value and of a cell, whose type may
// be a union of literals, the other outcome shows something, too.
func (w *ruleWriter) learnFrom(e ir.Comparison, outcome bool) facts {
	if e.Op > ir.Unequal {
		return nil
	}
	return w.learnOf(e.L, e, outcome, e.R).with(w.learnOf(e.R, e, outcome, e.L))
}

func (w *ruleWriter) learnOf(e ir.Expr, c ir.Comparison, outcome bool, other ir.Expr) facts {
	_, isCell := e.(ir.Cell)
	if (isCell || c.Type.Kind == ir.BoolExpr || (c.Op == ir.Equal) == outcome) && w.breadth(other, false) > anything {
		return about(w.path(e), true, decided, "")
	}
	return nil
}

// path is how facts speak of what the compiler keeps facts of, as its expression would be if nothing in it had to be asserted;
// "" of anything else.
func (w *ruleWriter) path(e ir.Expr) string {
	switch e := e.(type) {
	case ir.MemberOf:
		return w.reference(e.Of, e.Field)
	case ir.AsVariant:
		return w.path(e.Of)
	case ir.This, ir.Earlier, ir.Name, ir.Now, ir.ParamValue, ir.Temp:
		before := w.known
		defer func() { w.known = before }()
		w.known = nil
		return w.flat(e)
	case ir.Cell:
		if word, ok := e.Word.(ir.Temp); ok && w.entries[word.Number] {
			return w.cell(e)
		}
	}
	return ""
}

// reference is the path of a member.
func (w *ruleWriter) reference(of ir.Expr, f *ir.Field) string {
	object := w.path(of)
	if object == "" || slices.Contains(inherited, f.Name) {
		return ""
	}
	return access(object, f.Name)
}
