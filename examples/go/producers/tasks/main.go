// Command tasks answers a call of the delegator's status tool on standard input: with a snapshot of the tasks, or with an error.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/envgen/envgen/gen/go/delegator"
)

func main() {
	if err := run(os.Stdin, os.Stdout, delegator.Builder{}, nil); err != nil {
		fmt.Fprintln(os.Stderr, "tasks:", err)
		os.Exit(1)
	}
}

// status is the tool that answers here.
const status = delegator.ToolCodexLocalStatus

func run(in io.Reader, out io.Writer, b delegator.Builder, queue []delegator.QueuedTask) error {
	text, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	response, err := answer(b, text, queue)
	if failure := refusal(err); failure != nil {
		response, err = b.ErrorResponse(status, delegator.Object{}, failure)
	}
	if err != nil {
		return err
	}
	return delegator.Emit(out, response)
}

// answer counts nothing: the builder does, in the lists.
func answer(b delegator.Builder, text []byte, queue []delegator.QueuedTask) (delegator.JSONEnvelope, error) {
	call, err := delegator.ParseToolCall(text)
	if err != nil {
		return nil, err
	}
	if call.Name != status {
		return nil, delegator.NewJSONErrorUnsupported("no tool of this program: " + string(call.Name))
	}
	if id, about := call.Arguments.TaskID.Get(); about {
		return nil, delegator.NewJSONErrorNotFound("no task " + string(id))
	}
	return b.StatusSnapshot(delegator.StatusSnapshotToolCodexLocalStatus, func(m *delegator.StatusSnapshot) { m.Data.Queue.Set(queue) })
}

// refusal is what is said of an error: what it says of itself, or what is wrong with the call.
func refusal(err error) *delegator.JSONError {
	var failure *delegator.JSONError
	var invalid *delegator.ValidationError
	switch {
	case errors.As(err, &failure):
		return failure
	case errors.As(err, &invalid):
		failure, _ = errors.AsType[*delegator.JSONError](delegator.RefusalOf(invalid.Issues))
	}
	return failure
}
