package wire

import "testing"

// TestMovedAfterAllHaveEnded has a message that ends all exchanges and then moves one that rested on to where it may not end. It must not be
// taken for one that rests still: its neighbours among those have ended, too.
func TestMovedAfterAllHaveEnded(t *testing.T) {
	stirs := func(_ *Reader, m Message) int {
		if m.(*said).kind == "evict" {
			return 1
		}
		return -1
	}
	rests := Conversation{
		Name:  "rests",
		Whole: Order{Letter: func(*Reader, Message) int { return 0 }, States: []State{{Next: []int16{1}}}},
		Exchanges: []Exchange{{
			Name: "tasks",
			Ways: []Way{
				{Key: func(m Message) (Key, bool) { return TextKey(m.(*said).id), m.(*said).id != "" }, Letter: kindOf("rest", "", "evict")},
				{Key: func(m Message) (Key, bool) { return TextKey(m.(*said).to), m.(*said).to != "" }, Letter: stirs},
			},
			Most: 2,
			All:  []int{2},
			Order: Order{
				States: []State{{Next: []int16{2}, Cut: "must not end"}, {Next: []int16{2, 3}}, {Next: []int16{2, 3}, Cut: "must not end"}},
			},
		}},
	}
	tracker := NewTracker[Message](&rests, "", nil)
	for i, m := range []*said{
		{kind: "rest", id: "a"}, {kind: "rest", id: "b"},
		{kind: "evict", to: "b"},
		{kind: "rest", id: "b"}, {kind: "rest", id: "c"},
		{kind: "rest", id: "d"}, // which b is forgotten for
	} {
		if issues := tracker.Receive(m); len(issues) > 0 {
			t.Errorf("message %d: %v", i, issues)
		}
	}
	if x := &tracker.open[0]; x.byKey.get(TextKey("b")) != nil || x.byKey.get(TextKey("c")) != x.first || x.byKey.get(TextKey("d")) != x.last || x.first.after != x.last {
		t.Errorf("open are %s", dump(tracker))
	}
}

// Keys are equal as JSON values are: 0 and -0 are one, and a number is no text.
func TestKeys(t *testing.T) {
	negative := 0.0
	negative = -negative
	if NumberKey(negative) != NumberKey(0) || NumberKey(1) == NumberKey(2) || NumberKey(1) == TextKey("1") || TextKey("a") != TextKey("a").owned() {
		t.Error("keys are equal that should not be, or differ")
	}
}
