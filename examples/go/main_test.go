package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/envgen/envgen/gen/go/agh"
	"github.com/envgen/envgen/gen/go/foxctl"
)

// start serves an inbox on loopback and returns an agent that sends to it. Both write to log.
func start(t *testing.T, log *bytes.Buffer) (*agent, *inbox) {
	ids := 0
	at := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	w := world{
		log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}})),
		now:   func() time.Time { return at },
		newID: func() string { ids++; return fmt.Sprint("m-", ids) },
	}
	i := newInbox(w, "inbox")
	server := httptest.NewServer(i)
	t.Cleanup(server.Close)
	return &agent{w, peer{w, server.URL, server.Client()}}, i
}

const (
	progress = `{"version":1,"status":"progress","command":"fs/ls","data":{},"meta":{"ts":"2026-05-01T11:59:58.5Z","seq":0},"error":{}}` + "\n"
	ended    = `{"version":1,"status":"ok","command":"fs/ls","data":{"entries":2},"meta":{"ts":"2026-05-01T11:59:59Z","duration_ms":1500},"error":{"code":null,"message":null}}` + "\n"
	failed   = `{"version":1,"status":"error","command":"fs/ls","data":{},"meta":{"ts":"2026-05-01T11:59:59Z"},"error":{"code":"ENOTFOUND","message":"no such file","details":{"path":"/secret"}}}` + "\n"
	canceled = `{"version":1,"status":"error","command":"fs/ls","data":{},"meta":{"ts":"2026-05-01T11:59:59Z"},"error":{"code":"ECANCELED","message":"stopped"}}` + "\n"
	untimed  = `{"version":1,"status":"error","command":"fs/ls","data":{},"meta":{},"error":{"code":"EIO","message":"?"}}` + "\n"
)

// TestAgent has runs that follow the rules of their stream: the peer gets a report, and the answer is a success.
func TestAgent(t *testing.T) {
	const at, of = `level=INFO msg=read message="foxctl.`, ` command=fs/ls` + "\n"
	for in, want := range map[string]string{
		progress + ended: at + `ProgressEnvelope status=progress"` + of + `level=INFO msg="at work" for=1.5s` + "\n" + at + `OKEnvelope status=ok"` + of +
			`level=INFO msg=received message="agh.Direct kind=direct id=m-1" id=m-1 from=agent.session-1
level=INFO msg=noted command=fs/ls at=2026-05-01T11:59:59Z took=1500 code=absent
level=INFO msg=told reply="agh.Receipt kind=receipt id=m-2" id=m-2
`,
		failed: at + `ErrorEnvelope status=error"` + of + `level=INFO msg=received message="agh.Direct kind=direct id=m-1" id=m-1 from=agent.session-1
level=INFO msg=noted command=fs/ls at=2026-05-01T11:59:59Z took=absent code=ENOTFOUND
level=INFO msg=told reply="agh.Receipt kind=receipt id=m-2" id=m-2
`,
		canceled: at + `ErrorEnvelope status=error"` + of,
	} {
		var out, log bytes.Buffer
		a, _ := start(t, &log)
		if err := a.follow(t.Context(), strings.NewReader(in), &out); err != nil {
			t.Errorf("error %v", err)
		}
		if log.String() != want {
			t.Errorf("logged\n%s\nwant\n%s", log.String(), want)
		}
		if m := answer(t, &out); foxctl.ErrorOf(m) != nil || m.EnvelopeHead().Command != foxctl.CommandAgentSend {
			t.Errorf("answer %s", out.String())
		}
	}
}

// answer returns the only envelope of a run.
func answer(t *testing.T, out *bytes.Buffer) (answer foxctl.Envelope) {
	t.Helper()
	for m, err := range foxctl.ReadRun(bytes.NewReader(out.Bytes()), foxctl.Strict()) {
		if err != nil || answer != nil {
			t.Fatalf("%v in %s", err, out)
		}
		answer = m
	}
	return answer
}

// TestBroken has runs that violate the rules of their stream: the peer gets nothing, and the answer is an error.
func TestBroken(t *testing.T) {
	for in, code := range map[string]foxctl.ErrorCode{
		"":                          foxctl.ErrorCodeEnvelope, // no terminal envelope
		progress:                    foxctl.ErrorCodeEnvelope,
		ended + failed:              foxctl.ErrorCodeEnvelope, // two terminal envelopes
		ended + progress:            foxctl.ErrorCodeEnvelope,
		progress + progress + ended: foxctl.ErrorCodeEnvelope, // the same number twice
		untimed:                     foxctl.ErrorCodeEnvelope,
		"{\"version\":1,\n" + ended: foxctl.ErrorCodeParse,
		ended[:20] + "\n" + untimed: foxctl.ErrorCodeParse,
	} {
		var out, log bytes.Buffer
		a, _ := start(t, &log)
		if err := a.follow(t.Context(), strings.NewReader(in), &out); !errors.Is(err, code) {
			t.Errorf("%s: error %v", in, err)
		}
		if m := answer(t, &out); !errors.Is(foxctl.ErrorOf(m), code) {
			t.Errorf("%s: answer %s", in, out.String())
		}
		if strings.Contains(log.String(), "msg=received") || !strings.Contains(log.String(), "the run breaks its rules") {
			t.Errorf("%s: logged\n%s", in, log.String())
		}
	}
}

// TestInterrupted ends the context while the run is still open.
func TestInterrupted(t *testing.T) {
	var out, log bytes.Buffer
	a, _ := start(t, &log)
	ctx, cancel := context.WithCancel(t.Context())
	in, w := io.Pipe()
	defer w.Close()
	cancel()
	if err := a.follow(ctx, in, &out); !errors.Is(err, context.Canceled) || !errors.Is(foxctl.ErrorOf(answer(t, &out)), foxctl.ErrorCodeCanceled) {
		t.Errorf("%v, %s", err, out.String())
	}
}

// TestUnforeseen causes a panic in the report: the answer is an error.
func TestUnforeseen(t *testing.T) {
	var out, log bytes.Buffer
	a, _ := start(t, &log)
	a.newID = func() string { panic("no ids") }
	if err := a.follow(t.Context(), strings.NewReader(ended), &out); err == nil || !errors.Is(foxctl.ErrorOf(answer(t, &out)), foxctl.ErrorCodeRuntime) {
		t.Errorf("%v, %s", err, out.String())
	}
}

// TestInbox posts messages without a receipt: repeats, answers, and messages to another peer.
func TestInbox(t *testing.T) {
	var log bytes.Buffer
	a, _ := start(t, &log)
	post := func(m agh.Envelope, err error) (int, string) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		text, err := agh.Layout(m, agh.Now(a.now()))
		if err != nil {
			t.Fatal(err)
		}
		response, err := a.peer.http.Post(a.peer.url, contentType, bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response.StatusCode, string(body)
	}
	b := a.builder()
	to := func(name agh.PeerID) *agh.DirectDraft {
		return &agh.DirectDraft{Channel: agh.Some("commands"), From: agh.Some[agh.PeerID]("a.session-1"), InteractionID: agh.Some("i-1"), TraceID: agh.Some("t-1"), To: agh.OptNonNull(name)}
	}
	direct, err := b.Direct(to("inbox"))
	status, body := post(direct, err)
	reply, err := agh.ParseReceipt([]byte(body), agh.Now(a.now()), agh.Strict())
	if err != nil || status != http.StatusOK || reply.InteractionID != "i-1" || reply.CausationID.Or("") != direct.ID || reply.TraceID.Or("") != "t-1" {
		t.Errorf("%d, %s, %v", status, body, err)
	}
	if status, body := post(direct, nil); status != http.StatusUnprocessableEntity || !strings.Contains(body, `"rule":"unique"`) {
		t.Errorf("a repeat: %d, %s", status, body)
	}
	response, err := b.DirectResponse(reply, &agh.DirectDraft{From: agh.Some[agh.PeerID]("a.session-1")})
	if status, body := post(response, err); status != http.StatusNoContent || body != "" {
		t.Errorf("an answer: %d, %s", status, body)
	}
	other, err := b.Direct(to("nobody"))
	if status, _ := post(other, err); status != http.StatusMisdirectedRequest {
		t.Errorf("a message to another peer: %d", status)
	}
}

// A peer whose clock is an hour ahead refuses expired messages.
func TestRefused(t *testing.T) {
	var log bytes.Buffer
	a, i := start(t, &log)
	i.now = func() time.Time { return a.now().Add(time.Hour) }
	var invalid *agh.ValidationError
	if err := a.tell(t.Context(), "done", report{Command: "fs/ls"}); err == nil || log.Len() > 0 {
		t.Errorf("a report without a time is sent: %v", err)
	}
	err := a.tell(t.Context(), "done", report{Command: "fs/ls", At: foxctl.TimestampOf(a.now())})
	if !errors.As(err, &invalid) || !slices.ContainsFunc(invalid.Issues, func(i agh.Issue) bool { return i.Rule == "within-replay-age" && i.Level == agh.Must }) {
		t.Errorf("error %v", err)
	}
	i.now = a.now
	for text, want := range map[string]string{
		`{"protocol":"agh-network/v0","id":"1","kind":"say","channel":"c","from":"a.session-1","ts":1777636800}`: `{"issues":[{"rule":"required","path":"/body","level":"must","message":"is required"}]}`,
		`[]`: `{"issues":[{"rule":"type","path":"","level":"must","message":"must be an object"}]}`,
	} {
		response, err := a.peer.http.Post(a.peer.url, contentType, strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		if response.Body.Close(); err != nil || response.StatusCode != http.StatusUnprocessableEntity || string(body) != want {
			t.Errorf("%s: %s, %s, %v", text, response.Status, body, err)
		}
	}
}

func TestRun(t *testing.T) {
	var out, errs bytes.Buffer
	if err := run(t.Context(), []string{"-peer", "http://127.0.0.1:0"}, strings.NewReader(progress), &out, &errs); err == nil || errs.Len() == 0 {
		t.Errorf("a run without an end: %v, %s%s", err, out.String(), errs.String())
	}
	errs.Reset()
	if err := run(t.Context(), []string{"-other"}, nil, &out, &errs); err == nil || !strings.Contains(errs.String(), "-listen") {
		t.Errorf("an unknown flag: %v, %s", err, errs.String())
	}
}
