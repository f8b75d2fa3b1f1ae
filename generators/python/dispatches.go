package python

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// A dispatch is a function with a required argument for each case, so that type checkers report a missing one.

// dispatchPrinter prints one dispatch.
type dispatchPrinter struct {
	*ruleTable
	d     *ir.Dispatch
	name  string
	cases []string // arguments
	hints []string // the hints of their messages
	types string   // names for unions of types
	all   names
}

func (g *generator) dispatchModule() module {
	t, public := emptyRuleTable(g), names{}
	t.reserved = []string{"T"}
	t.uses.abstract.use("Callable")
	t.uses.typing.use("TypeVar")
	types, parts := "\n\nT = "+g.own("TypeVar")+"(\"T\")\n", []string(nil)
	for _, d := range g.protocol.Dispatches {
		p := &dispatchPrinter{ruleTable: t, d: d, name: public.use(t.free(t.wordOf(d.Name, d.Rename), "_")), all: public}
		for _, c := range d.Cases {
			p.cases = append(p.cases, unused(p.wordOf(c.Name, c.Rename), p.cases))
			p.hints = append(p.hints, p.hintOf(c))
		}
		parts = append(parts, p.ofMessage())
		if d.Unaccepted >= 0 {
			parts = append(parts, p.ofText())
		}
		types += p.types
	}
	m := g.module("Dispatch on messages of "+g.protocol.Name+". Each function has a parameter for each case.", t.uses, public, parts)
	m.All += strings.TrimSuffix(types, "\n")
	return m
}

// wordOf returns an identifier for a word of the spec.
func (t *ruleTable) wordOf(name string, renames []ir.Rename) string {
	name = plan.NameOf(name, renames, naming.Python.Name)
	if !simple.MatchString(name) {
		name = naming.Snake(t.names.Words(name))
	}
	if slices.Contains(taken, name) {
		name += "_"
	}
	return name
}

// hintOf returns the narrowest hint of the messages of a case.
func (p *dispatchPrinter) hintOf(c ir.DispatchCase) string {
	if len(c.Records) == len(p.d.Records) {
		return p.model(p.d.Over, p.names.Type(p.d.Over))
	}
	hints := p.models(c.Records, "")
	if len(hints) == 1 {
		return hints[0]
	}
	alias := p.free(p.names.Words(p.d.Name+" "+c.Name), "Case")
	p.uses.typing.use("TypeAlias")
	out := newPrinter(0)
	out.sum(p.all.use(alias)+": "+p.own("TypeAlias")+" = ", hints)
	p.types += out.String()
	return alias
}

func (p *dispatchPrinter) models(records []*ir.Type, more string) (list []string) {
	for _, t := range records {
		list = append(list, p.model(t, p.names.Type(t))+more)
	}
	return list
}

// ofMessage prints the function that takes a message.
func (p *dispatchPrinter) ofMessage() string {
	message := unused("message", p.cases)
	params := []string{message + ": " + p.model(p.d.Over, p.names.Type(p.d.Over)), "/", "*"}
	for i, name := range p.cases {
		params = append(params, name+": "+p.own("Callable")+"[["+p.hints[i]+"], T]")
	}
	out := newPrinter(0)
	out.signature(p.name, params, "T")
	out.Block(func() {
		doc := describe(renamed(p.d.Doc, "In the spec", p.d.Name, p.name))
		if doc == "" {
			doc = "Call the function for the case of a message."
		}
		out.Line("%s", docstring(out.Margin(), doc))
		arms := plan.Arms(p.d)
		if len(p.d.Records) == 1 {
			p.arm(out, message, arms[0])
			return
		}
		out.Line("match %s:", message)
		out.Block(func() {
			for _, arm := range arms {
				out.pattern(p.models(arm.Records, "()"), func() { p.arm(out, message, arm) })
			}
			out.pattern([]string{"_"}, func() {
				out.Line(`raise TypeError(f"{type(%s).__name__} is no message of %s")`, message, p.names.Type(p.d.Over))
			})
		})
	})
	return out.String()
}

// arm calls the function of the only case, or of the case for the word of a message.
func (p *dispatchPrinter) arm(out *printer, message string, arm *plan.Arm) {
	call := func(c plan.ArmCase) { out.Line("return %s(%s)", p.cases[c.Number], message) }
	if len(arm.Cases) == 1 {
		call(arm.Cases[0])
		return
	}
	word := message
	for _, f := range arm.Way {
		word += "." + p.names.Field(f)
	}
	out.Line("match %s:", word)
	out.Block(func() {
		for _, c := range arm.Cases {
			var words []string
			for _, w := range c.Words {
				words = append(words, quote(w))
			}
			out.pattern(words, func() { call(c) })
		}
		out.pattern([]string{"_"}, func() {
			out.Line("raise ValueError(%s)", quote("the word at /"+strings.Join(p.d.At, "/")+" has no case"))
		})
	})
}

// pattern writes a case of a match.
func (p *printer) pattern(alternatives []string, body func()) {
	if line := "case " + strings.Join(alternatives, " | ") + ":"; p.Fits(line) {
		p.Line("%s", line)
	} else {
		p.Line("case (")
		p.Block(func() {
			p.Line("%s", alternatives[0])
			for _, a := range alternatives[1:] {
				p.Line("| %s", a)
			}
		})
		p.Line("):")
	}
	p.Block(body)
}

// ofText prints the function that takes a text, which may be invalid.
func (p *dispatchPrinter) ofText() string {
	data, options, result := unused("data", p.cases), unused("options", p.cases), unused("result", p.cases)
	params, args := []string{data + ": bytes | str", "/", "*"}, []string{result + ".value"}
	for i, c := range p.cases {
		if i == p.d.Unaccepted {
			params = append(params, c+": "+p.own("Callable")+"[["+p.hints[i]+" | None, "+p.uses.abstract.use("Sequence")+"["+p.uses.support.use("Issue")+"]], T]")
			args = append(args, c+"=lambda message: "+c+"(message, "+result+".issues)")
		} else {
			params, args = append(params, c+": "+p.own("Callable")+"[["+p.hints[i]+"], T]"), append(args, c+"="+c)
		}
	}
	codec := naming.CodecConstant(p.names.Type(p.d.Over))
	if p.isForeign(p.d.Over) {
		p.uses.packages[p.d.Over.Protocol] = true
		codec = p.qualified(p.d.Over, codec)
	} else {
		p.uses.siblings.use(codec)
	}
	other, out := p.cases[p.d.Unaccepted], newPrinter(0)
	out.signature(p.all.use(p.free(p.name+"_of_text", "_")), append(params, options+": "+p.uses.support.use("Options")+" | None = None"), "T")
	out.Block(func() {
		out.Line("%s", docstring(out.Margin(), "Decode a text and call the function that `"+p.name+"` would call.\n\nFor an invalid text that is ``"+other+
			"``, with None and the issues. For a message, ``"+other+"`` gets the issues of level ``should``."))
		out.Line("%s = %s.try_decode(%s, options=%s)", result, codec, data, options)
		out.Line("if not %s:", result)
		out.Block(func() { out.Line("return %s(None, %s.issues)", other, result) })
		out.call("return "+p.name+"(", args, ")")
	})
	return out.String()
}
