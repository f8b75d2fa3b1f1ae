package wire

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// noted is a message that has a key and a time.
type noted struct {
	flag
	key   string
	until time.Time
}

func (n *noted) Check(...Option) []Issue                          { return nil }
func (n *noted) Validate(...Option) error                         { return nil }
func (n *noted) Encode(...Option) ([]byte, error)                 { return []byte("true"), nil }
func (n *noted) AppendJSON(b []byte, _ ...Option) ([]byte, error) { return append(b, "true"...), nil }

var notedOnce = Unique{
	Letters: []int{0},
	Key:     func(m Message, key []byte) []byte { return AppendKey(key, m.(*noted).key) },
	Until:   func(_ *Reader, m Message) time.Time { return m.(*noted).until },
	Most:    300,
	Message: "again",
	Full:    "full",
}

// TestMemory compares the memory of a tracker with a list that is searched as a whole.
func TestMemory(t *testing.T) {
	conversation := Conversation{
		Name:   "notes",
		Whole:  Order{Letter: func(*Reader, Message) int { return 0 }, States: []State{{Next: []int16{1}}}},
		Unique: []Unique{notedOnce},
	}
	tracker := NewTracker[Message](&conversation, "", nil)
	random := rand.New(rand.NewPCG(1, 2))
	start := time.Unix(0, 0)
	var known []*noted
	said := map[string]int{}
	for i := range 20_000 {
		now := start.Add(time.Duration(i/3) * time.Second)
		m := &noted{key: string(rune('a' + random.IntN(1000))), until: now.Add(time.Duration(random.IntN(400)-10) * time.Second)}
		live := known[:0]
		want := ""
		for _, k := range known {
			if k.until.Before(now) {
				continue
			}
			live = append(live, k)
			if k.key == m.key {
				want = "again"
			}
		}
		if known = live; want == "" && len(known) == notedOnce.Most {
			want = "full"
		}
		got := ""
		if issues := tracker.Receive(m, Now(now)); len(issues) > 0 {
			got = issues[0].Message
		}
		if got != want {
			t.Fatalf("message %d: %q, want %q", i, got, want)
		}
		if said[want]++; want == "" {
			known = append(known, m)
		}
		if past := &tracker.past[0]; len(past.keys) != len(known) || len(past.queue) != len(known) {
			t.Fatalf("message %d: %d keys and %d times of %d messages", i, len(past.keys), len(past.queue), len(known))
		}
	}
	if said[""] < 1000 || said["again"] < 1000 || said["full"] < 1000 {
		t.Errorf("too few of a kind: %v", said)
	}
	tracker.Receive(&noted{key: "last"}, Now(start.Add(time.Hour*24)))
	if past := &tracker.past[0]; len(past.keys) != 1 || cap(past.queue) > 1 {
		t.Errorf("%d keys and room for %d times are left", len(past.keys), cap(past.queue))
	}
}

// TestAppendKey has keys that differ and keys that do not.
func TestAppendKey(t *testing.T) {
	different := [][]any{{"a", "bc"}, {"ab", "c"}, {"abc", ""}, {"", "abc"}, {"as", "b"}, {"a", "sb"}, {"a", int64(1)}, {"a", "1"}, {"a", 1.0}, {"a", math.SmallestNonzeroFloat64}, {int64(1), int64(2)}, {"i\x00\x00\x00\x00\x00\x00\x00\x01", int64(2)}}
	seen := map[string][]any{}
	for _, parts := range different {
		key := string(AppendKey(nil, parts...))
		if before, is := seen[key]; is {
			t.Errorf("%v and %v have one key", before, parts)
		}
		seen[key] = parts
	}
	if string(AppendKey(nil, 0.0)) != string(AppendKey(nil, math.Copysign(0, -1))) {
		t.Error("0 and -0 are two keys")
	}
}
