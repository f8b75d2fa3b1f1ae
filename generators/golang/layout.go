package golang

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// layoutVariable is the variable that says how messages are laid out.
const layoutVariable = "layout"

// layout are what writes messages as the protocol's builders do.
func (g *generator) layout() []jen.Code {
	l := g.protocol.Layout
	var fields []jen.Code
	how := "compact"
	if l.Indent > 0 {
		how = fmt.Sprintf("indented with %d spaces a level", l.Indent)
		fields = append(fields, keyed("Indent", jen.Lit(strings.Repeat(" ", l.Indent))))
	}
	if l.End != "" {
		how += fmt.Sprintf(" and with %q at the end", l.End)
		fields = append(fields, keyed("End", jen.Lit(l.End)))
	}
	if l.Exit != nil {
		fields = append(fields, keyed("Exit", jen.Id(exitFunction)))
	}
	m, opts := jen.Id("m"), jen.Id("opts")
	message := func() *jen.Statement { return jen.Id("m").Add(g.envelope("Message")) }
	layout := func(method string) *jen.Statement { return jen.Id(layoutVariable).Dot(method) }
	code := []jen.Code{
		oneLiner(jen.Func().Id("Layout").Params(message(), optsParam()).Add(textAndError()), layout("Text").Call(g.wire("Encoded").Call(m, opts)),
			"Layout validates m and returns its text as the protocol lays it out: "+how+"."),
		oneLiner(jen.Func().Id("LayoutUnchecked").Params(message(), optsParam()).Add(textAndError()), layout("Text").Call(g.wire("EncodedUnchecked").Call(m, opts)),
			"LayoutUnchecked is Layout without validation, for a message that a builder returned."),
	}
	out := jen.Id("out").Qual("io", "Writer")
	if l.Exit == nil {
		code = append(code, oneLiner(jen.Func().Id("Emit").Params(out, message(), optsParam()).Error(), layout("Emit").Call(jen.Id("out"), m, opts),
			"Emit writes the text that Layout returns to out, such as os.Stdout."))
	} else {
		over := jen.Id("m").Add(g.variantType(l.Exit.Over))
		code = append(code, oneLiner(jen.Func().Id("Emit").Params(out, over, optsParam()).Params(jen.Int(), jen.Error()), layout("EmitCode").Call(jen.Id("out"), m, opts),
			"Emit writes the text that Layout returns to out, such as os.Stdout, and returns the exit code of the process; with an error it is 1."), g.exitCode(l.Exit))
	}
	return append(code, commented(jen.Var().Id(layoutVariable).Op("=").Add(g.wire("Layout")).Values(fields...), layoutVariable+" is how messages are laid out."))
}

const exitFunction = "exitCode"

// exitCode is the function that knows the exit code of a message.
func (g *generator) exitCode(exit *ir.Exit) jen.Code {
	var order []int
	byCode := map[int][]jen.Code{}
	for i, t := range exit.Records {
		if byCode[exit.Codes[i]] == nil {
			order = append(order, exit.Codes[i])
		}
		byCode[exit.Codes[i]] = append(byCode[exit.Codes[i]], g.variantType(t))
	}
	var cases []jen.Code
	for _, code := range order {
		cases = append(cases, jen.Case(chunked(byCode[code])...).Block(jen.Return(jen.Lit(code))))
	}
	return commented(jen.Func().Id(exitFunction).Params(jen.Id("m").Add(g.envelope("Message"))).Int().Block(jen.Switch(jen.Id("m").Assert(jen.Type())).Block(cases...), jen.Return(jen.Lit(-1))),
		exitFunction+" returns the exit code of a process that writes a message.")
}
