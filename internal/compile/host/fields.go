package host

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// FieldsOf are the members on a way through required records, or nil.
func FieldsOf(t *ir.Type, way []string) []*ir.Field { return FieldsThrough(t, way, PartOf) }

// FieldsThrough are the members on a way through records that part finds, or nil.
func FieldsThrough(t *ir.Type, way []string, part func(*ir.Field) *ir.Type) []*ir.Field {
	var list []*ir.Field
	for i, name := range way {
		f := t.Field(name)
		if f == nil {
			return nil
		}
		list = append(list, f)
		if i < len(way)-1 {
			if t = part(f); t == nil {
				return nil
			}
		}
	}
	return list
}

// PartOf is the record that a required member always is, or nil.
func PartOf(f *ir.Field) *ir.Type {
	if !f.Required {
		return nil
	}
	return RecordAt(f)
}

// RecordAt is the record that a member is wherever it is there, or nil.
func RecordAt(f *ir.Field) *ir.Type {
	r := f.Value.Resolve()
	if _, is := r.Kind.(*ir.Record); !is || r.Nullable {
		return nil
	}
	return r.Types[len(r.Types)-1]
}

// RecordsIn are the records that a value of a type can be.
func RecordsIn(t *ir.Type) []*ir.Type {
	switch k := t.Value.Kind.(type) {
	case ir.Ref:
		return RecordsIn(k.Type)
	case *ir.Record:
		return []*ir.Type{t}
	case *ir.Union:
		var list []*ir.Type
		for _, s := range k.Senders {
			if !slices.Contains(list, s.Type) {
				list = append(list, s.Type)
			}
		}
		return list
	}
	return nil
}

// Takes reports whether values of a type of expressions are valid at a place.
func Takes(r ir.Resolved, t ir.ExprType) bool {
	switch k := r.Kind.(type) {
	case ir.Any:
		return true
	case ir.Boolean:
		return t.Kind == ir.BoolExpr
	case ir.Integer:
		return t.Kind == ir.IntExpr && k.Width == ir.Safe
	case ir.Number:
		return t.Kind == ir.IntExpr || t.Kind == ir.DoubleExpr
	case ir.String, *ir.Enum:
		return t.Kind == ir.StringExpr
	case ir.Array:
		return t.Kind == ir.ListExpr && Takes(k.Items.Resolve(), *t.Elem)
	}
	return false
}

// HoldsLiteral reports whether a value of the kind can be a scalar, checks aside.
func HoldsLiteral(r ir.Resolved, l ir.Literal) bool {
	switch k := r.Kind.(type) {
	case ir.Any:
		return true
	case ir.Null:
		return l.Kind == ir.NullLiteral
	case ir.Boolean:
		return l.Kind == ir.BoolLiteral || l.Kind == ir.NullLiteral && r.Nullable
	case ir.Integer:
		return l.IsInteger() && k.Width == ir.Safe || l.Kind == ir.NullLiteral && r.Nullable
	case ir.Number:
		return l.Kind == ir.NumberLiteral || l.Kind == ir.NullLiteral && r.Nullable
	case ir.String:
		return l.Kind == ir.StringLiteral || l.Kind == ir.NullLiteral && r.Nullable
	case *ir.Enum:
		isWord := slices.ContainsFunc(k.Values, func(v ir.EnumValue) bool { return v.Value == l.String })
		return l.Kind == ir.StringLiteral && (isWord || k.Open) || l.Kind == ir.NullLiteral && r.Nullable
	}
	return l.Kind == ir.NullLiteral && r.Nullable
}

// CodesOf is the catalog of integers that a value is one of, or nil.
func CodesOf(v ir.Resolved) *ir.Type {
	for _, t := range v.Types {
		if t.Codes != nil {
			return t
		}
	}
	return nil
}

// VocabularyOf returns the vocabulary that a string is a word of, or nil.
func VocabularyOf(v ir.Resolved) *ir.Type {
	if c, isConst := v.Kind.(ir.Const); isConst {
		return c.Of
	}
	for _, t := range v.Types {
		if _, isEnum := t.Value.Kind.(*ir.Enum); isEnum {
			return t
		}
	}
	return nil
}

// OnlyValue is the one scalar that a member can be.
func OnlyValue(f *ir.Field) (ir.Literal, bool) {
	switch k := f.Value.Resolve(); kind := k.Kind.(type) {
	case ir.Null:
		return ir.Literal{Kind: ir.NullLiteral}, true
	case ir.Const:
		return kind.Literal, !k.Nullable
	}
	return ir.Literal{}, false
}
