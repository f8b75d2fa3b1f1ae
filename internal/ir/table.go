package ir

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Table is a DFA in arrays, for support code. Python and TypeScript use it where their own engine may need time or memory without
// bound, Go for every pattern that is no Walk. Characters that no state distinguishes are one class.
type Table struct {
	Starts  []rune // ascending, the first is 0: where runs of characters of one class begin
	Classes []int  // the class of each run
	Rows    []Row  // the states; the first is the start
}

// Row is one state of a Table.
type Row struct {
	Final  bool  // matched for every continuation; then nothing else counts
	Accept bool  // the string may end here
	Next   []int // the next state by class, or NoState
}

// NoState ends the search without a match.
const NoState = -1

// Lines writes the table as support code reads it: Starts, Classes, then a state a line. That is 2 if it is final, else 1
// if the string may end there or 0, and the next state by class. NoState is -1 or, at the end of a line, left out.
func (t *Table) Lines() []string {
	starts := make([]int, len(t.Starts))
	for i, c := range t.Starts {
		starts[i] = int(c)
	}
	lines := []string{words(starts), words(t.Classes)}
	for _, row := range t.Rows {
		lines = append(lines, words(row.cells()))
	}
	return lines
}

func (r Row) cells() []int {
	if r.Final {
		return []int{2}
	}
	cells := []int{0}
	if r.Accept {
		cells[0] = 1
	}
	cells = append(cells, r.Next...)
	for cells[len(cells)-1] == NoState {
		cells = cells[:len(cells)-1]
	}
	return cells
}

func words(numbers []int) string {
	list := make([]string, len(numbers))
	for i, n := range numbers {
		list[i] = strconv.Itoa(n)
	}
	return strings.Join(list, " ")
}

// Cells counts the cells that Lines writes.
func (t *Table) Cells() int {
	n := len(t.Starts) + len(t.Classes)
	for _, row := range t.Rows {
		n += len(row.cells())
	}
	return n
}

// Table returns the same test as a table, or nil if a backtracking engine does for every string.
func (re *Regexp) Table() *Table {
	if re.Engine == AllStrings {
		return nil
	}
	return re.Automaton()
}

// Automaton returns the test as a table, for every Engine.
func (re *Regexp) Automaton() *Table {
	if len(re.DFA.States) > 0 {
		return re.DFA.table()
	}
	return re.Walk.table()
}

// Step returns the state that a code point leads to, or NoState.
func (t *Table) Step(state int, c rune) int {
	run, found := slices.BinarySearch(t.Starts, c)
	if !found {
		run--
	}
	next := t.Rows[state].Next
	if class := t.Classes[run]; class < len(next) {
		return next[class]
	}
	return NoState
}

func (d DFA) table() *Table {
	var starts []rune
	for _, s := range d.States {
		for _, e := range s.Edges {
			starts = append(starts, e.Lo, e.Hi+1)
		}
	}
	t := &Table{Starts: runs(starts)}
	columns := make([][]int, len(t.Starts))
	for _, s := range d.States {
		t.Rows = append(t.Rows, Row{Final: s.Final, Accept: s.Accept})
		for i, c := range t.Starts {
			columns[i] = append(columns[i], s.next(c))
		}
	}
	t.classify(columns)
	return t
}

func (s State) next(c rune) int {
	i, found := slices.BinarySearchFunc(s.Edges, c, func(e Edge, c rune) int { return compareRange(e.Lo, e.Hi, c) })
	if !found {
		return NoState
	}
	return s.Edges[i].To
}

// table has a state for each count of each step, and one behind the last step.
func (w Walk) table() *Table {
	var starts []rune
	for _, s := range w.Steps {
		for _, r := range s.Ranges {
			starts = append(starts, r.Lo, r.Hi+1)
		}
	}
	t := &Table{Starts: runs(starts)}
	columns := make([][]int, len(t.Starts))
	for step, s := range w.Steps {
		for taken := 0; taken < s.states(); taken++ {
			t.Rows = append(t.Rows, w.row(step, taken))
			for i, c := range t.Starts {
				columns[i] = append(columns[i], w.next(step, taken, c))
			}
		}
	}
	t.Rows = append(t.Rows, Row{Final: !w.Whole, Accept: true})
	for i := range columns {
		columns[i] = append(columns[i], NoState)
	}
	t.classify(columns)
	return t
}

// states counts the states in which the step can take another character.
func (s Step) states() int {
	if s.Max < 0 {
		return s.Min + 1
	}
	return s.Max
}

// first is the number of the first state of a step.
func (w Walk) first(step int) int {
	n := 0
	for _, s := range w.Steps[:step] {
		n += s.states()
	}
	return n
}

// row is the state in which so many characters of a step are taken.
func (w Walk) row(step, taken int) Row {
	for ; step < len(w.Steps); step++ {
		if taken < w.Steps[step].Min {
			return Row{}
		}
		taken = 0
	}
	return Row{Final: !w.Whole, Accept: true}
}

// next follows c from the state in which so many characters of a step are taken.
func (w Walk) next(step, taken int, c rune) int {
	for ; step < len(w.Steps); step++ {
		s := w.Steps[step]
		if (s.Max < 0 || taken < s.Max) && s.takes(c) {
			if s.Max < 0 {
				taken = min(taken, s.Min-1)
			}
			return w.first(step) + taken + 1
		}
		if taken < s.Min {
			break
		}
		taken = 0
	}
	return NoState
}

func (s Step) takes(c rune) bool {
	_, found := slices.BinarySearchFunc(s.Ranges, c, func(r Range, c rune) int { return compareRange(r.Lo, r.Hi, c) })
	return found
}

func compareRange(lo, hi, c rune) int {
	switch {
	case c < lo:
		return 1
	case c > hi:
		return -1
	}
	return 0
}

// runs sorts where runs of characters begin.
func runs(starts []rune) []rune {
	starts = append(starts, 0)
	slices.Sort(starts)
	starts = slices.Compact(starts)
	if last := len(starts) - 1; starts[last] > utf8.MaxRune {
		starts = starts[:last]
	}
	return starts
}

// classify numbers the different columns of a transition table and joins neighbouring runs of one class.
func (t *Table) classify(columns [][]int) {
	var classes [][]int
	starts := t.Starts
	t.Starts = nil
	for i, column := range columns {
		class := slices.IndexFunc(classes, func(c []int) bool { return slices.Equal(c, column) })
		if class < 0 {
			class = len(classes)
			classes = append(classes, column)
		}
		if n := len(t.Classes); n == 0 || t.Classes[n-1] != class {
			t.Starts = append(t.Starts, starts[i])
			t.Classes = append(t.Classes, class)
		}
	}
	for state := range t.Rows {
		for _, column := range classes {
			t.Rows[state].Next = append(t.Rows[state].Next, column[state])
		}
	}
}
