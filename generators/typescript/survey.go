package typescript

import "github.com/envgen/envgen/internal/ir"

// survey finds out which temporaries change, and which are read.
func (w *ruleWriter) survey(steps []ir.Statement) {
	for _, s := range steps {
		switch s := s.(type) {
		case ir.Let:
			w.reads(s.Value)
		case ir.Try:
			for _, a := range s.Call.Args {
				w.reads(a)
			}
		case ir.Set:
			if appended := appendedTo(s); appended != nil {
				w.reads(appended...)
				continue
			}
			w.changed[s.Temp] = true
			w.reads(s.Value)
		case ir.Branch:
			outcome, decided := decidedBy(s.Cond)
			w.reads(s.Cond)
			if !decided || outcome {
				w.survey(s.Then)
			}
			if !decided || !outcome {
				w.survey(s.Else)
			}
		case ir.Loop:
			w.reads(s.Over)
			w.survey(s.Body)
		}
	}
}

// appendedTo returns what a statement appends to a list, or nil if it does anything else.
func appendedTo(s ir.Set) []ir.Expr {
	c, ok := s.Value.(ir.Call)
	if !ok || c.Function != ir.Concat || c.Args[0] != (ir.Temp{Number: s.Temp}) {
		return nil
	}
	list, _ := c.Args[1].(ir.ListOf)
	return list.Items
}

func (w *ruleWriter) reads(list ...ir.Expr) {
	for _, e := range list {
		if t, ok := e.(ir.Temp); ok {
			w.read[t.Number] = true
		}
		w.reads(operands(e)...)
	}
}

// operands returns the expressions that an expression is made of.
func operands(e ir.Expr) []ir.Expr {
	switch e := e.(type) {
	case ir.ListOf:
		return e.Items
	case ir.MemberOf:
		return []ir.Expr{e.Of}
	case ir.HasMember:
		return []ir.Expr{e.Of}
	case ir.IsNull:
		return []ir.Expr{e.Of}
	case ir.Cell:
		return []ir.Expr{e.Word}
	case ir.Logic:
		return []ir.Expr{e.L, e.R}
	case ir.Negation:
		return []ir.Expr{e.X}
	case ir.Choose:
		return []ir.Expr{e.If, e.Then, e.Else}
	case ir.Comparison:
		return []ir.Expr{e.L, e.R}
	case ir.Call:
		return e.Args
	}
	return nil
}
