package wire

import (
	"bytes"
	"cmp"
	"hash/maphash"
	"math"
	"slices"
)

// equalsOne reports whether a node is equal to one of these texts.
func (e *evaluation) equalsOne(texts []string, n int) bool {
	longest := 0
	for _, text := range texts {
		longest = max(longest, len(text))
	}
	e.buf = e.appendSorted(e.buf[:0], n, longest)
	return slices.ContainsFunc(texts, func(text string) bool { return text == string(e.buf) })
}

// hashes computes hashes that are equal for equal values. They are cached, because otherwise nested arrays would be traversed once per
// level. The random seed prevents messages crafted to collide; results do not depend on it.
type hashes struct {
	seed  maphash.Seed
	known []uint64 // by node; 0 if not computed
}

// areUnique reports whether no two items of the array n are equal.
func (e *evaluation) areUnique(n int) bool {
	if e.size(n) < 2 {
		return true
	}
	if e.hashes.known == nil {
		e.hashes = hashes{maphash.MakeSeed(), make([]uint64, len(e.nodes))}
	}
	var items []int
	for c := range e.children(n) {
		items = append(items, c.node)
	}
	slices.SortFunc(items, func(a, b int) int { return cmp.Compare(e.hash(a), e.hash(b)) })
	for i := range items {
		for j := i + 1; j < len(items) && e.hash(items[i]) == e.hash(items[j]); j++ {
			if e.areEqual(items[i], items[j]) {
				return false
			}
		}
	}
	return true
}

func (e *evaluation) areEqual(a, b int) bool {
	return bytes.Equal(e.appendSorted(nil, a, math.MaxInt), e.appendSorted(nil, b, math.MaxInt))
}

func (e *evaluation) hash(n int) uint64 {
	h := &e.hashes
	if h.known[n] == 0 {
		h.known[n] = e.hashOf(n) | 1
	}
	return h.known[n]
}

func (e *evaluation) hashOf(n int) uint64 {
	type pair struct{ a, b uint64 }
	seed := e.hashes.seed
	switch e.typeOf(n) {
	case StringType:
		return maphash.String(seed, e.str(n))
	case NumberType:
		if digits, is := e.wholeAt(n); is {
			return maphash.String(seed, digits)
		}
		return maphash.Comparable(seed, e.number(n))
	case ArrayType:
		h := uint64(ArrayType)
		for c := range e.children(n) {
			h = maphash.Comparable(seed, pair{h, e.hash(c.node)})
		}
		return h
	case ObjectType:
		sum := uint64(ObjectType) // members in any order
		for c := range e.children(n) {
			sum += maphash.Comparable(seed, pair{maphash.String(seed, c.name), e.hash(c.node)})
		}
		return sum
	}
	return maphash.Comparable(seed, e.text[e.nodes[n].at])
}
