package wire

import (
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
)

// tree is a parsed value, for code that needs several passes. Nodes are in the order of the text: a name is a node before the value of
// its member, and a value comes before its parts.
type tree struct {
	text  string // well-formed
	nodes []node
	names []string

	wide   map[int]bool // the integers of 64 bits that may differ from the double, by their offsets in a whole text
	offset int          // of the text in that one
}

type node struct {
	at  int // start of its text
	end int // of a value: the node after it and its parts; of a name: its index among the names
}

// read parses a well-formed text. Node 0 is the value.
func (t *tree) read(text string) {
	t.text, t.nodes, t.names = text, t.nodes[:0], t.names[:0]
	t.add(0)
}

// add parses the value at i and returns the offset after it.
func (t *tree) add(i int) int {
	n := len(t.nodes)
	t.nodes = append(t.nodes, node{at: i})
	switch s := t.text; s[i] {
	case '{':
		i = t.addMembers(i)
	case '[':
		i = t.addItems(i)
	case '"':
		i = closingQuote(s, i) + 1
	default:
		for i < len(s) && s[i] > ' ' && s[i] != ',' && s[i] != ']' && s[i] != '}' {
			i++
		}
	}
	t.nodes[n].end = len(t.nodes)
	return i
}

func (t *tree) addItems(i int) int {
	s := t.text
	for i = skipSpace(s, i+1); s[i] != ']'; i = nextInText(s, i) {
		i = t.add(i)
	}
	return i + 1
}

func (t *tree) addMembers(i int) int {
	s := t.text
	for i = skipSpace(s, i+1); s[i] != '}'; i = nextInText(s, i) {
		end, escaped, _ := scanString(s, i)
		t.nodes = append(t.nodes, node{at: i, end: len(t.names)})
		t.names = append(t.names, unquote(s[i:end], escaped))
		i = t.add(skipSpace(s, skipSpace(s, end)+1))
	}
	return i + 1
}

// typeOf returns the JSON type of a node, NumberType for every number.
func (t *tree) typeOf(n int) JSONTypes { return typeAt(t.text, t.nodes[n].at) }

// str returns the string that a node is.
func (t *tree) str(n int) string {
	i := t.nodes[n].at
	end, escaped, _ := scanString(t.text, i)
	return unquote(t.text[i:end], escaped)
}

// word returns the value of a string node, the text of a boolean, or the decimal digits of an integer, "" for another number.
func (t *tree) word(n int) string {
	switch i := t.nodes[n].at; t.text[i] {
	case 't':
		return "true"
	case 'f':
		return "false"
	case '"':
		return t.str(n)
	}
	f := t.number(n)
	if f != math.Trunc(f) || math.Abs(f) > MaxInteger {
		return ""
	}
	return strconv.FormatInt(int64(f), 10)
}

// number returns the value of a number node.
func (t *tree) number(n int) float64 { return double(t.spelled(n)) }

// spelled returns the text of a number node.
func (t *tree) spelled(n int) string {
	i := t.nodes[n].at
	end, _, _ := scanNumber(t.text, i)
	return t.text[i:end]
}

// child is an item of an array or a member of an object.
type child struct {
	node  int
	index int    // counts members, too
	name  string // of a member; its node is the one before
}

// children iterates over the items or members of a node; other values have none.
func (t *tree) children(n int) iter.Seq[child] {
	return func(yield func(child) bool) {
		end := t.nodes[n].end
		isObject := t.typeOf(n) == ObjectType
		for c := (child{node: n + 1}); c.node < end; c.index++ {
			if isObject {
				c.name = t.names[t.nodes[c.node].end]
				c.node++
			}
			if !yield(c) {
				return
			}
			c.node = t.nodes[c.node].end
		}
	}
}

// member returns the value of a member.
func (t *tree) member(n int, name string) (value int, found bool) {
	if t.typeOf(n) == ObjectType {
		for c := range t.children(n) {
			if c.name == name {
				return c.node, true
			}
		}
	}
	return 0, false
}

// size returns the number of items or members of a node.
func (t *tree) size(n int) int {
	count := 0
	for range t.children(n) {
		count++
	}
	return count
}

// appendSorted appends a text of a node that is the same for equal values: canonical, but with members sorted by name. It stops after
// more than limit bytes.
func (t *tree) appendSorted(b []byte, n, limit int) []byte {
	if len(b) > limit {
		return b
	}
	switch t.typeOf(n) {
	case StringType:
		b, _ = appendString(b, t.str(n))
		return b
	case NumberType:
		if digits, is := t.wholeAt(n); is {
			return append(b, digits...)
		}
		return appendNumber(b, t.number(n))
	case ArrayType:
		b = append(b, '[')
		for c := range t.children(n) {
			b = t.appendSorted(separated(b, '['), c.node, limit)
		}
		return append(b, ']')
	case ObjectType:
		b = append(b, '{')
		for _, c := range t.sortedMembers(n) {
			b, _ = appendString(separated(b, '{'), c.name)
			b = t.appendSorted(append(b, ':'), c.node, limit)
		}
		return append(b, '}')
	}
	i := t.nodes[n].at
	return append(b, t.text[i:i+literalSize(t.text[i:])]...)
}

func separated(b []byte, bracket byte) []byte {
	if b[len(b)-1] == bracket {
		return b
	}
	return append(b, ',')
}

func (t *tree) sortedMembers(n int) []child {
	return slices.SortedFunc(t.children(n), func(a, b child) int { return strings.Compare(a.name, b.name) })
}

// wholeAt returns the digits of a number node that is an integer of 64 bits and may differ from the double.
func (t *tree) wholeAt(n int) (digits string, is bool) {
	if !t.wide[t.offset+t.nodes[n].at] {
		return "", false
	}
	digits, _ = wholeDigits(t.spelled(n))
	return digits, true
}
