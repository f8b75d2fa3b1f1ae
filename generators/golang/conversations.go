package golang

import (
	"strings"

	"github.com/dave/jennifer/jen"

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

// free is an identifier of the package's own that begins with the conversation's name.
func (p *conversationPrinter) free(words string) string {
	return p.g.free([]string{unexported(p.name) + words})
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
	c, g := p.c, p.g
	fields := []jen.Code{keyed("Name", jen.Lit(c.Name))}
	if g.params != "" {
		fields = append(fields, keyed("Params", jen.Id(g.params)))
	}
	if len(c.Tag) > 0 {
		fields = append(fields, keyed("Tag", texts(c.Tag)))
	}
	if len(c.Sides) > 0 {
		fields = append(fields, keyed("Sides", texts(c.Sides)), keyed("From", jen.Id(p.from())))
	}
	if c.Framing == ir.NDJSON {
		fields = append(fields, keyed("Lines", jen.True()))
	}
	fields = append(fields, keyed("Whole", g.wire("Order").Add(onePerLine(p.order(&c.Whole, nil, "")))))
	if len(c.Exchanges) > 0 {
		var list []jen.Code
		for _, x := range c.Exchanges {
			list = append(list, onePerLine(p.exchange(x)))
		}
		fields = append(fields, keyed("Exchanges", jen.Index().Add(g.wire("Exchange")).Add(onePerLine(list))))
	}
	if len(c.Unique) > 0 {
		var list []jen.Code
		for _, u := range c.Unique {
			list = append(list, onePerLine(p.unique(u)))
		}
		fields = append(fields, keyed("Unique", jen.Index().Add(g.wire("Unique")).Add(onePerLine(list))))
	}
	return commented(jen.Var().Id(p.variable).Op("=").Add(g.wire("Conversation")).Add(onePerLine(fields)), p.variable+" is the table of the conversation "+c.Name+".")
}

func texts(list []string) jen.Code { return jen.Index().String().Values(literals(list)...) }

func numbers(list []int) jen.Code { return jen.Index().Int().Values(literals(list)...) }

func (p *conversationPrinter) exchange(x *ir.Exchange) []jen.Code {
	name := p.g.names.Words(x.Name)
	fields := []jen.Code{keyed("Name", jen.Lit(x.Name)), keyed("At", texts(x.At)), keyed("Key", jen.Id(p.key(x.At, x.Keys, x.Kinds, name)))}
	if len(x.Others) > 0 {
		var ways []jen.Code
		for _, way := range x.Others {
			by := name + "By" + p.g.names.Words(strings.Join(way.At, " "))
			ways = append(ways, jen.Values(p.way(x, way, by)...))
		}
		fields = append(fields, keyed("Others", jen.Index().Add(p.g.wire("Way")).Add(onePerLine(ways))))
	}
	fields = append(fields, keyed("InUse", jen.Lit(x.InUse.Message)), keyed("Most", jen.Lit(x.Most)))
	if len(x.One) > 0 {
		fields = append(fields, keyed("One", numbers(x.One)))
	}
	if len(x.All) > 0 {
		fields = append(fields, keyed("All", numbers(x.All)))
	}
	return append(fields, keyed("Order", p.g.wire("Order").Add(onePerLine(p.order(&x.Order, x.Others, name)))))
}

// way are the fields of a way into an exchange.
func (p *conversationPrinter) way(x *ir.Exchange, way *ir.Way, part string) []jen.Code {
	kinds := way.Kinds
	if way.Of != nil { // the key is a member of what is bound, which is none of these letters
		kinds = nil
	}
	fields := []jen.Code{keyed("Key", jen.Id(p.key(way.At, way.Keys, kinds, part))), keyed("Letter", jen.Id(p.letter(&x.Order, way.Kinds, part)))}
	if way.Of != nil {
		fields = append(fields, keyed("Of", jen.Op("&").Add(p.g.wire("Through")).Values(keyed("Exchange", jen.Lit(way.Of.Exchange)), keyed("Number", jen.Lit(way.Of.Number)))))
	}
	return append(fields, keyed("InUse", jen.Lit(way.InUse.Message)))
}

// order are the fields of an order.
func (p *conversationPrinter) order(o *ir.Order, others []*ir.Way, part string) []jen.Code {
	fields := []jen.Code{keyed("Letter", jen.Id(p.letter(o, o.Kinds, part))), keyed("Names", texts(o.Letters))}
	var states []jen.Code
	for _, s := range o.States {
		var list []jen.Code
		if !s.Ends {
			var next []jen.Code
			for letter, to := range s.Next {
				if to >= 0 {
					next = append(next, jen.Lit(letter).Op(":").Lit(to+1))
				}
			}
			list = append(list, keyed("Next", jen.Index().Int16().Values(next...)))
		}
		if s.Accepts {
			list = append(list, keyed("Accepts", jen.True()))
		}
		if !s.Ends {
			list = append(list, keyed("Expected", jen.Lit(s.Refused.Message)))
		}
		if !s.Accepts {
			list = append(list, keyed("Cut", jen.Lit(s.Cut.Message)))
		}
		states = append(states, jen.Values(list...))
	}
	fields = append(fields, keyed("States", jen.Index().Add(p.g.wire("State")).Add(onePerLine(states))))
	fields = append(fields, p.slots(o, part)...)
	if len(o.Numbers) > 0 && p.c.Framing == ir.NDJSON {
		var list []jen.Code
		for _, n := range o.Numbers {
			list = append(list, p.numbering(n, append(ways(others), o.Kinds), part))
		}
		fields = append(fields, keyed("Numbers", jen.Index().Add(p.g.wire("Numbering")).Add(onePerLine(list))))
	}
	if len(o.Checks) > 0 {
		var checks []jen.Code
		for _, check := range o.Checks {
			checks = append(checks, onePerLine(p.check(o, check, part)))
		}
		fields = append(fields, keyed("Checks", jen.Index().Add(p.g.wire("SequenceCheck")).Add(onePerLine(checks))))
	}
	return fields
}

// ways are the letters of messages by other members.
func ways(others []*ir.Way) (kinds [][][]ir.LetterOf) {
	for _, way := range others {
		kinds = append(kinds, way.Kinds)
	}
	return kinds
}

var sequenceKinds = map[ir.SequenceKind]string{ir.CheckFirst: "CheckFirst", ir.CheckNext: "CheckNext", ir.CheckEach: "CheckEach"}

func (p *conversationPrinter) check(o *ir.Order, check *ir.SequenceCheck, part string) []jen.Code {
	fields := []jen.Code{keyed("Letters", numbers(check.Letters)), keyed("Kind", p.g.wire(sequenceKinds[check.Kind]))}
	if check.Line > 0 {
		fields = append(fields, keyed("Line", jen.Lit(check.Line)))
	}
	if len(check.Uses) > 0 {
		var uses []jen.Code
		for _, u := range check.Uses {
			list := []jen.Code{keyed("Number", jen.Lit(u.Number))}
			if u.Whole {
				list = append(list, keyed("Whole", jen.True()))
			}
			uses = append(uses, jen.Values(list...))
		}
		fields = append(fields, keyed("Uses", jen.Index().Add(p.g.wire("Use")).Values(uses...)))
	}
	if check.Counts {
		fields = append(fields, keyed("Counts", jen.True()))
	}
	if len(check.At) > 0 {
		fields = append(fields, keyed("At", texts(check.At)))
	}
	return append(fields, keyed("Failure", p.g.failure(check.Failure)), keyed("Holds", jen.Id(p.holds(o, check, part))))
}
