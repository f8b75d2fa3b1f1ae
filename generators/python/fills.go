package python

import (
	"fmt"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// computation is what several builders compute in the same way.
type computation struct {
	value, when string // functions, when "" where there is no condition
	asks        bool   // whether they get what the caller gives to rules
	zero        string
	types       []*ir.Type
	fill        *ir.Fill
	bodies      [2]string
}

// fill spells what fills in a member.
func (b *builderPrinter) fill(f *ir.Fill) expr {
	whole := f.Whole()
	args := append(b.way(f.At[:whole]), b.filling(f).after("by="))
	if f.Branches != nil {
		var names []string
		for _, field := range f.At[whole:] {
			names = append(names, field.Name)
		}
		args = append(args, quoted(names).after("inside="))
	}
	return call(b.uses.support.use("Fill"), args...)
}

func (b *builderPrinter) filling(f *ir.Fill) expr {
	support := b.uses.support.use
	switch with := f.With.(type) {
	case ir.FillConstant:
		return call(support("constant"), text(literal(with.Literal)))
	case ir.FillNow:
		if with.Seconds {
			return text(support("now_seconds"))
		}
		return text(support("now_text"))
	case ir.FillID:
		if with.ULID {
			return text(support("new_ulid"))
		}
		return text(support("new_uuid"))
	case ir.FillElapsed:
		return text(support("elapsed"))
	case ir.FillParam:
		b.uses.rules = true
		return call(support("param"), text("rules.Parameters"), text("lambda given: given."+b.attributeOf(with.Index)))
	case ir.FillWord:
		var words []expr
		known := map[string]bool{}
		for _, w := range with.Words {
			if !known[w.Variable] { // the first word of a variable counts
				known[w.Variable] = true
				words = append(words, text(quote(w.Variable)+": "+quote(w.Word)))
			}
		}
		return call(support("word"), dictOf(words...), text(quote(with.Else)))
	case ir.FillComputed:
		return b.computing(b.computed[f])
	}
	panic(fmt.Sprintf("python: nothing fills in %T", f.With))
}

func (b *builderPrinter) computing(c *computation) expr {
	function, args := "computed", []expr{}
	if c.asks {
		function, args = "asking", append(args, text(b.inputs()))
	}
	args = append(args, text(c.value), text(c.zero))
	if c.when != "" {
		args = append(args, text("when="+c.when))
	}
	return call(b.uses.support.use(function), args...)
}

// computations spells the functions of what is computed. What reads the same for several messages is there once.
func (b *builderPrinter) computations() []string {
	byKey := map[string]*computation{}
	var list []*computation
	for _, builder := range b.protocol.Builders {
		for _, f := range builder.Fills {
			with, is := f.With.(ir.FillComputed)
			if !is {
				continue
			}
			c := &computation{fill: f, zero: zeroOf(with.Type)}
			c.bodies[0], c.asks = b.bodyOf(builder.Makes, with.Value), ir.UsageOf(with.Value.Folded).Asks()
			if with.When != nil {
				c.bodies[1], c.asks = b.bodyOf(builder.Makes, with.When), c.asks || ir.UsageOf(with.When.Folded).Asks()
			}
			key := strings.Join([]string{f.At[len(f.At)-1].Name, c.bodies[0], c.bodies[1], c.zero}, "\x00")
			if byKey[key] == nil {
				byKey[key], list = c, append(list, c)
			}
			b.computed[f] = byKey[key]
			if types := byKey[key].types; len(types) == 0 || types[len(types)-1] != builder.Makes {
				byKey[key].types = append(types, builder.Makes)
			}
		}
	}
	var functions []string
	for _, c := range list {
		with := c.fill.With.(ir.FillComputed)
		last := c.fill.At[len(c.fill.At)-1]
		stem := "_" + snakeOf(b.names.Field(last))
		more := "__" + b.snake(c.types[0])
		if with.When != nil {
			c.when = b.free("_has"+stem, more)
			functions = append(functions, b.function(c, c.when, "bool", "Return whether `"+b.names.Field(last)+"` is filled in.", with.When, c.bodies[1]))
		}
		c.value = b.free(stem, more)
		functions = append(functions, b.function(c, c.value, b.resultOf(with.Type), "Return the value that `"+b.names.Field(last)+"` is filled in with.", with.Value, c.bodies[0]))
	}
	return functions
}

func (b *builderPrinter) function(c *computation, name, result, doc string, of *ir.Predicate, body string) string {
	usage := ir.UsageOf(of.Folded)
	params := []string{param("this", usage.ReadsThis) + b.subject(c.types)}
	if c.asks {
		params = append(params, param("given", usage.Asks())+b.inputs())
	}
	return documented(name, params, result, doc+"\n\n"+inCEL(of.Text), body)
}

func (b *builderPrinter) bodyOf(this *ir.Type, of *ir.Predicate) string {
	return b.programOf(this, &ir.Rule{Text: of.Text, Program: of.Program, Folded: of.Folded}).body()
}

// inputs is the class of the inputs of rules.
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

// zeroOf is what stands for a value that cannot be computed.
func zeroOf(t ir.ExprType) string {
	switch t.Kind {
	case ir.BoolExpr:
		return "False"
	case ir.IntExpr:
		return "0"
	case ir.DoubleExpr:
		return "0.0"
	case ir.StringExpr:
		return `""`
	}
	return "()"
}

// layout spells how messages are written.
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

// messages is the hint of what builders make.
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

// exit spells the exit codes of messages.
func (b *builderPrinter) exit(p *printer, e *ir.Exit) {
	over := b.model(e.Over, b.names.Type(e.Over))
	var codes []expr
	for i, t := range e.Records {
		codes = append(codes, text(fmt.Sprintf("%s: %d", b.model(t, b.names.Type(t)), e.Codes[i])))
	}
	p.Line("")
	p.Line("")
	p.expr(dictOf(codes...).after("_EXIT_CODES: "+b.uses.typing.use("Final")+"[Mapping[type["+b.uses.support.use("Record")+"], int]] = "), "")
	p.Line("")
	p.Line("")
	p.signature(b.public.use("exit_code"), []string{"message: " + over}, "int")
	p.Block(func() {
		p.Line(`"""Return the code that a process exits with once it has written the message."""`)
		p.Line("return %s(message, _EXIT_CODES)", b.uses.support.use("code_of"))
	})
}
