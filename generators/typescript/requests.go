package typescript

import (
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// requests is the table of a conversation's requests under the name of a constant, or "" if it has none.
func (b *conversationPrinter) requests(name, conversation string) string {
	if !slices.ContainsFunc(b.c.Exchanges, func(x *ir.Exchange) bool { return x.Requests != nil }) {
		return ""
	}
	var exchanges []node
	var asked []string
	isTyped := map[string]bool{} // by side and type
	for _, x := range b.c.Exchanges {
		var requests []node
		for _, r := range x.Requests {
			requests = append(requests, object(b.request(x, r)...))
			// The first exchange that a request begins decides how many replies it has, and of which types.
			if key := r.From + " " + r.Type.Name; !isTyped[key] {
				isTyped[key], asked = true, append(asked, b.asked(x, r))
			}
		}
		exchanges = append(exchanges, list(requests...))
	}
	params := "never"
	if len(b.protocol.Params) > 0 {
		params = "Params"
	}
	p := newPrinter(0)
	p.WriteString(comment("", "", "The requests of the conversation "+b.c.Name+", for `client` and `peer`."))
	p.block("export const "+name+": "+b.use("Requests")+"<", func() {
		p.Line("%s,", b.typeName(b.c.Over))
		p.Line("%s,", params)
		for _, a := range asked {
			p.Line("| %s", a)
		}
	}, "")
	table := []item{code("conversation", conversation), {"exchanges", list(exchanges...)}}
	if failures := b.failures(); failures != nil {
		table = append(table, item{"failures", object(failures...)})
	}
	p.literal("> = ", object(table...), ";")
	for _, side := range plan.Peers(b.c) {
		if side.Answers != nil {
			p.Line("")
			b.server(p, side.Side, name)
		}
	}
	return p.String()
}

// failures are the replies that describe a failure, by the number of the record: the names that lead to the code and to the text.
func (b *conversationPrinter) failures() (items []item) {
	var requests []plan.Request
	for _, side := range b.c.Sides {
		requests = append(requests, plan.Requests(b.c, side)...)
	}
	for _, t := range plan.FailuresOf(requests) {
		var around []string
		for _, f := range t.Error.In {
			around = append(around, f.Name)
		}
		var ways []node
		for _, f := range []*ir.Field{t.Error.Code, t.Error.Message} {
			if f != nil && !f.Secret {
				ways = append(ways, quotes(append(slices.Clone(around), f.Name)))
			}
		}
		items = append(items, item{strconv.Itoa(slices.Index(b.c.Records, t)), list(ways...)})
	}
	return items
}

// server prints the function that begins a conversation as a side that answers requests.
func (b *conversationPrinter) server(p *printer, side, requests string) {
	types := "<typeof " + requests + ", " + quote(side) + ">"
	p.WriteString(comment("", "", "Begins the conversation "+b.c.Name+" as its "+side+", which answers requests. Pass each received message to `receive`, or the texts of a connection to `serve`."))
	p.head("export function "+naming.Camel(b.names.Words(b.c.Name+" "+side))+"(", []string{"options: " + b.use("PeerOptionsOf") + types}, "): "+b.use("PeerOf")+types+" {")
	p.Line("  return %s(%s, { ...options, side: %s });", b.use("peer"), requests, quote(side))
	p.Line("}")
}

// request is a request by the numbers of its records.
func (b *conversationPrinter) request(x *ir.Exchange, r *ir.Request) []item {
	var replies []int
	for i, record := range b.c.Records {
		if len(x.LettersOf(i, x.ReplyWays)) > 0 && slices.Contains(r.Replies, record) {
			replies = append(replies, i)
		}
	}
	members := []item{code("of", strconv.Itoa(slices.Index(b.c.Records, r.Type))), {"replies", numbers(replies)}}
	if b.c.From[slices.Index(b.c.Records, r.Type)] == "" {
		members = append(members, code("from", quote(r.From)))
	}
	if r.Many {
		members = append(members, code("many", "true"))
	}
	if r.Result != nil {
		members = append(members, code("typed", "true"))
	}
	if b.isMade(x, r) {
		members = append(members, code("made", "true"))
	}
	if f := x.Counter(r); f != nil {
		members = append(members, quoted("counter", f.Name))
	}
	return append(members, quoted("name", b.handlerName(r)))
}

// asked is the type of a request.
func (b *conversationPrinter) asked(x *ir.Exchange, r *ir.Request) string {
	reply := b.typeName(r.Type) + "Reply"
	if b.isForeign(r.Type) {
		var replies []string
		for _, t := range r.Replies {
			replies = append(replies, b.typeName(t))
		}
		reply = strings.Join(replies, " | ")
	}
	types := []string{quote(r.From), b.typeName(r.Type), reply, strconv.FormatBool(r.Many), quote(b.handlerName(r))}
	if r.Result != nil {
		types = append(types, b.typeName(r.Result))
	}
	if b.isMade(x, r) {
		types = append(types, b.typeName(r.Result))
	}
	if f := x.Counter(r); f != nil {
		for len(types) < 7 { // the result and the answer are the reply
			types = append(types, reply)
		}
		types = append(types, quote(f.Name))
	}
	return b.use("Asked") + "<" + strings.Join(types, ", ") + ">"
}

// isMade reports whether a handler of a request returns the result, of which the reply is made.
func (b *conversationPrinter) isMade(x *ir.Exchange, r *ir.Request) bool {
	return r.Result != nil && plan.MakesReplies(b.c, x)
}

// handlerName returns the name of the handler of a request.
func (b *conversationPrinter) handlerName(r *ir.Request) string {
	return naming.Camel(b.names.Type(r.Type))
}
