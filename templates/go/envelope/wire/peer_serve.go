package wire

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
)

// Transport carries the texts of a conversation, such as the lines of a stream, or the frames of a WebSocket.
type Transport interface {
	// ReadText returns the next text, which belongs to the caller. Serve calls it in one goroutine. The error of the end is io.EOF. A
	// *ValidationError is that of one text, and others may follow it. Any other error is that of the connection.
	ReadText() ([]byte, error)
	// WriteText sends a text. It is called with one text after the other.
	WriteText(text []byte) error
}

// SendTo returns a function that sends messages over a transport, for a client or a peer.
func SendTo[M Message](t Transport) func(M) error {
	return func(m M) error {
		text, err := EncodeUnchecked(m, nil)
		if err != nil {
			return err
		}
		return t.WriteText(text)
	}
}

// Lines returns the transport of streams with one message a line. MaxBytes limits a line.
func Lines(in io.Reader, out io.Writer, opts ...Option) Transport {
	most := newOptions(opts).maxBytes
	return &streamTransport{cutter: &lineReader{in: bufio.NewReader(in), most: most}, most: most, out: out, framed: func(text []byte) []byte { return append(text, '\n') }}
}

// streamTransport carries texts over streams.
type streamTransport struct {
	cutter StreamCutter
	most   int
	out    io.Writer
	framed func(text []byte) []byte
	guard  sync.Mutex // of out and text
	text   []byte     // is reused
}

func (t *streamTransport) ReadText() ([]byte, error) {
	l, err := t.cutter.next()
	if err != nil {
		return nil, err
	}
	issues := l.broken(t.most)
	if issues == nil && l.cut {
		if _, err := ParseRaw(l.text, MaxDepth(deepest), MaxBytes(most)); err != nil {
			issues = cutLine()
		}
	}
	if issues != nil {
		return nil, &ValidationError{Issues: issues}
	}
	return bytes.Clone(l.text), nil
}

func (t *streamTransport) WriteText(text []byte) error {
	t.guard.Lock()
	defer t.guard.Unlock()
	t.text = t.framed(append(t.text[:0], text...))
	_, err := t.out.Write(t.text)
	return err
}

// arrival is a text, or the error instead of one.
type arrival struct {
	text []byte
	err  error
}

// readTexts reads texts until the connection ends. It is at most one text ahead of their processing.
func readTexts(t Transport, arrivals chan<- arrival, stopped <-chan struct{}) {
	for {
		text, err := t.ReadText()
		select {
		case arrivals <- arrival{text, err}:
		case <-stopped:
			return
		}
		var invalid *ValidationError
		if err != nil && !errors.As(err, &invalid) {
			return
		}
	}
}

// end drains the peer behind the last text.
func (p *Peer[M]) end(ctx context.Context) error {
	grace := p.serving.Grace
	if grace == 0 {
		grace = usualGrace
	}
	ctx, cancel := context.WithTimeoutCause(ctx, grace, errGrace)
	defer cancel()
	issues := p.Drain(ctx)
	if err := p.Wait(); err != nil {
		return err
	}
	return p.refused(issues)
}

// errGrace is the cause where handlers do not return in time.
var errGrace = errors.New("handlers were at work after the grace time")

// arrive processes a text, or the error instead of one.
func (p *Peer[M]) arrive(ctx context.Context, next arrival) error {
	var invalid *ValidationError
	if errors.As(next.err, &invalid) {
		return p.refuse(next.text, invalid.Issues)
	} else if next.err != nil {
		return next.err
	}
	if err := p.enter(ctx); err != nil {
		return err
	}
	m, handled, _, issues := p.takeText(next.text, nil)
	switch {
	case handled:
		return nil
	case p.refused(issues) != nil:
		return p.refuse(next.text, issues)
	case p.serving.OnMessage != nil:
		return p.serving.OnMessage(ctx, m)
	}
	return nil
}

func (p *Peer[M]) refuse(text []byte, issues []Issue) error {
	if p.serving.OnRefused == nil {
		return &ValidationError{Issues: issues}
	}
	return p.serving.OnRefused(text, issues)
}
