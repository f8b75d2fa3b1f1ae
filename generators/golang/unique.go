package golang

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
)

// unique is the table of what no two messages have in common.
func (p *conversationPrinter) unique(u *ir.Unique) []jen.Code {
	fields := []jen.Code{keyed("Letters", numbers(u.Letters))}
	if len(u.At) > 0 {
		fields = append(fields, keyed("At", texts(u.At)))
	}
	return append(fields, keyed("Key", jen.Id(p.uniqueKey(u))), keyed("Until", jen.Id(p.until(u))), keyed("Most", jen.Lit(u.Most)),
		keyed("Failure", p.g.failure(u.Failure)), keyed("Full", p.g.failure(u.Full)))
}

// uniqueKey is the function that appends what tells a message apart.
func (p *conversationPrinter) uniqueKey(u *ir.Unique) string {
	name := p.free("UniqueKey")
	body := p.perRecord(jen.Return(jen.Nil()), func(i int) []jen.Code {
		var there *jen.Statement
		values := []jen.Code{jen.Id("key")}
		printer := newProgramPrinter(p.g, p.c.Records[i], &ir.Rule{}, name)
		for _, key := range u.Keys[i] {
			values = append(values, printer.Code(key.Value))
			if c, always := key.There.(ir.Constant); always && c.Bool {
				continue
			}
			has := printer.At(key.There, print.And)
			if there != nil {
				has = there.Op("&&").Add(has)
			}
			there = has
		}
		switch found := jen.Return(p.g.wire("AppendKey").Call(values...)); {
		case u.Keys[i] == nil:
			return nil
		case there != nil:
			return []jen.Code{jen.If(there).Block(found)}
		default:
			return []jen.Code{found}
		}
	})
	var parts []string
	for _, by := range u.By {
		parts = append(parts, "/"+strings.Join(by, "/"))
	}
	p.code = append(p.code, commented(
		jen.Func().Id(name).Params(p.messageParam(), jen.Id("key").Index().Byte()).Index().Byte().Block(body...),
		name+" appends the members that no other message may have, "+alternativesAnd(parts)+". It returns nil if the message lacks one."))
	return name
}

// until is the function that returns how long a message is remembered.
func (p *conversationPrinter) until(u *ir.Unique) string {
	name := p.free("UniqueUntil")
	var programs []ir.Program
	text := ""
	for _, until := range u.Until {
		if until != nil {
			programs, text = append(programs, until.Program), until.Text
		}
	}
	reader, ahead := p.ahead(programs)
	body := p.perRecord(jen.Return(jen.Qual("time", "Time").Values()), func(i int) []jen.Code {
		until := u.Until[i]
		if until == nil {
			return nil
		}
		printer := newProgramPrinter(p.g, p.c.Records[i], &ir.Rule{Program: until.Program}, name)
		printer.taken["r"], printer.taken["m"] = true, true
		code, _ := printer.parts()
		return code
	})
	function := jen.Func().Id(name).Params(jen.Id(reader).Op("*").Add(p.g.wire("Reader")), p.messageParam()).Qual("time", "Time").
		Block(append(ahead, body...)...)
	p.code = append(p.code, commented(function, name+" returns the time up to which a message is remembered.", "    "+oneLine(text)))
	return name
}
