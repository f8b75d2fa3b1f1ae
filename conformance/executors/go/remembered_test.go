package main

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/envgen/envgen/gen/go/foxctl"
	"github.com/envgen/envgen/gen/go/hotrepl"
)

// Trackers copy the messages that they remember: changing or reusing a message afterwards changes no verdict.

func progress(t *testing.T) *foxctl.ProgressEnvelope {
	t.Helper()
	m, err := foxctl.ParseEnvelope([]byte(`{"version":1,"status":"progress","command":"http/openapi","data":{},"meta":{"ts":"2026-05-12T08:41:07Z","seq":0,"trace_id":"a"},"error":{"code":null,"message":null}}`))
	if err != nil {
		t.Fatal(err)
	}
	return m.(*foxctl.ProgressEnvelope)
}

func TestUsedAgain(t *testing.T) {
	m := progress(t)
	var out bytes.Buffer
	plain, numbered := foxctl.NewRunWriter(&out), foxctl.NewNumberedRunWriter(&out)
	tracker := foxctl.NewRunTracker()
	for i := range int64(4) {
		m.Meta.Seq = i
		if issues := tracker.Send(m); len(issues) > 0 {
			t.Errorf("message %d: %v", i, issues)
		}
		if err := plain.Write(m); err != nil {
			t.Errorf("message %d: %v", i, err)
		}
		if err := numbered.Write(m); err != nil {
			t.Errorf("message %d, which is numbered: %v", i, err)
		}
	}
	m.Meta.TraceID.Clear()
	m.Meta.Seq = 4
	if issues := tracker.Send(m); len(issues) > 0 {
		t.Errorf("no trace: %v", issues)
	}
	m.Meta.TraceID = foxctl.Some("b")
	m.Meta.Seq = 5
	if issues := tracker.Send(m); len(issues) != 1 || issues[0].Rule != "one-trace" {
		t.Errorf("another trace: %v", issues)
	}
}

func TestChangedAfterwards(t *testing.T) {
	data, err := os.ReadFile("../../cases/hotrepl/limits.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		ID     string
		Events []struct{ Send, Receive string }
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if c.ID != "hotrepl/limits/length-above-limit" {
			continue
		}
		tracker := hotrepl.NewConnectionTracker("client")
		var last []hotrepl.Issue
		for _, e := range c.Events {
			text := e.Send + e.Receive
			if text == "" {
				continue
			}
			m, err := hotrepl.ParseMessage([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if e.Send != "" {
				last = tracker.Send(m)
			} else {
				last = tracker.Receive(m)
			}
			if h, is := m.(*hotrepl.Handshake); is {
				h.Limits.MaxResultLength = 1 << 20
				for i := range h.Enforces {
					h.Enforces[i] = "maxQueuedCommands"
				}
			}
		}
		if len(last) != 1 || last[0].Rule != "result-within-length" {
			t.Errorf("%v", last)
		}
		return
	}
	t.Error("the fixture is gone")
}
