package reference

import (
	"fmt"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// waysOf are the ways in which messages belong to an exchange, the usual one first.
func waysOf(x *ir.Exchange) []*ir.Way {
	return append([]*ir.Way{{At: x.At, Keys: x.Keys, Kinds: x.Kinds}}, x.Others...)
}

// exchange is what a message does to the exchanges of one kind, or the failure with which they refuse it.
func (c *Conversation) exchange(i int, x *ir.Exchange, way *ir.Way, number int, m said, j judgement) (moves []func() []failure, refused *ir.Failure) {
	letter := c.letter(way.Kinds[number], m, j)
	if letter < 0 {
		return nil, nil
	}
	if slices.Contains(x.All, letter) {
		return []func() []failure{func() []failure { clear(c.open[i]); return nil }}, nil
	}
	key, has := keyOf(way.Keys[number], way.At, m)
	if !has {
		return nil, nil
	}
	if slices.Contains(x.One, letter) {
		return []func() []failure{func() []failure { delete(c.open[i], key); return nil }}, nil
	}
	t, known := c.open[i][key]
	if !known {
		t = begin(&x.Order)
	}
	left := derivative(t.left, letter)
	switch {
	case left == nil:
		f := t.refusal()
		return nil, &f
	case !known && len(c.open[i]) >= x.Most && c.idle(i) == nil:
		return nil, &ir.Failure{Rule: "unexpected-message", Message: fmt.Sprintf("must wait until one of %d open exchanges has ended", x.Most)}
	}
	return []func() []failure{func() []failure {
		if !known && len(c.open[i]) >= x.Most {
			delete(c.open[i], c.idle(i))
		}
		open := len(c.open[i])
		if c.open[i][key] == nil {
			open++
		}
		failures := c.move(t, left, letter, m, j, open)
		if c.open[i][key] = t; mayEnd(left) && len(firsts(left, x.Letters)) == 0 {
			delete(c.open[i], key)
		}
		return failures
	}}, nil
}

// idle is the key of the exchange that has rested longest, of those that may end where they are; nil if there is none.
func (c *Conversation) idle(i int) (key any) {
	for k, t := range c.open[i] {
		if mayEnd(t.left) && (key == nil || t.moved < c.open[i][key].moved) {
			key = k
		}
	}
	return key
}

// keyOf is the value of a message's key, if it has one.
func keyOf(key *ir.Key, at []string, m said) (any, bool) {
	if key == nil {
		return nil, false
	}
	value := m.value
	for _, name := range at {
		members, isObject := value.(map[string]any)
		if !isObject {
			return nil, false
		}
		value = members[name]
	}
	if whole, is := value.(int64); is {
		return float64(whole), true // 1 and 1.0 are one key
	}
	return value, value != nil
}
