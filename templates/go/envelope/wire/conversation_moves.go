package wire

import (
	"fmt"
	"slices"
)

// move is the effect of a message on an order if no order rejects it.
type move struct {
	order    *Order
	course   *course
	letter   int
	next     int
	exchange int // -1 for the conversation
	key      Key
	size     int      // of the key, if the message begins an exchange
	all      bool     // whether it is about all exchanges
	request  *request // that waits for the exchange from now on
	begins   bool     // an exchange
	open     int      // exchanges before the message, for checks of the conversation
	ends     bool     // the exchange of the key; all of them without a key
}

// moves finds the effects of a message on all orders before any of them changes. The first one is that of the conversation.
func (t *Tracker[M]) moves(r *Reader, m Message, sent bool, moves []move) ([]move, *Failure) {
	c := t.conversation
	t.full, t.drops, t.firstDrop = false, t.drops[:0], 0
	if t.closed {
		return nil, &afterEnd
	}
	if t.side != "" && c.From != nil {
		if from := c.From(m); from != "" && (from == t.side) != sent {
			return nil, &Failure{Rule: "wrong-direction", Message: "must come from the " + from}
		}
	}
	if c.Sided {
		r.sender = c.Sides[0]
		if (r.sender == t.side) != sent {
			r.sender = c.Sides[1]
		}
	}
	letter := c.Whole.Letter(r, m)
	next := c.Whole.after(t.whole.state, letter)
	if next < 0 {
		return nil, c.Whole.refusal(t.whole.state)
	}
	if refusal := t.guard(r, m, &c.Whole, &t.whole, letter); refusal != nil {
		return nil, refusal
	}
	moves = append(moves, move{order: &c.Whole, course: &t.whole, letter: letter, next: next, exchange: -1})
	if len(of(c.Whole.indexed.checks, letter)) > 0 {
		moves[len(moves)-1].open = t.openExchanges()
	}
	var refusal *Failure
	for i := range c.Exchanges {
		x := &c.Exchanges[i]
		for way := range x.Ways {
			letter := x.Ways[way].Letter(r, m)
			if letter < 0 {
				continue
			}
			if x.Ways[way].Items == nil {
				moves, refusal = t.moved(r, m, i, &x.Ways[way], letter, nil, moves)
			} else {
				moves, refusal = t.movedItems(r, m, i, &x.Ways[way], letter, moves)
			}
			if refusal != nil {
				return nil, refusal
			}
		}
	}
	if t.full {
		if refusal = t.tooMany(moves); refusal != nil {
			return nil, refusal
		}
	}
	return moves, nil
}

// movedItems adds the effects of a message on the exchanges whose keys are in the items of an array.
func (t *Tracker[M]) movedItems(r *Reader, m Message, i int, way *Way, letter int, moves []move) ([]move, *Failure) {
	if slices.Contains(t.conversation.Exchanges[i].All, letter) {
		return append(moves, move{exchange: i, all: true, ends: true}), nil
	}
	t.keys = distinct(way.Items(m, t.keys[:0]))
	defer func() { t.keys = forgotten(t.keys) }()
	for n := range t.keys {
		var refusal *Failure
		if moves, refusal = t.moved(r, m, i, way, letter, &t.keys[n], moves); refusal != nil {
			return nil, refusal
		}
	}
	return moves, nil
}

// moved adds the effect of a message on the i-th kind of exchanges: on that of the key which is given, or else that of the message.
func (t *Tracker[M]) moved(r *Reader, m Message, i int, way *Way, letter int, given *Key, moves []move) ([]move, *Failure) {
	x, open := &t.conversation.Exchanges[i], &t.open[i]
	if slices.Contains(x.All, letter) {
		return append(moves, move{exchange: i, all: true, ends: true}), nil
	}
	var key Key
	if given != nil {
		key = *given
	} else if own, has := t.keyBy(way, m); has {
		key = own
	} else {
		return moves, nil
	}
	of := open.byKey.get(key)
	begins := of == nil
	if !begins {
		of.message = t.message
	}
	if slices.Contains(x.One, letter) {
		return append(moves, move{exchange: i, key: key, ends: true}), nil
	}
	if begins {
		if of = open.blank(); len(moves) > 1 {
			of = &course{} // the message begins another exchange, too
		}
		t.full = t.full || open.byKey.len()+len(moves) > x.most()
	}
	next := x.after(of.state, letter)
	switch {
	case next < 0 && !begins && x.after(0, letter) >= 0:
		return nil, &Failure{Rule: "unexpected-message", Message: way.InUse}
	case next < 0 && begins && len(way.At) > 0:
		return nil, t.notOpen(way)
	case next < 0:
		return nil, x.refusal(of.state)
	}
	if refusal := t.guard(r, m, &x.Order, of, letter); refusal != nil {
		return nil, refusal
	}
	to := move{order: &x.Order, course: of, letter: letter, next: next, exchange: i, key: key, begins: begins}
	if begins {
		to.size = key.size()
	}
	return append(moves, to), nil
}

// notOpen is the failure of a message that does not begin an exchange, and whose key no open one has. Its tag may be right, with another key.
func (t *Tracker[M]) notOpen(way *Way) *Failure {
	if way.None != "" {
		return &Failure{Rule: "unexpected-message", Message: way.None}
	}
	names := way.At
	if way.Reply != nil {
		names = slices.Concat(t.conversation.Exchanges[way.Reply.Exchange].Replies.At, names)
	}
	return &Failure{Rule: "unexpected-message", Message: fmt.Sprintf("must have the %s of an open exchange: none has this one", pointerTo(names))}
}

// keyBy returns the key of a message by one way, if it has one.
func (t *Tracker[M]) keyBy(way *Way, m Message) (Key, bool) {
	if way.Reply != nil {
		return t.keyInReply(way, m)
	}
	if way.Through == nil {
		return way.Key(m)
	}
	ways := t.conversation.Exchanges[way.Through.Exchange].Ways
	for i := range ways {
		if ways[i].Key == nil || ways[i].Through != nil {
			continue
		}
		key, has := ways[i].Key(m)
		if !has {
			continue
		}
		if c := t.open[way.Through.Exchange].byKey.get(key); c != nil && c.bound != nil && c.bound[way.Through.Number].has {
			return way.Key(c.bound[way.Through.Number].message)
		}
	}
	return Key{}, false
}
