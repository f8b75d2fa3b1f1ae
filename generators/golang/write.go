package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// writers are the functions that write: one a record, and those that something uses.
func (g *generator) writers(add func(...jen.Code)) {
	for _, t := range g.protocol.Types {
		if k, ok := t.Value.Kind.(*ir.Record); ok {
			add(g.recordWriter(t, k)...)
		}
	}
	add(g.writing.code...)
}

func (g *generator) writerParam() jen.Code { return jen.Id("w").Op("*").Add(g.envelope("Writer")) }

func call(method string, args ...jen.Code) *jen.Statement {
	return jen.Id("w").Dot(method).Call(args...)
}

func (g *generator) recordWriter(t *ir.Type, record *ir.Record) []jen.Code {
	name := g.names.Type(t)
	var body []jen.Code
	if g.isPointedAt(t) {
		body = append(body, jen.If(jen.Id("v").Op("==").Nil()).Block(call("Null"), jen.Return()))
	}
	body = append(body, jen.If(jen.Op("!").Add(call("BeginObject"))).Block(jen.Return()))
	for _, f := range record.Fields {
		body = append(body, g.writeField(t, f)...)
	}
	var declares jen.Code
	if !record.Closed {
		test := "is" + name + "Member"
		body = append(body, call("Surplus", jen.Id("v").Dot("Extra"), jen.Id(test)))
		declares = g.membershipTest(test, record)
	}
	body = append(body, call("EndObject"))
	code := []jen.Code{jen.Func().Id("write"+name).Params(g.writerParam(), jen.Id("v").Op("*").Id(name)).Block(body...)}
	if declares != nil {
		code = append(code, declares)
	}
	return code
}

// isPointedAt reports whether values of a record are referred to by pointers, which may be nil.
func (g *generator) isPointedAt(t *ir.Type) bool {
	return g.cycles.records[t] != 0 || len(g.unions[t]) > 0
}

func (g *generator) membershipTest(name string, record *ir.Record) jen.Code {
	var names []jen.Code
	for _, f := range record.Fields {
		names = append(names, jen.Lit(f.Name))
	}
	body := []jen.Code{jen.Return(jen.False())}
	if len(names) > 0 {
		body = append([]jen.Code{jen.Switch(jen.Id("name")).Block(jen.Case(chunked(names)...).Block(jen.Return(jen.True())))}, body...)
	}
	return jen.Func().Id(name).Params(jen.Id("name").String()).Bool().Block(body...)
}

func (g *generator) writeField(t *ir.Type, f *ir.Field) []jen.Code {
	owner := g.names.Type(t) + g.names.Field(f)
	member := call("Member", jen.Lit(f.Name))
	if !isStored(f) {
		return []jen.Code{member, g.writeConstant(f.Value)}
	}
	place := jen.Id("v").Dot(g.names.Field(f))
	m := modeOf(f.Value, f.Required)
	if m == plain {
		return []jen.Code{member, g.writePlace(t, f, place, owner)}
	}
	got := "x"
	if isNull(f.Value) {
		got = "_" // to know that it is there is to know it
	}
	get := jen.List(jen.Id(got), jen.Id("ok")).Op(":=").Add(place.Clone()).Dot("Get").Call()
	write := g.writePlace(t, f, jen.Id("x"), owner)
	switch m {
	case optional:
		return []jen.Code{jen.If(get, jen.Id("ok")).Block(member, write)}
	case nullable:
		return []jen.Code{member, jen.If(get, jen.Id("ok")).Block(write).Else().Block(call("Null"))}
	}
	return []jen.Code{jen.If(get, jen.Id("ok")).Block(member, write).
		Else().If(place.Clone().Dot("IsNull").Call()).Block(member.Clone(), call("Null"))}
}

// writePlace writes what a field holds, which may be a pointer.
func (g *generator) writePlace(t *ir.Type, f *ir.Field, x *jen.Statement, owner string) jen.Code {
	if record := recordOf(f.Value); record != nil && g.cycles.byPointer(t, f.Value) {
		return g.writeRecord(record).Call(jen.Id("w"), x)
	}
	return g.writeValue(f.Value, x, owner)
}

func (g *generator) writeConstant(v ir.Value) jen.Code {
	c, ok := resolve(v).Kind.(ir.Const)
	if !ok {
		return call("Null")
	}
	switch c.Literal.Kind {
	case ir.BoolLiteral:
		return call("Boolean", jen.Lit(c.Literal.Bool))
	case ir.NumberLiteral:
		return call("Number", number(c.Literal.Number))
	case ir.StringLiteral:
		return call("String", jen.Lit(c.Literal.String))
	}
	panic(fmt.Sprintf("golang: unhandled literal %d", c.Literal.Kind))
}

// writeValue is the statement that writes the value x, null aside. x is addressable if it is a record.
func (g *generator) writeValue(v ir.Value, x *jen.Statement, owner string) jen.Code {
	flat := resolve(v)
	if declared := g.owner(v); declared != nil && g.isForeign(declared) && recordOf(v) == nil && !isEnum(flat.Kind) {
		return g.part(declared, "", "Encode").Call(jen.Id("w"), x)
	}
	switch k := flat.Kind.(type) {
	case ir.Any:
		return call("Raw", x)
	case ir.Null:
		return call("Null")
	case ir.Boolean:
		return call("Boolean", x)
	case ir.Number:
		return call("Number", x)
	case ir.String:
		return call("String", x)
	case ir.Object:
		return call("Object", x)
	case ir.Integer:
		return jen.Id(g.integerWriter(k.Range, owner)).Call(jen.Id("w"), x)
	case ir.Const:
		return g.writeLiteral(k, x, owner)
	case *ir.Enum:
		return call("String", jen.String().Call(x))
	case ir.Array:
		return jen.Id(g.arrayWriter(v, k, owner)).Call(jen.Id("w"), x)
	case *ir.Record:
		return g.writeRecord(recordOf(v)).Call(jen.Id("w"), jen.Op("&").Add(x))
	case *ir.Union:
		return jen.Id(g.unionWriter(g.owner(v), k)).Call(jen.Id("w"), x)
	case *ir.Choice:
		return jen.Id(g.choiceWriter(g.owner(v), k)).Call(jen.Id("w"), x)
	case ir.Map:
		return jen.Id(g.mapWriter(v, k, owner)).Call(jen.Id("w"), x)
	}
	panic(fmt.Sprintf("golang: unhandled kind %T", flat.Kind))
}

// writeLiteral writes a constant that is stored because it may be absent or null.
func (g *generator) writeLiteral(c ir.Const, x *jen.Statement, owner string) jen.Code {
	switch {
	case c.Of != nil:
		return call("String", jen.String().Call(x))
	case c.Literal.Kind == ir.BoolLiteral:
		return call("Boolean", x)
	case c.Literal.Kind == ir.StringLiteral:
		return call("String", x)
	case c.Literal.IsInteger():
		return jen.Id(g.integerWriter(c.Failure, owner)).Call(jen.Id("w"), x)
	}
	return call("Number", x)
}

// integerWriter returns the function that writes integers and refuses those beyond the range.
func (g *generator) integerWriter(beyond ir.Failure, owner string) string {
	key := fmt.Sprintf("integer %v", beyond)
	return g.helper(&g.writing, key, []string{"writeInteger", "writeInteger" + owner}, func(name string) jen.Code {
		refuse := jen.Id("w").Dot("Must").Call(jen.Lit(beyond.Rule), jen.Lit(beyond.Message))
		return jen.Func().Id(name).Params(g.writerParam(), jen.Id("n").Int64()).Block(
			jen.If(jen.Op("!").Add(call("Integer", jen.Id("n")))).Block(refuse))
	})
}

// arrayWriter returns the function that writes arrays of one Go type.
func (g *generator) arrayWriter(v ir.Value, array ir.Array, owner string) string {
	typ := g.goType(v)
	names := []string{"write" + owner}
	if ref, ok := v.Kind.(ir.Ref); ok {
		names = []string{"write" + g.names.Type(ref.Type)}
	}
	key := fmt.Sprintf("array %s %s", g.typeKey(ir.Value{Kind: array}), g.key(*array.Items))
	declared := g.owner(v)
	if declared != nil {
		key += " " + declared.Name
	}
	return g.helper(&g.writing, key, names, func(name string) jen.Code {
		item := *array.Items
		each := jen.Id("i").Op(":=").Range().Id("items")
		if isNull(item) {
			each = jen.Range().Id("items")
		}
		write := []jen.Code{call("Item")}
		if modeOf(item, true) == nullable {
			write = append(write, jen.If(jen.List(jen.Id("x"), jen.Id("ok")).Op(":=").Id("items").Index(jen.Id("i")).Dot("Get").Call(), jen.Id("ok")).
				Block(g.writeValue(item, jen.Id("x"), owner+"Item")).Else().Block(call("Null")))
		} else {
			write = append(write, g.writeValue(item, jen.Id("items").Index(jen.Id("i")), owner+"Item"))
		}
		body := []jen.Code{
			jen.If(jen.Op("!").Add(call("BeginArray"))).Block(jen.Return()),
			jen.For(each).Block(write...),
			call("EndArray"),
		}
		return jen.Func().Id(name).Params(g.writerParam(), jen.Id("items").Add(typ)).Block(body...)
	})
}

// mapWriter returns the function that writes maps of one Go type.
func (g *generator) mapWriter(v ir.Value, k ir.Map, owner string) string {
	typ := g.goType(v)
	names := []string{"write" + owner}
	if ref, ok := v.Kind.(ir.Ref); ok {
		names = []string{"write" + g.names.Type(ref.Type)}
	}
	key := fmt.Sprintf("map %s %s", g.typeKey(ir.Value{Kind: k}), g.key(*k.Values))
	if declared := g.owner(v); declared != nil {
		key += " " + declared.Name
	}
	return g.helper(&g.writing, key, names, func(name string) jen.Code {
		value := *k.Values
		write := []jen.Code{call("Member", jen.Id("name"))}
		got := "value"
		switch {
		case isNull(value):
			got = "_"
			write = append(write, call("Null"))
		case modeOf(value, true) == nullable:
			write = append(write, jen.If(jen.List(jen.Id("x"), jen.Id("ok")).Op(":=").Id("value").Dot("Get").Call(), jen.Id("ok")).
				Block(g.writeValue(value, jen.Id("x"), owner+"Value")).Else().Block(call("Null")))
		default:
			write = append(write, g.writeValue(value, jen.Id("value"), owner+"Value"))
		}
		return jen.Func().Id(name).Params(g.writerParam(), jen.Id("object").Add(typ)).Block(
			jen.If(jen.Op("!").Add(call("BeginObject"))).Block(jen.Return()),
			jen.For(jen.List(jen.Id("name"), jen.Id(got)).Op(":=").Range().Id("object").Dot("Members").Call()).Block(write...),
			call("EndObject"))
	})
}

// writeRecord is what writes a record that a pointer leads to.
func (g *generator) writeRecord(t *ir.Type) *jen.Statement {
	return g.part(t, "write"+g.names.Type(t), "Encode")
}

// unionWriter returns the function that writes a union. The nil interface is null.
func (g *generator) unionWriter(t *ir.Type, union *ir.Union) string {
	if t.Of != nil {
		return g.unionWriter(t.Of, t.Of.Value.Kind.(*ir.Union))
	}
	return g.helper(&g.writing, "union "+t.Name, []string{"write" + g.names.Type(t)}, func(name string) jen.Code {
		var cases []jen.Code
		for _, v := range union.Variants {
			write := g.writeRecord(v.Type).Call(jen.Id("w"), jen.Id("v"))
			if isUnion(v.Type.Value.Kind) {
				write = jen.Add(g.writeValue(refTo(v.Type), jen.Id("v"), name))
			}
			cases = append(cases, jen.Case(g.variantType(v.Type)).Block(write))
		}
		cases = append(cases,
			jen.Case(jen.Nil()).Block(call("Null")),
			jen.Default().Block(call("Must", jen.Lit("json"), jen.Lit("not a variant of "+t.Name))))
		return jen.Func().Id(name).Params(g.writerParam(), jen.Id("v").Id(g.names.Type(t))).Block(
			jen.Switch(jen.Id("v").Op(":=").Id("v").Assert(jen.Type())).Block(cases...))
	})
}
