package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// functions are what a user calls: for each type a parse function, and methods to check and write. Functions stand in
// where there is nothing to have a method: aliases of Go's own types, and types that accept null.
func (g *generator) functions(add func(...jen.Code)) {
	for _, t := range g.protocol.Types {
		add(g.parse(t))
		if g.isDeclared(t) && !isInterface(t.Value.Kind) {
			add(g.methods(t)...)
		}
		if g.lacksMethods(t) {
			add(g.standIns(t)...)
		}
	}
}

// lacksMethods reports whether there are values of t that have no methods.
func (g *generator) lacksMethods(t *ir.Type) bool {
	_, isChoice := resolve(refTo(t)).Kind.(*ir.Choice)
	return isChoice || g.owner(refTo(t)) == nil || isNullable(refTo(t))
}

// isInterface reports whether values are held by an interface.
func isInterface(k ir.Kind) bool {
	_, isChoice := k.(*ir.Choice)
	return isChoice || isUnion(k)
}

// isPlainRecord reports whether t is a record, or another name of one, and never null.
func isPlainRecord(t *ir.Type) bool {
	return recordOf(refTo(t)) != nil && !isNullable(refTo(t))
}

// valueType is the Go type of a whole text of type t.
func (g *generator) valueType(t *ir.Type) *jen.Statement {
	return g.placeType(refTo(t), true, isPlainRecord(t))
}

func optsParam() jen.Code { return jen.Id("opts").Op("...").Id("Option") }

func byteSlice() *jen.Statement { return jen.Index().Byte() }

func (g *generator) parse(t *ir.Type) jen.Code {
	name := g.names.Type(t)
	v := refTo(t)
	m := modeOf(v, true)
	body := []jen.Code{
		jen.Id("r").Op(":=").New(g.envelope("Reader")),
		jen.Id("r").Dot("Start").Call(jen.Id("data"), jen.Id("opts"), g.paramTable()),
	}
	if g.protocol.AcceptsSpeaksOf(t) {
		body = append(body, jen.If(jen.Op("!").Id("accepts").Call(jen.Id("r"))).Block(
			jen.Var().Id("none").Add(g.valueType(t)),
			jen.Return(jen.Id("none"), jen.Id("r").Dot("Finish").Call())))
	}
	whole, _ := g.guards(v)
	switch {
	case isPlainRecord(t):
		var read jen.Code = g.readFunc(recordOf(v)).Call(jen.Id("r"), jen.Id("v"))
		if whole != nil {
			read = g.ifValid(whole, read)
		}
		body = append(body, jen.Id("v").Op(":=").New(jen.Id(name)), read)
	case m == plain && whole != nil:
		body = append(body, jen.Var().Id("v").Add(g.valueType(t)))
		body = append(body, g.readInto(jen.Id("v"), v, m, false, name)...)
	case m == plain && isConstant(v):
		body = append(body, g.expect(v, name), jen.Id("v").Op(":=").Add(g.typedConstant(v, name)))
	case m == plain:
		body = append(body, jen.Id("v").Op(":=").Add(g.readCall(v, name)))
	default:
		body = append(body, jen.Var().Id("v").Add(g.valueType(t)))
		body = append(body, g.readInto(jen.Id("v"), v, m, false, name)...)
	}
	body = append(body, jen.Return(g.envelope("Result").Call(jen.Id("v"), jen.Id("r").Dot("Finish").Call())))
	return commented(
		jen.Func().Id("Parse"+name).Params(jen.Id("data").Add(byteSlice()), optsParam()).Params(g.valueType(t), jen.Error()).Block(body...),
		"Parse"+name+" parses a JSON text. An error is a *ValidationError with all issues, or an *OptionError.")
}

// methods are those of a declared type that is no interface.
func (g *generator) methods(t *ir.Type) []jen.Code {
	name := g.names.Type(t)
	value := jen.Id("v").Id(name)
	method := func(receiver jen.Code, method string, params []jen.Code, results []jen.Code, doc string, body ...jen.Code) jen.Code {
		return commented(jen.Func().Params(receiver).Id(method).Params(params...).Params(results...).Block(body...), doc)
	}
	textAndError := []jen.Code{byteSlice(), jen.Error()}
	options := jen.Id("opts").Op("...")
	parse := jen.Id("Parse" + name)
	checked := func(text jen.Code) []jen.Code { // of a text and an error
		return []jen.Code{jen.List(jen.Id("text"), jen.Err()).Op(":=").Add(text),
			jen.Return(g.envelope("Checked").Call(jen.Id("text"), jen.Err(), parse, jen.Id("opts")))}
	}
	unchecked := jen.Id("v").Dot("EncodeUnchecked").Call(options)
	return []jen.Code{
		method(value, "Check", []jen.Code{optsParam()}, []jen.Code{jen.Index().Id("Issue")},
			"Check returns all issues of a value, those of level Should included.",
			jen.Return(g.envelope("CheckValue").Call(jen.Id("v").Dot("EncodeUnchecked"), parse, jen.Id("opts")))),
		method(value, "Validate", []jen.Code{optsParam()}, []jen.Code{jen.Error()},
			"Validate returns a *ValidationError if a value is invalid, or an *OptionError.",
			jen.List(jen.Id("_"), jen.Err()).Op(":=").Id("v").Dot("Encode").Call(options),
			jen.Return(jen.Err())),
		method(value, "Encode", []jen.Code{optsParam()}, textAndError,
			"Encode validates a value and returns its JSON text in canonical form.",
			checked(unchecked)...),
		method(value, "EncodeIndent", []jen.Code{optsParam()}, textAndError,
			"EncodeIndent is Encode with two spaces of indentation per level.",
			jen.Return(g.envelope("Indent").Call(jen.Id("v").Dot("Encode").Call(options)))),
		method(value, "EncodeUnchecked", []jen.Code{optsParam()}, textAndError,
			"EncodeUnchecked is Encode without validation. It fails for what JSON cannot represent.",
			jen.Id("w").Op(":=").New(g.envelope("Writer")),
			call("Start", jen.Nil(), jen.Id("opts")),
			g.writeValue(ir.Value{Kind: ir.Ref{Type: t}}, jen.Id("v"), name),
			jen.Return(call("Finish"))),
		method(value, "AppendJSON", []jen.Code{jen.Id("b").Add(byteSlice()), optsParam()}, textAndError,
			"AppendJSON is like Encode, but appends to b.",
			jen.List(jen.Id("text"), jen.Err()).Op(":=").Id("v").Dot("Encode").Call(options),
			jen.Return(jen.Append(jen.Id("b"), jen.Id("text").Op("...")), jen.Err())),
		method(value, "MarshalJSON", nil, textAndError,
			"MarshalJSON is Encode for encoding/json, which may escape further characters.",
			jen.Return(jen.Id("v").Dot("Encode").Call())),
		method(jen.Id("v").Op("*").Id(name), "UnmarshalJSON", []jen.Code{jen.Id("data").Add(byteSlice())}, []jen.Code{jen.Error()},
			"UnmarshalJSON is Parse"+name+" for encoding/json.",
			g.unmarshal(t)...),
	}
}

func (g *generator) unmarshal(t *ir.Type) []jen.Code {
	parsed := jen.Id("parsed")
	keep := jen.Op("*").Id("v").Op("=").Add(parsed)
	var store jen.Code
	switch {
	case isNullable(refTo(t)): // by convention, null leaves the value as it is
		store = jen.If(jen.List(jen.Id("x"), jen.Id("ok")).Op(":=").Id("parsed").Dot("Get").Call(), jen.Id("ok")).
			Block(jen.Op("*").Id("v").Op("=").Id("x"))
	case isPlainRecord(t):
		store = jen.If(jen.Err().Op("==").Nil()).Block(jen.Op("*").Id("v").Op("=").Op("*").Id("parsed"))
	default:
		store = jen.If(jen.Err().Op("==").Nil()).Block(keep)
	}
	return []jen.Code{
		jen.List(jen.Id("parsed"), jen.Err()).Op(":=").Id("Parse" + g.names.Type(t)).Call(jen.Id("data")),
		store,
		jen.Return(jen.Err()),
	}
}

// standIns are functions for values that have no methods.
func (g *generator) standIns(t *ir.Type) []jen.Code {
	name := g.names.Type(t)
	value := jen.Id("v").Add(g.valueType(t))
	call := func(function string, args ...jen.Code) *jen.Statement {
		return jen.Id(function).Call(append([]jen.Code{jen.Id("v")}, args...)...)
	}
	options := jen.Id("opts").Op("...")
	unchecked := "Encode" + name + "Unchecked"
	encode := jen.Func().Params(optsParam()).Params(byteSlice(), jen.Error()).Block(jen.Return(call(unchecked, options)))
	textAndError := []jen.Code{byteSlice(), jen.Error()}
	var write jen.Code
	if modeOf(refTo(t), true) == plain {
		write = g.writeValue(refTo(t), jen.Id("v"), name)
	} else {
		write = jen.If(jen.List(jen.Id("x"), jen.Id("ok")).Op(":=").Id("v").Dot("Get").Call(), jen.Id("ok")).
			Block(g.writeValue(refTo(t), jen.Id("x"), name)).Else().Block(jen.Id("w").Dot("Null").Call())
	}
	return []jen.Code{
		commented(jen.Func().Id("Check"+name).Params(value, optsParam()).Index().Id("Issue").Block(
			jen.Id("encode").Op(":=").Add(encode),
			jen.Return(g.envelope("CheckValue").Call(jen.Id("encode"), jen.Id("Parse"+name), jen.Id("opts")))),
			"Check"+name+" returns all issues of a value, those of level Should included."),
		commented(jen.Func().Id("Validate"+name).Params(value.Clone(), optsParam()).Error().Block(
			jen.List(jen.Id("_"), jen.Err()).Op(":=").Add(call("Encode"+name, options)),
			jen.Return(jen.Err())),
			"Validate"+name+" returns a *ValidationError if a value is invalid, or an *OptionError."),
		commented(jen.Func().Id("Encode"+name).Params(value.Clone(), optsParam()).Params(textAndError...).Block(
			jen.List(jen.Id("text"), jen.Err()).Op(":=").Add(call(unchecked, options)),
			jen.Return(g.envelope("Checked").Call(jen.Id("text"), jen.Err(), jen.Id("Parse"+name), jen.Id("opts")))),
			"Encode"+name+" validates a value and returns its JSON text in canonical form."),
		commented(jen.Func().Id(unchecked).Params(value.Clone(), optsParam()).Params(textAndError...).Block(
			jen.Id("w").Op(":=").New(g.envelope("Writer")),
			jen.Id("w").Dot("Start").Call(jen.Nil(), jen.Id("opts")),
			write,
			jen.Return(jen.Id("w").Dot("Finish").Call())),
			unchecked+" is Encode"+name+" without validation."),
	}
}
