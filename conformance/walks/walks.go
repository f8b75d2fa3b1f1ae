// Package walks makes random conversations: sequences of messages of a protocol, about half of them in an order that its grammars allow, for
// trackers to agree on event by event.
package walks

import (
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

// Walker makes the walks of one conversation.
type Walker struct {
	protocol     *ir.Protocol
	conversation *ir.Conversation
	messages     [][]map[string]any // by record
	keys         [][]string         // the places of the keys of exchanges, and of the members that must differ
	times        []time.Time        // around which something is forgotten
	random       *rand.Rand
}

// mostMessages bounds how many messages of a record walks are made of.
const mostMessages = 40

// New returns a walker. Of texts it takes those that are valid messages of the conversation; it needs some of each record to
// reach all letters.
func New(oracle *reference.Reference, p *ir.Protocol, c *ir.Conversation, texts []string, seed uint64) (*Walker, error) {
	w := &Walker{protocol: p, conversation: c, messages: make([][]map[string]any, len(c.Records)), random: rand.New(rand.NewPCG(seed, 14))}
	probe, err := oracle.Converse(p.Name, c.Name, w.sides()[0])
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, text := range texts {
		if seen[text] {
			continue
		}
		seen[text] = true
		var m map[string]any
		if json.Unmarshal([]byte(text), &m) != nil {
			continue // valid messages contain no number beyond a double, but are of other types, too
		}
		times, i, err := probe.Times([]byte(text))
		if err != nil {
			return nil, err
		}
		if i >= 0 && len(w.messages[i]) < mostMessages {
			w.messages[i], w.times = append(w.messages[i], m), append(w.times, times...)
		}
	}
	for _, x := range c.Exchanges {
		for _, way := range x.Ways() {
			if way.Reply != nil {
				w.keys = append(w.keys, slices.Concat(c.Exchanges[way.Reply.Exchange].Replies.At, way.At))
				continue
			}
			w.keys = append(w.keys, way.Members()...)
		}
	}
	for _, u := range c.Unique {
		w.keys = append(w.keys, u.By...)
	}
	if !slices.ContainsFunc(w.messages, func(list []map[string]any) bool { return len(list) > 0 }) {
		return nil, fmt.Errorf("walks: no message of %s to begin with", c.Name)
	}
	return w, nil
}

// Texts returns the texts of a protocol's fixtures. Those of conversations come first, because conversations check them.
func Texts(cases []*conformance.Case, p *ir.Protocol) ([]string, error) {
	var texts, others []string
	for _, c := range cases {
		switch {
		case c.Protocol != p.Name || c.Params != nil:
		case c.Conversation == "" && c.Text != nil && *c.Expect.Valid:
			others = append(others, *c.Text)
		case c.Events != nil:
			said, err := Said(c)
			if err != nil {
				return nil, err
			}
			texts = append(texts, said...)
		}
	}
	return append(texts, others...), nil
}

// Said are the messages of a fixture of a conversation, valid or not.
func Said(c *conformance.Case) ([]string, error) {
	var events []reference.WrittenEvent
	if err := json.Unmarshal(c.Events, &events); err != nil {
		return nil, err
	}
	var texts []string
	for _, e := range events {
		for _, text := range []*string{e.Send, e.Receive} {
			if text != nil {
				texts = append(texts, *text)
			}
		}
	}
	return texts, nil
}

// Answer is the reference's, as the baseline of a comparison.
func Answer(oracle *reference.Reference, p conformance.Probe) (conformance.Answer, error) {
	var events []reference.WrittenEvent
	if err := json.Unmarshal(p.Text, &events); err != nil {
		return conformance.Answer{}, err
	}
	verdicts, err := oracle.ConverseAll(p.Protocol, p.Conversation, p.As, events, p.Now, p.Params())
	return flattened(verdicts), err
}

// StreamAnswer is Answer for a stream. The reference always reads it as a whole.
func StreamAnswer(oracle *reference.Reference, p conformance.Probe) (conformance.Answer, error) {
	o, err := reference.ReadOptions(p.Now, p.Params())
	if err != nil {
		return conformance.Answer{}, err
	}
	verdicts, err := oracle.Stream(p.Protocol, p.Conversation, p.Text, o)
	return flattened(verdicts), err
}

func flattened(verdicts [][]reference.Issue) conformance.Answer {
	converted := make([][]conformance.Issue, len(verdicts))
	for i, issues := range verdicts {
		for _, issue := range issues {
			converted[i] = append(converted[i], conformance.Issue(issue))
		}
	}
	return conformance.Answer{Issues: conformance.FlattenVerdicts(converted)}
}

// Walks makes so many walks.
func (w *Walker) Walks(count int) iter.Seq[conformance.Probe] {
	return func(yield func(conformance.Probe) bool) {
		for range count {
			if !yield(w.walk()) {
				return
			}
		}
	}
}

// longest is how many events a walk has at most.
const longest = 30

func (w *Walker) walk() conformance.Probe {
	sides := w.sides()
	probe := conformance.Probe{Protocol: w.protocol.Name, Conversation: w.conversation.Name, As: sides[w.random.IntN(len(sides))]}
	if w.random.IntN(3) == 0 { // few bytes, so that messages are refused and exchanges forgotten
		probe.Limits.MaxRemembered = 1 + w.random.IntN([]int{20, 100, 500}[w.random.IntN(3)])
	}
	s := &state{walker: w, open: make([]map[string]int, len(w.conversation.Exchanges))}
	for i := range s.open {
		s.open[i] = map[string]int{}
	}
	events := []map[string]any{}
	var now time.Time
	for range 1 + w.random.IntN(longest) {
		if w.conversation.Main.States[s.whole].Ends && w.random.IntN(2) == 0 {
			break // all messages after the end are the same fault
		}
		e := w.event(s, probe.As)
		if now = w.later(now); !now.IsZero() {
			e["now"] = now.Format(time.RFC3339Nano)
		}
		events = append(events, e)
	}
	events = w.batches(events)
	if w.random.IntN(4) > 0 {
		events = append(events, map[string]any{"close": true})
	}
	text, err := json.Marshal(events)
	if err != nil {
		panic(err) // of strings and booleans
	}
	probe.Text = text
	return probe
}

// sides are those whose tracker may follow: the empty one is of somebody who observes, if that is enough.
func (w *Walker) sides() []string {
	if w.conversation.NeedsSide() {
		return w.conversation.Sides
	}
	return append([]string{""}, w.conversation.Sides...)
}

// sender is the side that sends the messages of a record; either one if both may.
func (w *Walker) sender(record int) string {
	c := w.conversation
	if c.From[record] == "" && len(c.Sides) > 0 {
		return c.Sides[w.random.IntN(len(c.Sides))]
	}
	return c.From[record]
}

// later is the same time or one at which something may just have been forgotten, mostly a later one; the zero time where nothing is.
func (w *Walker) later(now time.Time) time.Time {
	if w.times == nil || !now.IsZero() && w.random.IntN(3) > 0 {
		return now
	}
	next := w.times[w.random.IntN(len(w.times))].Add([]time.Duration{-time.Second, 0, 1, time.Second}[w.random.IntN(4)])
	if next.Year() > 9999 || next.Before(now) && w.random.IntN(8) > 0 {
		return now
	}
	return next
}

// event is a message that the grammars allow, in two of three tries, or any other one.
func (w *Walker) event(s *state, side string) map[string]any {
	wanted := w.random.IntN(3) > 0
	var m map[string]any
	var record int
	var sender string
	for range 40 {
		m, record = w.message()
		if sender = w.sender(record); !wanted || s.allows(record, m, sender) {
			break
		}
	}
	s.move(record, m, sender)
	text, err := json.Marshal(m)
	if err != nil {
		panic(err) // it was read
	}
	sent := side != "" && sender == side
	if w.random.IntN(40) == 0 {
		sent = !sent
	}
	if sent {
		return map[string]any{"send": string(text)}
	}
	return map[string]any{"receive": string(text)}
}

// message is one of those that the walker has, with a key from a small set and small changes where numbers count.
func (w *Walker) message() (map[string]any, int) {
	for {
		record := w.random.IntN(len(w.messages))
		if len(w.messages[record]) == 0 {
			continue
		}
		list := w.messages[record]
		m := clone(list[w.random.IntN(len(list))]).(map[string]any)
		for _, at := range w.keys {
			if step := slices.Index(at, ir.EachItem); step > 0 {
				change(m, at[:step], w.resized)
			}
			change(m, at, w.key)
		}
		for _, o := range w.orders() {
			for _, check := range o.Checks {
				change(m, check.At, w.shaken)
			}
		}
		if w.random.IntN(3) == 0 {
			w.cross(m, list[w.random.IntN(len(list))])
		}
		return m, record
	}
}

// cross gives a message one member of another one, at any depth, or sizes an array anew: checks compare members that no key and no place names.
func (w *Walker) cross(m, other map[string]any) {
	for {
		var shared []string
		for _, name := range slices.Sorted(maps.Keys(m)) {
			if has(other, name) {
				shared = append(shared, name)
			}
		}
		if len(shared) == 0 {
			return
		}
		name := shared[w.random.IntN(len(shared))]
		inner, is := m[name].(map[string]any)
		of, are := other[name].(map[string]any)
		if is && are && w.random.IntN(4) > 0 {
			m, other = inner, of
			continue
		}
		m[name] = w.resized(clone(other[name]))
		return
	}
}

// key is a key of the same type.
func (w *Walker) key(old any) any {
	n := w.random.IntN(3)
	switch old.(type) {
	case float64:
		return float64(n)
	case string:
		if w.random.IntN(4) > 0 { // else it stays, for words of a vocabulary are the only ones that are valid
			return []string{"a", "b", "1"}[n] // the last one is not the number
		}
	}
	return old
}

// resized is an array with an item more or less, or the same.
func (w *Walker) resized(old any) any {
	items, is := old.([]any)
	if !is || len(items) == 0 {
		return old
	}
	switch w.random.IntN(4) {
	case 0:
		return items[1:]
	case 1:
		return append(items, clone(items[w.random.IntN(len(items))]))
	}
	return old
}

// shaken is a value near to another one, of the same type.
func (w *Walker) shaken(old any) any {
	switch old.(type) {
	case float64:
		return float64(w.random.IntN(4))
	case bool:
		return w.random.IntN(2) == 0
	}
	return old
}

func (w *Walker) orders() []*ir.Order {
	list := []*ir.Order{&w.conversation.Main}
	for _, x := range w.conversation.Exchanges {
		list = append(list, &x.Order)
	}
	return list
}

// change replaces the value at a place, if there is one; the place may be in each item of an array.
func change(v any, at []string, by func(any) any) {
	inside := func(value any, put func(any)) {
		if len(at) == 1 {
			put(by(value))
		} else {
			change(value, at[1:], by)
		}
	}
	switch v := v.(type) {
	case map[string]any:
		if len(at) > 0 && has(v, at[0]) {
			inside(v[at[0]], func(value any) { v[at[0]] = value })
		}
	case []any:
		for i := range v {
			if len(at) > 0 && at[0] == ir.EachItem {
				inside(v[i], func(value any) { v[i] = value })
			}
		}
	}
}

func has(m map[string]any, name string) bool {
	_, there := m[name]
	return there
}

func clone(v any) any {
	switch v := v.(type) {
	case map[string]any:
		c := make(map[string]any, len(v))
		for name, value := range v {
			c[name] = clone(value)
		}
		return c
	case []any:
		c := make([]any, len(v))
		for i, item := range v {
			c[i] = clone(item)
		}
		return c
	}
	return v
}
