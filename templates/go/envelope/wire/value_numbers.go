package wire

import "slices"

// Where the numbers in a value have a declared type, as data: only a message with an integer beyond ±(2^53-1) is searched, and few are.

// Numbers is a row of the table of places, for generated code. Places refer to each other by index. The first row is the place of which
// nothing is known.
type Numbers struct {
	Declared bool           // a number here has a declared type
	Wide     bool           // an integer here has 64 bits
	Members  map[string]int // by name
	Stages   map[string]int // of members whose value waits for one
	Patterns []NumbersPattern
	Rest     int   // of members that neither Members nor Patterns list
	Any      int   // of every member
	Prefix   []int // of the first items
	Items    int   // of the items behind Prefix
	Tag      *NumbersTag
	Also     []int // others that speak of the same value
}

// NumbersPattern are the members with such names.
type NumbersPattern struct {
	Test func(string) bool
	To   int
}

// NumbersTag selects by a member: by a string, boolean or integer, or by Presence.
type NumbersTag struct {
	Name     string
	Presence bool
	Cases    map[string]int // of a boolean, and by presence, the tags are the words true and false; of an integer, decimal digits
	Other    int            // of strings or integers that are neither in Cases nor Refused
	Refused  []string
}

// root is where the numbers of a type begin: a nil pointer of the type, or their number.
type root struct {
	of    any
	index int
}

func rootOf[T any]() root { return root{of: (*T)(nil)} }

func (p *Protocol) root(at root) int {
	if at.of != nil && p.Root != nil {
		return p.Root(at.of)
	}
	return at.index
}

// isBeyond reports whether a number in JSON syntax is an integer beyond ±(2^53-1). No double beyond has a fraction.
func isBeyond(s string) bool {
	f := double(s)
	return f > MaxInteger || f < -MaxInteger
}

// search raises the issue of each integer that may lose digits, in a place without a declared numeric type.
func (r *Reader) search(table []Numbers, root int) {
	if r.quiet {
		r.hushed = true
		return
	}
	s := &search{r: r, table: table}
	s.read(r.text[skipSpace(r.text, 0):])
	var applied []int
	if root != 0 {
		applied = []int{root}
	}
	s.value(0, applied, 0)
}

type search struct {
	tree
	r     *Reader
	table []Numbers
	at    []segment
	finds map[int]bool // the offsets of integers of 64 bits, if these are searched
}

// value searches node n, of which the entries of applied speak, in a step.
func (s *search) value(n int, applied []int, step int) {
	applied, stop := s.closure(n, applied)
	switch {
	case stop:
	case s.finds != nil && s.typeOf(n) == NumberType:
		if isBeyond(s.spelled(n)) && slices.ContainsFunc(applied, func(i int) bool { return s.table[i].Wide }) {
			s.finds[s.offset+s.nodes[n].at] = true
		}
	case s.typeOf(n) == NumberType:
		isDeclared := slices.ContainsFunc(applied, func(i int) bool { return s.table[i].Declared })
		if f := s.number(n); !isDeclared && (f > MaxInteger || f < -MaxInteger) {
			s.lose(step)
		}
	default:
		for c := range s.children(n) {
			if s.typeOf(n) == ArrayType {
				s.at = append(s.at, segment{index: c.index})
			} else {
				s.at = append(s.at, segment{c.name, noIndex})
			}
			below, later := s.below(n, c, applied)
			s.value(c.node, below, max(step, later))
			s.at = s.at[:len(s.at)-1]
		}
	}
}

// closure adds the definitions for the same value. If a tag is unknown to its union, no more definitions apply to the value.
func (s *search) closure(n int, applied []int) (all []int, stop bool) {
	for i := 0; i < len(applied); i++ {
		entry := &s.table[applied[i]]
		also := entry.Also
		if entry.Tag != nil {
			to, known := s.selected(entry.Tag, n)
			if !known {
				return nil, true
			}
			also = append(slices.Clip(also), to)
		}
		for _, to := range also {
			if to != 0 && !slices.Contains(applied, to) {
				applied = append(slices.Clip(applied), to)
			}
		}
	}
	return applied, false
}

// selected is the target of a tag. A present tag without a target may be unknown: there is an issue then, which hides all issues here.
func (s *search) selected(tag *NumbersTag, n int) (to int, known bool) {
	value, found := s.member(n, tag.Name)
	word := "false"
	switch {
	case tag.Presence && found:
		word = "true"
	case tag.Presence:
	case !found:
		return 0, s.typeOf(n) != ObjectType
	case s.typeOf(value)&(StringType|BooleanType|NumberType) != 0:
		word = s.word(value)
	}
	if to = tag.Cases[word]; to == 0 && tag.Other != 0 && !slices.Contains(tag.Refused, word) {
		to = tag.Other
	}
	return to, true
}

// below returns the definitions for an item or member, and the step that it waits for.
func (s *search) below(n int, c child, applied []int) (below []int, step int) {
	add := func(to int) {
		if to != 0 && !slices.Contains(below, to) {
			below = append(below, to)
		}
	}
	isArray := s.typeOf(n) == ArrayType
	for _, i := range applied {
		entry := &s.table[i]
		switch {
		case isArray && c.index < len(entry.Prefix):
			add(entry.Prefix[c.index])
		case isArray:
			add(entry.Items)
		default:
			step = max(step, entry.member(c.name, add))
		}
	}
	return below, step
}

func (n *Numbers) member(name string, add func(int)) (step int) {
	add(n.Any)
	to, known := n.Members[name]
	add(to)
	if stage, waits := n.Stages[name]; waits {
		step = stage + 1
	}
	for _, p := range n.Patterns {
		if p.Test(name) {
			add(p.To)
			known = true
		}
	}
	if !known {
		add(n.Rest)
	}
	return step
}

// lose raises the issue at the place, unless another one hides it.
func (s *search) lose(step int) {
	f := violation{rule: "integer-range", message: "may lose digits: an integer beyond 2^53-1", level: Should}
	if step > 0 {
		step = stagedStep(step - 1)
	}
	if s.r.hides(step, s.at) {
		return
	}
	s.r.add(step, f, &spot{outer: s.at})
}

// hides reports whether an issue of a step hides the issues at a place.
func (r *Reader) hides(step int, at []segment) bool {
	if step != structureStep && step > len(r.later) {
		return false
	}
	c := r.found(step)
	return c.invalid && slices.ContainsFunc(c.found, func(f violation) bool { return f.level == Must && f.buries(at) })
}

// buries reports whether a structural issue hides all issues of a place: a value of the wrong kind, or a surplus one.
func (f *violation) buries(at []segment) bool {
	around := f.at
	switch f.rule {
	case "discriminator":
		around = around[:max(0, len(around)-1)]
	case "type", "integer-range", "const", "enum", "additionalProperties", "unevaluatedProperties", "items", "unevaluatedItems", "false-schema":
	default:
		return false
	}
	return len(around) <= len(at) && slices.Equal(around, at[:len(around)])
}
