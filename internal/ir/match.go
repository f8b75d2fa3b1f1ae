package ir

import "unicode/utf8"

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

// Holds reports whether n compares with limit as the operator says.
func (op Op) Holds(n, limit float64) bool {
	switch op {
	case AtLeast:
		return n >= limit
	case AtMost:
		return n <= limit
	case Above:
		return n > limit
	default:
		return n < limit
	}
}
