package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/envgen/envgen/gen/go/delegator"
)

// called runs the program with a call and queued tasks, and returns the text of the result.
func called(t *testing.T, call string, queue ...delegator.TaskID) string {
	t.Helper()
	var out bytes.Buffer
	if err := run(strings.NewReader(call), &out, delegator.Builder{}, queue); err != nil {
		t.Fatalf("%s: %v", call, err)
	}
	var result toolResult
	if err := json.Unmarshal(out.Bytes(), &result); err != nil || len(result.Content) != 1 || result.Content[0].Type != "text" {
		t.Fatalf("%s: no result with one text: %s", call, out.String())
	}
	text := result.Content[0].Text
	if failed := strings.Contains(text, `"status":"error"`) || strings.HasPrefix(text, "**Error:**"); failed != result.IsError {
		t.Errorf("%s: isError is %t in %s", call, result.IsError, out.String())
	}
	return text
}

// TestTasks checks each call and its response with a tracker of the caller.
func TestTasks(t *testing.T) {
	for _, c := range []struct {
		call      string
		positions []delegator.Count
		code      error
	}{
		{call: `{"name":"_codex_local_status","arguments":{"format":"json"}}`, positions: []delegator.Count{0, 1}},
		{call: `{"name":"_codex_local_status","arguments":{"format":"json","task_id":"T-2"}}`, positions: []delegator.Count{1}},
		{call: `{"name":"_codex_local_status","arguments":{"format":"json","task_id":"T-3"}}`, code: delegator.ErrorCodeNotFound},
		{call: `{"name":"_codex_local_wait","arguments":{"format":"json","task_id":"T-1"}}`, code: delegator.ErrorCodeUnsupported},
	} {
		call, err := delegator.ParseToolCall([]byte(c.call), delegator.Strict())
		if err != nil {
			t.Fatal(err)
		}
		text := called(t, c.call, "T-1", "T-2")
		m, err := delegator.ParseJSONEnvelope([]byte(text), delegator.Strict())
		if err != nil {
			t.Errorf("%s: %v in %s", c.call, err, text)
			continue
		}
		tracker := delegator.NewCallTracker(delegator.Strict())
		if issues := append(append(tracker.Send(call), tracker.Receive(m)...), tracker.Close()...); len(issues) > 0 {
			t.Errorf("%s: %v in %s", c.call, issues, text)
		}
		if failure := delegator.ErrorOf(m); (failure == nil) != (c.code == nil) || c.code != nil && !errors.Is(failure, c.code) {
			t.Errorf("%s: %v", c.call, failure)
		}
		s, is := m.(*delegator.StatusSnapshot)
		if !is {
			continue
		}
		queue := s.Data.Queue.Or(nil)
		if len(queue) != len(c.positions) || s.Meta.Total != delegator.Count(len(queue)) {
			t.Errorf("%s: %s", c.call, text)
			continue
		}
		for i, position := range c.positions {
			if queue[i].Position != position {
				t.Errorf("%s: %s has position %d, not %d", c.call, queue[i].TaskID, queue[i].Position, position)
			}
		}
	}
}

// TestNoQueue leaves an empty queue out of the snapshot.
func TestNoQueue(t *testing.T) {
	text := called(t, `{"name":"_codex_local_status","arguments":{"format":"json"}}`)
	m, err := delegator.ParseJSONEnvelope([]byte(text), delegator.Strict())
	if s, is := m.(*delegator.StatusSnapshot); err != nil || !is || s.Data.Queue.Has() {
		t.Errorf("%v in %s", err, text)
	}
}

// TestNoCall has texts that are not calls.
func TestNoCall(t *testing.T) {
	for _, call := range []string{`{"name":"_codex_local_status"}`, `{"name":"other","arguments":{}}`, `{`} {
		text := called(t, call)
		m, err := delegator.ParseJSONEnvelope([]byte(text), delegator.Strict())
		if err != nil || !errors.Is(delegator.ErrorOf(m), delegator.ErrorCodeValidation) {
			t.Errorf("%s: %v in %s", call, err, text)
		}
	}
}

// TestMarkdown has calls that do not require JSON.
func TestMarkdown(t *testing.T) {
	for call, want := range map[string]string{
		`{"name":"_codex_local_status","arguments":{}}`:                    "| position | task |\n|---|---|\n| 0 | T-1 |\n| 1 | T-2 |\n",
		`{"name":"_codex_local_status","arguments":{"format":"markdown"}}`: "| position | task |\n|---|---|\n| 0 | T-1 |\n| 1 | T-2 |\n",
		`{"name":"_codex_local_status","arguments":{"task_id":"T-3"}}`:     "**Error:** ",
		`{"name":"_codex_local_wait","arguments":{"task_id":"T-1"}}`:       "**Error:** ",
	} {
		if got := called(t, call, "T-1", "T-2"); !strings.HasPrefix(got, want) {
			t.Errorf("%s gives %q", call, got)
		}
	}
}
