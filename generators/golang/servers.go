package golang

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// A server is a peer of the support code with an interface that has a method for each request, so that the compiler reports a missing one.

// handlerData is the data of the template for the requests that a side answers.
type handlerData struct {
	Name, About string
	ByRecord    bool // whether the messages are of several types
	Methods     []handledData
}

type handledData struct {
	Method, About, Message, Signature, Zero, None, Handling string
}

// handler returns the handlers of a side. prefix is the beginning of its name.
func (p *conversationPrinter) handler(prefix string, side plan.Peer) *handlerData {
	h := &handlerData{Name: prefix + "Handler", ByRecord: isInterface(resolve(refTo(p.c.Over)).Kind)}
	h.About = h.Name + " answers the requests to the " + oneLine(side.Side) + " in the conversation " + p.c.Name + ". Each method is called in a goroutine. " +
		"A reply that a method returns has the key of its request. An error is passed to Fail of the peer's Serving. ctx ends if the exchange of the request ends, if the other side sends a further message in it, or if the peer is closed; " +
		"context.Cause is a *CancelledError if a reply may still be needed."
	for _, r := range side.Answers {
		h.Methods = append(h.Methods, p.handled(r))
	}
	return h
}

// handled returns the method that answers a request.
func (p *conversationPrinter) handled(r plan.Request) handledData {
	g := p.g
	reply, message := g.mark(p.reply(r)), g.mark(g.variantType(r.Type))
	m := handledData{Method: g.names.Type(r.Type), Message: message}
	m.About = m.Method + " returns the reply to m: "
	m.None, m.Handling = "nil, ", "HandleOne"
	encoder := ""
	if r.Made {
		reply, m.Handling = g.mark(g.valueType(r.Result)), "HandleFor"
		m.About = m.Method + " returns the result in the reply to m."
		if !isRecord(r.Result.Value.Kind) && !isUnion(r.Result.Value.Kind) || isNullable(refTo(r.Result)) {
			m.Zero, m.Handling, encoder = reply, "HandleValue", ", "+g.mark(g.encoding(r.Result))
		}
	}
	m.Signature = "(ctx context.Context, m " + message + ") (" + reply + ", error)"
	if r.Many {
		m.About = m.Method + " sends the replies to m, until one ends the exchange: "
		m.Signature, m.None, m.Handling = "(ctx context.Context, m "+message+", send func("+reply+") error) error", "", "HandleMany"
	}
	if !r.Made {
		m.About += alternatives(p.replyTexts(r)) + "."
	}
	m.Handling += "[" + g.mark(p.message()) + "](" + strconv.Itoa(r.Exchange) + ", m, handler." + m.Method + encoder + ")"
	return m
}

// encoding returns the function that encodes a value of type t.
func (g *generator) encoding(t *ir.Type) *jen.Statement {
	if g.lacksMethods(t) {
		return g.from(t, "Encode"+g.names.Type(t))
	}
	return g.typeName(t).Dot("Encode")
}
