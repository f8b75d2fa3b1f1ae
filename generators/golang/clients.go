package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// A client is the requests of one side as methods that return the replies. It is called after the conversation, and after the side, too,
// if both have requests.

// asked is a request with the number of the exchange in which it is answered.
type asked struct {
	*ir.Request
	exchange int
}

// clients are the clients of all sides that have requests.
func (p *conversationPrinter) clients() (code []jen.Code) {
	bySide := map[string][]asked{}
	for i, t := range p.c.Records {
		for x, exchange := range p.c.Exchanges {
			at := slices.IndexFunc(exchange.Requests, func(r *ir.Request) bool { return r.Type == t })
			if at >= 0 {
				side := p.c.From[i]
				bySide[side] = append(bySide[side], asked{exchange.Requests[at], x})
				break
			}
		}
	}
	asking := naming.AskingSides(p.c)
	for _, side := range asking {
		name := p.name + "Client"
		if len(asking) > 1 {
			name = p.name + p.g.names.Words(side) + "Client"
		}
		code = append(code, p.client(name, side, bySide[side])...)
	}
	return code
}

func (p *conversationPrinter) client(name, side string, requests []asked) []jen.Code {
	g := p.g
	embedded := jen.Op("*").Add(g.envelope("Client")).Types(p.message())
	send := jen.Id("send").Func().Params(p.message()).Error()
	begin := jen.Return(jen.Op("&").Id(name).Values(g.wire("NewClient").Call(jen.Op("&").Id(p.variable), jen.Lit(side), g.from(p.c.Over, "Parse"+g.names.Type(p.c.Over)), jen.Id("send"), jen.Id("opts"))))
	code := []jen.Code{
		commented(jen.Type().Id(name).Struct(embedded), name+" is the "+oneLine(side)+" of the conversation "+p.c.Name+": it matches replies with requests. "+
			"Pass each incoming text to ReceiveText, or each parsed message to Receive. Close ends all requests that wait. A context or RequestTimeout ends the wait for one request, and sends nothing: "+
			"to cancel the request on the other side, send the message for that. All methods are safe for concurrent use."),
		commented(jen.Func().Id("New"+name).Params(send, optsParam()).Op("*").Id(name).Block(begin),
			"New"+name+" returns the client of a new conversation. It calls send with one message after the other; each is valid."),
	}
	taken := []string{"Client", "Receive", "ReceiveText", "Send", "Close", "Open"}
	for _, r := range requests {
		method := g.names.Type(r.Type)
		for slices.Contains(taken, method) {
			method += "Request"
		}
		taken = append(taken, method)
		code = append(code, p.request(name, method, r))
	}
	return code
}

// request is the method that sends a request.
func (p *conversationPrinter) request(client, method string, r asked) jen.Code {
	g := p.g
	reply, texts := p.message(), []string{}
	if !g.isForeign(r.Type) {
		reply = jen.Id(g.names.Type(r.Type) + "Reply")
	}
	for _, t := range r.Type.Replies {
		texts = append(texts, g.variantText(t))
	}
	ask, result, about := "Ask", jen.Params(reply.Clone(), jen.Error()), " and returns its reply: "
	if r.Many {
		ask, result, about = "AskMany", jen.Qual("iter", "Seq2").Types(reply.Clone(), jen.Error()), " where a loop asks for its replies, and returns them until their exchange ends: "
	}
	call := g.wire(ask).Types(reply, p.message()).Call(jen.Id("ctx"), jen.Id("c").Dot("Client"), jen.Lit(r.exchange), jen.Id("m"))
	return oneLiner(jen.Func().Params(jen.Id("c").Op("*").Id(client)).Id(method).
		Params(jen.Id("ctx").Qual("context", "Context"), jen.Id("m").Add(g.variantType(r.Type))).Add(result), call,
		method+" sends m"+about+alternatives(texts)+".")
}
