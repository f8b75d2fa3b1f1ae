package python

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// A dispatch is a function with an argument for each case, all of them required: type checkers find the one that is forgotten.

// dispatchModule is what dispatch.tmpl needs.
type dispatchModule struct {
	Header    string
	About     string
	Imports   string
	All       string
	Types     []string // names of several types together
	Functions []string
}

// dispatchPrinter spells one dispatch.
type dispatchPrinter struct {
	*ruleTable
	d     *ir.Dispatch
	name  string
	cases []string // arguments
	hints []string // what each of them gets
	types *[]string
	all   names
}

func (g *generator) dispatchModule() dispatchModule {
	m := dispatchModule{Header: g.header(), About: docstring("", "Dispatch on messages of "+g.protocol.Name+". Each function has a parameter for each case.")}
	if len(g.protocol.Dispatches) == 0 {
		return m
	}
	t := emptyRuleTable(g)
	t.own = []string{"Callable", "Issue", "Options", "Sequence", "T", "TypeAlias", "TypeVar", "Valid"}
	public := names{}
	for _, d := range g.protocol.Dispatches {
		p := &dispatchPrinter{ruleTable: t, d: d, name: public.use(t.free(t.wordOf(d.Name, d.Rename), "_")), types: &m.Types, all: public}
		p.arguments()
		m.Functions = append(m.Functions, p.ofMessage())
		if d.Unaccepted >= 0 {
			m.Functions = append(m.Functions, p.ofText())
		}
	}
	t.uses.abstract.use("Callable")
	t.uses.typing.use("TypeVar")
	m.Imports, m.All = g.importLines(t.uses), allStatement(public)
	return m
}

// wordOf makes an identifier of a word of the spec.
func (t *ruleTable) wordOf(name string, renames []ir.Rename) string {
	for _, r := range renames {
		if r.Language == "" || r.Language == "py" {
			name = r.Name
		}
	}
	if !simple.MatchString(name) {
		name = naming.Snake(t.names.Words(name))
	}
	if slices.Contains(taken, name) {
		name += "_"
	}
	return name
}

// arguments names the cases and what they get.
func (p *dispatchPrinter) arguments() {
	for _, c := range p.d.Cases {
		p.cases = append(p.cases, unused(p.wordOf(c.Name, c.Rename), p.cases))
		p.hints = append(p.hints, p.hintOf(c))
	}
}

// hintOf is the narrowest hint of the messages of a case.
func (p *dispatchPrinter) hintOf(c ir.DispatchCase) string {
	if len(c.Records) == len(p.d.Records) {
		return p.model(p.d.Over, p.names.Type(p.d.Over))
	}
	var hints []string
	for _, t := range c.Records {
		hints = append(hints, p.model(t, p.names.Type(t)))
	}
	if len(hints) == 1 {
		return hints[0]
	}
	alias := p.free(p.names.Words(p.d.Name+" "+c.Name), "Case")
	p.uses.typing.use("TypeAlias")
	out := newPrinter(0)
	out.sum(p.all.use(alias)+": TypeAlias = ", hints)
	*p.types = append(*p.types, out.String())
	return alias
}

// ofMessage spells the function from a message.
func (p *dispatchPrinter) ofMessage() string {
	message := unused("message", p.cases)
	params := []string{message + ": " + p.model(p.d.Over, p.names.Type(p.d.Over)), "/", "*"}
	for i, name := range p.cases {
		params = append(params, name+": Callable[["+p.hints[i]+"], T]")
	}
	out := newPrinter(0)
	out.signature(p.name, params, "T")
	out.Block(func() {
		doc := describe(renamed(p.d.Doc, "In the spec", p.d.Name, p.name))
		if doc == "" {
			doc = "Call the function for the case of a message."
		}
		out.Line("%s", docstring(out.Margin(), doc))
		p.byRecord(out, message)
	})
	return out.String()
}

// casesOf are the numbers of the cases that a record can be.
func (p *dispatchPrinter) casesOf(t *ir.Type) []int {
	var list []int
	for i, c := range p.d.Cases {
		if slices.Contains(c.Records, t) {
			list = append(list, i)
		}
	}
	return list
}

// byRecord tells cases by the classes of messages, and by words where a class has several.
func (p *dispatchPrinter) byRecord(out *printer, message string) {
	if len(p.d.Records) == 1 {
		p.byWord(out, message, p.d.Records[0])
		return
	}
	out.Line("match %s:", message)
	out.Block(func() {
		for _, same := range grouped(p.d.Records, p.single) {
			var classes []string
			for _, t := range same {
				classes = append(classes, p.model(t, p.names.Type(t))+"()")
			}
			out.pattern(classes)
			out.Block(func() {
				if cases := p.casesOf(same[0]); len(cases) == 1 {
					out.Line("return %s(%s)", p.cases[cases[0]], message)
				} else {
					p.byWord(out, message, same[0])
				}
			})
		}
		out.Line("case _:")
		out.Block(func() {
			out.Line(`raise TypeError(f"{type(%s).__name__} is no message of %s")`, message, p.names.Type(p.d.Over))
		})
	})
}

// single is the case of a record that has one only, or else the record itself.
func (p *dispatchPrinter) single(t *ir.Type) string {
	if cases := p.casesOf(t); len(cases) == 1 {
		return p.cases[cases[0]]
	}
	return " " + t.Protocol + "." + t.Name
}

// byWord tells the cases of a record by the word that it holds.
func (p *dispatchPrinter) byWord(out *printer, message string, t *ir.Type) {
	cases := p.casesOf(t)
	if len(cases) == 1 {
		out.Line("return %s(%s)", p.cases[cases[0]], message)
		return
	}
	word, words := message, []string(nil)
	for _, name := range p.d.At {
		f := t.Field(name)
		word += "." + p.names.Field(f)
		r := f.Value.Resolve()
		if e, is := r.Kind.(*ir.Enum); is {
			for _, v := range e.Values {
				words = append(words, v.Value)
			}
		} else if len(r.Types) > 0 {
			t = r.Types[len(r.Types)-1]
		}
	}
	out.Line("match %s:", word)
	out.Block(func() {
		for _, n := range cases {
			var known []string
			for _, w := range p.d.Cases[n].Words {
				if slices.Contains(words, w) {
					known = append(known, quote(w))
				}
			}
			out.pattern(known)
			out.Block(func() { out.Line("return %s(%s)", p.cases[n], message) })
		}
		out.Line("case _:")
		out.Block(func() {
			out.Line("raise ValueError(%s)", quote("the word at /"+strings.Join(p.d.At, "/")+" has no case"))
		})
	})
}

// pattern opens a case of a match.
func (p *printer) pattern(alternatives []string) {
	if line := "case " + strings.Join(alternatives, " | ") + ":"; p.Fits(line) {
		p.Line("%s", line)
		return
	}
	p.Line("case (")
	p.Block(func() {
		p.Line("%s", alternatives[0])
		for _, a := range alternatives[1:] {
			p.Line("| %s", a)
		}
	})
	p.Line("):")
}

// ofText spells the function from a text, which may be no message.
func (p *dispatchPrinter) ofText() string {
	name := p.all.use(p.free(p.name+"_of_text", "_"))
	data, options := unused("data", p.cases), unused("options", p.cases)
	params := []string{data + ": bytes | str", "/", "*"}
	p.uses.abstract.use("Sequence")
	p.uses.support.use("Issue")
	args := []expr{text("result.value")}
	for i, c := range p.cases {
		if i != p.d.Unaccepted {
			params = append(params, c+": Callable[["+p.hints[i]+"], T]")
			args = append(args, text(c+"="+c))
			continue
		}
		params = append(params, c+": Callable[["+p.hints[i]+" | None, Sequence[Issue]], T]")
		args = append(args, text(c+"=lambda message: "+c+"(message, result.issues)"))
	}
	params = append(params, options+": "+p.uses.support.use("Options")+" | None = None")
	codec := naming.CodecConstant(p.names.Type(p.d.Over))
	if p.isForeign(p.d.Over) {
		p.uses.packages[p.d.Over.Protocol] = true
		codec = p.qualified(p.d.Over, codec)
	} else {
		p.uses.siblings.use(codec)
	}
	out := newPrinter(0)
	out.signature(name, params, "T")
	out.Block(func() {
		other := p.cases[p.d.Unaccepted]
		out.Line("%s", docstring(out.Margin(), "Decode a text and call the function that `"+p.name+"` would call.\n\nFor an invalid text that is ``"+other+
			"``, with None and the issues. For a message, ``"+other+"`` gets the issues of level ``should``."))
		result := unused("result", p.cases)
		out.Line("%s = %s.try_decode(%s, options=%s)", result, codec, data, options)
		out.Line("if not %s:", result)
		out.Block(func() { out.Line("return %s(None, %s.issues)", other, result) })
		for i := range args {
			args[i].head = strings.ReplaceAll(args[i].head, "result.", result+".")
		}
		out.expr(call("return "+p.name, args...), "")
	})
	return out.String()
}

// grouped puts together what has the same key, in the order in which keys come.
func grouped[T any](list []T, key func(T) string) [][]T {
	var groups [][]T
	number := map[string]int{}
	for _, item := range list {
		n, known := number[key(item)]
		if !known {
			n = len(groups)
			number[key(item)], groups = n, append(groups, nil)
		}
		groups[n] = append(groups[n], item)
	}
	return groups
}
