package wire

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
)

// TestClientAtOnce runs any two operations of a client concurrently. The result is that of running them one after the other. The race detector finds
// operations without the lock.
func TestClientAtOnce(t *testing.T) {
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	things := []struct {
		name string
		do   func(w wireTap, q *request)
	}{
		{"a reply", func(w wireTap, _ *request) { w.Receive(&said{kind: "last", id: "a"}) }},
		{"a message", func(w wireTap, _ *request) { _ = w.Send(context.Background(), &said{kind: "touch", to: "b"}) }},
		{"a request", func(w wireTap, _ *request) { _, _ = w.Client.ask(context.Background(), &said{kind: "ask", id: "c"}, 0) }},
		{"waiting", func(w wireTap, q *request) { _, _ = w.next(gone, q) }},
		{"leaving", func(w wireTap, q *request) { w.leave(q) }},
		{"counting", func(w wireTap, _ *request) { w.Open() }},
		{"the end", func(w wireTap, _ *request) { w.Close(nil) }},
	}
	// outcome is the state of the client and of a waiting request.
	outcome := func(run func(w wireTap, q *request)) string {
		w := tapped()
		q, err := w.Client.ask(t.Context(), &said{kind: "ask", id: "a"}, 0)
		if err != nil {
			t.Fatal(err)
		}
		run(w, q)
		return fmt.Sprint(w.Open(), w.closed, len(w.sent), q.left, len(q.replies), q.over)
	}
	for i, a := range things {
		for _, b := range things[i:] {
			got := outcome(func(w wireTap, q *request) {
				var both sync.WaitGroup
				both.Go(func() { a.do(w, q) })
				both.Go(func() { b.do(w, q) })
				both.Wait()
			})
			want := []string{
				outcome(func(w wireTap, q *request) { a.do(w, q); b.do(w, q) }),
				outcome(func(w wireTap, q *request) { b.do(w, q); a.do(w, q) }),
			}
			if !slices.Contains(want, got) {
				t.Errorf("%s and %s at once: %s, want one of %q", a.name, b.name, got, want)
			}
		}
	}
}
