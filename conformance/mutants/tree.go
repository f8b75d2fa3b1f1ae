package mutants

import (
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
)

// node is a JSON value as a text spells it: numbers keep their digits, members their order and their doubles.
type node struct {
	kind    kind
	text    string // a string's characters; the text of a number, a word or a raw value
	members []member
	items   []*node
}

type member struct {
	name  string
	raw   bool // the name is written as it is, quotes included
	value *node
}

type kind uint8

const (
	word kind = iota // null, true, false
	number
	text
	array
	object
	raw // written as it is; need not be JSON
)

func newText(s string) *node   { return &node{kind: text, text: s} }
func newNumber(s string) *node { return &node{kind: number, text: s} }
func newWord(s string) *node   { return &node{kind: word, text: s} }

// parse reads a JSON text.
func parse(data string) (*node, error) {
	d := json.NewDecoder(strings.NewReader(data))
	d.UseNumber()
	n, err := parseValue(d)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, io.ErrUnexpectedEOF
	}
	return n, nil
}

func parseValue(d *json.Decoder) (*node, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t := token.(type) {
	case json.Delim:
		if t == '[' {
			return parseArray(d)
		}
		return parseObject(d)
	case json.Number:
		return newNumber(t.String()), nil
	case string:
		return newText(t), nil
	case bool:
		if t {
			return newWord("true"), nil
		}
		return newWord("false"), nil
	default:
		return newWord("null"), nil
	}
}

func parseArray(d *json.Decoder) (*node, error) {
	n := &node{kind: array}
	for d.More() {
		item, err := parseValue(d)
		if err != nil {
			return nil, err
		}
		n.items = append(n.items, item)
	}
	_, err := d.Token()
	return n, err
}

func parseObject(d *json.Decoder) (*node, error) {
	n := &node{kind: object}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		value, err := parseValue(d)
		if err != nil {
			return nil, err
		}
		n.members = append(n.members, member{name: name.(string), value: value})
	}
	_, err := d.Token()
	return n, err
}

func (n *node) clone() *node {
	c := *n
	c.items = slices.Clone(n.items)
	for i := range c.items {
		c.items[i] = c.items[i].clone()
	}
	c.members = slices.Clone(n.members)
	for i := range c.members {
		c.members[i].value = c.members[i].value.clone()
	}
	return &c
}

// get returns the first member of the name, or nil.
func (n *node) get(name string) *node {
	for _, m := range n.members {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

func (n *node) drop(name string) {
	n.members = slices.DeleteFunc(n.members, func(m member) bool { return m.name == name })
}

// insert puts a member at a place of chance.
func (n *node) insert(d dice, m member) {
	n.members = slices.Insert(n.members, d.below(len(n.members)+1), m)
}

// slot is a value and its depth: 0 for the whole.
type slot struct {
	*node
	depth int
}

// slots lists n and everything in it, outer values first.
func (n *node) slots(depth int) []slot {
	all := []slot{{n, depth}}
	for _, item := range n.items {
		all = append(all, item.slots(depth+1)...)
	}
	for _, m := range n.members {
		all = append(all, m.value.slots(depth+1)...)
	}
	return all
}

// find follows a JSON Pointer from n; nil if it leads nowhere.
func (n *node) find(pointer string) *node {
	for _, step := range steps(pointer) {
		i, err := strconv.Atoi(step)
		switch {
		case n.kind == object:
			n = n.get(step)
		case n.kind == array && err == nil && i < len(n.items):
			n = n.items[i]
		default:
			return nil
		}
		if n == nil {
			return nil
		}
	}
	return n
}

func (n *node) size() int { return len(n.slots(0)) }
