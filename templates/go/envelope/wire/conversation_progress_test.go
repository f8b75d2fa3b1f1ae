package wire

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestCourses compares the table with Go's map, for keys of all kinds and tables that grow and become empty.
func TestCourses(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	kinds := []func(n int) Key{
		func(n int) Key { return NumberKey(float64(n)) },
		func(n int) Key { return NumberKey(float64(n) * -4096) },
		func(n int) Key { return NumberKey(float64(n) / 64) },
		func(n int) Key { return NumberKey(float64(n) * 1e300) },
		func(n int) Key { return TextKey(fmt.Sprint(n)) },
	}
	for _, most := range []int{3, 40, 1000} {
		var got courses
		want := map[Key]*course{}
		for i := range 40_000 {
			key := kinds[random.IntN(len(kinds))](random.IntN(most))
			switch grows := i/5000%2 == 0; {
			case random.IntN(4) == 0:
			case grows == (random.IntN(5) > 0):
				c := &course{key: key}
				got.put(c)
				want[key] = c
			default:
				got.delete(key)
				delete(want, key)
			}
			if got.get(key) != want[key] || got.len() != len(want) {
				t.Fatalf("%d keys, step %d: %v is %p of %d, want %p of %d", most, i, key, got.get(key), got.len(), want[key], len(want))
			}
		}
		seen := 0
		for c := range got.all() {
			if seen++; want[c.key] != c {
				t.Errorf("%v is one of all", c.key)
			}
		}
		for key := range want {
			if got.get(key) != want[key] {
				t.Errorf("%v is lost", key)
			}
			got.delete(key)
		}
		if seen != len(want) || got.len() != 0 || len(got.places) > mostEmpty {
			t.Errorf("%d of %d; the empty table has %d of %d places", seen, len(want), got.len(), len(got.places))
		}
	}
}

// TestNeighbours checks the reason for the table: eight integers that follow one another are beside one another.
func TestNeighbours(t *testing.T) {
	for n := range 1000 {
		first := NumberKey(float64(8 * n)).hash()
		for i := range 8 {
			if got := NumberKey(float64(8*n + i)).hash(); got != first+uint32(i) {
				t.Fatalf("%d has the hash %d, want %d", 8*n+i, got, first+uint32(i))
			}
		}
	}
}

// TestForgottenAreUsedAgain checks that a course that is forgotten for another one costs no memory, unless a handler may refer to it.
func TestForgottenAreUsedAgain(t *testing.T) {
	tracker := NewTracker[Message](&talk, "", nil)
	ids, n := []string{"a", "b", "c", "d", "e"}, 0
	m := &said{kind: "touch"}
	touch := func() {
		m.to = ids[n%len(ids)]
		if n++; len(tracker.Receive(m)) > 0 {
			t.Fatal("a touch is refused")
		}
	}
	for range 20 {
		touch()
	}
	if got := testing.AllocsPerRun(100, touch); got >= 2 {
		t.Errorf("%v allocations for a message; the copies of its key are one", got)
	}
	if x := &tracker.open[0]; x.byKey.len() != 3 || x.byKey.get(TextKey(ids[n%5])) != nil || x.byKey.get(TextKey(ids[(n+4)%5])) != x.last {
		t.Errorf("open are %s", dump(tracker))
	}
	waiting := &request{}
	for name, c := range map[string]struct {
		course course
		used   bool
	}{
		"nobody's":       {course{}, true},
		"an abandoned":   {course{progress: progress{request: abandoned}}, true},
		"a request's":    {course{progress: progress{request: waiting}}, false},
		"of a handler's": {course{shared: true}, false},
	} {
		var x exchanges
		if x.recycle(&c.course); (x.spare != nil) != c.used || c.used && c.course.request != nil {
			t.Errorf("%s course: used again %t, waited for %t", name, x.spare != nil, c.course.request != nil)
		}
	}
}

// TestManyIsShared checks that the function which a handler of many replies keeps refers to its own exchange for ever.
func TestManyIsShared(t *testing.T) {
	for kind, want := range map[string]bool{"ask": false, "watch": true} {
		begun, end := make(chan struct{}), make(chan struct{})
		wait := func() { close(begun); <-end }
		p := tappedPeer(handlers{
			ask: func(_ context.Context, m *said) (*said, error) { wait(); return &said{kind: "last", id: m.id}, nil },
			watch: func(_ context.Context, m *said, send func(*said) error) error {
				wait()
				return send(&said{kind: "last", id: m.id})
			},
		}, Serving[*said]{})
		p.hear(t, &said{kind: kind, id: "a"}, true, "")
		<-begun
		p.guard.Lock()
		if got := p.tracker.open[0].byKey.get(TextKey("a")).shared; got != want {
			t.Errorf("%s: %t", kind, got)
		}
		p.guard.Unlock()
		close(end)
		p.Drain(t.Context())
	}
}

// TestResultIsReadOnce checks that the result of a handler is not read again, but that of another type of replies is.
func TestResultIsReadOnce(t *testing.T) {
	read := 0
	typed := Conversation{
		Name:  "typed",
		Whole: Order{Letter: func(*Reader, Message) int { return 0 }, States: []State{{Next: []int16{1}}}},
		Exchanges: []Exchange{{
			Name: "asks",
			Ways: []Way{{Key: func(m Message) (Key, bool) { return TextKey(m.(*said).id), true }, Letter: kindOf("ask", "last")}},
			Replies: &Replies{
				Letters: []int{1},
				At:      []string{"result"},
				Member:  func(w *Writer, m Message) bool { w.String(m.(*said).to); return true },
				Asked:   func(m Message) int { return kindOf("ask")(nil, m) },
				Types: []ReplyType{func(text []byte, opts []Option) any {
					if read++; string(text) != `"x"` {
						t.Errorf("the member is %s", text)
					}
					optionsOf(opts).report([]Issue{{Rule: "found", Level: Must}})
					return nil
				}},
			},
			Order: Order{States: []State{{Next: []int16{2}}, {Next: []int16{0, 3}}, {}}},
		}},
	}
	for _, c := range []struct {
		how    step
		issues int
	}{{step{}, 1}, {step{result: "x", asked: 1}, 0}, {step{result: "x", asked: 2}, 1}} {
		read = 0
		tracker := NewTracker[Message](&typed, "", nil)
		tracker.Receive(&said{kind: "ask", id: "a"})
		issues := tracker.take(&said{kind: "last", id: "a", to: "x"}, c.how, nil)
		if len(issues) != c.issues || read != c.issues || c.issues == 1 && issues[0] != (Issue{Rule: "found", Level: Must, Path: "/result"}) {
			t.Errorf("%+v: %v, read %d times", c.how, issues, read)
		}
	}
}
