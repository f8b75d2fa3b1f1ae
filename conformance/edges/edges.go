// Package edges derives streams from the automata of conversations: a stream for each edge that takes it, and a stream for each state with the
// messages that it rejects. It uses automata only to choose events. The reference, which uses derivatives of the grammar instead, gives the expected
// answers.
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

// Topic is the name of the file with the streams.
const Topic = "edges"

// mostNodes bounds how many situations are looked at.
const mostNodes = 5_000

// New derives the streams of all conversations of a protocol. It uses the texts that are valid messages. left lists the edges and states without a
// stream.
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

// node is a situation: the messages so far, and the states of the orders.
type node struct {
	before *node
	said   *message
	whole  int
	open   []map[any]course // by exchange, then by key
}

// course is the situation of an open exchange.
type course struct {
	state int
	lends map[way]any // keys that messages bound in the exchange give to later messages
}

// way is one of the ways of an exchange, by its number in `reference.Standing`.
type way struct{ exchange, number int }

// identity is equal for situations in which the same may come next.
func (n *node) identity() string {
	var b strings.Builder
	fmt.Fprint(&b, n.whole)
	for _, open := range n.open {
		keys := slices.SortedFunc(maps.Keys(open), func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		for _, key := range keys {
			fmt.Fprintf(&b, " %v=%v", key, open[key]) // fmt sorts maps
		}
		b.WriteByte(';')
	}
	return b.String()
}

// texts are the messages so far, in order.
func (n *node) texts() []string {
	if n.before == nil {
		return nil
	}
	return append(n.before.texts(), n.said.text)
}

// search looks at situations, those of few messages first.
func (d *deriver) search() {
	start := &node{open: make([]map[any]course, len(d.conversation.Exchanges))}
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

// say returns the situation after a message, or nil if an order rejects it. It stores the edges that the message covers first.
func (d *deriver) say(n *node, m *message) *node {
	next := &step{d: d, from: n, node: &node{before: n, said: m, open: slices.Clone(n.open)}}
	if next.whole = next.lead(-1, &d.conversation.Main, n.whole, m.at.Letter); next.whole < 0 {
		return nil
	}
	for i, x := range d.conversation.Exchanges {
		for number, turn := range m.at.Ways[i] {
			if !next.turn(way{i, number}, x, turn) {
				return nil
			}
		}
	}
	for _, g := range next.met {
		if d.taken[g] == nil {
			d.taken[g] = next.node
		}
	}
	return next.node
}

// step leads from one situation to the next.
type step struct {
	*node
	d    *deriver
	from *node
	met  []goal
}

// lead is the state behind a letter, or -1.
func (s *step) lead(order int, o *ir.Order, state, letter int) int {
	g, to := goal{order, state, letter}, -1
	if letter >= 0 {
		to = o.States[state].Next[letter]
	}
	if to >= 0 {
		s.met = append(s.met, g)
	} else if s.d.refused[g] == nil {
		s.d.refused[g] = s.node
	}
	return to
}

// turn moves an exchange by one way of the message, and reports whether its order takes the message.
func (s *step) turn(w way, x *ir.Exchange, turn reference.Turn) bool {
	i := w.exchange
	if turn.Letter >= 0 && slices.Contains(x.All, turn.Letter) {
		s.open[i] = nil
		return true
	}
	for _, key := range s.keys(w, x, turn) {
		if turn.Letter < 0 {
			continue
		}
		if slices.Contains(x.One, turn.Letter) {
			s.open[i] = maps.Clone(s.open[i])
			delete(s.open[i], key)
			continue
		}
		was := s.from.open[i][key]
		to := s.lead(i, &x.Order, was.state, turn.Letter)
		if to < 0 {
			return false
		}
		s.move(w, key, course{to, was.lends}, x.States[to].Ends)
	}
	return true
}

// keys are the keys of the message by one way. A bound message supplies its key before the message changes a state.
func (s *step) keys(w way, x *ir.Exchange, turn reference.Turn) []any {
	if w.number == 0 || x.Others[w.number-1].Of == nil {
		return turn.Keys
	}
	of := x.Others[w.number-1].Of.Exchange
	for _, key := range s.said.at.Ways[of][0].Keys {
		if lent := s.from.open[of][key].lends[w]; lent != nil {
			return []any{lent}
		}
	}
	return nil
}

// move puts an exchange where the message leads it, or forgets it at its end.
func (s *step) move(w way, key any, c course, ends bool) {
	open := maps.Clone(s.open[w.exchange])
	if open == nil {
		open = map[any]course{}
	}
	if w.number == 0 { // reference.Turn.Binds is about the usual key
		c.lends = s.lent(w.exchange, c.lends)
	}
	if open[key] = c; ends {
		delete(open, key)
	}
	s.open[w.exchange] = open
}

// lent adds the keys that the message supplies, if an exchange may bind it, to those of earlier messages of the exchange.
func (s *step) lent(exchange int, lends map[way]any) map[way]any {
	lends = maps.Clone(lends)
	for i, x := range s.d.conversation.Exchanges {
		for number, turn := range s.said.at.Ways[i] {
			if number == 0 || !turn.Binds || x.Others[number-1].Of.Exchange != exchange {
				continue
			}
			if lends == nil {
				lends = map[way]any{}
			}
			lends[way{i, number}] = turn.Lends
		}
	}
	return lends
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
		for _, way := range x.Ways() {
			for _, at := range way.Members() {
				if !slices.ContainsFunc(ways, func(known []string) bool { return slices.Equal(known, at) }) {
					ways = append(ways, at)
				}
			}
		}
	}
	for _, at := range ways {
		var more []map[string]any
		for _, one := range list {
			first, there := with(one, at, inTurn("a"))
			if !there {
				more = append(more, one)
				continue
			}
			second, _ := with(one, at, inTurn("b"))
			more = append(more, first.(map[string]any), second.(map[string]any))
			if ir.HasItems(at) {
				both, _ := with(one, at, inTurn("a", "b"))
				more = append(more, both.(map[string]any))
			}
		}
		list = more
	}
	return list
}

// inTurn returns a function that returns some texts in turn, each with its place in the alphabet.
func inTurn(texts ...string) func() (string, float64) {
	n := -1
	return func() (string, float64) {
		n++
		text := texts[n%len(texts)]
		return text, float64(text[0]-'a') + 1
	}
}

// with is a copy of a value with other strings or numbers at a place, which may be in each item of an array; false if there is none.
func with(v any, at []string, next func() (string, float64)) (any, bool) {
	switch old := v.(type) {
	case map[string]any:
		if len(at) == 0 {
			return nil, false
		}
		inner, ok := with(old[at[0]], at[1:], next)
		copied := maps.Clone(old)
		copied[at[0]] = inner
		return copied, ok
	case []any:
		if len(at) == 0 || at[0] != ir.EachItem {
			return nil, false
		}
		copied, some := slices.Clone(old), false
		for i, item := range old {
			if inner, ok := with(item, at[1:], next); ok {
				copied[i], some = inner, true
			}
		}
		return copied, some
	}
	text, number := next()
	switch v.(type) {
	case string:
		return text, len(at) == 0
	case float64:
		return number, len(at) == 0
	}
	return nil, false
}
