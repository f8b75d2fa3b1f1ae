// Package lsp_test drives the language server of this folder with clients of others.
package lsp_test

import (
	"path/filepath"
	"testing"

	"github.com/envgen/envgen/examples/internal/programs"
	"github.com/envgen/envgen/internal/needs"
)

// TestEditors has the libraries of VS Code and pygls drive the server. Both print the text of the README.
func TestEditors(t *testing.T) {
	programs.Visit(t)
	needs.File(t, "build/example-lsp.stamp")
	root := needs.Root(t)
	programs.Run(t, ".", "go", "run", filepath.Join(root, "cmd/envgen"), "gen", "--project", "envgen.yaml")
	programs.Run(t, "ts", filepath.Join(root, needs.Compiler), "-p", ".")
	want := programs.Output(t, 0)
	for name, client := range map[string][]string{
		"VS Code": {"node", "ts/dist/client.js"},
		"pygls":   {filepath.Join(root, "build/example-lsp/bin/python"), "py/client.py"},
	} {
		t.Run(name, func(t *testing.T) { programs.Prints(t, want, append(client, "node", "ts/dist/server.js")...) })
	}
}
