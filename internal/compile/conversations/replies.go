package conversations

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// replies stores the replies to each request. A request begins an exchange and has one sender; its replies are the messages of the other side that
// may follow in the exchange. A message that ends an exchange and begins another one is not a request.
func replies(c *ir.Conversation) {
	answers := map[*ir.Type]bool{}
	for _, x := range c.Exchanges {
		var here []*ir.Type // the replies in this exchange
		for i, request := range c.Records {
			if c.From[i] == "" || answers[request] {
				continue
			}
			follows := following(&x.Order, i)
			known := len(request.Replies)
			var letters []int
			for j, reply := range c.Records {
				reaches := c.From[j] != "" && c.From[j] != c.From[i] && slices.ContainsFunc(x.Kinds[j], func(k ir.LetterOf) bool { return follows[k.Letter] })
				if reaches && !slices.Contains(request.Replies, reply) {
					request.Replies = append(request.Replies, reply)
					here = append(here, reply)
					for _, k := range x.Kinds[j] {
						letters = append(letters, k.Letter)
					}
				}
			}
			if len(request.Replies) > known {
				x.Requests = append(x.Requests, &ir.Request{Type: request, Many: inTurn(&x.Order, i, letters)})
			}
		}
		for _, reply := range here {
			answers[reply] = true
		}
	}
}

// inTurn reports whether two of some letters may come after a message of a record that begins the order.
func inTurn(o *ir.Order, record int, letters []int) bool {
	_, states := reach(o, begun(o, record))
	for _, s := range states {
		for _, l := range letters {
			to := o.States[s].Next[l]
			if to < 0 {
				continue
			}
			if behind, _ := reach(o, []int{to}); slices.ContainsFunc(letters, func(l int) bool { return behind[l] }) {
				return true
			}
		}
	}
	return false
}

// following are the letters that may come, at any distance, after a message of a record that begins the order.
func following(o *ir.Order, record int) map[int]bool {
	letters, _ := reach(o, begun(o, record))
	return letters
}

// begun are the states that a message of a record leads to from the start.
func begun(o *ir.Order, record int) (states []int) {
	for _, k := range o.Kinds[record] {
		if to := o.States[0].Next[k.Letter]; to >= 0 {
			states = append(states, to)
		}
	}
	return states
}

// reach finds the letters that may come from some states on, at any distance, and the states that they lead to, those included.
func reach(o *ir.Order, states []int) (map[int]bool, []int) {
	letters := map[int]bool{}
	states = slices.Clone(states)
	for i := 0; i < len(states); i++ {
		for letter, to := range o.States[states[i]].Next {
			if to < 0 {
				continue
			}
			if letters[letter] = true; !slices.Contains(states, to) {
				states = append(states, to)
			}
		}
	}
	return letters, states
}
