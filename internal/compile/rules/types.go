package rules

import "github.com/envgen/envgen/internal/ir"

var (
	boolType   = ir.ExprType{Kind: ir.BoolExpr}
	intType    = ir.ExprType{Kind: ir.IntExpr}
	doubleType = ir.ExprType{Kind: ir.DoubleExpr}
	stringType = ir.ExprType{Kind: ir.StringExpr}
	timeType   = ir.ExprType{Kind: ir.TimestampExpr}
	spanType   = ir.ExprType{Kind: ir.DurationExpr}
)

// constantOf is a literal of the spec as an expression.
func constantOf(l ir.Literal) ir.Constant {
	t := ir.TypeOfLiteral(l)
	c := ir.Constant{Type: t, Bool: l.Bool, String: l.String}
	if t.Kind == ir.IntExpr {
		c.Int = int64(l.Number)
	} else {
		c.Double = l.Number
	}
	return c
}

// resolved follows references to the value that describes the shape.
func resolved(v *ir.Value) *ir.Value {
	for {
		ref, isRef := v.Kind.(ir.Ref)
		if !isRef {
			return v
		}
		v = &ref.Type.Value
	}
}

// named is the type that a value refers to, in the end.
func named(v *ir.Value) *ir.Type {
	var t *ir.Type
	for {
		ref, isRef := v.Kind.(ir.Ref)
		if !isRef {
			return t
		}
		t, v = ref.Type, &ref.Type.Value
	}
}

// nullable reports whether null may be valid in the place of v.
func nullable(v *ir.Value) bool {
	for {
		ref, isRef := v.Kind.(ir.Ref)
		if v.Nullable || !isRef {
			return v.Nullable
		}
		v = &ref.Type.Value
	}
}

// word names a type in messages.
func word(t ir.ExprType) string {
	switch t.Kind {
	case ir.BoolExpr:
		return "a boolean"
	case ir.IntExpr:
		return "an integer"
	case ir.DoubleExpr:
		return "a number"
	case ir.StringExpr:
		return "a string"
	case ir.TimestampExpr:
		return "a timestamp"
	case ir.DurationExpr:
		return "a duration"
	case ir.ListExpr:
		return "a list"
	case ir.MapExpr:
		return "a map"
	case ir.RecordExpr:
		return "an object"
	}
	return "a value of any type"
}

// same reports whether two types can be compared for equality.
func same(a, b ir.ExprType) bool {
	if a.Kind != b.Kind || a.Kind == ir.RecordExpr || a.Kind == ir.JSONExpr {
		return false
	}
	return a.Kind != ir.ListExpr && a.Kind != ir.MapExpr || same(*a.Elem, *b.Elem) && !maybeNull(a) && !maybeNull(b)
}

// maybeNull reports whether items of a list or map may be null.
func maybeNull(t ir.ExprType) bool { return t.Elem.Value != nil && nullable(t.Elem.Value) }

func ordered(t ir.ExprType) bool {
	switch t.Kind {
	case ir.IntExpr, ir.DoubleExpr, ir.StringExpr, ir.TimestampExpr, ir.DurationExpr:
		return true
	}
	return false
}

// words are the strings that an expression can have, where the spec lists them.
func words(t ir.ExprType) (list []string, closed bool) {
	if t.Kind != ir.StringExpr || t.Value == nil {
		return nil, false
	}
	switch k := resolved(t.Value).Kind.(type) {
	case *ir.Enum:
		return wordsOf(k), !k.Open
	case ir.Const:
		if k.Of != nil {
			if e, ok := k.Of.Value.Kind.(*ir.Enum); ok {
				return wordsOf(e), !e.Open
			}
		}
	}
	return nil, false
}

func wordsOf(e *ir.Enum) []string {
	var list []string
	for _, v := range e.Values {
		list = append(list, v.Value)
	}
	return list
}
