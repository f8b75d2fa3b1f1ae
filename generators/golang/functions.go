package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// functions declares the public functions and methods: for each type a parse function, and methods to validate and write. Aliases of Go's
// own types, interfaces and types that accept null have functions instead of methods. All of them call generic functions of package wire.
// DecodeFrom and EncodeTo, in other files, do the work.
func (g *generator) functions(add func(...jen.Code)) {
	g.sharedVariables(add)
	for _, t := range g.protocol.Types {
		surface := g.surface(t)
		add(g.declare("parse", surface))
		if g.lacksMethods(t) {
			add(g.declare("functions", surface))
		}
		if g.needsForm(t) {
			add(g.form(t))
		}
	}
	add(g.declare("codecs", g.codecs()))
}

// hasMethods reports whether a type has DecodeFrom and EncodeTo, and the public methods.
func (g *generator) hasMethods(t *ir.Type) bool {
	return g.isDeclared(t) && !isInterface(t.Value.Kind)
}

// lacksMethods reports whether some values of t have no methods.
func (g *generator) lacksMethods(t *ir.Type) bool {
	_, isChoice := resolve(refTo(t)).Kind.(*ir.Choice)
	return isChoice || g.owner(refTo(t)) == nil || isNullable(refTo(t))
}

// needsForm reports whether t has other values than those of a type with methods.
func (g *generator) needsForm(t *ir.Type) bool {
	whole, _ := g.guards(refTo(t))
	return isNullable(refTo(t)) || g.decoded(refTo(t)) == nil || whole != nil
}

// isInterface reports whether Go represents the values by an interface.
func isInterface(k ir.Kind) bool {
	_, isChoice := k.(*ir.Choice)
	return isChoice || isUnion(k)
}

// isPlainRecord reports whether t is a record, or another name of a record, and never null.
func isPlainRecord(t *ir.Type) bool {
	return recordOf(refTo(t)) != nil && !isNullable(refTo(t))
}

// valueType returns the Go type of a whole text of type t.
func (g *generator) valueType(t *ir.Type) *jen.Statement {
	return g.placeType(refTo(t), true, isPlainRecord(t))
}

// shared returns the variable with the data that the types of the package share.
func (g *generator) shared(t *ir.Type) *jen.Statement {
	if g.protocol.AcceptsSpeaksOf(t) {
		return jen.Id(messageVariable)
	}
	return jen.Id(protocolVariable)
}

// The variables with the data that types of the package share.
const (
	protocolVariable = "protocol"
	messageVariable  = "message" // for types whose version is checked
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
	if slices.ContainsFunc(g.protocol.Numbers, func(n *ir.Numbers) bool { return n.Wide }) {
		fields = append(fields, keyed("Wide", jen.True()))
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

// surface returns the data of the templates for the public API.
func (g *generator) surface(t *ir.Type) map[string]any {
	name := g.names.Type(t)
	data := map[string]any{"Name": name, "Receiver": name, "V": "&v", "Value": g.mark(g.valueType(t)), "Form": g.formName(t), "Shared": g.mark(g.shared(t)),
		"IsRecord": isPlainRecord(t), "IsStruct": isRecord(t.Value.Kind), "HasMethods": g.hasMethods(t)}
	if isRecord(t.Value.Kind) { // a struct is not copied
		data["Receiver"], data["V"] = "*"+name, "v"
	}
	return data
}

// oneLiner returns a function on one line, unless gofmt finds it too long.
func oneLiner(head *jen.Statement, result jen.Code, doc string) jen.Code {
	return commented(head.Add(inBraces(jen.Return(result))), doc)
}

// formName returns the variable with the functions that read and write the values of t.
func (g *generator) formName(t *ir.Type) string { return g.forms[t] }

// form declares this variable.
func (g *generator) form(t *ir.Type) jen.Code {
	typ := g.valueType(t)
	fields := []jen.Code{keyed("Protocol", g.shared(t)), keyed("Read", g.formReader(t)), keyed("Write", g.formWriter(t))}
	if t.Numbers != nil {
		fields = append(fields, keyed("Numbers", jen.Lit(int(plan.Place(t.Numbers)))))
	}
	return jen.Var().Id(g.formName(t)).Op("=").Add(g.wire("Form")).Types(typ).Add(onePerLine(fields))
}

// formReader returns a function that reads any value of t.
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

// formWriter returns a function that writes any value of t.
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
		write = append(write, recheck())
	}
	return jen.Func().Params(g.writerParam(), jen.Id("v").Add(g.valueType(t))).Block(write...)
}
