package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// lines are what reads and writes a conversation of lines.
func (p *conversationPrinter) lines() []jen.Code {
	g, name := p.g, p.name
	writer := name + "Writer"
	read := jen.Func().Id("Read"+name).Params(jen.Id("in").Qual("io", "Reader"), optsParam()).Qual("iter", "Seq2").Types(p.message(), jen.Error())
	code := []jen.Code{
		commented(read.Block(jen.Return(g.wire("ReadLines").Call(jen.Id("in"), jen.Op("&").Id(p.variable), g.from(p.c.Over, "Parse"+g.names.Type(p.c.Over)), jen.Id("opts")))),
			"Read"+name+" reads messages, one a line, as they arrive. A line that is not valid, by itself or in its place, gives a *ValidationError, with a nil message if it is not valid by itself; "+
				"the sequence continues with the next line. If a message is missing at the end, the last turn has an error. An error of in ends the sequence."),
		commented(jen.Type().Id(writer).Op("=").Add(g.envelope("LineWriter")).Types(p.message()), writer+" writes messages of the conversation "+p.c.Name+
			", one a line. Write refuses a message that is not valid, by itself or in its place. Close returns an error if a message is missing at the end."),
		p.writer("New"+writer, "New"+writer+" returns a writer of a new conversation to out.", false),
	}
	if p.numbers() {
		code = append(code, p.writer("NewNumbered"+writer, "NewNumbered"+writer+" is New"+writer+", but Write numbers the messages: it sets the numbers in the caller's messages, from 0.", true))
	}
	return code
}

func (p *conversationPrinter) writer(name, about string, numbered bool) jen.Code {
	params, side := []jen.Code{jen.Id("out").Qual("io", "Writer")}, jen.Lit("")
	if len(p.c.Sides) > 0 {
		params, side = append(params, jen.Id("side").String()), jen.Id("side")
		about += " side is " + quotedList(p.c.Sides) + ", or \"\" for somebody else; it panics for another one."
	}
	return oneLiner(jen.Func().Id(name).Params(append(params, optsParam())...).Op("*").Id(p.name+"Writer"),
		p.g.wire("NewLineWriter").Types(p.message()).Call(jen.Id("out"), jen.Op("&").Id(p.variable), side, jen.Lit(numbered), jen.Id("opts")), about)
}

// numbers reports whether messages are counted by a member.
func (p *conversationPrinter) numbers() bool {
	return len(p.c.Whole.Numbers) > 0 || slices.ContainsFunc(p.c.Exchanges, func(x *ir.Exchange) bool { return len(x.Numbers) > 0 })
}
