// Sdkserver offers the tools of ../server with the official SDK: sdkserver, or sdkserver PORT for Streamable HTTP.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var cancelled atomic.Int64

type nothing struct{}

type terms struct {
	Terms []float64 `json:"terms"`
}

type total struct {
	Sum float64 `json:"sum"`
}

type limit struct {
	To int `json:"to"`
}

func sum(_ context.Context, _ *mcp.CallToolRequest, in terms) (*mcp.CallToolResult, total, error) {
	if len(in.Terms) == 0 {
		return nil, total{}, fmt.Errorf("there are no terms")
	}
	var out total
	for _, term := range in.Terms {
		out.Sum += term
	}
	return nil, out, nil
}

func count(ctx context.Context, r *mcp.CallToolRequest, in limit) (*mcp.CallToolResult, any, error) {
	token := r.Params.GetProgressToken()
	for n := 1; n <= in.To; n++ {
		params := &mcp.ProgressNotificationParams{ProgressToken: token, Progress: float64(n), Total: float64(in.To)}
		if token != nil {
			if err := r.Session.NotifyProgress(ctx, params); err != nil {
				return nil, nil, err
			}
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			cancelled.Add(1)
			return nil, nil, ctx.Err()
		}
	}
	return text(fmt.Sprint("counted to ", in.To)), nil, nil
}

func greet(ctx context.Context, r *mcp.CallToolRequest, _ nothing) (*mcp.CallToolResult, any, error) {
	sampled, err := r.Session.CreateMessage(ctx, &mcp.CreateMessageParams{
		Messages:  []*mcp.SamplingMessage{{Role: "user", Content: &mcp.TextContent{Text: "Greet me."}}},
		MaxTokens: 100,
	})
	if err != nil {
		return nil, nil, err
	}
	return text(sampled.Content.(*mcp.TextContent).Text), nil, nil
}

func cancellations(context.Context, *mcp.CallToolRequest, nothing) (*mcp.CallToolResult, any, error) {
	return text(fmt.Sprint(cancelled.Load())), nil, nil
}

func text(words string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: words}}}
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "tools", Version: "1.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "sum"}, sum)
	mcp.AddTool(server, &mcp.Tool{Name: "count"}, count)
	mcp.AddTool(server, &mcp.Tool{Name: "greet"}, greet)
	mcp.AddTool(server, &mcp.Tool{Name: "cancellations"}, cancellations)
	if len(os.Args) > 1 {
		handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
		log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[1], handler))
	}
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
