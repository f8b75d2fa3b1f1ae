// Server offers tools over MCP on standard input and output.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"sync/atomic"
	"time"

	"example.com/mcp/bindings/envelope"
	"example.com/mcp/bindings/mcp"
	"example.com/mcp/rpc"
)

const tools = `{"tools": [
	{"name": "sum", "description": "Adds numbers.",
		"inputSchema": {"type": "object", "properties": {"terms": {"type": "array", "items": {"type": "number"}}}, "required": ["terms"]},
		"outputSchema": {"type": "object", "properties": {"sum": {"type": "number"}}, "required": ["sum"]}},
	{"name": "count", "description": "Counts, and reports its progress.",
		"inputSchema": {"type": "object", "properties": {"to": {"type": "integer"}}, "required": ["to"]}},
	{"name": "greet", "description": "Has the client's model greet.", "inputSchema": {"type": "object"}},
	{"name": "cancellations", "description": "Returns how many counts were cancelled.", "inputSchema": {"type": "object"}}
]}`

// server is the handler of the requests of one client. Other requests get an error of JSON-RPC.
type server struct {
	mcp.UnimplementedSessionServerHandler
	peer      *mcp.SessionServer
	asked     atomic.Int64 // the id of the last request to the client
	cancelled atomic.Int64
}

func (s *server) InitializeRequest(context.Context, *mcp.InitializeRequest) (*mcp.InitializeResult, error) {
	return &mcp.InitializeResult{
		ProtocolVersion: "2025-06-18",
		Capabilities:    mcp.ServerCapabilities{Tools: envelope.Some(mcp.ServerCapabilitiesTools{})},
		ServerInfo:      mcp.Implementation{Name: "tools", Version: "1.0.0"},
	}, nil
}

func (s *server) PingRequest(context.Context, *mcp.PingRequest) (*mcp.Result, error) {
	return &mcp.Result{}, nil
}

func (s *server) ListToolsRequest(context.Context, *mcp.ListToolsRequest) (*mcp.ListToolsResult, error) {
	return mcp.ParseListToolsResult([]byte(tools))
}

func (s *server) CallToolRequest(ctx context.Context, m *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	arguments, _ := m.Params.Arguments.Get()
	switch m.Params.Name {
	case "sum":
		return sum(arguments)
	case "count":
		return s.count(ctx, m.Params.Meta, arguments)
	case "greet":
		return s.greet(ctx)
	case "cancellations":
		return text(fmt.Sprint(s.cancelled.Load())), nil
	}
	return nil, rpc.Invalid("there is no tool " + m.Params.Name)
}

func sum(arguments envelope.Object) (*mcp.CallToolResult, error) {
	var input struct{ Terms []float64 }
	if err := arguments.Decode(&input); err != nil {
		return nil, rpc.Invalid(err.Error())
	}
	if len(input.Terms) == 0 {
		result := text("there are no terms")
		result.IsError = envelope.Some(true)
		return result, nil
	}
	total := 0.0
	for _, term := range input.Terms {
		total += term
	}
	structured, err := envelope.ObjectOf(map[string]float64{"sum": total})
	result := text(fmt.Sprint(total))
	result.StructuredContent = envelope.Some(structured)
	return result, err
}

// count reports its progress if the request has a token for that.
func (s *server) count(ctx context.Context, meta envelope.Opt[mcp.RequestHeadParamsMeta], arguments envelope.Object) (*mcp.CallToolResult, error) {
	var input struct{ To int }
	if err := arguments.Decode(&input); err != nil {
		return nil, rpc.Invalid(err.Error())
	}
	head, _ := meta.Get()
	token, reports := head.ProgressToken.Get()
	for n := 1; n <= input.To; n++ {
		params := mcp.ProgressNotificationParams{ProgressToken: token, Progress: float64(n), Total: envelope.Some(float64(input.To))}
		if reports {
			if err := s.peer.Send(ctx, &mcp.ProgressNotification{Params: params}); err != nil {
				return nil, err
			}
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			s.cancelled.Add(1)
			return nil, ctx.Err()
		}
	}
	return text(fmt.Sprint("counted to ", input.To)), nil
}

// greet sends a request to the client, and returns the words of its model.
func (s *server) greet(ctx context.Context) (*mcp.CallToolResult, error) {
	prompt := mcp.SamplingMessage{Role: mcp.RoleUser, Content: &mcp.TextContent{Text: "Greet me."}}
	sampled, err := s.peer.CreateMessageRequest(ctx, &mcp.CreateMessageRequest{
		ID:     mcp.RequestIDInteger(s.asked.Add(1)),
		Params: mcp.CreateMessageRequestParams{Messages: []mcp.SamplingMessage{prompt}, MaxTokens: 100},
	})
	if err != nil {
		return nil, err
	}
	words, isText := sampled.Content.(*mcp.TextContent)
	if !isText {
		return nil, errors.New("the model has sent no text")
	}
	return text(words.Text), nil
}

func text(words string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.ContentBlock{&mcp.TextContent{Text: words}}}
}

func main() {
	lines := envelope.Lines(os.Stdin, os.Stdout)
	handler := &server{}
	serving := envelope.Serving[mcp.Message]{Fail: rpc.Failed, OnRefused: rpc.Refuse(lines)}
	handler.peer = mcp.NewSessionServer(envelope.SendTo[mcp.Message](lines), handler, serving)
	if err := handler.peer.Serve(context.Background(), lines); err != nil {
		log.Fatal(err)
	}
}
