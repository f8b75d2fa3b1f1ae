package golang

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// Functions of messages are switches over the possible records of a message.

// recordBody is the code of a function for the messages of one record.
type recordBody struct {
	group  string // bodies of one group are equal
	typed  bool   // whether the code reads the message as v
	fields []*ir.Field
	code   []jen.Code // nil if the function has no case for the record
	ends   bool       // whether the code always returns
}

// switched returns the body of a function of a message m: a switch over its records, with otherwise after it. It omits the switch if all
// records have one body that reads only members of the head.
func (p *conversationPrinter) switched(otherwise jen.Code, of func(i int) recordBody) []jen.Code {
	var bodies []recordBody
	var types [][]jen.Code
	var all []*ir.Field
	typed, same := false, true
	for i, t := range p.c.Records {
		b := of(i)
		if b.code == nil {
			same = false
			continue
		}
		typed, all = typed || b.typed, append(all, b.fields...)
		same = same && b.fields != nil && (len(bodies) == 0 || b.group == bodies[0].group)
		if at := slices.IndexFunc(bodies, func(o recordBody) bool { return !b.typed && !o.typed && o.group == b.group }); at >= 0 {
			types[at] = append(types[at], p.g.variantType(t))
			continue
		}
		bodies, types = append(bodies, b), append(types, []jen.Code{p.g.variantType(t)})
	}
	if same && len(bodies) > 1 && p.allShare(all) {
		code := append([]jen.Code{jen.Id("v").Op(":=").Id("m").Assert(p.message()).Dot(p.g.headName(p.c.Over)).Call()}, bodies[0].code...)
		if bodies[0].ends {
			return code
		}
		return append(code, otherwise)
	}
	var cases []jen.Code
	for i, b := range bodies {
		cases = append(cases, jen.Case(chunked(types[i])...).Block(b.code...))
	}
	over := jen.Id("m").Assert(jen.Type())
	if typed {
		over = jen.Id("v").Op(":=").Add(over)
	}
	if otherwise == nil {
		return []jen.Code{jen.Switch(over).Block(cases...)}
	}
	return []jen.Code{jen.Switch(over).Block(cases...), otherwise}
}

// allShare reports whether all records share some members.
func (p *conversationPrinter) allShare(fields []*ir.Field) bool {
	shared := p.g.sharedFields[p.c.Over]
	return !slices.ContainsFunc(fields, func(f *ir.Field) bool {
		return !slices.ContainsFunc(shared, func(known *ir.Field) bool { return known.Name == f.Name })
	})
}

// read returns the members of this that a program reads.
func (p *conversationPrinter) read(program ir.Program) []*ir.Field {
	var exprs []ir.Expr
	ir.Visit(program.Steps, func(s ir.Statement) { exprs = append(exprs, ir.Asked(s)...) })
	return fieldsOfThis(append(exprs, program.Holds))
}

func fieldsOfThis(exprs []ir.Expr) []*ir.Field {
	fields := []*ir.Field{}
	ir.VisitExprs(exprs, func(e ir.Expr) {
		switch e := e.(type) {
		case ir.MemberOf:
			fields = appendOfThis(fields, e.Of, e.Field)
		case ir.HasMember:
			fields = appendOfThis(fields, e.Of, e.Field)
		case ir.IsNull:
			fields = appendOfThis(fields, e.Of, e.Field)
		}
	})
	return fields
}

func appendOfThis(fields []*ir.Field, of ir.Expr, f *ir.Field) []*ir.Field {
	if _, is := of.(ir.This); is {
		return append(fields, f)
	}
	return fields
}

// ahead declares the inputs of the programs of a function except messages, and returns the name of their Reader.
func (p *conversationPrinter) ahead(f *plan.Function) (reader string, code []jen.Code) {
	var params []*ir.Param
	var now, open bool
	for _, c := range f.Cases {
		usage := ir.UsageOf(c.Program)
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

// check prints a check between messages: the program for their records.
func (p *conversationPrinter) check(f *plan.Function, name string) {
	c := &checkPrinter{p: p, f: f, name: name, names: []string{"v"}}
	for i, message := range f.Messages[1:] {
		if c.names = append(c.names, message); i > 0 || message != "prev" {
			c.names[i+1] = p.g.safeName(unexported(p.g.names.Words(message)))
		}
	}
	reader, ahead := p.ahead(f)
	cases := make([]*plan.Case, len(f.Cases))
	for i := range f.Cases {
		cases[i] = &f.Cases[i]
	}
	about := "is the check " + f.Words[1] + ": " + stop(f.About)
	if len(c.names) > 1 {
		about += " m holds the message and " + alternativesAnd(c.names[1:]) + "."
	}
	function := jen.Func().Id(name).Params(p.readerParam(reader), jen.Id("m").Index().Add(p.g.wire("Message"))).Bool().Block(append(ahead, c.cases(cases, c.turns())...)...)
	printer := newProgramPrinter(p.g, f.Cases[0].Records[0], c.rule(cases[0]), name)
	p.code = append(p.code, printer.documented(function, about))
}

// checkPrinter prints a check between messages.
type checkPrinter struct {
	p     *conversationPrinter
	f     *plan.Function
	name  string
	names []string // the names of the messages
}

func (c *checkPrinter) rule(one *plan.Case) *ir.Rule {
	return &ir.Rule{ID: c.f.Words[1], Source: c.f.Source, Text: one.Text, Program: one.Program, Folded: one.Folded}
}

// turns returns the numbers of the messages, those with one record first.
func (c *checkPrinter) turns() []int {
	var one, several []int
	for n := range c.names {
		if slices.ContainsFunc(c.f.Cases, func(other plan.Case) bool { return other.Records[n] != c.f.Cases[0].Records[n] }) {
			several = append(several, n)
		} else {
			one = append(one, n)
		}
	}
	return append(one, several...)
}

// cases returns the code that selects the program by the records of the messages.
func (c *checkPrinter) cases(list []*plan.Case, turns []int) []jen.Code {
	if len(turns) == 0 {
		printer := newProgramPrinter(c.p.g, list[0].Records[0], c.rule(list[0]), c.name)
		printer.follow(list[0].Earlier(), c.names[1:])
		printer.taken["r"], printer.taken["m"], printer.taken["open"] = true, true, true
		body, _ := printer.parts()
		return body
	}
	if len(list) > 1 && c.isOfHeads(turns) {
		var code []jen.Code
		for _, n := range turns {
			if plan.Reads(&list[0].Program, n) {
				head := jen.Id("m").Index(jen.Lit(n)).Assert(c.p.message()).Dot(c.p.g.headName(c.p.c.Over)).Call()
				code = append(code, jen.Id(c.names[n]).Op(":=").Add(head))
			}
		}
		return append(code, c.cases(list[:1], nil)...)
	}
	n := turns[0]
	var order []*ir.Type
	byType := map[*ir.Type][]*plan.Case{}
	for _, one := range list {
		t := one.Records[n]
		if byType[t] == nil {
			order = append(order, t)
		}
		byType[t] = append(byType[t], one)
	}
	read := slices.ContainsFunc(list, func(one *plan.Case) bool { return plan.Reads(&one.Program, n) })
	at := jen.Id("m").Index(jen.Lit(n))
	if len(order) == 1 {
		inner := c.cases(list, turns[1:])
		if read {
			inner = append([]jen.Code{jen.Id(c.names[n]).Op(":=").Add(at).Assert(c.p.g.variantType(order[0]))}, inner...)
		}
		return inner
	}
	var cases []jen.Code
	for _, t := range order {
		cases = append(cases, jen.Case(c.p.g.variantType(t)).Block(c.cases(byType[t], turns[1:])...))
	}
	over := at.Assert(jen.Type())
	if read {
		over = jen.Id(c.names[n]).Op(":=").Add(over)
	}
	return []jen.Code{jen.Switch(over).Block(cases...), jen.Return(jen.False())}
}

// isOfHeads reports whether all cases have one program, which reads nothing of some messages but members of the head of the union.
func (c *checkPrinter) isOfHeads(turns []int) bool {
	union, isUnion := resolve(refTo(c.p.c.Over)).Kind.(*ir.Union)
	groups := c.f.Groups()
	if !isUnion || len(groups) != 1 || !groups[0].IsWhole() || len(turns) < len(c.names) { // a group has no cases that always pass
		return false
	}
	for _, n := range turns {
		for _, one := range c.f.Cases {
			if fields, only := fieldsOf(one.Program, n); !only || !c.p.allShare(fields) || !slices.Contains(c.p.c.Records, one.Records[n]) {
				return false
			}
		}
	}
	return len(union.Variants) > 1
}

// fieldsOf returns the members of the n-th message that a program reads. only is false if it reads the message in another way, too.
func fieldsOf(program ir.Program, n int) (fields []*ir.Field, only bool) {
	exprs := []ir.Expr{program.Holds}
	ir.Visit(program.Steps, func(s ir.Statement) { exprs = append(exprs, ir.Asked(s)...) })
	is := func(e ir.Expr) bool {
		switch e := e.(type) {
		case ir.This:
			return n == 0
		case ir.Earlier:
			return n == e.Number+1
		}
		return false
	}
	count := 0
	ir.VisitExprs(exprs, func(e ir.Expr) {
		of, field := ir.Expr(nil), (*ir.Field)(nil)
		switch e := e.(type) {
		case ir.MemberOf:
			of, field = e.Of, e.Field
		case ir.HasMember:
			of, field = e.Of, e.Field
		case ir.IsNull:
			of, field = e.Of, e.Field
		}
		if is(of) {
			fields, count = append(fields, field), count-1
		}
		if is(e) {
			count++
		}
	})
	return fields, count == 0
}

// alternativesAnd lists names.
func alternativesAnd(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
