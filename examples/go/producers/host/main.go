// Command host is a HotRepl host that adds numbers. It sends its handshake, reads the messages of one client from standard input, one on
// each line, and answers every request on standard output. A request for an unsupported operation gets an error of the protocol.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/envgen/envgen/gen/go/hotrepl"
)

func main() {
	if err := serve(os.Stdin, os.Stdout, hotrepl.Builder{Now: time.Now}); err != nil {
		fmt.Fprintln(os.Stderr, "host:", err)
		os.Exit(1)
	}
}

// maxMessage is the size of the largest message in bytes. A client that sends more loses the connection.
const maxMessage = 1 << 20

// serve handles one connection, from the handshake to the end of in.
func serve(in io.Reader, out io.Writer, b hotrepl.Builder) error {
	h := &host{Builder: b, out: out, tracker: hotrepl.NewConnectionTracker("server")}
	if err := h.greet(); err != nil {
		return err
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxMessage)
	for lines.Scan() {
		if err := h.take(lines.Bytes()); err != nil {
			return err
		}
	}
	return lines.Err()
}

func (h *host) greet() error {
	return h.send(h.Handshake(&hotrepl.HandshakeDraft{
		Host:                &hotrepl.Host{Name: "adder", Version: "1", Platform: "Go"},
		Evaluator:           &hotrepl.Evaluator{Name: "sums", LanguageVersion: "1", SupportsCompletion: true, Cancellation: hotrepl.CancellationUnsupported},
		AvailableEvaluators: []string{"sums"},
		DefaultUsings:       []string{},
		Helpers:             []string{},
		Control:             &hotrepl.Control{Supported: true},
		Limits: &hotrepl.Limits{MaxMessageBytes: maxMessage, MaxQueuedCommands: 1, MaxResultLength: 1000, MaxEnumerableElements: 1,
			DefaultEvalTimeoutMs: 1000, MaxJobConcurrency: 1},
		Enforces: []hotrepl.EnforcedLimit{hotrepl.EnforcedLimitMaxMessageBytes},
	}))
}

// take answers a message. An invalid or misplaced message gets an error with its id, if it has one.
func (h *host) take(text []byte) error {
	m, err := hotrepl.ParseMessageFromClient(text)
	var invalid *hotrepl.ValidationError
	switch {
	case errors.As(err, &invalid):
		return h.refuse(text, invalid.Issues)
	case err != nil:
		return err
	}
	if issues := h.tracker.Receive(m); slices.ContainsFunc(issues, isMust) {
		return h.refuse(text, issues)
	}
	return hotrepl.HandleMessageFromClient(m, h)
}

func isMust(i hotrepl.Issue) bool { return i.Level == hotrepl.Must }

func (h *host) refuse(text []byte, issues []hotrepl.Issue) error {
	failure, _ := errors.AsType[*hotrepl.ErrorEnvelope](hotrepl.RefusalOf(issues))
	var request struct{ ID hotrepl.RequestID }
	if json.Unmarshal(text, &request) != nil {
		request.ID = ""
	}
	return h.fail(request.ID, failure)
}

// fail answers the request with this id with an error of the protocol.
func (h *host) fail(id hotrepl.RequestID, failure *hotrepl.ErrorEnvelope) error {
	draft := &hotrepl.ProtocolErrorDraft{Error: failure}
	if id != "" {
		draft.ID.Set(id)
	}
	return h.send(h.ProtocolError(draft))
}

// send writes a built message, if the conversation allows it now.
func (h *host) send(m hotrepl.MessageFromServer, err error) error {
	if err != nil {
		return err
	}
	if issues := h.tracker.Send(m); slices.ContainsFunc(issues, isMust) {
		return &hotrepl.ValidationError{Issues: issues}
	}
	if err := hotrepl.Emit(h.out, m); err != nil {
		return err
	}
	_, err = fmt.Fprintln(h.out)
	return err
}
