package wire

import (
	"fmt"
	"slices"
)

// Tracker follows a conversation. It reads and writes nothing: it takes each message, valid by itself, and returns the issues of its
// place. A message that may not come where it comes leaves the tracker as it was. A Tracker is not safe for concurrent use.
type Tracker[M Message] struct {
	conversation *Conversation
	side         string
	opts         []Option
	whole        course
	open         []exchanges
	past         []memory // by Unique
	closed       bool
	turns        int64 // how often an order has been moved

	news    []news   // the news of the current message for requests
	back    []change // for undoing its changes, the last change last
	slots   []slot   // of the courses that it has changed, as they were before
	dropped *course  // that was forgotten because of the number of exchanges
	message int64    // how many messages have come
	held    step     // how the last message was taken
	isHeld  bool     // whether the last message may still be taken back

	// The fields below are reused, so that most messages allocate no memory.
	reader  Reader
	options options // of opts
	room    []move
	keys    []Key
	drops   []candidate // that make room for the exchanges which a message begins
	// firstDrop is the first of drops that has not been used. full is whether they may be needed.
	firstDrop int
	full      bool
	messages  []Message
	texts     []Option // for messages that are texts
	own       []Issue  // of such a message itself
	given     []Option // of the message that is taken
	inside    []Issue  // of the member of a reply whose type follows from the request
	reply     typedReply
}

// course is how far an order has come.
type course struct {
	progress
	key  Key    // of an exchange
	hash uint32 // of the key, while the exchange is open
	resting
	message int64   // the last one that concerns it, as Tracker.message counts
	lines   []slot  // by Order.Lines
	bound   []slot  // by Order.Bound
	only    [1]slot // the memory of bound if that has one slot: few exchanges have more, and each of them costs no further memory
	count   []int64 // of messages, by Order.Numbers; nil if unused
	shared  bool    // whether a handler may refer to it after its exchange
}

// progress is the part of a course that each message changes.
type progress struct {
	state   int
	bytes   int      // of its memory, with the key
	held    int      // of them, those that exchanges.bytes has
	turn    int64    // when the last message came, as Tracker.turns counts
	asked   int      // one more than the number of the type that replies have, in Replies.Types; 0 for any value
	request *request // that the exchange is waited for by, or nil
}

// NewTracker begins a conversation. It panics for a side that the conversation does not have, and without one where letters depend on the sender.
func NewTracker[M Message](c *Conversation, side string, opts []Option) *Tracker[M] {
	if (side != "" || c.Sided) && !slices.Contains(c.Sides, side) {
		panic(fmt.Sprintf("%s has no side %q", c.Name, side))
	}
	t := &Tracker[M]{conversation: c, side: side, opts: slices.Clip(opts), open: make([]exchanges, len(c.Exchanges)), past: make([]memory, len(c.Unique))}
	c.index()
	t.reader.prepare(t.opts, c.Params)
	t.options = t.reader.options
	return t
}

// Receive takes a message of the other side.
func (t *Tracker[M]) Receive(m M, opts ...Option) []Issue { return t.take(m, step{}, opts) }

// Send takes a message before it is sent. With an issue of level Must it is not to be sent.
func (t *Tracker[M]) Send(m M, opts ...Option) []Issue { return t.take(m, step{sent: true}, opts) }

// Close ends the conversation. A missing message is an issue.
func (t *Tracker[M]) Close(opts ...Option) []Issue {
	return t.judge(opts, func(r *Reader) {
		if t.closed {
			return
		}
		t.closed = true
		t.cut(r, &t.conversation.Whole, &t.whole)
		for i := range t.open {
			for c := range t.open[i].byKey.all() {
				t.cut(r, &t.conversation.Exchanges[i].Order, c)
			}
		}
	})
}

func (t *Tracker[M]) cut(r *Reader, o *Order, c *course) {
	if s := &o.States[c.state]; !s.accepts() {
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
	for i := range t.open {
		count += t.open[i].byKey.len()
	}
	return count
}

// Expected returns the letters of the conversation as a whole that may come next; none where it has ended.
func (t *Tracker[M]) Expected() []string {
	if t.closed {
		return nil
	}
	return t.conversation.Whole.expected(t.whole.state)
}

// Exchanges returns the exchanges that have begun and not ended: kind by kind as the spec has them, each by key.
func (t *Tracker[M]) Exchanges() []OpenExchange {
	var list []OpenExchange
	for i := range t.open {
		x := &t.conversation.Exchanges[i]
		for _, c := range slices.SortedFunc(t.open[i].byKey.all(), (*course).compare) {
			list = append(list, OpenExchange{x.Name, c.key.value(), x.expected(c.state)})
		}
	}
	return list
}

// judge collects issues. It panics for an option that the protocol does not have, as Check does.
func (t *Tracker[M]) judge(opts []Option, find func(r *Reader)) []Issue {
	r := &t.reader
	t.given = t.opts
	if len(opts) > 0 {
		t.given = append(t.opts, opts...)
		defer func() { r.options = t.options }()
		r.prepare(t.given, t.conversation.Params)
	}
	r.options.hasNow = t.options.hasNow || len(opts) > 0 && r.options.hasNow // the clock has moved on
	if r.options.wrong != nil {
		panic(r.options.wrong)
	}
	find(r)
	var issues []Issue
	if len(r.issues.found) > 0 {
		issues = r.issues.issues(r.options.maxIssues)
	}
	if t.inside != nil {
		issues, t.inside = merged(issues, t.inside, r.options.maxIssues), nil
	}
	if issues != nil {
		r.issues = collector{}
	}
	return issues
}

// step is how a message is taken.
type step struct {
	sent     bool
	attempt  bool     // whether nothing is to change where an issue makes the message invalid
	hold     bool     // whether takeBack may follow, as the message has not been handed over yet
	count    bool     // whether messages are counted
	request  *request // that the message is, or answers
	reply    bool     // whether it answers the request, which this side has received
	exchange int      // in which the request is answered
	alone    bool     // whether the message is of one exchange
	valid    bool     // whether the message is known to be valid by itself
	result   any      // the member of a reply that a handler has returned and that has been checked, or nil
	asked    int      // the number of its type, as progress has it
}

// mostReused is how many moves have room that is used again. A message of more exchanges is rare.
const mostReused = 1 << 10

// take moves every order of the message, and stores the members of the message that checks read, unless an order rejects it.
func (t *Tracker[M]) take(m Message, how step, opts []Option) []Issue {
	t.settle()
	if cap(t.room) > mostReused {
		t.room, t.keys, t.drops = nil, nil, nil
	}
	return t.judge(opts, func(r *Reader) {
		t.message++
		moves, refusal := t.moves(r, m, how.sent, t.room[:0])
		if refusal == nil && how.request != nil {
			refusal = how.attach(moves)
		}
		if refusal != nil {
			t.refuse(r, m, refusal, &how)
			return
		}
		letter := moves[0].letter
		for i := range t.past {
			if u := &t.conversation.Unique[i]; !t.past[i].find(r, m, letter, u) {
				return
			}
		}
		if !t.makeFit(r, t.staged(r, m, moves), &how) {
			return
		}
		how.alone = len(moves) == 2
		for i := range moves {
			t.apply(r, m, &moves[i], &how)
		}
		t.room, t.messages = moves, forgotten(t.messages)
		clear(t.drops)
		if how.attempt && (r.issues.invalid || r.options.strict && len(r.issues.found) > 0) {
			t.takeBack()
			return
		}
		if t.held, t.isHeld = how, true; !how.hold {
			t.settle()
		}
	})
}

// apply moves one order, and makes its checks.
func (t *Tracker[M]) apply(r *Reader, m Message, to *move, how *step) {
	if to.ends {
		t.end(m, to, how)
		return
	}
	o, c := to.order, to.course
	if how.attempt {
		t.saveCourse(c)
	}
	if to.begins {
		if open := &t.open[to.exchange]; open.spare == c {
			open.spare = nil
		}
		c.key = to.key.owned()
		c.bytes = to.size
		t.makeRoom(to, how)
	}
	t.turns++
	c.state, c.turn = to.next, t.turns
	if to.exchange >= 0 {
		t.reply = t.typed(r, m, to, t.conversation.Exchanges[to.exchange].Replies, how)
	}
	t.check(r, m, to)
	c.remember(o, to.letter)
	if to.exchange < 0 {
		return
	}
	s := &o.States[c.state]
	if to.request != nil {
		c.request = to.request
	} else if c.request != nil {
		over := len(s.Next) == 0 || s.Quiet && (how.sent || c.request.heard == nil)
		if over || !how.sent {
			t.news = append(t.news, news{to: c.request, reply: !how.sent, over: over, result: t.reply.member})
		}
	}
	open := &t.open[to.exchange]
	if how.attempt {
		t.save(open, c.key, c)
	}
	before := c
	switch {
	case !how.alone:
		before = open.byKey.get(c.key)
	case to.begins:
		before = nil
	}
	open.moved(before, c, s)
}
