package conversations

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// Two sides that send at the same time see their messages in different orders: each refuses the message that it receives too late, as a tracker does.
// The search follows both sides' views through all such crossings, the shortest ones first.

const (
	mostUnderWay = 2       // messages of one side that the other one has not received
	mostViews    = 100_000 // pairs of views that are looked at, so that a large grammar takes no more than a second
)

// stuck reports states in which each of two sides waits for the other one.
func (b *conversation) stuck() {
	if len(b.out.Sides) != 2 {
		return
	}
	b.stuckIn(&b.out.Main, nil, b.written.Order.Grammar, "")
	for i, x := range b.out.Exchanges {
		b.stuckIn(&x.Order, x.Others, b.written.Exchanges[i].Order.Grammar, fmt.Sprintf("in the exchange %q, ", x.Name))
	}
}

func (b *conversation) stuckIn(o *ir.Order, others []*ir.KeyPath, grammar syntax.Text, where string) {
	s := &views{order: o, exchange: where != "", seen: map[string]bool{}}
	for side, name := range b.out.Sides {
		s.sends[side] = b.sentBy(name, o, others)
	}
	way := s.search()
	if way == nil {
		return
	}
	var sent []string
	for _, step := range way {
		sent = append(sent, fmt.Sprintf("%q from the %s", o.Letters[step.letter], b.out.Sides[step.side]))
	}
	last := len(sent) - 1
	after := sent[last]
	if last > 0 {
		after = strings.Join(sent[:last], ", ") + " and " + after
	}
	b.Diags.Add(diag.Diagnostic{Pos: grammar.Pos, Code: "stuck", Message: where + "each side waits for the other after " + after,
		Suggestion: "let the grammar accept a message after these messages cross"})
}

// sentBy reports, by letter, whether a side may send it.
func (b *conversation) sentBy(side string, o *ir.Order, others []*ir.KeyPath) []bool {
	sends := make([]bool, len(o.Letters))
	add := func(kinds [][]ir.LetterOf) {
		for record, list := range kinds {
			for _, k := range list {
				from := b.out.Sender(record, k)
				sends[k.Letter] = sends[k.Letter] || from == "" || from == side
			}
		}
	}
	add(o.Kinds)
	for _, way := range others {
		add(way.Kinds)
	}
	return sends
}

// views is a search through the states that two sides can observe.
type views struct {
	order    *ir.Order
	exchange bool      // whether an ended exchange can begin again
	sends    [2][]bool // by side, then by letter
	seen     map[string]bool
}

// view is how far each side has come, by its own messages and those that it has received.
type view struct {
	state [2]int
	under [2][]int // letters that a side has sent and the other one has not received
	last  *sent
}

// sent is a message on the way to a view.
type sent struct {
	side, letter int
	before       *sent
}

// search returns the shortest way to a state in which each side waits, or nil.
func (s *views) search() []*sent {
	queue := []view{{}}
	for n := 0; n < len(queue) && n < mostViews; n++ {
		v := queue[n]
		if s.waits(v) {
			var way []*sent
			for at := v.last; at != nil; at = at.before {
				way = append(way, at)
			}
			slices.Reverse(way)
			return way
		}
		for side := range 2 {
			queue = s.received(queue, v, side)
			queue = s.sent(queue, v, side)
		}
	}
	return nil
}

// received adds the view in which a side has received the oldest message that is under way to it.
func (s *views) received(queue []view, v view, side int) []view {
	under := v.under[1-side]
	if len(under) == 0 {
		return queue
	}
	v.under[1-side] = under[1:]
	if to := s.order.States[v.state[side]].Next[under[0]]; to >= 0 {
		v.state[side] = s.ended(to)
	}
	return s.add(queue, v)
}

// sent adds the views in which a side has sent one message more.
func (s *views) sent(queue []view, v view, side int) []view {
	if len(v.under[side]) == mostUnderWay || s.exchange && v.state[side] == 0 && len(v.under[1-side]) > 0 {
		return queue // two exchanges that begin at the same time have different keys
	}
	for letter, to := range s.order.States[v.state[side]].Next {
		if to < 0 || !s.sends[side][letter] {
			continue
		}
		next := v
		next.state[side] = s.ended(to)
		next.under[side] = append(slices.Clip(v.under[side]), letter)
		next.last = &sent{side, letter, v.last}
		queue = s.add(queue, next)
	}
	return queue
}

func (s *views) add(queue []view, v view) []view {
	key := fmt.Sprint(v.state, v.under)
	if s.seen[key] {
		return queue
	}
	s.seen[key] = true
	return append(queue, v)
}

// ended is where an exchange that has ended may begin again.
func (s *views) ended(state int) int {
	if s.exchange && s.order.States[state].Ends {
		return 0
	}
	return state
}

// waits reports whether nothing is under way, something still has to come, and neither side may send it.
func (s *views) waits(v view) bool {
	if len(v.under[0])+len(v.under[1]) > 0 || v.last == nil {
		return false
	}
	for side, state := range v.state {
		at := s.order.States[state]
		if at.Accepts || s.exchange && state == 0 {
			return false
		}
		for letter, to := range at.Next {
			if to >= 0 && s.sends[side][letter] {
				return false
			}
		}
	}
	return true
}
