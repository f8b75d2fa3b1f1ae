package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// typeOf is the type of an expression, with what is known of how it is held.
func (p *programPrinter) typeOf(e ir.Expr) ir.ExprType {
	switch e := e.(type) {
	case ir.This:
		return ir.ExprType{Kind: ir.RecordExpr, Record: p.typ}
	case ir.MemberOf:
		return typeOfValue(e.Field.Value)
	case ir.Temp:
		return p.rule.Program.Temps[e.Number]
	case ir.Constant:
		return e.Type
	case ir.ListOf:
		elem := e.Elem
		return ir.ExprType{Kind: ir.ListExpr, Elem: &elem}
	case ir.Cell:
		return typeOfValue(e.Catalog.Value.Kind.(*ir.Enum).Catalog.Columns[e.Column].Value)
	case ir.Choose:
		return p.typeOf(e.Then)
	case ir.Call:
		return e.Type
	case ir.ParamValue:
		return p.g.protocol.Params[e.Index].Type
	case ir.Name:
		return ir.ExprType{Kind: ir.StringExpr}
	case ir.Now:
		return ir.ExprType{Kind: ir.TimestampExpr}
	}
	return ir.ExprType{Kind: ir.BoolExpr}
}

// typeOfValue is the type of what a member or item holds.
func typeOfValue(v ir.Value) ir.ExprType { return typeWithin(v, ir.MaxNesting) }

func typeWithin(v ir.Value, depth int) ir.ExprType {
	typ := ir.ExprType{Kind: ir.JSONExpr, Value: &v}
	if depth == 0 {
		return typ
	}
	switch k := resolve(v).Kind.(type) {
	case ir.Boolean:
		typ.Kind = ir.BoolExpr
	case ir.Integer:
		typ.Kind = ir.IntExpr
	case ir.Number:
		typ.Kind = ir.DoubleExpr
	case ir.String, *ir.Enum:
		typ.Kind = ir.StringExpr
	case ir.Const:
		typ.Kind = map[ir.LiteralKind]ir.ExprKind{ir.BoolLiteral: ir.BoolExpr, ir.NumberLiteral: ir.DoubleExpr, ir.StringLiteral: ir.StringExpr}[k.Literal.Kind]
		if k.Literal.IsInteger() {
			typ.Kind = ir.IntExpr
		}
	case ir.Array:
		elem := typeWithin(*k.Items, depth-1)
		typ.Kind, typ.Elem = ir.ListExpr, &elem
	case ir.Map:
		elem := typeWithin(*k.Values, depth-1)
		typ.Kind, typ.Elem = ir.MapExpr, &elem
	case ir.Object:
		typ.Kind, typ.Elem = ir.MapExpr, &ir.ExprType{Kind: ir.JSONExpr}
	case *ir.Record:
		typ.Kind, typ.Record = ir.RecordExpr, recordOf(v)
	}
	return typ
}

// itemOf says how the items of a list or the values of a map are held, or is nil where that is as expressions are.
func (p *programPrinter) itemOf(list ir.ExprType) *ir.Value {
	if list.Elem == nil || list.Elem.Value == nil {
		return nil
	}
	v := list.Elem.Value
	if modeOf(*v, true) == plain {
		switch k := resolve(*v).Kind.(type) {
		case ir.Boolean, ir.Integer, ir.Number, ir.String:
			return nil
		case ir.Const:
			if k.Of == nil {
				return nil
			}
		}
	}
	return v
}

// computedType is the Go type of an expression.
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
	return jen.Id("Raw")
}

// heldType is the Go type of the items of a list.
func (g *generator) heldType(elem ir.ExprType) *jen.Statement {
	if elem.Value != nil {
		return g.placeType(*elem.Value, true, false)
	}
	return g.computedType(elem)
}

func (p *programPrinter) elemType(elem ir.ExprType) *jen.Statement { return p.g.heldType(elem) }

// typed spells an expression for a variable of a type.
func (p *programPrinter) typed(e ir.Expr, typ ir.ExprType) *jen.Statement {
	switch typ.Kind {
	case ir.RecordExpr:
		return p.pointer(e)
	case ir.ListExpr:
		return p.list(e, *typ.Elem)
	case ir.MapExpr, ir.JSONExpr:
		return p.native(e).code
	}
	return p.expr(e).code
}

// list spells a list whose items are held as those of a type.
func (p *programPrinter) list(e ir.Expr, elem ir.ExprType) *jen.Statement {
	if literal, ok := e.(ir.ListOf); ok {
		return jen.Index().Add(p.elemType(elem)).Values(p.itemsOf(literal, elem)...)
	}
	from := p.typeOf(e)
	is, wanted := p.itemOf(from), p.itemOf(ir.ExprType{Elem: &elem})
	if is == nil && wanted == nil || is != nil && wanted != nil && p.g.typeKey(*is) == p.g.typeKey(*wanted) {
		return p.native(e).code
	}
	name := p.free("item")
	item := p.plain(primary(jen.Id(name)), *orZero(is)).code
	return p.g.envelope("Each").Call(p.native(e).code, jen.Func().Params(jen.Id(name).Add(p.elemType(*from.Elem))).Add(p.elemType(elem)).Block(
		jen.Return(p.hold(item, wanted))))
}

func orZero(v *ir.Value) *ir.Value {
	if v == nil {
		return &ir.Value{Kind: ir.String{}}
	}
	return v
}

// itemsOf are the items of a literal list as a list of the type holds them.
func (p *programPrinter) itemsOf(literal ir.ListOf, elem ir.ExprType) []jen.Code {
	wanted := p.itemOf(ir.ExprType{Elem: &elem})
	var items []jen.Code
	for _, item := range literal.Items {
		if elem.Kind == ir.RecordExpr {
			items = append(items, jen.Op("*").Add(p.pointer(item)))
			continue
		}
		if wanted != nil {
			if enum := p.g.owner(*wanted); enum != nil && isEnum(enum.Value.Kind) && modeOf(*wanted, true) == plain {
				items = append(items, p.wordOf(enum, item))
				continue
			}
		}
		items = append(items, p.hold(p.typed(item, elem), wanted))
	}
	return items
}

// hold converts what expressions compute with into what a list holds.
func (p *programPrinter) hold(x *jen.Statement, wanted *ir.Value) *jen.Statement {
	if wanted == nil {
		return x
	}
	if enum := p.g.owner(*wanted); enum != nil && isEnum(enum.Value.Kind) {
		x = p.g.typeName(enum).Call(x)
	}
	if modeOf(*wanted, true) == nullable {
		return p.g.envelope("NonNull").Call(x)
	}
	return x
}
