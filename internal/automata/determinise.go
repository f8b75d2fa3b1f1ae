package automata

import (
	"encoding/binary"
	"slices"
)

// Options configure how a program reads words, and the maximum size of its automaton.
type Options struct {
	Letters int    // how many there are
	Kinds   []Kind // by letter, for assertions; nil if there are none
	Search  bool   // a word is accepted if any part of it matches; without it, only the whole counts, and with look-aheads any prefix

	States int // of the DFA before it is minimised
	Cells  int // of its table
	Work   int // instructions visited, letters followed and subsets compared
}

// The states that every table has from the outset.
const (
	startState = iota
	deadState  // no match any more
	finalState // a search has matched; the rest of the word does not matter
	firstState
)

// subset is a state of the DFA under construction: the possible next positions in the NFA, and the kind on the left.
type subset struct {
	threads []int // instructions, ascending
	left    Kind
}

// determiniser makes a table by subset construction. A search may begin anywhere, so every subset of a search implicitly
// contains the start of the program.
type determiniser struct {
	*Program
	Options
	table   *Table
	subsets []subset
	known   map[string]int32
	work    int

	seen   []int // by instruction: the number of the last closure that reached it
	round  int
	visits int   // of the last closure
	reads  []int // of the last closure
}

// Determinise returns a complete DFA for the words that the program accepts, or ErrTooLarge.
func (p *Program) Determinise(o Options) (*Table, error) {
	if o.Kinds == nil {
		o.Kinds = make([]Kind, o.Letters)
	}
	if p.Looks {
		work := 0
		return p.determiniseLooks(o, None, &work)
	}
	d := &determiniser{
		Program: p,
		Options: o,
		table:   &Table{Letters: o.Letters, Next: make([]int32, firstState*o.Letters), Accepts: []bool{false, false, true}},
		subsets: make([]subset, firstState),
		known:   map[string]int32{},
		seen:    make([]int, len(p.Instructions)),
	}
	d.subsets[startState] = subset{[]int{p.Start}, None}
	for l := range o.Letters {
		d.table.Next[deadState*o.Letters+l] = deadState
		d.table.Next[finalState*o.Letters+l] = finalState
	}
	for s := startState; s < len(d.subsets); s++ {
		if s == deadState || s == finalState {
			continue
		}
		if err := d.fill(s); err != nil {
			return nil, err
		}
	}
	return d.table, nil
}

// fill computes the transitions of a state.
func (d *determiniser) fill(state int) (err error) {
	if d.table.Accepts[state], err = d.closure(state, None); err != nil || d.Letters == 0 {
		return err
	}
	for kind := range slices.Max(d.Kinds) + 1 {
		if err := d.fillLetters(state, kind); err != nil {
			return err
		}
	}
	return nil
}

// fillLetters computes the transitions of a state on the letters of one kind.
func (d *determiniser) fillLetters(state int, kind Kind) error {
	matched, err := d.closure(state, kind)
	if err != nil {
		return err
	}
	threads := make([][]int, d.Letters)
	for _, pc := range d.reads {
		in := d.Instructions[pc]
		if err := d.spend(len(in.Letters)); err != nil {
			return err
		}
		for _, l := range in.Letters {
			threads[l] = append(threads[l], in.Out)
		}
	}
	for l := range threads {
		if d.Kinds[l] != kind {
			continue
		}
		to := int32(finalState)
		if !matched || !d.Search {
			slices.Sort(threads[l])
			if to, err = d.state(subset{slices.Compact(threads[l]), kind}); err != nil {
				return err
			}
		}
		d.table.Next[state*d.Letters+l] = to
	}
	return nil
}

// state returns the number of the state for a subset, which may be new.
func (d *determiniser) state(s subset) (int32, error) {
	if len(s.threads) == 0 && !d.Search {
		return deadState, nil
	}
	key := binary.AppendUvarint(nil, uint64(s.left))
	for _, pc := range s.threads {
		key = binary.AppendUvarint(key, uint64(pc))
	}
	if err := d.spend(len(s.threads) + 1); err != nil {
		return 0, err
	}
	if number, ok := d.known[string(key)]; ok {
		return number, nil
	}
	number := len(d.subsets)
	if number >= d.States || (number+1)*d.Letters > d.Cells {
		return 0, ErrTooLarge
	}
	d.known[string(key)] = int32(number)
	d.subsets = append(d.subsets, s)
	d.table.Accepts = append(d.table.Accepts, false)
	d.table.Next = append(d.table.Next, make([]int32, d.Letters)...)
	return int32(number), nil
}

// closure follows a state's threads up to where they read, collects those places in d.reads, and reports whether
// one accepts on the way.
func (d *determiniser) closure(state int, right Kind) (matched bool, err error) {
	d.round++
	d.reads, d.visits = d.reads[:0], 0
	s := d.subsets[state]
	for _, pc := range s.threads {
		matched = d.follow(pc, s.left, right) || matched
	}
	if d.Search {
		matched = d.follow(d.Start, s.left, right) || matched
	}
	return matched, d.spend(d.visits)
}

func (d *determiniser) follow(pc int, left, right Kind) bool {
	if d.seen[pc] == d.round {
		return false
	}
	d.seen[pc] = d.round
	d.visits++
	switch in := d.Instructions[pc]; in.Op {
	case Accept:
		return true
	case Read:
		d.reads = append(d.reads, pc)
		return false
	case Split, Loop:
		matched := d.follow(in.Out, left, right)
		return d.follow(in.Alt, left, right) || matched
	case Assert:
		return in.Holds(left, right) && d.follow(in.Out, left, right)
	}
	panic("automata: unknown instruction")
}

// spend counts work against the limit.
func (d *determiniser) spend(n int) error {
	if d.work += n; d.work > d.Work {
		return ErrTooLarge
	}
	return nil
}
