package golang

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// writers declares the functions that write: one for each declared type, and those in use for other values.
func (g *generator) writers(add func(...jen.Code)) {
	for _, t := range g.protocol.Types {
		if k, ok := t.Value.Kind.(*ir.Record); ok {
			add(g.recordWriter(t, k))
		} else if g.hasMethods(t) {
			add(g.encoder(t, g.valueWriter(t)...))
		}
	}
	add(g.writing.code...)
}

func (g *generator) writerParam() jen.Code { return jen.Id("w").Op("*").Add(g.wire("Writer")) }

// call calls a method of a Writer.
func call(w *jen.Statement, method string, args ...jen.Code) *jen.Statement {
	return w.Clone().Dot(method).Call(args...)
}

// toMember begins a declared member and returns the Writer for its value.
func toMember(name string) *jen.Statement {
	literal := jen.Code(jen.Lit(name))
	if !isPlainName(name) {
		quoted := jsonString(name)
		literal = textLiteral(quoted[1 : len(quoted)-1])
	}
	return call(jen.Id("w"), "Member", literal)
}

// toEntry begins a member of any name.
func toEntry(name jen.Code) *jen.Statement { return call(jen.Id("w"), "Entry", name) }

// isPlainName reports whether a name needs no escapes in JSON.
func isPlainName(name string) bool {
	return !strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || c == '"' || c == '\\' })
}

// encoder returns the method that writes a value of a declared type.
func (g *generator) encoder(t *ir.Type, body ...jen.Code) jen.Code {
	receiver := jen.Id("v").Id(g.names.Type(t))
	if isRecord(t.Value.Kind) {
		receiver = jen.Id("v").Op("*").Id(g.names.Type(t))
	}
	head := jen.Func().Params(receiver).Id("EncodeTo").Params(g.writerParam())
	if len(body) == 1 {
		return head.Add(inBraces(body[0]))
	}
	return head.Block(body...)
}

func (g *generator) recordWriter(t *ir.Type, record *ir.Record) jen.Code {
	w := jen.Id("w")
	enter := call(w, "BeginObject")
	if g.isPointedAt(t) {
		enter = call(w, "BeginRecord", jen.Id("v").Op("!=").Nil())
	}
	body := []jen.Code{jen.If(jen.Op("!").Add(enter)).Block(jen.Return())}
	if g.needsReading(t, record) {
		body = append(body, recheck())
	}
	for _, f := range record.Fields {
		body = append(body, g.writeField(t, f))
		if f.Secret && isStored(f) {
			body = append(body, call(w, "Secret", jen.Lit(f.Name)))
		}
	}
	if !record.Closed {
		body = append(body, call(w, "Surplus", jen.Id("v").Dot("Extra"), jen.Op("&").Id(g.tables[t])))
	}
	body = append(body, call(w, "EndObject"))
	if rules := g.applyRules(t, call(w, "Rules")); rules != nil {
		body = append(body, jen.If(call(w, "Checks")).Block(rules...))
	}
	return g.encoder(t, body...)
}

// valueWriter returns the body of the method that writes a declared type other than a record.
func (g *generator) valueWriter(t *ir.Type) []jen.Code {
	v, w, owner := refTo(t), jen.Id("w"), g.names.Type(t)
	flat := resolve(v)
	var body []jen.Code
	if t.Value.Evaluated() != nil {
		body = append(body, recheck())
	}
	switch k := flat.Kind.(type) {
	case ir.Array:
		return append(body, jen.Id(g.arrayWriter(v, k, owner)).Call(w, jen.Id("v")))
	case ir.Map:
		return append(body, jen.Id(g.mapWriter(v, k, owner)).Call(w, jen.Id("v")))
	}
	return append(body, g.writeChecked(flat, "v", owner)...)
}

// bare converts a value of a named type to the predeclared type.
func (g *generator) bare(k ir.Kind, x *jen.Statement) *jen.Statement {
	if !isScalarKind(k) {
		return x
	}
	return g.goType(ir.Value{Kind: k}).Call(x)
}

// isPointedAt reports whether values of a record are referred to by pointers, which may be nil.
func (g *generator) isPointedAt(t *ir.Type) bool {
	return g.cycles.records[t] != 0 || len(g.unions[t]) > 0
}

func (g *generator) writeField(t *ir.Type, f *ir.Field) jen.Code {
	owner := g.names.Type(t) + g.names.Field(f)
	member := toMember(f.Name)
	if !isStored(f) {
		if text := constantText(f); text != "" {
			return jen.Id("w").Dot("Constant").Call(textLiteral(text))
		}
		return g.writeConstant(member, f.Value)
	}
	place := jen.Id("v").Dot(g.names.Field(f))
	m := modeOf(f.Value, f.Required)
	if f.Required {
		return g.writeItem(member, f.Value, place, owner)
	}
	if m == optional && isPlainName(f.Name) && !g.cycles.byPointer(t, f.Value) {
		if write := g.writeOptional(f, place, owner); write != nil {
			return write
		}
	}
	got := "x"
	if isNull(f.Value) {
		got = "_" // its presence determines its value
	}
	get := jen.List(jen.Id(got), jen.Id("ok")).Op(":=").Add(place.Clone()).Dot("Get").Call()
	present := jen.If(get, jen.Id("ok")).Block(g.writeValue(member, f.Value, jen.Id("x"), owner))
	if m == optional {
		return present
	}
	return present.Else().If(place.Clone().Dot("IsNull").Call()).Block(call(member, "Null"))
}

// writeValue returns the statement that writes the value x, except null, to w. If x is a record, it is addressable or a pointer.
func (g *generator) writeValue(w *jen.Statement, v ir.Value, x *jen.Statement, owner string) jen.Code {
	flat := resolve(v)
	switch k := flat.Kind.(type) {
	case ir.Boolean, ir.Integer, ir.Number, ir.String, *ir.Enum:
		switch {
		case !g.hasChecks(v):
			if g.owner(v) != nil {
				x = g.bare(flat.Kind, x)
			}
			return g.writePlain(w, flat, x, owner)
		case g.hasOwnChecks(v):
			return encode(x, w)
		}
		return jen.Id(g.scalarWriter(v, owner)).Call(w, x)
	case ir.Const:
		return jen.Id(g.constantWriter(v, k, owner)).Call(w, x)
	case *ir.Record:
		return encode(x, w)
	case *ir.Union, *ir.Choice:
		return g.writeInterface(w, g.owner(v), x)
	case ir.Array:
		if g.owner(v) != nil {
			return encode(x, w)
		}
		if items := g.writeItems(w, v, x, owner); items != nil {
			return items
		}
		return jen.Id(g.arrayWriter(v, k, owner)).Call(w, x)
	case ir.Map:
		if g.owner(v) != nil {
			return encode(x, w)
		}
		return jen.Id(g.mapWriter(v, k, owner)).Call(w, x)
	}
	return g.writePlain(w, flat, x, owner)
}

// hasOwnChecks reports whether the method of its type checks v.
func (g *generator) hasOwnChecks(v ir.Value) bool {
	t := g.owner(v)
	return t != nil && conditionsKey(resolve(v).Checks) == conditionsKey(resolve(refTo(t)).Checks)
}

// writePlain returns the statement that writes a value of a predeclared type to w without checks.
func (g *generator) writePlain(w *jen.Statement, flat ir.Value, x *jen.Statement, owner string) jen.Code {
	switch k := flat.Kind.(type) {
	case ir.Any:
		return call(w, "Raw", x)
	case ir.Null:
		return call(w, "Null")
	case ir.Boolean:
		return call(w, "Boolean", x)
	case ir.Number:
		return call(w, "Number", x)
	case ir.String:
		return call(w, "String", x)
	case ir.Object:
		return call(w, "Object", x)
	case *ir.Enum:
		method := "Word"
		if k.Open {
			method = "String"
		}
		return call(w, method, jen.String().Call(x))
	case ir.Integer:
		switch {
		case k.Width != ir.Safe:
			return call(w, integerMethod(k), x)
		case k.Range == safeRange:
			return call(w, "SafeInteger", x)
		}
		return jen.Id(g.integerWriter(k.Range, owner)).Call(w, x)
	}
	panic(fmt.Sprintf("golang: unhandled kind %T", flat.Kind))
}

// writeItems returns the call that writes an array in which only items are checked, each by its own method or function, or nil.
func (g *generator) writeItems(w *jen.Statement, v ir.Value, x *jen.Statement, owner string) jen.Code {
	item := *resolve(v).Kind.(ir.Array).Items
	if needsRecheck(v) || modeOf(item, true) != plain || isConstant(item) || g.isGuarded(item) {
		return nil
	}
	t := g.owner(item)
	if t != nil && isInterface(t.Value.Kind) {
		return g.wire("WriteItemsOf").Call(w, x, g.interfaceWriter(t))
	}
	if t != nil && (!isScalarLike(item) || !g.hasChecks(item) || g.hasOwnChecks(item)) {
		return g.wire("WriteItems").Call(w, x)
	}
	write := g.scalarFunc(item, owner+"Item")
	if write == nil {
		return nil
	}
	return g.wire("WriteItemsOf").Call(w, x, write)
}

// isScalarLike reports whether v has a predeclared type, or the type of a vocabulary.
func isScalarLike(v ir.Value) bool {
	k := resolve(v).Kind
	return isScalarKind(k) || isEnum(k)
}

// scalarFunc returns the function or method expression that writes a value without its own method, or nil if one function is not
// sufficient.
func (g *generator) scalarFunc(v ir.Value, owner string) *jen.Statement {
	if isScalarLike(v) && g.hasChecks(v) {
		return jen.Id(g.scalarWriter(v, owner))
	}
	var method string
	switch k := resolve(v).Kind.(type) {
	case ir.Any:
		method = "Raw"
	case ir.Boolean:
		method = "Boolean"
	case ir.Number:
		method = "Number"
	case ir.String:
		method = "String"
	case ir.Object:
		method = "Object"
	case ir.Integer:
		switch {
		case k.Width != ir.Safe:
			method = integerMethod(k)
		case k.Range == safeRange:
			method = "SafeInteger"
		default:
			return nil
		}
	default:
		return nil
	}
	return jen.Parens(jen.Op("*").Add(g.wire("Writer"))).Dot(method)
}

// safeRange is the failure of integers beyond the range of doubles in every spec.
var safeRange = ir.Failure{Rule: "integer-range", Message: "must be between -9007199254740991 and 9007199254740991"}

// writeOptional returns the call that writes a member that may be absent, or nil if one call is not sufficient.
func (g *generator) writeOptional(f *ir.Field, place *jen.Statement, owner string) jen.Code {
	write := func(function string, args ...jen.Code) jen.Code {
		return g.wire(function).Call(append([]jen.Code{jen.Id("w"), jen.Lit(f.Name)}, args...)...)
	}
	if isScalarLike(f.Value) && g.hasChecks(f.Value) {
		if g.hasOwnChecks(f.Value) {
			return write("OptValue", jen.Op("&").Add(place))
		}
		return write("OptValueOf", place, jen.Id(g.scalarWriter(f.Value, owner)))
	}
	switch k := resolve(f.Value).Kind.(type) {
	case ir.String, *ir.Enum:
		return write("OptString", place)
	case ir.Boolean:
		return write("OptBoolean", place)
	case ir.Number:
		return write("OptNumber", place)
	case ir.Integer:
		if k.Width == ir.Safe && k.Range == safeRange {
			return write("OptInteger", place)
		}
	case *ir.Record:
		return write("OptValue", jen.Op("&").Add(place))
	case ir.Object:
		return write("OptObject", place)
	case ir.Map:
		if g.owner(f.Value) == nil {
			return write("OptValueOf", place, jen.Id(g.mapWriter(f.Value, k, owner)))
		}
	case *ir.Union, *ir.Choice:
		return write("OptValueOf", place, g.interfaceWriter(g.owner(f.Value)))
	}
	return nil
}

// encode returns the call that writes a value of a declared type.
func encode(x, w *jen.Statement) *jen.Statement { return x.Clone().Dot("EncodeTo").Call(w) }

// writeInterface writes a union or choice.
func (g *generator) writeInterface(w *jen.Statement, t *ir.Type, x *jen.Statement) jen.Code {
	return g.interfaceWriter(t).Call(w, x)
}

// interfaceWriter returns the function that writes a union or choice.
func (g *generator) interfaceWriter(t *ir.Type) *jen.Statement {
	switch k := t.Value.Kind.(type) {
	case *ir.Choice:
		if !g.isForeign(t) {
			return jen.Id(g.choiceWriter(t, k))
		}
	case *ir.Union:
		if !g.isForeign(t) {
			return jen.Id(g.unionWriter(t))
		}
	}
	return g.part(t, "", "Encode")
}

// unlessNil writes the target of a pointer if the pointer is not nil.
func unlessNil(pointer *jen.Statement, write jen.Code) jen.Code {
	return jen.If(pointer.Clone().Op("==").Nil()).Block(call(jen.Id("w"), "Missing")).Else().Block(write)
}
