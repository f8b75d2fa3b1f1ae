package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// functions are what a user calls: for each type a parse function, and methods to check and write. Functions stand in
// where there is nothing to have a method: aliases of Go's own types, interfaces, and types that accept null. All of them are calls of
// generic functions of package wire; DecodeFrom and EncodeTo, which stand in other files, do the work.
func (g *generator) functions(add func(...jen.Code)) {
	g.sharedVariables(add)
	for _, t := range g.protocol.Types {
		add(g.parse(t))
		if g.hasMethods(t) {
			add(g.methods(t)...)
		}
		if g.lacksMethods(t) {
			add(g.standIns(t)...)
		}
		if g.needsForm(t) {
			add(g.form(t))
		}
	}
	add(g.codecs()...)
}

// hasMethods reports whether a type has DecodeFrom and EncodeTo, and the methods that users call.
func (g *generator) hasMethods(t *ir.Type) bool {
	return g.isDeclared(t) && !isInterface(t.Value.Kind)
}

// lacksMethods reports whether there are values of t that have no methods.
func (g *generator) lacksMethods(t *ir.Type) bool {
	_, isChoice := resolve(refTo(t)).Kind.(*ir.Choice)
	return isChoice || g.owner(refTo(t)) == nil || isNullable(refTo(t))
}

// needsForm reports whether the values of t are not simply those of a type with methods.
func (g *generator) needsForm(t *ir.Type) bool {
	whole, _ := g.guards(refTo(t))
	return isNullable(refTo(t)) || g.decoded(refTo(t)) == nil || whole != nil
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

func textAndError() *jen.Statement { return jen.Params(byteSlice(), jen.Error()) }

// shared is the variable that holds what the types of the package share.
func (g *generator) shared(t *ir.Type) *jen.Statement {
	if g.protocol.AcceptsSpeaksOf(t) {
		return jen.Id(messageVariable)
	}
	return jen.Id(protocolVariable)
}

// The variables that hold what types of the package share.
const (
	protocolVariable = "protocol"
	messageVariable  = "message" // for what accepts speaks of
)

// sharedVariables declares them.
func (g *generator) sharedVariables(add func(...jen.Code)) {
	var fields []jen.Code
	if g.params != "" {
		fields = []jen.Code{keyed("Params", jen.Id(g.params))}
	}
	if len(g.protocol.Numbers) > 0 {
		fields = append(fields, keyed("Numbers", jen.Id(numbersVariable)))
	}
	if g.hasNumbersFunction() {
		fields = append(fields, keyed("Root", jen.Id(numbersFunction)))
	}
	declare := func(name, doc string, fields ...jen.Code) {
		add(commented(jen.Var().Id(name).Op("=").Op("&").Add(g.wire("Protocol")).Values(fields...), doc))
	}
	speaksOf := g.protocol.AcceptsSpeaksOf
	if slices.ContainsFunc(g.protocol.Types, func(t *ir.Type) bool { return !speaksOf(t) }) {
		declare(protocolVariable, protocolVariable+" holds the tables that all types share.", fields...)
	}
	if slices.ContainsFunc(g.protocol.Types, speaksOf) {
		declare(messageVariable, messageVariable+" holds the tables that messages share.", append(fields, keyed("Accepts", jen.Id("accepts")))...)
	}
}

func (g *generator) parse(t *ir.Type) jen.Code {
	name := g.names.Type(t)
	data, opts := jen.Id("data"), jen.Id("opts")
	var call *jen.Statement
	switch {
	case g.needsForm(t):
		call = jen.Id(g.formName(t)).Dot("Decode").Call(data, opts)
	case isPlainRecord(t):
		call = g.wire("Decode").Types(jen.Id(name)).Call(data, g.shared(t), opts)
	default:
		call = g.wire("DecodeValue").Types(jen.Id(name)).Call(data, g.shared(t), opts)
	}
	return commented(
		jen.Func().Id("Parse"+name).Params(jen.Id("data").Add(byteSlice()), optsParam()).Params(g.valueType(t), jen.Error()).Block(jen.Return(call)),
		"Parse"+name+" parses a JSON text. An error is a *ValidationError with all issues, or an *OptionError.")
}

// oneLiner is a function that stands on one line, unless gofmt finds it too long.
func oneLiner(head *jen.Statement, result jen.Code, doc string) jen.Code {
	return commented(head.Add(inBraces(jen.Return(result))), doc)
}

// methods are those that users call.
func (g *generator) methods(t *ir.Type) []jen.Code {
	name := g.names.Type(t)
	v, opts, shared := jen.Id("v"), jen.Id("opts"), g.shared(t)
	value, pointer := jen.Id("v").Id(name), jen.Id("v").Op("*").Id(name)
	receiver := pointer // a struct is not copied
	if !isRecord(t.Value.Kind) {
		receiver, v = value, jen.Op("&").Id("v")
	}
	method := func(receiver *jen.Statement, name string, params ...jen.Code) *jen.Statement {
		return jen.Func().Params(receiver.Clone()).Id(name).Params(params...)
	}
	code := []jen.Code{
		oneLiner(method(receiver, "Check", optsParam()).Index().Id("Issue"), g.wire("Check").Call(v, shared, opts),
			"Check returns all issues of v, those of level Should included."),
		oneLiner(method(receiver, "Validate", optsParam()).Error(), g.wire("Validate").Call(v, shared, opts),
			"Validate returns the error of Encode."),
		oneLiner(method(receiver, "Encode", optsParam()).Add(textAndError()), g.wire("Encode").Call(v, shared, opts),
			"Encode validates v and returns its JSON text in canonical form."),
	}
	if isRecord(t.Value.Kind) {
		code = append(code,
			oneLiner(method(receiver, "EncodeUnchecked", optsParam()).Add(textAndError()), g.wire("EncodeUnchecked").Call(v, opts),
				"EncodeUnchecked is Encode without validation. It fails for a value that JSON cannot represent."),
			oneLiner(method(receiver, "AppendJSON", jen.Id("b").Add(byteSlice()), optsParam()).Add(textAndError()), g.wire("Append").Call(jen.Id("b"), v, shared, opts),
				"AppendJSON is Encode that appends to b. With an error it returns b as it is."))
	}
	return append(code,
		oneLiner(method(value, "MarshalJSON").Add(textAndError()), g.wire("Encode").Call(jen.Op("&").Id("v"), shared, jen.Nil()),
			"MarshalJSON is Encode for encoding/json."),
		oneLiner(method(pointer, "UnmarshalJSON", jen.Id("data").Add(byteSlice())).Error(), g.wire("Unmarshal").Call(jen.Id("data"), jen.Id("v"), shared),
			"UnmarshalJSON is Parse"+name+" for encoding/json. null leaves v as it is."))
}

// standIns are functions for values that have no methods.
func (g *generator) standIns(t *ir.Type) []jen.Code {
	name := g.names.Type(t)
	function := func(name string) *jen.Statement {
		return jen.Func().Id(name).Params(jen.Id("v").Add(g.valueType(t)), optsParam())
	}
	call := func(method string) jen.Code {
		return jen.Id(g.formName(t)).Dot(method).Call(jen.Id("v"), jen.Id("opts"))
	}
	return []jen.Code{
		oneLiner(function("Check"+name).Index().Id("Issue"), call("Check"), "Check"+name+" returns all issues of v, those of level Should included."),
		oneLiner(function("Validate"+name).Error(), call("Validate"), "Validate"+name+" returns the error of Encode"+name+"."),
		oneLiner(function("Encode"+name).Add(textAndError()), call("Encode"), "Encode"+name+" validates v and returns its JSON text in canonical form."),
		oneLiner(function("Encode"+name+"Unchecked").Add(textAndError()), call("EncodeUnchecked"), "Encode"+name+"Unchecked is Encode"+name+" without validation."),
	}
}

// formName is the variable that holds how the values of t are read and written.
func (g *generator) formName(t *ir.Type) string { return g.forms[t] }

// form declares it.
func (g *generator) form(t *ir.Type) jen.Code {
	typ := g.valueType(t)
	fields := []jen.Code{keyed("Protocol", g.shared(t)), keyed("Read", g.formReader(t)), keyed("Write", g.formWriter(t))}
	if t.Numbers != nil {
		fields = append(fields, keyed("Numbers", jen.Lit(int(plan.Place(t.Numbers)))))
	}
	return jen.Var().Id(g.formName(t)).Op("=").Add(g.wire("Form")).Types(typ).Add(onePerLine(fields))
}

// formReader is a function that reads any value of t.
func (g *generator) formReader(t *ir.Type) jen.Code {
	v, name := refTo(t), g.names.Type(t)
	m := modeOf(v, true)
	whole, _ := g.guards(v)
	owner := g.owner(v)
	_, isAny := resolve(v).Kind.(ir.Any)
	switch {
	case m == plain && whole == nil && owner != nil && isInterface(owner.Value.Kind):
		return g.readFunc(owner)
	case m == plain && whole == nil && isAny:
		return jen.Parens(jen.Op("*").Add(g.wire("Reader"))).Dot("Raw")
	case m == plain && whole == nil && !isConstant(v):
		return jen.Id(g.reader(v, name))
	}
	body := g.readInto(jen.Id("v"), v, m, false, name)
	if isPlainRecord(t) {
		body = []jen.Code{jen.Id("v").Op("=").New(jen.Id(name)), g.ifValid(whole, decode(jen.Id("v")))}
	}
	return jen.Func().Params(g.readerParam()).Params(jen.Id("v").Add(g.valueType(t))).Block(append(body, jen.Return(jen.Id("v")))...)
}

// formWriter is a function that writes any value of t.
func (g *generator) formWriter(t *ir.Type) jen.Code {
	v, w := refTo(t), jen.Id("w")
	if owner := g.owner(v); owner != nil && owner.Of == nil && isInterface(owner.Value.Kind) && modeOf(v, true) == plain && !g.isGuarded(v) {
		return g.interfaceWriter(owner)
	}
	write := []jen.Code{g.writeItem(w, v, jen.Id("v"), g.names.Type(t))}
	if isPlainRecord(t) {
		write = []jen.Code{unlessNil(jen.Id("v"), write[0])}
	}
	if g.isGuarded(v) {
		write = append(write, doubt())
	}
	return jen.Func().Params(g.writerParam(), jen.Id("v").Add(g.valueType(t))).Block(write...)
}
