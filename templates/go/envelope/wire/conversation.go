package wire

import (
	"fmt"
	"slices"
)

// Conversation is the table of an order of messages. It is for generated code, like the types of its fields.
type Conversation struct {
	Name   string
	Params Params
	Tag    []string // member names from a message to what tells its type
	Sides  []string
	Lines  bool // whether a stream has one message a line
	// From returns who sends a message, or ""; nil where that does not matter.
	From      func(m Message) string
	Whole     Order
	Exchanges []Exchange
}

// Exchange is an order that holds for all messages with one value of a member.
type Exchange struct {
	Name string
	Key  func(m Message) (key any, has bool)
	One  []int // letters that end the exchange of their key
	All  []int // letters that end all of them
	Order
}

// Order is an automaton over letters, with checks between messages.
type Order struct {
	Letter func(r *Reader, m Message) int // -1 for a message that the order does not speak of
	States []State
	Bound  [][]int // for each message that is kept: the letters that it is the last one of
	Checks []SequenceCheck
}

// State says what may follow.
type State struct {
	Next     []int16 // by letter: one more than the number of the state that it leads to, or 0; none at the end
	Accepts  bool    // whether the order may end here
	Expected string  // the message for what does not lead on
	Cut      string  // the message for an end here, unless it is accepted
}

// SequenceCheck is a rule between messages.
type SequenceCheck struct {
	Letters []int // of which messages it is a check
	Kind    SequenceKind
	Uses    []Use // what it speaks of beside the message and, if it is CheckNext, the one before
	At      []string
	Failure Failure
	// Holds evaluates the check: of the message, the one before if it is CheckNext, then what it uses.
	Holds func(r *Reader, m []Message) bool
}

// Use is a message that an order keeps.
type Use struct {
	Whole  bool // the order of the conversation, in the check of an exchange
	Number int
}

// SequenceKind says when a check is made.
type SequenceKind uint8

// The values of SequenceKind.
const (
	CheckFirst SequenceKind = iota // of the first of its messages
	CheckNext                      // of every later one
	CheckEach                      // of all
)

// mostExchanges is how many values of a key may have an exchange that has not ended.
const mostExchanges = 65536

// Tracker follows a conversation. It reads and writes nothing: it is given each message, valid by itself, and returns what is wrong with its
// place. A message that may not come where it comes leaves the tracker as it was. A Tracker is not safe for concurrent use.
type Tracker[M Message] struct {
	conversation *Conversation
	side         string
	opts         []Option
	whole        course
	open         []map[any]*course
	closed       bool
}

// course is how far an order has come.
type course struct {
	state int
	last  []Message // by check: the last message that it is of
	bound []Message
}

// NewTracker begins a conversation. It panics for a side that the conversation does not have.
func NewTracker[M Message](c *Conversation, side string, opts []Option) *Tracker[M] {
	if side != "" && !slices.Contains(c.Sides, side) {
		panic(fmt.Sprintf("%s has no side %q", c.Name, side))
	}
	t := &Tracker[M]{conversation: c, side: side, opts: slices.Clip(opts), open: make([]map[any]*course, len(c.Exchanges))}
	for i := range t.open {
		t.open[i] = map[any]*course{}
	}
	return t
}

// Receive takes a message of the other side.
func (t *Tracker[M]) Receive(m M, opts ...Option) []Issue { return t.take(m, false, opts) }

// Send takes a message before it is sent. With an issue of level Must it is not to be sent.
func (t *Tracker[M]) Send(m M, opts ...Option) []Issue { return t.take(m, true, opts) }

// Close ends the conversation. What still had to come is an issue.
func (t *Tracker[M]) Close(opts ...Option) []Issue {
	return t.judge(opts, func(r *Reader) {
		if t.closed {
			return
		}
		t.closed = true
		t.cut(r, &t.conversation.Whole, &t.whole)
		for i := range t.open {
			for _, c := range t.open[i] {
				t.cut(r, &t.conversation.Exchanges[i].Order, c)
			}
		}
	})
}

func (t *Tracker[M]) cut(r *Reader, o *Order, c *course) {
	if s := &o.States[c.state]; !s.Accepts {
		r.Must("incomplete", s.Cut)
	}
}

// Ended reports whether no further message may come.
func (t *Tracker[M]) Ended() bool {
	return t.closed || len(t.conversation.Whole.States[t.whole.state].Next) == 0
}

// Open returns how many exchanges have begun and not ended.
func (t *Tracker[M]) Open() int {
	count := 0
	for _, open := range t.open {
		count += len(open)
	}
	return count
}

// judge collects issues. It panics for an option that the protocol does not have, as Check does.
func (t *Tracker[M]) judge(opts []Option, find func(r *Reader)) []Issue {
	r := readers.Get().(*Reader)
	r.prepare(append(t.opts, opts...), t.conversation.Params)
	if r.options.wrong != nil {
		panic(r.options.wrong)
	}
	find(r)
	var issues []Issue
	if len(r.issues.found) > 0 {
		issues = r.issues.issues(r.options.maxIssues)
	}
	*r = Reader{}
	readers.Put(r)
	return issues
}

// move is what a message does to an order once nothing refuses it.
type move struct {
	order    *Order
	course   *course
	letter   int
	next     int
	exchange int // -1 for the conversation
	key      any
	ends     bool // the exchange of the key; all of them without a course
}

// take moves every order that the message belongs to, unless one of them refuses it.
func (t *Tracker[M]) take(m Message, sent bool, opts []Option) []Issue {
	return t.judge(opts, func(r *Reader) {
		var space [4]move
		moves, refusal := t.moves(r, m, sent, space[:0])
		if refusal.Rule != "" {
			r.fail(refusal, t.conversation.Tag...)
			return
		}
		for i := range moves {
			t.apply(r, m, &moves[i])
		}
	})
}

func (t *Tracker[M]) moves(r *Reader, m Message, sent bool, moves []move) ([]move, Failure) {
	c := t.conversation
	if t.closed {
		return nil, afterEnd
	}
	if t.side != "" && c.From != nil {
		if from := c.From(m); from != "" && (from == t.side) != sent {
			return nil, Failure{Rule: "wrong-direction", Message: "must come from the " + from}
		}
	}
	letter := c.Whole.Letter(r, m)
	next := c.Whole.after(t.whole.state, letter)
	if next < 0 {
		return nil, c.Whole.refusal(t.whole.state)
	}
	moves = append(moves, move{order: &c.Whole, course: &t.whole, letter: letter, next: next, exchange: -1})
	for i := range c.Exchanges {
		x := &c.Exchanges[i]
		letter := x.Letter(r, m)
		if letter < 0 {
			continue
		}
		if slices.Contains(x.All, letter) {
			moves = append(moves, move{exchange: i, ends: true})
			continue
		}
		key, has := x.Key(m)
		if !has {
			continue
		}
		if slices.Contains(x.One, letter) {
			moves = append(moves, move{course: t.open[i][key], exchange: i, key: key, ends: true})
			continue
		}
		of := t.open[i][key]
		if of == nil && len(t.open[i]) >= mostExchanges {
			return nil, Failure{Rule: "unexpected-message", Message: fmt.Sprintf("must wait until one of %d open exchanges has ended", mostExchanges)}
		}
		if of == nil {
			of = &course{}
		}
		next := x.after(of.state, letter)
		if next < 0 {
			return nil, x.refusal(of.state)
		}
		moves = append(moves, move{order: &x.Order, course: of, letter: letter, next: next, exchange: i, key: key})
	}
	return moves, Failure{}
}

// apply moves one order, and makes its checks.
func (t *Tracker[M]) apply(r *Reader, m Message, to *move) {
	switch {
	case to.ends && to.key == nil:
		clear(t.open[to.exchange])
		return
	case to.ends:
		delete(t.open[to.exchange], to.key)
		return
	}
	o, c := to.order, to.course
	c.state = to.next
	t.check(r, m, to)
	for i, letters := range o.Bound {
		if slices.Contains(letters, to.letter) {
			if c.bound == nil {
				c.bound = make([]Message, len(o.Bound))
			}
			c.bound[i] = m
		}
	}
	switch {
	case to.exchange < 0:
	case len(o.States[c.state].Next) == 0:
		delete(t.open[to.exchange], to.key)
	default:
		t.open[to.exchange][to.key] = c
	}
}

func (t *Tracker[M]) check(r *Reader, m Message, to *move) {
	o, c := to.order, to.course
	for i := range o.Checks {
		check := &o.Checks[i]
		if !slices.Contains(check.Letters, to.letter) {
			continue
		}
		if c.last == nil {
			c.last = make([]Message, len(o.Checks))
		}
		last := c.last[i]
		c.last[i] = m
		if check.Kind != CheckEach && (check.Kind == CheckNext) != (last != nil) {
			continue
		}
		var space [4]Message
		messages := append(space[:0], m)
		if check.Kind == CheckNext {
			messages = append(messages, last)
		}
		messages, known := t.bound(messages, c, check.Uses)
		if known && !check.Holds(r, messages) {
			r.fail(check.Failure, check.At...)
		}
	}
}

// bound adds the messages that a check uses, or reports that one of them has not come yet.
func (t *Tracker[M]) bound(messages []Message, c *course, uses []Use) ([]Message, bool) {
	for _, use := range uses {
		from := c
		if use.Whole {
			from = &t.whole
		}
		if from.bound == nil || from.bound[use.Number] == nil {
			return nil, false
		}
		messages = append(messages, from.bound[use.Number])
	}
	return messages, true
}

// after is the state that a letter leads to, or -1.
func (o *Order) after(state, letter int) int {
	if next := o.States[state].Next; letter >= 0 && letter < len(next) {
		return int(next[letter]) - 1
	}
	return -1
}

var afterEnd = Failure{Rule: "after-end", Message: "must not come after the end"}

func (o *Order) refusal(state int) Failure {
	if s := &o.States[state]; len(s.Next) > 0 {
		return Failure{Rule: "unexpected-message", Message: s.Expected}
	}
	return afterEnd
}
