package wire

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// itemsOf are the keys of a message: the parts of its member to, between commas.
func itemsOf(m Message, keys []Key) []Key {
	for to := m.(*said).to; to != ""; {
		part := to
		if i := strings.IndexByte(to, ','); i >= 0 {
			part, to = to[:i], to[i+1:]
		} else {
			to = ""
		}
		keys = append(keys, TextKey(part))
	}
	return keys
}

// parts is a conversation of messages with several keys: open, then rest any number of times, then close. An exchange rests after rest.
func parts(most int, keep func(m, into Message) (Message, int)) *Conversation {
	return &Conversation{
		Name:  "parts",
		Whole: Order{Letter: func(*Reader, Message) int { return 0 }, States: []State{{Next: []int16{1}}}},
		Exchanges: []Exchange{{
			Name: "parts",
			Ways: []Way{{At: []string{"to", "*"}, Items: itemsOf, Letter: kindOf("open", "rest", "close", "cut"), InUse: "in use"}},
			Most: most,
			One:  []int{3},
			Order: Order{
				Names:  []string{"open", "rest", "close", "cut"},
				States: []State{{Next: []int16{2}, Cut: "x"}, {Next: []int16{0, 3, 4}, Cut: "x", Expected: "no"}, {Next: []int16{2, 3, 4}, Expected: "no"}, {}},
				Bound:  []Slot{{Letters: []int{0}, Keep: keep}},
			},
		}},
	}
}

// TestSeveralKeys has messages of several exchanges: all of these take a message, or none does.
func TestSeveralKeys(t *testing.T) {
	for name, c := range map[string]struct {
		events []string // kind and keys
		issue  string   // of the last one
		open   string   // after it
	}{
		"equal keys are one":             {[]string{"open a,b,a"}, "", "a b"},
		"no key":                         {[]string{"open a", "close "}, "", "a"},
		"some of them end":               {[]string{"open a,b", "open c", "close b,c"}, "", "a"},
		"one is in use":                  {[]string{"open a", "open b,a"}, "in use", "a"},
		"one is not open":                {[]string{"open a", "close a,b"}, "must have the /to/* of an open exchange: none has this one", "a"},
		"cut off":                        {[]string{"open a,b,c", "cut c,x,a"}, "", "b"},
		"too many":                       {[]string{"open a,b,c,d"}, "must wait until one of 3 open exchanges has ended", ""},
		"too many beside others":         {[]string{"open a,b", "rest a", "open c,d,e"}, "must wait until one of 3 open exchanges has ended", "a b"},
		"as many as may be":              {[]string{"open a,b,c"}, "", "a b c"},
		"one makes room":                 {[]string{"open a,b,c", "rest b", "rest a", "open d"}, "", "a c d"},
		"two make room":                  {[]string{"open a,b,c", "rest b,c", "rest a", "open d,e"}, "", "a d e"},
		"that of the message makes none": {[]string{"open a,b,c", "rest a", "rest b", "open a,d"}, "", "a c d"},
		"those of the message make none": {[]string{"open a,b,c", "rest a,b", "open d,a,b"}, "must wait until one of 3 open exchanges has ended", "a b c"},
		"there is room for one more":     {[]string{"open a,b", "rest a,b", "open c,a"}, "", "a b c"},
	} {
		tracker := NewTracker[Message](parts(3, nil), "", nil)
		var issues []Issue
		for i, event := range c.events {
			kind, keys, _ := strings.Cut(event, " ")
			issues = tracker.Receive(&said{kind: kind, to: keys})
			if len(issues) > 0 && i < len(c.events)-1 {
				t.Errorf("%s: %s: %v", name, event, issues)
			}
		}
		var open []string
		for _, x := range tracker.Exchanges() {
			open = append(open, x.Key.(string))
		}
		found := ""
		for _, issue := range issues {
			found += issue.Message
		}
		if found != c.issue || strings.Join(open, " ") != c.open {
			t.Errorf("%s: %q, and open are %v", name, found, open)
		}
	}
}

// TestSeveralKeysTakenBack takes messages back that have begun, moved, ended and dropped several exchanges.
func TestSeveralKeysTakenBack(t *testing.T) {
	tracker := NewTracker[Message](parts(3, keepID), "", nil)
	for _, m := range []*said{{kind: "open", to: "a,b,c", id: "1"}, {kind: "rest", to: "c"}, {kind: "rest", to: "a"}} {
		if issues := tracker.Receive(m); len(issues) > 0 {
			t.Fatal(issues)
		}
	}
	before := dump(tracker)
	for _, m := range []*said{{kind: "open", to: "d,a", id: "22"}, {kind: "open", to: "e,d", id: "22"}, {kind: "close", to: "a,b"}, {kind: "rest", to: "b,c,a"}, {kind: "cut", to: "c,a"}} {
		if issues := tracker.take(m, step{sent: true, attempt: true, hold: true}, nil); len(issues) > 0 {
			t.Fatal(m, issues)
		}
		if dump(tracker) == before {
			t.Errorf("%s %s changes nothing", m.kind, m.to)
		}
		if tracker.takeBack(); dump(tracker) != before {
			t.Errorf("%s %s leaves\n%s\nof\n%s", m.kind, m.to, dump(tracker), before)
		}
	}
}

// TestSeveralKeysAllocate checks that the keys of a message cost no memory of their own.
func TestSeveralKeysAllocate(t *testing.T) {
	tracker := NewTracker[Message](parts(0, nil), "", nil)
	tracker.Receive(&said{kind: "open", to: "a,b,c,d"})
	m := &said{kind: "rest", to: "d,b,a,b"}
	if got := testing.AllocsPerRun(100, func() { tracker.Receive(m) }); got > 0 {
		t.Errorf("%v allocations for a message", got)
	}
}

// TestManyKeys has messages with so many keys that comparing each with each would take minutes: they begin exchanges, make room for others and end them.
func TestManyKeys(t *testing.T) {
	const count = 30_000
	list := func(first, last int) string {
		var b strings.Builder
		for n := first; n < last; n++ {
			fmt.Fprintf(&b, "%d,", n)
		}
		return b.String()
	}
	for _, limit := range []int{1 << 15, 20} { // the exchanges that are concerned are the first that may be dropped
		tracker := NewTracker[Message](parts(2*count, keepID), "", []Option{MaxRemembered(limit * count)})
		for _, m := range []*said{
			{kind: "open", to: list(0, 2*count)},
			{kind: "rest", to: list(0, 2*count)},
			{kind: "open", to: list(2*count, 3*count) + list(0, count)}, // the others make room
			{kind: "close", to: list(2*count, 3*count)},
		} {
			if issues := tracker.Receive(m); len(issues) > 0 {
				t.Fatal(limit, m.kind, issues)
			}
		}
		if tracker.Open() != count {
			t.Errorf("%d are open", tracker.Open())
		}
	}
}

// TestManyCopies has a message that each of its exchanges remembers. The tracker makes no more copies than may be remembered.
func TestManyCopies(t *testing.T) {
	copies := 0
	tracker := NewTracker[Message](parts(0, func(m, into Message) (Message, int) {
		copies++
		return into, 1 << 20
	}), "", []Option{MaxRemembered(4 << 20)})
	keys := make([]string, 1000)
	for i := range keys {
		keys[i] = strconv.Itoa(i)
	}
	issues := tracker.Receive(&said{kind: "open", to: strings.Join(keys, ",")})
	if len(issues) != 1 || !strings.HasPrefix(issues[0].Message, "must wait until the conversation remembers less") || copies > 30 || tracker.Open() != 0 {
		t.Errorf("%v after %d copies", issues, copies)
	}
	if issues := tracker.Receive(&said{kind: "open", to: "a,b,c"}); len(issues) > 0 || tracker.remembered() < 3<<20 {
		t.Errorf("%v, and %d bytes are remembered", issues, tracker.remembered())
	}
}

// TestEqualKeysAreOne counts the checks of messages with few and with many keys: one for each different key.
func TestEqualKeysAreOne(t *testing.T) {
	for keys, want := range map[string]int{"a,b,a": 2, strings.Repeat("a,b,c,", 20): 3} {
		checks := 0
		c := parts(0, nil)
		c.Exchanges[0].Checks = []SequenceCheck{{Letters: []int{0}, Kind: CheckEach, Holds: func(*Reader, []Message) bool { checks++; return true }}}
		tracker := NewTracker[Message](c, "", nil)
		if issues := tracker.Receive(&said{kind: "open", to: keys}); len(issues) > 0 || checks != want {
			t.Errorf("%s: %v after %d checks", keys, issues, checks)
		}
	}
}
