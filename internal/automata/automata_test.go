package automata

import (
	"reflect"
	"testing"
)

// example is 0 1* 2 | 0 0, which nothing may follow; its least automaton has the states
// 0 (start), 1 (after 0), 2 (dead), 3 (accepts), 4 (after 0 1).
var example = Sequence{Letters{0}, Choice{Sequence{Repeat{Letters{1}, 0, Unlimited}, Letters{2}}, Letters{0}}}

func TestMinimise(t *testing.T) {
	got := compile(t, example, Options{Letters: 3}).Minimise()
	want := &Table{
		Letters: 3,
		Next: []int32{
			1, 2, 2,
			3, 4, 3,
			2, 2, 2,
			2, 2, 2,
			2, 4, 3,
		},
		Accepts: []bool{false, false, false, true, false},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Each limit is the last number that is enough.
func TestLimits(t *testing.T) {
	any2 := Letters{0, 1}
	p, err := Compile(Sequence{Repeat{any2, 0, Unlimited}, Letters{0}, Repeat{any2, 4, 4}}, 100)
	if err != nil {
		t.Fatal(err)
	}
	enough := Options{Letters: 2, States: 35, Cells: 70, Work: 878}
	for _, c := range []struct {
		name   string
		change func(*Options)
		want   error
	}{
		{"enough", func(*Options) {}, nil},
		{"states", func(o *Options) { o.States-- }, ErrTooLarge},
		{"cells", func(o *Options) { o.Cells-- }, ErrTooLarge},
		{"work", func(o *Options) { o.Work-- }, ErrTooLarge},
	} {
		o := enough
		c.change(&o)
		table, err := p.Determinise(o)
		if err != c.want || (table == nil) != (err != nil) {
			t.Errorf("%s: %v, %v", c.name, table, err)
		}
	}
}

// Counts are compared with the limit before an expression is expanded.
func TestHugeCounts(t *testing.T) {
	e := Expr(Letters{0})
	for range 10 {
		e = Repeat{e, 1_000_000_000, 1_000_000_000}
	}
	if _, err := Compile(Sequence{e, e}, 10_000); err != ErrTooLarge {
		t.Errorf("got %v", err)
	}
}
