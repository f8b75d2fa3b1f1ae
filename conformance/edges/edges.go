// Package edges derives streams from the automata of conversations: for each edge one that takes it, and for each state one with the
// messages that do not lead on from it. It steers by automata and judges nothing: what each event owes is the reference's answer, which knows
// derivatives of the grammar instead.
package edges

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

// Topic is the name of the file that holds the streams.
const Topic = "edges"

// mostNodes bounds how many situations are looked at.
const mostNodes = 5_000

// New derives the streams of all conversations of a protocol. Of texts it takes those that are valid messages. What has no stream is left.
func New(oracle *reference.Reference, p *ir.Protocol, texts []string) (cases []*conformance.Case, left []string, err error) {
	for _, c := range p.Conversations {
		d := &deriver{oracle: oracle, protocol: p, conversation: c, taken: map[goal]*node{}, refused: map[goal]*node{}}
		if err := d.candidates(texts); err != nil {
			return nil, nil, err
		}
		d.search()
		made, missing, err := d.cases()
		if err != nil {
			return nil, nil, err
		}
		cases, left = append(cases, made...), append(left, missing...)
	}
	return cases, left, nil
}

type deriver struct {
	oracle         *reference.Reference
	protocol       *ir.Protocol
	conversation   *ir.Conversation
	messages       []message
	taken, refused map[goal]*node // where a goal is first met; its message is the node's last one
}

// message is a text with its place in the orders.
type message struct {
	text string
	at   *reference.Standing
}

// goal is a letter in a state of an order: of the conversation, -1, or of an exchange.
type goal struct{ order, state, letter int }

// node is a situation: what has been said, and how far the orders have come.
type node struct {
	before *node
	said   *message
	whole  int
	open   []map[any]int // by exchange, the states by key
}

// identity is equal for situations in which the same may come next.
func (n *node) identity() string {
	var b strings.Builder
	fmt.Fprint(&b, n.whole)
	for _, open := range n.open {
		keys := slices.SortedFunc(maps.Keys(open), func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		for _, key := range keys {
			fmt.Fprintf(&b, " %v=%d", key, open[key])
		}
		b.WriteByte(';')
	}
	return b.String()
}

// texts are what has been said, in turn.
func (n *node) texts() []string {
	if n.before == nil {
		return nil
	}
	return append(n.before.texts(), n.said.text)
}

// search looks at situations, those of few messages first.
func (d *deriver) search() {
	start := &node{open: make([]map[any]int, len(d.conversation.Exchanges))}
	queue, seen := []*node{start}, map[string]bool{start.identity(): true}
	for len(queue) > 0 && len(seen) < mostNodes {
		n := queue[0]
		queue = queue[1:]
		for i := range d.messages {
			next := d.say(n, &d.messages[i])
			if next == nil {
				continue
			}
			if id := next.identity(); !seen[id] {
				seen[id] = true
				queue = append(queue, next)
			}
		}
	}
}

// say is the situation behind a message, or nil if an order refuses it; what it shows first is noted.
func (d *deriver) say(n *node, m *message) *node {
	c := d.conversation
	next := &node{before: n, said: m, whole: n.whole, open: slices.Clone(n.open)}
	var met []goal
	lead := func(order int, o *ir.Order, state, letter int) int {
		g := goal{order, state, letter}
		to := -1
		if letter >= 0 {
			to = o.States[state].Next[letter]
		}
		if to >= 0 {
			met = append(met, g)
		} else if d.refused[g] == nil {
			d.refused[g] = next
		}
		return to
	}
	if next.whole = lead(-1, &c.Whole, n.whole, m.at.Letter); next.whole < 0 {
		return nil
	}
	for i, x := range c.Exchanges {
		for _, turn := range m.at.Ways[i] {
			if turn.Letter < 0 || turn.Key == nil && !slices.Contains(x.All, turn.Letter) {
				continue
			}
			open := maps.Clone(next.open[i])
			switch {
			case slices.Contains(x.All, turn.Letter):
				open = nil
			case slices.Contains(x.One, turn.Letter):
				delete(open, turn.Key)
			default:
				to := lead(i, &x.Order, n.open[i][turn.Key], turn.Letter)
				if to < 0 {
					return nil
				}
				if open == nil {
					open = map[any]int{}
				}
				if open[turn.Key] = to; x.States[to].Ends {
					delete(open, turn.Key)
				}
			}
			next.open[i] = open
		}
	}
	for _, g := range met {
		if d.taken[g] == nil {
			d.taken[g] = next
		}
	}
	return next
}

// candidates are messages of all letters, with few values of keys.
func (d *deriver) candidates(texts []string) error {
	probe, err := d.oracle.Converse(d.protocol.Name, d.conversation.Name, "")
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, text := range texts {
		var m map[string]any
		if json.Unmarshal([]byte(text), &m) != nil {
			continue
		}
		for _, variant := range d.keyed(m) {
			data, err := json.Marshal(variant)
			if err != nil {
				return err
			}
			at, err := probe.Standing(data)
			if err != nil {
				return err
			}
			if at == nil {
				continue
			}
			if id := fmt.Sprint(*at); !seen[id] { // one of each kind is enough
				seen[id] = true
				d.messages = append(d.messages, message{string(data), at})
			}
		}
	}
	return nil
}

// keyed are a message with each of two values for each key that it has.
func (d *deriver) keyed(m map[string]any) []map[string]any {
	list := []map[string]any{m}
	var ways [][]string
	for _, x := range d.conversation.Exchanges {
		for _, way := range append([]*ir.Way{{At: x.At}}, x.Others...) {
			if !slices.ContainsFunc(ways, func(at []string) bool { return slices.Equal(at, way.At) }) {
				ways = append(ways, way.At)
			}
		}
	}
	for _, at := range ways {
		var more []map[string]any
		for _, one := range list {
			first, there := with(one, at, "a", 1)
			if !there {
				more = append(more, one)
				continue
			}
			second, _ := with(one, at, "b", 2)
			more = append(more, first, second)
		}
		list = more
	}
	return list
}

// with is a copy of a message with another value at a place, of the same type; false if there is none.
func with(m map[string]any, at []string, text string, number float64) (map[string]any, bool) {
	copied := maps.Clone(m)
	old, there := m[at[0]]
	if !there {
		return nil, false
	}
	if len(at) > 1 {
		inner, isObject := old.(map[string]any)
		if !isObject {
			return nil, false
		}
		copied[at[0]], there = with(inner, at[1:], text, number)
		return copied, there
	}
	switch old.(type) {
	case string:
		copied[at[0]] = text
	case float64:
		copied[at[0]] = number
	default:
		return nil, false
	}
	return copied, true
}
