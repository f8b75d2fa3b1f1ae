package golang

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// holds is the function that makes a check.
func (p *conversationPrinter) holds(o *ir.Order, check *ir.SequenceCheck, part string) string {
	c := &sequencePrinter{p: p, check: check, name: p.free(part + p.g.names.Words(check.ID))}
	if check.Kind == ir.CheckNext {
		c.names = append(c.names, "prev")
	}
	for _, u := range check.Uses {
		bound := o.Bound
		if u.Whole {
			bound = p.c.Whole.Bound
		}
		c.names = append(c.names, p.g.safeName(unexported(p.g.names.Words(bound[u.Number].Name))))
	}
	p.code = append(p.code, c.function())
	return c.name
}

// sequencePrinter spells a check between messages.
type sequencePrinter struct {
	p     *conversationPrinter
	check *ir.SequenceCheck
	name  string
	names []string // of the messages beside v
}

func (c *sequencePrinter) function() jen.Code {
	g, check := c.p.g, c.check
	var programs []ir.Program
	for _, one := range check.Cases {
		programs = append(programs, one.Program)
	}
	reader, ahead := c.p.ahead(programs)
	body := append(ahead, c.cases(check.Cases, c.turns())...)
	function := jen.Func().Id(c.name).Params(jen.Id(reader).Op("*").Add(g.wire("Reader")), jen.Id("m").Index().Add(g.wire("Message"))).Bool().Block(body...)
	about := "is the check " + check.ID + ": " + stop(check.Failure.Message)
	if len(c.names) > 0 {
		about += " m holds the message and " + alternativesAnd(c.names) + "."
	}
	printer := newProgramPrinter(g, check.Cases[0].This, c.rule(check.Cases[0]), c.name)
	return printer.documented(function, about)
}

// ahead is what functions begin with whose body is programs: what these read beside messages, and the name of the Reader that has it.
func (p *conversationPrinter) ahead(programs []ir.Program) (reader string, code []jen.Code) {
	var params []*ir.Param
	var now, open bool
	for _, program := range programs {
		usage := ir.UsageOf(program)
		now, open = now || usage.ReadsNow, open || usage.ReadsOpen
		for _, i := range usage.ReadsParams {
			if param := p.g.protocol.Params[i]; !slices.Contains(params, param) {
				params = append(params, param)
			}
		}
	}
	if now {
		code = append(code, jen.Id("now").Op(":=").Id("r").Dot("Now").Call())
	}
	if open {
		code = append(code, jen.Id("open").Op(":=").Id("r").Dot("OpenExchanges").Call())
	}
	for _, param := range params {
		code = append(code, jen.Id(p.g.paramFuncs[param]).Op(":=").Add(p.g.param(param)))
	}
	if code == nil {
		return "_", nil
	}
	return "r", code
}

func (c *sequencePrinter) rule(one *ir.SequenceCase) *ir.Rule {
	return &ir.Rule{ID: c.check.ID, Source: c.check.Source, Text: one.Text, Program: one.Program, Folded: one.Folded, Failure: c.check.Failure}
}

// turns are the numbers of the messages, those of one type first.
func (c *sequencePrinter) turns() []int {
	var one, several []int
	for n := range len(c.names) + 1 {
		if slices.ContainsFunc(c.check.Cases, func(other *ir.SequenceCase) bool { return typeAt(other, n) != typeAt(c.check.Cases[0], n) }) {
			several = append(several, n)
		} else {
			one = append(one, n)
		}
	}
	return append(one, several...)
}

// typeAt is the type of the n-th message of a check.
func typeAt(one *ir.SequenceCase, n int) *ir.Type {
	if n == 0 {
		return one.This
	}
	return one.Earlier[n-1]
}

// reads reports whether a program speaks of the n-th message.
func reads(one *ir.SequenceCase, n int) bool {
	usage := ir.UsageOf(one.Program)
	return n == 0 && usage.ReadsThis || slices.Contains(usage.ReadsEarlier, n-1)
}

// cases select, by the types of messages, the program that is for them.
func (c *sequencePrinter) cases(list []*ir.SequenceCase, turns []int) []jen.Code {
	if len(turns) == 0 {
		printer := newProgramPrinter(c.p.g, list[0].This, c.rule(list[0]), c.name)
		printer.follow(list[0].Earlier, c.names)
		printer.taken["r"], printer.taken["m"], printer.taken["open"] = true, true, true
		body, _ := printer.parts()
		return body
	}
	n := turns[0]
	var order []*ir.Type
	byType := map[*ir.Type][]*ir.SequenceCase{}
	for _, one := range list {
		t := typeAt(one, n)
		if byType[t] == nil {
			order = append(order, t)
		}
		byType[t] = append(byType[t], one)
	}
	read := slices.ContainsFunc(list, func(one *ir.SequenceCase) bool { return reads(one, n) })
	name, at := append([]string{"v"}, c.names...)[n], jen.Id("m").Index(jen.Lit(n))
	if len(order) == 1 {
		inner := c.cases(list, turns[1:])
		if read {
			inner = append([]jen.Code{jen.Id(name).Op(":=").Add(at).Assert(c.p.g.variantType(order[0]))}, inner...)
		}
		return inner
	}
	var cases []jen.Code
	for _, t := range order {
		cases = append(cases, jen.Case(c.p.g.variantType(t)).Block(c.cases(byType[t], turns[1:])...))
	}
	over := at.Assert(jen.Type())
	if read {
		over = jen.Id(name).Op(":=").Add(over)
	}
	return []jen.Code{jen.Switch(over).Block(cases...), jen.Return(jen.False())}
}

// alternativesAnd lists names.
func alternativesAnd(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
