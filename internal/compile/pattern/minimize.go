package pattern

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// minimal returns the least automaton that accepts the same strings: states in the order in which a walk over
// ascending code points first meets them, without those that lead nowhere.
func (t *table) minimal(a *alphabet) ir.DFA {
	p := t.equivalence()
	w := writer{table: t, alphabet: a, parts: p, numbers: map[int32]int{}}
	w.number(startState)
	edges := 0
	for i := 0; i < len(w.queue); i++ {
		state := w.state(w.queue[i])
		w.dfa.States = append(w.dfa.States, state)
		if edges += len(state.Edges); edges > maxEdges {
			refuse(0, TooLarge, "matching the pattern needs an automaton of more than %d edges; "+
				"write smaller classes, or lower the counts", maxEdges)
		}
	}
	return w.dfa
}

// writer turns the parts of a table into the states of an automaton.
type writer struct {
	table    *table
	alphabet *alphabet
	parts    *partition
	numbers  map[int32]int // part -> state
	queue    []int         // by state: a member of its part
	dfa      ir.DFA
}

// number returns the state for the part that s is in.
func (w *writer) number(s int) int {
	part := w.parts.of[s]
	n, ok := w.numbers[part]
	if !ok {
		if n = len(w.queue); n >= maxStates {
			refuseStates()
		}
		w.numbers[part] = n
		w.queue = append(w.queue, s)
	}
	return n
}

// state writes the state for a member of a part.
func (w *writer) state(s int) ir.State {
	if w.parts.of[s] == w.parts.of[finalState] {
		return ir.State{Accept: true, Final: true}
	}
	state := ir.State{Accept: w.table.accepts[s]}
	for i, lo := range w.alphabet.starts {
		next := int(w.table.next[s*w.table.letters+w.alphabet.letter[i]])
		if w.parts.of[next] == w.parts.of[deadState] {
			continue
		}
		hi := everything[0].Hi
		if i+1 < len(w.alphabet.starts) {
			hi = w.alphabet.starts[i+1] - 1
		}
		to := w.number(next)
		if n := len(state.Edges); n > 0 && state.Edges[n-1].To == to && state.Edges[n-1].Hi == lo-1 {
			state.Edges[n-1].Hi = hi
		} else {
			state.Edges = append(state.Edges, ir.Edge{Lo: lo, Hi: hi, To: to})
		}
	}
	return state
}

// partition divides the states of a table into parts. A part is a stretch of members; marked members come first.
type partition struct {
	members []int32
	place   []int32 // by state: its place in members
	of      []int32 // by state: its part
	first   []int32 // by part: the stretch, from first up to end
	end     []int32
	marked  []int32 // by part: how many
	touched []int32 // parts with marked members
}

// equivalence divides the states into those that accept the same strings, by Hopcroft's algorithm.
func (t *table) equivalence() *partition {
	n := t.states()
	p := &partition{members: make([]int32, n), place: make([]int32, n), of: make([]int32, n)}
	for s := range n {
		p.members[s], p.place[s] = int32(s), int32(s)
	}
	p.first, p.end, p.marked = []int32{0}, []int32{int32(n)}, []int32{0}
	for s, accepts := range t.accepts {
		if accepts {
			p.mark(int32(s))
		}
	}
	p.divide(func(int32) {})
	sources := t.sources()
	work := []int32{0} // one half is enough: what the other one splits, this one does
	for len(work) > 0 {
		part := work[len(work)-1]
		work = work[:len(work)-1]
		splitter := slices.Clone(p.members[p.first[part]:p.end[part]])
		for l := range t.letters {
			for _, s := range splitter {
				for _, from := range sources.to(l, s) {
					p.mark(from)
				}
			}
			// The new part is the smaller one, so it is enough even if the old one is not in work any more.
			p.divide(func(fresh int32) { work = append(work, fresh) })
		}
	}
	return p
}

// mark moves a state, not yet marked, among the marked members of its part.
func (p *partition) mark(s int32) {
	part := p.of[s]
	at, to := p.place[s], p.first[part]+p.marked[part]
	if p.marked[part] == 0 {
		p.touched = append(p.touched, part)
	}
	other := p.members[to]
	p.members[at], p.members[to] = other, s
	p.place[other], p.place[s] = at, to
	p.marked[part]++
}

// divide separates marked members from the others, where a part has both, and unmarks all. The smaller half becomes
// a new part.
func (p *partition) divide(made func(fresh int32)) {
	for _, part := range p.touched {
		first, middle, end := p.first[part], p.first[part]+p.marked[part], p.end[part]
		p.marked[part] = 0
		if middle == end {
			continue
		}
		fresh := int32(len(p.first))
		if middle-first <= end-middle {
			p.first[part] = middle
			end = middle
		} else {
			p.end[part] = middle
			first = middle
		}
		p.first, p.end, p.marked = append(p.first, first), append(p.end, end), append(p.marked, 0)
		for _, s := range p.members[first:end] {
			p.of[s] = fresh
		}
		made(fresh)
	}
	p.touched = p.touched[:0]
}

// sources is a table turned round.
type sources struct {
	states int
	start  []int32 // of the stretch of from, by letter and state
	from   []int32
}

func (t *table) sources() *sources {
	n := t.states()
	s := &sources{states: n, start: make([]int32, n*t.letters+1), from: make([]int32, n*t.letters)}
	for i, to := range t.next {
		s.start[(i%t.letters)*n+int(to)+1]++
	}
	for i := 1; i < len(s.start); i++ {
		s.start[i] += s.start[i-1]
	}
	free := slices.Clone(s.start)
	for i, to := range t.next {
		at := (i%t.letters)*n + int(to)
		s.from[free[at]] = int32(i / t.letters)
		free[at]++
	}
	return s
}

// to returns the states from which letter l leads to s.
func (s *sources) to(l int, state int32) []int32 {
	at := l*s.states + int(state)
	return s.from[s.start[at]:s.start[at+1]]
}
