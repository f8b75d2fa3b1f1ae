package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"syscall"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/command"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
	"github.com/envgen/envgen/internal/output"
	"github.com/envgen/envgen/internal/regular"
	"github.com/envgen/envgen/internal/spdx"
)

type genCmd struct {
	Spec         []string `help:"Spec to generate from: a file, the name of a shipped protocol, or - for standard input. Repeat the flag for more specs, or pass specs as arguments." placeholder:"FILE" sep:"none"`
	Go           string   `help:"Write Go packages below this folder." placeholder:"DIR"`
	GoImport     string   `help:"Import path of the Go folder. Default: derived from the go.mod above it." placeholder:"PATH"`
	Ts           string   `help:"Write TypeScript modules into this folder." placeholder:"DIR"`
	TsImports    string   `help:"File extension in TypeScript imports: js, or ts if sources run or are bundled without compilation." enum:"js,ts" default:"js"`
	TsOpen       string   `help:"Undeclared members in the TypeScript types of open records: none, or an index signature." enum:"none,index" default:"none"`
	Py           string   `help:"Write Python packages below this folder." placeholder:"DIR"`
	Schema       string   `help:"Write JSON Schema bundles into this folder." placeholder:"DIR"`
	SchemaFormat []string `help:"Formats of the schema folder, separated by commas: ${schema_formats}." placeholder:"NAME" default:"${schema_format}" enum:"${schema_formats}"`
	Support      string   `help:"Support code to write: needed declarations; small, which leaves out code that only saves time; or all files. Choose all if packages in other folders import them." enum:"needed,small,all" default:"needed"`
	Layout       string   `help:"Files of a protocol: folder, which shares support code with the other protocols of the folder, or single, one file with all it needs." enum:"folder,single" default:"folder"`
	License      string   `help:"License of the generated files, an SPDX expression. Default: LicenseRef-envgen-output, which makes them yours." placeholder:"SPDX"`
	Observe      bool     `help:"Write a module for observers of each protocol, whose codecs and trackers report their calls to a hook."`
	Project      string   `help:"Project file with specs and folders. Default, without flags for either: the envgen.yaml in this folder or above." placeholder:"FILE"`
	Check        bool     `help:"Write nothing. Exit with 1 if a folder is stale." xor:"mode"`
	Watch        bool     `help:"Generate again after each change of a spec, until interrupted." xor:"mode"`
	More         []string `arg:"" optional:"" name:"spec" help:"Specs to generate from."`
}

// Run generates for every folder that the arguments or the project name. Nothing is written unless everything could be generated.
func (g *genCmd) Run(s command.Streams) error {
	if g.Watch {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		return g.watch(ctx, s)
	}
	return g.once(newLoader(s))
}

// order is the input of one run.
type order struct {
	specs        []string
	destinations []generators.Destination
	whole        bool // the folders contain nothing else: output of other specs is pruned
}

func (g *genCmd) once(l *loader) error {
	o, err := g.order(l)
	if err != nil {
		return err
	}
	collectLess(800, heapFor(o.specs))
	protocols, err := l.Load(o.specs)
	if err != nil {
		return err
	}
	all, diags, err := generate(protocols, o.destinations)
	if err != nil {
		return err
	}
	if err := l.Report(diags); err != nil {
		return err
	}
	return g.write(l.Streams, o, all)
}

// order is that of the command line, or of the project where the command line names neither specs nor folders.
func (g *genCmd) order(l *loader) (order, error) {
	specs := append(g.Spec, g.More...)
	dirs := map[string]string{"go": g.Go, "ts": g.Ts, "py": g.Py, "schema": g.Schema}
	named := len(specs) > 0 || slices.ContainsFunc(slices.Collect(maps.Values(dirs)), func(dir string) bool { return dir != "" })
	if g.Project != "" && named {
		return order{}, errors.New("--project replaces the flags for specs and folders: remove these flags")
	}
	if !named {
		return g.projectOrder(l)
	}
	if err := checkLicense(g.License); err != nil {
		return order{}, err
	}
	o := order{specs: specs}
	for _, t := range generators.Targets {
		if dirs[t.Name] == "" {
			continue
		}
		switch t.Name {
		case "ts":
			t = generators.TypeScript(g.typeScript())
		case "schema":
			t = generators.Schema(g.SchemaFormat)
		}
		d, err := destination(t, dirs[t.Name], g.GoImport, parts{g.Support, g.Layout, g.Observe})
		if err != nil {
			return order{}, err
		}
		d.License = g.License
		o.destinations = append(o.destinations, d)
	}
	switch {
	case len(o.destinations) == 0:
		return order{}, errors.New("nothing to generate: give at least one of --go, --ts, --py and --schema")
	case g.Schema == "" && g.formatsGiven():
		return order{}, errors.New("--schema-format requires a folder: add --schema")
	case len(specs) == 0:
		return order{}, errors.New("nothing to generate from: name a spec with --spec")
	}
	return o, nil
}

// checkLicense checks the flag --license, which may be absent.
func checkLicense(expression string) error {
	if expression == "" {
		return nil
	}
	if err := spdx.Check(expression); err != nil {
		return fmt.Errorf("--license: %w", err)
	}
	return nil
}

// typeScript are the options of TypeScript on the command line.
func (g *genCmd) typeScript() generators.TypeScriptOptions {
	return generators.TypeScriptOptions{Imports: g.TsImports, Open: g.TsOpen}
}

// formatsGiven reports whether the formats of schemas are not the default.
func (g *genCmd) formatsGiven() bool {
	return len(g.SchemaFormat) > 0 && !slices.Equal(g.SchemaFormat, generators.SchemaFormats()[:1])
}

// heapFor returns the size up to which the heap may grow without collection: specs of this size need about as much. The run ends before
// much garbage exists.
func heapFor(specs []string) int64 {
	const least, each = 128 << 20, 300 // bytes of heap for each byte of the specs
	size := int64(0)
	for _, spec := range specs {
		if info, err := os.Stat(spec); err == nil {
			size += info.Size()
		}
	}
	return least + size*each
}

// collectLess lets the heap grow by more percent between collections than Go's default, up to a limit. With the default, collections take
// a third of the time for heaps of this size. GOGC and GOMEMLIMIT have precedence.
func collectLess(percent int, limit int64) {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}
}

// generate runs the targets side by side: they only read the protocols.
func generate(protocols []*ir.Protocol, destinations []generators.Destination) ([][]output.Owned, diag.List, error) {
	n := len(destinations)
	files, diags, errs := make([][]output.Owned, n), make([]diag.List, n), make([]error, n)
	var all sync.WaitGroup
	for i, d := range destinations {
		all.Go(func() { files[i], diags[i], errs[i] = generators.Run(protocols, d) })
	}
	all.Wait()
	return files, slices.Concat(diags...), errors.Join(errs...)
}

// parts are the choices for the files of an output folder.
type parts struct {
	support, layout string
	observe         bool
}

// destination is an output folder. An import path, of Go's, is given or follows from the module above.
func destination(t target.Target, dir, goImport string, f parts) (generators.Destination, error) {
	d := generators.Destination{Target: t, Dir: dir, Whole: f.support == "all", Small: f.support == "small", Single: f.layout == "single" && t.Program != nil, Observe: f.observe && t.Program != nil}
	if d.Single && d.Observe {
		return d, errors.New("the module for observers requires the layout `folder`: remove `observe`, or the layout `single`")
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return d, fmt.Errorf("%s is a file, but the output for %s requires a folder", dir, t.Name)
	}
	if t.Name != "go" {
		return d, nil
	}
	var err error
	if d.GoImport = goImport; goImport == "" {
		if d.GoImport, err = importPathOf(dir); err != nil {
			return d, err
		}
	}
	err = naming.Go.CheckPath(d.GoImport)
	switch {
	case err != nil && goImport != "":
		err = fmt.Errorf("%q, the --go-import or `import` of the folder %s, is not an import path: %w", goImport, dir, err)
	case err != nil:
		err = fmt.Errorf("%q, the path of the folder %s, is not an import path: %w; choose another folder, or pass the path with --go-import", d.GoImport, dir, err)
	}
	return d, err
}

// importPathOf returns the import path that a folder has because of the go.mod above.
func importPathOf(folder string) (string, error) {
	dir, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	for root := dir; ; root = filepath.Dir(root) {
		data, err := regular.Read(filepath.Join(root, "go.mod"))
		if err == nil {
			rel, err := filepath.Rel(root, dir)
			if err != nil {
				return "", err
			}
			module := command.ModulePath(data)
			if module == "" {
				return "", fmt.Errorf("%s does not name a module; pass the import path with --go-import", filepath.Join(root, "go.mod"))
			}
			return path.Join(module, filepath.ToSlash(rel)), nil
		}
		if root == filepath.Dir(root) {
			return "", fmt.Errorf("no folder above %s has a go.mod; run `go mod init`, or pass the import path with --go-import", folder)
		}
	}
}

func (g *genCmd) write(s command.Streams, o order, all [][]output.Owned) error {
	stale := false
	for i, d := range o.destinations {
		f := command.Folder{Name: d.Target.Name, Dir: d.Dir, Check: g.Check}
		if o.whole {
			f.Only = d.Target.Name
		}
		switch err := command.WriteOwned(s, f, all[i]); {
		case errors.Is(err, command.ErrInvalid):
			stale = true
		case err != nil:
			return err
		}
	}
	return command.InvalidUnless(!stale)
}
