package golang

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// The Go representation of values. A name always refers to the value without null. Locations that can be null or absent have the types
// Nullable, Opt or OptNullable:
//
//	record                  struct; a pointer in a union, and if a struct would contain itself
//	union                   interface
//	vocabulary              string type with constants
//	named scalar            type of its own: string, int64, float64 or bool underneath
//	choice                  interface, with a named type for each option without methods of its own
//	other declared types    alias of their definition; an array or map that contains itself is a type of its own
//	required constant       no field: a method returns it, the writer writes it

// resolve returns the value with the definition of v. If a schema validates v, no other checks apply.
func resolve(v ir.Value) ir.Value {
	r := v.Resolve()
	bare := unchecked(ir.Value{Kind: r.Kind, Nullable: r.Nullable, Mismatch: r.Mismatch, Schema: r.Schema})
	bare.Checks = r.Checks
	return bare
}

// unchecked returns v for reading after its schema accepted it: no check can fail.
func unchecked(v ir.Value) ir.Value {
	if v.Evaluated() == nil {
		return v
	}
	bare := ir.Value{Kind: v.Kind, Nullable: v.Nullable}
	switch k := v.Kind.(type) {
	case ir.Array:
		items := uncheckedPart(*k.Items, v.Schema)
		bare.Kind = ir.Array{Items: &items}
	case ir.Map:
		values := uncheckedPart(*k.Values, v.Schema)
		bare.Kind = ir.Map{Values: &values}
	}
	return bare
}

func uncheckedPart(v ir.Value, s *ir.Schema) ir.Value {
	if _, isRef := v.Kind.(ir.Ref); isRef {
		return ir.Value{Kind: v.Kind, Nullable: v.Nullable}
	}
	v.Schema = s
	return unchecked(v)
}

// guards returns the schemas that must accept a value at a location before it is read: the whole value, or a value other than null. Readers
// of declared types evaluate their own schemas; they never read null.
func (g *generator) guards(v ir.Value) (whole, nonNull *ir.Schema) {
	r := v.Resolve()
	for _, t := range r.Types[:r.Judged] {
		if g.isDeclared(t) && !t.Value.Nullable {
			return nil, nil
		}
	}
	if r.OrNull {
		return nil, r.Schema
	}
	return r.Schema, nil
}

func isUnion(k ir.Kind) bool { _, ok := k.(*ir.Union); return ok }

func isRecord(k ir.Kind) bool { _, ok := k.(*ir.Record); return ok }

func isEnum(k ir.Kind) bool { _, ok := k.(*ir.Enum); return ok }

// owner returns the type that declares the value v: a record, union, vocabulary or choice, or a type that contains itself. It returns nil
// for other values.
func (g *generator) owner(v ir.Value) *ir.Type {
	for _, t := range v.Resolve().Types {
		if g.isDeclared(t) {
			return t
		}
	}
	return nil
}

// isDeclared reports whether a type has its own declaration in Go and is not an alias.
func (g *generator) isDeclared(t *ir.Type) bool {
	switch t.Value.Kind.(type) {
	case *ir.Record, *ir.Union, *ir.Enum, *ir.Choice:
		return true
	case ir.Array, ir.Map:
		return g.cycles.aliases[t]
	}
	return isScalarKind(t.Value.Kind)
}

// scalarType returns the vocabulary or named scalar type that v refers to, or nil.
func (g *generator) scalarType(v ir.Value) *ir.Type {
	if t := g.owner(v); t != nil && (isEnum(t.Value.Kind) || isScalarKind(t.Value.Kind)) {
		return t
	}
	return nil
}

// isScalarKind reports whether the underlying type of a value is predeclared in Go.
func isScalarKind(k ir.Kind) bool {
	switch k.(type) {
	case ir.Boolean, ir.Integer, ir.Number, ir.String:
		return true
	}
	return false
}

// isNullable reports whether null needs a representation beside the values of goType.
func isNullable(v ir.Value) bool {
	switch resolve(v).Kind.(type) {
	case ir.Any, ir.Null:
		return false
	}
	return v.Nullable
}

// isNull reports whether v is always null.
func isNull(v ir.Value) bool { _, ok := resolve(v).Kind.(ir.Null); return ok }

// isConstant reports whether v has only one possible value.
func isConstant(v ir.Value) bool {
	switch resolve(v).Kind.(type) {
	case ir.Null:
		return true
	case ir.Const:
		return !v.Nullable
	}
	return false
}

// isStored reports whether a member needs a field.
func isStored(f *ir.Field) bool { return !f.Required || !isConstant(f.Value) }

// goType returns the Go type of v without null and absence. An alias within its own definition is expanded: as the argument of a generic
// type it causes a panic in the compiler of Go 1.26.
func (g *generator) goType(v ir.Value) *jen.Statement {
	if ref, ok := v.Kind.(ir.Ref); ok {
		if g.cycles.spelled[ref.Type] {
			return g.goType(ref.Type.Value)
		}
		return g.typeName(ref.Type)
	}
	switch k := v.Kind.(type) {
	case ir.Any:
		return g.own("Raw")
	case ir.Null:
		return g.own("Null")
	case ir.Boolean:
		return jen.Bool()
	case ir.Integer:
		if k.Width == ir.UInt64 {
			return jen.Uint64()
		}
		return jen.Int64()
	case ir.Number:
		return jen.Float64()
	case ir.String:
		return jen.String()
	case ir.Const:
		return g.literalType(k)
	case ir.Array:
		return jen.Index().Add(g.placeType(*k.Items, true, false))
	case ir.Object:
		return g.own("Object")
	case ir.Map:
		return g.own("Map").Types(g.placeType(*k.Values, true, false))
	}
	panic(fmt.Sprintf("golang: unhandled kind %T", v.Kind))
}

// typeKey distinguishes Go types.
func (g *generator) typeKey(v ir.Value) string {
	switch k := v.Kind.(type) {
	case ir.Ref:
		return g.typeText(k.Type)
	case ir.Array:
		return fmt.Sprintf("[]%d %s", modeOf(*k.Items, true), g.typeKey(*k.Items))
	case ir.Map:
		return fmt.Sprintf("Map %d %s", modeOf(*k.Values, true), g.typeKey(*k.Values))
	case ir.Const:
		if k.Of != nil {
			return g.typeText(k.Of)
		}
		return fmt.Sprintf("%T %d %t", k, k.Literal.Kind, k.Literal.IsInteger())
	}
	return "." + kindText(v.Kind) // no name of a type
}

// kindText distinguishes the kinds of scalars: Integer, Int64, UInt64, String.
func kindText(k ir.Kind) string {
	if integer, is := k.(ir.Integer); is {
		return integerMethod(integer)
	}
	return strings.TrimPrefix(fmt.Sprintf("%T", k), "ir.")
}

// integerMethod is the method that reads integers of a kind.
func integerMethod(k ir.Integer) string { return cmp.Or(k.Width.Name(), "Integer") }

func (g *generator) literalType(c ir.Const) *jen.Statement {
	switch {
	case c.Of != nil:
		return g.typeName(c.Of)
	case c.Literal.IsInteger():
		return jen.Int64()
	}
	switch c.Literal.Kind {
	case ir.BoolLiteral:
		return jen.Bool()
	case ir.NumberLiteral:
		return jen.Float64()
	case ir.StringLiteral:
		return jen.String()
	}
	panic(fmt.Sprintf("golang: unhandled literal %d", c.Literal.Kind))
}

// placeType returns the Go type of a location for v; by pointer if a struct would otherwise contain itself.
func (g *generator) placeType(v ir.Value, required, pointer bool) *jen.Statement {
	inner := g.innerType(v, pointer)
	if holder := holders[modeOf(v, required)]; holder.typ != "" {
		return g.own(holder.typ).Types(inner)
	}
	return inner
}

// innerType returns the Go type of a value that is present.
func (g *generator) innerType(v ir.Value, pointer bool) *jen.Statement {
	if pointer {
		return jen.Op("*").Add(g.goType(v))
	}
	return g.goType(v)
}

// mode lists the additional states of a location: absent or null.
type mode uint8

const (
	plain mode = iota
	optional
	nullable
	optionalNullable
)

// holders contains the types of locations with additional states, and the functions that create them from a value.
var holders = [...]struct{ typ, of string }{optional: {"Opt", "Some"}, nullable: {"Nullable", "NonNull"}, optionalNullable: {"OptNullable", "OptNonNull"}}

func modeOf(v ir.Value, required bool) mode {
	switch null := isNullable(v); {
	case required && null:
		return nullable
	case required:
		return plain
	case null:
		return optionalNullable
	}
	return optional
}

// literal prints a constant.
func (g *generator) literal(c ir.Const) jen.Code {
	l := c.Literal
	switch {
	case c.Of != nil:
		for i, v := range c.Of.Value.Kind.(*ir.Enum).Values {
			if v.Value == l.String {
				return g.from(c.Of, g.names.Value(c.Of, i))
			}
		}
	case l.Kind == ir.StringLiteral:
		return jen.Lit(l.String)
	case l.Kind == ir.BoolLiteral:
		return jen.Lit(l.Bool)
	case l.Kind == ir.NumberLiteral:
		return number(l.Number)
	}
	panic(fmt.Sprintf("golang: unhandled literal %+v", c))
}
