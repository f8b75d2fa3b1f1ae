package mcp_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/envgen/envgen/examples/internal/programs"
)

// overHTTP has clients call servers over Streamable HTTP, of which at least one uses the bindings.
func (p built) overHTTP(t *testing.T) {
	servers := map[string][]string{"TypeScript": {"node", "ts/dist/http.js"}, "SDK of TypeScript": {"node", "ts/dist/sdkhttp.js"}}
	clients := map[string][]string{"TypeScript": {"node", "ts/dist/httpclient.js"}}
	for _, name := range []string{"SDK of Go", "SDK of Python"} {
		servers[name] = p.servers[name]
	}
	for _, name := range []string{"SDK of Go", "SDK of TypeScript", "SDK of Python"} {
		clients[name] = p.clients[name]
	}
	want := programs.Output(t, 0)
	for server, serve := range servers {
		for client, call := range clients {
			if isOurs(server) || isOurs(client) {
				t.Run(client+" calls "+server, func(t *testing.T) {
					t.Parallel()
					programs.Prints(t, want, append(slices.Clone(call), started(t, serve...))...)
				})
			}
		}
	}
}

// statuses checks the responses of the server to requests that are against the rules.
func (p built) statuses(t *testing.T) {
	url := started(t, "node", "ts/dist/http.js")
	hello := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`
	ping := `{"jsonrpc":"2.0","id":2,"method":"ping"}`
	session, _ := exchange(t, url, "POST", hello, nil)
	if session.StatusCode != 200 || session.Header.Get("Mcp-Session-Id") == "" {
		t.Fatal(session.Status)
	}
	in := http.Header{"Mcp-Session-Id": session.Header["Mcp-Session-Id"]}
	with := func(name, value string) http.Header {
		changed := in.Clone()
		changed.Set(name, value)
		return changed
	}
	for _, c := range []struct {
		name, method, body string
		header             http.Header
		status             int
		contains           string
	}{
		{"a request", "POST", ping, in, 200, `"result":{}`},
		{"a notification", "POST", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, in, 202, ""},
		{"an unknown method", "POST", `{"jsonrpc":"2.0","id":3,"method":"tools/burn"}`, in, 200, "-32601"},
		{"invalid parameters", "POST", `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{}}`, in, 200, "-32602"},
		{"a second initialize", "POST", strings.Replace(hello, `"id":1`, `"id":4`, 1), in, 200, "-32600"},
		{"no session", "POST", ping, nil, 400, "Mcp-Session-Id"},
		{"another session", "POST", ping, with("Mcp-Session-Id", "none"), 404, ""},
		{"another version", "POST", ping, with("Mcp-Protocol-Version", "2024-11-05"), 400, ""},
		{"a foreign page", "POST", ping, with("Origin", "http://example.com"), 403, ""},
		{"a page without an origin", "POST", ping, with("Origin", "null"), 403, ""},
		{"too narrow an Accept", "POST", ping, with("Accept", "application/json"), 406, ""},
		{"a batch", "POST", "[" + ping + "]", in, 400, ""},
		{"no JSON", "POST", "{", in, 400, ""},
		{"another method", "PUT", "", in, 405, ""},
		{"the end", "DELETE", "", in, 204, ""},
		{"after the end", "POST", ping, in, 404, ""},
	} {
		response, body := exchange(t, url, c.method, c.body, c.header)
		if response.StatusCode != c.status || !strings.Contains(body, c.contains) {
			t.Errorf("%s: %s %s, want %d and %q", c.name, response.Status, body, c.status, c.contains)
		}
	}
}

func exchange(t *testing.T, url, method, body string, header http.Header) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header = http.Header{"Accept": {"application/json, text/event-stream"}}
	for name, values := range header {
		request.Header[name] = values
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(text)
}

// started starts a server on a free port, and returns its URL.
func started(t *testing.T, args ...string) string {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	free.Close()
	_, port, _ := net.SplitHostPort(address)
	server := exec.CommandContext(t.Context(), args[0], append(slices.Clone(args[1:]), port)...)
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		server.Process.Kill()
		server.Wait()
	})
	for range 300 {
		if connection, err := net.Dial("tcp", address); err == nil {
			connection.Close()
			return fmt.Sprintf("http://%s/mcp", address)
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("%s does not listen", filepath.Base(args[len(args)-1]))
	return ""
}
