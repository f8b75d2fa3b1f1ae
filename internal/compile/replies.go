package compile

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// replies notes what answers each request: of the messages that begin an exchange and that one side sends, those of the other side that may
// follow in it. What answers in an exchange before is no request: its exchange goes on in another one.
func replies(c *ir.Conversation) {
	answers := map[*ir.Type]bool{}
	for _, x := range c.Exchanges {
		var here []*ir.Type
		for i, request := range c.Records {
			if c.From[i] == "" || answers[request] {
				continue
			}
			follows := following(&x.Order, i)
			for j, reply := range c.Records {
				reaches := c.From[j] != "" && c.From[j] != c.From[i] && slices.ContainsFunc(x.Kinds[j], func(k ir.LetterOf) bool { return follows[k.Letter] })
				if reaches && !slices.Contains(request.Replies, reply) {
					request.Replies = append(request.Replies, reply)
					here = append(here, reply)
				}
			}
		}
		for _, reply := range here {
			answers[reply] = true
		}
	}
}

// following are the letters that may come, at any distance, after a message of a record that begins the order.
func following(o *ir.Order, record int) map[int]bool {
	letters := map[int]bool{}
	seen := make([]bool, len(o.States))
	var visit func(state int)
	visit = func(state int) {
		if state < 0 || seen[state] {
			return
		}
		seen[state] = true
		for letter, to := range o.States[state].Next {
			if to >= 0 {
				letters[letter] = true
				visit(to)
			}
		}
	}
	for _, k := range o.Kinds[record] {
		if next := o.States[0].Next; k.Letter < len(next) {
			visit(next[k.Letter])
		}
	}
	return letters
}
