// Package mcp_test runs the programs of this folder against each other and against the official SDKs of MCP.
package mcp_test

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/examples/internal/programs"
	"github.com/envgen/envgen/internal/needs"
)

// built has the commands of servers and clients.
type built struct {
	root, bin        string
	python           string // with the SDK
	servers, clients map[string][]string
}

// isOurs reports whether a program uses the bindings.
func isOurs(name string) bool { return !strings.HasPrefix(name, "SDK") }

// TestPrograms builds the programs once, and runs them.
func TestPrograms(t *testing.T) {
	p := build(t)
	t.Run("sessions", p.sessions)
	t.Run("patient", p.patient)
	t.Run("over HTTP", p.overHTTP)
	t.Run("statuses", p.statuses)
	t.Run("delegator", p.delegator)
	t.Run("types", p.types)
}

// sessions has each client call the tools of each server, of which at least one uses the bindings. All sessions print the text of the README.
func (p built) sessions(t *testing.T) {
	want := programs.Output(t, 0)
	for server, serve := range p.servers {
		for client, call := range p.clients {
			if isOurs(server) || isOurs(client) {
				t.Run(client+" calls "+server, func(t *testing.T) {
					t.Parallel()
					programs.Prints(t, want, slices.Concat(call, serve)...)
				})
			}
		}
	}
}

// patient has a client give up a call that is slow, and start a server again that was killed.
func (p built) patient(t *testing.T) {
	want := programs.Output(t, 1)
	for name, serve := range p.servers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			programs.Prints(t, want, append([]string{"python3", "py/patient.py"}, serve...)...)
		})
	}
}

// delegator has the SDK of Python call the tools of the delegator, whose envelopes the bindings write and read.
func (p built) delegator(t *testing.T) {
	programs.Prints(t, programs.Output(t, 2), p.python, "py/sdkdelegator.py", filepath.Join(p.bin, "delegator"))
}

// types checks the types of the programs in Python. The programs in Go and TypeScript do not compile with wrong types.
func (p built) types(t *testing.T) {
	mypy := exec.Command(needs.File(t, ".venv/bin/mypy"), "--config-file", filepath.Join(p.root, "tools/mypy.ini"), "server.py", "client.py", "patient.py")
	mypy.Dir = "py"
	if out, err := mypy.CombinedOutput(); err != nil {
		t.Errorf("mypy: %v\n%s", err, out)
	}
}

// build generates the bindings, and builds the programs.
func build(t *testing.T) built {
	t.Helper()
	programs.Visit(t)
	needs.File(t, "build/example-mcp.stamp")
	p := built{root: needs.Root(t), bin: t.TempDir()}
	p.python = filepath.Join(p.root, "build/example-mcp/bin/python")
	programs.Run(t, ".", "go", "run", filepath.Join(p.root, "cmd/envgen"), "gen", "--project", "envgen.yaml")
	programs.Run(t, "ts", filepath.Join(p.root, needs.Compiler), "-p", ".")
	programs.Run(t, "go", "go", "vet", "./...")
	programs.Run(t, "go", "go", "build", "-o", p.bin, "./...")
	p.servers = map[string][]string{
		"Go": {filepath.Join(p.bin, "server")}, "TypeScript": {"node", "ts/dist/server.js"}, "Python": {"python3", "py/server.py"},
		"SDK of Go": {filepath.Join(p.bin, "sdkserver")}, "SDK of TypeScript": {"node", "ts/dist/sdkserver.js"}, "SDK of Python": {p.python, "py/sdkserver.py"},
	}
	p.clients = map[string][]string{
		"Go": {filepath.Join(p.bin, "client")}, "TypeScript": {"node", "ts/dist/client.js"}, "Python": {"python3", "py/client.py"},
		"SDK of Go": {filepath.Join(p.bin, "sdkclient")}, "SDK of TypeScript": {"node", "ts/dist/sdkclient.js"}, "SDK of Python": {p.python, "py/sdkclient.py"},
	}
	return p
}
