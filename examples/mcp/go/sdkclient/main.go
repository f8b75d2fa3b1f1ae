// Sdkclient calls the tools of an MCP server with the official SDK, as ../client does: sdkclient COMMAND... or sdkclient URL
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// stop cancels the endless count at its first progress.
var stop context.CancelFunc

// counted is closed at the last progress of the count that ends. The SDK handles notifications beside results, so that this may be after the result.
var counted = make(chan struct{})

func progress(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
	if p := r.Params; stop != nil {
		stop()
	} else {
		fmt.Println("progress:", p.Progress, "of", p.Total)
		if p.Progress == p.Total {
			close(counted)
		}
	}
}

func sample(context.Context, *mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
	return &mcp.CreateMessageResult{Role: "assistant", Model: "parrot", Content: &mcp.TextContent{Text: "Hello from a model"}}, nil
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	command := exec.Command(os.Args[1], os.Args[2:]...)
	command.Stderr = os.Stderr
	var transport mcp.Transport = &mcp.CommandTransport{Command: command}
	if strings.HasPrefix(os.Args[1], "http:") {
		transport = &mcp.StreamableClientTransport{Endpoint: os.Args[1]}
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "caller", Version: "1.0.0"}, &mcp.ClientOptions{
		CreateMessageHandler: sample, ProgressNotificationHandler: progress,
	})
	session, err := client.Connect(ctx, transport, nil)
	must(err)
	play(ctx, session)
	must(session.Close())
}

func play(ctx context.Context, session *mcp.ClientSession) {
	welcome := session.InitializeResult()
	fmt.Println(welcome.ServerInfo.Name, welcome.ServerInfo.Version, "speaks", welcome.ProtocolVersion)
	list, err := session.ListTools(ctx, nil)
	must(err)
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	slices.Sort(names)
	fmt.Println("tools:", strings.Join(names, ", "))

	fmt.Println("sum:", call(ctx, session, "sum", map[string]any{"terms": []int{1, 2, 3}}).StructuredContent.(map[string]any)["sum"])
	nothing := call(ctx, session, "sum", map[string]any{"terms": []int{}})
	fmt.Println("sum of nothing is an error:", nothing.IsError)
	three := call(ctx, session, "count", map[string]any{"to": 3})
	select {
	case <-counted:
	case <-ctx.Done():
		log.Fatal("the last progress is missing")
	}
	fmt.Println("count:", textOf(three))
	fmt.Println("greet:", textOf(call(ctx, session, "greet", map[string]any{})))

	counting, cancel := context.WithCancel(ctx)
	stop = cancel
	if _, err := session.CallTool(counting, asked("count", map[string]any{"to": 1_000_000})); counting.Err() == nil {
		log.Fatal("the count ends with ", err)
	}
	words := "0"
	for words == "0" {
		time.Sleep(10 * time.Millisecond)
		words = textOf(call(ctx, session, "cancellations", map[string]any{}))
	}
	fmt.Println("cancelled:", words)
	must(session.Ping(ctx, nil))
	fmt.Println("ping: pong")
}

func asked(tool string, arguments any) *mcp.CallToolParams {
	params := &mcp.CallToolParams{Name: tool, Arguments: arguments}
	if tool == "count" {
		params.SetProgressToken(fmt.Sprint(arguments))
	}
	return params
}

func call(ctx context.Context, session *mcp.ClientSession, tool string, arguments any) *mcp.CallToolResult {
	result, err := session.CallTool(ctx, asked(tool, arguments))
	must(err)
	return result
}

func textOf(result *mcp.CallToolResult) string { return result.Content[0].(*mcp.TextContent).Text }

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
