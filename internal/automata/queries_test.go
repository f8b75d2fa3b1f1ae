package automata

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

func TestQueries(t *testing.T) {
	table := compile(t, example, Options{Letters: 3}).Minimise()
	for _, c := range []struct {
		name      string
		got, want any
	}{
		{"States", table.States(), 5},
		{"Row", table.Row(1), []int32{3, 4, 3}},
		{"Empty", table.Empty(), false},
		{"Reachable", table.Reachable(), []bool{true, true, true, true, true}},
		{"WordsTo", table.WordsTo(), [][]int{{}, {0}, {1}, {0, 0}, {0, 1}}},
		{"Live", table.Live(), []bool{true, true, false, true, true}},
		{"LiveLetters", table.LiveLetters(), [][]int{{0}, {0, 1, 2}, nil, nil, {1, 2}}},
		{"WordsFrom", table.WordsFrom(), [][]int{{0, 0}, {0}, nil, {}, {2}}},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
		}
	}
}

// The answers about random automata are consistent: a word is a shortest one if no transition makes it shorter.
func TestQueriesAtRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 1_000 {
		table := compile(t, randomExpr(random, 3, 4), Options{Letters: 3})
		reachable, live, letters := table.Reachable(), table.Live(), table.LiveLetters()
		to, from := table.WordsTo(), table.WordsFrom()
		for s := range table.States() {
			if reachable[s] != (to[s] != nil) || to[s] != nil && table.run(0, to[s]) != s {
				t.Fatalf("%v: %v leads to state %d, reachable: %v", table, to[s], s, reachable[s])
			}
			if live[s] != (from[s] != nil) || from[s] != nil && !table.Accepts[table.run(s, from[s])] {
				t.Fatalf("%v: %v leads from state %d to acceptance, live: %v", table, from[s], s, live[s])
			}
			for l, next := range table.Row(s) {
				if slices.Contains(letters[s], l) != live[next] {
					t.Fatalf("%v: the letters %v of state %d are live", table, letters[s], s)
				}
				if reachable[s] && len(to[next]) > len(to[s])+1 || live[next] && (!live[s] || len(from[s]) > len(from[next])+1) {
					t.Fatalf("%v: a word for state %d or %d is not a shortest one: %v, %v", table, s, next, to, from)
				}
			}
		}
	}
}

// In a table that is not the least one some states are never met.
func TestUnreachableStates(t *testing.T) {
	table := &Table{Letters: 1, Next: []int32{2, 2, 2}, Accepts: []bool{false, true, false}}
	if got, want := table.Reachable(), []bool{true, false, true}; !reflect.DeepEqual(got, want) {
		t.Errorf("reachable: got %v, want %v", got, want)
	}
	if got, want := table.WordsTo(), [][]int{{}, nil, {0}}; !reflect.DeepEqual(got, want) {
		t.Errorf("words: got %v, want %v", got, want)
	}
	if !table.Empty() {
		t.Error("a word is accepted")
	}
}

// Languages without words, with the empty word alone, and over no letters.
func TestSmallest(t *testing.T) {
	for _, c := range []struct {
		expr    Expr
		letters int
		states  int
		empty   bool
	}{
		{Letters{}, 2, 1, true},
		{Sequence{Letters{0}, Letters{}}, 2, 1, true},
		{Repeat{Letters{}, 0, Unlimited}, 2, 2, false},
		{Empty{}, 2, 2, false},
		{Sequence{}, 2, 2, false},
		{Repeat{Letters{0}, 0, 0}, 2, 2, false},
		{Repeat{Letters{0, 1}, 0, Unlimited}, 2, 1, false},
		{Empty{}, 0, 1, false},
		{Letters{}, 0, 1, true},
	} {
		table := compile(t, c.expr, Options{Letters: c.letters}).Minimise()
		if table.States() != c.states || table.Empty() != c.empty {
			t.Errorf("%#v over %d letters: %v, empty: %v", c.expr, c.letters, table, table.Empty())
		}
	}
}
