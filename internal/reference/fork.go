package reference

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// Fork returns a second tracker in the same state. Messages that one of them takes do not change the other.
func (c *Conversation) Fork() *Conversation {
	next := *c
	next.whole = c.whole.fork()
	next.open = make([]map[any]*thread, len(c.open))
	for i, open := range c.open {
		next.open[i] = make(map[any]*thread, len(open))
		for key, t := range open {
			next.open[i][key] = t.fork()
		}
	}
	next.resting = make([][]rest, len(c.resting))
	for i, list := range c.resting {
		next.resting[i] = slices.Clone(list)
	}
	next.past = make([][]remembered, len(c.past))
	for i, past := range c.past {
		next.past[i] = slices.Clone(past)
	}
	return &next
}

func (t *thread) fork() *thread {
	next := *t
	next.last, next.bound, next.bytes = maps.Clone(t.last), maps.Clone(t.bound), maps.Clone(t.bytes)
	return &next
}

// Take judges a message of Judge in its place, and moves the tracker.
func (c *Conversation) Take(m Message, sent bool) []Issue { return c.take(m, sent) }

// RecordOf is the number of the record that a valid message is of.
func (c *Conversation) RecordOf(m Message) int {
	return slices.Index(c.ir.Records, variantOf(c.ir.Over, m.value))
}

// Refuser is the number of the exchange whose order refuses a valid message; -1 if the main order does, or anything else.
func (c *Conversation) Refuser(m Message, sent bool) int {
	number, s := c.said(m.judgement)
	s.sender = c.sender(sent)
	letter := c.letter(c.ir.Main.Kinds[number], s, m.judgement)
	if c.closed || c.whole.left.next(letter) == nil || c.closes(c.whole, letter, s, m.judgement) != nil {
		return -1
	}
	_, _, refuser, _ := c.memberships(number, s, m)
	return refuser
}

// Unfinished is the number of an open exchange that may not end here; -1 without one.
func (c *Conversation) Unfinished() int {
	for i, open := range c.open {
		for _, t := range open {
			if !t.left.ends && c.whole.left.ends {
				return i
			}
		}
	}
	return -1
}

// Situation describes the state of a tracker. Trackers of one situation judge all later messages alike, if the compiler found all members that
// checks read.
func (c *Conversation) Situation() string {
	var b strings.Builder
	c.whole.describe(c, &b)
	for _, open := range c.open {
		var list []string
		for key, t := range open {
			var one strings.Builder
			fmt.Fprintf(&one, "%q:", canonical(key))
			t.describe(c, &one)
			list = append(list, one.String())
		}
		slices.Sort(list)
		fmt.Fprintf(&b, "|%s", strings.Join(list, ";"))
	}
	for _, past := range c.past {
		b.WriteByte('|')
		for _, r := range past {
			fmt.Fprintf(&b, "%v@%v;", r.parts, r.until)
		}
	}
	fmt.Fprintf(&b, "|%v", c.closed)
	return b.String()
}

func (t *thread) describe(c *Conversation, b *strings.Builder) {
	spell(b, t.left.left)
	for i, check := range t.order.Checks {
		m, has := t.last[i]
		if !has || check.Kind == ir.CheckEach {
			continue
		}
		fmt.Fprintf(b, ",%d", i)
		if check.Kind == ir.CheckNext {
			c.recall(b, t.order.Lines[check.Line].Keeps, m)
		}
	}
	for i, bound := range t.order.Bound {
		if m, has := t.bound[i]; has {
			fmt.Fprintf(b, ",b%d", i)
			c.recall(b, bound.Keeps, m)
		}
	}
	if t.asked != nil {
		b.WriteString("?" + t.asked.Name)
	}
}

// recall writes the record of a message and its members that are kept.
func (c *Conversation) recall(b *strings.Builder, keeps []ir.Snapshot, m said) {
	number := slices.Index(c.ir.Records, m.record)
	fmt.Fprintf(b, "/%d", number)
	if keeps == nil {
		return
	}
	for _, k := range keeps[number] {
		value := m.plain
		for _, f := range k.At {
			members, isObject := value.(object)
			if value = nil; isObject {
				value, _ = members.get(f.Name)
			}
		}
		b.WriteString("," + canonical(value))
	}
}

// spell writes a grammar as a short text.
func spell(b *strings.Builder, g ir.Grammar) {
	switch g := g.(type) {
	case ir.Letter:
		fmt.Fprintf(b, "%d ", g.Number)
	case ir.InTurn:
		b.WriteByte('(')
		for _, part := range g {
			spell(b, part)
		}
		b.WriteByte(')')
	case ir.OneAlternative:
		b.WriteByte('[')
		for _, part := range g {
			spell(b, part)
		}
		b.WriteByte(']')
	case ir.Repeated:
		spell(b, g.Part)
		fmt.Fprintf(b, "*%d%v", g.Least, g.Once)
	}
}
