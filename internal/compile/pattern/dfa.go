package pattern

import (
	"encoding/binary"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// before is what an assertion sees on its left.
type before uint8

const (
	beforeAll   before = iota // nothing: the string starts here
	beforeOther               // any character, or one outside \w if the pattern requires word boundaries
	beforeWord
)

// after is what an assertion sees on its right.
type after uint8

const (
	afterAll after = iota // nothing: the string ends here
	afterOther
	afterWord
)

// The states of the table that are there from the outset.
const (
	startState = iota
	deadState  // no match any more
	finalState // matched, whatever follows
	firstState
)

// table is a complete DFA: in state s the letter l leads to next[s*letters+l].
type table struct {
	letters int
	next    []int32
	accepts []bool // by state: the string may end here
}

func (t *table) states() int { return len(t.accepts) }

// subset is a state of the DFA under construction: where the NFA may go on, and what is on the left.
type subset struct {
	threads []int // instructions, ascending
	left    before
}

// determiner makes a table by subset construction. A search may begin anywhere, so every subset is taken to hold
// the start of the program too.
type determiner struct {
	*program
	table   *table
	subsets []subset
	known   map[string]int32
	work    int

	seen  []int // by instruction: the number of the last closure that reached it
	round int
	reads []int // of the last closure
}

// newDFA returns the minimal automaton of a pattern.
func newDFA(p *program) ir.DFA {
	a := p.alphabet
	d := &determiner{
		program: p,
		table:   &table{letters: a.size, accepts: []bool{false, false, true}},
		subsets: make([]subset, firstState),
		known:   map[string]int32{},
		seen:    make([]int, len(p.instructions)),
	}
	d.table.next = make([]int32, firstState*a.size)
	for l := range a.size {
		d.table.next[deadState*a.size+l] = deadState
		d.table.next[finalState*a.size+l] = finalState
	}
	d.fill(startState)
	for s := firstState; s < len(d.subsets); s++ {
		d.fill(s)
	}
	return d.table.minimal(a)
}

// fill computes the transitions of a state.
func (d *determiner) fill(state int) {
	d.table.accepts[state] = d.closure(state, afterAll)
	d.fillLetters(state, afterOther)
	if d.alphabet.words {
		d.fillLetters(state, afterWord)
	}
}

// fillLetters computes the transitions of a state on the letters of one kind.
func (d *determiner) fillLetters(state int, right after) {
	matched := d.closure(state, right)
	threads := make([][]int, d.table.letters)
	for _, pc := range d.reads {
		in := d.instructions[pc]
		for _, l := range in.letters {
			threads[l] = append(threads[l], in.out)
		}
		d.spend(len(in.letters))
	}
	left := beforeOther
	if right == afterWord {
		left = beforeWord
	}
	for l := range threads {
		if d.alphabet.words && d.alphabet.isWord[l] != (right == afterWord) {
			continue
		}
		to := int32(finalState)
		if !matched {
			slices.Sort(threads[l])
			to = d.state(subset{slices.Compact(threads[l]), left})
		}
		d.table.next[state*d.table.letters+l] = to
	}
}

// state returns the number of the state for a subset, which may be new.
func (d *determiner) state(s subset) int32 {
	key := []byte{byte(s.left)}
	for _, pc := range s.threads {
		key = binary.AppendUvarint(key, uint64(pc))
	}
	d.spend(len(s.threads) + 1)
	if number, ok := d.known[string(key)]; ok {
		return number
	}
	number := len(d.subsets)
	if number >= maxSubsets || (number+1)*d.table.letters > maxCells {
		refuseStates()
	}
	d.known[string(key)] = int32(number)
	d.subsets = append(d.subsets, s)
	d.table.accepts = append(d.table.accepts, false)
	d.table.next = append(d.table.next, make([]int32, d.table.letters)...)
	return int32(number)
}

// closure follows a state's threads up to where they read, collects those places in d.reads, and reports whether
// one accepts on the way.
func (d *determiner) closure(state int, right after) (matched bool) {
	d.round++
	d.reads = d.reads[:0]
	s := d.subsets[state]
	for _, pc := range s.threads {
		matched = d.follow(pc, s.left, right) || matched
	}
	return d.follow(d.start, s.left, right) || matched
}

func (d *determiner) follow(pc int, left before, right after) bool {
	if d.seen[pc] == d.round {
		return false
	}
	d.seen[pc] = d.round
	d.spend(1)
	switch in := d.instructions[pc]; in.op {
	case accept:
		return true
	case read:
		d.reads = append(d.reads, pc)
		return false
	case split, loop:
		matched := d.follow(in.out, left, right)
		return d.follow(in.alt, left, right) || matched
	case assert:
		return holds(in.assertion, left, right) && d.follow(in.out, left, right)
	}
	panic("pattern: unknown instruction")
}

// spend counts work against the limit.
func (d *determiner) spend(n int) {
	if d.work += n; d.work > maxWork {
		refuseStates()
	}
}

func refuseStates() {
	refuse(0, TooLarge, "matching the pattern needs an automaton of more than %d states; "+
		"anchor it, lower its counts, or let its parts differ in their first characters", maxStates)
}

// holds decides an assertion.
func holds(a assertion, left before, right after) bool {
	switch a {
	case atStart:
		return left == beforeAll
	case atEnd:
		return right == afterAll
	case atBoundary:
		return (left == beforeWord) != (right == afterWord)
	case notAtBoundary:
		return (left == beforeWord) == (right == afterWord)
	}
	panic("pattern: unknown assertion")
}
