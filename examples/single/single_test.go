// Package single_test runs the helper scripts of this folder: each is one file beside one generated file.
package single_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/needs"
	"github.com/envgen/envgen/internal/output"
)

func TestScripts(t *testing.T) {
	needs.Checkers(t)
	dir := t.TempDir()
	generate(t, dir)
	for from, to := range map[string]string{"notes.py": "notes.py", "notes.ts": "notes.ts", "notes.go.txt": "notes.go"} {
		data, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, to), string(data))
	}
	write(t, filepath.Join(dir, "go.mod"), "module example.com/notes\n\ngo 1.26.0\n")
	write(t, filepath.Join(dir, "package.json"), `{"type": "module"}`)
	write(t, filepath.Join(dir, "notes", "a.md"), "")
	write(t, filepath.Join(dir, "notes", "b.md"), "")
	tools, err := filepath.Abs("../../tools/node_modules")
	if err != nil {
		t.Fatal(err)
	}
	run(t, dir, filepath.Join(tools, ".bin/tsc"), "--strict", "--target", "es2022", "--module", "nodenext", "--moduleResolution", "nodenext", "--typeRoots", filepath.Join(tools, "@types"), "--types", "node", "notes.ts")
	for _, script := range [][]string{{"python3", "-I", "-S", "notes.py"}, {"node", "notes.js"}, {"go", "run", "."}} {
		var answer struct {
			Status string
			Notes  []string
		}
		if err := json.Unmarshal(run(t, dir, append(script, "notes")...), &answer); err != nil {
			t.Fatal(script, err)
		}
		if answer.Status != "ok" || !slices.Equal(answer.Notes, []string{"a.md", "b.md"}) {
			t.Errorf("%v: %+v", script, answer)
		}
		c := exec.CommandContext(t.Context(), script[0], script[1:]...)
		c.Dir = dir
		if err := c.Run(); err == nil {
			t.Errorf("%v succeeds without a folder", script)
		}
	}
}

func generate(t *testing.T, dir string) {
	t.Helper()
	data, err := os.ReadFile("../../spec/helper.yaml")
	if err != nil {
		t.Fatal(err)
	}
	p, diags := compile.Source("helper.yaml", data)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	for _, target := range generators.Targets {
		if target.Language == nil {
			continue
		}
		owned, diags, err := generators.Run([]*ir.Protocol{p}, generators.Destination{Target: target, Dir: dir, GoImport: "example.com/notes", Single: true})
		if err != nil || diags.HasErrors() {
			t.Fatal(err, diags)
		}
		if _, err := (output.Writer{Generator: "test"}).Write(t.Context(), dir, owned); err != nil {
			t.Fatal(err)
		}
	}
}

func run(t *testing.T, dir string, command ...string) []byte {
	t.Helper()
	c := exec.CommandContext(t.Context(), command[0], command[1:]...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", command, err, out)
	}
	return out
}

func write(t *testing.T, path, data string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(data), 0o666); err != nil {
		t.Fatal(err)
	}
}
