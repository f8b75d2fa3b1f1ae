package golang

import (
	"math"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

var comparisonOps = map[ir.CompareOp]string{ir.Equal: "==", ir.Unequal: "!=", ir.Less: "<", ir.LessOrEqual: "<=", ir.Greater: ">", ir.GreaterOrEqual: ">="}

func (p *programPrinter) comparison(c ir.Comparison) operand {
	if _, isConstant := c.L.(ir.Constant); isConstant && (c.Op == ir.Equal || c.Op == ir.Unequal) {
		c.L, c.R = c.R, c.L // constants stand on the right in Go
	}
	if truth, ok := c.R.(ir.Constant); ok && c.Type.Kind == ir.BoolExpr {
		if truth.Bool == (c.Op == ir.Equal) {
			return p.expr(c.L)
		}
		return p.not(c.L)
	}
	op := comparisonOps[c.Op]
	switch kind := c.Type.Kind; {
	case kind == ir.TimestampExpr:
		return p.compareTimes(c)
	case !isScalar(kind):
		same := p.sameAs(c.L, c.R)
		if c.Op == ir.Unequal {
			return operand{jen.Op("!").Add(same), unaryPrec}
		}
		return primary(same)
	}
	l, r := p.pair(c)
	return operand{l.at(addPrec).Op(op).Add(r.at(addPrec)), comparisonPrec}
}

// pair spells two sides in one type: a vocabulary and its constant, or counts as Go counts, where that is enough.
func (p *programPrinter) pair(c ir.Comparison) (l, r operand) {
	if place, enum := p.enumPlace(c.L); enum != nil {
		if other, same := p.enumPlace(c.R); same == enum {
			return primary(place), primary(other)
		}
		if literal, ok := c.R.(ir.Constant); ok {
			return primary(place), primary(p.wordOf(enum, literal))
		}
	}
	if place, enum := p.enumPlace(c.R); enum != nil {
		if literal, ok := c.L.(ir.Constant); ok {
			return primary(p.wordOf(enum, literal)), primary(place)
		}
	}
	if lc, ok := p.countOf(c.L); ok {
		if rc, ok := p.countOf(c.R); ok {
			return primary(lc), primary(rc)
		}
	}
	return p.expr(c.L), p.expr(c.R)
}

// wordOf is a string as a word of a vocabulary that stands beside one.
func (p *programPrinter) wordOf(t *ir.Type, e ir.Expr) *jen.Statement {
	literal, ok := e.(ir.Constant)
	if !ok {
		return p.word(t, e)
	}
	if constant := p.constantWord(t, literal); constant != nil {
		return constant
	}
	return jen.Lit(literal.String)
}

// constantWord is the constant for a literal, or nil if the vocabulary does not have it.
func (p *programPrinter) constantWord(t *ir.Type, literal ir.Constant) *jen.Statement {
	for i, v := range t.Value.Kind.(*ir.Enum).Values {
		if v.Value == literal.String {
			return p.g.from(t, p.g.names.Value(t, i))
		}
	}
	return nil
}

// countOf spells what is a count in Go, or a constant that may stand beside one.
func (p *programPrinter) countOf(e ir.Expr) (*jen.Statement, bool) {
	switch e := e.(type) {
	case ir.Call:
		if e.Function == ir.SizeOf || e.Function == ir.JSONSize {
			return p.count(e), true
		}
	case ir.Temp:
		if p.counts[e.Number] {
			return jen.Id(p.names[e.Number]), true
		}
	case ir.Constant:
		if e.Type.Kind == ir.IntExpr && math.MinInt32 <= e.Int && e.Int <= math.MaxInt32 {
			return jen.Id(integerText(e.Int)), true
		}
	}
	return nil, false
}

func (p *programPrinter) compareTimes(c ir.Comparison) operand {
	call := func(method string) operand {
		return primary(p.expr(c.L).at(primaryPrec).Dot(method).Call(p.expr(c.R).code))
	}
	not := func(o operand) operand { return operand{jen.Op("!").Add(o.code), unaryPrec} }
	switch c.Op {
	case ir.Equal:
		return call("Equal")
	case ir.Unequal:
		return not(call("Equal"))
	case ir.Less:
		return call("Before")
	case ir.Greater:
		return call("After")
	case ir.LessOrEqual:
		return not(call("After"))
	}
	return not(call("Before"))
}

// sameAs is the condition that two lists or maps are equal. A literal list is spelled as the other one is held.
func (p *programPrinter) sameAs(l, r ir.Expr) *jen.Statement {
	if _, isLiteral := l.(ir.ListOf); isLiteral {
		l, r = r, l
	}
	typ, item := p.typeOf(l), p.itemOf(p.typeOf(l))
	if _, isLiteral := r.(ir.ListOf); isLiteral && isScalar(typ.Elem.Kind) && (item == nil || modeOf(*item, true) == plain) {
		return jen.Qual("slices", "Equal").Call(p.native(l).code, p.list(r, *typ.Elem))
	}
	return p.sameList(typ, p.native(l).code, p.typeOf(r), p.native(r).code)
}

// sameList is the condition that two lists or maps are equal.
func (p *programPrinter) sameList(lt ir.ExprType, l *jen.Statement, rt ir.ExprType, r *jen.Statement) *jen.Statement {
	equal := jen.Qual("slices", "EqualFunc")
	if lt.Kind == ir.MapExpr {
		equal = p.g.envelope("EqualMaps")
	}
	li, ri := p.itemOf(lt), p.itemOf(rt)
	if lt.Kind == ir.ListExpr && isScalar(lt.Elem.Kind) && li == nil && ri == nil {
		return jen.Qual("slices", "Equal").Call(l, r)
	}
	a, b := p.free("a"), p.free("b")
	same := p.same(*lt.Elem, jen.Id(a), li, jen.Id(b), ri)
	return equal.Call(l, r, jen.Func().Params(jen.Id(a).Add(p.elemType(*lt.Elem)), jen.Id(b).Add(p.elemType(*rt.Elem))).Bool().Block(jen.Return(same)))
}

// same is the condition that two items are equal; li and ri say how they are held, if not as expressions are.
func (p *programPrinter) same(typ ir.ExprType, l *jen.Statement, li *ir.Value, r *jen.Statement, ri *ir.Value) *jen.Statement {
	held := func(x *jen.Statement, v *ir.Value) *jen.Statement {
		if v == nil {
			return x
		}
		return p.plain(primary(p.present(x, *v, modeOf(*v, true), false)), *v).code
	}
	l, r = held(l, li), held(r, ri)
	switch {
	case isScalar(typ.Kind):
		return l.Op("==").Add(r)
	case typ.Kind == ir.TimestampExpr:
		return l.Dot("Equal").Call(r)
	}
	side := func(v *ir.Value) ir.ExprType {
		if v == nil {
			return typ
		}
		return typeOfValue(*v)
	}
	return p.sameList(side(li), l, side(ri), r)
}
