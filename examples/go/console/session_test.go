package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/envgen/envgen/gen/go/envelope"
	"github.com/envgen/envgen/gen/go/hotrepl"
)

// notes records the calls of a watcher.
type notes struct {
	sync.Mutex
	list []string
}

func (n *notes) add(text string) {
	n.Lock()
	defer n.Unlock()
	n.list = append(n.list, text)
}

func (n *notes) pushed(m hotrepl.Message) { n.add(m.Type()) }

func (n *notes) wrong(err error) {
	var invalid *hotrepl.ValidationError
	if errors.As(err, &invalid) {
		n.add(invalid.Issues[0].Rule)
	} else {
		n.add(err.Error())
	}
}

func (n *notes) text() string {
	n.Lock()
	defer n.Unlock()
	return strings.Join(n.list, " ")
}

func start(t *testing.T) (*session, *notes, chan *server) {
	t.Helper()
	url, ended := serve(t)
	told := &notes{}
	s, err := dial(t.Context(), url, told)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.socket.CloseNow(); s.done.Wait() })
	return s, told, ended
}

func TestRequests(t *testing.T) {
	s, told, ended := start(t)
	ctx := t.Context()
	if value, err := s.eval(ctx, "1", "1 + 1"); err != nil || value != `"1 + 1"` {
		t.Error(value, err)
	}
	var failure *hotrepl.ErrorEnvelope
	if _, err := s.eval(ctx, "2", "fail"); !errors.As(err, &failure) || failure.Code != "evalFailed" {
		t.Error(err)
	}
	if reply, err := s.Complete(ctx, &hotrepl.Complete{ID: "3", Code: "x."}); err != nil || reply.(*hotrepl.CompleteResult).Completions[0] != "Length" {
		t.Error(reply, err)
	}
	sum := 0.0
	for reply, err := range s.Subscribe(ctx, &hotrepl.Subscribe{ID: "4", Code: "frame", Limit: hotrepl.Some(100.0)}) {
		if err != nil {
			t.Fatal(err)
		}
		sum += reply.(*hotrepl.SubscribeResult).Seq
	}
	if sum != 4950 {
		t.Error(sum)
	}
	call, err := s.CommandCall(ctx, &hotrepl.CommandCall{ID: "5", Name: "build"})
	if err != nil {
		t.Fatal(err)
	}
	status, err := s.JobStatus(ctx, &hotrepl.JobStatus{ID: "6", JobID: call.(*hotrepl.JobAccepted).JobID})
	if err != nil || status.(*hotrepl.JobResult).State != hotrepl.JobEndStateDone {
		t.Error(status, err)
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
	if end := <-ended; told.text() != "handshake" || end.refused > 0 {
		t.Errorf("told %q, %d refused", told.text(), end.refused)
	}
}

// TestTogether has many requests on one connection, some of which are abandoned.
func TestTogether(t *testing.T) {
	s, _, _ := start(t)
	var all sync.WaitGroup
	for n := range 200 {
		all.Go(func() {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			code := fmt.Sprint("code ", n)
			if n%10 == 0 {
				code = "wait"
				cancel()
			}
			value, err := s.eval(ctx, hotrepl.RequestID(fmt.Sprint(n)), code)
			if code == "wait" && !errors.Is(err, context.Canceled) || code != "wait" && (err != nil || value != fmt.Sprintf("%q", code)) {
				t.Error(n, value, err)
			}
		})
	}
	all.Wait()
}

// TestFaults has frames that are invalid or misplaced, among valid frames.
func TestFaults(t *testing.T) {
	s, told, _ := start(t)
	if value, err := s.eval(t.Context(), "1", "garbage"); err != nil || value != `"garbage"` {
		t.Error(value, err)
	}
	if want := "handshake assembly_reload json discriminator unexpected-message"; told.text() != want {
		t.Errorf("told %q, want %q", told.text(), want)
	}
	var ended *envelope.EndedError
	if _, err := s.eval(t.Context(), "2", "refuse"); !errors.As(err, &ended) || ended.By.(*hotrepl.ProtocolError).Error.Code != "evalFailed" {
		t.Error(err)
	}
	var invalid *hotrepl.ValidationError
	if _, err := s.Eval(t.Context(), &hotrepl.Eval{ID: "3", Code: "1", TimeoutMs: hotrepl.Some(math.NaN())}); !errors.As(err, &invalid) {
		t.Error(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if _, err := s.eval(ctx, "4", "invalid"); !errors.As(err, &invalid) {
		t.Error(err)
	}
}

// TestEnds ends connections within exchanges: every waiting request gets an error.
func TestEnds(t *testing.T) {
	for code, is := range map[string]func(error) bool{
		"break": func(err error) bool { return errors.Is(err, envelope.ErrClosed) },
		"flood": func(err error) bool {
			return errors.Is(err, envelope.ErrClosed) && errors.Is(err, websocket.ErrMessageTooBig)
		},
		"evict": func(err error) bool {
			var ended *envelope.EndedError
			return errors.As(err, &ended) && ended.By.(*hotrepl.SessionEvicted).Reason == "new_connection"
		},
	} {
		s, _, _ := start(t)
		waits := make(chan error)
		go func() {
			for _, err := range s.Subscribe(t.Context(), &hotrepl.Subscribe{ID: "s", Code: "frame"}) {
				waits <- err
			}
		}()
		for s.Open() == 0 { // until the subscription has been sent
			if _, err := s.eval(t.Context(), "first", "1"); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.eval(t.Context(), "1", code); !is(err) {
			t.Errorf("%s: %v", code, err)
		}
		if err := <-waits; !is(err) {
			t.Errorf("%s: the subscription has %v", code, err)
		}
		if _, err := s.eval(t.Context(), "2", "1"); err == nil {
			t.Errorf("%s: a request has a reply behind the end", code)
		}
	}
}

// mostOpen is the maximum number of open exchanges.
const mostOpen = 65536

// TestFlood has a client that sends requests endlessly: the server stores at most the maximum number of exchanges.
func TestFlood(t *testing.T) {
	url, ended := serve(t)
	socket, _, err := websocket.Dial(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for n := range mostOpen + 100 {
		if err := socket.Write(t.Context(), websocket.MessageText, fmt.Appendf(nil, `{"type":"eval","id":"%d","code":"wait"}`, n)); err != nil {
			t.Fatal(err)
		}
	}
	if err := socket.Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Error(err)
	}
	if end := <-ended; end.refused != 100 || end.open != mostOpen {
		t.Errorf("%d refused, %d open", end.refused, end.open)
	}
}
