package conversations

import (
	"maps"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// replies stores the replies to each request. A request begins an exchange and has one sender; its replies are the messages of the other side that
// may follow in the exchange. A message that ends an exchange and begins another one is not a request. A request of an import stays as it is, because
// its protocol must not depend on this conversation.
func replies(c *ir.Conversation, protocol string) {
	answers := map[*ir.Type]bool{}
	known := map[asked][]*ir.Type{} // the replies in the exchanges before
	for _, x := range c.Exchanges {
		var here []*ir.Type // the replies in this exchange
		for i, request := range c.Records {
			for _, side := range c.Sides {
				if answers[request] {
					continue
				}
				by := asked{request, side}
				before, isKnown := known[by]
				r, more := requestIn(c, x, i, by, before, !isKnown)
				if r == nil || isKnown && more == nil {
					continue
				}
				known[by] = append(before, more...)
				here = append(here, more...)
				x.Requests = append(x.Requests, r)
				if !isKnown && request.Protocol == protocol { // programs wait for the first exchange of a request
					request.Replies = joined(request.Replies, r.Replies)
				}
			}
		}
		for _, reply := range here {
			answers[reply] = true
		}
		x.Marks = marks(c, x)
		quiet(c, x)
	}
}

// joined returns the types of two lists, each once.
func joined(list, more []*ir.Type) []*ir.Type {
	for _, t := range more {
		if !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return list
}

// asked is a request of one side.
type asked struct {
	request *ir.Type
	side    string
}

// requestIn returns a message as a request in an exchange, with the replies that are none of others, or nil if nothing answers it there.
func requestIn(c *ir.Conversation, x *ir.Exchange, record int, by asked, others []*ir.Type, isFirst bool) (r *ir.Request, more []*ir.Type) {
	letters := begunBy(c, x, record, by.side)
	r = &ir.Request{Type: by.request, From: by.side}
	var turns []int
	for j, of := range repliesBy(c, x, letters, by.side, isFirst) {
		if of == nil {
			continue
		}
		turns = append(turns, of...)
		reply := c.Records[j]
		r.Replies = append(r.Replies, reply)
		if !slices.Contains(others, reply) {
			more = append(more, reply)
		}
	}
	if turns == nil {
		return nil, nil
	}
	if r.Many = inTurn(&x.Order, letters, turns); x.Replies != nil && !r.Many {
		r.Result = resultOf(x.Replies.Types[record])
	}
	return r, more
}

// resultOf returns the type that programs read as the result of a request, or nil. Other names of a record or a union are left out.
func resultOf(t *ir.Type) *ir.Type {
	if t == nil || isNullable(&t.Value) {
		return t
	}
	switch resolved := resolvedType(t); resolved.Value.Kind.(type) {
	case *ir.Record, *ir.Union:
		return resolved
	}
	return t
}

// repliesBy are the letters of replies to requests of some letters, by record. They belong to the exchange by the key of the requests. If there are none,
// and others is set, they belong to it by another member of their own.
func repliesBy(c *ir.Conversation, x *ir.Exchange, requests []int, side string, others bool) [][]int {
	follows := following(&x.Order, requests)
	ways := [][]int{{0}, nil}
	for n, other := range x.Others {
		if others && other.Of == nil && other.Reply == nil && !ir.HasItems(other.At) && other.With == nil {
			ways[1] = append(ways[1], n+1)
		}
	}
	for _, by := range ways {
		list, found := make([][]int, len(c.Records)), false
		for j := range c.Records {
			of := sentBy(c, x.LettersOf(j, by), j, func(from string) bool { return from != "" && from != side })
			if slices.ContainsFunc(of, func(letter int) bool { return follows[letter] }) {
				list[j], found = of, true
			}
		}
		if !found {
			continue
		}
		for _, way := range by {
			if !slices.Contains(x.ReplyWays, way) {
				x.ReplyWays = append(x.ReplyWays, way)
			}
		}
		return list
	}
	return nil
}

// quiet marks the states behind which requests get no more replies: without a further request, nobody but their sender may send more.
func quiet(c *ir.Conversation, x *ir.Exchange) {
	if len(x.Requests) == 0 {
		return
	}
	from := x.Requests[0].From
	if slices.ContainsFunc(x.Requests, func(r *ir.Request) bool { return r.From != from }) {
		return
	}
	replies, again := map[int]bool{}, map[int]bool{}
	for record, t := range c.Records {
		if slices.ContainsFunc(x.Requests, func(r *ir.Request) bool { return r.Type == t }) {
			for _, letter := range begunBy(c, x, record, from) {
				again[letter] = true
			}
		}
		for way := range len(x.Others) + 1 {
			for _, letter := range sentBy(c, x.LettersOf(record, []int{way}), record, func(by string) bool { return by != from }) {
				replies[letter] = true
			}
		}
	}
	for i := range x.States {
		leadsHere := func(s ir.Position) bool { return slices.Contains(s.Next, i) }
		if x.States[i].Ends || !slices.ContainsFunc(x.States, leadsHere) {
			continue
		}
		follow, _ := reachWithout(&x.Order, []int{i}, again)
		isReply := func(letter int) bool { return replies[letter] }
		x.States[i].Quiet = !slices.ContainsFunc(slices.Collect(maps.Keys(follow)), isReply)
	}
}

// marks are members that all requests require and that no reply declares.
func marks(c *ir.Conversation, x *ir.Exchange) (names []string) {
	if len(x.Requests) == 0 {
		return nil
	}
	fields := func(t *ir.Type) []*ir.Field { return t.Value.Kind.(*ir.Record).Fields }
	for _, f := range fields(x.Requests[0].Type) {
		has := func(t *ir.Type, required bool) bool {
			return slices.ContainsFunc(fields(t), func(other *ir.Field) bool { return other.Name == f.Name && (other.Required || !required) })
		}
		mark := true
		for _, r := range x.Requests {
			mark = mark && has(r.Type, true) && !slices.ContainsFunc(r.Replies, func(t *ir.Type) bool { return has(t, false) })
		}
		if mark {
			names = append(names, f.Name)
		}
	}
	return names
}

// sentBy are those of some letters, of one record, that only certain sides send.
func sentBy(c *ir.Conversation, kinds []ir.LetterOf, record int, sides func(string) bool) (letters []int) {
	for _, k := range kinds {
		if sides(c.Sender(record, k)) {
			letters = append(letters, k.Letter)
		}
	}
	return letters
}

// begunBy are the letters by which messages of a record, from one side, begin an exchange. A message without a key begins none, and one with keys in the
// items of an array begins several, so that it is no request. Nor is one whose key has several members.
func begunBy(c *ir.Conversation, x *ir.Exchange, record int, side string) []int {
	if x.Keys[record] == nil || ir.HasItems(x.At) || x.With != nil {
		return nil
	}
	letters := sentBy(c, x.Kinds[record], record, func(from string) bool { return from == side })
	return slices.DeleteFunc(letters, func(letter int) bool { return x.States[0].Next[letter] < 0 })
}

// inTurn reports whether two of some letters may come after one of those that begin the order.
func inTurn(o *ir.Order, first, letters []int) bool {
	_, states := reach(o, begun(o, first))
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

// following are the letters that may come, at any distance, after one of those that begin the order.
func following(o *ir.Order, first []int) map[int]bool {
	letters, _ := reach(o, begun(o, first))
	return letters
}

// begun are the states that some letters lead to from the start.
func begun(o *ir.Order, letters []int) (states []int) {
	for _, letter := range letters {
		states = append(states, o.States[0].Next[letter])
	}
	return states
}

// reach finds the letters that may come from some states on, at any distance, and the states that they lead to, those included.
func reach(o *ir.Order, states []int) (map[int]bool, []int) {
	return reachWithout(o, states, nil)
}

// reachWithout is reach along other letters than some.
func reachWithout(o *ir.Order, states []int, without map[int]bool) (map[int]bool, []int) {
	letters := map[int]bool{}
	states = slices.Clone(states)
	for i := 0; i < len(states); i++ {
		for letter, to := range o.States[states[i]].Next {
			if to < 0 || without[letter] {
				continue
			}
			if letters[letter] = true; !slices.Contains(states, to) {
				states = append(states, to)
			}
		}
	}
	return letters, states
}
