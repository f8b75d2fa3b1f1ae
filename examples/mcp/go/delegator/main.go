// Delegator offers the tools of the delegator over MCP on standard input and output. It accepts tasks and reports its queue. The response of a tool
// is an envelope: the text of the result, and its structured content.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"sync"
	"time"

	"example.com/mcp/bindings/delegator"
	"example.com/mcp/bindings/envelope"
	"example.com/mcp/bindings/mcp"
	"example.com/mcp/rpc"
)

// server is the handler of the requests of one client.
type server struct {
	mcp.UnimplementedSessionServerHandler
	build delegator.Builder
	guard sync.Mutex
	queue []delegator.QueuedTask
}

func (s *server) InitializeRequest(context.Context, *mcp.InitializeRequest) (*mcp.InitializeResult, error) {
	return &mcp.InitializeResult{
		ProtocolVersion: "2025-06-18",
		Capabilities:    mcp.ServerCapabilities{Tools: envelope.Some(mcp.ServerCapabilitiesTools{})},
		ServerInfo:      mcp.Implementation{Name: "delegator", Version: "3.6"},
	}, nil
}

func (s *server) PingRequest(context.Context, *mcp.PingRequest) (*mcp.Result, error) {
	return &mcp.Result{}, nil
}

func (s *server) ListToolsRequest(context.Context, *mcp.ListToolsRequest) (*mcp.ListToolsResult, error) {
	list := &mcp.ListToolsResult{}
	for _, tool := range delegator.ToolValues() {
		list.Tools = append(list.Tools, mcp.Tool{Name: string(tool)})
	}
	return list, nil
}

// CallToolRequest reads the parameters of the request as a call of the delegator. The tracker checks the response against the call.
func (s *server) CallToolRequest(_ context.Context, m *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	text, err := m.Params.Encode()
	if err != nil {
		return nil, err
	}
	call, err := delegator.ParseToolCall(text)
	if err != nil {
		return nil, rpc.Invalid(err.Error())
	}
	tracker := delegator.NewCallTracker()
	if issues := tracker.Receive(call); len(issues) > 0 {
		return nil, rpc.Invalid(issues[0].Message)
	}
	response, err := s.respond(call)
	if failure, known := errors.AsType[*delegator.JSONError](err); known {
		draft := &delegator.ErrorResponseDraft{Tool: envelope.Some(call.Name), Meta: envelope.Some(envelope.Object{}), Error: envelope.Some(failure.Draft())}
		response, err = s.build.ErrorResponse(draft)
	}
	if err != nil {
		return nil, err
	}
	if issues := tracker.Send(response); len(issues) > 0 {
		return nil, &envelope.ValidationError{Issues: issues}
	}
	return result(response)
}

func (s *server) respond(call *delegator.ToolCall) (delegator.JSONEnvelope, error) {
	s.guard.Lock()
	defer s.guard.Unlock()
	switch call.Name {
	case delegator.ToolCodexLocalRun:
		position := delegator.Count(len(s.queue))
		task := delegator.TaskID(fmt.Sprint("T-", position+1))
		s.queue = append(s.queue, delegator.QueuedTask{TaskID: task, Position: position})
		return s.build.LocalExecutionAck(&delegator.LocalExecutionAckDraft{
			Tool: envelope.Some(delegator.LocalExecutionAckToolCodexLocalRun),
			Meta: delegator.ExecutionAckMeta{QueuePosition: envelope.Some(position)},
			Data: &delegator.ExecutionAckData{TaskID: task, Accepted: true, Capability: delegator.CapabilityForeground, StartedAt: delegator.TimestampOf(time.Now())},
		})
	case delegator.ToolCodexLocalStatus:
		draft := &delegator.StatusSnapshotDraft{Tool: envelope.Some(delegator.StatusSnapshotToolCodexLocalStatus)}
		if len(s.queue) > 0 {
			draft.Data.Queue.Set(s.queue)
		}
		return s.build.StatusSnapshot(draft)
	}
	return nil, delegator.NewJSONErrorUnsupported("this server does not offer the tool " + string(call.Name))
}

func result(response delegator.JSONEnvelope) (*mcp.CallToolResult, error) {
	text, err := response.Encode()
	if err != nil {
		return nil, err
	}
	structured, err := envelope.ObjectOf(response)
	return &mcp.CallToolResult{
		Content:           []mcp.ContentBlock{&mcp.TextContent{Text: string(text)}},
		StructuredContent: envelope.Some(structured),
		IsError:           envelope.Some(delegator.ErrorOf(response) != nil),
	}, err
}

func main() {
	lines := envelope.Lines(os.Stdin, os.Stdout)
	serving := envelope.Serving[mcp.Message]{Fail: rpc.Failed, OnRefused: rpc.Refuse(lines)}
	peer := mcp.NewSessionServer(envelope.SendTo[mcp.Message](lines), &server{}, serving)
	if err := peer.Serve(context.Background(), lines); err != nil {
		log.Fatal(err)
	}
}
