package wire

import (
	"cmp"
	"slices"
	"time"
)

// Keep returns the `most` items with the highest ranks, the highest first and the earlier of equal ones first. Without by, it returns the last items
// in their order. The list itself is not changed. A negative most counts as 0.
func Keep[S ~[]E, E any](list S, most int64, by func(*E) Rank) S {
	count := int(min(max(most, 0), int64(len(list))))
	switch {
	case by == nil:
		return list[len(list)-count:]
	case list == nil:
		return nil
	}
	type place struct {
		rank Rank
		at   int
	}
	places := make([]place, len(list))
	for i := range list {
		places[i] = place{by(&list[i]), i}
	}
	slices.SortFunc(places, func(a, b place) int {
		if order := b.rank.compare(a.rank); order != 0 {
			return order
		}
		return a.at - b.at
	})
	kept := make(S, count)
	for i := range kept {
		kept[i] = list[places[i].at]
	}
	return kept
}

// Rank is the sort key of an item. The zero Rank is the lowest one.
type Rank struct {
	has  bool
	time time.Time
	text string
}

// RankOfTime ranks date-times by their instants, above texts that are none.
func RankOfTime[S ~string](text S, has bool) Rank {
	t, ok := ParseTime(string(text))
	if !has || !ok {
		return Rank{}
	}
	return Rank{has: true, time: t}
}

// RankOfText ranks texts by code points, above an absent text.
func RankOfText[S ~string](text S, has bool) Rank { return Rank{has: has, text: string(text)} }

func (r Rank) compare(s Rank) int {
	if r.has != s.has {
		if r.has {
			return 1
		}
		return -1
	}
	return cmp.Or(r.time.Compare(s.time), cmp.Compare(r.text, s.text))
}
