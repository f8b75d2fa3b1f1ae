package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// A conversation is a table that the support code follows, with functions that tell letters and keys of messages and make checks between them.

// conversations are the tables, and what users follow conversations with.
func (g *generator) conversations(add func(...jen.Code)) {
	printers := map[*ir.Conversation]*conversationPrinter{}
	for _, c := range g.protocol.Conversations {
		p := g.conversationPrinter(c)
		add(p.api()...)
		add(p.clients()...)
		add(p.table())
		add(p.code...)
		printers[c] = p
	}
	if len(printers) > 0 {
		add(g.conversationsByName(printers))
	}
}

func (g *generator) conversationPrinter(c *ir.Conversation) *conversationPrinter {
	p := &conversationPrinter{g: g, c: c, name: g.names.Conversation(c)}
	p.variable = p.free("Conversation")
	return p
}

// conversationPrinter spells one conversation.
type conversationPrinter struct {
	g        *generator
	c        *ir.Conversation
	name     string     // of the conversation, as types have it
	variable string     // that holds the table
	code     []jen.Code // functions that the table names
}

// message is the Go type of a message.
func (p *conversationPrinter) message() *jen.Statement {
	t := p.c.Over
	if isInterface(resolve(refTo(t)).Kind) {
		return p.g.typeName(t)
	}
	return jen.Op("*").Add(p.g.typeName(t))
}

// api is what users call.
func (p *conversationPrinter) api() []jen.Code {
	g, name := p.g, p.name
	tracker := name + "Tracker"
	about := tracker + " follows the conversation " + p.c.Name + "."
	if p.c.Doc.Text != "" {
		about += " " + stop(p.c.Doc.Text)
	}
	source := ""
	if p.c.Doc.Source != "" {
		source = "Source: " + stop(p.c.Doc.Source)
	}
	begin := g.wire("NewTracker").Types(p.message())
	code := []jen.Code{commented(jen.Type().Id(tracker).Op("=").Add(g.envelope("Tracker")).Types(p.message()), about, source)}
	if len(p.c.Sides) == 0 {
		code = append(code, oneLiner(jen.Func().Id("New"+tracker).Params(optsParam()).Op("*").Id(tracker),
			begin.Call(jen.Op("&").Id(p.variable), jen.Lit(""), jen.Id("opts")), "New"+tracker+" returns a tracker of a new conversation."))
	} else {
		code = append(code, oneLiner(jen.Func().Id("New"+tracker).Params(jen.Id("side").String(), optsParam()).Op("*").Id(tracker),
			begin.Call(jen.Op("&").Id(p.variable), jen.Id("side"), jen.Id("opts")),
			"New"+tracker+" returns a tracker of a new conversation for one side, "+quotedList(p.c.Sides)+". An empty side observes both. Any other value panics."))
	}
	if p.c.Framing == ir.NDJSON {
		code = append(code, p.lines()...)
	}
	return code
}

// conversationsByName are the entry for tools that learn the name of a conversation at run time.
func (g *generator) conversationsByName(printers map[*ir.Conversation]*conversationPrinter) jen.Code {
	var codecs []jen.Code
	for _, c := range g.protocol.Conversations {
		p := printers[c]
		codecs = append(codecs, g.wire("NewConversationCodec").Call(jen.Op("&").Id(p.variable), g.from(c.Over, "Parse"+g.names.Type(c.Over))))
	}
	return commented(jen.Func().Id("Conversations").Params().Index().Add(g.envelope("ConversationCodec")).Block(
		jen.Return(jen.Index().Add(g.envelope("ConversationCodec")).Add(onePerLine(codecs)))),
		"Conversations returns the codecs of all conversations, in the order of the spec.")
}

// table is the variable that the support code follows.
func (p *conversationPrinter) table() jen.Code {
	fields := p.fields(plan.Conversation(p.c))
	if p.g.params != "" {
		fields = append(fields, keyed("Params", jen.Id(p.g.params)))
	}
	return commented(jen.Var().Id(p.variable).Op("=").Add(p.g.wire("Conversation")).Add(onePerLine(fields)), p.variable+" is the table of the conversation "+p.c.Name+".")
}

func texts(list []string) jen.Code { return jen.Index().String().Values(literals(list)...) }
