package golang

import (
	"math"
	"slices"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
)

// An expression has one Go type for each kind, independent of the field of its member: bool, int64, float64, string, time.Time,
// time.Duration, a slice, a Map or Object, a struct or a pointer to it. Only items of lists and values of maps keep their stored types.

// operand is a printed expression.
type operand = print.Term[*jen.Statement]

func primary(code *jen.Statement) operand { return operand{Code: code, Binds: print.Atom} }

// emitter combines statements. Each statement is used once.
type emitter struct{}

func (emitter) Infix(_ print.Level, operands []*jen.Statement, words []string) *jen.Statement {
	code := jen.Add(operands[0])
	for i, word := range words {
		code.Op(word).Add(operands[i+1])
	}
	return code
}

func (emitter) Prefix(word string, operand *jen.Statement) *jen.Statement {
	return jen.Op(word).Add(operand)
}

func (emitter) Brackets(inner *jen.Statement) *jen.Statement { return jen.Parens(inner) }

// Leaf prints an expression without an operator in Go.
func (p *programPrinter) Leaf(e ir.Expr) operand {
	switch e := e.(type) {
	case ir.MemberOf:
		return p.plain(p.native(e), e.Field.Value)
	case ir.Temp:
		return p.temp(e)
	case ir.Cell:
		return p.plain(primary(p.cellPlace(e)), columnOf(e).Value)
	case ir.Now:
		return primary(jen.Id("now"))
	case ir.Open:
		return primary(jen.Id("open"))
	case ir.Name:
		return primary(jen.Id(eachName))
	case ir.ParamValue:
		param := jen.Id(p.g.paramFuncs[p.g.protocol.Params[e.Index]])
		if p.inline {
			param.Call(filler("Reader"))
		}
		return primary(param)
	case ir.Constant:
		return p.constant(e)
	case ir.ListOf:
		return primary(jen.Index().Add(p.g.heldType(e.Elem)).Values(p.itemsOf(e.Items, e.Elem)...))
	case ir.IsVariant:
		return p.isVariant(e)
	case ir.TagOf:
		return p.tagOf(e)
	case ir.HasMember:
		if function := p.variantsFunction(e.Of, e.Field, askHas); function != nil {
			return primary(function)
		}
		return primary(p.member(e.Of, e.Field).Dot("Has").Call())
	case ir.IsNull:
		return p.isNull(e)
	case ir.Choose:
		return p.choose(e)
	case ir.Call:
		return p.call(e)
	}
	return p.native(e)
}

// isDraft reports whether the program reads a message that has not been validated. Its words may be unknown, and its variants nil.
func (p *programPrinter) isDraft() bool { return p.outcome != nil }

// native prints an expression with its stored type.
func (p *programPrinter) native(e ir.Expr) operand {
	switch e := e.(type) {
	case ir.This:
		return primary(jen.Id("v"))
	case ir.Earlier:
		return primary(jen.Id(p.earlier[e.Number]))
	case ir.AsVariant:
		if e.Union != nil && p.isDraft() && e.Union.Value.Kind.(*ir.Union).Tagged() { // a caller can give nil
			return primary(p.g.wire("Chosen").Types(p.g.typeName(e.Variants[0])).Call(p.native(e.Of).Code))
		}
		return primary(p.native(e.Of).Code.Assert(p.g.variantType(e.Variants[0])))
	case ir.MemberOf:
		if function := p.variantsFunction(e.Of, e.Field, askValue); function != nil {
			return primary(function)
		}
		place := p.member(e.Of, e.Field)
		if !isStored(e.Field) {
			return primary(place.Call())
		}
		return primary(p.present(place, e.Field.Value, modeOf(e.Field.Value, e.Field.Required), p.g.cycles.byPointer(e.Record, e.Field.Value)))
	case ir.Temp:
		return primary(jen.Id(p.names[e.Number]))
	}
	return p.Expr(e)
}

// member returns the field or method of a member.
func (p *programPrinter) member(of ir.Expr, f *ir.Field) *jen.Statement {
	if as, is := of.(ir.AsVariant); is && len(as.Variants) > 1 { // the head has it
		return p.native(as.Of).Code.Dot(p.g.headOf(as.Union, f)).Call().Dot(p.g.names.Field(f))
	}
	return p.At(of, print.Atom).Dot(p.g.names.Field(f))
}

// present returns the value at a location that is neither absent nor null.
func (p *programPrinter) present(place *jen.Statement, v ir.Value, m mode, pointer bool) *jen.Statement {
	switch {
	case m == plain:
		return place
	case recordOf(v) != nil && !pointer:
		return place.Dot("Ptr").Call()
	}
	return place.Dot("Or").Call(p.zero(v, pointer))
}

// zero returns the zero value of a Go type.
func (p *programPrinter) zero(v ir.Value, pointer bool) *jen.Statement {
	switch k := resolve(v).Kind.(type) {
	case ir.Boolean, ir.Integer, ir.Number, ir.String, *ir.Enum:
		return zeroLiteral(k)
	case ir.Const:
		return jen.Add(map[ir.LiteralKind]*jen.Statement{ir.BoolLiteral: jen.False(), ir.NumberLiteral: jen.Lit(0), ir.StringLiteral: jen.Lit("")}[k.Literal.Kind])
	case ir.Array, *ir.Union, *ir.Choice:
		return jen.Nil()
	}
	if pointer {
		return jen.Nil()
	}
	return p.g.goType(v).Values()
}

// zeroLiteral returns the zero value of a type whose underlying type is predeclared.
func zeroLiteral(k ir.Kind) *jen.Statement {
	switch k.(type) {
	case ir.Boolean:
		return jen.False()
	case ir.Integer, ir.Number:
		return jen.Lit(0)
	}
	return jen.Lit("")
}

// plain converts a member or item to the type of expressions: from a named scalar type to its underlying type.
func (p *programPrinter) plain(o operand, v ir.Value) operand {
	switch k := resolve(v).Kind.(type) {
	case ir.Boolean, ir.Integer, ir.Number, ir.String:
		if p.g.owner(v) != nil {
			return primary(p.g.goType(ir.Value{Kind: k}).Call(o.Code))
		}
	case *ir.Enum:
		return primary(jen.String().Call(o.Code))
	case ir.Const:
		if k.Of != nil {
			return primary(jen.String().Call(o.Code))
		}
	}
	return o
}

func (p *programPrinter) temp(t ir.Temp) operand {
	name := jen.Id(p.names[t.Number])
	if p.counts[t.Number] {
		return primary(jen.Int64().Call(name))
	}
	if item := p.items[t.Number]; item != nil {
		return p.plain(primary(p.present(name, *item, modeOf(*item, true), false)), *item)
	}
	return primary(name)
}

func columnOf(c ir.Cell) ir.Column { return c.Catalog.Value.Kind.(*ir.Enum).Catalog.Columns[c.Column] }

// cellPlace returns a datum of a catalog. An optional datum is known to be present.
func (p *programPrinter) cellPlace(c ir.Cell) *jen.Statement {
	entry := p.word(c.Catalog, c.Word).Dot("entry").Call()
	if p.g.isForeign(c.Catalog) { // other packages have access only to copies of entries
		entry = p.g.wire("Known").Call(p.word(c.Catalog, c.Word).Dot("Entry").Call())
	}
	if p.isDraft() && !p.g.isForeign(c.Catalog) {
		entry = p.g.wire("Given").Call(entry)
	}
	cell := entry.Dot(p.g.names.Column(c.Catalog, c.Column))
	if column := columnOf(c); column.Value.Nullable {
		cell.Dot("Or").Call(p.zero(column.Value, false))
	}
	return cell
}

// word prints a string as a word of a vocabulary.
func (p *programPrinter) word(t *ir.Type, e ir.Expr) *jen.Statement {
	if literal, isLiteral := e.(ir.Constant); isLiteral {
		if constant := p.constantWord(t, literal); constant != nil {
			return constant
		}
	}
	native, typ := p.enumPlace(e)
	switch {
	case typ == t:
		return native
	case typ != nil:
		return p.g.typeName(t).Call(native)
	}
	return p.g.typeName(t).Call(p.Code(e))
}

// enumPlace is namedPlace for words of a vocabulary.
func (p *programPrinter) enumPlace(e ir.Expr) (*jen.Statement, *ir.Type) {
	if place, named := p.namedPlace(e); named != nil && isEnum(named.Value.Kind) {
		return place, named
	}
	return nil, nil
}

// namedPlace returns a member, item or cell whose value has a named scalar type, and the type. Vocabularies are such types. It returns nil
// for all other expressions.
func (p *programPrinter) namedPlace(e ir.Expr) (*jen.Statement, *ir.Type) {
	var v ir.Value
	switch e := e.(type) {
	case ir.MemberOf:
		v = e.Field.Value
	case ir.Temp:
		if p.items[e.Number] == nil {
			return nil, nil
		}
		v = *p.items[e.Number]
	case ir.Cell:
		v = columnOf(e).Value
	default:
		return nil, nil
	}
	var named *ir.Type
	switch k := resolve(v).Kind.(type) {
	case *ir.Enum, ir.Boolean, ir.Integer, ir.Number, ir.String:
		named = p.g.owner(v)
	case ir.Const:
		named = k.Of
	}
	if named == nil {
		return nil, nil
	}
	switch e := e.(type) {
	case ir.Temp:
		return p.present(jen.Id(p.names[e.Number]), v, modeOf(v, true), false), named
	case ir.Cell:
		return p.cellPlace(e), named
	}
	return p.native(e).Code, named
}

func (p *programPrinter) constant(c ir.Constant) operand {
	switch c.Type.Kind {
	case ir.BoolExpr:
		return primary(jen.Lit(c.Bool))
	case ir.IntExpr:
		return primary(jen.Id(integerText(c.Int)))
	case ir.DoubleExpr:
		return primary(double(c.Double))
	case ir.StringExpr:
		return primary(jen.Lit(c.String))
	case ir.TimestampExpr:
		return primary(jen.Qual("time", "Unix").Call(jen.Lit(int(c.Int)), jen.Lit(int(c.Nanos))))
	case ir.DurationExpr:
		return duration(time.Duration(c.Int)*time.Second + time.Duration(c.Nanos))
	}
	panic(unhandledRule(c))
}

// double prints a double, including those without a Go constant.
func double(f float64) *jen.Statement {
	switch {
	case math.IsNaN(f):
		return jen.Qual("math", "NaN").Call()
	case math.IsInf(f, 0):
		return jen.Qual("math", "Inf").Call(jen.Lit(int(math.Copysign(1, f))))
	case f == 0 && math.Signbit(f):
		return jen.Qual("math", "Copysign").Call(jen.Lit(0), jen.Lit(-1))
	}
	return jen.Add(number(f))
}

// unit is a constant of package time.
type unit struct {
	size time.Duration
	name string
}

// units contains the units of printed durations.
var units = []unit{{time.Hour, "Hour"}, {time.Minute, "Minute"}, {time.Second, "Second"}, {time.Millisecond, "Millisecond"}, {time.Microsecond, "Microsecond"}, {1, "Nanosecond"}}

// duration prints a duration in its greatest whole unit.
func duration(d time.Duration) operand {
	if d == 0 {
		return primary(jen.Qual("time", "Duration").Call(jen.Lit(0)))
	}
	unit := units[slices.IndexFunc(units, func(u unit) bool { return d%u.size == 0 })]
	name := jen.Qual("time", unit.name)
	if d == unit.size {
		return primary(name)
	}
	return operand{Code: jen.Id(integerText(int64(d / unit.size))).Op("*").Add(name), Binds: print.Product}
}

// isNull returns the condition that a member is present and null.
func (p *programPrinter) isNull(e ir.IsNull) operand {
	if function := p.variantsFunction(e.Of, e.Field, askNull); function != nil {
		return primary(function)
	}
	place := p.member(e.Of, e.Field)
	if _, isAny := resolve(e.Field.Value).Kind.(ir.Any); isAny {
		place = p.present(place, e.Field.Value, modeOf(e.Field.Value, e.Field.Required), false)
	}
	return primary(place.Dot("IsNull").Call())
}

// choose prints a conditional within an expression. Go has no operator for it.
func (p *programPrinter) choose(c ir.Choose) operand {
	typ := p.TypeOf(c.Then)
	return primary(jen.Func().Params().Add(p.g.computedType(typ)).Block(p.returned(c, typ)...).Call())
}

// returned returns the statements that return an expression. A conditional on one of its sides needs no separate function.
func (p *programPrinter) returned(e ir.Expr, typ ir.ExprType) []jen.Code {
	c, ok := e.(ir.Choose)
	if !ok {
		return []jen.Code{jen.Return(p.typed(e, typ))}
	}
	return append([]jen.Code{jen.If(p.Code(c.If)).Block(p.returned(c.Then, typ)...)}, p.returned(c.Else, typ)...)
}
