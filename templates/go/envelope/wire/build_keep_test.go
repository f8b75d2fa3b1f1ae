package wire

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

type task struct {
	id   string
	ends Opt[string]
}

func tasks(ends ...string) []task {
	var list []task
	for i, end := range ends {
		list = append(list, task{id: fmt.Sprint(i), ends: Opt[string]{end, end != "absent"}})
	}
	return list
}

func ids(list []task) string {
	var ids []string
	for _, item := range list {
		ids = append(ids, item.id)
	}
	return strings.Join(ids, " ")
}

func byTime(item *task) Rank { return RankOfTime(item.ends.Get()) }

func byText(item *task) Rank { return RankOfText(item.ends.Get()) }

func TestKeep(t *testing.T) {
	for _, c := range []struct {
		name string
		by   func(*task) Rank
		ends []string
		most int64
		want string
	}{
		{"latest first", byTime, []string{"2026-05-12T07:00:00Z", "2026-05-12T09:00:00Z", "2026-05-12T08:00:00Z"}, 2, "1 2"},
		{"offsets", byTime, []string{"2026-05-12T09:00:00+02:00", "2026-05-12T07:00:01Z", "2026-05-12T04:30:00-03:00"}, 3, "2 1 0"},
		{"equal instants", byTime, []string{"2026-05-12T07:00:00Z", "2026-05-12T09:00:00+02:00", "2026-05-12t07:00:00.000z"}, 3, "0 1 2"},
		{"digits", byTime, []string{"2026-05-12T07:00:00.1Z", "2026-05-12T07:00:00.100000001Z", "2026-05-12T07:00:00.09Z"}, 3, "1 0 2"},
		{"leap second", byTime, []string{"2016-12-31T23:59:59.9Z", "2016-12-31T23:59:60Z", "2017-01-01T00:00:00.1Z"}, 3, "2 1 0"},
		{"no date-times", byTime, []string{"absent", "tomorrow", "0001-01-01T00:00:00Z", "", "0000-12-31T23:59:59Z"}, 5, "2 0 1 3 4"},
		{"code points", byText, []string{"B", "a", "\U0001F600", "\uFF5E", ""}, 5, "2 3 1 0 4"},
		{"no text", byText, []string{"absent", "", "absent", "a"}, 4, "3 1 0 2"},
		{"ties", byText, []string{"a", "b", "a", "b", "a"}, 4, "1 3 0 2"},
		{"fewer", byText, []string{"a", "b"}, math.MaxInt64, "1 0"},
		{"none", byText, []string{"a", "b"}, 0, ""},
		{"below none", byText, []string{"a", "b"}, math.MinInt64, ""},
		{"last ones", nil, []string{"b", "a", "c"}, 2, "1 2"},
		{"all of the last ones", nil, []string{"b", "a"}, 5, "0 1"},
		{"none of the last ones", nil, []string{"b", "a"}, -1, ""},
	} {
		list := tasks(c.ends...)
		before := slices.Clone(list)
		kept := Keep(list, c.most, c.by)
		if got := ids(kept); got != c.want || kept == nil {
			t.Errorf("%s: %q; want %q", c.name, got, c.want)
		}
		if !slices.Equal(list, before) {
			t.Errorf("%s: the list has changed", c.name)
		}
	}
	for _, by := range []func(*task) Rank{nil, byTime} {
		if Keep([]task(nil), 3, by) != nil || Keep([]task{}, 3, by) == nil {
			t.Error("no list is not an empty one")
		}
	}
}

// Items of equal rank stay in order, however many there are.
func TestKeepOfMany(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var ends []string
	for range 3000 {
		ends = append(ends, fmt.Sprintf("2026-05-12T07:00:%02dZ", random.IntN(60)))
	}
	list := tasks(ends...)
	want := slices.Clone(list)
	slices.SortStableFunc(want, func(a, b task) int { return strings.Compare(b.ends.Or(""), a.ends.Or("")) })
	for _, most := range []int{1, 60, 2999, 3000} {
		if got := ids(Keep(list, int64(most), byTime)); got != ids(want[:most]) {
			t.Errorf("%d of many are others", most)
		}
	}
}

func TestOwn(t *testing.T) {
	theirs := &task{id: "a"}
	at := theirs
	if own := Own(&at); own == theirs || own != at || own.id != "a" {
		t.Errorf("%p, %p of %p", own, at, theirs)
	}
	var none *task
	if Own(&none) != nil || Own[task](nil) != nil {
		t.Error("something in the place of nothing")
	}
}

// round and square are variants of a union.
type (
	round  struct{ id string }
	square struct{}
	shape  interface{ isShape() }
)

func (*round) isShape()  {}
func (*square) isShape() {}

func TestOwnVariant(t *testing.T) {
	theirs := &round{id: "a"}
	var at shape = theirs
	if OwnVariant[square](&at) != nil || at != theirs {
		t.Error("another variant is copied")
	}
	if own := OwnVariant[round](&at); own == theirs || at != own || own.id != "a" {
		t.Errorf("%p, %p of %p", own, at, theirs)
	}
	var none shape
	var empty shape = (*round)(nil)
	if OwnVariant[round](&none) != nil || OwnVariant[round](&empty) != nil || OwnVariant[round, shape](nil) != nil {
		t.Error("something in the place of nothing")
	}
}
