package automata

import "slices"

// Empty reports whether no word is accepted.
func (t *Table) Empty() bool { return !t.Live()[startState] }

// Reachable returns, by state, whether a word leads there from the start.
func (t *Table) Reachable() []bool {
	reachable := make([]bool, t.States())
	reachable[startState] = true
	t.explore(func(_, _ int, to int32) { reachable[to] = true })
	return reachable
}

// WordsTo returns, by state, a shortest word that leads there from the start, of several the least; nil if there is
// none.
func (t *Table) WordsTo() [][]int {
	words := make([][]int, t.States())
	words[startState] = []int{}
	t.explore(func(from, l int, to int32) { words[to] = append(slices.Clip(words[from]), l) })
	return words
}

// explore walks breadth-first from the start, letters ascending, and calls visit with the first way to each other state.
func (t *Table) explore(visit func(from, l int, to int32)) {
	seen := make([]bool, t.States())
	seen[startState] = true
	queue := []int{startState}
	for len(queue) > 0 {
		from := queue[0]
		queue = queue[1:]
		for l, to := range t.Row(from) {
			if !seen[to] {
				seen[to] = true
				queue = append(queue, int(to))
				visit(from, l, to)
			}
		}
	}
}

// Live returns, by state, whether a word leads from there to acceptance.
func (t *Table) Live() []bool {
	live := make([]bool, t.States())
	for s, distance := range t.distances() {
		live[s] = distance >= 0
	}
	return live
}

// LiveLetters returns, by state, the letters after which a word still leads to acceptance, ascending.
func (t *Table) LiveLetters() [][]int {
	live := t.Live()
	letters := make([][]int, t.States())
	for s := range letters {
		for l, to := range t.Row(s) {
			if live[to] {
				letters[s] = append(letters[s], l)
			}
		}
	}
	return letters
}

// WordsFrom returns, by state, a shortest word that leads from there to acceptance, of several the least; nil if there
// is none.
func (t *Table) WordsFrom() [][]int {
	distances := t.distances()
	words := make([][]int, t.States())
	for s, distance := range distances {
		if distance < 0 {
			continue
		}
		words[s] = []int{}
		for at := s; distances[at] > 0; {
			l := slices.IndexFunc(t.Row(at), func(to int32) bool { return distances[to] == distances[at]-1 })
			words[s] = append(words[s], l)
			at = int(t.Row(at)[l])
		}
	}
	return words
}

// distances returns, by state, how many letters a shortest word to acceptance has; -1 if there is none.
func (t *Table) distances() []int {
	distances := make([]int, t.States())
	var queue []int32
	for s, accepts := range t.Accepts {
		if distances[s] = -1; accepts {
			distances[s] = 0
			queue = append(queue, int32(s))
		}
	}
	sources := t.sources()
	for len(queue) > 0 {
		to := queue[0]
		queue = queue[1:]
		for l := range t.Letters {
			for _, from := range sources.to(l, to) {
				if distances[from] < 0 {
					distances[from] = distances[to] + 1
					queue = append(queue, from)
				}
			}
		}
	}
	return distances
}
