package main

import (
	"bufio"
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/envgen/envgen/gen/go/hotrepl"
)

// frozen returns a builder with a constant clock.
func frozen() hotrepl.Builder {
	return hotrepl.Builder{Now: func() time.Time { return time.Unix(0, 0) }}
}

// TestRequests sends every request. A tracker checks the connection from the client's side.
func TestRequests(t *testing.T) {
	tracker := hotrepl.NewConnectionTracker("client")
	in, requests := io.Pipe()
	replies, out := io.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- serve(t.Context(), in, out, frozen())
		out.Close()
	}()
	lines := bufio.NewScanner(replies)
	receive := func() string {
		lines.Scan()
		m, err := hotrepl.ParseMessageFromServer(lines.Bytes(), hotrepl.Strict())
		if err != nil {
			t.Fatalf("%v in %s", err, lines.Text())
		}
		if issues := tracker.Receive(m); len(issues) > 0 {
			t.Errorf("%v in %s", issues, lines.Text())
		}
		return lines.Text()
	}
	receive() // the handshake
	const entry = `{"id":"1","kind":"eval","code":"1 + 2","success":true,"durationMs":0,"timestamp":"1970-01-01T00:00:00Z"}`
	for _, c := range [][2]string{
		{`{"type":"eval","id":"1","code":"1 + 2"}`, `{"type":"eval_result","id":"1","hasValue":true,"value":3,"durationMs":0}`},
		{`{"type":"complete","id":"2","code":"1"}`, `{"type":"complete_result","id":"2","completions":["1 + 1"],"durationMs":0}`},
		{`{"type":"reset","id":"3"}`, `{"type":"reset_result","id":"3","success":true}`},
		{`{"type":"subscribe","id":"4","code":"1"}`,
			`{"type":"error","id":"4","error":{"kind":"unsupported_operation","code":"noFrames","message":"this host has no frames to subscribe to","retryable":false}}`},
		{`{"type":"cancel","id":"5","targetId":"4"}`},
		{`{"type":"commands_list","id":"6"}`, `{"type":"commands_list_result","id":"6","commands":[{"name":"sum","majorVersion":1,"kind":"job","mutatesState":false}]}`},
		{`{"type":"command_describe","id":"7","name":"sum"}`, `{"type":"command_describe_result","id":"7","descriptor":{"name":"sum","majorVersion":1,"kind":"job","mutatesState":false,` +
			`"inputSchema":{"properties":{"numbers":{"items":{"type":"string"},"type":"array"}},"required":["numbers"],"type":"object"},"outputSchema":{"type":"number"},"artifactsSchema":{}}}`},
		{`{"type":"command_call","id":"8","name":"sum","args":{"numbers":["1","2"]}}`, `{"type":"job_accepted","id":"8","jobId":"0","state":"running"}`},
		{`{"type":"job_status","id":"9","jobId":"0"}`, `{"type":"job_result","id":"9","jobId":"0","state":"done","status":"ok","output":3,"artifacts":{},"durationMs":0}`},
		{`{"type":"job_cancel","id":"10","jobId":"0"}`, `{"type":"job_cancel_result","id":"10","accepted":false,"state":"done"}`},
		{`{"type":"journal_query","id":"11","kind":"eval","limit":1}`, `{"type":"journal_query_result","id":"11","entries":[` + entry + `]}`},
	} {
		m, err := hotrepl.ParseMessageFromClient([]byte(c[0]), hotrepl.Strict())
		if err != nil {
			t.Fatalf("%v in %s", err, c[0])
		}
		if issues := tracker.Send(m); slices.ContainsFunc(issues, isMust) {
			t.Errorf("%v in %s", issues, c[0])
		}
		if _, err := io.WriteString(requests, c[0]+"\n"); err != nil {
			t.Fatalf("%s: %v", c[0], err)
		}
		if c[1] == "" {
			continue
		}
		if got := receive(); got != c[1] {
			t.Errorf("%s\ngives %s\nnot   %s", c[0], got, c[1])
		}
	}
	requests.Close()
	if err := <-served; err != nil {
		t.Error(err)
	}
	for _, open := range tracker.Exchanges() {
		if open.Name == "requests" {
			t.Errorf("no answer to %v", open)
		}
	}
}

// TestErrors has requests that fail: each gets an answer.
func TestErrors(t *testing.T) {
	const failed, invalid = `"error":{"kind":"validation_failed","code":`, `"error":{"kind":"invalid_request","code":`
	for in, want := range map[string]string{
		`{"type":"eval","id":"1","code":"one"}`:           `{"type":"eval_error","id":"1",` + failed + `"notASum","message":"no number: \"one\"","retryable":false}}`,
		`{"type":"eval","id":"1","code":"1e308 + 1e308"}`: `{"type":"eval_error","id":"1",` + failed + `"notASum","message":"the sum is too large","retryable":false}}`,
		`{"type":"eval","id":"1"}`:                        `{"type":"error","id":"1",` + invalid + `"invalidMessage","message":"/code is required","retryable":false}}`,
		`{`:                                               `{"type":"error",` + invalid + `"malformedJson","message":"the text ends too early at line 1, column 2 (byte 1)","retryable":false}}`,
		`{"type":"command_call","id":"1","name":"sum","args":{"numbers":["a"]}}`: `{"type":"command_result","id":"1","status":"failed","artifacts":{},` + failed + `"badArguments","message":"no number: \"a\"","retryable":false},"durationMs":0}`,
		`{"type":"command_call","id":"1","name":"other","args":{}}`:              `{"type":"error","id":"1","error":{"kind":"unknown_command","code":"unknownCommand","message":"no command other","retryable":false}}`,
		`{"type":"command_describe","id":"1","name":"other"}`:                    `{"type":"error","id":"1","error":{"kind":"unknown_command","code":"unknownCommand","message":"no command other","retryable":false}}`,
		`{"type":"job_status","id":"1","jobId":"nobody"}`:                        `{"type":"error","id":"1",` + invalid,
	} {
		var out bytes.Buffer
		if err := serve(t.Context(), strings.NewReader(in+"\n"), &out, frozen()); err != nil {
			t.Errorf("%s: %v", in, err)
		}
		_, got, _ := strings.Cut(out.String(), "\n")
		if !strings.HasPrefix(got, want) || strings.Count(got, "\n") != 1 {
			t.Errorf("%s\ngives %s\nnot   %s", in, got, want)
		}
	}
}

func isMust(i hotrepl.Issue) bool { return i.Level == hotrepl.Must }
