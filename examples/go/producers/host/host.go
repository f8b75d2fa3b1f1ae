package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/envgen/envgen/gen/go/hotrepl"
)

// host is one connection. It has a method for each message of the client, so that a missing one does not compile.
type host struct {
	hotrepl.Builder
	out     io.Writer
	tracker *hotrepl.ConnectionTracker
	sums    []float64 // the outputs of the jobs, in the order of their ids
	journal []hotrepl.JournalEntry
}

// HandleEval adds the numbers of the code.
func (h *host) HandleEval(m *hotrepl.Eval) error {
	begin := h.Now()
	sum, err := add(strings.Split(m.Code, "+"))
	took := float64(h.Now().Sub(begin).Milliseconds())
	h.note(hotrepl.JournalEntry{ID: m.ID, Kind: hotrepl.JournalKindEval, Code: hotrepl.Some(m.Code), Success: err == nil, DurationMs: took}, begin)
	if err != nil {
		return h.send(h.EvalError(m, &hotrepl.EvalErrorDraft{Error: hotrepl.NewErrorEnvelopeValidationFailed("notASum", err.Error(), false)}))
	}
	return h.send(h.EvalResult(m, &hotrepl.EvalResultDraft{HasValue: hotrepl.Some(true), Value: hotrepl.Some(hotrepl.MustRaw(sum)), DurationMs: hotrepl.Some(took)}))
}

// HandleComplete completes each code by one more number.
func (h *host) HandleComplete(m *hotrepl.Complete) error {
	return h.send(h.CompleteResult(m, &hotrepl.CompleteResultDraft{Completions: []string{m.Code + " + 1"}, DurationMs: hotrepl.Some(0.0)}))
}

// HandleReset has nothing to reset, because no sum depends on an earlier one.
func (h *host) HandleReset(m *hotrepl.Reset) error {
	return h.send(h.ResetResult(m, &hotrepl.ResetResultDraft{Success: hotrepl.Some(true)}))
}

// HandleSubscribe answers with an error, because this host has no frames.
func (h *host) HandleSubscribe(m *hotrepl.Subscribe) error {
	return h.fail(m.ID, hotrepl.NewErrorEnvelopeUnsupportedOperation("noFrames", "this host has no frames to subscribe to", false))
}

// HandleCancel does nothing: a cancel has no response, and each eval has ended before the next message is read.
func (h *host) HandleCancel(*hotrepl.Cancel) error { return nil }

// summary is the only command. It runs as a job.
var summary = hotrepl.CommandSummary{Name: "sum", MajorVersion: 1, Kind: hotrepl.CommandKindJob}

// HandleCommandsList lists the command.
func (h *host) HandleCommandsList(m *hotrepl.CommandsList) error {
	return h.send(h.CommandsListResult(m, &hotrepl.CommandsListResultDraft{Commands: []hotrepl.CommandSummary{summary}}))
}

// HandleCommandDescribe describes the command.
func (h *host) HandleCommandDescribe(m *hotrepl.CommandDescribe) error {
	if m.Name != summary.Name {
		return h.fail(m.ID, unknown(m.Name))
	}
	input, err := hotrepl.ObjectOf(map[string]any{
		"type": "object", "required": []string{"numbers"},
		"properties": map[string]any{"numbers": map[string]any{"type": "array", "items": map[string]any{"type": "string"}}}})
	if err != nil {
		return err
	}
	output := hotrepl.NewObject(hotrepl.Member{Name: "type", Value: hotrepl.MustRaw("number")})
	return h.send(h.CommandDescribeResult(m, &hotrepl.CommandDescribeResultDraft{Descriptor: &hotrepl.CommandDescriptor{
		Name: summary.Name, MajorVersion: summary.MajorVersion, Kind: summary.Kind, InputSchema: input, OutputSchema: output}}))
}

// HandleCommandCall runs the command immediately. The client polls for the output.
func (h *host) HandleCommandCall(m *hotrepl.CommandCall) error {
	if m.Name != summary.Name {
		return h.fail(m.ID, unknown(m.Name))
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
		return h.send(h.CommandResultToCommandCall(m, &hotrepl.CommandResultDraft{
			Status: hotrepl.Some(hotrepl.CommandStatusFailed), Artifacts: hotrepl.Some(hotrepl.Artifacts{}), DurationMs: hotrepl.Some(0.0),
			Error: hotrepl.Some(*hotrepl.NewErrorEnvelopeValidationFailed("badArguments", err.Error(), false)),
		}))
	}
	h.sums = append(h.sums, sum)
	return h.send(h.JobAccepted(m, &hotrepl.JobAcceptedDraft{JobID: hotrepl.Some(hotrepl.JobID(strconv.Itoa(len(h.sums) - 1)))}))
}

// HandleJobStatus answers with the output. The tracker has already refused the id of an unknown job.
func (h *host) HandleJobStatus(m *hotrepl.JobStatus) error {
	job, err := strconv.Atoi(string(m.JobID))
	if err != nil {
		return err
	}
	return h.send(h.JobResult(m, &hotrepl.JobResultDraft{
		JobID: hotrepl.Some(m.JobID), State: hotrepl.Some(hotrepl.JobEndStateDone), Status: hotrepl.Some(hotrepl.CommandStatusOK),
		Output: hotrepl.Some(hotrepl.MustRaw(h.sums[job])), Artifacts: hotrepl.Some(hotrepl.Artifacts{}), DurationMs: hotrepl.Some(0.0),
	}))
}

// HandleJobCancel answers that the job has already ended.
func (h *host) HandleJobCancel(m *hotrepl.JobCancel) error {
	return h.send(h.JobCancelResult(m, &hotrepl.JobCancelResultDraft{Accepted: hotrepl.Some(false), State: hotrepl.Some(hotrepl.JobStateDone)}))
}

// HandleJournalQuery answers with the newest entries of a kind, in the order in which they were written.
func (h *host) HandleJournalQuery(m *hotrepl.JournalQuery) error {
	entries := []hotrepl.JournalEntry{}
	for _, e := range h.journal {
		if m.Kind.Or(e.Kind) == e.Kind {
			entries = append(entries, e)
		}
	}
	if n := int(min(m.Limit.Or(1000), 1000)); n < len(entries) {
		entries = entries[len(entries)-max(n, 0):]
	}
	return h.send(h.JournalQueryResult(m, &hotrepl.JournalQueryResultDraft{Entries: entries}))
}

func (h *host) note(e hotrepl.JournalEntry, at time.Time) {
	e.Timestamp = at.UTC().Format(time.RFC3339)
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
