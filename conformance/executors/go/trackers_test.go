package main

import (
	"reflect"
	"testing"

	"github.com/envgen/envgen/gen/go/hotrepl"
)

// TestOpenExchanges reads the messages that a connection waits for, in the words of the spec.
func TestOpenExchanges(t *testing.T) {
	tracker := hotrepl.NewConnectionTracker("client")
	see := func(expected []string, exchanges ...hotrepl.OpenExchange) {
		t.Helper()
		if got := tracker.Expected(); !reflect.DeepEqual(got, expected) {
			t.Errorf("expected are %q, want %q", got, expected)
		}
		if got := tracker.Exchanges(); !reflect.DeepEqual(got, exchanges) {
			t.Errorf("open are %v, want %v", got, exchanges)
		}
	}
	see([]string{"handshake"})
	handshake := &hotrepl.Handshake{Control: hotrepl.Control{Supported: true}}
	for _, issues := range [][]hotrepl.Issue{
		tracker.Receive(handshake), tracker.Send(&hotrepl.Eval{ID: "e"}), tracker.Send(&hotrepl.CommandCall{ID: "c"}), tracker.Send(&hotrepl.Subscribe{ID: "s"}),
	} {
		if len(issues) > 0 {
			t.Error(issues)
		}
	}
	every := []string{"result", "commands_list_result", "command_call", "other", "session_evicted"}
	call := hotrepl.OpenExchange{Name: "requests", Key: "c", Expected: []string{"command_result", "failed", "job_accepted"}}
	subscription := hotrepl.OpenExchange{Name: "requests", Key: "s", Expected: []string{"cancelled", "tick", "last"}}
	queued := hotrepl.OpenExchange{Name: "calls", Key: "c", Expected: []string{"command_result", "job_accepted"}}
	named := hotrepl.OpenExchange{Name: "commands", Key: "", Expected: []string{"described", "command_call"}} // of the command without a name
	see(every, call, hotrepl.OpenExchange{Name: "requests", Key: "e", Expected: []string{"cancelled", "eval_result", "eval_error"}}, subscription, queued, named)
	tracker.Receive(&hotrepl.EvalResult{ID: "e"})
	see(every, call, subscription, queued, named)
	tracker.Receive(&hotrepl.SessionEvicted{})
	see(nil)
}
