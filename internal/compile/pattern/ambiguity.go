package pattern

import "slices"

// maxAmbiguous is the product of counts up to which a counted repetition may be ambiguous: it is polynomial.
// Beyond it, what would be exponential in the length of the text were there no limit is so in the count.
const maxAmbiguous = 4

// refuseAmbiguous refuses a pattern with a repetition that can get through one text in exponentially many ways, all
// of which a backtracking engine tries before it gives up. Each repetition is judged by itself, the inner ones
// first; n is repeated outer times. Ambiguity outside repetitions is polynomial and let through.
func (a *ambiguity) refuseAmbiguous(n node, outer int) {
	switch n := n.(type) {
	case empty, literal, class, assertion:
	case sequence:
		for _, part := range n {
			a.refuseAmbiguous(part, outer)
		}
	case choice:
		for _, branch := range n {
			a.refuseAmbiguous(branch, outer)
		}
	case repeat:
		outer *= max(n.min, n.max, 1)
		a.refuseAmbiguous(n.body, outer)
		if n.max != unlimited && outer <= maxAmbiguous || isCharacter(n.body) {
			return
		}
		if a.exponential(n.body) {
			refuse(n.at, Exponential, "this repetition can match the same text in more than one way, which may take "+
				"exponential time; let what it repeats begin and end differently")
		}
	default:
		panic(unknown(n))
	}
}

// ambiguity judges loops. It works on positions, the places that read a character, and on which may follow which:
// a loop is exponential if from one position back to itself two different paths read the same text (Weber and
// Seidl, "On the degree of ambiguity of finite automata", 1991). Where an engine can get from one position to the
// next in two ways, with nothing read in between, that is two paths. Assertions are taken to hold, so that a loop
// that only \b keeps in order is refused too.
type ambiguity struct {
	alphabet  *alphabet
	positions []position
	ways      map[link]int // in how many ways one position may follow another, 2 standing for more
	work      int          // of all loops
}

// position is one place that reads a character.
type position struct {
	letters []int
	follows []int // positions, each once
}

type link struct{ from, to int }

// fragment is what a part of a loop looks like from outside.
type fragment struct {
	empty       int // in how many ways it matches the empty string, 2 standing for more
	first, last []ending
}

// ending is a position that a fragment can begin or end with, and in how many ways.
type ending struct{ position, ways int }

// atMostTwo is saturating arithmetic: nobody asks for more.
func atMostTwo(n int) int { return min(n, 2) }

// exponential decides whether a loop around body is.
func (a *ambiguity) exponential(body node) bool {
	a.positions, a.ways = nil, map[link]int{}
	f := a.fragment(body)
	a.connect(f.last, f.first)
	g := newPairGraph(a.alphabet.size)
	for from, p := range a.positions {
		for _, to := range p.follows {
			if a.ways[link{from, to}] > 1 && len(a.positions[to].letters) > 0 {
				return true
			}
		}
		g.number(from, from)
	}
	for i := 0; i < len(g.pairs); i++ {
		a.step(g, i)
	}
	return g.splitsAndMeets()
}

// fragment adds the positions of n.
func (a *ambiguity) fragment(n node) fragment {
	switch n := n.(type) {
	case empty, assertion:
		return fragment{empty: 1}
	case literal, class:
		a.spend(1)
		a.positions = append(a.positions, position{letters: a.alphabet.letters(charset(n))})
		only := []ending{{len(a.positions) - 1, 1}}
		return fragment{first: only, last: only}
	case sequence:
		whole := fragment{empty: 1}
		for _, part := range n {
			whole = a.concatenate(whole, a.fragment(part))
		}
		return whole
	case choice:
		var whole fragment
		for _, branch := range n {
			f := a.fragment(branch)
			whole.empty = atMostTwo(whole.empty + f.empty)
			whole.first = append(whole.first, f.first...)
			whole.last = append(whole.last, f.last...)
		}
		return whole
	case repeat:
		return a.repetition(n)
	}
	panic(unknown(n))
}

// concatenate makes one fragment of two that stand one after the other.
func (a *ambiguity) concatenate(left, right fragment) fragment {
	a.connect(left.last, right.first)
	a.spend(len(left.first) + len(right.last))
	return fragment{
		empty: atMostTwo(left.empty * right.empty),
		first: slices.Concat(left.first, times(right.first, left.empty)),
		last:  slices.Concat(times(left.last, right.empty), right.last),
	}
}

// times multiplies the ways of endings.
func times(endings []ending, factor int) []ending {
	if factor == 0 {
		return nil
	}
	out := slices.Clone(endings)
	for i := range out {
		out[i].ways = atMostTwo(out[i].ways * factor)
	}
	return out
}

// connect lets each of first follow each of last.
func (a *ambiguity) connect(last, first []ending) {
	a.spend(len(last) * len(first))
	for _, from := range last {
		for _, to := range first {
			l := link{from.position, to.position}
			if a.ways[l] == 0 {
				p := &a.positions[l.from]
				p.follows = append(p.follows, l.to)
			}
			a.ways[l] = atMostTwo(a.ways[l] + from.ways*to.ways)
		}
	}
}

// repetition adds as many copies as there are counted ones, from the last to the first: x{1,3} is x(x(x)?)?. Were
// the optional copies not nested, the empty string would match in many ways. Without a limit the last copy loops.
func (a *ambiguity) repetition(n repeat) fragment {
	whole := fragment{empty: 1}
	copies := max(n.min, n.max)
	if n.max == unlimited {
		whole = a.fragment(n.body)
		a.connect(whole.last, whole.first)
		if n.min == 0 {
			whole.empty = max(whole.empty, 1) // no engine goes round without reading
		}
		copies = n.min - 1 // may be negative
	}
	for i := copies; i > 0; i-- {
		whole = a.concatenate(a.fragment(n.body), whole)
		if n.max != unlimited && i > n.min {
			whole.empty = atMostTwo(whole.empty + 1)
		}
	}
	return whole
}

// step adds the pairs that two paths can be at once they have read one more character of the same text.
func (a *ambiguity) step(g *pairGraph, pair int) {
	at := g.pairs[pair]
	for _, l := range a.positions[at.from].follows {
		for _, letter := range a.positions[l].letters {
			g.readers[letter] = append(g.readers[letter], l)
			a.spend(1)
		}
	}
	for _, r := range a.positions[at.to].follows {
		for _, letter := range a.positions[r].letters {
			a.spend(1 + len(g.readers[letter]))
			for _, l := range g.readers[letter] {
				to := g.number(l, r)
				g.next[pair] = append(g.next[pair], to)
			}
		}
	}
	for _, l := range a.positions[at.from].follows {
		for _, letter := range a.positions[l].letters {
			g.readers[letter] = g.readers[letter][:0]
		}
	}
}

func (a *ambiguity) spend(n int) {
	if a.work += n; a.work > maxPairs {
		refuse(0, TooLarge, "the repetitions of the pattern are too large to be checked; write fewer alternatives or lower counts")
	}
}

// pairGraph is where two paths can be that read the same text. A pair stands for its mirror image too.
type pairGraph struct {
	numbers map[link]int
	pairs   []link
	next    [][]int
	readers [][]int // by letter: scratch of step
}

func newPairGraph(letters int) *pairGraph {
	return &pairGraph{numbers: map[link]int{}, readers: make([][]int, letters)}
}

func (g *pairGraph) number(l, r int) int {
	pair := link{min(l, r), max(l, r)}
	n, ok := g.numbers[pair]
	if !ok {
		n = len(g.pairs)
		g.numbers[pair] = n
		g.pairs = append(g.pairs, pair)
		g.next = append(g.next, nil)
	}
	return n
}

// splitsAndMeets reports whether two paths can part and be back together where they were: whether a strongly
// connected component holds both a pair of one position twice and a pair of two.
func (g *pairGraph) splitsAndMeets() bool {
	together, apart := map[int]bool{}, map[int]bool{}
	for i, component := range components(g.next) {
		if pair := g.pairs[i]; pair.from == pair.to {
			together[component] = true
		} else {
			apart[component] = true
		}
	}
	for component := range together { // in any order: the answer is the same
		if apart[component] {
			return true
		}
	}
	return false
}
