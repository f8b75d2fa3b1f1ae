package typescript

import (
	"math"

	"github.com/envgen/envgen/internal/ir"
)

// breadth says how many values the compiler allows an expression, or the items of a list, to have: it accepts no `===` between types
// that have nothing in common. To take one for narrower than it is does no harm.
type breadth uint8

const (
	anything breadth = iota // whatever the kind has
	cells                   // whatever stands in a column
	few                     // one of some literals
)

// needsFunction reports whether equality is not ===: of values with parts, of what is not equal to itself, and where
// the compiler would object because it knows the outcome.
func (w *ruleWriter) needsFunction(e ir.Comparison) bool {
	l, lConstant := e.L.(ir.Constant)
	r, rConstant := e.R.(ir.Constant)
	switch e.Type.Kind {
	case ir.ListExpr, ir.MapExpr, ir.RecordExpr, ir.JSONExpr:
		return true
	case ir.DoubleExpr:
		if math.IsNaN(l.Double) || math.IsNaN(r.Double) {
			return true
		}
	}
	left, right := w.breadth(e.L, true), w.breadth(e.R, true)
	if lConstant && right == cells || rConstant && left == cells {
		return false // a column has the words that rules compare it with
	}
	return min(left, right) > anything
}

// breadth is the breadth of an expression where it stands. It looks at what a condition shows only where that is worth the time.
func (w *ruleWriter) breadth(e ir.Expr, closely bool) breadth {
	switch e := e.(type) {
	case ir.Constant:
		return few
	case ir.Temp:
		return max(w.breadths[e.Number], w.left(e, anything))
	case ir.Cell:
		return w.left(e, breadthOfCell(e))
	case ir.MemberOf, ir.ParamValue, ir.Name, ir.Now, ir.Open:
		return w.left(e, anything)
	case ir.Negation:
		return w.breadth(e.X, closely)
	case ir.Logic:
		if !closely {
			return few
		}
		return max(w.breadth(e.L, true), w.breadthUnder(e.L, !e.Or, e.R))
	case ir.Choose:
		if !closely {
			return few
		}
		return min(w.breadthUnder(e.If, true, e.Then), w.breadthUnder(e.If, false, e.Else))
	case ir.ListOf:
		return w.breadthOfItems(e, closely)
	case ir.Call:
		return w.breadthOfCall(e, closely)
	}
	return anything
}

// breadthOfCell distinguishes columns that have words from those that have values of any kind.
func breadthOfCell(c ir.Cell) breadth {
	v := c.Catalog.Value.Kind.(*ir.Enum).Catalog.Columns[c.Column].Value
	switch v.Kind.(type) {
	case ir.Boolean, ir.Integer, ir.Number, ir.String:
		if len(v.Checks) == 0 {
			return anything
		}
	}
	return cells
}

// left is few if it is known of an expression which literals are left of it.
func (w *ruleWriter) left(e ir.Expr, otherwise breadth) breadth {
	if w.known[fact{w.path(e), decided}] {
		return few
	}
	return otherwise
}

func (w *ruleWriter) breadthUnder(cond ir.Expr, outcome bool, e ir.Expr) (b breadth) {
	w.Under(cond, outcome, func() { b = w.breadth(e, true) })
	return b
}

// breadthOfItems is that of the items of a list: the compiler takes literals that are spelt there for all of their kind.
func (w *ruleWriter) breadthOfItems(l ir.ListOf, closely bool) breadth {
	widest := anything
	for _, item := range l.Items {
		if _, isConstant := item.(ir.Constant); !isConstant {
			widest = max(widest, w.breadth(item, closely))
		}
	}
	return widest
}

func (w *ruleWriter) breadthOfCall(c ir.Call, closely bool) breadth {
	switch {
	case c.Function == ir.NegDouble || c.Function == ir.ItemAt:
		return w.breadth(c.Args[0], closely)
	case c.Function == ir.Concat && c.Type.Kind == ir.ListExpr:
		return max(w.breadth(c.Args[0], closely), w.breadth(c.Args[1], closely))
	case c.Function == ir.EntryOf:
		return few // the words of a vocabulary
	}
	return anything
}
