package acceptor

import (
	"math"
	"unicode/utf8"
	"unsafe"
)

// kind is the JSON type of a node.
type kind uint8

const (
	null kind = iota
	boolean
	number
	text
	array
	object
)

// node is a value, or the name of a member. The values inside an array or object follow it: the items, or a name and a value for each member.
type node struct {
	kind kind
	// whole is set for a number with the spelling of an integer; value then has it. It is set for true as well.
	whole bool
	// decoded is set for a text with escapes: start and end are then a part of tape.strings.
	decoded    bool
	start, end uint32 // the text inside of the quotation marks, or the spelling of a number
	size       uint32 // number of nodes, with those inside
	count      uint32 // items, or members
	value      int64
}

// tape is a text as a sequence of nodes. Its memory is used again for the next text.
type tape struct {
	source  string
	strings []byte
	nodes   []node
	marks   []uint32 // for duplicate names: a table of open addressing
	depth   int
	loose   bool // numbers that no check decides are read
}

// read parses a text. It reports false for a text that is not JSON in the sense of the contract, section 1, and for one that it does not decide: numbers
// beyond ±(2^53-1), which may lose digits in some places.
func (t *tape) read(source []byte, maxDepth int) bool {
	t.nodes, t.strings, t.depth = t.nodes[:0], t.strings[:0], maxDepth
	if len(source) == 0 || len(source) > math.MaxInt32 || !utf8.Valid(source) {
		return false
	}
	t.source = unsafe.String(&source[0], len(source)) // the tape is used only while the caller leaves the text alone
	end, ok := t.parse(t.space(0))
	return ok && t.space(end) == len(source)
}

func (t *tape) space(i int) int {
	for i < len(t.source) {
		switch t.source[i] {
		case ' ', '\t', '\n', '\r':
			i++
		default:
			return i
		}
	}
	return i
}

// parse reads the value at i, and returns the place behind it.
func (t *tape) parse(i int) (int, bool) {
	if i >= len(t.source) {
		return i, false
	}
	switch c := t.source[i]; c {
	case '{':
		return t.object(i)
	case '[':
		return t.array(i)
	case '"':
		return t.text(i)
	case 't':
		return t.word(i, "true", node{kind: boolean, whole: true, size: 1})
	case 'f':
		return t.word(i, "false", node{kind: boolean, size: 1})
	case 'n':
		return t.word(i, "null", node{kind: null, size: 1})
	default:
		return t.number(i)
	}
}

func (t *tape) word(i int, word string, n node) (int, bool) {
	end := i + len(word)
	if end > len(t.source) || t.source[i:end] != word {
		return i, false
	}
	n.start, n.end = uint32(i), uint32(end)
	t.nodes = append(t.nodes, n)
	return end, true
}

func (t *tape) array(i int) (int, bool) {
	if t.depth == 0 {
		return i, false
	}
	t.depth--
	self := len(t.nodes)
	t.nodes = append(t.nodes, node{kind: array, start: uint32(i)})
	count := uint32(0)
	i = t.space(i + 1)
	if i < len(t.source) && t.source[i] == ']' {
		return t.close(self, count, i)
	}
	for {
		var ok bool
		if i, ok = t.parse(i); !ok {
			return i, false
		}
		count++
		if i = t.space(i); i >= len(t.source) {
			return i, false
		}
		switch t.source[i] {
		case ',':
			i = t.space(i + 1)
		case ']':
			return t.close(self, count, i)
		default:
			return i, false
		}
	}
}

func (t *tape) close(self int, count uint32, i int) (int, bool) {
	t.depth++
	n := &t.nodes[self]
	n.count, n.size, n.end = count, uint32(len(t.nodes)-self), uint32(i+1)
	return i + 1, true
}

func (t *tape) object(i int) (int, bool) {
	if t.depth == 0 {
		return i, false
	}
	t.depth--
	self := len(t.nodes)
	t.nodes = append(t.nodes, node{kind: object, start: uint32(i)})
	count := uint32(0)
	i = t.space(i + 1)
	if i < len(t.source) && t.source[i] == '}' {
		return t.close(self, count, i)
	}
	for {
		var ok bool
		if i >= len(t.source) || t.source[i] != '"' {
			return i, false
		}
		if i, ok = t.text(i); !ok {
			return i, false
		}
		if i = t.space(i); i >= len(t.source) || t.source[i] != ':' {
			return i, false
		}
		if i, ok = t.parse(t.space(i + 1)); !ok {
			return i, false
		}
		count++
		if i = t.space(i); i >= len(t.source) {
			return i, false
		}
		switch t.source[i] {
		case ',':
			i = t.space(i + 1)
		case '}':
			if count > 1 && !t.distinct(self, count) {
				return i, false
			}
			return t.close(self, count, i)
		default:
			return i, false
		}
	}
}

// fewNames is the number of names up to which comparing each with each is faster than a table.
const fewNames = 8

// distinct reports whether the names of an object differ; the object's node has no size yet.
func (t *tape) distinct(self int, count uint32) bool {
	if count > fewNames {
		return t.distinctMany(self, count)
	}
	var names [fewNames]string
	at := self + 1
	for i := range count {
		name := t.string(uint32(at))
		for _, other := range names[:i] {
			if len(other) == len(name) && other == name {
				return false
			}
		}
		names[i] = name
		at += 1 + int(t.nodes[at+1].size)
	}
	return true
}

func (t *tape) distinctMany(self int, count uint32) bool {
	size := 1
	for size < int(2*count) {
		size *= 2
	}
	if cap(t.marks) < size {
		t.marks = make([]uint32, size)
	}
	marks := t.marks[:size]
	clear(marks)
	at := self + 1
	for range count {
		name := t.string(uint32(at))
		h := uint32(2166136261)
		for i := range len(name) {
			h = (h ^ uint32(name[i])) * 16777619
		}
		// A stranger may choose names of one place, so the search for a free place is bounded.
		slot, steps := int(h^h>>15)&(size-1), 0
		for marks[slot] != 0 {
			if t.string(marks[slot]) == name {
				return false
			}
			if steps++; steps > 64 {
				return false // undecided
			}
			slot = (slot + 1) & (size - 1)
		}
		marks[slot] = uint32(at)
		at += 1 + int(t.nodes[at+1].size)
	}
	return true
}

// string is the text of a node.
func (t *tape) string(n uint32) string {
	v := &t.nodes[n]
	if v.decoded {
		return unsafe.String(unsafe.SliceData(t.strings[v.start:v.end]), int(v.end-v.start))
	}
	return t.source[v.start:v.end]
}

// double is the value of a number.
func (t *tape) double(n uint32) float64 {
	v := &t.nodes[n]
	if v.whole {
		return float64(v.value)
	}
	return math.Float64frombits(uint64(v.value)) + 0 // not -0
}

// isInteger reports whether a number has no fraction. Every number here is within ±(2^53-1).
func (t *tape) isInteger(n uint32) bool {
	if t.nodes[n].whole {
		return true
	}
	f := t.double(n)
	return f == math.Trunc(f)
}

// integer is the value of a number without a fraction.
func (t *tape) integer(n uint32) int64 {
	if t.nodes[n].whole {
		return t.nodes[n].value
	}
	return int64(t.double(n))
}

// next is the node behind a value.
func (t *tape) next(n uint32) uint32 { return n + t.nodes[n].size }

// member returns the value of a member of an object.
func (t *tape) member(n uint32, name string) (uint32, bool) {
	at := n + 1
	for range t.nodes[n].count {
		if own := t.string(at); len(own) == len(name) && own == name {
			return at + 1, true
		}
		at = t.next(at + 1)
	}
	return 0, false
}
