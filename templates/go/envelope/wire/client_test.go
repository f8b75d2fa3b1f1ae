package wire

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
)

// said is a message of the conversation of these tests.
type said struct {
	flag
	kind   string
	id, to string
	bad    bool // whether checks are against it
	wrong  bool // whether it is not valid by itself
}

func (s *said) Check(...Option) []Issue {
	if s.wrong {
		return []Issue{{Rule: "wrong", Level: Must}}
	}
	return nil
}
func (s *said) Validate(opts ...Option) error {
	if issues := s.Check(opts...); issues != nil {
		return &ValidationError{Issues: issues}
	}
	return nil
}
func (s *said) Encode(...Option) ([]byte, error)                 { return []byte(s.kind), nil }
func (s *said) EncodeTo(w *Writer)                               { w.buf = append(w.buf, s.kind...) }
func (s *said) AppendJSON(b []byte, _ ...Option) ([]byte, error) { return append(b, s.kind...), nil }
func (s *said) Error() string                                    { return s.kind }

func (s *said) name() string { return s.kind }

func kindOf(kinds ...string) func(*Reader, Message) int {
	return func(_ *Reader, m Message) int { return slices.Index(kinds, m.(interface{ name() string }).name()) }
}

// touches is the letter touch of messages that touch another exchange, such as evictions after the end of all.
func touches(_ *Reader, m Message) int {
	if kind := m.(*said).kind; kind == "touch" || kind == "evict" {
		return 3
	}
	return -1
}

// keepID keeps the id of a message.
func keepID(m, into Message) (Message, int) {
	kept := Kept[said](into)
	kept.id = OwnText(kept.id, m.(*said).id)
	return kept, TextSize(kept.id)
}

// talk is `ask tick* last | touch+ last?`, in which errors end an exchange and evictions all.
var talk = Conversation{
	Name:  "talk",
	Tag:   []string{"kind"},
	Sides: []string{"client", "server"},
	From: func(m Message) string {
		if kind := m.(*said).kind; kind == "ask" || kind == "touch" {
			return "client"
		}
		return "server"
	},
	Whole: Order{Letter: func(*Reader, Message) int { return 0 }, States: []State{{Next: []int16{1}}}},
	Exchanges: []Exchange{{
		Name: "asks",
		Ways: []Way{
			{At: []string{"id"}, Key: func(m Message) (Key, bool) { return TextKey(m.(*said).id), m.(*said).id != "" }, Letter: kindOf("ask", "tick", "last", "", "error", "evict")},
			{At: []string{"to"}, Key: func(m Message) (Key, bool) { return TextKey(m.(*said).to), m.(*said).to != "" }, Letter: touches},
		},
		Most: 3,
		One:  []int{4},
		All:  []int{5},
		Order: Order{
			States: []State{{Next: []int16{0: 2, 3: 4}, Cut: "must not end"}, {Next: []int16{1: 2, 2: 3}, Cut: "must not end"}, {}, {Next: []int16{2: 3, 3: 4}}},
			Bound:  []Slot{{Letters: []int{0, 3}, Keep: keepID}},
			Checks: []SequenceCheck{{Letters: []int{0, 1, 2, 3}, Kind: CheckEach, Failure: Failure{Rule: "bad"}, Holds: func(_ *Reader, m []Message) bool { return !m[0].(*said).bad }}},
		},
	}},
}

// wireTap is a client with the messages that it has sent.
type wireTap struct {
	sent chan *said
	*Client[*said]
}

func tapped(opts ...Option) wireTap {
	tap := wireTap{sent: make(chan *said, 100)}
	tap.Client = NewClient(&talk, "client", parseSaid, func(m *said) error {
		if m.id == "unsendable" {
			return errUnsendable
		}
		tap.sent <- m
		return nil
	}, opts)
	return tap
}

var errUnsendable = errors.New("unsendable")

// outcome is the result of a request.
type outcome struct {
	reply *said
	err   error
}

// ask sends a request in the background, and returns when it has been sent.
func (w wireTap) ask(ctx context.Context, id string) chan outcome {
	done := make(chan outcome, 1)
	go func() {
		reply, err := Ask[*said](ctx, w.Client, 0, &said{kind: "ask", id: id})
		done <- outcome{reply, err}
	}()
	<-w.sent
	return done
}

func (w wireTap) hear(t *testing.T, m *said, answers bool, rule string) {
	t.Helper()
	got, issues := w.Receive(m)
	if got != answers || len(issues) != len(rule[:min(1, len(rule))]) || len(issues) > 0 && issues[0].Rule != rule {
		t.Errorf("%s of %q: answers %t, %v; want %t, %q", m.kind, m.id, got, issues, answers, rule)
	}
}

func TestAsk(t *testing.T) {
	w := tapped()
	a, b := w.ask(t.Context(), "a"), w.ask(t.Context(), "b")
	w.hear(t, &said{kind: "tick"}, false, "") // without an id it belongs to nobody
	w.hear(t, &said{kind: "tick", id: "c"}, false, "unexpected-message")
	w.hear(t, &said{kind: "last", id: "b"}, true, "")
	w.hear(t, &said{kind: "last", id: "b"}, false, "unexpected-message")
	w.hear(t, &said{kind: "last", id: "a", bad: true}, true, "bad")
	if got := <-b; got.err != nil || got.reply.id != "b" {
		t.Errorf("b: %+v", got)
	}
	var invalid *ValidationError
	if got := <-a; got.reply != nil || !errors.As(got.err, &invalid) {
		t.Errorf("a: %+v", got)
	}
	if w.Open() != 0 {
		t.Errorf("%d exchanges are open", w.Open())
	}
}

// TestAskRefused checks that a rejected message is not sent, and leaves no trace.
func TestAskRefused(t *testing.T) {
	w := tapped()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	w.ask(t.Context(), "taken")
	for name, c := range map[string]struct {
		ctx  context.Context
		m    *said
		want error
	}{
		"its own fault": {t.Context(), &said{kind: "ask", id: "a", wrong: true}, &ValidationError{}},
		"a check":       {t.Context(), &said{kind: "ask", id: "a", bad: true}, &ValidationError{}},
		"the order":     {t.Context(), &said{kind: "ask", id: "taken"}, &ValidationError{}},
		"the direction": {t.Context(), &said{kind: "last", id: "taken"}, &ValidationError{}},
		"no key":        {t.Context(), &said{kind: "ask"}, &ValidationError{}},
		"cancelled":     {gone, &said{kind: "ask", id: "a"}, context.Canceled},
	} {
		before := dump(w.tracker)
		_, err := Ask[*said](c.ctx, w.Client, 0, c.m)
		if fmt.Sprintf("%T", err) != fmt.Sprintf("%T", c.want) || len(w.sent) > 0 || dump(w.tracker) != before {
			t.Errorf("%s: %v, %d sent, %s before and %s behind", name, err, len(w.sent), before, dump(w.tracker))
		}
	}
	if _, err := Ask[*said](t.Context(), w.Client, 0, &said{kind: "ask", id: "unsendable"}); !errors.Is(err, errUnsendable) {
		t.Error(err)
	}
	if err := w.Send(t.Context(), &said{kind: "touch", to: "x"}); err != nil || (<-w.sent).kind != "touch" {
		t.Error(err)
	}
}

// TestAskEnds has requests that end without a reply.
func TestAskEnds(t *testing.T) {
	w := tapped()
	a, b, c := w.ask(t.Context(), "a"), w.ask(t.Context(), "b"), w.ask(t.Context(), "c")
	w.hear(t, &said{kind: "error", id: "a"}, true, "")
	eviction := &said{kind: "evict"}
	w.hear(t, eviction, false, "")
	var ended *EndedError
	var by *said
	if got := <-a; !errors.As(got.err, &by) || by.kind != "error" || by.id != "a" {
		t.Errorf("a: %v", got.err)
	}
	for _, other := range []chan outcome{b, c} {
		if got := <-other; !errors.As(got.err, &ended) || ended.By != Message(eviction) {
			t.Errorf("b or c: %v", got.err)
		}
	}
	d, cause := w.ask(t.Context(), "d"), errors.New("torn")
	if issues := w.Close(cause); len(issues) != 1 || issues[0].Rule != "incomplete" {
		t.Error(issues)
	}
	if got := <-d; !errors.Is(got.err, ErrClosed) || !errors.Is(got.err, cause) {
		t.Errorf("d: %v", got.err)
	}
	if _, err := Ask[*said](t.Context(), w.Client, 0, &said{kind: "ask", id: "e"}); !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
	if issues := w.Close(nil); issues != nil {
		t.Error(issues)
	}
}

// TestAskAbandoned checks that a late reply has no receiver, and that the request leaves no trace.
func TestAskAbandoned(t *testing.T) {
	w := tapped()
	ctx, cancel := context.WithCancelCause(t.Context())
	a := w.ask(ctx, "a")
	why := errors.New("enough")
	cancel(why)
	if got := <-a; !errors.Is(got.err, why) {
		t.Error(got.err)
	}
	if q := w.tracker.open[0].byKey.get(TextKey("a")).request; q != abandoned {
		t.Errorf("%+v still waits", q)
	}
	w.hear(t, &said{kind: "tick", id: "a"}, true, "")
	w.hear(t, &said{kind: "last", id: "a"}, true, "")
	if w.Open() != 0 || abandoned.replies != nil {
		t.Errorf("%d exchanges are open, and nobody has %d replies", w.Open(), len(abandoned.replies))
	}
}

func TestAskMany(t *testing.T) {
	w := tapped()
	replies := AskMany[*said](t.Context(), w.Client, 0, &said{kind: "ask", id: "a"})
	if len(w.sent) > 0 {
		t.Fatal("it is sent before a loop asks for it")
	}
	var got []string
	var last error
	done := make(chan struct{})
	go func() {
		for reply, err := range replies {
			if last = err; err == nil {
				got = append(got, reply.kind)
			} else {
				got = append(got, "fault")
			}
		}
		close(done)
	}()
	<-w.sent
	w.hear(t, &said{kind: "tick", id: "a"}, true, "")
	w.hear(t, &said{kind: "tick", id: "a", bad: true}, true, "bad")
	w.hear(t, &said{kind: "last", id: "a"}, true, "")
	if <-done; !slices.Equal(got, []string{"tick", "fault", "last"}) || last != nil {
		t.Errorf("%v, %v", got, last)
	}
	for _, err := range AskMany[*said](t.Context(), w.Client, 0, &said{kind: "ask", id: "a", bad: true}) {
		if err == nil {
			t.Error("a request that may not be sent has a reply")
		}
	}
}

// TestAskBehind has more replies than may wait.
func TestAskBehind(t *testing.T) {
	w := tapped()
	q, err := w.Client.ask(t.Context(), &said{kind: "ask", id: "a"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for range mostReplies + 10 {
		w.hear(t, &said{kind: "tick", id: "a"}, true, "")
	}
	for range mostReplies {
		if _, err = w.next(t.Context(), q); err != nil {
			t.Fatal(err)
		}
	}
	if _, err = w.next(t.Context(), q); err != ErrBehind {
		t.Error(err)
	}
}

// TestAskAtOnce has many requests at the same time, and replies in another order.
func TestAskAtOnce(t *testing.T) {
	w := tapped()
	var all sync.WaitGroup
	room := make(chan struct{}, 3)
	go func() {
		var held []*said
		for m := range w.sent {
			if held = append(held, m); len(held) < 2 {
				continue
			}
			for _, m := range slices.Backward(held) {
				if answers, issues := w.Receive(&said{kind: "last", id: m.id}); !answers || issues != nil {
					t.Error(answers, issues)
				}
			}
			held = nil
		}
	}()
	for i := range 500 {
		all.Go(func() {
			room <- struct{}{}
			id := fmt.Sprint(i)
			if reply, err := Ask[*said](t.Context(), w.Client, 0, &said{kind: "ask", id: id}); err != nil || reply.id != id {
				t.Error(reply, err)
			}
			<-room
		})
	}
	all.Wait()
	close(w.sent)
	if w.Open() != 0 {
		t.Errorf("%d exchanges are open", w.Open())
	}
}
