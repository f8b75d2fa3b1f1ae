package reference

import (
	"slices"
	"time"

	"github.com/envgen/envgen/internal/ir"
)

// Standing is the position of a message in the orders of a conversation.
type Standing struct {
	Letter int      // of the whole, or -1
	Ways   [][]Turn // by exchange: by its usual key, then by others
}

// Turn is how a message takes part in an exchange by one way.
type Turn struct {
	Letter int   // or -1
	Keys   []any // none if the message has none, and for a way whose key is a member of a bound message; several in the items of an array
	// For such a way, Binds reports whether the exchange of the usual key binds this message. Lends is then the key of later messages, or nil.
	Binds bool
	Lends any
}

// Standing finds the letters and keys of a text; it is nil if the text is not a valid message. Earlier messages have no effect.
func (c *Conversation) Standing(text []byte) (*Standing, error) {
	m, err := c.Judge(text, Options{})
	if err != nil || !m.Valid {
		return nil, err
	}
	number, s := c.said(m.judgement)
	p := &Standing{Letter: c.letter(c.ir.Main.Kinds[number], s, m.judgement)}
	for _, ways := range c.ways {
		var turns []Turn
		for _, way := range ways {
			turn := Turn{Letter: c.letter(way.Kinds[number], s, m.judgement)}
			if way.Of == nil && way.Reply == nil {
				turn.Keys = c.keysBy(way, number, s)
			} else if way.Of != nil {
				turn.Lends, turn.Binds = c.lends(way, number, s, m.judgement)
			}
			turns = append(turns, turn)
		}
		p.Ways = append(p.Ways, turns)
	}
	return p, nil
}

// lends returns the key that a message gives to later ones of a way, and whether the way's exchange binds the message.
func (c *Conversation) lends(way *ir.KeyPath, number int, m said, j judgement) (key any, binds bool) {
	x := c.ir.Exchanges[way.Of.Exchange]
	b := x.Bound[way.Of.Number]
	if !slices.Contains(b.Letters, c.letter(x.Kinds[number], m, j)) || b.When != nil && !c.applies(b.When[number], m, j) {
		return nil, false
	}
	key, _ = ownKey(way, number, m)
	return key, true
}

// Times are those up to which entries of `unique` remember a message. record is the message's record, or -1 of a text that is not valid.
func (c *Conversation) Times(text []byte) (times []time.Time, record int, err error) {
	m, err := c.Judge(text, Options{})
	if err != nil || !m.Valid {
		return nil, -1, err
	}
	number, s := c.said(m.judgement)
	for _, u := range c.ir.Unique {
		if u.Until[number] != nil {
			times = append(times, c.until(u.Until[number], s, m.judgement))
		}
	}
	return times, number, nil
}
