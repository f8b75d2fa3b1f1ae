package python

import (
	"fmt"
	"strings"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// A client is a class for one side of a conversation. It has its requests, each with the type of its replies.

// clientModule returns an empty module if no side of any conversation has requests.
func (g *generator) clientModule() module {
	t := emptyRuleTable(g)
	type client struct {
		c          *ir.Conversation
		side, name string
	}
	var clients []client
	for _, c := range g.protocol.Conversations {
		t.reserved = append(t.reserved, g.constantOf(c))
		for _, side := range c.Sides {
			if len(plan.Requests(c, side)) > 0 {
				one := client{c, side, t.free(g.names.Words(c.Name+" "+side), "Side")}
				clients, t.reserved = append(clients, one), append(t.reserved, one.name)
			}
		}
	}
	if clients == nil {
		return module{} // uses no support code
	}
	public, parts := names{}, []string(nil)
	for _, name := range append(t.resultErrors(), "Disconnected", "RequestEnded", "Send") {
		public.use(t.uses.support.use(name))
	}
	for _, one := range clients {
		public.use(one.name)
		parts = append(parts, t.client(one.c, one.side, one.name))
	}
	m := g.module("Clients of "+g.protocol.Name+": requests, each with the replies that it can have.", t.uses, public, parts)
	if t.tables != nil { // names for unions of types
		m.All += "\n\n" + strings.TrimSuffix(strings.Join(t.tables, ""), "\n")
	}
	return m
}

// client prints a class.
func (t *ruleTable) client(c *ir.Conversation, side, name string) string {
	p := newPrinter(0)
	message := t.model(c.Over, t.names.Type(c.Over))
	p.Line("class %s(%s[%s]):", name, t.uses.support.use("Client"), message)
	p.Depth = 1
	doc := fmt.Sprintf("Requests of the %s in the conversation %s.\n\n``send`` sends the text of a message. Pass each incoming message or text to `receive`. ``timeout`` is in seconds: a request, and each further reply to it, that takes longer raises TimeoutError. Abandoning a request sends nothing: to cancel it on the other side, send the message for that.", side, c.Name)
	p.Line("%s", docstring(p.Margin(), doc))
	p.Line("")
	p.Line("__slots__ = ()")
	p.Line("")
	t.typed(p, plan.Requests(c, side))
	p.Line("def __init__(self, send: %s, *, options: %s | None = None, timeout: float | None = None) -> None:", t.uses.support.use("Send"), t.uses.support.use("Options"))
	var once, many []plan.Request
	var table []expr
	for _, r := range plan.Requests(c, side) {
		table = append(table, text(fmt.Sprintf("%s: %d", t.model(r.Type, t.names.Type(r.Type)), r.Exchange)))
		if r.Many {
			many = append(many, r)
		} else {
			once = append(once, r)
		}
	}
	p.Block(func() {
		constant := t.uses.siblings.use(t.constantOf(c))
		p.expr(call("super().__init__", text(constant), text(quote(side)), dictOf(table...), text("send"), text("options"), text("timeout")), "")
	})
	t.requests(p, once, many)
	return p.String()
}

// requests prints the methods that send requests.
func (t *ruleTable) requests(p *printer, once, many []plan.Request) {
	t.methods(p, method{"async def request", "", "Send a request and return its reply.", "await self._ask(message)", once})
	if len(many) == 0 {
		return
	}
	t.methods(p, method{"def replies", t.uses.abstract.use("AsyncGenerator"), "Send a request, at the first step, and iterate over its replies until its exchange ends.", "self._stream(message)", many})
}

// method is a method that takes several types of requests.
type method struct {
	head, around string // the beginning of the method, and the type around its result
	doc, body    string
	requests     []plan.Request
}

func (m method) result(reply string) string {
	if m.around == "" {
		return reply
	}
	return m.around + "[" + reply + ", None]"
}

const raised = "\n\nRaises ValidationError, and nothing is sent, if it is invalid or may not be sent now; RequestEnded if another message ends its exchange; ValidationError if a message with its key is invalid or may not come; TimeoutError if the client has a time-out; Disconnected if the connection ends."

// methods prints a method, with an overload for each of several requests.
func (t *ruleTable) methods(p *printer, m method) {
	if len(m.requests) == 0 {
		return
	}
	var types []*ir.Type
	for _, r := range m.requests {
		types = append(types, r.Type)
		if len(m.requests) > 1 {
			p.Line("")
			p.Line("@%s", t.uses.typing.use("overload"))
			p.Line("%s(self, message: %s) -> %s: ...", m.head, t.model(r.Type, t.names.Type(r.Type)), m.result(t.resultOf(r)))
		}
	}
	result, body := m.result("object"), m.body
	if len(m.requests) == 1 {
		result = m.result(t.resultOf(m.requests[0]))
		body = fmt.Sprintf("%s(%s, %s)", t.uses.typing.use("cast"), quote(result), body)
	}
	p.Line("")
	p.Line("%s(self, message: %s) -> %s:", m.head, t.subject(types), result)
	p.Block(func() {
		p.Line("%s", docstring(p.Margin(), m.doc+raised))
		p.Line("return %s", body)
	})
}

// resultErrors are the errors of requests with a result.
func (t *ruleTable) resultErrors() []string {
	if plan.HasResults(t.protocol) {
		return []string{"ReplyError"}
	}
	return nil
}

// typed prints the requests whose result is a member of the reply.
func (t *ruleTable) typed(p *printer, requests []plan.Request) {
	var kinds []expr
	for _, r := range requests {
		if r.Result != nil {
			kinds = append(kinds, text(t.model(r.Type, t.names.Type(r.Type))))
		}
	}
	var counters []expr
	for _, r := range requests {
		if r.Counter != nil {
			counters = append(counters, tupleOf(text(t.model(r.Type, t.names.Type(r.Type))), text(quote(t.names.Field(r.Counter)))))
		}
	}
	if counters != nil {
		p.expr(tupleOf(counters...).after("_counters = "), "")
		p.Line("")
	}
	if kinds != nil {
		p.expr(tupleOf(kinds...).after("_typed = "), "")
		p.Line("")
	}
	var failures []expr
	for _, e := range plan.FailuresOf(requests) {
		code, message := t.waysOf(e.Error)
		if e.Error.Code.Secret {
			code = ""
		}
		failures = append(failures, tupleOf(text(t.model(e, t.names.Type(e))), text(quote(code)), text(quote(message))))
	}
	if failures != nil {
		p.expr(tupleOf(failures...).after("_failures = "), "")
		p.Line("")
	}
}

// resultOf returns the type of the result of a request.
func (t *ruleTable) resultOf(r plan.Request) string {
	if r.Result != nil {
		return t.model(r.Result, t.names.Type(r.Result))
	}
	return t.reply(r)
}

// reply returns the type of the replies to a request. A request of an import has no name for them.
func (t *ruleTable) reply(r plan.Request) string {
	if !t.isForeign(r.Type) {
		return t.model(r.Type, t.names.Type(r.Type)+"Reply")
	}
	var list []string
	for _, reply := range r.Replies {
		list = append(list, t.model(reply, t.names.Type(reply)))
	}
	return strings.Join(list, " | ")
}
