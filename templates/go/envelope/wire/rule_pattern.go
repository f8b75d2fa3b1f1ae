package wire

import (
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"unicode/utf8"
)

// Walk matches a string from its start and never turns back: each step takes as many characters of its set as follow, up to its
// maximum. It is for generated code.
type Walk struct {
	Steps []Step
	Whole bool // no character may follow the last step
}

// Step is one part of a Walk: a text, or characters of a set.
type Step struct {
	Text     string
	Min, Max int     // characters; -1 is no maximum
	ASCII    ByteSet // the ASCII characters of the set
	Beyond   RuneSet // its other characters
}

// Match reports whether s matches.
func (w *Walk) Match(s string) bool {
	for i := range w.Steps {
		step := &w.Steps[i]
		if step.Text != "" {
			if !strings.HasPrefix(s, step.Text) {
				return false
			}
			s = s[len(step.Text):]
			continue
		}
		if step.Beyond != nil {
			taken, size := step.take(s)
			if taken < step.Min {
				return false
			}
			s = s[size:]
			continue
		}
		reach, set, size := s, step.ASCII, 0 // a copy of the set is faster
		if step.Max >= 0 && step.Max < len(s) {
			reach = s[:step.Max]
		}
		for size < len(reach) && set.Has(reach[size]) {
			size++
		}
		if size < step.Min {
			return false
		}
		s = s[size:]
	}
	return !w.Whole || s == ""
}

// take returns how many characters the step takes from s, and their bytes.
func (step *Step) take(s string) (taken, size int) {
	for ; taken != step.Max && size < len(s); taken++ {
		c, n := utf8.DecodeRuneInString(s[size:])
		if c < utf8.RuneSelf && !step.ASCII.Has(byte(c)) || c >= utf8.RuneSelf && !step.Beyond.Has(c) {
			break
		}
		size += n
	}
	return taken, size
}

// Automaton is a deterministic automaton that reads the characters of a string. It is for generated code.
//
// Line 1 of its table has the first code point of each range, line 2 the class of each range. Every further line is a state, the start
// state first: 2 if it accepts every continuation, 1 if it accepts at the end of the string, else 0, followed by the next state for each
// class; -1 or an omitted entry rejects. The table is parsed on first use: programs import many patterns and use few.
type Automaton struct {
	Table  string
	parsed atomic.Pointer[automaton]
}

type automaton struct {
	starts  []int32              // of the ranges
	classes []int32              // of the ranges
	ascii   [utf8.RuneSelf]int32 // the class of each ASCII character
	cells   []int32              // of each state: its kind, then the place of the next state for each class from 1
}

// Markers for places with a known answer.
const (
	fails    = -1
	succeeds = -2
)

// Match reports whether s matches.
func (a *Automaton) Match(s string) bool {
	parsed := a.parsed.Load()
	if parsed == nil {
		parsed = parseAutomaton(a.Table) // by each of several goroutines, with the same result
		a.parsed.Store(parsed)
	}
	return parsed.match(s)
}

func (a *automaton) match(s string) bool {
	state, cells := int32(0), a.cells
	for i := 0; i < len(s); {
		var class int32
		if c := s[i]; c < utf8.RuneSelf {
			class = a.ascii[c]
			i++
		} else {
			c, size := utf8.DecodeRuneInString(s[i:])
			class = a.class(c)
			i += size
		}
		if state = cells[state+class]; state < 0 {
			return state == succeeds
		}
	}
	return cells[state] > 0
}

// class returns the class of a code point, from 1.
func (a *automaton) class(c rune) int32 {
	i, found := slices.BinarySearch(a.starts, c)
	if !found {
		i--
	}
	return a.classes[i] + 1
}

func parseAutomaton(table string) *automaton {
	var lines [][]int32
	for line := range strings.Lines(strings.TrimSpace(table)) {
		var numbers []int32
		for word := range strings.FieldsSeq(line) {
			n, _ := strconv.Atoi(word)
			numbers = append(numbers, int32(n))
		}
		lines = append(lines, numbers)
	}
	a := &automaton{starts: lines[0], classes: lines[1]}
	for c := range a.ascii {
		a.ascii[c] = a.class(rune(c))
	}
	width := slices.Max(a.classes) + 2
	for _, state := range lines[2:] {
		cells := slices.Repeat([]int32{fails}, int(width))
		cells[0] = state[0]
		for class := 1; class < len(cells); class++ {
			switch {
			case state[0] == 2:
				cells[class] = succeeds
			case class < len(state) && state[class] >= 0:
				cells[class] = state[class] * width
			}
		}
		a.cells = append(a.cells, cells...)
	}
	return a
}
