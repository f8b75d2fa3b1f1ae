package testbed

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"

	"github.com/envgen/envgen/internal/naming"
)

// compilers are the folders of the newer TypeScript compilers, without their versions.
const compilers = "tools/compilers/node_modules/typescript-"

// Linter is a strict checker of the generated bindings.
type Linter struct {
	Name    string
	Command []string
	dir     string
	config  string // the text of pyrightFile, or ""
}

// pyrightFile configures pyright, whose command line cannot combine a configuration with a list of folders.
const pyrightFile = "gen/py/pyrightconfig.json"

// Linters returns the linters that the bindings in gen pass, for the bindings of the testbed's protocols and the support code.
// The oldest of the TypeScript compilers is part of Build.
func (w *Testbed) Linters() []Linter {
	tool := func(name string) string { return filepath.Join(w.root, filepath.FromSlash(name)) }
	golang, python := []string{"./gen/go/envelope/..."}, []string{"gen/py/envgen_protocols/*.py"}
	for _, p := range w.Protocols {
		golang = append(golang, "./"+path.Join(packageFolder["go"], packageOf(p, naming.Go))+"/...")
		python = append(python, path.Join(packageFolder["py"], packageOf(p, naming.Python)))
	}
	folders := strings.Join(python, " ")
	var include []string
	for _, folder := range python {
		include = append(include, fmt.Sprintf("%q", strings.TrimPrefix(folder, "gen/py/")))
	}
	script := func(line string) []string { return []string{"sh", "-c", line} } // the shell expands *.py
	compiler := func(version string) Linter {
		command := []string{"node", tool(compilers + version + "/bin/tsc"), "-p", "gen/ts", "--noEmit", "--composite", "false", "--incremental", "false", "--declaration"}
		return Linter{Name: "TypeScript " + version, Command: command, dir: w.Dir}
	}
	return []Linter{
		compiler("6"), compiler("7"),
		{Name: "vet", Command: append([]string{"go", "vet"}, golang...), dir: w.Dir},
		// Generated code reads and writes members that an imported spec advises against.
		{Name: "staticcheck", Command: append([]string{tool("build/bin/staticcheck"), "-checks", "inherit,-SA1019"}, golang...), dir: w.Dir},
		{Name: "gofmt", Command: script(`files=$(gofmt -l gen) && echo "$files" && test -z "$files"`), dir: w.Dir},
		{Name: "mypy", Command: script(tool(".venv/bin/mypy") + " --config-file tools/mypy.ini " + folders), dir: w.Dir},
		{Name: "pyright", Command: []string{tool("tools/node_modules/.bin/pyright"), "--warnings", "-p", pyrightFile, "--pythonpath", tool(".venv/bin/python")}, dir: w.Dir,
			config: fmt.Sprintf(pyrightConfig, strings.Join(include, ", "))},
		{Name: "ruff", Command: script(tool(".venv/bin/ruff") + " check --no-cache --output-format concise --config tools/ruff.toml " + folders), dir: w.Dir},
	}
}

// Run returns the output of the linter, and an error if the linter complains.
func (l Linter) Run(ctx context.Context) (string, error) {
	if l.config != "" {
		if err := os.WriteFile(filepath.Join(l.dir, filepath.FromSlash(pyrightFile)), []byte(l.config), 0o666); err != nil {
			return "", err
		}
	}
	c := exec.CommandContext(ctx, l.Command[0], l.Command[1:]...)
	c.Dir = l.dir
	c.Env = append(os.Environ(), "GOFLAGS=-trimpath") // packages built in another folder are not built again
	out, err := c.CombinedOutput()
	return string(out), err
}

// Missing names a tool that Build, Linters or Executors need and that is not installed in the checkout root, or is "".
func Missing(root string) string {
	for _, tool := range []string{"tools/node_modules/.bin/tsc", compilers + "6/bin/tsc", compilers + "7/bin/tsc", "tools/node_modules/.bin/pyright", ".venv/bin/mypy", ".venv/bin/ruff", "build/bin/staticcheck"} {
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(tool))); err != nil {
			return tool
		}
	}
	return ""
}
