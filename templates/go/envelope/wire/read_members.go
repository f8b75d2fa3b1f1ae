package wire

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"sync"
)

// Record describes the members of a record. It is for generated code.
type Record struct {
	// Names contains the names of the declared members, in the order of the spec. From index Others on it contains forbidden members and
	// members that occur only in conditions.
	Names  []string
	Others int
	// Required has a bit for each required member below 64, More for those from 64 on.
	Required uint64
	More     []uint64
	// Missing contains the failures of absent members that violate another rule than required, by number.
	Missing map[int]Failure
	// Mismatch is the message for a value that is not an object, unless it is the default message.
	Mismatch string
	// Surplus is the failure of an undeclared member of a closed record.
	Surplus Failure

	prepared sync.Once
	escaped  bool           // whether some name has escapes in its JSON text
	places   map[string]int // numbers by name, for records with many members
}

// find returns the number of a member, or -1. It searches from number next on first.
func (t *Record) find(name string, next int) int {
	if t.places != nil {
		if i, found := t.places[name]; found {
			return i
		}
		return -1
	}
	for i := next; i < len(t.Names); i++ {
		if t.Names[i] == name {
			return i
		}
	}
	return slices.Index(t.Names[:next], name)
}

// prepare computes the private fields from the names.
func (t *Record) prepare() {
	for _, name := range t.Names {
		t.escaped = t.escaped || strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || c == '"' || c == '\\' })
	}
	if len(t.Names) <= fewNames {
		return
	}
	t.places = make(map[string]int, len(t.Names))
	for i, name := range t.Names {
		t.places[name] = i
	}
}

// Members reads the members of one object according to a Record.
type Members struct {
	Number int // the number of the last member

	r       *Reader // nil before and after the object
	record  *Record
	extra   *Object // receives undeclared members, unless it is nil
	next    int     // the expected number of the next member
	seen    uint64
	more    []uint64 // the same for members from number 64 on
	surplus surplus
}

// Members enters the next value, which must be an object. extra receives undeclared members; it is nil for a closed record.
func (r *Reader) Members(record *Record, extra *Object) Members {
	m := Members{record: record, extra: extra}
	if !r.BeginObject() {
		r.Must("type", cmp.Or(record.Mismatch, "must be an object"))
		return m
	}
	if extra != nil {
		*extra = Object{} // a builder may read into a draft that has members already
	}
	record.prepared.Do(record.prepare)
	if m.r = r; len(record.Names) > wordBits {
		m.more = make([]uint64, (len(record.Names)-1)/wordBits)
	}
	return m
}

// wordBits is the number of members whose presence fits into one word.
const wordBits = 64

// Next reads up to the value of the next declared member. At the end of the object it raises the issues of absent required members and
// returns false.
func (m *Members) Next() bool {
	r := m.r
	if r == nil {
		return false
	}
	for {
		i, more := r.next('}')
		if !more {
			m.finish()
			return false
		}
		if i = m.name(i); i < 0 {
			return false
		}
		r.pos = i
		if m.Number >= 0 {
			return m.once()
		}
		m.Keep()
	}
}

// name reads the name at i and sets Number, for an undeclared member to -1. It returns the offset of the value, or -1 after a syntax error.
func (m *Members) name(i int) int {
	r, s := m.r, m.r.text
	if names := m.record.Names; m.next < len(names) {
		name := names[m.next]
		if end := i + 1 + len(name); end < len(s) && s[end] == '"' && s[i] == '"' && s[i+1:end] == name && !m.record.escaped {
			r.trail.here.name = name
			m.Number = m.next
			m.next++
			return r.colon(end + 1)
		}
	}
	name, i := r.memberName(i)
	r.trail.here.name = name
	if m.Number = m.record.find(name, m.next); m.Number >= 0 {
		m.next = m.Number + 1
	}
	return i
}

// once records that the last member is present. A duplicate is a syntax error.
func (m *Members) once() bool {
	word, bit := &m.seen, uint64(1)<<(m.Number%wordBits)
	if m.Number >= wordBits {
		word = &m.more[m.Number/wordBits-1]
	}
	if *word&bit != 0 {
		m.r.duplicate(m.r.pos)
		return false
	}
	*word |= bit
	return true
}

// Keep reads the last member as an undeclared member.
func (m *Members) Keep() {
	switch {
	case m.extra != nil:
		m.r.keep(m.extra, &m.surplus)
	case m.record.Surplus.Rule != "":
		m.r.refuse(&m.surplus)
		m.r.fail(m.record.Surplus)
	default:
		m.r.Skip()
	}
}

// Has reports whether a member has been read.
func (m *Members) Has(number int) bool {
	if number >= wordBits {
		return m.more[number/wordBits-1]&(1<<(number%wordBits)) != 0
	}
	return m.seen&(1<<number) != 0
}

// IsObject reports whether the value is an object.
func (m *Members) IsObject() bool { return m.r != nil }

// Require raises a failure for each absent member of a list.
func (m *Members) Require(f Failure, numbers ...int) {
	for _, n := range numbers {
		if !m.Has(n) {
			m.r.fail(f, m.record.Names[n])
		}
	}
}

// finish raises the issues of absent required members.
func (m *Members) finish() {
	if m.record.Required&^m.seen != 0 {
		m.requireWord(0, m.record.Required&^m.seen)
	}
	for i, required := range m.record.More {
		m.requireWord(wordBits*(i+1), required&^m.more[i])
	}
}

// requireWord raises the issues of absent members. Each absent member has a bit; the lowest bit is that of member number first.
func (m *Members) requireWord(first int, absent uint64) {
	for ; absent != 0; absent &= absent - 1 {
		number := first + bits.TrailingZeros64(absent)
		f, other := m.record.Missing[number]
		if !other {
			f = Failure{Rule: "required", Message: "is required"}
		}
		m.r.fail(f, m.record.Names[number])
	}
}
