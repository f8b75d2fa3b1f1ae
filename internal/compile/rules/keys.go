package rules

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/envgen/envgen/internal/ir"
)

// equality is a comparison with a constant.
func equality(x ir.Expr) (c ir.Comparison, value ir.Constant, is bool) {
	c, isComparison := x.(ir.Comparison)
	value, isConstant := c.R.(ir.Constant)
	return c, value, isComparison && isConstant && c.Op <= ir.Unequal
}

// positive turns a comparison into one of ==, < and <=, so that one and its opposite have one key.
func positive(x ir.Expr, sense bool) (ir.Expr, bool) {
	c, isComparison := x.(ir.Comparison)
	if isComparison && (c.Op == ir.Unequal || c.Op >= ir.Greater && c.Type.Kind != ir.DoubleExpr) {
		return negate(c), !sense
	}
	return x, sense
}

// mirrored are the comparisons with swapped sides.
var mirrored = [...]ir.CompareOp{ir.Equal: ir.Equal, ir.Unequal: ir.Unequal, ir.Less: ir.Greater, ir.LessOrEqual: ir.GreaterOrEqual,
	ir.Greater: ir.Less, ir.GreaterOrEqual: ir.LessOrEqual}

// compared returns the printed form of a comparison: a literal is on the right, a size on the left. A comparison of a truth value with a constant is
// simplified, and two constants are compared here.
func compared(x ir.Comparison) ir.Expr {
	a, one := x.L.(ir.Constant)
	b, two := x.R.(ir.Constant)
	_, isList := x.L.(ir.ListOf)
	_, areLists := x.R.(ir.ListOf)
	switch {
	case one && two:
		return folded(x, a, b)
	case one || isList && !areLists || ir.IsSize(x.R) && !ir.IsSize(x.L):
		x.L, x.R, x.Op, b = x.R, x.L, mirrored[x.Op], a
	}
	if (one || two) && b.Type.Kind == ir.BoolExpr {
		if b.Bool == (x.Op == ir.Equal) {
			return x.L
		}
		return negate(x.L)
	}
	return x
}

// folded compares two constants.
func folded(x ir.Comparison, a, b ir.Constant) ir.Expr {
	order := 0
	switch a.Type.Kind {
	case ir.IntExpr:
		order = cmp.Compare(a.Int, b.Int)
	case ir.DoubleExpr:
		order = cmp.Compare(a.Double, b.Double) // a literal is no NaN
	default:
		if x.Op > ir.Unequal {
			return x
		}
		if !equal(a, b) {
			order = 1
		}
	}
	switch x.Op {
	case ir.Equal:
		return boolean(order == 0)
	case ir.Unequal:
		return boolean(order != 0)
	case ir.Less:
		return boolean(order < 0)
	case ir.LessOrEqual:
		return boolean(order <= 0)
	case ir.Greater:
		return boolean(order > 0)
	}
	return boolean(order >= 0)
}

// fieldKey is the same for a member of a value of a union, whichever variants the value can be of.
func fieldKey(of ir.Expr, f *ir.Field) string {
	if _, is := of.(ir.AsVariant); is {
		return strconv.Quote(f.Name)
	}
	return fmt.Sprintf("%p", f)
}

// key is the same for expressions that are.
func key(x ir.Expr) string {
	own := ""
	switch x := x.(type) {
	case ir.ParamValue:
		own = fmt.Sprint(x.Index)
	case ir.Temp:
		own = fmt.Sprint(x.Number)
	case ir.Constant:
		own = fmt.Sprintf("%v %v %d %d %g %q", x.Type.Kind, x.Bool, x.Int, x.Nanos, x.Double, x.String)
	case ir.IsVariant:
		own = x.Tag
		for _, t := range x.Tests {
			own += fmt.Sprintf(" %p %q", t.Variant, t.Tags)
		}
	case ir.AsVariant:
		return key(x.Of) // it is the same value
	case ir.TagOf:
		own = x.Tag
	case ir.MemberOf:
		own = fieldKey(x.Of, x.Field)
	case ir.HasMember:
		own = fieldKey(x.Of, x.Field)
	case ir.IsNull:
		own = fieldKey(x.Of, x.Field)
	case ir.Cell:
		own = fmt.Sprintf("%p %d", x.Catalog, x.Column)
	case ir.Logic:
		own = fmt.Sprint(x.Or)
	case ir.Comparison:
		own = fmt.Sprint(x.Op)
	case ir.Search:
		own = fmt.Sprint(x.All, x.Loop.Item, x.Loop.Index)
	case ir.Collect:
		own = fmt.Sprint(x.Loop.Item, x.Loop.Index, x.Cond != nil)
	case ir.Call:
		if own = fmt.Sprint(x.Function); x.Regexp != nil {
			own += fmt.Sprintf(" %q", x.Regexp.Source)
		}
	}
	text := fmt.Sprintf("%T %s(", x, own)
	for _, part := range ir.Operands(x) {
		text += key(part) + ","
	}
	return text + ")"
}
