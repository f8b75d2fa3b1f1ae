package sorting_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/envgen/envgen/internal/sorting"
)

type item struct{ key, place int }

// TestSorts compares with package slices, which has the same algorithms: equal elements have the same order, too.
func TestSorts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for size := range 300 {
		var list []item
		for place := range size {
			list = append(list, item{random.IntN(1 + size/3), place})
		}
		byKey := func(a, b item) int { return cmp.Compare(a.key, b.key) }
		got, want := slices.Clone(list), slices.Clone(list)
		sorting.Func(got, byKey)
		slices.SortFunc(want, byKey)
		if !slices.Equal(got, want) {
			t.Errorf("%v: %v, want %v", list, got, want)
		}
		got = slices.Clone(list)
		sorting.Stable(got, byKey)
		if !slices.IsSortedFunc(got, func(a, b item) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.place, b.place)) }) {
			t.Errorf("%v: %v is not stable", list, got)
		}
	}
}
