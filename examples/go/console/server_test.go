package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"github.com/envgen/envgen/gen/go/hotrepl"
)

const handshake = `{"type":"handshake","protocolVersion":2,"host":{"name":"BepInEx","version":"0.x","platform":"Unity Mono"},` +
	`"evaluator":{"name":"Mono.CSharp","languageVersion":"7.x","persistentState":true,"supportsCompletion":true,"cancellation":"hardAbort"},` +
	`"availableEvaluators":["Mono.CSharp"],"defaultUsings":["System"],"helpers":[],"control":{"supported":true,"commandsListChanged":false,"schemaValidation":false},` +
	`"limits":{"maxMessageBytes":4194304,"maxQueuedCommands":32,"maxResultLength":102400,"maxEnumerableElements":100,"defaultEvalTimeoutMs":10000,"maxJobConcurrency":1},"enforces":[]}`

// server simulates HotREPL for one client. The code in a request selects its answer.
type server struct {
	socket  *websocket.Conn
	tracker *hotrepl.ConnectionTracker
	refused int // number of messages that the tracker refused
	open    int // number of open exchanges at the end
}

// serve starts a server. It returns its address, and a channel for the final state of its first connection.
func serve(t *testing.T) (url string, ended chan *server) {
	ended = make(chan *server, 1)
	listener := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		socket, err := websocket.Accept(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		s := &server{socket: socket, tracker: hotrepl.NewConnectionTracker("server")}
		s.run(r.Context())
		s.open = s.tracker.Open()
		ended <- s
	}))
	t.Cleanup(listener.Close)
	return strings.Replace(listener.URL, "http", "ws", 1), ended
}

func (s *server) run(ctx context.Context) {
	defer s.socket.CloseNow()
	if s.say(ctx, handshake) != nil {
		return
	}
	for {
		_, text, err := s.socket.Read(ctx)
		if err != nil {
			return
		}
		m, err := hotrepl.ParseMessage(text)
		if err != nil {
			return
		}
		if issues := s.tracker.Receive(m); len(issues) > 0 {
			s.refused++
			continue
		}
		if s.answer(ctx, m) != nil {
			return
		}
	}
}

// say sends texts. A text that the tracker refuses is wrong intentionally.
func (s *server) say(ctx context.Context, texts ...string) error {
	for _, text := range texts {
		if m, err := hotrepl.ParseMessage([]byte(text)); err == nil {
			s.tracker.Send(m)
		}
		if err := s.socket.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
			return err
		}
	}
	return nil
}

func (s *server) answer(ctx context.Context, m hotrepl.Message) error {
	const failure = `{"kind":"internal","code":"evalFailed","message":"it has failed","retryable":false}`
	switch m := m.(type) {
	case *hotrepl.Eval:
		return s.eval(ctx, string(m.ID), m.Code, failure)
	case *hotrepl.Complete:
		return s.say(ctx, fmt.Sprintf(`{"type":"complete_result","id":%q,"completions":["Length"],"durationMs":1}`, m.ID))
	case *hotrepl.Subscribe:
		for n := range int(m.Limit.Or(0)) {
			final := n == int(m.Limit.Or(0))-1
			if err := s.say(ctx, fmt.Sprintf(`{"type":"subscribe_result","id":%q,"seq":%d,"hasValue":true,"value":%d,"valueType":"int","durationMs":1,"final":%t}`, m.ID, n, n*n, final)); err != nil {
				return err
			}
		}
	case *hotrepl.CommandCall:
		if m.Name == "export" { // the arguments are the artifacts
			return s.say(ctx, fmt.Sprintf(`{"type":"command_result","id":%q,"status":"ok","output":1,"artifacts":%s,"durationMs":1}`, m.ID, m.Args))
		}
		return s.say(ctx, fmt.Sprintf(`{"type":"job_accepted","id":%q,"jobId":"job-1","state":"running"}`, m.ID))
	case *hotrepl.JobStatus:
		return s.say(ctx, fmt.Sprintf(`{"type":"job_result","id":%q,"jobId":%q,"state":"done","status":"ok","output":42,"artifacts":{},"durationMs":5}`, m.ID, m.JobID))
	}
	return nil
}

func (s *server) eval(ctx context.Context, id, code, failure string) error {
	result := fmt.Sprintf(`{"type":"eval_result","id":%q,"hasValue":true,"value":%q,"valueType":"string","durationMs":1}`, id, code)
	switch code {
	case "fail":
		return s.say(ctx, fmt.Sprintf(`{"type":"eval_error","id":%q,"error":%s}`, id, failure))
	case "refuse":
		return s.say(ctx, fmt.Sprintf(`{"type":"error","id":%q,"error":%s}`, id, failure))
	case "garbage": // no JSON, no message and no reply, among valid frames
		return s.say(ctx, `{"type":"assembly_reload","message":"first"}`, `{"type":`, `{"type":"song"}`, `{"type":"reset_result","id":"nobody","success":true}`, result)
	case "invalid": // the reply
		return s.say(ctx, fmt.Sprintf(`{"type":"eval_result","id":%q,"hasValue":"perhaps"}`, id))
	case "evict":
		return s.say(ctx, `{"type":"session_evicted","reason":"new_connection"}`)
	case "break": // in the middle of a frame
		w, err := s.socket.Writer(ctx, websocket.MessageText)
		if err != nil {
			return err
		}
		if _, err := w.Write([]byte(result[:20])); err != nil {
			return err
		}
		return s.socket.CloseNow()
	case "flood":
		return s.say(ctx, strings.Repeat(" ", maxFrame)+result)
	case "wait":
		return nil
	}
	return s.say(ctx, result)
}
