package reference

import (
	"fmt"
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

// TestMostStates fills the table of an order: further states give the same answers, and nothing keeps them.
func TestMostStates(t *testing.T) {
	order := &ir.Order{Letters: make([]string, 3), Grammar: ir.InTurn{ir.Letter{Number: 0}, ir.Letter{Number: 1}, ir.Letter{Number: 2}}}
	full := newStates(order)
	for i := range mostStates {
		full.known[fmt.Sprint(i)] = full.start
	}
	known := len(full.known)
	at, want := full.start, newStates(order).start
	for letter := range order.Letters {
		from := at
		at, want = at.next(letter), want.next(letter)
		if at == nil || at.ends != want.ends {
			t.Fatalf("after letter %d: %v, want %v", letter, at, want)
		}
		if from.after[letter] != nil || len(full.known) != known {
			t.Errorf("the state after letter %d is kept", letter)
		}
	}
	if !at.ends {
		t.Error("the order does not end")
	}
}
