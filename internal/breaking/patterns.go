package breaking

import (
	"encoding/binary"
	"slices"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/sorting"
)

// mostPairs bounds the states of a product of automata.
const mostPairs = 20_000

// strayWord returns a shortest string that all of some patterns match and that another does not. If the automata are too large, or the other pattern
// has none, there may be one although none is returned. proven is set if there is none.
func strayWord(all []*ir.Regexp, want *ir.Regexp) (word string, proven bool) {
	if slices.ContainsFunc(all, func(re *ir.Regexp) bool { return re.Source == want.Source }) {
		return "", true
	}
	if len(want.DFA.States) == 0 {
		return "", false
	}
	var list []ir.DFA // a pattern without automaton is left out: then the product accepts more
	for _, re := range all {
		if len(re.DFA.States) > 0 {
			list = append(list, re.DFA)
		}
	}
	word, found, finished := product(append(list, want.DFA))
	return word, finished && !found
}

// sameLanguage reports whether two patterns match the same strings.
func sameLanguage(a, b *ir.Regexp) bool {
	_, within := strayWord([]*ir.Regexp{a}, b)
	if !within {
		return false
	}
	_, within = strayWord([]*ir.Regexp{b}, a)
	return within
}

// way is a state of the product, as its number by automaton, with the string that led there.
type way struct {
	at   []int
	word []rune
}

const (
	dead  = -1 // no continuation matches
	final = -2 // every continuation matches
)

func product(list []ir.DFA) (word string, found, finished bool) {
	start := way{at: make([]int, len(list))}
	for i, d := range list {
		if d.States[0].Final {
			start.at[i] = final
		}
	}
	seen := map[string]bool{key(start.at): true}
	for queue := []way{start}; len(queue) > 0; queue = queue[1:] {
		w := queue[0]
		if stray(list, w.at) {
			return string(w.word), true, true
		}
		for _, r := range letters(list, w.at) {
			next := way{at: make([]int, len(list)), word: append(slices.Clip(w.word), r)}
			for i, d := range list {
				next.at[i] = step(d, w.at[i], r)
			}
			last := len(list) - 1
			if slices.Contains(next.at[:last], dead) || next.at[last] == final || seen[key(next.at)] {
				continue
			}
			if len(seen) > mostPairs {
				return "", false, false
			}
			seen[key(next.at)] = true
			queue = append(queue, next)
		}
	}
	return "", false, true
}

func key(at []int) string {
	var bytes []byte
	for _, n := range at {
		bytes = binary.AppendVarint(bytes, int64(n))
	}
	return string(bytes)
}

func accepts(d ir.DFA, at int) bool { return at == final || at >= 0 && d.States[at].Accept }

// stray reports whether a string may end here and is in all languages but the last.
func stray(list []ir.DFA, at []int) bool {
	for i, d := range list {
		if accepts(d, at[i]) == (i == len(list)-1) {
			return false
		}
	}
	return true
}

func step(d ir.DFA, at int, r rune) int {
	if at < 0 {
		return at
	}
	for _, e := range d.States[at].Edges {
		if r >= e.Lo && r <= e.Hi {
			if d.States[e.To].Final {
				return final
			}
			return e.To
		}
	}
	return dead
}

// letters are one of each class of characters that the states distinguish; letters and digits first, so that witnesses can be read.
func letters(list []ir.DFA, at []int) []rune {
	cuts := []rune{0, ' ', '0', 'A', 'a', '{', 0xD800, 0xE000}
	for i, d := range list {
		if at[i] < 0 {
			continue
		}
		for _, e := range d.States[at[i]].Edges {
			cuts = append(cuts, e.Lo, e.Hi+1)
		}
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	cuts = slices.DeleteFunc(cuts, func(r rune) bool { return r > 0x10FFFF || r >= 0xD800 && r < 0xE000 })
	sorting.Stable(cuts, func(a, b rune) int { return rank(a) - rank(b) })
	return cuts
}

func rank(r rune) int {
	switch {
	case r >= 'a' && r <= 'z':
		return 0
	case r >= '0' && r <= '9', r >= 'A' && r <= 'Z':
		return 1
	case r >= ' ' && r <= '~':
		return 2
	}
	return 3
}
