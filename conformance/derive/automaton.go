package derive

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/envgen/envgen/internal/ir"
)

// automaton reads strings for one pattern.
type automaton interface {
	// edges are where it can go from a state; code points on no edge end the search without a match.
	edges(state) []edge
	accepts(state) bool
}

// state is one of a DFA, or a step of a Walk and how many code points it has taken. The zero state is the start.
type state struct{ step, count int }

type edge struct {
	lo, hi rune
	to     state
}

func automatonOf(re *ir.Regexp) automaton {
	if len(re.DFA.States) > 0 {
		return dfa{re.DFA}
	}
	return walk{re.Walk}
}

type dfa struct{ ir.DFA }

func (d dfa) edges(s state) []edge {
	at := d.States[s.step]
	if at.Final {
		return []edge{{0, utf8.MaxRune, s}}
	}
	var list []edge
	for _, e := range at.Edges {
		list = append(list, edge{e.Lo, e.Hi, state{step: e.To}})
	}
	return list
}

func (d dfa) accepts(s state) bool { return d.States[s.step].Accept || d.States[s.step].Final }

type walk struct{ *ir.Walk }

// edges are those of the step that the state is in and, where that step may end here, those of the steps behind it. A
// code point that several could take is the first one's.
func (w walk) edges(s state) []edge {
	var list []edge
	rest := []ir.Range{{Lo: 0, Hi: utf8.MaxRune}}
	for ; s.step < len(w.Steps); s = (state{step: s.step + 1}) {
		step := w.Steps[s.step]
		if step.Max < 0 || s.count < step.Max {
			next := state{s.step, s.count + 1}
			if step.Max < 0 {
				next.count = min(next.count, max(step.Min, 1)) // beyond that, counting changes nothing
			}
			for _, r := range step.Ranges {
				list = append(list, cut(rest, r, next)...)
			}
			rest = minus(rest, step.Ranges)
		}
		if s.count < step.Min {
			return list
		}
	}
	if !w.Whole {
		for _, r := range rest {
			list = append(list, edge{r.Lo, r.Hi, s})
		}
	}
	return list
}

func (w walk) accepts(s state) bool {
	for ; s.step < len(w.Steps); s = (state{step: s.step + 1}) {
		if s.count < w.Steps[s.step].Min {
			return false
		}
	}
	return true
}

func cut(rest []ir.Range, r ir.Range, to state) []edge {
	var list []edge
	for _, o := range rest {
		if lo, hi := max(o.Lo, r.Lo), min(o.Hi, r.Hi); lo <= hi {
			list = append(list, edge{lo, hi, to})
		}
	}
	return list
}

// minus takes disjoint, ascending ranges away from others.
func minus(from, ranges []ir.Range) []ir.Range {
	for _, r := range ranges {
		var left []ir.Range
		for _, f := range from {
			if f.Lo < r.Lo {
				left = append(left, ir.Range{Lo: f.Lo, Hi: min(f.Hi, r.Lo-1)})
			}
			if f.Hi > r.Hi {
				left = append(left, ir.Range{Lo: max(f.Lo, r.Hi+1), Hi: f.Hi})
			}
		}
		from = left
	}
	return from
}

// maxVisited bounds the search for a string. No pattern of a sensible spec comes near.
const maxVisited = 200_000

// visited is a place that the search has reached: a state of each automaton and a length.
type visited struct {
	states []state
	length int
	last   rune
	from   *visited
}

// shortest is the shortest string of at least least and at most most code points (-1: no limit) that every pattern matches. Among strings of one
// length, it prefers readable ones.
func shortest(patterns []*ir.Regexp, least, most int) (string, bool) {
	all := make([]automaton, len(patterns))
	for i, re := range patterns {
		all[i] = automatonOf(re)
	}
	queue := []*visited{{states: make([]state, len(all))}}
	known := map[string]bool{}
	for i := 0; i < len(queue) && i < maxVisited; i++ {
		at := queue[i]
		if at.length >= least && at.accepted(all) {
			return at.text(), true
		}
		if at.length == most {
			continue
		}
		for _, e := range at.edges(all) {
			e.length = at.length + 1
			key := fmt.Sprint(e.states, min(e.length, least))
			if !known[key] {
				known[key] = true
				queue = append(queue, e)
			}
		}
	}
	return "", false
}

func (v *visited) accepted(all []automaton) bool {
	for i, a := range all {
		if !a.accepts(v.states[i]) {
			return false
		}
	}
	return true
}

// edges are the ways on that all automata have in common.
func (v *visited) edges(all []automaton) []*visited {
	type way struct {
		lo, hi rune
		states []state
	}
	ways := []way{{lo: 0, hi: utf8.MaxRune}}
	for i, a := range all {
		var narrowed []way
		for _, w := range ways {
			for _, e := range a.edges(v.states[i]) {
				if lo, hi := max(w.lo, e.lo), min(w.hi, e.hi); lo <= hi {
					narrowed = append(narrowed, way{lo, hi, append(w.states[:i:i], e.to)})
				}
			}
		}
		ways = narrowed
	}
	var list []*visited
	for _, w := range ways {
		if r, ok := readable(w.lo, w.hi); ok {
			list = append(list, &visited{states: w.states, last: r, from: v})
		}
	}
	slices.SortStableFunc(list, func(a, b *visited) int { return rank(a.last) - rank(b.last) })
	return list
}

func (v *visited) text() string {
	r := make([]rune, v.length)
	for ; v.from != nil; v = v.from {
		r[v.length-1] = v.last
	}
	return string(r)
}

const mostReadable = "a0A-_.:/ "

// readable is a code point of a range, one that is easily read if there is any. Surrogates are none.
func readable(lo, hi rune) (rune, bool) {
	for _, r := range mostReadable {
		if lo <= r && r <= hi {
			return r, true
		}
	}
	if r := max(lo, '!'); r <= min(hi, '~') {
		return r, true
	}
	if lo >= 0xd800 && lo <= 0xdfff {
		lo = 0xe000
	}
	return lo, lo <= hi
}

func rank(r rune) int {
	if i := strings.IndexRune(mostReadable, r); i >= 0 {
		return i
	}
	return len(mostReadable) + min(int(r), utf8.RuneSelf)
}
