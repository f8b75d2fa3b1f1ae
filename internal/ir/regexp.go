package ir

import (
	"slices"
	"unicode/utf8"
)

// Regexp is one ECMA-262 pattern (flag u, searched), translated so that it means the same everywhere.
type Regexp struct {
	Source string // as in the spec
	RE2    string // for Go's regexp: regexp.MatchString(RE2, s); "" for a pattern with a look-ahead, which it does not have
	JS     string // for new RegExp(JS, "u").test(s); needs no escaping beyond that of the literal around it
	Python string // for re.compile(Python, re.ASCII).search(s)
	DFA    DFA    // without States where it would be too large, but only beside a Walk
	// Walk is the same test as a few loops, or nil if the pattern is no plain sequence of classes from the start
	// of the string. Where a DFA needs a state for every count, it needs one step.
	Walk *Walk
	// Engine selects the strings for JS and Python; a Table matches the others.
	Engine Engine
	// Counted is set for a pattern for short strings if JS can match the long ones, too: only single code units repeat without
	// limit. JavaScript's engines count these repetitions. For all others they store a position for backtracking at each repetition.
	Counted bool
}

// Engine is the set of strings that a backtracking engine may match.
type Engine uint8

const (
	NoString     Engine = iota // it could take more than linear time
	ShortStrings               // it takes linear time, but much memory for long ones
	AllStrings
)

// Walk tests a string from its start without backtracking. Each step consumes as many code points of its
// Ranges as follow, up to Max. With fewer than Min, the string does not match. After the last step
// it matches; if Whole is set, only at the end of the string.
type Walk struct {
	Steps []Step
	Whole bool
}

// Step is one part of a Walk.
type Step struct {
	Ranges []Range // disjoint, ascending, not adjacent; at least one
	Min    int
	Max    int // at least 1 and Min, or -1 for no limit
}

// Part is one or several steps of a Walk: a text, or a step with a set of characters.
type Part struct {
	Text string
	Step Step // if Text is empty
}

// Parts returns the steps, where neighbours with exactly one printable ASCII character each are one text. A text has no control
// characters, so that a table of lines can have it in a line.
func (w *Walk) Parts() []Part {
	var parts []Part
	for _, s := range w.Steps {
		if c := s.Ranges[0]; len(s.Ranges) > 1 || c.Lo != c.Hi || c.Lo < ' ' || c.Hi > '~' || s.Min != 1 || s.Max != 1 {
			parts = append(parts, Part{Step: s})
			continue
		}
		if last := len(parts) - 1; last < 0 || parts[last].Text == "" {
			parts = append(parts, Part{})
		}
		parts[len(parts)-1].Text += string(s.Ranges[0].Lo)
	}
	return parts
}

// OnlyASCII reports whether each string that matches contains ASCII characters only.
func (re *Regexp) OnlyASCII() bool {
	if re.Walk != nil {
		return re.Walk.Whole && !slices.ContainsFunc(re.Walk.Steps, func(s Step) bool { return s.Ranges[len(s.Ranges)-1].Hi >= utf8.RuneSelf })
	}
	states := re.DFA.States
	return len(states) > 0 && !slices.ContainsFunc(states, func(s State) bool {
		return s.Final || slices.ContainsFunc(s.Edges, func(e Edge) bool { return e.Hi >= utf8.RuneSelf })
	})
}

// Range is the code points Lo to Hi.
type Range struct{ Lo, Hi rune }

// DFA answers whether the pattern matches somewhere in a string, reading code points from the left.
// State 0 is the start.
type DFA struct{ States []State }

// State is one state of a DFA. A code point on no Edge ends the search without a match.
type State struct {
	Accept bool // the string may end here
	Final  bool // matches every continuation: no Edges
	Edges  []Edge
}

// Edge leads from a state to To on the code points Lo to Hi. Edges of a state are disjoint and ascending.
type Edge struct {
	Lo, Hi rune
	To     int
}

// Match reports whether the pattern matches somewhere in a string, in time that is linear in its length.
func (re *Regexp) Match(s string) bool {
	if len(re.DFA.States) > 0 {
		return re.DFA.match(s)
	}
	return re.Walk.match(s)
}

func (d DFA) match(s string) bool {
	state := d.States[0]
	for _, c := range s {
		if state.Final {
			return true
		}
		next := state.next(c)
		if next == NoState {
			return false
		}
		state = d.States[next]
	}
	return state.Final || state.Accept
}

func (w Walk) match(s string) bool {
	for _, step := range w.Steps {
		taken := 0
		for ; taken != step.Max && s != ""; taken++ {
			c, size := utf8.DecodeRuneInString(s)
			if !step.takes(c) {
				break
			}
			s = s[size:]
		}
		if taken < step.Min {
			return false
		}
	}
	return !w.Whole || s == ""
}
