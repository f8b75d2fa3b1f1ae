package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// unionReader looks ahead for the tag and reads the variant that it names.
func (g *generator) unionReader(t *ir.Type, union *ir.Union) jen.Code {
	var cases []jen.Code
	for _, v := range union.Variants {
		var tags []jen.Code
		for _, tag := range v.Tags {
			tags = append(tags, jen.Lit(tag))
		}
		name := g.names.Type(v.Type)
		cases = append(cases, jen.Case(chunked(tags)...).Block(
			jen.Id("v").Op(":=").New(jen.Id(name)),
			jen.Id("read"+name).Call(jen.Id("r"), jen.Id("v")),
			jen.Return(jen.Id("v"))))
	}
	return jen.Func().Id("read"+g.names.Type(t)).Params(g.readerParam()).Id(g.names.Type(t)).Block(
		jen.List(jen.Id("tag"), jen.Id("state")).Op(":=").Id("r").Dot("Tag").Call(jen.Lit(union.Tag)),
		jen.If(jen.Id("state").Op("==").Add(g.envelope("TagFound"))).Block(jen.Switch(jen.Id("tag")).Block(cases...)),
		jen.Id("r").Dot("Skip").Call(),
		jen.Switch(jen.Id("state")).Block(
			jen.Case(g.envelope("TagNotObject")).Block(raise(t.Value.Mismatch)),
			jen.Case(g.envelope("TagMissing")).Block(raiseAt(union.Tag, union.MissingTag)),
			jen.Default().Block(raiseAt(union.Tag, union.UnknownTag)),
		),
		jen.Return(jen.Nil()),
	)
}

// valueReader spells the function that reads v, whose own description is flat.
func (g *generator) valueReader(name string, v, flat ir.Value, owner string) jen.Code {
	bare := jen.Func().Id(name).Params(g.readerParam())
	head := bare.Clone().Add(g.goType(v))
	switch k := flat.Kind.(type) {
	case ir.Null:
		return bare.Block(jen.If(jen.Op("!").Id("r").Dot("Null").Call()).Block(jen.Id("r").Dot("Skip").Call(), raise(flat.Mismatch)))
	case ir.Boolean:
		return head.Block(g.scalar("b", "Boolean", flat, owner)...)
	case ir.Number:
		return head.Block(g.scalar("n", "Number", flat, owner)...)
	case ir.String:
		return head.Block(g.scalar("s", "String", flat, owner)...)
	case ir.Object:
		return head.Block(g.scalar("o", "Object", flat, owner)...)
	case ir.Integer:
		return head.Block(g.integer(k, flat, owner)...)
	case ir.Const:
		return bare.Block(g.constant(k, flat, owner)...)
	case *ir.Enum:
		return head.Block(g.enum(k, v, flat, owner)...)
	case ir.Array:
		return head.Block(g.array(k, v, flat, owner)...)
	}
	panic(fmt.Sprintf("golang: unhandled kind %T", flat.Kind))
}

// scalar reads a value of one JSON type into x and checks it.
func (g *generator) scalar(x, method string, flat ir.Value, owner string) []jen.Code {
	checks := g.checks(flat.Checks, flat, x, owner)
	body := []jen.Code{read(x, method)}
	mismatch := []jen.Code{raise(flat.Mismatch)}
	if len(checks) > 0 {
		mismatch = append(mismatch, jen.Return(jen.Id(x)))
	}
	body = append(body, jen.If(jen.Op("!").Id("ok")).Block(mismatch...))
	return append(append(body, checks...), jen.Return(jen.Id(x)))
}

func read(x, method string) jen.Code {
	return jen.List(jen.Id(x), jen.Id("ok")).Op(":=").Id("r").Dot(method).Call()
}

func (g *generator) integer(k ir.Integer, flat ir.Value, owner string) []jen.Code {
	cases := []jen.Code{
		jen.Case(g.envelope("NotInteger")).Block(raise(flat.Mismatch)),
		jen.Case(g.envelope("BeyondRange")).Block(raise(k.Range)),
	}
	if checks := g.checks(flat.Checks, flat, "n", owner); len(checks) > 0 {
		cases = append(cases, jen.Default().Block(checks...))
	}
	return []jen.Code{
		jen.List(jen.Id("n"), jen.Id("fit")).Op(":=").Id("r").Dot("Integer").Call(),
		jen.Switch(jen.Id("fit")).Block(cases...),
		jen.Return(jen.Id("n")),
	}
}

// constant reads the one value that is allowed.
func (g *generator) constant(k ir.Const, flat ir.Value, owner string) []jen.Code {
	x, method, kind := "s", "String", ir.Kind(ir.String{})
	switch k.Literal.Kind {
	case ir.BoolLiteral:
		x, method, kind = "b", "Boolean", ir.Boolean{}
	case ir.NumberLiteral:
		x, method, kind = "n", "Number", ir.Number{}
	}
	failed := jen.If(jen.Op("!").Id("ok")).Block(raise(flat.Mismatch)).Else().If(differs(x, k.Literal)).Block(raise(k.Failure))
	if flat.Mismatch == k.Failure {
		failed = jen.If(jen.Op("!").Id("ok").Op("||").Add(differs(x, k.Literal))).Block(raise(k.Failure))
	}
	if checks := g.checks(flat.Checks, ir.Value{Kind: kind}, x, owner); len(checks) > 0 {
		failed.Else().Block(checks...)
	}
	return []jen.Code{read(x, method), failed}
}

// differs is the condition that x is another value than l.
func differs(x string, l ir.Literal) *jen.Statement {
	switch {
	case l.Kind != ir.BoolLiteral:
		return jen.Id(x).Op("!=").Add(literalOf(l))
	case l.Bool:
		return jen.Op("!").Id(x)
	}
	return jen.Id(x)
}

func (g *generator) enum(k *ir.Enum, v, flat ir.Value, owner string) []jen.Code {
	name := g.names.Type(g.owner(v))
	unknown := []jen.Code{raise(k.NotOneOf)}
	checks := g.checks(flat.Checks, flat, "v", owner)
	if len(checks) > 0 {
		unknown = append(unknown, jen.Return(jen.Id("v")))
	}
	body := []jen.Code{
		read("s", "String"),
		jen.If(jen.Op("!").Id("ok")).Block(raise(flat.Mismatch), jen.Return(jen.Lit(""))),
		jen.Id("v").Op(":=").Id(name).Call(jen.Id("s")),
		jen.If(jen.Op("!").Id("v").Dot("IsValid").Call()).Block(unknown...),
	}
	return append(append(body, checks...), jen.Return(jen.Id("v")))
}

// array reads the items one by one. An empty array is not nil, as encoding/json has it.
func (g *generator) array(k ir.Array, v, flat ir.Value, owner string) []jen.Code {
	item := *k.Items
	m := modeOf(item, true)
	var add []jen.Code
	switch {
	case m == plain && recordOf(item) == nil && isConstant(item):
		add = []jen.Code{g.expect(item, owner+"Item"), jen.Id("items").Op("=").Append(jen.Id("items"), g.constantValue(item))}
	case m == plain && recordOf(item) == nil:
		add = []jen.Code{jen.Id("items").Op("=").Append(jen.Id("items"), g.readCall(item, owner+"Item"))}
	default:
		add = append(add, jen.Id("items").Op("=").Append(jen.Id("items"), g.placeType(item, true, false).Values()))
		add = append(add, g.readInto(jen.Id("items").Index(jen.Len(jen.Id("items")).Op("-").Lit(1)), item, m, false, owner+"Item")...)
	}
	body := []jen.Code{
		jen.Id("items").Op(":=").Add(g.goType(v)).Values(),
		jen.If(jen.Op("!").Id("r").Dot("BeginArray").Call()).Block(raise(flat.Mismatch), jen.Return(jen.Id("items"))),
		jen.For(jen.Id("r").Dot("NextItem").Call()).Block(add...),
	}
	body = append(body, g.checks(flat.Checks, flat, "items", owner)...)
	return append(body, jen.Return(jen.Id("items")))
}
