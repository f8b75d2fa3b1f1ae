package typescript

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

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
