package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// unionReader looks ahead for the tag and reads the variant that the tag selects.
func (g *generator) unionReader(t *ir.Type, union *ir.Union) jen.Code {
	if union.Single != nil {
		return g.singleReader(t, union)
	}
	if union.By != ir.ByString {
		return g.otherUnionReader(t, union)
	}
	head := jen.Func().Id("read" + g.names.Type(t)).Params(g.readerParam()).Id(g.names.Type(t))
	tag := jen.Id("r").Dot("Tag").Call(jen.Lit(union.Tag))
	if schema := t.Value.Evaluated(); schema != nil { // it has checked the tag
		return head.Block(
			g.unlessValid(schema, jen.Return(jen.Nil())),
			jen.List(jen.Id("tag"), jen.Id("_")).Op(":=").Add(tag),
			g.readTagged(union),
			unlessAll(union, jen.Return(jen.Nil())))
	}
	return head.Block(
		jen.List(jen.Id("tag"), jen.Id("state")).Op(":=").Add(tag),
		g.ifFound(union, g.readTagged(union)),
		refuseTag(t, union),
		jen.Return(jen.Nil()),
	)
}

// otherUnionReader is unionReader for a boolean or an integer as the tag, or for selection by the presence of a member.
func (g *generator) otherUnionReader(t *ir.Type, union *ir.Union) jen.Code {
	head := jen.Func().Id("read" + g.names.Type(t)).Params(g.readerParam()).Id(g.names.Type(t))
	var body []jen.Code
	if schema := t.Value.Evaluated(); schema != nil {
		body = append(body, g.unlessValid(schema, jen.Return(jen.Nil())))
	}
	if union.By == ir.ByBranch {
		return head.Block(append(body, g.branchReader(union)...)...)
	}
	tag := jen.Lit(union.Tag)
	if union.By == ir.ByInteger {
		found := jen.Id("r").Dot("IntegerTag").Call(tag)
		if t.Value.Evaluated() != nil { // the schema has checked the tag
			return head.Block(append(body, jen.List(jen.Id("tag"), jen.Id("_")).Op(":=").Add(found), g.readTagged(union), unlessAll(union, jen.Return(jen.Nil())))...)
		}
		return head.Block(append(body, jen.List(jen.Id("tag"), jen.Id("state")).Op(":=").Add(found), g.ifFound(union, g.readTagged(union)),
			refuseTag(t, union), jen.Return(jen.Nil()))...)
	}
	if union.By == ir.ByPresence { // the second variant refuses values that are not objects
		body = append(body, jen.If(jen.Id("r").Dot("Has").Call(tag)).Block(g.readVariant(union.Variants[0].Type)...))
		return head.Block(append(body, g.readVariant(union.Variants[1].Type)...)...)
	}
	for _, v := range union.Variants {
		for _, word := range v.Tags {
			body = append(body, jen.If(jen.Id("r").Dot("HasBool").Call(tag, jen.Lit(word == "true"))).Block(g.readVariant(v.Type)...))
		}
	}
	if t.Value.Evaluated() == nil {
		body = append(body,
			jen.List(jen.Id("_"), jen.Id("state")).Op(":=").Id("r").Dot("Tag").Call(tag), refuseTag(t, union))
	}
	return head.Block(append(body, jen.Return(jen.Nil()))...)
}

// singleReader reads a union without a discriminator whose variants decide validity.
func (g *generator) singleReader(t *ir.Type, union *ir.Union) jen.Code {
	name := g.names.Type(t)
	var body []jen.Code
	if t.Value.Mismatch != *union.Single {
		body = append(body, jen.If(jen.Id("r").Dot("NextType").Call().Op("!=").Add(g.wire("ObjectType"))).Block(
			jen.Id("r").Dot("Skip").Call(), raise(t.Value.Mismatch), jen.Return(jen.Nil())))
	}
	reads := func(body ...jen.Code) jen.Code {
		return jen.Func().Params(g.readerParam()).Id(name).Block(body...)
	}
	function, args := "Branch", []jen.Code{jen.Id("r"), g.failure(*union.Single)}
	switch {
	case union.Tagged():
		found := jen.List(jen.Id("tag"), jen.Id("state")).Op(":=").Id("r").Dot("Tag").Call(jen.Lit(union.Tag))
		args = append(args, reads(jen.If(found, jen.Id("state").Op("==").Add(g.wire("TagFound"))).Block(g.readTagged(union)),
			jen.Return(jen.Nil())))
	default:
		function = map[bool]string{true: "OnlyBranch", false: "FirstBranch"}[union.Exclusive]
		for _, b := range union.Branches {
			args = append(args, reads(g.readVariant(union.Variants[b.Variant].Type)...))
		}
	}
	call := jen.Return(g.wire(function).Call(args...))
	return jen.Func().Id("read" + name).Params(g.readerParam()).Id(name).Block(append(body, call)...)
}

// branchReader reads the variant of the first branch that accepts the value.
func (g *generator) branchReader(union *ir.Union) []jen.Code {
	args, cases := []jen.Code{jen.Id("schemas")}, make([][]jen.Code, len(union.Variants))
	for i, b := range union.Branches {
		args = append(args, jen.Lit(g.schemas.Schema(b.Schema).Number))
		cases[b.Variant] = append(cases[b.Variant], jen.Lit(i))
	}
	var code []jen.Code
	for i, v := range union.Variants {
		code = append(code, jen.Case(cases[i]...).Block(g.readVariant(v.Type)...))
	}
	return []jen.Code{jen.Switch(jen.Id("r").Dot("Branch").Call(args...)).Block(code...), jen.Return(jen.Nil())}
}

// readVariant returns a new record, or the result of a union's reader.
func (g *generator) readVariant(t *ir.Type) []jen.Code {
	if isUnion(t.Value.Kind) {
		return []jen.Code{jen.Return(g.readFunc(t).Call(jen.Id("r")))}
	}
	return []jen.Code{jen.Return(g.wire("New").Types(g.typeName(t)).Call(jen.Id("r")))}
}

// valueDecoder returns the body of the method that reads a declared type other than a record.
func (g *generator) valueDecoder(t *ir.Type) []jen.Code {
	v := refTo(t)
	v.Nullable = false
	flat := resolve(v)
	self := jen.Op("*").Id("v")
	var body []jen.Code
	switch k := flat.Kind.(type) {
	case *ir.Enum:
		body = g.decodeEnum(t, k, flat)
	case ir.Array, ir.Map:
		read := g.helper(&g.reading, g.key(v), []string{"read" + g.names.Type(t)}, func(name string) jen.Code { return g.valueReader(name, v, flat, g.names.Type(t)) })
		return []jen.Code{self.Op("=").Id(read).Call(jen.Id("r"))}
	default:
		body = []jen.Code{self.Op("=").Id(g.names.Type(t)).Call(jen.Id(g.reader(flat, g.names.Type(t))).Call(jen.Id("r")))}
	}
	if schema := t.Value.Evaluated(); schema != nil {
		return []jen.Code{g.ifValid(schema, body...)}
	}
	return body
}

// decodeEnum reads a word in place.
func (g *generator) decodeEnum(t *ir.Type, k *ir.Enum, flat ir.Value) []jen.Code {
	self, name := jen.Op("*").Id("v"), g.names.Type(t)
	if flat.Mismatch == (ir.Failure{}) {
		return []jen.Code{jen.List(jen.Id("s"), jen.Id("_")).Op(":=").Id("r").Dot("String").Call(), self.Op("=").Id(name).Call(jen.Id("s"))}
	}
	if checks := g.checks(flat.Checks, flat, "v", name); len(checks) > 0 {
		read := g.helper(&g.reading, "checked "+g.key(refTo(t)), []string{"readChecked" + name}, func(name string) jen.Code {
			return g.checkingReader(name, refTo(t), flat, g.names.Type(t))
		})
		return []jen.Code{self.Op("=").Id(read).Call(jen.Id("r"))}
	}
	failed := jen.If(jen.Op("!").Id("ok")).Block(raise(flat.Mismatch))
	if !k.Open {
		failed = failed.Else().If(jen.Op("!").Id("v").Dot("IsValid").Call()).Block(raise(k.NotOneOf))
	}
	return []jen.Code{read("s", "String"), self.Op("=").Id(name).Call(jen.Id("s")), failed}
}

// valueReader prints the function that reads v. flat is its resolved description.
func (g *generator) valueReader(name string, v, flat ir.Value, owner string) jen.Code {
	bare := jen.Func().Id(name).Params(g.readerParam())
	if g.decoded(v) != nil && isScalarKind(flat.Kind) || g.decoded(v) != nil && isEnum(flat.Kind) { // for contexts that need a value and not a location
		return bare.Params(jen.Id("v").Add(g.goType(v))).Block(decode(jen.Id("v")), jen.Return(jen.Id("v")))
	}
	if declared := g.owner(v); declared != nil && isScalarKind(flat.Kind) {
		return bare.Add(g.goType(v)).Block(jen.Return(g.goType(v).Call(jen.Id(g.reader(flat, owner)).Call(jen.Id("r")))))
	}
	return g.checkingReader(name, v, flat, owner)
}

// checkingReader prints a function that reads v and makes its checks.
func (g *generator) checkingReader(name string, v, flat ir.Value, owner string) jen.Code {
	bare := jen.Func().Id(name).Params(g.readerParam())
	result := g.goType(v)
	if isUnchecked(v) && describe(flat, false) != "" {
		result = g.goType(ir.Value{Kind: flat.Kind}) // the same for all its names
	}
	head := bare.Clone().Add(result)
	var guard []jen.Code
	if t := g.owner(v); t != nil && t.Value.Evaluated() != nil {
		guard = []jen.Code{jen.Var().Id("none").Add(g.goType(v)), g.unlessValid(t.Value.Evaluated(), jen.Return(jen.Id("none")))}
	}
	block := func(body ...jen.Code) jen.Code { return head.Block(append(guard, body...)...) }
	switch k := flat.Kind.(type) {
	case ir.Null:
		return bare.Block(jen.If(jen.Op("!").Id("r").Dot("Null").Call()).Block(jen.Id("r").Dot("Skip").Call(), raise(flat.Mismatch)))
	case ir.Boolean:
		return block(g.scalar("b", "Boolean", flat, owner)...)
	case ir.Number:
		return block(g.scalar("n", "Number", flat, owner)...)
	case ir.String:
		return block(g.scalar("s", "String", flat, owner)...)
	case ir.Object:
		return block(g.scalar("o", "Object", flat, owner)...)
	case ir.Integer:
		return block(g.integer(k, flat, owner)...)
	case ir.Const:
		return bare.Block(g.constant(k, flat, owner)...)
	case *ir.Enum:
		return block(g.enum(k, v, flat, owner)...)
	case ir.Array:
		return block(g.array(k, v, flat, owner)...)
	case ir.Map:
		return block(g.mapOf(k, v, flat, owner)...)
	}
	panic(fmt.Sprintf("golang: unhandled kind %T", flat.Kind))
}

// scalar reads a value of one JSON type into x and checks it.
func (g *generator) scalar(x, method string, flat ir.Value, owner string) []jen.Code {
	if flat.Mismatch == (ir.Failure{}) {
		return take(x, method)
	}
	checks := g.checks(flat.Checks, flat, x, owner)
	body := []jen.Code{read(x, method)}
	mismatch := []jen.Code{raise(flat.Mismatch)}
	if len(checks) > 0 {
		mismatch = append(mismatch, jen.Return(jen.Id(x)))
	}
	body = append(body, jen.If(jen.Op("!").Id("ok")).Block(mismatch...))
	return append(append(body, checks...), jen.Return(jen.Id(x)))
}

// take reads a value of a known JSON type.
func take(x, method string) []jen.Code {
	return []jen.Code{
		jen.List(jen.Id(x), jen.Id("_")).Op(":=").Id("r").Dot(method).Call(),
		jen.Return(jen.Id(x)),
	}
}

func read(x, method string) jen.Code {
	return jen.List(jen.Id(x), jen.Id("ok")).Op(":=").Id("r").Dot(method).Call()
}

func (g *generator) integer(k ir.Integer, flat ir.Value, owner string) []jen.Code {
	if flat.Mismatch == (ir.Failure{}) {
		return take("n", integerMethod(k))
	}
	cases := []jen.Code{
		jen.Case(g.wire("NotInteger")).Block(raise(flat.Mismatch)),
		jen.Case(g.wire("BeyondRange")).Block(raise(k.Range)),
	}
	if checks := g.checks(flat.Checks, flat, "n", owner); len(checks) > 0 {
		cases = append(cases, jen.Default().Block(checks...))
	}
	return []jen.Code{
		jen.List(jen.Id("n"), jen.Id("fit")).Op(":=").Id("r").Dot(integerMethod(k)).Call(),
		jen.Switch(jen.Id("fit")).Block(cases...),
		jen.Return(jen.Id("n")),
	}
}

// constant reads a value with only one valid text.
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

// differs returns the condition that x is not equal to l.
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
	name := g.typeName(g.owner(v))
	if flat.Mismatch == (ir.Failure{}) {
		body := take("s", "String")
		body[1] = jen.Return(name.Call(jen.Id("s")))
		return body
	}
	checks := g.checks(flat.Checks, flat, "v", owner)
	body := []jen.Code{
		read("s", "String"),
		jen.If(jen.Op("!").Id("ok")).Block(raise(flat.Mismatch), jen.Return(jen.Lit(""))),
	}
	if k.Open && len(checks) == 0 {
		return append(body, jen.Return(name.Call(jen.Id("s"))))
	}
	body = append(body, jen.Id("v").Op(":=").Add(name).Call(jen.Id("s")))
	if !k.Open {
		unknown := []jen.Code{raise(k.NotOneOf)}
		if len(checks) > 0 {
			unknown = append(unknown, jen.Return(jen.Id("v")))
		}
		body = append(body, jen.If(jen.Op("!").Id("v").Dot("IsValid").Call()).Block(unknown...))
	}
	return append(append(body, checks...), jen.Return(jen.Id("v")))
}

// array reads the items one by one. An empty array is not nil, as in encoding/json.
func (g *generator) array(k ir.Array, v, flat ir.Value, owner string) []jen.Code {
	return append(append([]jen.Code{
		jen.Id("items").Op(":=").Add(g.goType(v)).Values(),
		g.enter("BeginArray", flat, "items"),
		jen.For(jen.Id("r").Dot("NextItem").Call()).Block(g.readItem(*k.Items, owner+"Item")...),
	}, g.checks(flat.Checks, flat, "items", owner)...), jen.Return(jen.Id("items")))
}

// enter enters an array or object, or returns x.
func (g *generator) enter(method string, flat ir.Value, x string) jen.Code {
	begin := jen.Id("r").Dot(method).Call()
	if flat.Mismatch == (ir.Failure{}) {
		return begin
	}
	return jen.If(jen.Op("!").Add(begin)).Block(raise(flat.Mismatch), jen.Return(jen.Id(x)))
}

// readItem appends one item.
func (g *generator) readItem(item ir.Value, owner string) []jen.Code {
	m := modeOf(item, true)
	if m != plain || g.decoded(item) != nil {
		place := jen.Id("items").Index(jen.Len(jen.Id("items")).Op("-").Lit(1))
		add := jen.Id("items").Op("=").Append(jen.Id("items"), g.zeroOf(item, m))
		return append([]jen.Code{add}, g.readInto(place, item, m, false, owner)...)
	}
	var add []jen.Code
	if isConstant(item) {
		add = []jen.Code{g.expect(item, owner), jen.Id("items").Op("=").Append(jen.Id("items"), g.constantValue(item))}
	} else {
		add = []jen.Code{jen.Id("items").Op("=").Append(jen.Id("items"), g.readCall(item, owner))}
	}
	if whole, _ := g.guards(item); whole != nil {
		return []jen.Code{g.ifValid(whole, add...)}
	}
	return add
}

// zeroOf returns the zero value of a location for items.
func (g *generator) zeroOf(item ir.Value, m mode) jen.Code {
	if m == plain {
		switch kind := resolve(item).Kind.(type) {
		case ir.Boolean, ir.Integer, ir.Number, ir.String, *ir.Enum:
			return zeroLiteral(kind)
		case ir.Array:
			return jen.Nil()
		}
	}
	return g.placeType(item, true, false).Values()
}

// mapOf reads the members one by one.
func (g *generator) mapOf(k ir.Map, v, flat ir.Value, owner string) []jen.Code {
	value := *k.Values
	m := modeOf(value, true)
	place := jen.Id("value")
	if m == plain && g.decoded(value) == nil {
		place = jen.Op("*").Id("value")
	}
	read := g.readInto(place, value, m, false, owner+"Value")
	next := jen.Id("object").Dot("Next").Call(jen.Id("r"))
	return append(append([]jen.Code{
		jen.Var().Id("object").Add(g.goType(v)),
		g.enter("BeginObject", flat, "object"),
		jen.For(jen.Id("value").Op(":=").Add(next), jen.Id("value").Op("!=").Nil(), jen.Id("value").Op("=").Add(next.Clone())).Block(read...),
	}, g.checks(flat.Checks, flat, "object", owner)...), jen.Return(jen.Id("object")))
}
