package breaking

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// opened adds the records of messages that come before some records in the exchanges that these belong to, until none is missing.
func (p *orderProof) opened(g *orderGap) {
	for grown := true; grown; {
		grown = false
		for _, r := range sortedInts(g.records) {
			for _, x := range p.from.Exchanges {
				for _, before := range p.before(x, r) {
					for of := range p.needed("", before) {
						if !g.records[of] {
							g.records[of], grown = true, true
						}
					}
				}
			}
		}
	}
}

// before are the records on a shortest way of an exchange to a message of a record.
func (p *orderProof) before(x *ir.Exchange, record int) []int {
	var letters []int
	for _, l := range x.Kinds[record] {
		letters = append(letters, l.Letter)
	}
	type place struct {
		state int
		way   []int
	}
	seen := map[int]bool{0: true}
	for queue := []place{{}}; len(queue) > 0 && len(letters) > 0; queue = queue[1:] {
		at := queue[0]
		for letter, next := range x.States[at.state].Next {
			if next < 0 {
				continue
			}
			if slices.Contains(letters, letter) {
				return at.way
			}
			if !seen[next] {
				seen[next] = true
				queue = append(queue, place{next, append(slices.Clip(at.way), p.recordOf(&x.Order, letter))})
			}
		}
	}
	return nil
}

// recordOf is a record of which messages can have a letter of the sender's order.
func (p *orderProof) recordOf(o *ir.Order, letter int) int {
	for _, kinds := range kindsOfOrder(p.from.Conversation, o) {
		for r, list := range kinds {
			if slices.ContainsFunc(list, func(l ir.LetterOf) bool { return l.Letter == letter }) {
				return r
			}
		}
	}
	return 0
}

// repeats reports whether messages of some letters can come twice.
func repeats(o *ir.Order, letters []int) bool {
	behind := map[int]bool{} // states behind one of them
	var queue []int
	for _, s := range o.States {
		for _, l := range letters {
			if l >= 0 && l < len(s.Next) && s.Next[l] >= 0 && !behind[s.Next[l]] {
				behind[s.Next[l]] = true
				queue = append(queue, s.Next[l])
			}
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		next := o.States[queue[0]].Next
		for l, to := range next {
			if to >= 0 && slices.Contains(letters, l) {
				return true
			}
			if to >= 0 && !behind[to] {
				behind[to] = true
				queue = append(queue, to)
			}
		}
	}
	return false
}

// lent adds the records that give a way its key.
func (c *course) lent(g *orderGap, way *ir.KeyPath) {
	switch {
	case way == nil:
	case way.Of != nil:
		x := c.from.Exchanges[way.Of.Exchange]
		c.bound(g, &x.Order, x.Bound[way.Of.Number])
	case way.Reply != nil:
		for r, t := range c.from.Exchanges[way.Reply.Exchange].Replies.Types {
			if t != nil {
				g.include([]int{r})
			}
		}
	}
}

// bound adds the records of a bound message.
func (p *orderProof) bound(g *orderGap, o *ir.Order, b *ir.Binding) {
	for r, kinds := range o.Kinds {
		if slices.ContainsFunc(kinds, func(l ir.LetterOf) bool { return slices.Contains(b.Letters, l.Letter) }) {
			for of := range p.needed("", r) {
				g.records[of] = true
			}
		}
	}
}

// needed are the records of a shortest way to a message of a record, that one included.
func (p *orderProof) needed(_ string, record int) map[int]bool {
	set := map[int]bool{record: true}
	for _, r := range p.reach[record] {
		set[r] = true
	}
	return set
}
