package plan

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// Request is a request with the number of the exchange that it begins.
type Request struct {
	*ir.Request
	Exchange int
	Counter  *ir.Field // the member in which a client numbers its requests, which is their key; nil if the caller gives it
	Made     bool      // whether a handler returns the result, of which the reply is made
}

// FailuresOf returns the replies without a result that describe a failure, each once.
func FailuresOf(requests []Request) (list []*ir.Type) {
	for _, r := range requests {
		for _, t := range r.Replies {
			if r.Result != nil && t.Error != nil && !slices.Contains(list, t) {
				list = append(list, t)
			}
		}
	}
	return list
}

// Requests returns the requests of one side, each with the first exchange that it begins.
func Requests(c *ir.Conversation, side string) []Request {
	known := map[*ir.Type]bool{}
	var list []Request
	for n, x := range c.Exchanges {
		for _, r := range x.Requests {
			if !known[r.Type] && r.From == side {
				known[r.Type] = true
				list = append(list, Request{r, n, x.Counter(r), r.Result != nil && MakesReplies(c, x)})
			}
		}
	}
	return list
}
