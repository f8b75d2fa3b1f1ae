package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// itemOf describes the stored type of the items of a list or the values of a map. It returns nil if that is the type of expressions.
func (p *programPrinter) itemOf(list ir.ExprType) *ir.Value {
	if list.Elem == nil || list.Elem.Value == nil {
		return nil
	}
	v := list.Elem.Value
	if modeOf(*v, true) == plain {
		switch k := resolve(*v).Kind.(type) {
		case ir.Boolean, ir.Integer, ir.Number, ir.String:
			if p.g.owner(*v) == nil {
				return nil
			}
		case ir.Const:
			if k.Of == nil {
				return nil
			}
		}
	}
	return v
}

// computedType returns the Go type of an expression.
func (g *generator) computedType(t ir.ExprType) *jen.Statement {
	switch t.Kind {
	case ir.BoolExpr:
		return jen.Bool()
	case ir.IntExpr:
		return jen.Int64()
	case ir.DoubleExpr:
		return jen.Float64()
	case ir.StringExpr:
		return jen.String()
	case ir.TimestampExpr:
		return jen.Qual("time", "Time")
	case ir.DurationExpr:
		return jen.Qual("time", "Duration")
	case ir.RecordExpr:
		return jen.Op("*").Add(g.typeName(t.Record))
	case ir.ListExpr:
		return jen.Index().Add(g.heldType(*t.Elem))
	}
	if t.Value != nil {
		return g.goType(*t.Value)
	}
	return g.own("Raw")
}

// heldType returns the Go type of the items of a list.
func (g *generator) heldType(elem ir.ExprType) *jen.Statement {
	if elem.Value != nil {
		return g.placeType(*elem.Value, true, false)
	}
	return g.computedType(elem)
}

// typed prints an expression for a variable of a type.
func (p *programPrinter) typed(e ir.Expr, typ ir.ExprType) *jen.Statement {
	switch typ.Kind {
	case ir.RecordExpr:
		return p.pointer(e)
	case ir.ListExpr:
		return p.list(e, *typ.Elem)
	case ir.MapExpr, ir.JSONExpr:
		return p.native(e).Code
	}
	return p.Code(e)
}

// list prints a list with the item type of another type.
func (p *programPrinter) list(e ir.Expr, elem ir.ExprType) *jen.Statement {
	if literal, ok := e.(ir.ListOf); ok {
		return jen.Index().Add(p.g.heldType(elem)).Values(p.itemsOf(literal.Items, elem)...)
	}
	from := p.TypeOf(e)
	is, wanted := p.itemOf(from), p.itemOf(ir.ExprType{Elem: &elem})
	if is == nil && wanted == nil || is != nil && wanted != nil && p.g.typeKey(*is) == p.g.typeKey(*wanted) {
		return p.native(e).Code
	}
	name := p.free("item")
	item := p.plain(primary(jen.Id(name)), *orZero(is)).Code
	return p.g.wire("Each").Call(p.native(e).Code, jen.Func().Params(jen.Id(name).Add(p.g.heldType(*from.Elem))).Add(p.g.heldType(elem)).Block(
		jen.Return(p.hold(item, wanted))))
}

func orZero(v *ir.Value) *ir.Value {
	if v == nil {
		return &ir.Value{Kind: ir.String{}}
	}
	return v
}

// itemsOf returns the items of a literal list with the item type of a list.
func (p *programPrinter) itemsOf(list []ir.Expr, elem ir.ExprType) []jen.Code {
	wanted := p.itemOf(ir.ExprType{Elem: &elem})
	var items []jen.Code
	for _, item := range list {
		if elem.Kind == ir.RecordExpr {
			items = append(items, jen.Op("*").Add(p.pointer(item)))
			continue
		}
		if wanted != nil {
			if named := p.g.scalarType(*wanted); named != nil && modeOf(*wanted, true) == plain {
				items = append(items, p.wordOf(named, item))
				continue
			}
		}
		items = append(items, p.hold(p.typed(item, elem), wanted))
	}
	return items
}

// hold converts an expression to the stored type of an item.
func (p *programPrinter) hold(x *jen.Statement, wanted *ir.Value) *jen.Statement {
	if wanted == nil {
		return x
	}
	if named := p.g.scalarType(*wanted); named != nil {
		x = p.g.typeName(named).Call(x)
	}
	if modeOf(*wanted, true) == nullable {
		return p.g.wire("NonNull").Call(x)
	}
	return x
}
