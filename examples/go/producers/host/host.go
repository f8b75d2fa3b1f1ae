package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/envgen/envgen/gen/go/hotrepl"
)

// host is one connection. It has a handler for each request of the client, so that a missing one does not compile. Handlers run at the same time.
type host struct {
	hotrepl.Builder
	guard   sync.Mutex // of the fields below
	sums    []float64  // the outputs of the jobs, in the order of their ids
	journal []hotrepl.JournalEntry
}

// Eval adds the numbers of the code.
func (h *host) Eval(_ context.Context, m *hotrepl.Eval) (hotrepl.EvalReply, error) {
	begin := h.Now()
	sum, err := add(strings.Split(m.Code, "+"))
	took := float64(h.Now().Sub(begin).Milliseconds())
	h.note(hotrepl.JournalEntry{ID: m.ID, Kind: hotrepl.JournalKindEval, Code: hotrepl.Some(m.Code), Success: err == nil, DurationMs: took}, begin)
	if err != nil {
		return h.EvalError(m, &hotrepl.EvalErrorDraft{Error: hotrepl.NewErrorEnvelopeValidationFailed("notASum", err.Error(), false)})
	}
	return h.EvalResult(m, &hotrepl.EvalResultDraft{HasValue: hotrepl.Some(true), Value: hotrepl.Some(hotrepl.MustRaw(sum)), DurationMs: hotrepl.Some(took)})
}

// Complete completes each code by one more number.
func (h *host) Complete(_ context.Context, m *hotrepl.Complete) (hotrepl.CompleteReply, error) {
	return h.CompleteResult(m, &hotrepl.CompleteResultDraft{Completions: []string{m.Code + " + 1"}, DurationMs: hotrepl.Some(0.0)})
}

// Reset has nothing to reset, because no sum depends on an earlier one.
func (h *host) Reset(_ context.Context, m *hotrepl.Reset) (hotrepl.ResetReply, error) {
	return h.ResetResult(m, &hotrepl.ResetResultDraft{Success: hotrepl.Some(true)})
}

// Subscribe fails, because this host has no frames.
func (h *host) Subscribe(context.Context, *hotrepl.Subscribe, func(hotrepl.SubscribeReply) error) error {
	return hotrepl.NewErrorEnvelopeUnsupportedOperation("noFrames", "this host has no frames to subscribe to", false)
}

// summary is the only command. It runs as a job.
var summary = hotrepl.CommandSummary{Name: "sum", MajorVersion: 1, Kind: hotrepl.CommandKindJob}

// CommandsList lists the command.
func (h *host) CommandsList(_ context.Context, m *hotrepl.CommandsList) (hotrepl.CommandsListReply, error) {
	return h.CommandsListResult(m, &hotrepl.CommandsListResultDraft{Commands: []hotrepl.CommandSummary{summary}})
}

// CommandDescribe describes the command.
func (h *host) CommandDescribe(_ context.Context, m *hotrepl.CommandDescribe) (hotrepl.CommandDescribeReply, error) {
	if m.Name != summary.Name {
		return nil, unknown(m.Name)
	}
	input, err := hotrepl.ObjectOf(map[string]any{
		"type": "object", "required": []string{"numbers"},
		"properties": map[string]any{"numbers": map[string]any{"type": "array", "items": map[string]any{"type": "string"}}}})
	if err != nil {
		return nil, err
	}
	output := hotrepl.NewObject(hotrepl.Member{Name: "type", Value: hotrepl.MustRaw("number")})
	return h.CommandDescribeResult(m, &hotrepl.CommandDescribeResultDraft{Descriptor: &hotrepl.CommandDescriptor{
		Name: summary.Name, MajorVersion: summary.MajorVersion, Kind: summary.Kind, InputSchema: input, OutputSchema: output}})
}

// CommandCall runs the command immediately. The client polls for the output.
func (h *host) CommandCall(_ context.Context, m *hotrepl.CommandCall) (hotrepl.CommandCallReply, error) {
	if m.Name != summary.Name {
		return nil, unknown(m.Name)
	}
	begin := h.Now()
	var args struct{ Numbers []string }
	err := m.Args.Decode(&args)
	sum := 0.0
	if err == nil {
		sum, err = add(args.Numbers)
	}
	h.note(hotrepl.JournalEntry{ID: m.ID, Kind: hotrepl.JournalKindCommand, Name: hotrepl.Some(m.Name), Success: err == nil}, begin)
	if err != nil {
		return h.CommandResultToCommandCall(m, &hotrepl.CommandResultDraft{
			Status: hotrepl.Some(hotrepl.CommandStatusFailed), Artifacts: hotrepl.Some(hotrepl.Artifacts{}), DurationMs: hotrepl.Some(0.0),
			Error: hotrepl.Some(*hotrepl.NewErrorEnvelopeValidationFailed("badArguments", err.Error(), false)),
		})
	}
	h.guard.Lock()
	job := len(h.sums)
	h.sums = append(h.sums, sum)
	h.guard.Unlock()
	return h.JobAccepted(m, &hotrepl.JobAcceptedDraft{JobID: hotrepl.Some(hotrepl.JobID(strconv.Itoa(job)))})
}

// JobStatus answers with the output. The tracker has already refused the id of an unknown job.
func (h *host) JobStatus(_ context.Context, m *hotrepl.JobStatus) (hotrepl.JobStatusReply, error) {
	job, err := strconv.Atoi(string(m.JobID))
	if err != nil {
		return nil, err
	}
	h.guard.Lock()
	sum := h.sums[job]
	h.guard.Unlock()
	return h.JobResult(m, &hotrepl.JobResultDraft{
		JobID: hotrepl.Some(m.JobID), State: hotrepl.Some(hotrepl.JobEndStateDone), Status: hotrepl.Some(hotrepl.CommandStatusOK),
		Output: hotrepl.Some(hotrepl.MustRaw(sum)), Artifacts: hotrepl.Some(hotrepl.Artifacts{}), DurationMs: hotrepl.Some(0.0),
	})
}

// JobCancel answers that the job has already ended.
func (h *host) JobCancel(_ context.Context, m *hotrepl.JobCancel) (hotrepl.JobCancelReply, error) {
	return h.JobCancelResult(m, &hotrepl.JobCancelResultDraft{Accepted: hotrepl.Some(false), State: hotrepl.Some(hotrepl.JobStateDone)})
}

// JournalQuery answers with the newest entries of a kind, in the order in which they were written.
func (h *host) JournalQuery(_ context.Context, m *hotrepl.JournalQuery) (hotrepl.JournalQueryReply, error) {
	h.guard.Lock()
	defer h.guard.Unlock()
	entries := []hotrepl.JournalEntry{}
	for _, e := range h.journal {
		if m.Kind.Or(e.Kind) == e.Kind {
			entries = append(entries, e)
		}
	}
	if n := int(min(m.Limit.Or(1000), 1000)); n < len(entries) {
		entries = entries[len(entries)-max(n, 0):]
	}
	return h.JournalQueryResult(m, &hotrepl.JournalQueryResultDraft{Entries: entries})
}

func (h *host) note(e hotrepl.JournalEntry, at time.Time) {
	e.Timestamp = at.UTC().Format(time.RFC3339)
	h.guard.Lock()
	defer h.guard.Unlock()
	h.journal = append(h.journal, e)
}

func unknown(name string) *hotrepl.ErrorEnvelope {
	return hotrepl.NewErrorEnvelopeUnknownCommand("unknownCommand", "no command "+name, false)
}

// add returns the sum of numbers. A sum beyond the range of JSON numbers is an error.
func add(numbers []string) (sum float64, err error) {
	for _, text := range numbers {
		n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil {
			return 0, fmt.Errorf("no number: %q", text)
		}
		sum += n
	}
	if _, err := hotrepl.RawOf(sum); err != nil {
		return 0, errors.New("the sum is too large")
	}
	return sum, nil
}
