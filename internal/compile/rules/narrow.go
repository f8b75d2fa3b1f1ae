package rules

import (
	"fmt"
	"maps"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// Type checkers track whether a member may be absent, null or a value, and narrow that by each printed condition. A derived fact must not be tested
// again, and a fact that they cannot derive must be tested. So the compiler follows the same narrowing.

// states are the possible states of a member, or the possible tags of a value of a union.
type states interface {
	and(states) states
	or(states) states
	not() states
	none() bool // no state is possible
}

// all reports whether every state is possible.
func all(s states) bool { return s.not().none() }

// presence are the possible states of a member.
type presence uint8

const (
	absent presence = 1 << iota
	null
	filled
	anyState = absent | null | filled
)

func (p presence) and(s states) states { return p & s.(presence) }
func (p presence) or(s states) states  { return p | s.(presence) }
func (p presence) not() states         { return anyState &^ p }
func (p presence) none() bool          { return p == 0 }

// narrowing contains the possible states of members, by memberKey; the others have all states.
type narrowing map[string]states

func memberKey(of ir.Expr, f *ir.Field) string { return key(of) + " " + fieldKey(of, f) }

// member returns the member that an expression tests, and its states if the test is true, and if it is false.
func member(x ir.Expr) (name string, where, other states, asks bool) {
	name, where, asks = whole(x)
	if !asks {
		return "", nil, nil, false
	}
	other = where.not()
	if is, isVariant := x.(ir.IsVariant); isVariant && is.Tests[0].Tags != nil {
		var tags []string
		for _, t := range is.Tests {
			if t.Whole() { // type checkers only exclude whole variants
				tags = append(tags, t.Tags...)
			}
		}
		other = newTagWords(true, tags, is.Known)
	}
	return name, where, other, true
}

// tagKey names the tag of a value of a union.
func tagKey(of ir.Expr, tag string) string { return fmt.Sprintf("tag %q %s", tag, key(of)) }

// whole returns the member that an expression tests, and the states for which it is true.
func whole(x ir.Expr) (name string, where states, asks bool) {
	switch x := x.(type) {
	case ir.HasMember:
		return memberKey(x.Of, x.Field), null | filled, true
	case ir.IsNull:
		return memberKey(x.Of, x.Field), null, true
	case ir.IsVariant:
		if x.Tests[0].Tags == nil {
			return fmt.Sprintf("variant %s %p", key(x.Of), x.Tests[0].Variant), filled, true
		}
		return tagKey(x.Of, x.Tag), newTagWords(false, x.TagValues(), x.Known), true
	}
	return "", nil, false
}

// value is the result of a test of a member, if it is known; is reports that x is such a test.
func (n narrowing) value(x ir.Expr) (value, known, is bool) {
	name, where, asks := whole(x)
	have, said := n[name]
	switch {
	case asks && all(where):
		return true, true, true
	case !asks || !said:
		return false, false, asks
	case have.and(where.not()).none():
		return true, true, true
	case have.and(where).none():
		return false, true, true
	}
	return false, false, true
}

// certain marks the tests of a tag that need no test for the variant.
func (s *settling) certain(x ir.IsVariant) ir.IsVariant {
	if !slices.ContainsFunc(x.Tests, func(t ir.VariantTest) bool { return !t.Whole() }) {
		return x
	}
	_, _, left, _ := member(x)
	if have, said := s.members[tagKey(x.Of, x.Tag)]; said {
		left = left.and(have)
	}
	x.Tests = slices.Clone(x.Tests)
	for i, t := range x.Tests {
		x.Tests[i].Certain = !t.Whole() && left.and(newTagWords(!t.Other, t.All, x.Known)).none()
	}
	return x
}

// narrow takes in that a condition has a sense.
func (s *settling) narrow(x ir.Expr, sense bool) {
	more, other := narrowings(x)
	if !sense {
		more = other
	}
	s.refine(more)
}

// refine adds the possible states of members.
func (s *settling) refine(more narrowing) {
	for name, where := range more {
		before, said := s.members[name]
		if !said {
			s.undo = append(s.undo, func() { delete(s.members, name) })
		} else {
			s.undo = append(s.undo, func() { s.members[name] = before })
			where = before.and(where)
		}
		s.members[name] = where
	}
}

// narrowings returns the states of members if a condition is true, and if it is false.
func narrowings(x ir.Expr) (yes, no narrowing) {
	switch x := x.(type) {
	case ir.Negation:
		yes, no = narrowings(x.X)
		return no, yes
	case ir.Logic:
		yes, no = narrowings(x.L)
		other, opposite := narrowings(x.R)
		if x.Or {
			return yes.or(no.and(other)), no.and(opposite)
		}
		return yes.and(other), no.or(yes.and(opposite))
	case ir.Choose:
		yes, no = narrowings(x.If)
		then, notThen := narrowings(x.Then)
		other, notOther := narrowings(x.Else)
		return yes.and(then).or(no.and(other)), yes.and(notThen).or(no.and(notOther))
	}
	if name, where, other, asks := member(x); asks {
		return narrowing{name: where}, narrowing{name: other}
	}
	return nil, nil
}

// and returns the states of members if both conditions are true.
func (n narrowing) and(other narrowing) narrowing {
	both := maps.Clone(n)
	if both == nil {
		both = narrowing{}
	}
	for name, where := range other {
		if before, said := both[name]; said {
			where = where.and(before)
		}
		both[name] = where
	}
	return both
}

// or returns the states of members if one of the two conditions is true. A condition that cannot be true adds nothing.
func (n narrowing) or(other narrowing) narrowing {
	switch {
	case n.never():
		return other
	case other.never():
		return n
	}
	either := narrowing{}
	for name, where := range n {
		if more, said := other[name]; said && !all(where.or(more)) {
			either[name] = where.or(more)
		}
	}
	return either
}

// never reports whether a member would have to be nothing at all.
func (n narrowing) never() bool {
	for _, where := range n {
		if where.none() {
			return true
		}
	}
	return false
}
