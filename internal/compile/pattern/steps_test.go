package pattern

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// loops writes a random pattern of loops within loops.
func loops(random *rand.Rand, depth int) string {
	pick := func(texts ...string) string { return texts[random.IntN(len(texts))] }
	if depth == 0 || random.IntN(8) == 0 {
		return pick("a", "b", "[ab]", `\w`, ".", `\b`, "-")
	}
	inner := func() string { return loops(random, depth-1) }
	switch random.IntN(5) {
	case 0:
		return "(?:" + inner() + "|" + inner() + ")"
	case 1:
		return "(?:" + inner() + ")" + pick("*", "+", "?", "{2}", "{1,2}", "{2,}", "{0,9}", "{8}")
	case 2:
		return "(?:" + inner() + ")" + pick("*", "+")
	}
	return inner() + inner()
}

// Whatever is accepted, a backtracking engine gets through it in polynomial time: on a text that is twice as long
// it takes more steps by a factor that depends on the pattern only. And if it does not, the pattern is refused.
func TestAcceptedPatternsAreNotExponential(t *testing.T) {
	const budget, limit = 300_000, 100
	random := rand.New(rand.NewPCG(5, 6))
	accepted, slow, refusals := 0, 0, 0
	for range 250 {
		source := "^(?:" + loops(random, 4) + ")!"
		_, refused := Translate(source)
		if refused != nil && (refused.Kind != Exponential || refused.Message == maybe) {
			continue
		}
		growth := worstGrowth(simpler(parse([]rune(source))), budget)
		if refused != nil {
			refusals++
			if growth > limit {
				slow++
			}
			continue
		}
		accepted++
		if growth > limit {
			t.Errorf("%q takes %d times as long on a text twice as long", source, growth)
		}
	}
	t.Logf("%d accepted; %d refused, of which %d are seen to be slow", accepted, refusals, slow)
	if accepted < 100 || slow < 15 {
		t.Error("too few patterns to say anything")
	}
}

// worstGrowth returns by how much steps grow on texts twice as long.
func worstGrowth(tree node, budget int) int {
	worst := 0
	for _, word := range []string{"a", "b", "ab", "aab", "abb", "a-", "-", "aaa-"} {
		short, long := steps(tree, strings.Repeat(word, 8), budget), steps(tree, strings.Repeat(word, 16), budget)
		if long > 1_000 {
			worst = max(worst, long/short)
		}
	}
	return worst
}

// steps counts how often a backtracking engine looks at a character until it has tried everything, up to a budget.
func steps(tree node, text string, budget int) int {
	b := &backtracker{text: []rune(text), budget: budget}
	b.match(tree, 0, func(int) bool { return false })
	return b.steps
}

type backtracker struct {
	text          []rune
	steps, budget int
}

// match calls next with every place that n can lead to from at, in the order in which an engine tries them.
func (b *backtracker) match(n node, at int, next func(int) bool) bool {
	if b.steps > b.budget {
		return false
	}
	switch n := n.(type) {
	case empty:
		return next(at)
	case literal, class:
		b.steps++
		return at < len(b.text) && charset(n).has(b.text[at]) && next(at+1)
	case assertion:
		return holds(n, b.left(at), b.right(at)) && next(at)
	case sequence:
		if len(n) == 0 {
			return next(at)
		}
		return b.match(n[0], at, func(to int) bool { return b.match(n[1:], to, next) })
	case choice:
		for _, branch := range n {
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
		if b.match(n.body, at, func(to int) bool {
			return (to > at || done < n.min) && b.repeat(n, done+1, to, next)
		}) {
			return true
		}
	}
	return done >= n.min && next(at)
}

func (b *backtracker) left(at int) before {
	switch {
	case at == 0:
		return beforeAll
	case word.has(b.text[at-1]):
		return beforeWord
	}
	return beforeOther
}

func (b *backtracker) right(at int) after {
	switch {
	case at == len(b.text):
		return afterAll
	case word.has(b.text[at]):
		return afterWord
	}
	return afterOther
}

// The test above can fail: this is what an exponential pattern looks like to it.
func TestStepsOfAnExponentialPattern(t *testing.T) {
	tree := parse([]rune(`^(?:a|aa)*!`))
	short, long := steps(tree, strings.Repeat("a", 8), 1_000_000), steps(tree, strings.Repeat("a", 16), 1_000_000)
	if long < 40*short {
		t.Errorf("%d steps, then %d", short, long)
	}
}

func TestComponents(t *testing.T) {
	// 0 -> 1 <-> 2, 0 -> 3 -> 1, 4 alone, 5 to itself
	got := components([][]int{{1, 3}, {2}, {1}, {1}, {}, {5}})
	if want := []int{3, 1, 1, 2, 4, 5}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
