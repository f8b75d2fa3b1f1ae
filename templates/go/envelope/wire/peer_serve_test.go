package wire

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

// talkOver serves lines until their end.
func talkOver(t *testing.T, h handlers, serving Serving[*said], lines ...string) (sent []*said, err error) {
	t.Helper()
	p := tappedPeer(h, serving)
	err = p.Serve(t.Context(), Lines(strings.NewReader(strings.Join(lines, "\n")), io.Discard, MaxBytes(100)))
	close(p.sent)
	for m := range p.sent {
		sent = append(sent, m)
	}
	return sent, err
}

func TestServe(t *testing.T) {
	var refused [][]Issue
	var others []string
	serving := Serving[*said]{
		OnMessage: func(_ context.Context, m *said) error { others = append(others, m.kind); return nil },
		OnRefused: func(_ []byte, issues []Issue) error { refused = append(refused, issues); return nil },
	}
	sent, err := talkOver(t, handlers{ask: echo}, serving, `{"kind":"ask","id":"a"}`, ``, `{"kind":"ask"}`, `{"kind":"last","id":"b"}`,
		strings.Repeat(" ", 101), `{"kind":"ask","id":"b"}`, `{"kind":`)
	if err != nil || len(sent) != 2 || len(others) != 1 {
		t.Errorf("%v, sent %d, others %v", err, len(sent), others)
	}
	var rules []string
	for _, issues := range refused {
		rules = append(rules, issues[0].Rule)
	}
	if got := strings.Join(rules, " "); got != "blank-line wrong-direction long-line cut-line" {
		t.Error(got)
	}
}

// TestServeEnds checks the cause of each end.
func TestServeEnds(t *testing.T) {
	own := errors.New("own")
	never := func(ctx context.Context, _ *said) (*said, error) { <-ctx.Done(); return nil, ctx.Err() }
	for name, c := range map[string]struct {
		serving Serving[*said]
		line    string
		want    string
	}{
		"a refused text":    {Serving[*said]{}, `{"kind":"last","id":"b"}`, "wrong-direction"},
		"no text":           {Serving[*said]{}, ``, "blank-line"},
		"its hook":          {Serving[*said]{OnRefused: func([]byte, []Issue) error { return own }}, `{"kind":"last"}`, "own"},
		"a message's hook":  {Serving[*said]{OnMessage: func(context.Context, *said) error { return own }}, `{"kind":"ask"}`, "own"},
		"the time of grace": {Serving[*said]{Grace: time.Millisecond}, `{"kind":"ask","id":"a"}`, "grace"},
	} {
		if _, err := talkOver(t, handlers{ask: never}, c.serving, c.line+"\n"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	in, out := io.Pipe()
	p := tappedPeer(handlers{ask: never}, Serving[*said]{})
	ctx, cancel := context.WithCancelCause(t.Context())
	go cancel(own)
	if err := p.Serve(ctx, Lines(in, io.Discard)); !errors.Is(err, own) {
		t.Errorf("its context: %v", err)
	}
	p = tappedPeer(handlers{ask: never}, Serving[*said]{})
	go out.CloseWithError(own)
	if err := p.Serve(t.Context(), Lines(in, io.Discard)); !errors.Is(err, own) {
		t.Errorf("its connection: %v", err)
	}
}

// TestServeWaits has a peer that floods: it is read no faster than its requests are answered.
func TestServeWaits(t *testing.T) {
	in, out := io.Pipe()
	release := make(chan struct{})
	p := tappedPeer(handlers{ask: func(ctx context.Context, m *said) (*said, error) { <-release; return echo(ctx, m) }},
		Serving[*said]{MostHandlers: 2, MostQueued: -1})
	served := make(chan error, 1)
	go func() { served <- p.Serve(t.Context(), Lines(in, io.Discard)) }()
	wrote := make(chan int, 50)
	go func() {
		for i := range 50 {
			_, _ = out.Write([]byte(`{"kind":"ask","id":"` + strings.Repeat("x", i+1) + `"}` + "\n"))
			wrote <- i
		}
		_ = out.Close()
	}()
	time.Sleep(20 * time.Millisecond)
	if got := len(wrote); got > 5 { // two at work, one that waits, one that is read ahead
		t.Errorf("%d requests have been read", got)
	}
	close(release)
	if err := <-served; err != nil || len(p.sent) != 50 {
		t.Errorf("%v, %d replies", err, len(p.sent))
	}
}

func TestLinesWrites(t *testing.T) {
	var out bytes.Buffer
	lines := Lines(strings.NewReader(""), &out)
	for _, text := range []string{`{}`, `[]`} {
		if err := lines.WriteText([]byte(text)); err != nil {
			t.Error(err)
		}
	}
	if got := out.String(); got != "{}\n[]\n" {
		t.Errorf("%q", got)
	}
}
