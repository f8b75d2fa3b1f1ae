// Command tasks answers a call of the delegator's status tool on standard input. The arguments are the ids of the queued tasks. The
// answer is a snapshot or an error: as JSON if the call has that format, else as Markdown.
package main

import (
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

// status is the tool that this program is.
const status = delegator.ToolCodexLocalStatus

func run(in io.Reader, out io.Writer, b delegator.Builder, queue []delegator.TaskID) error {
	text, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	call, err := delegator.ParseToolCall(text)
	if err != nil { // no call, so no conversation: the error has the tool of this program
		response, err := refused(b, status, err)
		if err != nil {
			return err
		}
		return delegator.Emit(out, response)
	}
	tracker := delegator.NewCallTracker()
	if issues := tracker.Receive(call); len(issues) > 0 {
		return &delegator.ValidationError{Issues: issues}
	}
	response, err := answer(b, call, queue)
	if err != nil {
		if response, err = refused(b, call.Name, err); err != nil {
			return err
		}
	}
	if call.Arguments.Format_.Or("markdown") != "json" {
		return writeMarkdown(out, response)
	}
	if issues := tracker.Send(response); slices.ContainsFunc(issues, func(i delegator.Issue) bool { return i.Level == delegator.Must }) {
		return &delegator.ValidationError{Issues: issues}
	}
	return delegator.Emit(out, response)
}

// answer returns the snapshot that a call asks for. The builder counts the tasks of the lists.
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
	return b.StatusSnapshot(delegator.StatusSnapshotToolCodexLocalStatus, func(m *delegator.StatusSnapshot) {
		if len(queue) > 0 {
			m.Data.Queue.Set(queue)
		}
	})
}

// refused returns the error response of a tool: the error itself if it is one of the delegator, or what is wrong with the call.
func refused(b delegator.Builder, tool delegator.Tool, err error) (delegator.JSONEnvelope, error) {
	failure, known := errors.AsType[*delegator.JSONError](err)
	if invalid, is := errors.AsType[*delegator.ValidationError](err); is && !known {
		failure, known = errors.AsType[*delegator.JSONError](delegator.RefusalOf(invalid.Issues))
	}
	if !known {
		return nil, err
	}
	return b.ErrorResponse(tool, delegator.Object{}, failure)
}

// writeMarkdown writes a response for a person.
func writeMarkdown(out io.Writer, m delegator.JSONEnvelope) error {
	text := "No tasks are queued.\n"
	if failure := delegator.ErrorOf(m); failure != nil {
		text = fmt.Sprintf("**Error:** %v\n", failure)
	} else if s, is := m.(*delegator.StatusSnapshot); is && s.Data.Queue.Has() {
		text = "| position | task |\n|---|---|\n"
		for _, task := range s.Data.Queue.Or(nil) {
			text += fmt.Sprintf("| %d | %s |\n", task.Position, task.TaskID)
		}
	}
	_, err := io.WriteString(out, text)
	return err
}
