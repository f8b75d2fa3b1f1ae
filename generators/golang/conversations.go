package golang

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// A conversation is a table that the support code interprets. Functions return the letters and keys of messages and make checks between
// them.

// conversations declares the tables, and the API of conversations.
func (g *generator) conversations(add func(...jen.Code)) {
	printers := map[*ir.Conversation]*conversationPrinter{}
	for _, c := range g.protocol.Conversations {
		p := g.conversationPrinter(c)
		add(p.api())
		add(p.table())
		add(p.code...)
		printers[c] = p
	}
	if len(printers) > 0 {
		add(g.conversationsByName(printers))
	}
}

func (g *generator) conversationPrinter(c *ir.Conversation) *conversationPrinter {
	p := &conversationPrinter{g: g, c: c, name: g.names.Conversation(c), choiceKeys: map[*ir.Type]string{}}
	p.variable = p.free("Conversation")
	return p
}

// conversationPrinter prints one conversation.
type conversationPrinter struct {
	g        *generator
	c        *ir.Conversation
	name     string     // the name of the conversation in the spelling of types
	variable string     // the variable with the table
	code     []jen.Code // the functions of the table
	// choiceKeys are the functions that return the keys that choices are.
	choiceKeys map[*ir.Type]string
}

// message returns the Go type of a message.
func (p *conversationPrinter) message() *jen.Statement {
	t := p.c.Over
	if isInterface(resolve(refTo(t)).Kind) {
		return p.g.typeName(t)
	}
	return jen.Op("*").Add(p.g.typeName(t))
}

// trackingData is the data of the template for the public API.
type trackingData struct {
	Name, Table, Message, Parse, Over   string // Over is the conversation's name in the spec
	About, Source                       string
	Sides, AboutSides, AboutWriterSides string // "" without sides
	IsLines, IsFrames, IsNumbered       bool
	EachIn, Writer                      string // how messages are written, and the type that writes them
	More                                string // further arguments of its constructor
	IsBatch                             bool
	AboutBatch                          string // for readers
	Clients                             []clientData
}

// clientData is one side that sends or answers requests. Its name contains the names of the conversation and of the side.
type clientData struct {
	Name, About, Side string
	Requests          []requestData
	Handler           *handlerData // nil if the side answers no requests
}

type requestData struct {
	Method, About, Message, Result, Call string
	Counts                               string // the statement that numbers the message, or ""
}

// api returns the public API.
func (p *conversationPrinter) api() jen.Code {
	g := p.g
	t := trackingData{Name: p.name, Table: p.variable, Message: g.mark(p.message()), Parse: g.mark(g.from(p.c.Over, "Parse"+g.names.Type(p.c.Over))), Over: p.c.Name,
		About: p.name + "Tracker follows the conversation " + p.c.Name + ".", Source: sourceOf(p.c.Doc), IsLines: p.c.HasLines(), IsNumbered: p.numbers()}
	if t.IsFrames = p.c.HasFrames(); t.IsFrames {
		t.EachIn, t.Writer = "each behind a header with its Content-Length", "FrameWriter"
	} else {
		t.EachIn, t.Writer = "one a line", "LineWriter"
	}
	if t.IsBatch = p.c.Batch > 0; t.IsBatch {
		framed := g.mark(jen.Nil())
		if t.IsFrames {
			framed = g.mark(g.wire("Headed"))
		}
		t.EachIn = map[bool]string{true: "one or several behind each header with its Content-Length", false: "one or several a line"}[t.IsFrames]
		t.AboutBatch = " Each message of a batch is a turn of its own, and the paths of its issues begin with its place."
		t.Writer, t.More = "BatchWriter", strconv.Itoa(p.c.Batch)+", "+framed+", "
	}
	if p.c.Doc.Text != "" {
		t.About += " " + stop(p.c.Doc.Text)
	}
	if len(p.c.Sides) > 0 {
		t.Sides = quotedList(p.c.Sides)
		t.AboutSides = " for one side, " + t.Sides + ". An empty side observes both. Any other value panics"
		if p.c.NeedsSide() {
			t.AboutSides = " for one side, " + t.Sides + ". Any other value panics, because the letter of a message depends on its sender"
		}
		t.AboutWriterSides = " side is " + t.Sides + ", or \"\" for somebody else; it panics for another one."
	}
	for _, side := range plan.Peers(p.c) {
		t.Clients = append(t.Clients, p.client(side))
	}
	return g.declare("conversation", t)
}

// client returns a side that sends or answers requests.
func (p *conversationPrinter) client(side plan.Peer) clientData {
	g, prefix := p.g, p.name
	c := clientData{Name: prefix + g.names.Words(side.Side), Side: g.mark(jen.Lit(side.Side))}
	if len(naming.AskingSides(p.c)) > 1 {
		prefix = c.Name
	}
	about := c.Name + " is the " + oneLine(side.Side) + " of the conversation " + p.c.Name + ": it "
	taken := []string{"Client", "Count", "Receive", "ReceiveText", "Send", "Close", "Open"}
	if side.Answers != nil {
		c.Handler = p.handler(prefix, side)
		about += "calls the handler of each incoming request, and sends the replies. "
		taken = append(taken, "Peer", "Serve", "Drain", "Wait")
	}
	if side.Asks != nil {
		if side.Answers != nil {
			about += "It also "
		}
		about += "matches replies with requests. "
	}
	c.About = about + "Pass each incoming text to ReceiveText, or each parsed message to Receive. "
	if side.Asks != nil {
		c.About += "Close ends all requests that wait. A context or RequestTimeout ends the wait for one request, and sends nothing: " +
			"to cancel the request on the other side, send the message for that. "
	}
	c.About += "All methods are safe for concurrent use."
	for _, r := range side.Asks {
		method := g.names.Type(r.Type)
		for slices.Contains(taken, method) {
			method += "Request"
		}
		taken, c.Requests = append(taken, method), append(c.Requests, p.request(method, r))
	}
	return c
}

// request returns the method that sends a request.
func (p *conversationPrinter) request(method string, r plan.Request) requestData {
	g, texts := p.g, p.replyTexts(r)
	result := g.mark(p.reply(r))
	if r.Result != nil {
		result = g.mark(g.valueType(r.Result))
	}
	m := requestData{Method: method, Message: g.mark(g.variantType(r.Type)), Result: "(" + result + ", error)", Call: "wire.Ask"}
	about := " and returns its reply: "
	if r.Many {
		m.Result, m.Call = "iter.Seq2["+result+", error]", "wire.AskMany"
		about = " where a loop asks for its replies, and returns them until their exchange ends: "
	}
	m.Call += "[" + result + ", " + g.mark(p.message()) + "](ctx, c.Client, " + strconv.Itoa(r.Exchange) + ", m)"
	m.About = method + " sends m" + about + alternatives(texts) + "."
	if r.Counter != nil {
		m.Counts = p.counts(r)
	}
	if r.Result != nil {
		m.Call = "wire.AskFor" + strings.TrimPrefix(m.Call, "wire.Ask")
		m.About = method + " sends m and returns the result of its reply. A reply without one is a *ReplyError."
	}
	if r.Counter != nil {
		m.About += " It numbers m if its " + g.names.Field(r.Counter) + " is not set."
	}
	return m
}

// counts returns the statement that numbers a request without a number.
func (p *conversationPrinter) counts(r plan.Request) string {
	g, f := p.g, r.Counter
	number := jen.Id("c").Dot("Count").Call()
	place := jen.Id("m").Dot(g.names.Field(f))
	of := g.owner(f.Value)
	none, value := jen.Lit(0), number
	if choice, is := resolve(f.Value).Kind.(*ir.Choice); is {
		none = jen.Nil()
		for i, o := range choice.Options {
			switch resolve(o).Kind.(type) {
			case ir.Integer, ir.Number:
				value = jen.Add(g.from(of, g.names.Option(of, i))).Call(number)
			}
		}
	} else {
		value = g.goType(f.Value).Call(number)
	}
	isGiven := jen.Id("m").Op("!=").Nil() // else sending refuses it
	if !f.Required {
		numbered := place.Clone().Op("=").Add(g.own("Some")).Types(g.goType(f.Value)).Call(value)
		return g.mark(jen.If(isGiven.Op("&&").Op("!").Add(place).Dot("Has").Call()).Block(numbered))
	}
	return g.mark(jen.If(isGiven.Op("&&").Add(place.Clone()).Op("==").Add(none)).Block(place.Clone().Op("=").Add(value)))
}

// reply returns the Go type of the replies to a request.
func (p *conversationPrinter) reply(r plan.Request) *jen.Statement {
	if p.g.isForeign(r.Type) {
		return p.message()
	}
	return jen.Id(p.g.names.Type(r.Type) + "Reply")
}

func (p *conversationPrinter) replyTexts(r plan.Request) (texts []string) {
	for _, t := range r.Replies {
		texts = append(texts, p.g.variantText(t))
	}
	return texts
}

// hasHeaders reports whether messages of a conversation are behind headers.
func (g *generator) hasHeaders() bool {
	return slices.ContainsFunc(g.protocol.Conversations, func(c *ir.Conversation) bool { return c.Framing == ir.Headers })
}

// numbers reports whether a member contains the number of the message.
func (p *conversationPrinter) numbers() bool {
	return len(p.c.Main.Numbers) > 0 || slices.ContainsFunc(p.c.Exchanges, func(x *ir.Exchange) bool { return len(x.Numbers) > 0 })
}

// conversationsByName declares the entry point for tools that select a conversation by name at run time.
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

// table returns the variable that the support code interprets.
func (p *conversationPrinter) table() jen.Code {
	fields := p.tree().fields(plan.Conversation(p.c))
	if p.g.params != "" {
		fields = append(fields, keyed("Params", jen.Id(p.g.params)))
	}
	return commented(jen.Var().Id(p.variable).Op("=").Add(p.g.wire("Conversation")).Add(onePerLine(fields)), p.variable+" is the table of the conversation "+p.c.Name+".")
}

func texts(list []string) jen.Code { return jen.Index().String().Values(literals(list)...) }
