package automata

import (
	"math/rand/v2"
	"testing"
)

// backtracker matches an expression against a word by trying everything.
type backtracker struct {
	word  []int
	kinds []Kind
}

// match calls next with every place that e can lead to from at, until next returns true.
func (b *backtracker) match(e Expr, at int, next func(int) bool) bool {
	switch e := e.(type) {
	case Empty:
		return next(at)
	case Letters:
		for _, l := range e {
			if at < len(b.word) && b.word[at] == l {
				return next(at + 1)
			}
		}
		return false
	case Assertion:
		return e(b.kind(at-1), b.kind(at)) && next(at)
	case Sequence:
		if len(e) == 0 {
			return next(at)
		}
		return b.match(e[0], at, func(to int) bool { return b.match(e[1:], to, next) })
	case Choice:
		for _, branch := range e {
			if b.match(branch, at, next) {
				return true
			}
		}
		return false
	case Repeat:
		if e.Min == 0 && next(at) {
			return true
		}
		if e.Max == 0 {
			return false
		}
		rest := Repeat{e.Body, max(0, e.Min-1), max(Unlimited, e.Max-1)}
		return b.match(e.Body, at, func(to int) bool { return (to > at || e.Min > 0) && b.match(rest, to, next) })
	}
	panic(unknown(e))
}

func (b *backtracker) kind(at int) Kind {
	if at < 0 || at == len(b.word) {
		return None
	}
	return b.kinds[b.word[at]]
}

func (b *backtracker) whole(e Expr) bool {
	return b.match(e, 0, func(end int) bool { return end == len(b.word) })
}

func (b *backtracker) search(e Expr) bool {
	for at := range len(b.word) + 1 {
		if b.match(e, at, func(int) bool { return true }) {
			return true
		}
	}
	return false
}

// randomExpr makes an expression over some letters.
func randomExpr(random *rand.Rand, letters, depth int) Expr {
	if depth == 0 || random.IntN(6) == 0 {
		return randomLeaf(random, letters)
	}
	parts := make([]Expr, 1+random.IntN(3))
	for i := range parts {
		parts[i] = randomExpr(random, letters, depth-1)
	}
	switch random.IntN(3) {
	case 0:
		return Sequence(parts)
	case 1:
		return Choice(parts)
	}
	least := random.IntN(3)
	return Repeat{parts[0], least, []int{Unlimited, least, least + 1, least + 2}[random.IntN(4)]}
}

func randomLeaf(random *rand.Rand, letters int) Expr {
	switch random.IntN(12) {
	case 0:
		return Empty{}
	case 1:
		return []Assertion{
			func(left, _ Kind) bool { return left == None },
			func(_, right Kind) bool { return right == None },
			func(left, right Kind) bool { return left != right },
		}[random.IntN(3)]
	}
	set := Letters{}
	for l := range letters {
		if random.IntN(letters) == 0 {
			set = append(set, l)
		}
	}
	return set
}

func randomWord(random *rand.Rand, letters, most int) []int {
	word := make([]int, random.IntN(most+1))
	for i := range word {
		word[i] = random.IntN(letters)
	}
	return word
}

// compile compiles an expression within limits that are wide enough.
func compile(t *testing.T, e Expr, o Options) *Table {
	t.Helper()
	p, err := Compile(e, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	o.States, o.Cells, o.Work = 10_000, 100_000, 10_000_000
	table, err := p.Determinise(o)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func (t *Table) run(state int, word []int) int {
	for _, l := range word {
		state = int(t.Row(state)[l])
	}
	return state
}

func (t *Table) accepts(word []int) bool { return t.Accepts[t.run(startState, word)] }

// The automaton of a random expression, least or not, accepts the words that match it.
func TestRandomExpressions(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	accepted, words := 0, 0
	for range 3_000 {
		o := Options{Letters: 2 + random.IntN(3), Kinds: []Kind{0, 1, 0, 2}, Search: random.IntN(2) == 0}
		o.Kinds = o.Kinds[:o.Letters]
		e := randomExpr(random, o.Letters, 4)
		table := compile(t, e, o)
		least := table.Minimise()
		checkLeast(t, least)
		for range 30 {
			b := &backtracker{randomWord(random, o.Letters, 7), o.Kinds}
			want := b.whole(e)
			if o.Search {
				want = b.search(e)
			}
			if got := table.accepts(b.word); got != want {
				t.Fatalf("%#v, search %v: %v is accepted: %v", e, o.Search, b.word, got)
			}
			if got := least.accepts(b.word); got != want {
				t.Fatalf("%#v, search %v: %v is accepted by the least automaton: %v", e, o.Search, b.word, got)
			}
			if words++; want {
				accepted++
			}
		}
	}
	if accepted < words/5 || accepted > words*4/5 {
		t.Errorf("%d of %d words are accepted, which says little", accepted, words)
	}
}

// checkLeast checks that no two states accept the same words, and that states are numbered as they are first met.
func checkLeast(t *testing.T, table *Table) {
	t.Helper()
	n := table.States()
	differ := make([]bool, n*n)
	for changed := true; changed; {
		changed = false
		for i := range n * n {
			a, b := i/n, i%n
			if differ[i] {
				continue
			}
			differ[i] = table.Accepts[a] != table.Accepts[b]
			for l, to := range table.Row(a) {
				differ[i] = differ[i] || differ[int(to)*n+int(table.Row(b)[l])]
			}
			changed = changed || differ[i]
		}
	}
	for i := range n * n {
		if !differ[i] && i/n != i%n {
			t.Fatalf("states %d and %d of %v accept the same words", i/n, i%n, table)
		}
	}
	met := int32(0)
	for _, to := range table.Next {
		if to > met+1 {
			t.Fatalf("state %d of %v is met before state %d", to, table, met+1)
		}
		met = max(met, to)
	}
	if int(met)+1 != n {
		t.Fatalf("%v has states that are not met", table)
	}
}

// Compile counts instructions as it adds them.
func TestSize(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 1_000 {
		e := randomExpr(random, 3, 5)
		p, err := Compile(e, 100_000)
		if err != nil {
			t.Fatal(err)
		}
		n := len(p.Instructions)
		if _, err := Compile(e, n); err != nil {
			t.Errorf("%#v: %d instructions: %v", e, n, err)
		}
		if _, err := Compile(e, n-1); err != ErrTooLarge {
			t.Errorf("%#v: %d instructions within %d: %v", e, n, n-1, err)
		}
	}
}
