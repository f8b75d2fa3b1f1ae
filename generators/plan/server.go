package plan

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// Peer is a side of a conversation with the requests that it sends, and those that it answers.
type Peer struct {
	Side          string
	Asks, Answers []Request
}

// Peers returns the sides of a conversation that send or answer requests, in the order of the spec. Only a conversation of two sides has answers:
// a request among more sides names no receiver.
func Peers(c *ir.Conversation) []Peer {
	var list []Peer
	for i, side := range c.Sides {
		p := Peer{Side: side, Asks: Requests(c, side)}
		if len(c.Sides) == 2 {
			p.Answers = Requests(c, c.Sides[1-i])
		}
		if p.Asks != nil || p.Answers != nil {
			list = append(list, p)
		}
	}
	return list
}

// HasResults reports whether a request has a result: the member of its reply whose type follows from the request.
func HasResults(p *ir.Protocol) bool {
	return slices.ContainsFunc(p.Conversations, func(c *ir.Conversation) bool {
		return slices.ContainsFunc(c.Exchanges, func(x *ir.Exchange) bool {
			return slices.ContainsFunc(x.Requests, func(r *ir.Request) bool { return r.Result != nil })
		})
	})
}

// HasAnswers reports whether a side of a conversation answers requests.
func HasAnswers(c *ir.Conversation) bool {
	return slices.ContainsFunc(Peers(c), func(p Peer) bool { return p.Answers != nil })
}
