package reference

import (
	"slices"
	"time"

	"github.com/envgen/envgen/internal/ir"
)

// remembered is a message that no other one may repeat.
type remembered struct {
	parts []any
	until time.Time // that time included
}

// repeats returns the failure of a message by an entry of `unique`, because it repeats another one or no space is left, or the effects that remember
// the message.
func (c *Conversation) repeats(i int, u *ir.Unique, letter, number int, m said, j judgement) (effects []effect, refused *ir.Failure) {
	if !slices.Contains(u.Letters, letter) || u.Keys[number] == nil {
		return nil, nil
	}
	var parts []any
	for part, key := range u.Keys[number] {
		value, has := keyOf(key, u.By[part], m)
		if !has {
			return nil, nil
		}
		parts = append(parts, value)
	}
	c.past[i] = slices.DeleteFunc(c.past[i], func(r remembered) bool { return r.until.Before(j.now) })
	switch {
	case slices.ContainsFunc(c.past[i], func(r remembered) bool { return slices.Equal(r.parts, parts) }):
		return nil, &u.Failure
	case len(c.past[i]) >= u.Most:
		return nil, &u.Full
	}
	until := c.until(u.Until[number], m, j)
	return []effect{{do: func() []failure { c.past[i] = append(c.past[i], remembered{parts, until}); return nil }, growth: sizeOfAll(parts), exchange: -1}}, nil
}

// until is the time up to which a message is remembered.
func (c *Conversation) until(p *ir.Predicate, m said, j judgement) time.Time {
	if answer, _, err := c.programs[p].Eval(j.variables(m.native())); err == nil {
		return answer.(instant).time()
	}
	return lastTime
}

// lastTime is the last moment that a timestamp can be.
var lastTime = time.Date(9999, 12, 31, 23, 59, 59, 999_999_999, time.UTC)
