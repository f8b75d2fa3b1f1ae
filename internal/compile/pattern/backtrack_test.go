package pattern

import "github.com/envgen/envgen/internal/automata"

// backtracker searches a text like an engine without memoization. It counts a step for each character or place that it looks at, for each branch, and
// for each decision whether to repeat.
type backtracker struct {
	text          []rune
	steps, budget int
	exhaustive    bool // a match does not end the search: the text after the pattern could reject it
}

// steps counts the steps of a search, up to a budget.
func steps(tree node, text string, budget int) int {
	b := &backtracker{text: []rune(text), budget: budget, exhaustive: true}
	b.search(tree)
	return b.steps
}

func (b *backtracker) search(tree node) bool {
	for at := range len(b.text) + 1 {
		if b.match(tree, at, func(int) bool { return !b.exhaustive }) {
			return true
		}
	}
	return false
}

// match calls next with every place that n can lead to from at, in the order in which an engine tries them.
func (b *backtracker) match(n node, at int, next func(int) bool) bool {
	if b.steps >= b.budget {
		return false
	}
	switch n := n.(type) {
	case empty:
		return next(at)
	case literal, class:
		b.steps++
		return at < len(b.text) && charset(n).has(b.text[at]) && next(at+1)
	case assertion:
		b.steps++
		return holds(n, b.left(at), b.right(at)) && next(at)
	case sequence:
		if len(n) == 0 {
			return next(at)
		}
		return b.match(n[0], at, func(to int) bool { return b.match(n[1:], to, next) })
	case choice:
		for i, branch := range n {
			if i > 0 {
				b.steps++
			}
			if b.match(branch, at, next) {
				return true
			}
		}
		return false
	case repeat:
		return b.repeat(n, 0, at, next)
	}
	panic(unknown(n))
}

func (b *backtracker) repeat(n repeat, done, at int, next func(int) bool) bool {
	if n.max == unlimited || done < n.max {
		if done >= n.min {
			b.steps++
		}
		if b.match(n.body, at, func(to int) bool {
			return (to > at || done < n.min) && b.repeat(n, done+1, to, next)
		}) {
			return true
		}
	}
	return done >= n.min && next(at)
}

func (b *backtracker) left(at int) automata.Kind {
	switch {
	case at == 0:
		return automata.None
	case word.has(b.text[at-1]):
		return insideWord
	}
	return outsideWord
}

func (b *backtracker) right(at int) automata.Kind {
	switch {
	case at == len(b.text):
		return automata.None
	case word.has(b.text[at]):
		return insideWord
	}
	return outsideWord
}
