package typescript

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// typeOf is the type of an expression, as far as spelling it depends on that.
func (w *ruleWriter) typeOf(e ir.Expr) ir.ExprType {
	switch e := e.(type) {
	case ir.Temp:
		return w.program.Temps[e.Number]
	case ir.Constant:
		return e.Type
	case ir.ListOf:
		return ir.ExprType{Kind: ir.ListExpr, Elem: &e.Elem}
	case ir.MemberOf:
		return ir.ExprType{Kind: kindOf(e.Field.Value)}
	case ir.Cell:
		return ir.ExprType{Kind: kindOf(e.Catalog.Value.Kind.(*ir.Enum).Catalog.Columns[e.Column].Value)}
	case ir.ParamValue:
		return w.params[e.Index].Type
	case ir.Choose:
		return w.typeOf(e.Then)
	case ir.Call:
		return e.Type
	case ir.This:
		return ir.ExprType{Kind: ir.RecordExpr}
	case ir.Name:
		return ir.ExprType{Kind: ir.StringExpr}
	case ir.Now:
		return ir.ExprType{Kind: ir.TimestampExpr}
	}
	return ir.ExprType{Kind: ir.BoolExpr}
}

// kindOf is the kind of what the spec describes, as a rule sees it.
func kindOf(v ir.Value) ir.ExprKind {
	switch k := v.Kind.(type) {
	case ir.Ref:
		return kindOf(k.Type.Value)
	case ir.Boolean:
		return ir.BoolExpr
	case ir.Integer:
		return ir.IntExpr
	case ir.Number:
		return ir.DoubleExpr
	case ir.String, *ir.Enum:
		return ir.StringExpr
	case ir.Const:
		return map[ir.LiteralKind]ir.ExprKind{ir.BoolLiteral: ir.BoolExpr, ir.NumberLiteral: ir.DoubleExpr, ir.StringLiteral: ir.StringExpr}[k.Literal.Kind]
	case ir.Array:
		return ir.ListExpr
	case ir.Map:
		return ir.MapExpr
	case *ir.Record:
		return ir.RecordExpr
	}
	return ir.JSONExpr
}

// exprType is the type of an expression in TypeScript.
func (w *ruleWriter) exprType(t ir.ExprType) string {
	switch t.Kind {
	case ir.BoolExpr:
		return "boolean"
	case ir.IntExpr:
		return w.support("Int")
	case ir.DoubleExpr:
		return "number"
	case ir.StringExpr:
		return "string"
	case ir.TimestampExpr, ir.DurationExpr:
		return w.support("Time")
	case ir.ListExpr:
		return "readonly " + w.listType(*t.Elem)
	case ir.MapExpr:
		return "{ readonly [member: string]: " + w.exprType(*t.Elem) + " }"
	case ir.RecordExpr:
		return w.support("Plain") + "<" + w.typeName(t.Record) + ">"
	default:
		return "unknown"
	}
}

func (w *ruleWriter) listType(elem ir.ExprType) string {
	if elem.Kind == ir.ListExpr {
		return "(" + w.exprType(elem) + ")[]"
	}
	return w.exprType(elem) + "[]"
}

// valueType is the type of what the spec describes, where it is not null.
func (w *ruleWriter) valueType(v ir.Value) string {
	nullable := refersToNullable(v)
	v.Nullable = false
	name := strings.Join(w.speller.typeOf(v), " | ")
	if nullable {
		name = "NonNullable<" + name + ">"
	}
	return w.support("Plain") + "<" + name + ">"
}

// selfType is the type of the value that a rule speaks of.
func (s *speller) selfType(types []*ir.Type) string {
	var names []string
	for _, t := range types {
		name := s.typeName(t)
		if t.Value.Nullable {
			name = "NonNullable<" + name + ">"
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return s.support("Plain") + "<" + strings.Join(names, " | ") + ">"
}
