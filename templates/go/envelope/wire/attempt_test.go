package wire

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// dump returns the state of a tracker's exchanges. It excludes turns, because a rejected message takes some.
func dump[M Message](t *Tracker[M]) string {
	var b strings.Builder
	for i := range t.open {
		x := &t.open[i]
		for _, c := range slices.SortedFunc(x.byKey.all(), (*course).compare) {
			fmt.Fprintf(&b, " %v %t: %d %p %t,", c.key, x.byKey.get(c.key) == c, c.state, c.request, c.rests)
			for _, s := range slices.Concat(c.lines, c.bound) {
				fmt.Fprintf(&b, " %t %v %d", s.has, s.message, s.bytes)
			}
			fmt.Fprintf(&b, " %d %d", c.bytes, c.held)
		}
		fmt.Fprintf(&b, " %d bytes", x.bytes)
		for c := x.first; c != nil; c = c.after {
			fmt.Fprintf(&b, " > %v", c.key)
		}
		for c := x.last; c != nil; c = c.before {
			fmt.Fprintf(&b, " < %v", c.key)
		}
	}
	return b.String()
}

// TestAttempt checks that a message which is rejected before it is sent does not change a tracker: the tracker continues as if it had never seen the
// message.
func TestAttempt(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	kinds := []string{"ask", "tick", "last", "touch", "touch", "touch", "error", "evict"}
	ids := []string{"", "a", "b", "c", "d", "e"}
	refused, taken := 0, 0
	tried, plain := NewTracker[Message](&talk, "", nil), NewTracker[Message](&talk, "", nil)
	for i := range 50_000 {
		m := &said{kind: kinds[random.IntN(len(kinds))], id: ids[random.IntN(len(ids))], to: ids[random.IntN(len(ids))], bad: random.IntN(3) == 0}
		before := dump(tried)
		issues := tried.take(m, step{attempt: true}, nil)
		if len(issues) > 0 {
			refused++
			if behind := dump(tried); behind != before {
				t.Fatalf("message %d, %+v: %s before, %s behind", i, m, before, behind)
			}
			continue
		}
		if taken++; len(plain.Receive(m)) > 0 {
			t.Fatalf("message %d, %+v, is refused where nothing has been tried", i, m)
		}
		if a, b := dump(tried), dump(plain); a != b {
			t.Fatalf("message %d, %+v: %s, and %s where nothing has been tried", i, m, a, b)
		}
	}
	if refused < 10_000 || taken < 10_000 {
		t.Errorf("%d refused, %d taken", refused, taken)
	}
}
