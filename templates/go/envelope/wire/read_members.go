package wire

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"sync"
)

// Record is the table of the members of a record. It is for generated code.
type Record struct {
	// Names are those of the members that the spec declares, in its order, and of Others behind them: members that it forbids, and
	// those that only its conditions speak of.
	Names  []string
	Others int
	// Required has the bit of each required member, More those from number 64 on.
	Required uint64
	More     []uint64
	// Missing holds the failures of absent members that do not break the rule required, by number.
	Missing map[int]Failure
	// Mismatch is the message for a value that is no object, if it is not the usual one.
	Mismatch string
	// Surplus is the failure of an undeclared member of a closed record.
	Surplus Failure

	prepared sync.Once
	escaped  bool           // whether JSON texts cannot hold some name as it is
	places   map[string]int // by name, if there are many
}

// find returns the number of a member, or -1. It looks at the numbers from next on first.
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

// prepare finds out what the fields above say of the names.
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

// Members reads the members of one object by the table of a record.
type Members struct {
	Number int // of the last member

	r       *Reader // nil before the object and behind it
	record  *Record
	extra   *Object // keeps undeclared members, unless it is nil
	next    int     // the number that is likely to come
	seen    uint64
	more    []uint64 // of the members from number 64 on
	surplus surplus
}

// Members enters the next value, which must be an object. extra is where undeclared members are kept; it is nil for a closed record.
func (r *Reader) Members(record *Record, extra *Object) Members {
	m := Members{record: record, extra: extra}
	if !r.BeginObject() {
		r.Must("type", cmp.Or(record.Mismatch, "must be an object"))
		return m
	}
	if extra != nil {
		*extra = Object{} // a builder reads what its caller gives into what it has begun
	}
	record.prepared.Do(record.prepare)
	if m.r = r; len(record.Names) > wordBits {
		m.more = make([]uint64, (len(record.Names)-1)/wordBits)
	}
	return m
}

// wordBits is the number of members whose presence one word tells.
const wordBits = 64

// Next reads up to the value of the next member that the table names. At the end of the object it raises the issues of required
// members that are absent, and returns false.
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

// name reads the name at i and sets Number, to -1 for an undeclared member. It returns the offset of the value, or -1 after a syntax
// error.
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

// once records that the last member is present. A duplicate is an error of the text.
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

// Keep reads the last member as an undeclared one.
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

// Require raises a failure at each of some members that is absent.
func (m *Members) Require(f Failure, numbers ...int) {
	for _, n := range numbers {
		if !m.Has(n) {
			m.r.fail(f, m.record.Names[n])
		}
	}
}

// finish raises the issues of required members that are absent.
func (m *Members) finish() {
	if m.record.Required&^m.seen != 0 {
		m.requireWord(0, m.record.Required&^m.seen)
	}
	for i, required := range m.record.More {
		m.requireWord(wordBits*(i+1), required&^m.more[i])
	}
}

// requireWord raises the issues of absent members, which have a bit each, the first one that of number first.
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
