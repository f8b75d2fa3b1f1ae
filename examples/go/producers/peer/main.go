// Command peer answers the messages of AGH Network that it reads, one a line: a question with who it is, all else with a receipt.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/envgen/envgen/gen/go/agh"
)

func main() {
	p := peer{agh.Builder{Options: []agh.Option{agh.WithLifetime(5 * time.Minute)}}, "peer.example"}
	if err := p.answerAll(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "peer:", err)
		os.Exit(1)
	}
}

// answer is what a message gives: another one, or none.
type answer struct {
	agh.Envelope
	err error
}

// peer has a method for each kind of message, so that a missing one does not compile.
type peer struct {
	agh.Builder
	name agh.PeerID
}

func (p peer) answerAll(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		m, err := agh.ParseEnvelope(lines.Bytes(), p.Options...)
		if err != nil {
			return err
		}
		a := agh.DispatchKind(m, agh.KindHandler[answer](handler{p}))
		if a.err == nil && a.Envelope != nil {
			if a.err = agh.Emit(out, a.Envelope, p.Options...); a.err == nil {
				_, a.err = fmt.Fprintln(out)
			}
		}
		if a.err != nil {
			return a.err
		}
	}
	return lines.Err()
}

// handler keeps the methods of the cases apart from those of the builder, which have the same names.
type handler struct{ peer peer }

func (h handler) Whois(m *agh.Whois) answer {
	who, err := agh.ObjectOf(map[string]any{"peer": h.peer.name})
	if err != nil {
		return answer{err: err}
	}
	reply, err := h.peer.WhoisResponse(m, h.peer.name, who)
	return answer{reply, err}
}

func (h handler) Direct(m *agh.Direct) answer {
	if m.To.Or("") != h.peer.name {
		return answer{err: errors.New("a message to somebody else")}
	}
	reply, err := h.peer.Receipt(m, h.peer.name, agh.Object{})
	return answer{reply, err}
}

func (handler) Greet(*agh.Greet) answer           { return answer{} }
func (handler) Say(*agh.Say) answer               { return answer{} }
func (handler) Capability(*agh.Capability) answer { return answer{} }
func (handler) Receipt(*agh.Receipt) answer       { return answer{} }
func (handler) Trace(*agh.Trace) answer           { return answer{} }
