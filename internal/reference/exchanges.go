package reference

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/envgen/envgen/internal/ir"
)

// waysOf are the ways in which messages belong to each exchange, the usual one first.
func waysOf(exchanges []*ir.Exchange) [][]*ir.KeyPath {
	var all [][]*ir.KeyPath
	for _, x := range exchanges {
		all = append(all, x.Ways())
	}
	return all
}

// memberships returns the effects of a message on all exchanges, and those that it concerns. Or it returns the kind of exchange that rejects the message,
// with the failure.
func (c *Conversation) memberships(number int, m said, message Message) (effects []effect, concerned map[threadKey]bool, refuser int, refused *ir.Failure) {
	for i, x := range c.ir.Exchanges {
		for _, way := range c.ways[i] {
			moved, refused := c.exchange(i, x, way, number, m, message)
			if refused != nil {
				return nil, nil, i, refused
			}
			effects = append(effects, moved...)
		}
	}
	concerned = concernedBy(effects)
	for i := range c.ir.Exchanges {
		if refused := c.tooMany(i, effects, concerned); refused != nil {
			return nil, nil, i, refused
		}
	}
	return effects, concerned, -1, nil
}

// exchange returns the effects of a message on the exchanges of one kind, or the failure with which they reject it.
func (c *Conversation) exchange(i int, x *ir.Exchange, way *ir.KeyPath, number int, m said, message Message) (effects []effect, refused *ir.Failure) {
	letter := c.letter(way.Kinds[number], m, message.judgement)
	if letter < 0 {
		return nil, nil
	}
	if slices.Contains(x.All, letter) {
		return []effect{{do: func() []failure { clear(c.open[i]); return nil }, exchange: -1}}, nil
	}
	for _, key := range c.keysBy(way, number, m) {
		e, refused := c.one(i, x, way, letter, key, number, m, message)
		if refused != nil {
			return nil, refused
		}
		effects = append(effects, e)
	}
	return effects, nil
}

// one returns the effect of a message on the exchange of a key, or the failure with which that rejects it.
func (c *Conversation) one(i int, x *ir.Exchange, way *ir.KeyPath, letter int, key any, number int, m said, message Message) (e effect, refused *ir.Failure) {
	j := message.judgement
	e = effect{exchange: i, key: key}
	if slices.Contains(x.One, letter) {
		e.do = func() []failure { delete(c.open[i], key); return nil }
		return e, nil
	}
	t, known := c.open[i][key]
	if !known {
		t = c.begin(&x.Order)
		t.key = len(canonical(key))
	}
	left := t.left.next(letter)
	switch {
	case left == nil && known && c.orders[&x.Order].start.next(letter) != nil:
		return e, &way.InUse
	case left == nil && !known && way.At != nil:
		var at path
		names := way.At
		if way.Reply != nil {
			names = slices.Concat(c.ir.Exchanges[way.Reply.Exchange].Replies.At, names)
		}
		for _, name := range names {
			at = at.with(segment{name: name})
		}
		if way.With != nil {
			return e, &ir.Failure{Rule: "unexpected-message", Message: fmt.Sprintf("must have the %s of an open exchange: none has these", together(way))}
		}
		return e, &ir.Failure{Rule: "unexpected-message", Message: fmt.Sprintf("must have the %s of an open exchange: none has this one", at)}
	case left == nil:
		f := t.refusal()
		return e, &f
	}
	if closed := c.closes(t, letter, m, j); closed != nil {
		return e, closed
	}
	ends := left.ends && len(left.may()) == 0
	switch {
	case !ends && known:
		e.growth = c.growth(t, letter, m, j)
	case !ends:
		e.growth = c.growth(t, letter, m, j) + t.key
	case known:
		e.growth = -t.size()
	}
	e.begins = !known
	e.do = func() []failure {
		open := len(c.open[i])
		if c.open[i][key] == nil {
			open++
		}
		reply, failures := c.typed(t, x.Replies, letter, number, message)
		failures = append(c.move(t, left, letter, m, j, open, reply), failures...)
		if c.open[i][key] = t; ends {
			delete(c.open[i], key)
		} else {
			c.rest(i, rest{key, t.moved})
		}
		return failures
	}
	return e, nil
}

// tooMany is the failure of a message that begins more exchanges of a kind than may be open, or nil. Those in accepting states may be dropped for them.
func (c *Conversation) tooMany(i int, effects []effect, concerned map[threadKey]bool) *ir.Failure {
	begun := map[any]bool{}
	for _, e := range effects {
		if e.exchange == i && e.begins {
			begun[e.key] = true
		}
	}
	most := c.ir.Exchanges[i].Most
	over := len(c.open[i]) + len(begun) - most
	if len(begun) == 0 || over <= 0 || len(c.idle(i, concerned, over)) == over {
		return nil
	}
	return &ir.Failure{Rule: "unexpected-message", Message: fmt.Sprintf("must wait until one of %d open exchanges has ended", most)}
}

// makeRoom drops an exchange if one that begins would be too many.
func (c *Conversation) makeRoom(begins effect, concerned map[threadKey]bool) {
	i := begins.exchange
	if c.open[i][begins.key] != nil || len(c.open[i]) < c.ir.Exchanges[i].Most {
		return
	}
	for _, key := range c.idle(i, concerned, 1) {
		delete(c.open[i], key)
	}
}

// typed is a reply whose type follows from the request.
type typed struct {
	of     *ir.Type
	member *said // nil if it is absent or not valid
}

// typed returns the reply that a message is, if it is one whose type follows from the request, with the failures of the member. It notes the type that
// replies to the message have.
func (c *Conversation) typed(t *thread, x *ir.Replies, letter, number int, m Message) (reply *typed, failures []failure) {
	if x == nil {
		return nil, nil
	}
	asked := t.asked
	if x.Types[number] != nil {
		t.asked = x.Types[number]
	}
	if asked == nil || !slices.Contains(x.Letters, letter) {
		return nil, nil
	}
	reply = &typed{of: asked}
	if value, at, there := memberOfReply(x, number, m.value); there {
		inside := c.owner.inside(asked, value, m)
		for _, f := range inside.failures {
			f.at = slices.Concat(at, f.at)
			failures = append(failures, f)
		}
		if inside.Valid {
			record := variantOf(asked, inside.value)
			member := newSaid(record, inside.value)
			reply.member = &member
		}
	}
	return reply, failures
}

// memberOfReply finds the member of a reply.
func memberOfReply(x *ir.Replies, number int, value any) (member any, at path, there bool) {
	if x.Members[number] == nil {
		return nil, nil, false
	}
	there = true
	for _, name := range x.At {
		of, _ := value.(object)
		value, there = of.get(name)
		at = at.with(segment{name: name})
	}
	return value, at, there
}

// keyInReply is the key in the member of a reply whose type follows from the request in an exchange of another kind.
func (c *Conversation) keyInReply(way *ir.KeyPath, number int, m said) (any, bool) {
	x := c.ir.Exchanges[way.Reply.Exchange]
	for _, other := range c.ways[way.Reply.Exchange] {
		if other.Reply != nil || len(other.Kinds[number]) == 0 {
			continue
		}
		own, has := c.keyBy(other, number, m)
		t := c.open[way.Reply.Exchange][own]
		if !has || t == nil || t.asked == nil || !slices.Contains(way.Reply.Types, slices.Index(x.Replies.All(), t.asked)) {
			continue
		}
		member, _, there := memberOfReply(x.Replies, number, m.plain)
		for _, name := range way.At {
			of, _ := member.(object)
			member, there = of.get(name)
		}
		switch member.(type) {
		case string, float64:
			return member, there
		}
	}
	return nil, false
}

// keysBy returns the keys of a message by one way: several where they are in the items of an array, in the order of their first occurrence.
func (c *Conversation) keysBy(way *ir.KeyPath, number int, m said) []any {
	if !ir.HasItems(way.At) {
		if key, has := c.keyBy(way, number, m); has {
			return []any{key}
		}
		return nil
	}
	if way.Keys[number] == nil {
		return nil
	}
	var keys []any
	seen := map[any]bool{}
	for _, value := range valuesAt(m.plain, way.At) {
		if value != nil && !seen[value] {
			seen[value] = true
			keys = append(keys, value)
		}
	}
	return keys
}

// valuesAt are the values at a way, which may lead over the items of an array.
func valuesAt(value any, at []string) (list []any) {
	if len(at) == 0 {
		return []any{value}
	}
	if items, is := value.([]any); is && at[0] == ir.EachItem {
		for _, item := range items {
			list = append(list, valuesAt(item, at[1:])...)
		}
		return list
	}
	members, _ := value.(object)
	if inner, has := members.get(at[0]); has {
		return valuesAt(inner, at[1:])
	}
	return nil
}

// keyBy returns the key of a message by one way, if it has one: a member of its own, or of a message that its exchange of another kind has bound.
func (c *Conversation) keyBy(way *ir.KeyPath, number int, m said) (any, bool) {
	if way.Reply != nil {
		return c.keyInReply(way, number, m)
	}
	if way.Of == nil {
		return ownKey(way, number, m)
	}
	for _, own := range c.ways[way.Of.Exchange] {
		if own.Of != nil || own.Reply != nil || len(own.Kinds[number]) == 0 {
			continue
		}
		key, has := ownKey(own, number, m)
		if !has || c.open[way.Of.Exchange][key] == nil {
			continue
		}
		if bound, known := c.open[way.Of.Exchange][key].bound[way.Of.Number]; known {
			return ownKey(way, slices.Index(c.ir.Records, bound.record), bound)
		}
	}
	return nil, false
}

// rest is an exchange since its last message.
type rest struct {
	key   any
	moved int
}

// rest notes that an exchange had a message.
func (c *Conversation) rest(i int, r rest) {
	if list := c.resting[i]; len(list) > 2*len(c.open[i])+64 {
		c.resting[i] = slices.DeleteFunc(list, func(r rest) bool { return !c.isResting(i, r) })
	}
	c.resting[i] = append(c.resting[i], r)
}

func (c *Conversation) isResting(i int, r rest) bool {
	t := c.open[i][r.key]
	return t != nil && t.moved == r.moved
}

// idle are the keys of so many exchanges, or fewer, that may end where they are and that the message does not concern. They have rested longest.
func (c *Conversation) idle(i int, concerned map[threadKey]bool, count int) (keys []any) {
	list := c.resting[i]
	for len(list) > 0 && !c.isResting(i, list[0]) {
		list = list[1:]
	}
	c.resting[i] = list
	for _, r := range list {
		if len(keys) == count {
			break
		}
		if c.isResting(i, r) && c.open[i][r.key].left.ends && !concerned[threadKey{i, r.key}] {
			keys = append(keys, r.key)
		}
	}
	return keys
}

// keyOf is the value of a message's key, if it has one.
func keyOf(key *ir.Key, at []string, m said) (any, bool) {
	if key == nil {
		return nil, false
	}
	if at == nil {
		return "", true // one exchange at a time
	}
	value := m.plain
	for _, name := range at {
		members, isObject := value.(object)
		if !isObject {
			return nil, false
		}
		value, _ = members.get(name)
	}
	return value, value != nil
}

// ownKey is the key of a message by a way of its own.
func ownKey(way *ir.KeyPath, number int, m said) (any, bool) {
	if way.With == nil {
		return keyOf(way.Keys[number], way.At, m)
	}
	var joined strings.Builder
	for _, at := range way.Members() {
		part, has := keyOf(way.Keys[number], at, m)
		if !has {
			return nil, false
		}
		if text, isText := part.(string); isText {
			fmt.Fprintf(&joined, `%d"%s`, utf8.RuneCountInString(text), text)
		} else {
			fmt.Fprintf(&joined, "%s,", canonical(part))
		}
	}
	return joined.String(), true
}

// together are the members of a key, for a message.
func together(way *ir.KeyPath) string {
	var list []string
	for _, at := range way.Members() {
		var place path
		for _, name := range at {
			place = place.with(segment{name: name})
		}
		list = append(list, place.String())
	}
	return strings.Join(list, " and ")
}
