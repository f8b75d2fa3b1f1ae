package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// A slot is what a tracker remembers of the last message of some letters: a message of the same type, with the members that are read later and no other.

// slots are the fields of an order that say what is remembered.
func (p *conversationPrinter) slots(o *ir.Order, part string) (fields []jen.Code) {
	var lines, bound []jen.Code
	for _, l := range o.Lines {
		slot := []jen.Code{keyed("Letters", numbers(l.Letters))}
		if l.Keeps != nil {
			slot = append(slot, keyed("Keep", jen.Id(p.keep(l.Keeps, part+"Last"))))
		}
		lines = append(lines, jen.Values(slot...))
	}
	for _, b := range o.Bound {
		words := part + p.g.names.Words(b.Name)
		slot := []jen.Code{keyed("Letters", numbers(b.Letters))}
		if b.When != nil {
			slot = append(slot, keyed("When", jen.Id(p.when(b, words))))
		}
		bound = append(bound, jen.Values(append(slot, keyed("Keep", jen.Id(p.keep(b.Keeps, words))))...))
	}
	if lines != nil {
		fields = append(fields, keyed("Lines", jen.Index().Add(p.g.wire("Slot")).Add(onePerLine(lines))))
	}
	if bound != nil {
		fields = append(fields, keyed("Bound", jen.Index().Add(p.g.wire("Slot")).Add(onePerLine(bound))))
	}
	return fields
}

// when is the function that says which messages are bound.
func (p *conversationPrinter) when(b *ir.Binding, words string) string {
	name := p.free(words + "When")
	var programs []ir.Program
	for _, when := range b.When {
		if when != nil {
			programs = append(programs, when.Program)
		}
	}
	reader, ahead := p.ahead(programs)
	body := p.perRecord(jen.Return(jen.False()), func(i int) []jen.Code {
		when := b.When[i]
		if when == nil {
			return nil
		}
		printer := newProgramPrinter(p.g, p.c.Records[i], &ir.Rule{ID: b.Name, Text: when.Text, Program: when.Program, Folded: when.Folded}, name)
		printer.taken["r"], printer.taken["m"] = true, true
		code, _ := printer.parts()
		return code
	})
	p.code = append(p.code, commented(
		jen.Func().Id(name).Params(jen.Id(reader).Op("*").Add(p.g.wire("Reader")), p.messageParam()).Bool().Block(append(ahead, body...)...),
		name+" reports whether a message is bound as "+b.Name+"."))
	return name
}

// keep is the function that keeps the members of a message that are read later.
func (p *conversationPrinter) keep(keeps []ir.Snapshot, words string) string {
	name := p.free(words + "Keep")
	body := p.perRecord(jen.Return(jen.Id("into"), jen.Lit(0)), func(i int) []jen.Code {
		if keeps[i] == nil {
			return nil
		}
		return p.kept(p.c.Records[i], keeps[i], name)
	})
	p.code = append(p.code, commented(
		jen.Func().Id(name).Params(jen.List(jen.Id("m"), jen.Id("into")).Add(p.g.wire("Message"))).Params(p.g.wire("Message"), jen.Int()).Block(body...),
		name+" keeps the members of a message that are read later, and returns their size."))
	return name
}

// kept keeps members of a record.
func (p *conversationPrinter) kept(t *ir.Type, snapshot ir.Snapshot, name string) []jen.Code {
	g := p.g
	kept := g.wire("Kept").Types(g.typeName(t)).Call(jen.Id("into"))
	if len(snapshot) == 0 {
		return []jen.Code{jen.Return(kept, jen.Lit(0))}
	}
	printer := newProgramPrinter(g, t, &ir.Rule{}, name)
	var code []jen.Code
	var size *jen.Statement
	sizes := 0
	for _, k := range snapshot {
		if len(k.At) == 0 {
			return []jen.Code{jen.Return(g.wire("OwnValue").Call(jen.Id("v")), printer.sizeOf(k.Value))}
		}
		if to := k.At[len(k.At)-1]; isStored(to) {
			place := within(jen.Id("kept"), g, k.At)
			code = append(code, place.Clone().Op("=").Add(p.owned(to, place, within(jen.Id("v"), g, k.At))))
		}
		if c, always := k.There.(ir.Constant); always && c.Bool {
			switch sizes++; {
			case size == nil:
				size = printer.sizeOf(k.Value)
			case sizes > 2: // on a line of its own
				size = size.Op("+").Line().Add(printer.sizeOf(k.Value))
			default:
				size = size.Op("+").Add(printer.sizeOf(k.Value))
			}
			continue
		}
		code = append(code, jen.If(printer.Code(k.There)).Block(jen.Id("size").Op("+=").Add(printer.sizeOf(k.Value))))
	}
	if size == nil {
		size = jen.Lit(0)
	}
	code = append([]jen.Code{jen.List(jen.Id("kept"), jen.Id("size")).Op(":=").List(kept, size)}, code...)
	return append(code, jen.Return(jen.Id("kept"), jen.Id("size")))
}

// within is the field of a message at a way.
func within(message *jen.Statement, g *generator, way []*ir.Field) *jen.Statement {
	for _, f := range way {
		message.Dot(g.names.Field(f))
	}
	return message
}

// owned is a member that shares nothing with the message that it is of.
func (p *conversationPrinter) owned(f *ir.Field, known, from jen.Code) jen.Code {
	mode := modeOf(f.Value, f.Required)
	switch kind := ir.TypeOfValue(&f.Value).Kind; {
	case kind == ir.StringExpr && mode == plain:
		return p.g.wire("OwnText").Call(known, from)
	case kind == ir.StringExpr && mode == optional:
		return p.g.wire("OwnOpt").Call(known, from)
	case kind < ir.StringExpr:
		return from
	}
	return p.g.wire("OwnValue").Call(from)
}

// sizeOf is the size of a member.
func (p *programPrinter) sizeOf(e ir.Expr) *jen.Statement {
	name := map[ir.ExprKind]string{ir.BoolExpr: "BooleanSize", ir.IntExpr: "IntegerSize", ir.DoubleExpr: "NumberSize", ir.StringExpr: "TextSize"}[p.TypeOf(e).Kind]
	if kind := p.TypeOf(e).Kind; kind > ir.StringExpr {
		return p.count(ir.Call{Function: ir.JSONSize, Args: []ir.Expr{e}})
	}
	return p.g.wire(name).Call(p.Code(e))
}
