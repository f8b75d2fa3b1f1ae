package automata

import (
	"encoding/binary"
	"slices"

	"github.com/envgen/envgen/internal/sorting"
)

// A program with look-aheads is determinised with obligations. Each look-ahead has a complete DFA of its own. A thread that passes a look-ahead gets its
// DFA's state as an obligation, and advances it with each letter. A positive obligation ends the thread where its DFA is dead, a negative one where it has
// matched. So a state of the result is a set of threads, each with a set of obligations.

// looker makes a table of a program with look-aheads. A word is accepted if a part of it matches, or a prefix of it.
type looker struct {
	*Program
	Options
	table   *Table
	states  []pledged
	known   map[string]int32
	works   *int
	lookers map[lookStart]*aheadTable
	aheads  []*aheadTable // by number

	// of the last closure
	seen    map[string]bool
	reads   []thread
	waiting []thread // have matched, but have obligations
	matched bool
}

// pledged is a state under construction.
type pledged struct {
	threads []thread
	left    Kind
}

// thread is a position in the NFA with its obligations about the rest of the word, sorted.
type thread struct {
	pc          int
	obligations []obligation
}

// obligation is a state of the DFA of a look-ahead.
type obligation struct{ ahead, state int }

func compareObligations(a, b obligation) int {
	if a.ahead != b.ahead {
		return a.ahead - b.ahead
	}
	return a.state - b.state
}

// lookStart is a look-ahead behind a letter of a kind.
type lookStart struct {
	pc   int
	left Kind
}

// aheadTable is the DFA of a look-ahead.
type aheadTable struct {
	*Table
	number   int
	negative bool
	outcome  []outcome // by state
}

type outcome uint8

const (
	open   outcome = iota // more letters decide
	passed                // the obligation is satisfied for every rest of the word
	failed
)

// accepts reports whether the word may end in a state.
func (a *aheadTable) accepts(state int) bool { return a.Accepts[state] != a.negative }

// determiniseLooks is Determinise for a program with look-aheads. Behind left, a word begins; with Search, a match may begin anywhere.
func (p *Program) determiniseLooks(o Options, left Kind, works *int) (*Table, error) {
	d := &looker{Program: p, Options: o, works: works, table: &Table{Letters: o.Letters, Next: make([]int32, firstState*o.Letters), Accepts: []bool{false, false, true}},
		states: make([]pledged, firstState), known: map[string]int32{}, lookers: map[lookStart]*aheadTable{}}
	d.states[startState] = pledged{[]thread{{pc: p.Start}}, left}
	for l := range o.Letters {
		d.table.Next[deadState*o.Letters+l] = deadState
		d.table.Next[finalState*o.Letters+l] = finalState
	}
	for s := startState; s < len(d.states); s++ {
		if s == deadState || s == finalState {
			continue
		}
		if err := d.fill(s); err != nil {
			return nil, err
		}
	}
	return d.table, nil
}

func (d *looker) fill(state int) error {
	if err := d.closure(state, None); err != nil {
		return err
	}
	d.table.Accepts[state] = d.matched || slices.ContainsFunc(d.waiting, func(t thread) bool {
		return !slices.ContainsFunc(t.obligations, func(o obligation) bool { return !d.aheads[o.ahead].accepts(o.state) })
	})
	if d.Letters == 0 {
		return nil
	}
	for kind := range slices.Max(d.Kinds) + 1 {
		if err := d.closure(state, kind); err != nil {
			return err
		}
		for l := range d.Letters {
			if d.Kinds[l] != kind {
				continue
			}
			to, err := d.follow(l)
			if err != nil {
				return err
			}
			d.table.Next[state*d.Letters+l] = to
		}
	}
	return nil
}

// follow returns the state behind a letter, after a closure for its kind.
func (d *looker) follow(l int) (int32, error) {
	if d.matched {
		return finalState, nil
	}
	next := pledged{left: d.Kinds[l]}
	for i, t := range slices.Concat(d.reads, d.waiting) {
		to := 0
		if i < len(d.reads) {
			in := d.Instructions[t.pc]
			if !slices.Contains(in.Letters, l) {
				continue
			}
			to = in.Out
		}
		obligations, alive := d.advance(t.obligations, l)
		if !alive {
			continue
		}
		if i >= len(d.reads) && len(obligations) == 0 {
			return finalState, nil
		}
		next.threads = append(next.threads, thread{to, obligations})
	}
	if err := d.spend(len(d.reads) + len(d.waiting)); err != nil {
		return 0, err
	}
	return d.number(next)
}

// advance reads a letter in all obligations; alive is false if one fails.
func (d *looker) advance(obligations []obligation, l int) (next []obligation, alive bool) {
	for _, o := range obligations {
		a := d.aheads[o.ahead]
		to := int(a.Row(o.state)[l])
		switch a.outcome[to] {
		case failed:
			return nil, false
		case open:
			next = append(next, obligation{o.ahead, to})
		}
	}
	sorting.Func(next, compareObligations)
	return slices.Compact(next), true
}

// number returns the number of a state, which may be new. A thread with more obligations than another one at the same place adds nothing.
func (d *looker) number(s pledged) (int32, error) {
	sorting.Func(s.threads, func(a, b thread) int {
		if a.pc != b.pc {
			return a.pc - b.pc
		}
		if len(a.obligations) != len(b.obligations) {
			return len(a.obligations) - len(b.obligations)
		}
		return slices.CompareFunc(a.obligations, b.obligations, compareObligations)
	})
	var threads []thread
	for _, t := range s.threads {
		if !slices.ContainsFunc(threads, func(other thread) bool { return other.pc == t.pc && includes(t.obligations, other.obligations) }) {
			threads = append(threads, t)
		}
	}
	s.threads = threads
	if len(threads) == 0 && !d.Search {
		return deadState, nil
	}
	key := binary.AppendVarint(nil, int64(s.left))
	for _, t := range threads {
		key = binary.AppendUvarint(key, uint64(t.pc))
		key = binary.AppendUvarint(key, uint64(len(t.obligations)))
		for _, o := range t.obligations {
			key = binary.AppendUvarint(binary.AppendUvarint(key, uint64(o.ahead)), uint64(o.state))
		}
	}
	if err := d.spend(len(key) * (len(s.threads) + 1)); err != nil {
		return 0, err
	}
	if number, ok := d.known[string(key)]; ok {
		return number, nil
	}
	number := len(d.states)
	if number >= d.States || (number+1)*d.Letters > d.Cells {
		return 0, ErrTooLarge
	}
	d.known[string(key)] = int32(number)
	d.states = append(d.states, s)
	d.table.Accepts = append(d.table.Accepts, false)
	d.table.Next = append(d.table.Next, make([]int32, d.Letters)...)
	return int32(number), nil
}

// includes reports whether a sorted list contains all of another one.
func includes(list, part []obligation) bool {
	for _, o := range part {
		if _, found := slices.BinarySearchFunc(list, o, compareObligations); !found {
			return false
		}
	}
	return true
}

// closure follows the threads of a state up to where they read or match.
func (d *looker) closure(state int, right Kind) error {
	d.seen, d.reads, d.waiting, d.matched = map[string]bool{}, nil, nil, false
	s := d.states[state]
	for _, t := range s.threads {
		if err := d.visit(t, s.left, right); err != nil {
			return err
		}
	}
	if d.Search {
		return d.visit(thread{pc: d.Start}, s.left, right)
	}
	return nil
}

func (d *looker) visit(t thread, left, right Kind) error {
	key := string(binary.AppendUvarint(nil, uint64(t.pc)))
	for _, o := range t.obligations {
		key += string(binary.AppendUvarint(binary.AppendUvarint(nil, uint64(o.ahead)), uint64(o.state)))
	}
	if d.seen[key] {
		return nil
	}
	d.seen[key] = true
	if err := d.spend(1 + len(t.obligations)); err != nil {
		return err
	}
	switch in := d.Instructions[t.pc]; in.Op {
	case Accept:
		if len(t.obligations) == 0 {
			d.matched = true
		} else {
			d.waiting = append(d.waiting, t)
		}
	case Read:
		d.reads = append(d.reads, t)
	case Split, Loop:
		if err := d.visit(thread{in.Out, t.obligations}, left, right); err != nil {
			return err
		}
		return d.visit(thread{in.Alt, t.obligations}, left, right)
	case Assert:
		if in.Holds(left, right) {
			return d.visit(thread{in.Out, t.obligations}, left, right)
		}
	case LookAhead:
		a, err := d.ahead(t.pc, left)
		if err != nil {
			return err
		}
		switch a.outcome[startState] {
		case passed:
			return d.visit(thread{in.Out, t.obligations}, left, right)
		case open:
			more := append(slices.Clone(t.obligations), obligation{a.number, startState})
			sorting.Func(more, compareObligations)
			return d.visit(thread{in.Out, slices.Compact(more)}, left, right)
		}
	default:
		panic("automata: unknown instruction")
	}
	return nil
}

// ahead returns the DFA of a look-ahead behind a letter of a kind.
func (d *looker) ahead(pc int, left Kind) (*aheadTable, error) {
	at := lookStart{pc, left}
	if a := d.lookers[at]; a != nil {
		return a, nil
	}
	in := d.Instructions[pc]
	o := d.Options
	o.Search = false
	table, err := in.Ahead.determiniseLooks(o, left, d.works)
	if err != nil {
		return nil, err
	}
	table = table.Minimise()
	a := &aheadTable{Table: table, number: len(d.aheads), negative: in.Negative, outcome: make([]outcome, table.States())}
	live := table.Live()
	for s := range a.outcome {
		closed := !slices.ContainsFunc(table.Row(s), func(to int32) bool { return int(to) != s })
		switch {
		case !live[s] && in.Negative, closed && table.Accepts[s] && !in.Negative:
			a.outcome[s] = passed
		case !live[s], closed && table.Accepts[s]:
			a.outcome[s] = failed
		}
	}
	d.lookers[at] = a
	d.aheads = append(d.aheads, a)
	return a, nil
}

// spend counts work. Each step of a thread with obligations costs about as much as ten without.
func (d *looker) spend(n int) error {
	if *d.works += 10 * n; *d.works > d.Work {
		return ErrTooLarge
	}
	return nil
}
