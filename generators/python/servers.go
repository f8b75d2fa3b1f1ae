package python

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// A server is a class for one side of a conversation, with an abstract class of its handlers: type checkers report a missing method.

// serverModule returns an empty module if no side of any conversation answers requests.
func (g *generator) serverModule() module {
	t := emptyRuleTable(g)
	for _, c := range g.protocol.Conversations {
		t.reserved = append(t.reserved, g.constantOf(c))
	}
	public, parts := names{}, []string(nil)
	for _, c := range g.protocol.Conversations {
		for _, side := range plan.Peers(c) {
			if side.Answers == nil {
				continue
			}
			name := t.named(c.Name+" "+side.Side, "Side", public)
			words := c.Name
			if len(naming.AskingSides(c)) > 1 {
				words += " " + side.Side
			}
			handler := t.named(words+" handler", "Handler", public)
			rest := t.named("unimplemented "+words+" handler", "Unimplemented", public)
			parts = append(parts, t.handlers(c, side, handler), t.unimplemented(side, handler, rest), t.server(c, side, name, handler))
		}
	}
	if parts == nil {
		return module{} // uses no support code
	}
	for _, name := range append(t.resultErrors(), "Disconnected", "RequestCancelled", "RequestEnded", "Send", "ServedText", "Serving", "frame_sender", "frame_texts", "line_sender", "line_texts") {
		public.use(t.uses.support.use(name))
	}
	m := g.module("Servers of "+g.protocol.Name+": handlers of requests, each with the replies that it can return.", t.uses, public, parts)
	if t.tables != nil { // names for unions of types
		m.All += "\n\n" + strings.TrimSuffix(strings.Join(t.tables, ""), "\n")
	}
	return m
}

// named reserves the name of a public class.
func (t *ruleTable) named(words, other string, public names) string {
	name := t.free(t.names.Words(words), other)
	t.reserved = append(t.reserved, name)
	return public.use(name)
}

// handlers prints the abstract class of a side's handlers.
func (t *ruleTable) handlers(c *ir.Conversation, side plan.Peer, name string) string {
	p := newPrinter(0)
	p.Line("class %s(%s):", name, t.uses.abc.use("ABC"))
	p.Depth = 1
	p.Line("%s", docstring(p.Margin(), fmt.Sprintf("Handlers of the requests to the %s in the conversation %s.\n\nA reply that a method returns has the key of its request. An error is passed to ``fail`` of `Serving`. A handler runs in a task. It is cancelled if the exchange of the request ends, if the other side sends a further message in it, or if the server is closed.", side.Side, c.Name)))
	for _, r := range side.Answers {
		p.Line("")
		p.Line("@%s", t.uses.abc.use("abstractmethod"))
		p.Line("%s", t.signature(r))
		p.Block(func() {
			about := "Return the reply to a request."
			switch {
			case r.Made:
				about = "Return the result in the reply to a request."
			case r.Many:
				about = "Iterate over the replies to a request, until one ends its exchange."
			}
			p.Line("%s", docstring(p.Margin(), about))
		})
	}
	return p.String()
}

// signature returns the head of the method that answers a request.
func (t *ruleTable) signature(r plan.Request) string {
	head, reply := "async def ", ""
	switch {
	case r.Made:
		reply = t.resultOf(r)
	case r.Many:
		head, reply = "def ", t.uses.abstract.use("AsyncIterator")+"["+t.reply(r)+"]"
	default:
		reply = t.reply(r)
	}
	return fmt.Sprintf("%s%s(self, request: %s) -> %s:", head, t.method(r), t.model(r.Type, t.names.Type(r.Type)), reply)
}

// returns names the values that a handler returns, as in Handled of the support code.
func returns(r plan.Request) string {
	switch {
	case r.Made:
		return "result"
	case r.Many:
		return "many"
	}
	return "one"
}

// method returns the name of the method that answers a request.
func (t *ruleTable) method(r plan.Request) string {
	name := t.snake(r.Type)
	if slices.Contains(taken, name) {
		name += "_"
	}
	return name
}

// unimplemented prints handlers that fail.
func (t *ruleTable) unimplemented(side plan.Peer, handler, name string) string {
	p := newPrinter(0)
	p.Line("class %s(%s):", name, handler)
	p.Depth = 1
	p.Line("%s", docstring(p.Margin(), "Handlers that raise NotImplementedError. Derive from it to leave requests out."))
	for _, r := range side.Answers {
		p.Line("")
		p.Line("%s", t.signature(r))
		p.Block(func() { p.Line("raise NotImplementedError(%s)", quote("no handler answers this request")) })
	}
	return p.String()
}

// server prints the class of a side.
func (t *ruleTable) server(c *ir.Conversation, side plan.Peer, name, handler string) string {
	p := newPrinter(0)
	message := t.model(c.Over, t.names.Type(c.Over))
	p.Line("class %s(%s[%s]):", name, t.uses.support.use("Peer"), message)
	p.Depth = 1
	p.Line("%s", docstring(p.Margin(), fmt.Sprintf("The %s of the conversation %s: it calls the handler of each request, and sends the replies.\n\n``send`` sends the text of a message. Pass each incoming message or text to `receive`, or all of a connection to `serve`. Without a handler, `receive` returns all requests. ``timeout`` is that of its own requests, in seconds.", side.Side, c.Name)))
	p.Line("")
	p.Line("__slots__ = ()")
	p.Line("")
	t.typed(p, side.Asks)
	p.Line("def __init__(")
	p.Block(func() {
		p.Line("self,")
		p.Line("send: %s,", t.uses.support.use("Send"))
		p.Line("handler: %s | None,", handler)
		p.Line("*,")
		p.Line("serving: %s[%s] | None = None,", t.uses.support.use("Serving"), message)
		p.Line("options: %s | None = None,", t.uses.support.use("Options"))
		p.Line("timeout: float | None = None,")
	})
	p.Line(") -> None:")
	var handled, table []expr
	for _, r := range side.Answers {
		handled = append(handled, text(fmt.Sprintf("%s: (%d, %s, handler.%s)", t.model(r.Type, t.names.Type(r.Type)), r.Exchange, quote(returns(r)), t.method(r))))
	}
	for _, r := range side.Asks {
		table = append(table, text(fmt.Sprintf("%s: %d", t.model(r.Type, t.names.Type(r.Type)), r.Exchange)))
	}
	p.Block(func() {
		constant := t.uses.siblings.use(t.constantOf(c))
		p.Line("handled: dict[type, %s] = {}", t.uses.support.use("Handled"))
		p.Line("if handler is not None:")
		p.Block(func() { p.expr(dictOf(handled...).after("handled = "), "") })
		p.expr(call("super().__init__", text(constant), text(quote(side.Side)), dictOf(table...), text("send"), text("options"), text("timeout"), text("handled"), text("serving")), "")
	})
	var once, many []plan.Request
	for _, r := range side.Asks {
		if r.Many {
			many = append(many, r)
		} else {
			once = append(once, r)
		}
	}
	t.requests(p, once, many)
	return p.String()
}
