package testbed

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

const executors = "conformance/executors"

// accelerator is the folder where `make executors` puts Python's accelerator.
const accelerator = "build/accel"

// pyrightConfig corresponds to tools/pyright.json for the bindings in gen: without a file, pyright is lenient.
const pyrightConfig = `{"include": [%s], "pythonVersion": "3.11", "typeCheckingMode": "strict"}
`

// copyExecutors copies the sources of the executors in Go, TypeScript and Python, and the inputs of their builds.
func (w *Testbed) copyExecutors() error {
	for _, pattern := range []string{
		executors + "/go/*", executors + "/ts/*", executors + "/py/*", executors + "/py-accel/*", "gen/ts/package.json", "gen/ts/tsconfig.json", "gen/py/envgen_protocols/__init__.py",
	} {
		files, err := filepath.Glob(filepath.Join(w.root, filepath.FromSlash(pattern)))
		if err != nil {
			return err
		}
		for _, file := range files {
			if err := w.copyFile(file); err != nil {
				return err
			}
		}
	}
	if err := w.put("go.mod", []byte("module "+module+"\n\ngo 1.26.0\n")); err != nil {
		return err
	}
	if err := os.Symlink(filepath.Join(w.root, "tools"), filepath.Join(w.Dir, "tools")); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(w.Dir, "build"), 0o777); err != nil {
		return err
	}
	return os.Symlink(filepath.Join(w.root, accelerator), filepath.Join(w.Dir, accelerator))
}

func (w *Testbed) copyFile(file string) error {
	base := filepath.Base(file)
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return err
	case info.IsDir(), strings.HasSuffix(base, "_test.go"), strings.HasSuffix(base, ".test.ts"), strings.HasPrefix(base, "test_"), base == "shipped.go":
		return nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	name, err := filepath.Rel(w.root, file)
	if err != nil {
		return err
	}
	if err := w.put(filepath.ToSlash(name), data); err != nil {
		return err
	}
	return os.Chmod(filepath.Join(w.Dir, name), info.Mode())
}

// writeTables writes the files that list the protocols for the executors in Go and TypeScript. The
// one in Python finds out by itself.
func (w *Testbed) writeTables() error {
	if err := w.put(executors+"/go/protocols.go", []byte(GoTable(w.Protocols))); err != nil {
		return err
	}
	return w.put(executors+"/ts/protocols.ts", []byte(TSTable(w.Protocols)))
}

// GoTable is the source of the list of protocols of the executor in Go.
func GoTable(protocols []*ir.Protocol) string {
	var imports, rows strings.Builder
	for i, p := range protocols {
		fmt.Fprintf(&imports, "\tp%d %q\n", i, path.Join(module, packageFolder["go"], packageOf(p, naming.Go)))
		conversations := "nil"
		if len(p.Conversations) > 0 {
			conversations = fmt.Sprintf("p%d.Conversations", i)
		}
		builders := "nil"
		if len(p.Builders) > 0 {
			builders = fmt.Sprintf("p%d.Builders", i)
		}
		fmt.Fprintf(&rows, "\t{%q, p%d.RootType, p%d.Lookup, %s, %s},\n", p.Name, i, i, conversations, builders)
	}
	return "package main\n\nimport (\n" + imports.String() + ")\n\nvar protocols = []protocol{\n" + rows.String() + "}\n"
}

// TSTable is the source of the list of protocols of the executor in TypeScript.
func TSTable(protocols []*ir.Protocol) string {
	var b strings.Builder
	b.WriteString("import type { Protocol } from \"./module.ts\";\n")
	for i, p := range protocols {
		fmt.Fprintf(&b, "import * as p%d from \"../../../gen/ts/%s.ts\";\n", i, packageOf(p, naming.TypeScript))
	}
	b.WriteString(`
export const PROTOCOLS: ReadonlyMap<string, Protocol> = new Map<string, Protocol>([
`)
	for i, p := range protocols {
		fmt.Fprintf(&b, "  [%q, p%d],\n", p.Name, i)
	}
	b.WriteString("]);\n")
	return b.String()
}

func packageOf(p *ir.Protocol, l *naming.Language) string {
	names, _ := naming.Assign(p, l) // clashes have been refused before
	return names.Package()
}

// Build builds the executors. An error contains the output of the compilers.
func (w *Testbed) Build(ctx context.Context) error {
	commands := []*exec.Cmd{
		w.command(ctx, w.Dir, "go", "build", "-trimpath", "-o", "build/executors/go", "./"+executors+"/go"),
		w.command(ctx, w.root, "go", "build", "-o", filepath.Join(w.Dir, "build/executors/reference"), "./"+executors+"/reference"),
		w.command(ctx, w.Dir, "tools/node_modules/.bin/tsc", "-b", executors+"/ts"),
	}
	errors := make([]error, len(commands))
	var wait sync.WaitGroup
	for i, c := range commands {
		wait.Go(func() { errors[i] = run(c) })
	}
	wait.Wait()
	for _, err := range errors {
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *Testbed) command(ctx context.Context, dir, name string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir = dir
	return c
}

func run(c *exec.Cmd) error {
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(c.Args, " "), err, out)
	}
	return nil
}

// Executors are those of the three languages, Python's a second time with its accelerator, and the reference's. They need Build.
func (w *Testbed) Executors() []conformance.Executor {
	reference := []string{filepath.Join(w.Dir, "build/executors/reference"), filepath.Join(w.Dir, "spec")}
	for _, p := range w.Protocols {
		reference = append(reference, p.File)
	}
	all := []conformance.Executor{{Name: "reference", Announces: "envgen-reference", Command: reference}}
	for _, language := range []string{"go", "ts", "py", "py-accel"} {
		program := filepath.Join(w.Dir, executors, language, "run")
		all = append(all, conformance.Executor{Name: language, Command: []string{program}, Announces: "envgen-" + language})
	}
	return all
}
