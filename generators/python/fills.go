package python

import (
	"fmt"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// tree prints tables of builders.
func (b *builderPrinter) tree() treePrinter {
	return treePrinter{uses: b.uses, own: func(v plan.Value) expr {
		switch v := v.(type) {
		case plan.Source:
			return text(b.uses.support.use(string(v)))
		case plan.Param:
			return call(b.uses.support.use("param"), text(b.inputs()), text("lambda given: given."+b.attributeOf(int(v))))
		case plan.Inputs:
			return text(b.inputs())
		case plan.Codec:
			return text(b.codec(v.Type))
		case plan.Model:
			return text(b.model(v.Type, b.names.Type(v.Type)))
		case *plan.Group:
			return text(b.functions[v])
		}
		panic(fmt.Sprintf("python: unhandled value %T", v))
	}}
}

// function prints a function that tables refer to.
func (b *builderPrinter) function(g *plan.Group) string {
	name := "_" + g.Words[0]
	for _, word := range g.Words[1:] {
		name += "_" + snakeOf(word)
	}
	name = b.free(name, "__"+b.snake(g.Records[0]))
	b.functions[g] = name
	usage := ir.UsageOf(g.Folded)
	params := []string{param("this", usage.ReadsThis) + b.subject(g.Of[0])}
	if g.NeedsInputs {
		params = append(params, param("given", usage.NeedsInputs())+b.inputs())
	}
	body := b.programOf(g.Records[0], &ir.Rule{Text: g.Text, Program: g.Program, Folded: g.Folded}).body()
	return documented(name, params, b.resultOf(g.Result), "Return "+g.About+".\n\n"+inCEL(g.Text), body)
}

// inputs returns the class of the inputs of rules.
func (t *ruleTable) inputs() string {
	if len(t.protocol.Params) == 0 {
		return t.uses.support.use("Given")
	}
	t.uses.rules = true
	return "rules.Parameters"
}

func (b *builderPrinter) resultOf(t ir.ExprType) string {
	switch t.Kind {
	case ir.BoolExpr:
		return "bool"
	case ir.IntExpr:
		return "int"
	case ir.DoubleExpr:
		return "float"
	case ir.StringExpr:
		return "str"
	}
	return "list[str]"
}

// layout prints the layout of messages.
func (b *builderPrinter) layout() string {
	l := b.protocol.Layout
	message, indent, shape := b.messages(), "None", "compact"
	if l.Indent > 0 {
		indent, shape = fmt.Sprint(l.Indent), fmt.Sprintf("indented by %d", l.Indent)
	}
	if l.End != "" {
		shape += fmt.Sprintf(", with %s behind it", map[bool]string{true: "a line break", false: "white space"}[l.End == "\n"])
	}
	b.uses.support.use("laid_out")
	b.uses.support.use("put")
	b.public.use("lay_out")
	b.public.use("emit")
	p := newPrinter(0)
	p.signature("lay_out", []string{"message: " + message}, "bytes")
	p.Block(func() {
		p.Line("%s", docstring(p.Margin(), "Return the text of a message: "+shape+".\n\nThe message is not checked: its builder has done so."))
		p.Line("return laid_out(message, %s, b%s)", indent, quote(l.End))
	})
	result, doc := "None", "Write a message as `lay_out` does to a file in binary mode, by default the standard output"
	if l.Exit != nil {
		result, doc = "int", doc+", and return the exit code"
		b.exit(p, l.Exit)
	}
	p.Line("")
	p.Line("")
	p.signature("emit", []string{"message: " + message, "file: " + b.uses.support.use("Sink") + " | None = None"}, result)
	p.Block(func() {
		p.Line("%s", docstring(p.Margin(), doc+"."))
		p.Line("put(lay_out(message), file)")
		if l.Exit != nil {
			p.Line("return exit_code(message)")
		}
	})
	return p.String()
}

// messages returns the hint of the messages that builders create.
func (b *builderPrinter) messages() string {
	root := b.protocol.Root
	if u, is := root.Value.Kind.(*ir.Union); is && !b.isForeign(root) {
		all := map[*ir.Type]bool{}
		for _, s := range u.Senders {
			all[s.Type] = true
		}
		for _, builder := range b.protocol.Builders {
			if !all[builder.Makes] {
				return b.uses.support.use("Encodable")
			}
		}
		return b.model(root, b.names.Type(root))
	}
	return b.uses.support.use("Encodable")
}

// exit prints the exit codes of messages.
func (b *builderPrinter) exit(p *printer, e *ir.Exit) {
	over := b.model(e.Over, b.names.Type(e.Over))
	var codes []expr
	for i, t := range e.Records {
		codes = append(codes, text(fmt.Sprintf("%s: %d", b.model(t, b.names.Type(t)), e.Codes[i])))
	}
	p.Line("")
	p.Line("")
	p.expr(dictOf(codes...).after("_EXIT_CODES: "+b.uses.typing.use("Final")+"["+b.own("Mapping")+"[type["+b.uses.support.use("Record")+"], int]] = "), "")
	p.Line("")
	p.Line("")
	p.signature(b.public.use("exit_code"), []string{"message: " + over}, "int")
	p.Block(func() {
		p.Line(`"""Return the code that a process exits with once it has written the message."""`)
		p.Line("return %s(message, _EXIT_CODES)", b.uses.support.use("code_of"))
	})
}
