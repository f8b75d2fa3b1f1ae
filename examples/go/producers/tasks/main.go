// Command tasks answers a call of the delegator's status tool. The arguments are the ids of the queued tasks. Standard input contains the
// parameters of an MCP tools/call, standard output gets its result. The text of the result is a snapshot or an error: JSON if the call has
// that format, else Markdown.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/envgen/envgen/gen/go/delegator"
)

func main() {
	queue := []delegator.TaskID{}
	for _, id := range os.Args[1:] {
		queue = append(queue, delegator.TaskID(id))
	}
	if err := run(os.Stdin, os.Stdout, delegator.Builder{}, queue); err != nil {
		fmt.Fprintln(os.Stderr, "tasks:", err)
		os.Exit(1)
	}
}

// status is the tool that this program implements.
const status = delegator.ToolCodexLocalStatus

func run(in io.Reader, out io.Writer, b delegator.Builder, queue []delegator.TaskID) error {
	text, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	response, written, err := respond(text, b, queue)
	if err != nil {
		return err
	}
	result := toolResult{Content: []textContent{{"text", string(written)}}, IsError: delegator.ErrorOf(response) != nil}
	return json.NewEncoder(out).Encode(result)
}

// toolResult is the result of an MCP tools/call. The response of the tool is the text of its only content.
type toolResult struct {
	Content []textContent `json:"content"`
	IsError bool          `json:"isError,omitempty"`
}

type textContent struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// respond returns the response to the text of a call, and its text in the format of the call.
func respond(text []byte, b delegator.Builder, queue []delegator.TaskID) (response delegator.JSONEnvelope, written []byte, err error) {
	call, err := delegator.ParseToolCall(text)
	if err != nil { // without a call there is no conversation: the error has the tool of this program
		if response, err = refused(b, status, err); err != nil {
			return nil, nil, err
		}
		written, err = response.Encode()
		return response, written, err
	}
	tracker := delegator.NewCallTracker()
	if issues := tracker.Receive(call); len(issues) > 0 {
		return nil, nil, &delegator.ValidationError{Issues: issues}
	}
	if response, err = answer(b, call, queue); err != nil {
		if response, err = refused(b, call.Name, err); err != nil {
			return nil, nil, err
		}
	}
	if call.Arguments.FormatMember.Or("markdown") != "json" {
		return response, markdown(response), nil
	}
	if issues := tracker.Send(response); slices.ContainsFunc(issues, func(i delegator.Issue) bool { return i.Level == delegator.Must }) {
		return nil, nil, &delegator.ValidationError{Issues: issues}
	}
	written, err = response.Encode()
	return response, written, err
}

// answer returns the snapshot for a call. The builder counts the tasks of the lists.
func answer(b delegator.Builder, call *delegator.ToolCall, ids []delegator.TaskID) (delegator.JSONEnvelope, error) {
	if call.Name != status {
		return nil, delegator.NewJSONErrorUnsupported("this program does not serve the tool " + string(call.Name))
	}
	queue := []delegator.QueuedTask{}
	for position, id := range ids {
		if call.Arguments.TaskID.Or(id) == id {
			queue = append(queue, delegator.QueuedTask{TaskID: id, Position: delegator.Count(position)}) // the first task has position 0
		}
	}
	if id, about := call.Arguments.TaskID.Get(); about && len(queue) == 0 {
		return nil, delegator.NewJSONErrorNotFound("no task " + string(id))
	}
	draft := &delegator.StatusSnapshotDraft{Tool: delegator.Some(delegator.StatusSnapshotToolCodexLocalStatus)}
	if len(queue) > 0 {
		draft.Data.Queue.Set(queue)
	}
	return b.StatusSnapshot(draft)
}

// refused returns the error response of a tool: the error itself if it is an error of the delegator, or the faults of the call.
func refused(b delegator.Builder, tool delegator.Tool, err error) (delegator.JSONEnvelope, error) {
	failure, known := errors.AsType[*delegator.JSONError](err)
	if invalid, is := errors.AsType[*delegator.ValidationError](err); is && !known {
		failure, known = errors.AsType[*delegator.JSONError](delegator.RefusalOf(invalid.Issues))
	}
	if !known {
		return nil, err
	}
	return b.ErrorResponse(&delegator.ErrorResponseDraft{Tool: delegator.Some(tool), Meta: delegator.Some(delegator.Object{}), Error: delegator.Some(failure.Draft())})
}

// markdown formats a response for people.
func markdown(m delegator.JSONEnvelope) []byte {
	text := "No tasks are queued.\n"
	if failure := delegator.ErrorOf(m); failure != nil {
		text = fmt.Sprintf("**Error:** %v\n", failure)
	} else if s, is := m.(*delegator.StatusSnapshot); is && s.Data.Queue.Has() {
		text = "| position | task |\n|---|---|\n"
		for _, task := range s.Data.Queue.Or(nil) {
			text += fmt.Sprintf("| %d | %s |\n", task.Position, task.TaskID)
		}
	}
	return []byte(text)
}
