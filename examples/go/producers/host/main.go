// Command host is a HotRepl host that adds numbers. It sends its handshake, reads the messages of one client from standard input, one on
// each line, and answers every request on standard output. A request for an unsupported operation gets an error of the protocol.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/envgen/envgen/gen/go/envelope"
	"github.com/envgen/envgen/gen/go/hotrepl"
)

func main() {
	if err := serve(context.Background(), os.Stdin, os.Stdout, hotrepl.Builder{Now: time.Now}); err != nil {
		fmt.Fprintln(os.Stderr, "host:", err)
		os.Exit(1)
	}
}

// maxMessage is the size of the largest message in bytes.
const maxMessage = 1 << 20

// serve handles one connection, from the handshake to the end of in.
func serve(ctx context.Context, in io.Reader, out io.Writer, b hotrepl.Builder) error {
	h := &host{Builder: b}
	lines := envelope.Lines(in, out, hotrepl.MaxBytes(maxMessage))
	var server *hotrepl.ConnectionServer
	server = hotrepl.NewConnectionServer(envelope.SendTo[hotrepl.Message](lines), h, envelope.Serving[hotrepl.Message]{
		Fail:      h.failed,
		OnRefused: func(text []byte, issues []hotrepl.Issue) error { return server.Send(ctx, h.refused(text, issues)) },
	})
	greeting, err := h.greeting()
	if err != nil {
		return err
	}
	if err := server.Send(ctx, greeting); err != nil {
		return err
	}
	return server.Serve(ctx, lines)
}

// greeting returns the first message of a connection.
func (h *host) greeting() (*hotrepl.Handshake, error) {
	return h.Handshake(&hotrepl.HandshakeDraft{
		Host:                &hotrepl.Host{Name: "adder", Version: "1", Platform: "Go"},
		Evaluator:           &hotrepl.Evaluator{Name: "sums", LanguageVersion: "1", SupportsCompletion: true, Cancellation: hotrepl.CancellationUnsupported},
		AvailableEvaluators: []string{"sums"},
		DefaultUsings:       []string{},
		Helpers:             []string{},
		Control:             &hotrepl.Control{Supported: true},
		Limits: &hotrepl.Limits{MaxMessageBytes: maxMessage, MaxQueuedCommands: 1, MaxResultLength: 1000, MaxEnumerableElements: 1,
			DefaultEvalTimeoutMs: 1000, MaxJobConcurrency: 1},
		Enforces: []hotrepl.EnforcedLimit{hotrepl.EnforcedLimitMaxMessageBytes},
	})
}

// failed returns the answer to a request whose handler has failed: an error of the protocol.
func (h *host) failed(_ hotrepl.Message, key any, err error) hotrepl.Message {
	failure, known := errors.AsType[*hotrepl.ErrorEnvelope](err)
	if !known {
		return nil // a defect of this host ends the connection
	}
	id, _ := key.(string)
	return problem(hotrepl.RequestID(id), failure)
}

// refused returns the answer to a text that is invalid or misplaced, with its id, if it has one.
func (h *host) refused(text []byte, issues []hotrepl.Issue) hotrepl.Message {
	failure, _ := errors.AsType[*hotrepl.ErrorEnvelope](hotrepl.RefusalOf(issues))
	var request struct{ ID hotrepl.RequestID }
	if json.Unmarshal(text, &request) != nil {
		request.ID = ""
	}
	return problem(request.ID, failure)
}

func problem(id hotrepl.RequestID, failure *hotrepl.ErrorEnvelope) hotrepl.Message {
	problem := &hotrepl.ProtocolError{Error: *failure}
	if id != "" {
		problem.ID.Set(id)
	}
	return problem
}
