package wire

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// exchanges are those of one kind that are open.
type exchanges struct {
	byKey courses
	bytes int // the size of their memory
	// first and last are of those that may end where they are, the one that has rested longest first.
	first, last *course
	left        *course // the last one at the front of which nobody waits any more, or nil
	asked       bool    // whether requests may wait for them
	spare       *course
}

// blank returns a course for an exchange that begins, which is the spare one until it is taken out.
func (x *exchanges) blank() *course {
	if x.spare == nil {
		x.spare = &course{}
	}
	return x.spare
}

// recycle makes a course that is no longer open the spare one, unless something may still refer to it.
func (x *exchanges) recycle(c *course) {
	if c.shared || c.request != nil && c.request != abandoned {
		return
	}
	empty(c.lines)
	empty(c.bound)
	clear(c.count)
	c.progress, c.key, c.resting = progress{}, Key{}, resting{}
	x.spare = c
}

// empty clears the memory of slots, except for messages that are used again.
func empty(slots []slot) {
	for i, s := range slots {
		if slots[i] = (slot{}); s.bytes <= greatestReused {
			slots[i].next = s.message
		}
	}
}

// resting is the place of an exchange in the list of those in accepting states.
type resting struct {
	rests         bool
	before, after *course
}

// among is how many exchanges are open, that of a key included.
func (x *exchanges) among(key Key) int {
	if x.byKey.get(key) == nil {
		return x.byKey.len() + 1
	}
	return x.byKey.len()
}

// drop forgets an exchange.
func (x *exchanges) drop(c *course) {
	x.wake(c)
	x.bytes -= c.held
	c.held = 0
	x.byKey.delete(c.key)
}

// clear forgets all.
func (x *exchanges) clear() {
	*x = exchanges{asked: x.asked, spare: x.spare}
}

// ended is the news for requests whose exchanges all end.
func (x *exchanges) ended(err error) (list []news) {
	if !x.asked {
		return nil
	}
	for c := range x.byKey.all() {
		if c.request != nil {
			list = append(list, news{to: c.request, over: true, err: err})
		}
	}
	return list
}

// moved puts an exchange into its list after a message. before is the previous exchange of its key.
func (x *exchanges) moved(before, c *course, s *State) {
	if before != nil {
		x.wake(before)
		x.bytes -= before.held
		before.held = 0
	}
	if len(s.Next) == 0 {
		x.byKey.delete(c.key)
		return
	}
	x.bytes += c.bytes
	c.held = c.bytes
	if before != c {
		x.byKey.put(c)
		c.resting = resting{} // where it may have been among exchanges that have all ended
	}
	if c.request != nil && c.request.left {
		x.abandon(c)
		return
	}
	if !s.accepts() {
		return
	}
	c.resting = resting{rests: true, before: x.last}
	x.put(c)
}

// wake takes an exchange out of those that rest.
func (x *exchanges) wake(c *course) {
	if !c.rests {
		return
	}
	if x.left == c {
		x.left = c.before
	}
	if c.before == nil {
		x.first = c.after
	} else {
		c.before.after = c.after
	}
	if c.after == nil {
		x.last = c.before
	} else {
		c.after.before = c.before
	}
	c.resting = resting{}
}

// abandon puts an exchange that nobody waits for among those that rest, before all that somebody may wait for: it is the next to be forgotten.
func (x *exchanges) abandon(c *course) {
	if x.byKey.get(c.key) != c {
		return
	}
	x.wake(c)
	c.resting = resting{rests: true, before: x.left, after: x.first}
	if x.left != nil {
		c.after = x.left.after
	}
	x.put(c)
	x.left = c
}

// abandoned is how many exchanges nobody waits for any more.
func (x *exchanges) abandoned() (count int) {
	for c := x.left; c != nil; c = c.before {
		count++
	}
	return count
}

// put takes an exchange into those that rest, between those that its place names.
func (x *exchanges) put(c *course) {
	if c.before == nil {
		x.first = c
	} else {
		c.before.after = c
	}
	if c.after == nil {
		x.last = c
	} else {
		c.after.before = c
	}
}

// recycle uses the course of an exchange again that the only move of one has ended.
func (t *Tracker[M]) recycle(to *move) {
	if c := to.course; c != nil && len(to.order.States[c.state].Next) == 0 {
		t.open[to.exchange].recycle(c)
	}
}

// end ends the exchange of a key, or all of a kind.
func (t *Tracker[M]) end(m Message, to *move, how *step) {
	open := &t.open[to.exchange]
	if to.all {
		if how.attempt {
			before := *open
			t.back = append(t.back, change{open: open, all: &before})
		}
		t.news = append(t.news, open.ended(&EndedError{m})...)
		open.clear()
		return
	}
	c := open.byKey.get(to.key)
	if c == nil {
		return
	}
	if c.request != nil {
		t.news = append(t.news, news{to: c.request, reply: !how.sent, over: true, err: &EndedError{m}})
	}
	if how.attempt {
		t.save(open, to.key, c)
	}
	open.drop(c)
}

// tooMany is the failure of a message that begins more exchanges of a kind than may be open, or nil. If exchanges in accepting states make room for them, it
// notes these in drops, those first that have rested longest. The message does not concern them.
func (t *Tracker[M]) tooMany(moves []move) *Failure {
	for n := 1; n < len(moves); {
		exchange, first, begun := moves[n].exchange, n, 0
		for ; n < len(moves) && moves[n].exchange == exchange; n++ {
			if moves[n].begins {
				begun++
			}
		}
		open, most := &t.open[exchange], t.conversation.Exchanges[exchange].most()
		if begun == 0 || open.byKey.len()+begun <= most {
			continue
		}
		over := open.byKey.len() + begunKeys(moves[first:n], begun) - most
		for c := open.first; c != nil && over > 0; c = c.after {
			if c.message != t.message {
				t.drops = append(t.drops, candidate{exchange, c})
				over--
			}
		}
		if over > 0 {
			return &Failure{Rule: "unexpected-message", Message: fmt.Sprintf("must wait until one of %d open exchanges has ended", most)}
		}
	}
	return nil
}

// begunKeys is how many different keys so many moves have that begin exchanges: two ways may lead to one exchange.
func begunKeys(moves []move, begun int) int {
	if begun < 2 {
		return begun
	}
	keys := make([]Key, 0, begun)
	for i := range moves {
		if moves[i].begins {
			keys = append(keys, moves[i].key)
		}
	}
	return len(distinct(keys))
}

// few is how many keys are compared with one another. More of them need a map, because senders choose them.
const few = 16

// distinct leaves the first ones of equal keys.
func distinct(keys []Key) []Key {
	var seen map[Key]struct{}
	if len(keys) > few {
		seen = make(map[Key]struct{}, len(keys))
	}
	list := keys[:0]
	for _, key := range keys {
		if seen != nil {
			if _, known := seen[key]; known {
				continue
			}
			seen[key] = struct{}{}
		} else if slices.Contains(list, key) {
			continue
		}
		list = append(list, key)
	}
	return list
}

// makeRoom forgets an exchange, if one more may not be open.
func (t *Tracker[M]) makeRoom(begins *move, how *step) {
	open := &t.open[begins.exchange]
	if !t.full || open.byKey.len() < t.conversation.Exchanges[begins.exchange].most() || !how.alone && open.byKey.get(begins.key) != nil {
		return
	}
	for t.firstDrop < len(t.drops) {
		one := t.drops[t.firstDrop]
		t.firstDrop++
		if one.exchange == begins.exchange && one.course.rests { // else there was room, or its bytes were needed
			t.forget(one.exchange, one.course, how)
			t.dropped = one.course
			return
		}
	}
}

// forget forgets an exchange.
func (t *Tracker[M]) forget(exchange int, c *course, how *step) {
	open := &t.open[exchange]
	if c.request != nil {
		t.news = append(t.news, news{to: c.request, over: true})
	}
	if how.attempt {
		t.save(open, c.key, c)
	}
	open.drop(c)
}

var firstWay = []int{0}

// replyWays are the ways by which replies belong to an exchange.
func (x *Exchange) replyWays() []int {
	if x.ReplyWays == nil {
		return firstWay
	}
	return x.ReplyWays
}

// Key identifies an exchange: a text or a number.
type Key struct {
	text   string
	number uint64 // one more than the bits of the number, or 0
}

// TextKey returns the key that is a text.
func TextKey(text string) Key { return Key{text: text} }

// NumberKey returns the key that is a number.
func NumberKey(number float64) Key { return Key{number: math.Float64bits(number+0) + 1} } // -0 is 0

// owned is a key that keeps no message alive.
func (k Key) owned() Key {
	k.text = strings.Clone(k.text)
	return k
}

// appendTo appends a key as canonical JSON.
func (k Key) appendTo(text []byte) []byte {
	if k.number != 0 {
		return appendNumber(text, math.Float64frombits(k.number-1))
	}
	text, _ = appendString(text, k.text)
	return text
}

// size is how many bytes a key has as canonical JSON.
func (k Key) size() int {
	if k.number != 0 {
		return NumberSize(math.Float64frombits(k.number - 1))
	}
	return TextSize(k.text)
}
