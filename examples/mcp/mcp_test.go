// Package mcp_test runs the programs of this folder against each other and against the official SDKs of MCP.
package mcp_test

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/envgen/envgen/internal/needs"
)

// programs are the commands of servers and clients.
type programs struct {
	root, bin        string
	python           string // with the SDK
	servers, clients map[string][]string
}

// isOurs reports whether a program uses the bindings.
func isOurs(name string) bool { return !strings.HasPrefix(name, "SDK") }

// TestPrograms builds the programs once, and runs them.
func TestPrograms(t *testing.T) {
	p := built(t)
	t.Run("sessions", p.sessions)
	t.Run("patient", p.patient)
	t.Run("over HTTP", p.overHTTP)
	t.Run("statuses", p.statuses)
	t.Run("delegator", p.delegator)
	t.Run("types", p.types)
}

// sessions has each client call the tools of each server, of which at least one uses the bindings. All sessions print the text of the README.
func (p programs) sessions(t *testing.T) {
	want := p.output(t, 0)
	for server, serve := range p.servers {
		for client, call := range p.clients {
			if isOurs(server) || isOurs(client) {
				t.Run(client+" calls "+server, func(t *testing.T) {
					t.Parallel()
					p.prints(t, want, slices.Concat(call, serve)...)
				})
			}
		}
	}
}

// patient has a client give up a call that is slow, and start a server again that was killed.
func (p programs) patient(t *testing.T) {
	want := p.output(t, 1)
	for name, serve := range p.servers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p.prints(t, want, append([]string{"python3", "py/patient.py"}, serve...)...)
		})
	}
}

// delegator has the SDK of Python call the tools of the delegator, whose envelopes the bindings write and read.
func (p programs) delegator(t *testing.T) {
	p.prints(t, p.output(t, 2), p.python, "py/sdkdelegator.py", filepath.Join(p.bin, "delegator"))
}

// types checks the types of the programs in Python. The programs in Go and TypeScript do not compile with wrong types.
func (p programs) types(t *testing.T) {
	mypy := exec.Command(needs.File(t, ".venv/bin/mypy"), "--config-file", filepath.Join(p.root, "tools/mypy.ini"), "server.py", "client.py", "patient.py")
	mypy.Dir = "py"
	if out, err := mypy.CombinedOutput(); err != nil {
		t.Errorf("mypy: %v\n%s", err, out)
	}
}

// built generates the bindings, and builds the programs.
func built(t *testing.T) programs {
	t.Helper()
	visit(t)
	needs.File(t, "build/example-mcp.stamp")
	p := programs{root: needs.Root(t), bin: t.TempDir()}
	p.python = filepath.Join(p.root, "build/example-mcp/bin/python")
	run(t, ".", "go", "run", filepath.Join(p.root, "cmd/envgen"), "gen", "--project", "envgen.yaml")
	run(t, "ts", filepath.Join(p.root, needs.Compiler), "-p", ".")
	run(t, "go", "go", "vet", "./...")
	run(t, "go", "go", "build", "-o", p.bin, "./...")
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

// visit has the go command repeat the test if one of the files changes.
func visit(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && slices.Contains([]string{"bindings", "dist", "node_modules", "__pycache__", ".mypy_cache"}, d.Name()) {
			return fs.SkipDir
		}
		if err == nil {
			_, err = os.Stat(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func run(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	command := exec.Command(name, args...)
	command.Dir = dir
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
}

var outputs = regexp.MustCompile("(?s)```text output\n(.*?)```")

// output returns an output that the README shows.
func (p programs) output(t *testing.T, which int) string {
	t.Helper()
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	return outputs.FindAllStringSubmatch(string(page), -1)[which][1]
}

// prints fails the test if a command does not succeed with an output.
func (p programs) prints(t *testing.T, want string, args ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, args[0], args[1:]...)
	var errors bytes.Buffer
	command.Stderr = &errors
	if out, err := command.Output(); err != nil || string(out) != want {
		t.Errorf("%q: %v\n%swant\n%s\n%s", args, err, out, want, &errors)
	}
}
