package pattern

import (
	"cmp"
	"slices"

	"github.com/envgen/envgen/internal/automata"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/sorting"
)

// alphabet divides the code points into letters: those that no class of a pattern distinguishes are one letter.
type alphabet struct {
	starts []rune          // interval i reaches from starts[i] to before the next one
	letter []int           // of each interval
	size   int             // how many letters there are
	words  bool            // the pattern requires word boundaries
	kinds  []automata.Kind // by letter
}

func newAlphabet(tree node) *alphabet {
	var sets []set
	contains(tree, func(n node) bool {
		if s := charset(n); s != nil {
			sets = append(sets, s)
		}
		return false
	})
	a := &alphabet{}
	a.words = contains(tree, func(n node) bool { return n == atBoundary || n == notAtBoundary })
	if a.words {
		sets = append(sets, word)
	}
	sorting.Func(sets, compareSets)
	sets = slices.CompactFunc(sets, func(s, t set) bool { return compareSets(s, t) == 0 })
	a.cut(sets)
	for _, s := range sets {
		a.refine(s)
	}
	a.number()
	a.kinds = make([]automata.Kind, a.size)
	if a.words {
		for _, l := range a.letters(word) {
			a.kinds[l] = insideWord
		}
	}
	return a
}

func compareSets(s, t set) int {
	return slices.CompareFunc(s, t, func(x, y ir.Range) int { return cmp.Or(cmp.Compare(x.Lo, y.Lo), cmp.Compare(x.Hi, y.Hi)) })
}

// cut makes an interval begin wherever a set begins or ends.
func (a *alphabet) cut(sets []set) {
	a.starts = []rune{0}
	for _, s := range sets {
		for _, r := range s {
			a.starts = append(a.starts, r.Lo, r.Hi+1)
		}
	}
	slices.Sort(a.starts)
	a.starts = slices.Compact(a.starts)
	if last := len(a.starts) - 1; a.starts[last] > everything[0].Hi {
		a.starts = a.starts[:last]
	}
	a.letter = make([]int, len(a.starts))
	a.size = 1
}

// refine gives the members of s letters of their own.
func (a *alphabet) refine(s set) {
	fresh := map[int]int{} // old letter -> letter of its members in s
	a.intervals(s, func(i int) {
		old := a.letter[i]
		if _, ok := fresh[old]; !ok {
			fresh[old] = a.size
			a.size++
		}
		a.letter[i] = fresh[old]
	})
}

// number numbers the letters in order of their first code points, without the gaps that refine left.
func (a *alphabet) number() {
	numbers := map[int]int{}
	for i, l := range a.letter {
		if _, ok := numbers[l]; !ok {
			numbers[l] = len(numbers)
		}
		a.letter[i] = numbers[l]
	}
	a.size = len(numbers)
}

// intervals visits the intervals of a set that cut has seen.
func (a *alphabet) intervals(s set, visit func(int)) {
	for _, r := range s {
		i, _ := slices.BinarySearch(a.starts, r.Lo)
		for ; i < len(a.starts) && a.starts[i] <= r.Hi; i++ {
			visit(i)
		}
	}
}

// letters returns the letters of a set that cut has seen, ascending.
func (a *alphabet) letters(s set) []int {
	var found []int
	a.intervals(s, func(i int) { found = append(found, a.letter[i]) })
	slices.Sort(found)
	return slices.Compact(found)
}
