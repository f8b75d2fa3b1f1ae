// Command peer answers the messages of AGH Network on its input, one on each line: a question with its name, a direct message with a
// receipt. It does not answer answers, so that two peers do not answer each other endlessly. It skips and logs a line that is invalid, a
// repeat, or a message to another peer.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"time"

	"github.com/envgen/envgen/gen/go/agh"
)

func main() {
	p := newPeer("peer.example", agh.Builder{Options: []agh.Option{agh.WithLifetime(5 * time.Minute)}}, slog.New(slog.NewTextHandler(os.Stderr, nil)))
	if err := p.answerAll(os.Stdin, os.Stdout); err != nil {
		p.log.Error("the peer stops", "err", err)
		os.Exit(1)
	}
}

// peer is one peer with its inbox. The inbox stores the ids of each sender for as long as a repeated message would be valid.
type peer struct {
	agh.Builder
	name  agh.PeerID
	inbox *agh.InboxTracker
	log   *slog.Logger
}

func newPeer(name agh.PeerID, b agh.Builder, log *slog.Logger) *peer {
	return &peer{b, name, agh.NewInboxTracker(b.Options...), log}
}

// maxLine is the maximum size of a line in bytes. A longer line is skipped.
const maxLine = 1 << 20

// answerAll answers the lines of in. It returns an error of in or out: no line is fatal.
func (p *peer) answerAll(in io.Reader, out io.Writer) error {
	lines := bufio.NewReaderSize(in, maxLine)
	for long := false; ; {
		line, more, err := lines.ReadLine()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case more && !long:
			p.log.Warn("skipped", "err", "the line is too long")
		case !more && !long:
			if err := p.take(line, out); err != nil {
				return err
			}
		}
		long = more
	}
}

// take answers one line.
func (p *peer) take(line []byte, out io.Writer) error {
	m, err := p.receive(line)
	if err != nil {
		p.log.Warn("skipped", "err", err)
		return nil
	}
	if m.EnvelopeHead().ReplyTo.Has() {
		return nil
	}
	reply := agh.DispatchKind(m, agh.KindHandler[answer](handler{p}))
	if reply.Envelope == nil && reply.err == nil {
		return nil
	}
	text, err := []byte(nil), reply.err
	if err == nil {
		text, err = agh.Layout(reply.Envelope, p.Options...)
	}
	if err != nil {
		p.log.Warn("not answered", "id", m.EnvelopeHead().ID, "err", err)
		return nil
	}
	_, err = fmt.Fprintf(out, "%s\n", text)
	return err
}

// receive returns a message that is valid, new and for this peer.
func (p *peer) receive(line []byte) (agh.Envelope, error) {
	m, err := agh.ParseEnvelope(line, p.Options...)
	if err != nil {
		return nil, err
	}
	if to := m.EnvelopeHead().To.Or(p.name); to != p.name { // without a target, the message is for all peers
		return nil, fmt.Errorf("the message is for %s", to)
	}
	if issues := p.inbox.Receive(m); slices.ContainsFunc(issues, func(i agh.Issue) bool { return i.Level == agh.Must }) {
		return nil, &agh.ValidationError{Issues: issues}
	}
	return m, nil
}

// answer is the answer to a message, if it has one.
type answer struct {
	agh.Envelope
	err error
}

// handler has a method for each kind of message, so that a missing one does not compile. The builder has methods of the same names.
type handler struct{ *peer }

// Whois answers with the name. The builder copies the members that link the answer to the question.
func (h handler) Whois(m *agh.Whois) answer {
	who, err := agh.ObjectOf(map[string]any{"peer": h.name})
	if err != nil {
		return answer{err: err}
	}
	reply, err := h.WhoisResponse(m, &agh.WhoisDraft{From: agh.Some(h.name), Body: agh.Some(who)})
	return answer{reply, err}
}

// Direct answers with a receipt.
func (h handler) Direct(m *agh.Direct) answer {
	reply, err := h.peer.Receipt(m, &agh.ReceiptDraft{From: agh.Some(h.name), Body: agh.Some(agh.Object{})})
	return answer{reply, err}
}

// Greet has no answer.
func (handler) Greet(*agh.Greet) answer { return answer{} }

// Say has no answer.
func (handler) Say(*agh.Say) answer { return answer{} }

// Capability has no answer.
func (handler) Capability(*agh.Capability) answer { return answer{} }

// Receipt has no answer.
func (handler) Receipt(*agh.Receipt) answer { return answer{} }

// Trace has no answer.
func (handler) Trace(*agh.Trace) answer { return answer{} }
