package automata

import "slices"

// Minimise returns the least complete DFA that accepts the same words. Its states are numbered in the order in which
// a walk from the start, letters ascending, first meets them.
func (t *Table) Minimise() *Table {
	parts := t.equivalence()
	least := &Table{Letters: t.Letters}
	var queue []int              // by number: a member of its part
	numbers := map[int32]int32{} // part -> number
	number := func(s int32) int32 {
		part := parts.of[s]
		n, ok := numbers[part]
		if !ok {
			n = int32(len(queue))
			numbers[part] = n
			queue = append(queue, int(s))
		}
		return n
	}
	number(startState)
	for i := 0; i < len(queue); i++ {
		least.Accepts = append(least.Accepts, t.Accepts[queue[i]])
		for _, to := range t.Row(queue[i]) {
			least.Next = append(least.Next, number(to))
		}
	}
	return least
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
func (t *Table) equivalence() *partition {
	n := t.States()
	p := &partition{members: make([]int32, n), place: make([]int32, n), of: make([]int32, n)}
	for s := range n {
		p.members[s], p.place[s] = int32(s), int32(s)
	}
	p.first, p.end, p.marked = []int32{0}, []int32{int32(n)}, []int32{0}
	for s, accepts := range t.Accepts {
		if accepts {
			p.mark(int32(s))
		}
	}
	p.divide(func(int32) {})
	sources := t.sources()
	work := []int32{0} // one half is enough: both split the same states
	for len(work) > 0 {
		part := work[len(work)-1]
		work = work[:len(work)-1]
		splitter := slices.Clone(p.members[p.first[part]:p.end[part]])
		for l := range t.Letters {
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
