// Package consumer builds executors for the specs of a consumer, in a folder and without a checkout of envgen.
//
// It generates bindings in each language, and compiles them with the executors that drive the shipped protocols. It runs no fixtures.
package consumer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/executors"
	"github.com/envgen/envgen/conformance/testbed"
	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/spec"
)

// module is the import path of the executors' sources.
const module = "github.com/envgen/envgen"

// Languages are the languages of bindings.
var Languages = []string{"go", "ts", "py"}

// folders are the folders of the bindings, where the executors import them.
var folders = map[string]string{"go": "gen/go", "ts": "gen/ts", "py": "gen/py/envgen_protocols"}

// Options are the input of New.
type Options struct {
	Specs     []string // files
	Languages []string // some of Languages
	Dir       string   // an empty folder
	Progress  func(line string)
}

// A Consumer is a folder with bindings and executors.
type Consumer struct {
	Options
	Protocols []*ir.Protocol // of the specs, then those that they import
	tools     tools
}

// New generates the bindings and copies the executors. An error names a missing tool, or contains the diagnostics of a spec.
func New(o Options) (*Consumer, error) {
	c := &Consumer{Options: o}
	var err error
	if c.tools, err = find(o.Languages); err != nil {
		return nil, err
	}
	for _, file := range o.Specs {
		if err := c.compile(file); err != nil {
			return nil, err
		}
	}
	for _, p := range slices.Clone(c.Protocols) {
		for _, imported := range p.Imports {
			c.add(imported)
		}
	}
	for _, language := range o.Languages {
		if err := c.generate(language); err != nil {
			return nil, err
		}
	}
	return c, c.putSettings()
}

func (c *Consumer) compile(file string) error {
	library := compile.Library{Shipped: shipped, Read: func(name string) ([]byte, error) { return os.ReadFile(filepath.FromSlash(name)) }}
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	p, diags := library.Source(filepath.ToSlash(file), data)
	if p == nil {
		return refused(file, data, diags)
	}
	for _, other := range c.Protocols {
		if other.Name == p.Name {
			return fmt.Errorf("%s and %s declare the same protocol, %s", other.File, p.File, p.Name)
		}
	}
	c.add(p)
	return nil
}

func (c *Consumer) add(p *ir.Protocol) {
	if !slices.ContainsFunc(c.Protocols, func(other *ir.Protocol) bool { return other.Name == p.Name }) {
		c.Protocols = append(c.Protocols, p)
	}
}

func shipped(protocol string) ([]byte, bool) {
	data, err := spec.FS.ReadFile(protocol + ".yaml")
	return data, err == nil
}

func refused(file string, data []byte, diags diag.List) error {
	var b strings.Builder
	source := func(name string) []byte {
		if name == filepath.ToSlash(file) {
			return data
		}
		return nil
	}
	if err := diag.WriteText(&b, diags, source); err != nil {
		return err
	}
	return errors.New("the spec is not valid:\n" + strings.TrimSpace(b.String()))
}

// generate writes the bindings in one language, and the sources of its executor. All support code is written: the executors use all of it.
func (c *Consumer) generate(language string) error {
	folder := folders[language]
	owned, diags, err := generators.Run(c.Protocols, generators.Destination{Target: generators.Named(language), Dir: folder, GoImport: path.Join(module, folder), Whole: true})
	if err != nil {
		return err
	}
	if owned == nil {
		return refused("", nil, diags)
	}
	for _, o := range owned {
		for _, f := range o.Files {
			if err := c.put(path.Join(folder, f.Path), f.Data); err != nil {
				return err
			}
		}
	}
	return fs.WalkDir(executors.Sources, language, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := executors.Sources.ReadFile(name)
		if err != nil {
			return err
		}
		return c.put(path.Join("conformance/executors", name), data)
	})
}

// typeScript is strict, and has only options of the oldest compiler that bindings support.
const typeScript = `{
  "compilerOptions": {
    "strict": true, "exactOptionalPropertyTypes": true, "noUncheckedIndexedAccess": true,
    "target": "es2022", "lib": ["es2022"], "types": [], "module": "nodenext",
    "rootDir": ".", "outDir": "build"
  },
  "include": ["node.d.ts", "gen/ts/**/*.ts", "conformance/executors/ts/*.ts"]
}
`

// nodeTypes declares the parts of Node that the executor uses, so that the types of Node need not be installed.
const nodeTypes = `declare module "node:crypto" {
  export function createHash(name: string): any;
}
declare type Buffer = any;
declare const Buffer: any;
declare const process: any;
declare const TextEncoder: any;
`

const esModule = "{\"type\": \"module\"}\n"

// putSettings writes the files around the sources.
func (c *Consumer) putSettings() error {
	settings := map[string][][2]string{
		"go": {{"go.mod", "module " + module + "\n\ngo 1.24.0\n"}, {"conformance/executors/go/protocols.go", testbed.GoTable(c.Protocols)}},
		"ts": {{"tsconfig.json", typeScript}, {"node.d.ts", nodeTypes}, {"package.json", esModule}, {"build/package.json", esModule},
			{"conformance/executors/ts/protocols.ts", strings.ReplaceAll(testbed.TSTable(c.Protocols), `.ts"`, `.js"`)}}, // any TypeScript resolves it
		"py": {{"gen/py/envgen_protocols/__init__.py", ""}},
	}
	for _, language := range c.Languages {
		for _, file := range settings[language] {
			if err := c.put(file[0], []byte(file[1])); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *Consumer) put(name string, data []byte) error {
	file := filepath.Join(c.Dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o666)
}

// Build compiles the executors side by side. An error contains the output of a compiler.
func (c *Consumer) Build(ctx context.Context) ([]conformance.Executor, error) {
	built, errs := make([]conformance.Executor, len(c.Languages)), make([]error, len(c.Languages))
	var wait sync.WaitGroup
	var printing sync.Mutex
	for i, language := range c.Languages {
		wait.Go(func() {
			start := time.Now()
			command, err := c.tools.build(ctx, language, c.Dir)
			if err != nil {
				errs[i] = fmt.Errorf("the executor in %s: %w", titles[language], err)
				return
			}
			built[i] = conformance.Executor{Name: language, Command: command, Announces: "envgen-" + language}
			printing.Lock()
			defer printing.Unlock()
			c.Progress(fmt.Sprintf("built the executor in %s (%.1f s)", titles[language], time.Since(start).Seconds()))
		})
	}
	wait.Wait()
	return built, errors.Join(errs...)
}
