package wire

import (
	"fmt"
	"strings"
)

// A tracker copies the members of a message that later checks, keys and bindings read. The caller may change or reuse the message.

// slot is a place where a course remembers a message.
type slot struct {
	has     bool
	message Message // with the members that are read later
	bytes   int     // of them
	// next is the new message of the slot while a message is processed, if staged is true. Between messages it is a message that is used again.
	next      Message
	nextBytes int
	staged    bool
}

// greatestReused is the size of members up to which a message is used again.
const greatestReused = 1 << 10

// stage prepares the slot's memory of a message, and returns the growth of the memory.
func (s *slot) stage(r *Reader, m Message, of *Slot) int {
	s.staged = of.When == nil || of.When(r, m)
	if !s.staged {
		return 0
	}
	if of.Keep != nil {
		s.next, s.nextBytes = of.Keep(m, s.next)
	}
	return s.nextBytes - s.bytes
}

// remember commits the staged memory, and returns its growth. A message may be staged and committed twice, by two ways.
func (s *slot) remember() int {
	if !s.staged {
		return 0
	}
	more := s.nextBytes - s.bytes
	s.has, s.staged = true, false
	s.message, s.next = s.next, s.message
	s.bytes, s.nextBytes = s.nextBytes, 0
	if more < -greatestReused {
		s.next = nil
	}
	return more
}

// staged prepares the memory of all orders for a message, and returns the growth of the memory.
func (t *Tracker[M]) staged(r *Reader, m Message, moves []move) int {
	growth := 0
	for i := range t.past {
		growth += t.past[i].growth()
	}
	grown := 0 // by the exchanges that go on
	for i := range moves {
		to := &moves[i]
		if to.ends {
			continue
		}
		if i > few && grown > t.remembered()+r.options.maxRemembered {
			return grown // more than can be dropped, so nothing more is copied
		}
		ended := to.exchange >= 0 && len(to.order.States[to.next].Next) == 0
		more := 0
		if !ended || i <= few {
			more = to.course.stage(r, m, to.order, to.letter)
		}
		switch {
		case !ended:
			growth += more + to.size // which is 0 unless the exchange begins
			grown += max(more+to.size, 0)
		case !to.begins:
			growth -= to.course.bytes
		}
	}
	return growth
}

func (c *course) stage(r *Reader, m Message, o *Order, letter int) int {
	if c.lines == nil && o.Lines != nil {
		c.lines = make([]slot, len(o.Lines))
	}
	if c.bound == nil && o.Bound != nil {
		if c.bound = c.only[:]; len(o.Bound) != len(c.only) {
			c.bound = make([]slot, len(o.Bound))
		}
	}
	more := 0
	for _, i := range of(o.indexed.lines, letter) {
		more += c.lines[i].stage(r, m, &o.Lines[i])
	}
	for _, i := range of(o.indexed.bound, letter) {
		more += c.bound[i].stage(r, m, &o.Bound[i])
	}
	return more
}

// remember commits the staged memory.
func (c *course) remember(o *Order, letter int) {
	for _, i := range of(o.indexed.lines, letter) {
		c.bytes += c.lines[i].remember()
	}
	for _, i := range of(o.indexed.bound, letter) {
		c.bytes += c.bound[i].remember()
	}
}

// remembered is the size of all that is remembered.
func (t *Tracker[M]) remembered() int {
	size := t.whole.bytes
	for i := range t.open {
		size += t.open[i].bytes
	}
	for i := range t.past {
		size += t.past[i].bytes
	}
	return size
}

// makeFit drops exchanges in accepting states, the least recently used first, until the growth fits. If this is not possible, it drops none and
// rejects the message.
func (t *Tracker[M]) makeFit(r *Reader, growth int, how *step) bool {
	if growth <= 0 {
		return true
	}
	most := r.options.maxRemembered
	over := t.remembered() + growth - most
	if over <= 0 {
		return true
	}
	at := make([]*course, len(t.open)) // by kind of exchange: the next that rests
	for i := range t.open {
		at[i] = t.open[i].first
	}
	var room []candidate
	for over > 0 {
		exchange := t.longest(at)
		if exchange < 0 {
			r.fail(Failure{Rule: "unexpected-message", Message: fmt.Sprintf("must wait until the conversation remembers less: at most %d bytes", most)}, t.conversation.Tag...)
			return false
		}
		room = append(room, candidate{exchange, at[exchange]})
		over -= at[exchange].bytes
		at[exchange] = at[exchange].after
	}
	for _, one := range room {
		t.forget(one.exchange, one.course, how)
	}
	return true
}

// candidate is an exchange that may be forgotten.
type candidate struct {
	exchange int
	course   *course
}

// longest returns the kind of the exchange that has rested longest and that the message does not concern, or -1. It moves at on to such exchanges.
func (t *Tracker[M]) longest(at []*course) int {
	found := -1
	for i := range at {
		for at[i] != nil && at[i].message == t.message {
			at[i] = at[i].after
		}
		if at[i] != nil && (found < 0 || at[i].rank() < at[found].rank()) {
			found = i
		}
	}
	return found
}

// rank orders exchanges that may be forgotten: those that nobody waits for come first, then the one that has rested longest.
func (c *course) rank() int64 {
	if c.request != nil && c.request.left {
		return -1
	}
	return c.turn
}

// Kept returns the message that Keep may write into: the one that it is given, if that is of the type, or a new one.
func Kept[T any, P interface {
	*T
	Message
}](into Message) P {
	if known, is := into.(P); is {
		return known
	}
	return new(T)
}

// OwnText returns a text that keeps nothing else alive: the one that is known, if it is the same.
func OwnText[S ~string](known, s S) S {
	if known == s {
		return known
	}
	return S(strings.Clone(string(s)))
}

// OwnOpt is OwnText for a text that may be absent.
func OwnOpt[S ~string](known, s Opt[S]) Opt[S] {
	if s.set {
		s.value = OwnText(known.value, s.value)
	}
	return s
}

// escapes is by how many bytes a byte is longer in canonical JSON.
var escapes = func() (more [256]uint8) {
	for c := range byte(' ') {
		more[c] = uint8(len(appendEscape(nil, c)) - 1)
	}
	more['"'], more['\\'] = 1, 1
	return more
}()

// TextSize returns the size of a string in canonical JSON.
func TextSize[S ~string](text S) int {
	size := len(text) + 2
	for i := range len(text) {
		size += int(escapes[text[i]])
	}
	return size
}

// IntegerSize returns the size of an integer in canonical JSON.
func IntegerSize[I ~int64](n I) int {
	size := 1
	if n < 0 {
		size, n = 2, -n
	}
	for ; n >= 10; n /= 10 {
		size++
	}
	return size
}

// NumberSize returns the size of a number in canonical JSON.
func NumberSize[F ~float64](f F) int {
	if n := int64(f); F(n) == f && n > -1e15 && n < 1e15 {
		return IntegerSize(n)
	}
	var room [32]byte
	return len(appendNumber(room[:0], float64(f)))
}

// BooleanSize returns the size of a boolean in JSON.
func BooleanSize[B ~bool](b B) int {
	if b {
		return len("true")
	}
	return len("false")
}
