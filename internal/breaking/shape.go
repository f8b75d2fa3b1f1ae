package breaking

import (
	"math/bits"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// shaped is a value that a schema decides about as a kind with checks, as far as the schema's types and literals show, and whether null is one of its
// values. The Kind is nil if no other value is.
func shaped(r ir.Resolved) (out ir.Resolved, null bool) {
	types := ir.JSONTypes(1<<7 - 1)
	var texts []string
	listed := false
	has := conjunction(r.Schema, nil)
	for _, a := range has {
		switch a := a.(type) {
		case ir.IsType:
			types &= wider(a.Types)
		case ir.Equals:
			if !listed {
				texts = a.Texts
			}
			texts = slices.DeleteFunc(slices.Clone(texts), func(t string) bool { return !slices.Contains(a.Texts, t) })
			listed = true
		case ir.Never:
			types = 0
		}
	}
	out = r
	if listed {
		return listedShape(r, texts, types)
	}
	null = types&ir.NullType != 0
	types &^= ir.NullType
	out.Checks = nil
	for _, a := range has {
		if check, is := a.(ir.Check); is {
			out.Checks = append(out.Checks, check)
		}
	}
	switch {
	case types == 0:
		out.Kind = nil
	case types == ir.StringType && isAny(r.Kind):
		out.Kind = ir.String{}
	case types == ir.BooleanType && isAny(r.Kind):
		out.Kind = ir.Boolean{}
	case types&^(ir.NumberType|ir.IntegerType) == 0 && isAny(r.Kind):
		out.Kind = ir.Number{}
	case bits.OnesCount8(uint8(types&^ir.IntegerType)) > 1:
		out.Checks = nil // a check of one type does not restrict the others
	}
	return out, null || r.OrNull
}

func isAny(k ir.Kind) bool { _, is := k.(ir.Any); return is }

func wider(t ir.JSONTypes) ir.JSONTypes {
	if t&ir.NumberType != 0 {
		t |= ir.IntegerType
	}
	if t&ir.IntegerType != 0 {
		t |= ir.NumberType
	}
	return t
}

// listedShape is a value with some texts only.
func listedShape(r ir.Resolved, texts []string, types ir.JSONTypes) (out ir.Resolved, null bool) {
	out = r
	var list []ir.Literal
	for _, t := range texts {
		l, scalar := literalOf(t)
		switch {
		case !scalar:
			return r, r.OrNull || types&ir.NullType != 0 // an object or array: the kind has the details
		case l.Kind == ir.NullLiteral:
			null = types&ir.NullType != 0
		case typeOf(l)&types != 0:
			list = append(list, l)
		}
	}
	if out.Kind = nil; list != nil {
		out.Kind, out.Checks = ir.Any{}, []ir.Check{ir.OneOf{Literals: list}}
	}
	return out, null || r.OrNull
}

func typeOf(l ir.Literal) ir.JSONTypes {
	return map[ir.LiteralKind]ir.JSONTypes{ir.BoolLiteral: ir.BooleanType, ir.NumberLiteral: ir.NumberType, ir.StringLiteral: ir.StringType}[l.Kind]
}

func literalOf(text string) (l ir.Literal, scalar bool) {
	v, err := read(text)
	if err != nil {
		return l, false
	}
	switch v := v.(type) {
	case nil:
		return ir.Literal{Kind: ir.NullLiteral}, true
	case bool:
		return ir.Literal{Kind: ir.BoolLiteral, Bool: v}, true
	case string:
		return ir.Literal{Kind: ir.StringLiteral, String: v}, true
	case interface{ String() string }:
		return numberLiteral(v.String()), true
	}
	return l, false
}

// schemaOf is a value as a schema: its own, or one with as much of its kind and checks as a schema can express.
func schemaOf(r ir.Resolved) *ir.Schema {
	if r.Schema != nil {
		return r.Schema
	}
	s := &ir.Schema{}
	types := ir.JSONTypes(0)
	var width ir.Width
	switch k := r.Kind.(type) {
	case ir.Null:
	case ir.Boolean:
		types = ir.BooleanType
	case ir.Integer:
		types, width = ir.IntegerType, k.Width
	case ir.Number:
		types = ir.NumberType
	case ir.String, *ir.Enum:
		types = ir.StringType
	case ir.Array:
		types = ir.ArrayType
	case ir.Object, ir.Map, *ir.Record, *ir.Union:
		types = ir.ObjectType
	default:
		return s
	}
	if r.Nullable || types == 0 {
		types |= ir.NullType
	}
	s.Assertions = append(s.Assertions, ir.IsType{Types: types, Width: width})
	for _, check := range r.Checks {
		if a, is := check.(ir.Assertion); is {
			s.Assertions = append(s.Assertions, a)
		}
	}
	if record, is := r.Kind.(*ir.Record); is {
		s.Assertions = append(s.Assertions, recordAssertions(record)...)
	}
	return s
}

// recordAssertions are the required members and the values of a record.
func recordAssertions(k *ir.Record) []ir.Assertion {
	var required ir.Requires
	var members ir.Properties
	for _, f := range k.Fields {
		if f.Required {
			required.Members = append(required.Members, f.Name)
		}
		r := f.Value.Resolve()
		if _, record := r.Kind.(*ir.Record); !record || r.Schema != nil { // nested records may be recursive
			members.Named = append(members.Named, ir.NamedSchema{Name: f.Name, Schema: schemaOf(r)})
		}
	}
	if k.Closed && len(members.Named) == len(k.Fields) {
		members.Closed = &k.Surplus
	}
	return []ir.Assertion{required, members}
}
