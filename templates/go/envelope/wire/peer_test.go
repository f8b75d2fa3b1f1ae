package wire

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// work is `ask cancel* last | watch tick* (last | cancel (tick | last)?)`, in which kill ends an exchange.
var work = Conversation{
	Name:  "work",
	Tag:   []string{"kind"},
	Sides: []string{"client", "server"},
	From: func(m Message) string {
		if slices.Contains([]string{"ask", "watch", "cancel", "kill"}, m.(*said).kind) {
			return "client"
		}
		return "server"
	},
	Whole: Order{Letter: func(*Reader, Message) int { return 0 }, States: []State{{Next: []int16{1}}}},
	Exchanges: []Exchange{{
		Name: "asks",
		Ways: []Way{
			{At: []string{"id"}, Key: func(m Message) (Key, bool) { return TextKey(m.(*said).id), m.(*said).id != "" }, Letter: kindOf("ask", "tick", "last", "", "kill", "watch")},
			{At: []string{"to"}, Key: func(m Message) (Key, bool) { return TextKey(m.(*said).to), m.(*said).to != "" }, Letter: kindOf("", "", "", "cancel")},
		},
		One: []int{4},
		Order: Order{
			States: []State{
				{Next: []int16{0: 2, 5: 3}, Cut: "must not end"},
				{Next: []int16{2: 5, 3: 2}, Cut: "must not end"},       // behind a request
				{Next: []int16{1: 3, 2: 5, 3: 4}, Cut: "must not end"}, // behind a subscription
				{Next: []int16{1: 5, 2: 5}},                            // behind its cancellation
				{},
			},
			Checks: []SequenceCheck{{Letters: []int{0, 1, 2}, Kind: CheckEach, Failure: Failure{Rule: "bad"}, Holds: func(_ *Reader, m []Message) bool { return !m[0].(*said).bad }}},
		},
	}},
}

// handlers answer the requests of these tests; a nil one returns the last message.
type handlers struct {
	ask   func(ctx context.Context, m *said) (*said, error)
	watch func(ctx context.Context, m *said, send func(*said) error) error
}

func (h handlers) handle(m *said) Handling[*said] {
	switch m.kind {
	case "ask":
		return HandleOne[*said](0, m, h.ask)
	case "watch":
		return HandleMany[*said](0, m, h.watch)
	}
	return Handling[*said]{}
}

func echo(_ context.Context, m *said) (*said, error) { return &said{kind: "last", id: m.id}, nil }

// peerTap is a peer with the messages that it has sent.
type peerTap struct {
	sent chan *said
	*Peer[*said]
}

func tappedPeer(h handlers, serving Serving[*said]) peerTap {
	tap := peerTap{sent: make(chan *said, 100)}
	tap.Peer = NewPeer(&work, "server", parseSaid, func(m *said) error {
		if m.to == "unsendable" {
			return errUnsendable
		}
		tap.sent <- m
		return nil
	}, h.handle, serving, nil)
	return tap
}

func (p peerTap) hear(t *testing.T, m *said, handled bool, rule string) {
	t.Helper()
	got, issues, err := p.Receive(t.Context(), m)
	if err != nil || got != handled || len(issues) != len(rule[:min(1, len(rule))]) || len(issues) > 0 && issues[0].Rule != rule {
		t.Errorf("%s of %q: handled %t, %v, %v; want %t, %q", m.kind, m.id, got, issues, err, handled, rule)
	}
}

// failWith answers a failed request with its error in the message.
func failWith(m *said, _ any, err error) *said { return &said{kind: "last", id: m.id, to: err.Error()} }

func TestPeerAnswers(t *testing.T) {
	p := tappedPeer(handlers{ask: echo, watch: func(_ context.Context, m *said, send func(*said) error) error {
		for _, kind := range []string{"tick", "tick", "last"} {
			if err := send(&said{kind: kind, id: m.id}); err != nil {
				return err
			}
		}
		if err := send(&said{kind: "tick", id: m.id}); err != ErrNoReply {
			t.Errorf("a tick after the last one: %v", err)
		}
		return nil
	}}, Serving[*said]{})
	p.hear(t, &said{kind: "ask", id: "a"}, true, "")
	if m := <-p.sent; m.kind != "last" || m.id != "a" {
		t.Errorf("%+v", m)
	}
	p.hear(t, &said{kind: "watch", id: "w"}, true, "")
	for _, want := range []string{"tick", "tick", "last"} {
		if m := <-p.sent; m.kind != want || m.id != "w" {
			t.Errorf("%+v, want %s", m, want)
		}
	}
	p.hear(t, &said{kind: "ask"}, false, "")                               // without a key it is no request
	p.hear(t, &said{kind: "cancel", to: "x"}, false, "unexpected-message") // of nothing
	if issues := p.Drain(t.Context()); issues != nil || p.Wait() != nil || p.Open() != 0 {
		t.Errorf("%v, %v, %d open", issues, p.Wait(), p.Open())
	}
	if _, _, err := p.Receive(t.Context(), &said{kind: "ask", id: "b"}); !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
}

// TestPeerFails checks that each failure of a handler becomes the reply of Fail, or the cause of the end.
func TestPeerFails(t *testing.T) {
	own := errors.New("own")
	for name, c := range map[string]struct {
		request said
		ask     func(m *said) (*said, error)
		want    string
	}{
		"its error":       {said{}, func(*said) (*said, error) { return nil, own }, "own"},
		"no reply":        {said{}, func(*said) (*said, error) { return nil, nil }, "without a reply"},
		"another key":     {said{}, func(*said) (*said, error) { return &said{kind: "last", id: "other"}, nil }, "must be that of the request"},
		"the wrong place": {said{}, func(m *said) (*said, error) { return &said{kind: "tick", id: m.id}, nil }, "unexpected-message"},
		"not valid":       {said{}, func(m *said) (*said, error) { return &said{kind: "last", id: m.id, wrong: true}, nil }, "wrong"},
		"against a check": {said{bad: true}, nil, "bad"},
	} {
		for _, answered := range []bool{true, false} {
			var reported error
			serving := Serving[*said]{OnError: func(_ *said, err error) { reported = err }}
			if answered {
				serving.Fail = failWith
			}
			p := tappedPeer(handlers{ask: func(_ context.Context, m *said) (*said, error) { return c.ask(m) }}, serving)
			other := said{kind: "watch", id: "other"}
			_ = p.tracker.Receive(&other)
			request := c.request
			request.kind, request.id = "ask", "a"
			handled, issues, _ := p.Receive(t.Context(), &request)
			if handled != (answered || !request.bad) || (len(issues) > 0) != request.bad {
				t.Errorf("%s: handled %t, %v", name, handled, issues)
			}
			switch {
			case answered:
				if m := <-p.sent; m.id != "a" || !strings.Contains(m.to, c.want) || reported == nil {
					t.Errorf("%s: %s", name, m.to)
				}
			case !request.bad:
				if err := p.Wait(); err == nil || !strings.Contains(err.Error(), c.want) || !errors.Is(err, ErrClosed) {
					t.Errorf("%s: %v", name, err)
				}
			}
			p.Close(nil)
		}
	}
	p := tappedPeer(handlers{ask: func(_ context.Context, m *said) (*said, error) { return nil, own }},
		Serving[*said]{Fail: func(m *said, _ any, _ error) *said { return &said{kind: "last", id: m.id, to: "unsendable"} }})
	p.hear(t, &said{kind: "ask", id: "a"}, true, "")
	if err := p.Wait(); !errors.Is(err, errUnsendable) {
		t.Errorf("a connection that fails: %v", err)
	}
}

// TestPeerCancels ends the contexts of handlers in each way.
func TestPeerCancels(t *testing.T) {
	causes, started := make(chan error, 1), make(chan struct{}, 1)
	wait := func(ctx context.Context) error {
		started <- struct{}{}
		<-ctx.Done()
		causes <- context.Cause(ctx)
		return ctx.Err()
	}
	p := tappedPeer(handlers{
		ask:   func(ctx context.Context, _ *said) (*said, error) { return nil, wait(ctx) },
		watch: func(ctx context.Context, _ *said, _ func(*said) error) error { return wait(ctx) },
	}, Serving[*said]{Fail: failWith})
	var cancelled *CancelledError
	p.hear(t, &said{kind: "ask", id: "a"}, true, "")
	<-started
	p.hear(t, &said{kind: "cancel", to: "a"}, true, "")
	if err := <-causes; !errors.As(err, &cancelled) || cancelled.By.(*said).kind != "cancel" {
		t.Errorf("cancel: %v", err)
	}
	if m := <-p.sent; m.id != "a" || !strings.Contains(m.to, "cancelled the request") { // the grammar still needs a reply
		t.Errorf("%+v", m)
	}
	p.hear(t, &said{kind: "watch", id: "w"}, true, "")
	<-started
	p.hear(t, &said{kind: "cancel", to: "w"}, true, "")
	if err := <-causes; !errors.As(err, &cancelled) {
		t.Errorf("cancel: %v", err)
	}
	p.hear(t, &said{kind: "ask", id: "k"}, true, "")
	<-started
	p.hear(t, &said{kind: "kill", id: "k"}, true, "")
	var ended *EndedError
	if err := <-causes; !errors.As(err, &ended) || ended.By.(*said).kind != "kill" {
		t.Errorf("kill: %v", err)
	}
	p.hear(t, &said{kind: "ask", id: "k"}, true, "") // the key is free
	<-started
	torn := errors.New("torn")
	if issues := p.Close(torn); len(issues) != 1 || issues[0].Rule != "incomplete" {
		t.Error(issues)
	}
	if err := <-causes; !errors.Is(err, torn) {
		t.Errorf("close: %v", err)
	}
	if err := p.Wait(); !errors.Is(err, torn) || len(p.sent) > 0 {
		t.Errorf("%v, %d sent", err, len(p.sent))
	}
}

// TestPeerLate answers a request whose key has begun another exchange meanwhile: the reply is not that of the new request.
func TestPeerLate(t *testing.T) {
	started, release := make(chan struct{}), make(chan struct{})
	p := tappedPeer(handlers{ask: func(ctx context.Context, m *said) (*said, error) {
		if m.to == "first" {
			close(started)
			<-release
			return &said{kind: "last", id: m.id, to: "late"}, nil
		}
		close(release)
		time.Sleep(time.Millisecond) // the late reply comes first
		return echo(ctx, m)
	}}, Serving[*said]{})
	p.hear(t, &said{kind: "ask", id: "a", to: "first"}, true, "")
	<-started
	p.hear(t, &said{kind: "kill", id: "a"}, true, "")
	p.hear(t, &said{kind: "ask", id: "a"}, true, "")
	if m := <-p.sent; m.to == "late" {
		t.Error("the reply to the ended request has been sent")
	}
	p.Drain(t.Context())
}

// TestPeerBounds checks that handlers and queued requests are bounded, that Receive waits beyond, and that each gets its turn.
func TestPeerBounds(t *testing.T) {
	var guard sync.Mutex
	working, greatest := 0, 0
	release := make(chan struct{})
	p := tappedPeer(handlers{ask: func(ctx context.Context, m *said) (*said, error) {
		guard.Lock()
		working++
		greatest = max(greatest, working)
		guard.Unlock()
		<-release
		guard.Lock()
		working--
		guard.Unlock()
		return echo(ctx, m)
	}}, Serving[*said]{MostHandlers: 3, MostQueued: 2})
	for i := range 5 {
		p.hear(t, &said{kind: "ask", id: fmt.Sprint(i)}, true, "")
	}
	soon, cancel := context.WithTimeoutCause(t.Context(), 5*time.Millisecond, errors.New("full"))
	defer cancel()
	if handled, _, err := p.Receive(soon, &said{kind: "ask", id: "5"}); handled || err == nil || err.Error() != "full" {
		t.Errorf("beyond: %t, %v", handled, err)
	}
	done := make(chan struct{})
	go func() {
		for i := 5; i < 20; i++ {
			p.hear(t, &said{kind: "ask", id: fmt.Sprint(i)}, true, "")
		}
		close(done)
	}()
	close(release)
	<-done
	if issues := p.Drain(t.Context()); issues != nil || greatest != 3 || len(p.sent) != 20 {
		t.Errorf("%v, %d at once, %d replies", issues, greatest, len(p.sent))
	}
}

// TestPeerDrains checks that a draining peer answers the requests at work, and cancels them when the time is over.
func TestPeerDrains(t *testing.T) {
	started, release := make(chan struct{}), make(chan struct{})
	h := handlers{ask: func(ctx context.Context, m *said) (*said, error) {
		close(started)
		select {
		case <-release:
		case <-ctx.Done():
		}
		return echo(ctx, m)
	}}
	p := tappedPeer(h, Serving[*said]{Fail: failWith})
	p.hear(t, &said{kind: "ask", id: "a"}, true, "")
	<-started
	drained := make(chan []Issue)
	go func() { drained <- p.Drain(context.Background()) }()
	for isClosing := false; !isClosing; time.Sleep(time.Millisecond) {
		p.guard.Lock()
		isClosing = p.closing
		p.guard.Unlock()
	}
	if _, _, err := p.Receive(t.Context(), &said{kind: "ask", id: "late"}); err != nil {
		t.Fatal(err)
	}
	if m := <-p.sent; m.to != ErrClosing.Error() {
		t.Errorf("a late request gets %v", m)
	}
	close(release)
	if issues := <-drained; issues != nil || p.Wait() != nil {
		t.Errorf("%v, %v", issues, p.Wait())
	}

	started, release = make(chan struct{}), make(chan struct{})
	p = tappedPeer(h, Serving[*said]{})
	p.hear(t, &said{kind: "ask", id: "a"}, true, "")
	over, cancel := context.WithCancelCause(t.Context())
	cancel(errGrace)
	if issues := p.Drain(over); len(issues) != 1 || issues[0].Rule != "incomplete" || !errors.Is(p.Wait(), errGrace) {
		t.Errorf("%v, %v", issues, p.Wait())
	}
}
