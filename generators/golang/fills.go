package golang

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
)

// fill is the function that fills in what a builder's caller has left out, or nil.
func (p *builderPrinter) fill() jen.Code {
	g := p.g
	body := append(p.beginFills(), p.begin(p.b.Draft, nil)...)
	for _, way := range p.b.Drops {
		drop := "DropEmpty"
		if f := way[len(way)-1]; modeOf(f.Value, f.Required) == optionalNullable {
			drop = "DropEmptyOrNull"
		}
		body = append(body, g.wire(drop).Call(jen.Op("&").Add(g.placeOf(way))))
	}
	for _, f := range p.b.Fills {
		if f.Branches != nil {
			body = append(body, p.filledInside(f)...)
		} else if code := p.filled(f); code != nil {
			body = append(body, code)
		}
	}
	for i, c := range p.b.Copies {
		if last := c.At[len(c.At)-1]; last.Required && isStored(last) && modeOf(last.Value, true) == plain && !p.alwaysCopied(i) && !demands(p.b.Draft, c.At) {
			body = append(body, jen.If(g.isAbsent(g.placeOf(c.At), last)).Block(missing(c.At)))
		}
	}
	if body == nil {
		return jen.Nil()
	}
	return p.step("fill", "fills in absent members of "+withArticle(g.names.Type(p.b.Makes))+".", body)
}

// step is a function that does something with a message. Builders that do the same share it.
func (p *builderPrinter) step(verb, about string, body []jen.Code) jen.Code {
	g := p.g
	text := jen.Block(body...).GoString()
	return jen.Id(g.helper(p.fills, g.names.Type(p.b.Makes)+text, []string{verb + p.name}, func(name string) jen.Code {
		filler := "_"
		if strings.Contains(text, "f.") || strings.Contains(text, "(f, ") {
			filler = "f"
		}
		params := []jen.Code{jen.Id(filler).Op("*").Add(g.wire("Filler")), jen.Id("v").Add(p.pointer())}
		if verb == "fill" {
			was := "_"
			if strings.Contains(text, "was") {
				was = "was"
			}
			params = []jen.Code{params[0], jen.List(jen.Id("v"), jen.Id(was)).Add(p.pointer())}
		}
		return commented(jen.Func().Id(name).Params(params...).Block(body...), name+" "+about)
	}))
}

// preset puts what is true unless a caller says otherwise into the literal: behind the caller, nobody could tell false from left out.
func (p *builderPrinter) preset(literal *part) {
	for _, fill := range p.b.Fills {
		c, is := fill.With.(ir.FillConstant)
		last := fill.At[len(fill.At)-1]
		if !is || p.isOptional(fill.At) || c.Literal.Kind != ir.BoolLiteral || !isStored(last) || modeOf(last.Value, last.Required) != plain {
			continue
		}
		if _, isBool := resolve(last.Value).Kind.(ir.Boolean); !isBool {
			continue
		}
		if at := literal.within(p.g, fill.At[:len(fill.At)-1]); at != nil {
			p.begun[fill] = true
			if c.Literal.Bool {
				at.parts = append(at.parts, &part{field: last, value: jen.True()})
			}
		}
	}
}

// missing notes that a required member is left out, which its field does not tell.
func missing(way []*ir.Field) jen.Code {
	var names []jen.Code
	for _, f := range way {
		names = append(names, jen.Lit(f.Name))
	}
	return jen.Id("f").Dot("Missing").Call(names...)
}

// begin begins the records that the builder completes where a field holds them by pointer.
func (p *builderPrinter) begin(d *ir.Draft, way []*ir.Field) []jen.Code {
	var code []jen.Code
	for _, m := range d.Members {
		if m.Draft == nil || m.Optional {
			continue
		}
		at := append(way[:len(way):len(way)], m.Field)
		if p.g.cycles.byPointer(d.Of, m.Field.Value) {
			code = append(code, jen.If(p.g.placeOf(at).Op("==").Nil()).Block(p.g.placeOf(at).Op("=").New(p.g.goType(m.Field.Value))))
		}
		code = append(code, p.begin(m.Draft, at)...)
	}
	return code
}

// isOptional reports whether a way leads through an object that may be absent.
func (p *builderPrinter) isOptional(way []*ir.Field) bool {
	return slices.ContainsFunc(way[:len(way)-1], func(f *ir.Field) bool { return modeOf(f.Value, f.Required) != plain })
}

// filled fills one member in where it is absent, or is nil where nothing has to be done.
func (p *builderPrinter) filled(fill *ir.Fill) jen.Code {
	if !p.isOptional(fill.At) {
		return p.filledAt(fill, func() *jen.Statement { return p.g.placeOf(fill.At) })
	}
	around, enter := p.around(fill.At)
	if code := p.filledAt(fill, func() *jen.Statement { return around().Dot(p.g.names.Field(fill.At[len(fill.At)-1])) }); code != nil {
		return enter(code)
	}
	return nil
}

// filledInside fills in a member of an object that the caller gives as a whole: one of several records. The builder copies the object before.
func (p *builderPrinter) filledInside(fill *ir.Fill) (code []jen.Code) {
	g, whole := p.g, fill.Whole()
	union := fill.At[whole-1]
	for _, branch := range fill.Branches {
		around, enter := p.around(fill.At[:whole])
		place := around().Dot(g.names.Field(union))
		if modeOf(union.Value, union.Required) != plain {
			place.Dot("Ptr").Call()
		} else {
			place = jen.Op("&").Add(place)
		}
		name := p.local(unexported(g.names.Field(union)))
		own := jen.Id(name).Op(":=").Add(g.wire("OwnVariant").Types(g.typeName(branch.Of)).Call(place))
		inner, within := p.aroundFrom(branch.Of, name, branch.At[whole:])
		last := branch.At[len(branch.At)-1]
		filled := p.filledAt(&ir.Fill{At: branch.At, With: fill.With}, func() *jen.Statement { return inner().Dot(g.names.Field(last)) })
		code = append(code, enter(jen.If(own, jen.Id(name).Op("!=").Nil()).Block(within(filled))))
	}
	return code
}

// filledAt is filled for a place, a new one for each call, because calls add to it.
func (p *builderPrinter) filledAt(fill *ir.Fill, place func() *jen.Statement) jen.Code {
	g := p.g
	f := fill.At[len(fill.At)-1]
	if !isStored(f) || p.begun[fill] {
		return nil
	}
	mode := modeOf(f.Value, f.Required)
	early := p.isEarly(fill)
	if c, is := fill.With.(ir.FillConstant); is && c.Literal.Kind == ir.NullLiteral {
		_, isAny := resolve(f.Value).Kind.(ir.Any)
		switch {
		case mode == optionalNullable:
			return jen.If(g.isAbsent(place(), f)).Block(place().Dot("SetNull").Call())
		case mode == optional && (isAny || isNull(f.Value)):
			return jen.If(g.isAbsent(place(), f)).Block(place().Dot("Fill").Call())
		}
		return nil // what nobody has set is null
	}
	condition := g.isAbsent(place(), f)
	if early {
		pending := p.pending(fill)
		switch fill.With.(type) {
		case ir.FillID, ir.FillComputed, ir.FillElapsed:
			if pending != nil {
				condition = place().Op("==").Add(pending)
				break
			}
			condition = jen.Id("was").Op("!=").Nil().Op("&&").Add(place()).Op("==").Add(g.placeIn("was", fill.At))
			if p.isArgument(fill.At) {
				condition.Op("&&").Add(g.isAbsent(g.fieldsOf(g.wire("Before").Call(jen.Id("f"), jen.Id("v")), fill.At), f))
			}
		default:
			return nil // the caller's functions have seen it
		}
	}
	measured, when, value := p.found(fill)
	set := assign(place(), mode, value)
	switch {
	case when == nil:
		return jen.If(condition).Block(set)
	case f.Required:
		return jen.If(condition).Block(jen.If(measured, when).Block(set).Else().Block(p.lacks(fill, early)...))
	case measured != nil:
		return jen.If(measured, when.Op("&&").Add(condition)).Block(set)
	}
	return jen.If(condition.Op("&&").Add(when)).Block(set)
}

// set is the statement that fills a member in, whatever its value is.
func (p *builderPrinter) set(fill *ir.Fill) jen.Code {
	f := fill.At[len(fill.At)-1]
	measured, when, value := p.found(fill)
	set := assign(p.g.placeOf(fill.At), modeOf(f.Value, f.Required), value)
	if when == nil {
		return set
	}
	return jen.If(measured, when).Block(set)
}

// found is the value to fill in; the condition under which there is one, or nil; and the statement in front of the condition, or nil.
func (p *builderPrinter) found(fill *ir.Fill) (before, when, value *jen.Statement) {
	switch with := fill.With.(type) {
	case ir.FillElapsed:
		before = jen.List(jen.Id("elapsed"), jen.Id("ok")).Op(":=").Id("f").Dot("Elapsed").Call()
		return before, jen.Id("ok"), p.g.converted(jen.Id("elapsed"), ir.Value{Kind: ir.Integer{}}, fill.At[len(fill.At)-1].Value)
	case ir.FillComputed:
		when, value = p.computed(with, fill.At)
		return nil, when, value
	}
	return nil, nil, p.source(fill)
}

// source is a value that does not depend on the message.
func (p *builderPrinter) source(fill *ir.Fill) *jen.Statement {
	g, v := p.g, fill.At[len(fill.At)-1].Value
	text := ir.Value{Kind: ir.String{}}
	switch with := fill.With.(type) {
	case ir.FillConstant:
		return g.filledConstant(with.Literal, v, false)
	case ir.FillNow:
		if with.Seconds {
			return g.converted(filler("Unix"), ir.Value{Kind: ir.Integer{}}, v)
		}
		return g.converted(filler("DateTime"), text, v)
	case ir.FillID:
		if with.ULID {
			return g.converted(filler("ULID"), text, v)
		}
		return g.converted(filler("UUID"), text, v)
	case ir.FillParam:
		param := g.protocol.Params[with.Index]
		g.usedParams[param] = true
		return g.converted(jen.Id(g.paramFuncs[param]).Call(filler("Reader")), valueOfKind(param.Type), v)
	case ir.FillWord:
		return g.converted(g.filledWord(with), text, v)
	}
	panic(fmt.Sprintf("golang: unhandled filling %T", fill.With))
}

func filler(method string) *jen.Statement { return jen.Id("f").Dot(method).Call() }

// isAbsent tests whether a member is left out.
func (g *generator) isAbsent(place *jen.Statement, f *ir.Field) *jen.Statement {
	switch modeOf(f.Value, f.Required) {
	case optional, optionalNullable:
		return jen.Op("!").Add(place).Dot("Has").Call()
	case nullable:
		return place.Dot("IsNull").Call()
	}
	switch k := resolve(f.Value).Kind.(type) {
	case ir.Boolean:
		return jen.Op("!").Add(place)
	case ir.Integer, ir.Number:
		return place.Op("==").Lit(0)
	case ir.String, *ir.Enum:
		return place.Op("==").Lit("")
	case ir.Any:
		return g.wire("IsUnset").Call(place)
	case ir.Const:
		if k.Literal.Kind == ir.StringLiteral {
			return place.Op("==").Lit("")
		}
	}
	return place.Op("==").Nil()
}

// filledConstant is a scalar as a member holds it; typed, where the place does not say its type.
func (g *generator) filledConstant(l ir.Literal, v ir.Value, typed bool) *jen.Statement {
	word := jen.Add(g.wordAt(v, l.String))
	_, isAny := resolve(v).Kind.(ir.Any)
	switch {
	case isAny:
		return g.wire("Computed").Call(literalOf(l))
	case l.Kind != ir.StringLiteral:
		word = jen.Add(literalOf(l))
	case g.scalarType(v) != nil && isEnum(g.scalarType(v).Value.Kind):
		return word
	}
	if typed {
		return g.goType(v).Call(word)
	}
	return word
}

func (g *generator) filledWord(with ir.FillWord) *jen.Statement {
	args := []jen.Code{jen.Lit(with.Else)}
	for _, w := range with.Words {
		args = append(args, jen.Index(jen.Lit(2)).String().Values(jen.Lit(w.Variable), jen.Lit(w.Word)))
	}
	return jen.Id("f").Dot("Word").Call(args...)
}

// valueOfKind is a value that is held as expressions of a type are.
func valueOfKind(t ir.ExprType) ir.Value {
	switch t.Kind {
	case ir.BoolExpr:
		return ir.Value{Kind: ir.Boolean{}}
	case ir.IntExpr:
		return ir.Value{Kind: ir.Integer{}}
	case ir.DoubleExpr:
		return ir.Value{Kind: ir.Number{}}
	}
	return ir.Value{Kind: ir.String{}}
}

// computed is the value of what is computed of the message, and the condition under which that is filled in, or nil.
func (p *builderPrinter) computed(with ir.FillComputed, way []*ir.Field) (when, value *jen.Statement) {
	f := way[len(way)-1]
	place := strings.TrimPrefix(wayText(way), ".")
	what := p.name + p.g.names.Words(strings.ReplaceAll(place, ".", " "))
	if with.When != nil {
		when = p.program(with.When, what+"When", "reports whether "+place+" is filled in.", ir.ExprType{Kind: ir.BoolExpr})
	}
	typ := with.Type
	_, isAny := resolve(f.Value).Kind.(ir.Any)
	isTyped := typ.Kind == ir.ListExpr && !isAny
	if isTyped {
		typ = ir.TypeOfValue(&f.Value)
	}
	value = p.program(with.Value, what, "computes "+place+".", typ)
	if !isTyped {
		value = p.g.converted(value, valueOfKind(typ), f.Value)
	}
	return when, value
}

// more are the arguments of a program beside the message.
func (p *builderPrinter) more(printer *programPrinter) []jen.Code {
	var args []jen.Code
	if printer.ReadsNow {
		args = append(args, filler("Time"))
	}
	for _, i := range printer.ReadsParams {
		param := p.g.protocol.Params[i]
		p.g.usedParams[param] = true
		args = append(args, jen.Id(p.g.paramFuncs[param]).Call(filler("Reader")))
	}
	return args
}

// shortProgram is how long an expression may be to stand where it is needed.
const shortProgram = 60

// program is what computes something of the message: an expression if that is short, and else the call of a function.
func (p *builderPrinter) program(of *ir.Predicate, what, about string, typ ir.ExprType) *jen.Statement {
	g := p.g
	rule := &ir.Rule{Text: of.Text, Program: of.Program, Folded: of.Folded}
	printer := newProgramPrinter(g, p.b.Makes, rule, "")
	printer.outcome = &typ
	more := p.more(printer)
	printer.inline = true
	if _, isChoice := of.Program.Holds.(ir.Choose); !isChoice && !printer.ReadsNow && len(of.Program.Steps) == 0 {
		short := printer.Expr(of.Program.Holds)
		if typ.Kind != ir.ListExpr && short.Binds > print.And && len(short.Code.GoString()) < shortProgram {
			return short.Code
		}
	}
	key := what[len(p.name):] + " " + of.Text
	var v, param []jen.Code
	if printer.ReadsThis {
		key += " " + g.names.Type(p.b.Makes)
		v, param = []jen.Code{jen.Id("v")}, []jen.Code{jen.Id("v").Add(p.pointer())}
	} else {
		what = what[len(p.name):] // builders of other messages share it
	}
	name := g.helper(p.fills, key, []string{unexported(what)}, func(name string) jen.Code {
		printer := newProgramPrinter(g, p.b.Makes, rule, name)
		printer.outcome = &typ
		body, more := printer.parts()
		function := jen.Func().Id(name).Params(append(param, more...)...)
		return printer.documented(function.Add(g.computedType(typ)).Block(body...), about)
	})
	return jen.Id(name).Call(append(v, more...)...)
}
