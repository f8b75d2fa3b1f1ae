package main

import (
	"bytes"
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

// start serves an inbox on loopback and returns an agent that talks to it. log gets what both log.
func start(t *testing.T, out, log *bytes.Buffer) (*agent, *inbox) {
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
	i := &inbox{world: w, name: "inbox"}
	server := httptest.NewServer(i)
	t.Cleanup(server.Close)
	return &agent{world: w, ctx: t.Context(), out: out, peer: peer{w, server.URL, server.Client()}}, i
}

const input = `{"version":1,"status":"progress","command":"fs/ls","data":{},"meta":{"ts":"2026-05-01T11:59:58.5Z","seq":1},"error":{}}
{"version":1,"status":"ok","command":"fs/ls","data":{"entries":2},"meta":{"ts":"2026-05-01T11:59:59Z","duration_ms":1500},"error":{"code":null,"message":null}}
{"version":1,"status":"error","command":"text/grep","data":{},"meta":{"ts":"2026-05-01T11:59:59Z"},"error":{"code":"ENOTFOUND","message":"no such file","details":{"path":"/secret"}}}
{"version":1,"status":"error","command":"fs/read","data":{},"meta":{"ts":"2026-05-01T11:59:59Z"},"error":{"code":"ECANCELED","message":"stopped"}}
{"version":1,"status":"error","command":"fs/read","data":{},"meta":{},"error":{"code":"EIO","message":"?"}}
{"version":1,
`

const (
	done    = `{"version":1,"status":"ok","command":"agent/send","data":{},"meta":{"ts":"2026-05-01T12:00:00.000Z"},"error":{"code":null,"message":null}}` + "\n"
	answers = done + done + done + done +
		`{"version":1,"status":"error","command":"agent/send","data":{},"meta":{"ts":"2026-05-01T12:00:00.000Z"},"error":{"code":"EENVELOPE","message":"\"/meta/ts\" is required (required)"}}
{"version":1,"status":"error","command":"agent/send","data":{},"meta":{"ts":"2026-05-01T12:00:00.000Z"},"error":{"code":"EPARSE","message":"the text ends too early at byte 13 (json)"}}
`
	logged = `level=INFO msg=read message="foxctl.ProgressEnvelope status=progress" command=fs/ls
level=INFO msg="at work" for=1.5s
level=INFO msg=read message="foxctl.OKEnvelope status=ok" command=fs/ls
level=INFO msg=received message="agh.Direct kind=direct id=m-1" id=m-1 from=agent.session-1
level=INFO msg=noted command=fs/ls at=2026-05-01T11:59:59Z took=1500 code=absent
level=INFO msg=told reply="agh.Receipt kind=receipt id=m-2" id=m-2
level=INFO msg=read message="foxctl.ErrorEnvelope status=error" command=text/grep
level=INFO msg=received message="agh.Direct kind=direct id=m-3" id=m-3 from=agent.session-1
level=INFO msg=noted command=text/grep at=2026-05-01T11:59:59Z took=absent code=ENOTFOUND
level=INFO msg=told reply="agh.Receipt kind=receipt id=m-4" id=m-4
level=INFO msg=read message="foxctl.ErrorEnvelope status=error" command=fs/read
level=WARN msg="not told" err="\"/meta/ts\" is required (required)"
level=WARN msg="not told" err="the text ends too early at byte 13 (json)"
`
)

func TestAgent(t *testing.T) {
	var out, log bytes.Buffer
	a, _ := start(t, &out, &log)
	if err := a.readAll(strings.NewReader(input)); err == nil || err.Error() != "2 lines have failed" {
		t.Errorf("error %v", err)
	}
	if out.String() != answers {
		t.Errorf("answers\n%s\nwant\n%s", out.String(), answers)
	}
	if log.String() != logged {
		t.Errorf("logged\n%s\nwant\n%s", log.String(), logged)
	}
}

// A peer whose clock is an hour ahead refuses what is too old.
func TestRefused(t *testing.T) {
	var out, log bytes.Buffer
	a, i := start(t, &out, &log)
	i.now = func() time.Time { return a.now().Add(time.Hour) }
	var invalid *agh.ValidationError
	if err := a.tell("done", report{Command: "fs/ls"}); err == nil || log.Len() > 0 {
		t.Errorf("a report without a time is sent: %v", err)
	}
	err := a.tell("done", report{Command: "fs/ls", At: foxctl.TimestampOf(a.now())})
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
	if err := run(t.Context(), []string{"-peer", "http://127.0.0.1:0"}, strings.NewReader(""), &out, &errs); err != nil || out.Len()+errs.Len() > 0 {
		t.Errorf("nothing to read: %v, %s%s", err, out.String(), errs.String())
	}
	if err := run(t.Context(), []string{"-other"}, nil, &out, &errs); err == nil || !strings.Contains(errs.String(), "-listen") {
		t.Errorf("an unknown flag: %v, %s", err, errs.String())
	}
}
