// Client calls the tools of an MCP server: client COMMAND...
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"example.com/mcp/bindings/envelope"
	"example.com/mcp/bindings/mcp"
)

// client sends requests to a server.
type client struct {
	*mcp.SessionClient
	last     atomic.Int64 // id
	progress atomic.Pointer[func(mcp.ProgressNotificationParams)]
}

// model answers the requests of the server.
type model struct {
	mcp.UnimplementedSessionClientHandler
}

func (model) PingRequest(context.Context, *mcp.PingRequest) (*mcp.Result, error) {
	return &mcp.Result{}, nil
}

func (model) CreateMessageRequest(context.Context, *mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
	return &mcp.CreateMessageResult{Role: mcp.RoleAssistant, Model: "parrot", Content: &mcp.TextContent{Text: "Hello from a model"}}, nil
}

func (c *client) id() mcp.RequestID { return mcp.RequestIDInteger(c.last.Add(1)) }

// heard takes the messages of the server that are no requests and no replies.
func (c *client) heard(_ context.Context, m mcp.Message) error {
	if news, is := m.(*mcp.ProgressNotification); is {
		(*c.progress.Load())(news.Params)
	}
	return nil
}

func (c *client) initialize(ctx context.Context) (*mcp.InitializeResult, error) {
	welcome, err := c.InitializeRequest(ctx, &mcp.InitializeRequest{ID: c.id(), Params: mcp.InitializeRequestParams{
		ProtocolVersion: "2025-06-18",
		Capabilities:    mcp.ClientCapabilities{Sampling: envelope.Some(envelope.Object{})},
		ClientInfo:      mcp.Implementation{Name: "caller", Version: "1.0.0"},
	}})
	if err != nil {
		return nil, err
	}
	if welcome.ProtocolVersion != "2025-06-18" {
		return nil, errors.New("the server speaks " + welcome.ProtocolVersion)
	}
	return welcome, c.Send(ctx, &mcp.InitializedNotification{})
}

// call returns the text of a tool's result. It passes news to progress, if that is not nil.
func (c *client) call(ctx context.Context, tool string, arguments any, progress func(mcp.ProgressNotificationParams)) (*mcp.CallToolResult, error) {
	object, err := envelope.ObjectOf(arguments)
	if err != nil {
		return nil, err
	}
	request := &mcp.CallToolRequest{ID: c.id(), Params: mcp.CallToolRequestParams{Name: tool, Arguments: envelope.Some(object)}}
	if progress != nil {
		c.progress.Store(&progress)
		request.Params.Meta = envelope.Some(mcp.RequestHeadParamsMeta{ProgressToken: envelope.Some[mcp.ProgressToken](mcp.ProgressTokenInteger(c.last.Load()))})
	}
	result, err := c.CallToolRequest(ctx, request)
	if ctx.Err() != nil {
		return nil, errors.Join(err, c.Send(context.WithoutCancel(ctx), &mcp.CancelledNotification{Params: mcp.CancelledNotificationParams{RequestID: request.ID}}))
	}
	return result, err
}

func textOf(result *mcp.CallToolResult) string {
	var words []string
	for _, block := range result.Content {
		if text, is := block.(*mcp.TextContent); is {
			words = append(words, text.Text)
		}
	}
	return strings.Join(words, " ")
}

func (c *client) play(ctx context.Context) error {
	welcome, err := c.initialize(ctx)
	if err != nil {
		return err
	}
	fmt.Println(welcome.ServerInfo.Name, welcome.ServerInfo.Version, "speaks", welcome.ProtocolVersion)

	list, err := c.ListToolsRequest(ctx, &mcp.ListToolsRequest{ID: c.id()})
	if err != nil {
		return err
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	slices.Sort(names)
	fmt.Println("tools:", strings.Join(names, ", "))

	sum, err := c.call(ctx, "sum", map[string][]int{"terms": {1, 2, 3}}, nil)
	if err != nil {
		return err
	}
	structured, _ := sum.StructuredContent.Get()
	var typed struct{ Sum float64 }
	if err := structured.Decode(&typed); err != nil {
		return err
	}
	fmt.Println("sum:", typed.Sum)
	nothing, err := c.call(ctx, "sum", map[string][]int{"terms": {}}, nil)
	if err != nil {
		return err
	}
	fmt.Println("sum of nothing is an error:", nothing.IsError.Or(false))

	show := func(p mcp.ProgressNotificationParams) { fmt.Println("progress:", p.Progress, "of", p.Total.Or(0)) }
	counted, err := c.call(ctx, "count", map[string]int{"to": 3}, show)
	if err != nil {
		return err
	}
	fmt.Println("count:", textOf(counted))
	greeting, err := c.call(ctx, "greet", struct{}{}, nil)
	if err != nil {
		return err
	}
	fmt.Println("greet:", textOf(greeting))
	if err := c.cancelled(ctx); err != nil {
		return err
	}
	_, err = c.PingRequest(ctx, &mcp.PingRequest{ID: c.id()})
	fmt.Println("ping: pong")
	return err
}

// cancelled cancels a count after its first progress, and waits until the server has noticed that.
func (c *client) cancelled(ctx context.Context) error {
	counting, stop := context.WithCancel(ctx)
	defer stop()
	_, err := c.call(counting, "count", map[string]int{"to": 1_000_000}, func(mcp.ProgressNotificationParams) { stop() })
	if !errors.Is(err, context.Canceled) {
		return fmt.Errorf("the count ends with %w", err)
	}
	for {
		cancellations, err := c.call(ctx, "cancellations", struct{}{}, nil)
		if err != nil {
			return err
		}
		if count := textOf(cancellations); count != "0" {
			fmt.Println("cancelled:", count)
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	command := exec.CommandContext(ctx, os.Args[1], os.Args[2:]...)
	command.Stderr = os.Stderr
	in, err := command.StdinPipe()
	must(err)
	out, err := command.StdoutPipe()
	must(err)
	must(command.Start())

	lines := envelope.Lines(out, in)
	c := &client{}
	c.SessionClient = mcp.NewSessionClient(envelope.SendTo[mcp.Message](lines), model{}, envelope.Serving[mcp.Message]{OnMessage: c.heard})
	served := make(chan error)
	go func() { served <- c.Serve(ctx, lines) }()
	must(c.play(ctx))
	must(in.Close()) // the server ends
	must(<-served)
	must(command.Wait())
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
