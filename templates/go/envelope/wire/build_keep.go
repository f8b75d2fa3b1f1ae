package wire

import (
	"cmp"
	"slices"
	"time"
)

// Keep keeps the most items that rank highest, the highest one first and the earlier of equal ones first; or without by the last ones, as they
// stand. The list itself stays as it is. Less than 0 is 0.
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

// Rank is where an item stands among others. The zero Rank is the lowest one.
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

// RankOfText ranks texts by code points, above what has none.
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
