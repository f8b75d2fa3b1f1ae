package pattern

import (
	"fmt"

	"github.com/envgen/envgen/internal/automata"
)

// node is a part of a pattern. The set is closed: empty, literal, class, assertion, sequence, choice, repeat, look. Groups leave no trace, because captures
// are never read.
type node interface{ node() }

type (
	// empty matches the empty string.
	empty struct{}
	// literal matches one code point.
	literal rune
	// class matches one code point of set. Its items are kept as they were written, for the printers.
	class struct {
		negated bool
		items   []item
		set     set
	}
	// assertion matches the empty string at certain places.
	assertion uint8
	// sequence matches its parts one after the other; there are at least two.
	sequence []node
	// choice matches the strings of all its branches; it has at least two.
	choice []node
	// repeat matches its body from min to max times; max is unlimited where there is no limit.
	repeat struct {
		at       int // offset of the body in the source
		body     node
		min, max int
	}
	// look matches the empty string where its body matches next; negated, where it does not.
	look struct {
		negated bool
		body    node
	}
)

func (empty) node()     {}
func (literal) node()   {}
func (class) node()     {}
func (assertion) node() {}
func (sequence) node()  {}
func (choice) node()    {}
func (repeat) node()    {}
func (look) node()      {}

const unlimited = automata.Unlimited

const (
	atStart assertion = iota
	atEnd
	atBoundary
	notAtBoundary
)

// item is one part of a class.
type item struct {
	class     bool // an escape for a class, or the dot
	shorthand rune // which, if one of "dDsSwW."
	set       set
}

// join makes one node of consecutive ones.
func join(parts []node) node {
	var flat sequence
	for _, part := range parts {
		switch part := part.(type) {
		case empty:
		case sequence:
			flat = append(flat, part...)
		default:
			flat = append(flat, part)
		}
	}
	switch len(flat) {
	case 0:
		return empty{}
	case 1:
		return flat[0]
	}
	return flat
}

// nullable reports whether n can match the empty string; assertions count as true.
func nullable(n node) bool {
	switch n := n.(type) {
	case empty, assertion, look:
		return true
	case literal, class:
		return false
	case sequence:
		for _, part := range n {
			if !nullable(part) {
				return false
			}
		}
		return true
	case choice:
		for _, branch := range n {
			if nullable(branch) {
				return true
			}
		}
		return false
	case repeat:
		return n.min == 0 || nullable(n.body)
	}
	panic(unknown(n))
}

// contains reports whether n or a part of it satisfies is.
func contains(n node, is func(node) bool) bool {
	if is(n) {
		return true
	}
	var parts []node
	switch n := n.(type) {
	case empty, literal, class, assertion:
	case sequence:
		parts = n
	case choice:
		parts = n
	case repeat:
		parts = []node{n.body}
	case look:
		parts = []node{n.body}
	default:
		panic(unknown(n))
	}
	for _, part := range parts {
		if contains(part, is) {
			return true
		}
	}
	return false
}

func isAssertion(n node) bool {
	switch n.(type) {
	case assertion, look:
		return true
	}
	return false
}

func isLook(n node) bool {
	_, ok := n.(look)
	return ok
}

func isCharacter(n node) bool { return charset(n) != nil }

// charset returns the characters of a literal or a class, and nil for other nodes.
func charset(n node) set {
	switch n := n.(type) {
	case literal:
		return set{{Lo: rune(n), Hi: rune(n)}}
	case class:
		if n.set == nil {
			return set{}
		}
		return n.set
	}
	return nil
}

func unknown(n node) string { return fmt.Sprintf("pattern: unknown node %T", n) }
