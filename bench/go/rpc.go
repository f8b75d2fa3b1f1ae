package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/envgen/envgen/bench/go/generated/envelope"
	"github.com/envgen/envgen/bench/go/generated/mcp"
)

// The exchanges of MCP: JSON-RPC in both directions, with results whose type follows from the request.

// greetings begin a session; the first and the last are the client's.
var greetings = []string{
	`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{"sampling":{}},"clientInfo":{"name":"bench","version":"1"}}}`,
	`{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"bench","version":"1"}}}`,
	`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
}

const (
	called = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":1,"b":2}}}`
	result = `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"3"}]}}`
)

func rpcRaces() []race {
	return []race{
		{"mcp", tracked, []contestant{
			{"envgen", "a tools/call and its response in turn, as values; the result is checked by the type of the request", rpcSteps(call, sum())},
			{"envgen, no result", "a ping and its error in turn, as values", rpcSteps(ping, failure)},
			{"envgen, no conversation", "ParseMessage of both in turn", inTurn(called, result)},
		}},
		{"mcp", answered, []contestant{{"envgen", "a tools/call and its result, as texts, through SessionClient and SessionServer", rpcRoundTrips()}}},
	}
}

// session returns the tracker of a client behind the greetings.
func session() (*mcp.SessionTracker, error) {
	t := mcp.NewSessionTracker("client")
	for i, text := range greetings {
		m, err := mcp.ParseMessage([]byte(text))
		if err != nil {
			return nil, err
		}
		issues := t.Receive
		if i != 1 {
			issues = t.Send
		}
		if err := inOrder(issues(m)); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func inOrder(issues []envelope.Issue) error {
	if len(issues) > 0 {
		return &envelope.ValidationError{Issues: issues}
	}
	return nil
}

// rpcSteps tracks a request and its response, with another id each time: MCP allows no id twice.
func rpcSteps(request func(mcp.RequestID) mcp.Message, response func(mcp.RequestID) mcp.Message) func([]byte) error {
	t, err := session()
	n := 0
	return func([]byte) error {
		n++
		if id := mcp.RequestIDInteger(n/2 + 1); n%2 == 0 {
			return errors.Join(err, inOrder(t.Send(request(id))))
		} else if n > 1 {
			return inOrder(t.Receive(response(id)))
		}
		return err
	}
}

func call(id mcp.RequestID) mcp.Message {
	return &mcp.CallToolRequest{ID: id, Params: mcp.CallToolRequestParams{Name: "add"}}
}

func sum() func(id mcp.RequestID) mcp.Message {
	response, err := mcp.ParseJSONRPCResponse([]byte(result))
	if err != nil {
		panic(err) // a constant of this program
	}
	return func(id mcp.RequestID) mcp.Message { return &mcp.JSONRPCResponse{ID: id, Result: response.Result} }
}

func ping(id mcp.RequestID) mcp.Message { return &mcp.PingRequest{ID: id} }

func failure(id mcp.RequestID) mcp.Message {
	return &mcp.JSONRPCError{ID: id, Error: mcp.JSONRPCErrorError{Code: 1}}
}

func inTurn(texts ...string) func([]byte) error {
	n := 0
	return func([]byte) error {
		n++
		_, err := mcp.ParseMessage([]byte(texts[n%len(texts)]))
		return err
	}
}

// tools answers calls.
type tools struct {
	mcp.UnimplementedSessionServerHandler
}

func (tools) InitializeRequest(context.Context, *mcp.InitializeRequest) (*mcp.InitializeResult, error) {
	return &mcp.InitializeResult{ProtocolVersion: "2025-06-18", ServerInfo: mcp.Implementation{Name: "bench", Version: "1"}, Capabilities: mcp.ServerCapabilities{Tools: envelope.Some(mcp.ServerCapabilitiesTools{})}}, nil
}

func (tools) CallToolRequest(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{Content: []mcp.ContentBlock{&mcp.TextContent{Text: "3"}}}, nil
}

// rpcRoundTrips sends requests on one connection, which the first call opens.
func rpcRoundTrips() func([]byte) error {
	var client *mcp.SessionClient
	var server *mcp.SessionServer
	n := 0
	begin := func() error {
		client = mcp.NewSessionClient(func(m mcp.Message) error {
			text, err := mcp.EncodeUnchecked(m)
			if err == nil {
				_, _, _, err = server.ReceiveText(context.Background(), text)
			}
			return err
		}, nil, envelope.Serving[mcp.Message]{})
		server = mcp.NewSessionServer(func(m mcp.Message) error {
			text, err := mcp.EncodeUnchecked(m)
			if err != nil {
				return err
			}
			_, _, issues, err := client.ReceiveText(context.Background(), text)
			return errors.Join(err, inOrder(issues))
		}, tools{}, envelope.Serving[mcp.Message]{})
		hello, err := mcp.ParseInitializeRequest([]byte(greetings[0]))
		if err != nil {
			return err
		}
		if _, err := client.InitializeRequest(context.Background(), hello); err != nil {
			return err
		}
		return client.Send(context.Background(), &mcp.InitializedNotification{})
	}
	return func([]byte) error {
		if client == nil {
			if err := begin(); err != nil {
				return err
			}
		}
		n++
		got, err := client.CallToolRequest(context.Background(), &mcp.CallToolRequest{ID: mcp.RequestIDInteger(n), Params: mcp.CallToolRequestParams{Name: "add"}})
		if err == nil && len(got.Content) != 1 {
			err = errors.New("the result has no content")
		}
		return err
	}
}

// bothWays opens and closes exchanges in both directions, with the same ids. It returns the nanoseconds of one of them, by round, and the memory of
// the connection before and after.
func (b *bench) bothWays() (samples []float64, remark string, err error) {
	for range b.rounds {
		t, err := session()
		if err != nil {
			return nil, "", err
		}
		answer, empty := sum(), mcp.Result{}
		before, begin := heap(), time.Now()
		for n := range exchanges / 2 {
			id := mcp.RequestIDInteger(n + 1)
			if err := errors.Join(inOrder(t.Send(call(id))), inOrder(t.Receive(ping(id))), inOrder(t.Send(&mcp.JSONRPCResponse{ID: id, Result: empty})), inOrder(t.Receive(answer(id)))); err != nil {
				return nil, "", err
			}
		}
		samples = append(samples, float64(time.Since(begin).Nanoseconds())/exchanges)
		remark = fmt.Sprintf("a million of them, half in each direction; heap %d kB before, %d kB behind; %d open", before, heap(), t.Open())
		runtime.KeepAlive(t)
	}
	return samples, strings.TrimSpace(remark), nil
}
