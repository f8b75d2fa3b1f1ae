package wire

import (
	"reflect"
	"testing"
)

// TestExpected follows the possible next messages through two kinds of exchanges.
func TestExpected(t *testing.T) {
	files := Conversation{
		Name:  "files",
		Whole: Order{Letter: kindOf("hello", "open", "close", "bye"), Names: []string{"hello", "open", "close", "bye"}, States: []State{{Next: []int16{2}, Cut: "must not end"}, {Next: []int16{1: 2, 2: 2, 3: 3}}, {}}},
		Exchanges: []Exchange{
			{
				Name: "numbers", Most: 9, Ways: []Way{{Key: func(m Message) (Key, bool) { return NumberKey(float64(len(m.(*said).id)) - 2), m.(*said).id != "" }, Letter: kindOf("", "open")}},
				Order: Order{Names: []string{"never", "open"}, States: []State{{Next: []int16{1: 1}, Cut: "must not end"}}},
			},
			{
				Name: "texts", Most: 9, Ways: []Way{{Key: func(m Message) (Key, bool) { return TextKey(m.(*said).id), m.(*said).id != "" }, Letter: kindOf("open", "", "close")}},
				Order: Order{Names: []string{"open", "touch", "close"}, States: []State{{Next: []int16{2}, Cut: "must not end"}, {Next: []int16{0, 2, 3}, Cut: "must not end"}, {}}},
			},
		},
	}
	tracker := NewTracker[Message](&files, "", nil)
	see := func(expected []string, exchanges ...OpenExchange) {
		t.Helper()
		if got := tracker.Expected(); !reflect.DeepEqual(got, expected) {
			t.Errorf("expected are %q, want %q", got, expected)
		}
		if got := tracker.Exchanges(); !reflect.DeepEqual(got, exchanges) {
			t.Errorf("open are %v, want %v", got, exchanges)
		}
	}
	say := func(kind, id string) {
		t.Helper()
		if issues := tracker.Receive(&said{kind: kind, id: id}); len(issues) > 0 {
			t.Error(issues)
		}
	}
	number := func(key float64) OpenExchange { return OpenExchange{"numbers", key, []string{"open"}} }
	text := func(key string) OpenExchange { return OpenExchange{"texts", key, []string{"touch", "close"}} }
	see([]string{"hello"})
	say("hello", "")
	more := []string{"open", "close", "bye"}
	see(more)
	for _, id := range []string{"ccc", "bb", "a"} { // the numbers 1, 0 and -1
		say("open", id)
	}
	see(more, number(-1), number(0), number(1), text("a"), text("bb"), text("ccc"))
	say("close", "bb")
	see(more, number(-1), number(0), number(1), text("a"), text("ccc"))
	if issues := tracker.Receive(&said{kind: "hello"}); len(issues) == 0 {
		t.Error("it may come again")
	}
	see(more, number(-1), number(0), number(1), text("a"), text("ccc"))
	other := *tracker
	say("bye", "")
	see(nil, number(-1), number(0), number(1), text("a"), text("ccc"))
	*tracker = other
	tracker.Close()
	if got := tracker.Expected(); got != nil {
		t.Errorf("after the end, expected are %q", got)
	}
}

// TestCompareKeys has the order in which exchanges are listed.
func TestCompareKeys(t *testing.T) {
	keys := []Key{TextKey(""), TextKey("a"), TextKey("b"), NumberKey(-2), NumberKey(-1), NumberKey(0), NumberKey(3)}
	values := []any{"", "a", "b", -2.0, -1.0, 0.0, 3.0}
	for i, a := range keys {
		if a.value() != values[i] {
			t.Errorf("the value is %v, want %v", a.value(), values[i])
		}
		for j, b := range keys {
			if got := a.compare(b); got != min(1, max(-1, i-j)) {
				t.Errorf("%v and %v: %d", values[i], values[j], got)
			}
		}
	}
}

func TestIssueIsPrinted(t *testing.T) {
	for want, issue := range map[string]Issue{
		`"/a" must be b (const)`:       {Rule: "const", Path: "/a", Level: Must, Message: "must be b"},
		`should be b (const) [should]`: {Rule: "const", Level: Should, Message: "should be b"},
	} {
		if got := issue.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
