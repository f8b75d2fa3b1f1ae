package golang

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// layoutVariable is the variable with the layout of messages.
const layoutVariable = "layout"

// layout returns the functions that write messages in the layout of the protocol's builders.
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
	over := jen.Code(g.envelope("Message"))
	if l.Exit != nil {
		fields, over = append(fields, keyed("Exit", jen.Id(exitFunction))), g.variantType(l.Exit.Over)
	}
	code := []jen.Code{g.declare("layout", map[string]any{"How": how, "Exit": l.Exit != nil, "Over": g.mark(over), "Fields": g.mark(jen.Values(fields...))})}
	if l.Exit != nil {
		code = append(code, g.exitCode(l.Exit))
	}
	return code
}

const exitFunction = "exitCode"

// exitCode returns the function that returns the exit code for a message.
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
