package golang

import (
	"math"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
)

// Comparison prints a comparison. Go's operators compare neither times nor composite values as rules require.
func (p *programPrinter) Comparison(c ir.Comparison) operand {
	switch kind := c.Type.Kind; {
	case kind == ir.TimestampExpr:
		return p.compareTimes(c)
	case !isScalar(kind):
		same := primary(p.sameAs(c.L, c.R))
		if c.Op == ir.Unequal {
			return p.Deny(same)
		}
		return same
	}
	if f, ok := c.Fits(); ok && f.Part && p.reader {
		fits := primary(jen.Id("r").Dot("Fits").Call(p.Code(f.Limit), p.writing(f.Measured)))
		if f.Not {
			return p.Deny(fits)
		}
		return fits
	}
	l, r := p.pair(c)
	return p.Compare(c.Op, l, r)
}

// pair prints two operands with one type: a named type and its constant, or int if that is sufficient.
func (p *programPrinter) pair(c ir.Comparison) (l, r operand) {
	if place, named := p.namedPlace(c.L); named != nil {
		if other, same := p.namedPlace(c.R); same == named {
			return primary(place), primary(other)
		}
		if literal, ok := c.R.(ir.Constant); ok && literal.Type.Kind != ir.DoubleExpr {
			return primary(place), primary(p.wordOf(named, literal))
		}
	}
	if lc, ok := p.countOf(c.L); ok {
		if rc, ok := p.countOf(c.R); ok {
			return primary(lc), primary(rc)
		}
	}
	return p.Expr(c.L), p.Expr(c.R)
}

// wordOf returns a scalar with the named type of the other operand.
func (p *programPrinter) wordOf(t *ir.Type, e ir.Expr) *jen.Statement {
	literal, ok := e.(ir.Constant)
	switch {
	case !isEnum(t.Value.Kind):
		return p.scalarOf(t, e)
	case !ok:
		return p.word(t, e)
	}
	if constant := p.constantWord(t, literal); constant != nil {
		return constant
	}
	return jen.Lit(literal.String)
}

// scalarOf returns a scalar with a named type. Constants of Go have no type of their own, except doubles that are not constants.
func (p *programPrinter) scalarOf(t *ir.Type, e ir.Expr) *jen.Statement {
	if literal, ok := e.(ir.Constant); ok && literal.Type.Kind != ir.DoubleExpr {
		return p.Code(e)
	}
	if place, named := p.namedPlace(e); named == t {
		return place
	}
	return p.g.typeName(t).Call(p.Code(e))
}

// constantWord returns the constant for a literal, or nil if the vocabulary does not contain it.
func (p *programPrinter) constantWord(t *ir.Type, literal ir.Constant) *jen.Statement {
	for i, v := range t.Value.Kind.(*ir.Enum).Values {
		if v.Value == literal.String {
			return p.g.from(t, p.g.names.Value(t, i))
		}
	}
	return nil
}

// countOf prints a count of type int, or a constant that can be compared with a count.
func (p *programPrinter) countOf(e ir.Expr) (*jen.Statement, bool) {
	switch e := e.(type) {
	case ir.Call:
		switch e.Function {
		case ir.SizeOf, ir.JSONSize, ir.JSONDepth, ir.JSONItems, ir.UTF8Size:
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

// timeTests contains the methods that compare moments, and whether the result is negated.
var timeTests = [...]struct {
	method string
	denied bool
}{ir.Equal: {"Equal", false}, ir.Unequal: {"Equal", true}, ir.Less: {"Before", false}, ir.LessOrEqual: {"After", true}, ir.Greater: {"After", false}, ir.GreaterOrEqual: {"Before", true}}

func (p *programPrinter) compareTimes(c ir.Comparison) operand {
	test := timeTests[c.Op]
	t := primary(p.At(c.L, print.Atom).Dot(test.method).Call(p.Code(c.R)))
	if test.denied {
		return p.Deny(t)
	}
	return t
}

// sameAs returns the condition that two lists or maps are equal. A literal list gets the type of the other list.
func (p *programPrinter) sameAs(l, r ir.Expr) *jen.Statement {
	typ, item := p.TypeOf(l), p.itemOf(p.TypeOf(l))
	if _, isLiteral := r.(ir.ListOf); isLiteral && isScalar(typ.Elem.Kind) && (item == nil || modeOf(*item, true) == plain) {
		return jen.Qual("slices", "Equal").Call(p.native(l).Code, p.list(r, *typ.Elem))
	}
	return p.sameList(typ, p.native(l).Code, p.TypeOf(r), p.native(r).Code)
}

// sameList returns the condition that two lists or maps are equal.
func (p *programPrinter) sameList(lt ir.ExprType, l *jen.Statement, rt ir.ExprType, r *jen.Statement) *jen.Statement {
	equal := jen.Qual("slices", "EqualFunc")
	if lt.Kind == ir.MapExpr {
		equal = p.g.wire("EqualMaps")
	}
	li, ri := p.itemOf(lt), p.itemOf(rt)
	if lt.Kind == ir.ListExpr && isScalar(lt.Elem.Kind) && li == nil && ri == nil {
		return jen.Qual("slices", "Equal").Call(l, r)
	}
	a, b := p.free("a"), p.free("b")
	same := p.same(*lt.Elem, jen.Id(a), li, jen.Id(b), ri)
	return equal.Call(l, r, jen.Func().Params(jen.Id(a).Add(p.g.heldType(*lt.Elem)), jen.Id(b).Add(p.g.heldType(*rt.Elem))).Bool().Block(jen.Return(same)))
}

// same returns the condition that two items are equal. li and ri describe their Go types, if these differ from the types of expressions.
func (p *programPrinter) same(typ ir.ExprType, l *jen.Statement, li *ir.Value, r *jen.Statement, ri *ir.Value) *jen.Statement {
	held := func(x *jen.Statement, v *ir.Value) *jen.Statement {
		if v == nil {
			return x
		}
		return p.plain(primary(p.present(x, *v, modeOf(*v, true), false)), *v).Code
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
		return ir.TypeOfValue(v)
	}
	return p.sameList(side(li), l, side(ri), r)
}
