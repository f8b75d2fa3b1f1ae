package testbed

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
)

// Linter is a strict checker of what has been generated.
type Linter struct {
	Name    string
	Command []string
	dir     string
}

// Linters are those that the bindings in gen pass; the TypeScript compiler has spoken when the testbed was built.
func (w *Testbed) Linters() []Linter {
	tool := func(name string) string { return filepath.Join(w.root, filepath.FromSlash(name)) }
	return []Linter{
		{"vet", []string{"go", "vet", "./gen/..."}, w.Dir},
		{"staticcheck", []string{tool("build/bin/staticcheck"), "./gen/..."}, w.Dir},
		{"gofmt", []string{"sh", "-c", `files=$(gofmt -l gen) && echo "$files" && test -z "$files"`}, w.Dir},
		{"mypy", []string{tool(".venv/bin/mypy"), "--config-file", "tools/mypy.ini", "gen/py/envgen_protocols"}, w.Dir},
		{"pyright", []string{tool("tools/node_modules/.bin/pyright"), "--warnings", "-p", "gen/py", "--pythonpath", tool(".venv/bin/python")}, w.Dir},
		{"ruff", []string{tool(".venv/bin/ruff"), "check", "--no-cache", "--output-format", "concise", "--config", "tools/ruff.toml", "gen/py"}, w.Dir},
	}
}

// Run returns what the linter says, and an error unless it is content.
func (l Linter) Run(ctx context.Context) (string, error) {
	c := exec.CommandContext(ctx, l.Command[0], l.Command[1:]...)
	c.Dir = l.dir
	c.Env = append(os.Environ(), "GOFLAGS=-trimpath") // what was built before in another folder need not be built again
	out, err := c.CombinedOutput()
	return string(out), err
}

// Missing names a tool that Build, Linters or Executors need and that is not installed in the checkout root, or is "".
func Missing(root string) string {
	for _, tool := range []string{"tools/node_modules/.bin/tsc", "tools/node_modules/.bin/pyright", ".venv/bin/mypy", ".venv/bin/ruff", "build/bin/staticcheck"} {
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(tool))); err != nil {
			return tool
		}
	}
	return ""
}
