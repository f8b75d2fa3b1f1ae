package reference

import "time"

// Standing is where a message stands in the orders of a conversation.
type Standing struct {
	Letter int      // of the whole, or -1
	Ways   [][]Turn // by exchange: by its usual key, then by others
}

// Turn is how a message takes part in an exchange.
type Turn struct {
	Letter int // or -1
	Key    any // or nil
}

// Standing finds the letters and keys of a text; it is nil if the text is not a valid message. What has been said before does not matter.
func (c *Conversation) Standing(text []byte) (*Standing, error) {
	m, err := c.Judge(text, Options{})
	if err != nil || !m.Valid {
		return nil, err
	}
	number, s := c.said(m.judgement)
	p := &Standing{Letter: c.letter(c.ir.Whole.Kinds[number], s, m.judgement)}
	for _, x := range c.ir.Exchanges {
		var turns []Turn
		for _, way := range waysOf(x) {
			key, _ := keyOf(way.Keys[number], way.At, s)
			turns = append(turns, Turn{c.letter(way.Kinds[number], s, m.judgement), key})
		}
		p.Ways = append(p.Ways, turns)
	}
	return p, nil
}

// Times are those up to which entries of `unique` remember a text, if it is a valid message.
func (c *Conversation) Times(text []byte) (times []time.Time, valid bool, err error) {
	m, err := c.Judge(text, Options{})
	if err != nil || !m.Valid {
		return nil, false, err
	}
	number, s := c.said(m.judgement)
	for _, u := range c.ir.Unique {
		if u.Until[number] != nil {
			times = append(times, c.until(u.Until[number], s, m.judgement))
		}
	}
	return times, true, nil
}
