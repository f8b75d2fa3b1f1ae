package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/envgen/envgen/gen/go/delegator"
)

func TestTasks(t *testing.T) {
	queue := []delegator.QueuedTask{{TaskID: "T-1", Position: 1}}
	for _, c := range []struct {
		call  string
		queue []delegator.QueuedTask
		total delegator.Count
		code  error
	}{
		{call: `{"name":"_codex_local_status","arguments":{}}`, queue: queue, total: 1},
		{call: `{"name":"_codex_local_status","arguments":{}}`},
		{call: `{"name":"_codex_local_status","arguments":{"task_id":"T-2"}}`, code: delegator.ErrorCodeNotFound},
		{call: `{"name":"_codex_local_run","arguments":{}}`, code: delegator.ErrorCodeUnsupported},
		{call: `{"name":"_codex_local_status"}`, code: delegator.ErrorCodeValidation},
		{call: `{`, code: delegator.ErrorCodeValidation},
	} {
		var out bytes.Buffer
		if err := run(strings.NewReader(c.call), &out, delegator.Builder{}, c.queue); err != nil {
			t.Errorf("%s: %v", c.call, err)
			continue
		}
		m, err := delegator.ParseJSONEnvelope(out.Bytes(), delegator.Strict())
		if err != nil {
			t.Errorf("%s: %v in %s", c.call, err, &out)
			continue
		}
		if failure := delegator.ErrorOf(m); (failure == nil) != (c.code == nil) || c.code != nil && !errors.Is(failure, c.code) {
			t.Errorf("%s: %v", c.call, failure)
		}
		if s, is := m.(*delegator.StatusSnapshot); is && (s.Meta.Total != c.total || s.Data.Queue.Has() != (c.queue != nil)) {
			t.Errorf("%s: %s", c.call, &out)
		}
	}
}
