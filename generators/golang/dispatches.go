package golang

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// A dispatch is an interface with a method for each case, so that the compiler finds what a program forgot, and functions that choose one.

// dispatches are the handlers and functions of all of them.
func (g *generator) dispatches(add func(...jen.Code)) {
	for _, d := range g.protocol.Dispatches {
		add((&dispatchPrinter{g: g, d: d, name: g.names.Dispatch(d)}).all()...)
	}
}

// dispatchPrinter spells one dispatch.
type dispatchPrinter struct {
	g       *generator
	d       *ir.Dispatch
	name    string
	methods []string // by case
}

func (p *dispatchPrinter) all() []jen.Code {
	taken := map[string]bool{}
	for _, k := range p.d.Cases {
		name := p.g.caseName(k)
		for taken[name] {
			name += "_"
		}
		taken[name] = true
		p.methods = append(p.methods, name)
	}
	code := []jen.Code{p.handler(), p.function()}
	if p.d.Unaccepted >= 0 {
		code = append(code, p.ofText())
	}
	return code
}

// result is the type parameter: what handlers return.
func (p *dispatchPrinter) result() *jen.Statement {
	name := "T"
	isTaken := func(t *ir.Type) bool { return p.g.names.Type(t) == name }
	for slices.ContainsFunc(p.g.protocol.Types, isTaken) {
		name += "T"
	}
	return jen.Id(name)
}

// caseName is the words of a case.
func (g *generator) caseName(k ir.DispatchCase) string {
	for _, r := range k.Rename {
		if r.Language == "" || r.Language == naming.Go.Name {
			return g.names.Words(r.Name)
		}
	}
	return g.names.Words(k.Name)
}

// message is the Go type of the messages of a case, or of all.
func (p *dispatchPrinter) message(records []*ir.Type) *jen.Statement {
	if len(records) == 1 {
		return p.g.variantType(records[0])
	}
	return p.g.variantType(p.d.Over)
}

func (p *dispatchPrinter) handler() jen.Code {
	var methods []jen.Code
	for i, k := range p.d.Cases {
		params := []jen.Code{jen.Id("m").Add(p.message(k.Records))}
		about := p.methods[i] + " is the case " + k.Name + "."
		if meaning := p.meaning(k); meaning != "" {
			about += " " + meaning
		}
		if i == p.d.Unaccepted {
			params = []jen.Code{jen.Id("m").Add(p.message(p.d.Records)), jen.Id("issues").Index().Id("Issue")}
			about += " For an invalid text, m is nil and issues are those of the text."
		}
		methods = append(methods, commented(jen.Id(p.methods[i]).Params(params...).Add(p.result()), about))
	}
	text := p.name + "Handler has a method for each case of the dispatch " + p.d.Name + ", so that a missing one does not compile."
	if p.d.Doc.Text != "" {
		text += " " + stop(p.d.Doc.Text)
	}
	source := ""
	if p.d.Doc.Source != "" {
		source = "Source: " + stop(p.d.Doc.Source)
	}
	return commented(jen.Type().Id(p.name+"Handler").Types(p.result().Any()).Interface(methods...), text, source)
}

// meaning is what the spec says of a case.
func (p *dispatchPrinter) meaning(k ir.DispatchCase) string {
	if p.d.Of == nil {
		return ""
	}
	for _, v := range p.d.Of.Value.Kind.(*ir.Enum).Values {
		if v.Value == k.Name {
			return p.g.meaning(p.d.Of, v)
		}
	}
	return ""
}

// head begins a function with a message and a handler.
func (p *dispatchPrinter) head(name string, message *jen.Statement, more ...jen.Code) *jen.Statement {
	params := append([]jen.Code{message, jen.Id("h").Id(p.name + "Handler").Types(p.result())}, more...)
	return jen.Func().Id("Dispatch" + name).Types(p.result().Any()).Params(params...)
}

// function chooses a case by a member of the message.
func (p *dispatchPrinter) function() jen.Code {
	otherwise := "It returns a zero value for an invalid message."
	last := []jen.Code{jen.Var().Id("none").Add(p.result()), jen.Return(jen.Id("none"))}
	if i := p.d.Unaccepted; i >= 0 {
		otherwise = "An invalid message is the case " + p.d.Cases[i].Name + "."
		last = []jen.Code{jen.Return(jen.Id("h").Dot(p.methods[i]).Call(jen.Id("m"), jen.Nil()))}
	}
	var body []jen.Code
	if isUnion(p.d.Over.Value.Kind) {
		body = append([]jen.Code{p.byRecord()}, last...)
	} else {
		body = append([]jen.Code{jen.If(jen.Id("m").Op("!=").Nil()).Block(p.byWord(p.d.Records[0])...)}, last...)
	}
	return commented(p.head(p.name, jen.Id("m").Add(p.g.variantType(p.d.Over))).Add(p.result()).Block(body...),
		"Dispatch"+p.name+" calls the method of h for the case of m, by "+strings.Join(p.d.At, ".")+". "+otherwise)
}

// byRecord is the switch over what a message can be. Records with the same only case stand together.
func (p *dispatchPrinter) byRecord() jen.Code {
	var cases []jen.Code
	var done []int
	for _, t := range p.d.Records {
		of := p.casesOf(t)
		switch {
		case len(of) == 1 && slices.Contains(done, of[0]):
		case len(of) == 1:
			done = append(done, of[0])
			var types []jen.Code
			for _, other := range p.d.Records {
				if same := p.casesOf(other); len(same) == 1 && same[0] == of[0] {
					types = append(types, p.g.variantType(other))
				}
			}
			cases = append(cases, jen.Case(chunked(types)...).Block(p.call(of[0])))
		default:
			cases = append(cases, jen.Case(p.g.variantType(t)).Block(p.byWord(t)...))
		}
	}
	return jen.Switch(jen.Id("m").Op(":=").Id("m").Assert(jen.Type())).Block(cases...)
}

// casesOf are the numbers of the cases that a record can be.
func (p *dispatchPrinter) casesOf(t *ir.Type) (list []int) {
	for i, k := range p.d.Cases {
		if slices.Contains(k.Records, t) {
			list = append(list, i)
		}
	}
	return list
}

// call calls the method of a case.
func (p *dispatchPrinter) call(i int) jen.Code {
	args := []jen.Code{jen.Id("m")}
	if i == p.d.Unaccepted {
		args = append(args, jen.Nil())
	}
	return jen.Return(jen.Id("h").Dot(p.methods[i]).Call(args...))
}

// byWord chooses by the word of one record.
func (p *dispatchPrinter) byWord(t *ir.Type) []jen.Code {
	g := p.g
	of := p.casesOf(t)
	place, at := jen.Id("m"), t
	var f *ir.Field
	for _, name := range p.d.At {
		f = at.Field(name)
		place, at = g.fieldIn(place, f), recordOf(f.Value)
	}
	if len(of) == 1 && !isUnion(p.d.Over.Value.Kind) {
		return []jen.Code{p.call(of[0])}
	}
	var cases []jen.Code
	for _, i := range of {
		var words []jen.Code
		for _, w := range p.d.Cases[i].Words {
			words = append(words, g.wordAt(f.Value, w))
		}
		cases = append(cases, jen.Case(chunked(words)...).Block(p.call(i)))
	}
	return []jen.Code{jen.Switch(place).Block(cases...)}
}

// wordAt is a word as a member holds it.
func (g *generator) wordAt(v ir.Value, word string) jen.Code {
	if t := g.scalarType(v); t != nil && isEnum(t.Value.Kind) {
		for i, k := range t.Value.Kind.(*ir.Enum).Values {
			if k.Value == word {
				return g.from(t, g.names.Value(t, i))
			}
		}
	}
	return jen.Lit(word)
}

// ofText does the same for a text.
func (p *dispatchPrinter) ofText() jen.Code {
	name := p.name
	unaccepted := jen.Id("h").Dot(p.methods[p.d.Unaccepted]).Call(jen.Nil(), jen.Id("issues"))
	body := []jen.Code{
		jen.List(jen.Id("m"), jen.Err()).Op(":=").Add(p.g.from(p.d.Over, "Parse"+p.g.names.Type(p.d.Over))).Call(jen.Id("data"), jen.Id("opts").Op("...")),
		jen.If(jen.List(jen.Id("issues"), jen.Id("invalid")).Op(":=").Add(p.g.wire("IssuesOf")).Call(jen.Err()), jen.Id("invalid")).Block(jen.Return(unaccepted, jen.Nil())),
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Var().Id("none").Add(p.result()), jen.Return(jen.Id("none"), jen.Err())),
		jen.Return(jen.Id("Dispatch"+name).Call(jen.Id("m"), jen.Id("h")), jen.Nil()),
	}
	return commented(p.head(name+"Text", jen.Id("data").Add(byteSlice()), optsParam()).Params(p.result(), jen.Error()).Block(body...),
		"Dispatch"+name+"Text is Dispatch"+name+" for a text: one that is no valid message is the case "+p.d.Cases[p.d.Unaccepted].Name+", with its issues. An error is an *OptionError.")
}
