package wire

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// parseSaid reads {"kind":K,"id":I}, and refuses a text with "bad".
func parseSaid(text []byte, opts ...Option) (*said, error) {
	raw, err := ParseRaw(text)
	if err == nil && strings.Contains(string(text), "bad") {
		err = &ValidationError{Issues: []Issue{{Rule: "own", Path: "/bad", Level: Must}}}
	}
	var invalid *ValidationError
	o := newOptions(opts)
	if errors.As(err, &invalid) {
		o.report(invalid.Issues)
		return nil, err
	}
	var m struct{ Kind, ID string }
	return &said{kind: m.Kind, id: m.ID}, raw.Decode(&m)
}

// TestAskFailed checks that a request ends with a message that has its key and is invalid, or that may not come.
func TestAskFailed(t *testing.T) {
	for name, c := range map[string]struct{ text, rule string }{
		"invalid":       {`{"kind":"last","id":"a","bad":1}`, "own"},
		"no message":    {`{"id":"a","bad":[]}`, "own"},
		"the order":     {`{"kind":"ask","id":"a"}`, "wrong-direction"},
		"another order": {`{"kind":"song","id":"a"}`, ""}, // belongs to no exchange, and is valid
	} {
		w := tapped()
		asked := w.ask(t.Context(), "a")
		other := w.ask(t.Context(), "b")
		_, answers, issues := w.ReceiveText([]byte(c.text))
		if answers != (c.rule != "") {
			t.Errorf("%s: answers %t, %v", name, answers, issues)
		}
		if c.rule == "" {
			continue
		}
		var invalid *ValidationError
		if got := <-asked; !errors.As(got.err, &invalid) || invalid.Issues[0].Rule != c.rule {
			t.Errorf("%s: %+v", name, got)
		}
		if w.hear(t, &said{kind: "last", id: "b"}, true, ""); (<-other).err != nil || w.Open() != 0 {
			t.Errorf("%s: %d are open", name, w.Open())
		}
		w.hear(t, &said{kind: "last", id: "a"}, true, "") // late, for nobody
	}
}

// TestAskUnattributed checks that a text without a key ends no request.
func TestAskUnattributed(t *testing.T) {
	w := tapped()
	asked := w.ask(t.Context(), "a")
	for _, text := range []string{`{`, `{"id":"a","id":"a"}`, `{"bad":1}`, `{"id":1,"bad":1}`, `"bad"`, `{"id":"b","bad":1}`} {
		if _, answers, issues := w.ReceiveText([]byte(text)); answers || len(issues) == 0 {
			t.Errorf("%s: answers %t, %v", text, answers, issues)
		}
	}
	if w.hear(t, &said{kind: "last", id: "a"}, true, ""); (<-asked).err != nil {
		t.Error("the request has ended before its reply")
	}
}

// TestAskOrder has a reply of another kind: the exchange has another order.
func TestAskOrder(t *testing.T) {
	w := tapped()
	w.tracker.take(&said{kind: "touch", to: "x"}, step{}, nil)
	asked := w.ask(t.Context(), "a")
	w.tracker.open[0].byKey.get(TextKey("a")).state = 3 // where no tick may come
	w.hear(t, &said{kind: "tick", id: "a"}, true, "unexpected-message")
	var invalid *ValidationError
	if got := <-asked; !errors.As(got.err, &invalid) {
		t.Error(got.err)
	}
}

// TestAskTimeout checks that a request ends in time, and that its exchange no longer counts.
func TestAskTimeout(t *testing.T) {
	w := tapped(RequestTimeout(time.Millisecond))
	if got := <-w.ask(t.Context(), "a"); !errors.Is(got.err, context.DeadlineExceeded) || w.Open() != 0 {
		t.Errorf("%v, %d open", got.err, w.Open())
	}
	var last error
	for _, err := range AskMany[*said](t.Context(), w.Client, 0, &said{kind: "ask", id: "b"}) {
		last = err
	}
	if !errors.Is(last, context.DeadlineExceeded) {
		t.Error(last)
	}
	if o := newOptions([]Option{RequestTimeout(0)}); o.wrong == nil {
		t.Error("no time at all is taken")
	}
}

// TestAskGivenUp checks that abandoned requests never prevent others from being sent, and that the oldest of them is dropped first.
func TestAskGivenUp(t *testing.T) {
	w := tapped()
	ctx, cancel := context.WithCancel(t.Context())
	live := w.ask(t.Context(), "live")
	for i := range 70_000 {
		q, err := w.Client.ask(ctx, &said{kind: "ask", id: fmt.Sprint(i)}, 0)
		if err != nil {
			t.Fatalf("request %d: %v", i, err)
		}
		<-w.sent
		w.leave(q)
	}
	cancel()
	if open, known := w.Open(), w.tracker.Open(); open != 1 || known != talk.Exchanges[0].Most {
		t.Errorf("%d open, %d known", open, known)
	}
	w.hear(t, &said{kind: "tick", id: "69998"}, true, "")
	if w.Open() != 1 {
		t.Error("a late reply makes an exchange count again")
	}
	w.hear(t, &said{kind: "last", id: "69999"}, true, "")
	w.hear(t, &said{kind: "last", id: "69997"}, false, "unexpected-message")
	if w.hear(t, &said{kind: "last", id: "live"}, true, ""); (<-live).err != nil {
		t.Error("the request that waits has been forgotten")
	}
}

// TestAskAgain checks that a request may be sent again if sending failed.
func TestAskAgain(t *testing.T) {
	fails := true
	var w *Client[*said]
	var meanwhile func()
	w = NewClient(&talk, "client", parseSaid, func(*said) error {
		if meanwhile != nil {
			meanwhile()
		}
		if fails {
			return errUnsendable
		}
		return nil
	}, nil)
	for name, other := range map[string]func(){"": nil, "a message meanwhile": func() { w.Receive(&said{kind: "tick"}) }} {
		fails, meanwhile = true, other
		before := dump(w.tracker)
		for range 3 {
			if _, err := w.ask(t.Context(), &said{kind: "ask", id: "a"}, 0); !errors.Is(err, errUnsendable) || dump(w.tracker) != before {
				t.Errorf("%s: %v, %s", name, err, dump(w.tracker))
			}
		}
		fails = false
		q, err := w.ask(t.Context(), &said{kind: "ask", id: "a"}, 0)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		w.Receive(&said{kind: "last", id: "a"})
		if _, err := w.next(t.Context(), q); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSendAgain checks that a message which ends an exchange ends no request if it could not be sent.
func TestSendAgain(t *testing.T) {
	w := NewClient(&talk, "", parseSaid, func(m *said) error {
		if m.kind == "error" {
			return errUnsendable
		}
		return nil
	}, nil)
	q, err := w.ask(t.Context(), &said{kind: "ask", id: "a"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Send(t.Context(), &said{kind: "error", id: "a"}); !errors.Is(err, errUnsendable) {
		t.Error(err)
	}
	if answers, issues := w.Receive(&said{kind: "last", id: "a"}); !answers || issues != nil {
		t.Error(answers, issues)
	}
	if _, err := w.next(t.Context(), q); err != nil {
		t.Error(err)
	}
}

// TestAskTaken checks that the issue of a second request with one key is at the key.
func TestAskTaken(t *testing.T) {
	w := tapped()
	w.ask(t.Context(), "a")
	_, err := w.Client.ask(t.Context(), &said{kind: "ask", id: "a"}, 0)
	if issues, _ := IssuesOf(err); len(issues) != 1 || issues[0].Path != "/id" || issues[0].Message != keyTaken.Message {
		t.Error(err)
	}
}

// quiet is `ask tick* last touch?`: behind the last reply, only the client may send more.
var quiet = Conversation{
	Name:  "quiet",
	Tag:   []string{"kind"},
	Sides: []string{"client", "server"},
	From:  func(m Message) string { return talk.From(m) },
	Whole: Order{Letter: func(*Reader, Message) int { return 0 }, States: []State{{Next: []int16{1}}}},
	Exchanges: []Exchange{{
		Ways: []Way{{
			At: []string{"id"}, Key: func(m Message) (Key, bool) { return TextKey(m.(*said).id), true },
			Letter: kindOf("ask", "tick", "last", "touch"),
		}},
		Order: Order{States: []State{{Next: []int16{0: 2}, Cut: "must not end"}, {Next: []int16{1: 2, 2: 3}, Cut: "must not end"}, {Next: []int16{3: 4}, Quiet: true}, {}}},
	}},
}

// TestAskManyQuiet checks that a request ends with its last reply, although its exchange goes on.
func TestAskManyQuiet(t *testing.T) {
	w := wireTap{sent: make(chan *said, 9)}
	w.Client = NewClient(&quiet, "client", parseSaid, func(m *said) error { w.sent <- m; return nil }, nil)
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
	defer stop()
	done := make(chan []string)
	go func() {
		var got []string
		for m, err := range AskMany[*said](ctx, w.Client, 0, &said{kind: "ask", id: "a"}) {
			if err != nil {
				got = append(got, err.Error())
				break
			}
			got = append(got, m.kind)
		}
		done <- got
	}()
	<-w.sent
	w.hear(t, &said{kind: "tick", id: "a"}, true, "")
	w.hear(t, &said{kind: "last", id: "a"}, true, "")
	if got := strings.Join(<-done, " "); got != "tick last" {
		t.Error(got)
	}
	if err := w.Send(ctx, &said{kind: "touch", id: "a"}); err != nil || w.Open() != 0 {
		t.Errorf("%v, %d are open", err, w.Open())
	}
}

// TestAskWithoutKey names the missing member of a request whose reply could not be found.
func TestAskWithoutKey(t *testing.T) {
	w := tapped()
	_, err := w.Client.ask(t.Context(), &said{kind: "ask"}, 0)
	if issues, _ := IssuesOf(err); len(issues) != 1 || issues[0].Path != "/id" || issues[0].Message != noKey.Message {
		t.Error(err)
	}
}

// TestNotOpen names the key of a message that begins no exchange and has the key of none.
func TestNotOpen(t *testing.T) {
	w := tapped()
	_, issues := w.Receive(&said{kind: "last", id: "a"})
	if len(issues) != 1 || issues[0].Message != "must have the /id of an open exchange: none has this one" {
		t.Error(issues)
	}
}
