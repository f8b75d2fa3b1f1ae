package golang

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
)

// static returns the statements that fill in the draft independently of the message.
func (p *builderPrinter) static() (code []guarded) {
	g := p.g
	for _, way := range p.b.Drops {
		if isKnown(p.b.Draft, way) {
			to := p.place(way)
			code = append(code, to.in("wire.", dropOf(way), "(&", to.at, ")"))
		}
	}
	for _, f := range p.b.Fills {
		last := f.At[len(f.At)-1]
		if _, is := f.With.(ir.FillComputed); is || !isStored(last) {
			continue
		}
		to := p.place(f.At)
		if c, is := f.With.(ir.FillConstant); is && c.Literal.Kind == ir.NullLiteral {
			if null := to.null(); null != "" {
				code = append(code, to.in(null))
			}
			continue
		} else if is && to.mode == optional {
			code = append(code, to.orElse(g, g.filledConstant(c.Literal, last.Value, c.Literal.Kind == ir.NumberLiteral || g.scalarType(last.Value) != nil)))
			continue
		}
		if _, is := f.With.(ir.FillElapsed); is {
			set := to.set(g, g.converted(jen.Id("elapsed"), ir.Value{Kind: ir.Integer{}}, last.Value))
			code = append(code, to.in("if elapsed, ok := f.Elapsed(); ok && ", to.absent(), " {\n", set, "\n}"))
			continue
		}
		code = append(code, to.in("if ", to.absent(), " {\n", to.set(g, p.source(f)), "\n}"))
	}
	return code
}

// null returns the statement that sets an absent member to null, or "" if the zero value is null.
func (to place) null() string {
	switch {
	case to.mode == optionalNullable && !to.Field.Required:
		return "wire.ElseNull(&" + to.at + ")"
	case to.mode == optional && (isAny(to.Field.Value) || isNull(to.Field.Value)):
		return "if " + to.absent() + " {\n" + to.at + ".Fill()\n}"
	}
	return ""
}

// isFilled reports whether a required member always has a value, or its computation records its absence.
func (p *builderPrinter) isFilled(way []*ir.Field) bool {
	return slices.ContainsFunc(p.b.Fills, func(f *ir.Fill) bool {
		_, isElapsed := f.With.(ir.FillElapsed)
		return !isElapsed && slices.Equal(f.At, way)
	})
}

func dropOf(way []*ir.Field) string {
	if f := way[len(way)-1]; modeOf(f.Value, f.Required) == optionalNullable {
		return "DropEmptyOrNull"
	}
	return "DropEmpty"
}

// computed returns the statements that compute required members of the message and the members before them. It also returns the function
// that computes the other members, or nil. Only the draft distinguishes absent required members, so the function needs no draft.
func (p *builderPrinter) computed() (inside []any, fill jen.Code) {
	g := p.g
	for _, way := range p.b.Drops {
		if !isKnown(p.b.Draft, way) {
			around, enter := p.around(way)
			inside = append(inside, enter(g.wire(dropOf(way)).Call(jen.Op("&").Add(around()).Dot(g.names.Field(way[len(way)-1])))), "\n")
		}
	}
	var all []guarded
	var others []any
	required := false
	for _, f := range p.b.Fills {
		with, is := f.With.(ir.FillComputed)
		switch {
		case !is:
		case f.Branches != nil:
			code := g.lines(p.filledInside(f))
			all, others = append(all, guarded{code: []any{code}}), append(others, code)
		case f.At[len(f.At)-1].Required:
			required, all = true, append(all, p.computedRequired(f, with))
		default:
			code := p.computedOptional(f)
			all, others = append(all, guarded{code: []any{code}}), append(others, code, "\n")
		}
	}
	if required {
		inside = append(inside, blocks(all)...)
		if len(p.b.Stores) == 0 {
			others = nil
		}
	}
	if others == nil {
		return inside, jen.Nil()
	}
	return inside, p.step("fill", "computes absent members of "+withArticle(g.names.Type(p.b.Makes))+".", "fills", others)
}

// lines returns statements, one on each line.
func (g *generator) lines(code []jen.Code) jen.Code {
	return jen.Custom(jen.Options{Separator: "\n", Close: "\n"}, code...)
}

// pointed makes a pointer, or nil, of the place of a record that may be absent.
func (g *generator) pointed(place *jen.Statement, of *ir.Type, f *ir.Field) *jen.Statement {
	if g.cycles.byPointer(of, f.Value) {
		return place.Dot("Or").Call(jen.Nil())
	}
	return place.Dot("Ptr").Call()
}

// computedRequired computes a required member that is absent in the draft.
func (p *builderPrinter) computedRequired(fill *ir.Fill, with ir.FillComputed) guarded {
	g, f := p.g, fill.At[len(fill.At)-1]
	to := p.place(fill.At)
	when, value := p.computation(with, fill.At)
	at, of := jen.Id("v"), p.b.Makes
	for _, f := range fill.At[:len(fill.At)-1] {
		if at.Dot(g.names.Field(f)); modeOf(f.Value, f.Required) != plain {
			g.pointed(at, of, f)
		}
		of = recordOf(f.Value)
	}
	at.Dot(g.names.Field(f))
	set := assign(at, modeOf(f.Value, f.Required), value)
	if when == nil {
		return to.in("if ", to.absent(), " {\n", set, "\n}")
	}
	var way []any
	for _, f := range fill.At {
		way = append(way, ", ", jen.Lit(f.Name))
	}
	code := []any{"if ", to.absent(), " {\nif ", when, " {\n", set, "\n} else {\nf.Lacks(true"}
	return to.in(append(append(code, way...), ")\n}\n}")...)
}

// computedOptional computes an optional member that is absent in the message.
func (p *builderPrinter) computedOptional(fill *ir.Fill) jen.Code {
	around, enter := p.around(fill.At)
	return enter(p.filledAt(fill, func() *jen.Statement { return around().Dot(p.g.names.Field(fill.At[len(fill.At)-1])) }))
}

// step returns a function that modifies a message. Builders of a message with equal tables share it.
func (p *builderPrinter) step(verb, about, field string, body []any) jen.Code {
	g := p.g
	key := verb + " " + g.names.Type(p.b.Makes) + " " + plan.Dump(p.row.Field(field))
	return jen.Id(g.helper(p.fills, key, []string{verb + p.name}, func(name string) jen.Code {
		parts := []any{"func ", name, "(f *wire.Filler, v ", p.pointer(), ") {\n"}
		return commented(g.p(append(append(parts, body...), "}\n")...), name+" "+about)
	}))
}

// filledInside fills in a member of an object that the caller sets as a whole: one of several records. The builder copies the object first.
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

// filledAt computes an absent member. place returns a new statement for each call, because calls append to it.
func (p *builderPrinter) filledAt(fill *ir.Fill, place func() *jen.Statement) jen.Code {
	f := fill.At[len(fill.At)-1]
	when, value := p.computation(fill.With.(ir.FillComputed), fill.At)
	condition := jen.Op("!").Add(place()).Dot("Has").Call()
	if when != nil {
		condition.Op("&&").Add(when)
	}
	return jen.If(condition).Block(assign(place(), modeOf(f.Value, f.Required), value))
}

// source returns a value that does not depend on the message.
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
	panic(fmt.Sprintf("golang: unhandled source of a value %T", fill.With))
}

func filler(method string) *jen.Statement { return jen.Id("f").Dot(method).Call() }

// filledConstant returns a scalar with the type of a member; typed adds a conversion, for locations that do not determine the type.
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

// valueOfKind returns a value whose stored type is that of expressions.
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

// computation returns the value that is computed from the message, and the condition for filling it in, or nil.
func (p *builderPrinter) computation(with ir.FillComputed, way []*ir.Field) (when, value *jen.Statement) {
	f := way[len(way)-1]
	place := strings.TrimPrefix(wayText(way), ".")
	what := p.name + p.g.names.Words(strings.ReplaceAll(place, ".", " "))
	if with.When != nil {
		when = p.program(with.When, nil, what+"When", "reports whether "+place+" is filled in.", ir.ExprType{Kind: ir.BoolExpr})
	}
	value = p.program(with.Value, with.When, what, "computes "+place+".", with.Type)
	if list, is := resolve(f.Value).Kind.(ir.Array); is && with.Type.Kind == ir.ListExpr {
		return when, p.g.listOf(value, *list.Items)
	}
	return when, p.g.converted(value, valueOfKind(with.Type), f.Value)
}

// listOf converts a list of strings to one with items of another type.
func (g *generator) listOf(list *jen.Statement, items ir.Value) *jen.Statement {
	text := valueOfKind(ir.ExprType{Kind: ir.StringExpr})
	if g.typeKey(items) == g.typeKey(text) && modeOf(items, true) == plain {
		return list
	}
	item := g.converted(jen.Id("text"), text, items)
	if holder := holders[modeOf(items, true)]; holder.of != "" {
		item = g.own(holder.of).Call(item)
	}
	each := jen.Func().Params(jen.Id("text").String()).Add(g.placeType(items, true, false)).Block(jen.Return(item))
	return g.wire("ComputedList").Call(list, each)
}

// more returns the arguments of a program after the message.
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

// shortProgram is the maximum length of an inline expression.
const shortProgram = 60

// program returns the code that computes a value from the message: a short expression inline, any other one as the call of a function.
// The program of a value may rely on the condition of the value.
func (p *builderPrinter) program(of, when *ir.Predicate, what, about string, typ ir.ExprType) *jen.Statement {
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
	if when != nil {
		key += " when " + when.Text
	}
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
