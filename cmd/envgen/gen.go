package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"

	"golang.org/x/mod/modfile"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
	"github.com/envgen/envgen/internal/output"
)

type genCmd struct {
	Spec     []string `help:"Spec to generate from. May be repeated, or left out before specs that stand as arguments." placeholder:"FILE" sep:"none"`
	Go       string   `help:"Write Go packages below this folder." placeholder:"DIR"`
	GoImport string   `help:"Import path of the Go folder; by default it follows from the go.mod above." placeholder:"PATH"`
	Ts       string   `help:"Write TypeScript modules into this folder." placeholder:"DIR"`
	Py       string   `help:"Write Python packages below this folder." placeholder:"DIR"`
	Schema   string   `help:"Write JSON Schema bundles into this folder." placeholder:"DIR"`
	Support  string   `help:"What of the support code to write: what the protocols of a folder need, or all of it, for packages elsewhere that import them." enum:"needed,all" default:"needed"`
	Check    bool     `help:"Write nothing; exit 1 if a folder is not what the specs generate."`
	More     []string `arg:"" optional:"" name:"spec" help:"Specs to generate from."`
}

// Run generates for every folder that the arguments name. Nothing is written unless everything could be generated.
func (g *genCmd) Run(s streams) error {
	destinations, err := g.destinations()
	if err != nil {
		return err
	}
	specs := append(g.Spec, g.More...)
	if len(specs) == 0 {
		return errors.New("nothing to generate from: name a spec with --spec")
	}
	collectLess(specs)
	l := newLoader(s)
	protocols, err := l.load(specs)
	if err != nil {
		return err
	}
	all, diags, err := generate(protocols, destinations)
	if err != nil {
		return err
	}
	if err := l.report(diags); err != nil {
		return err
	}
	return g.write(s, destinations, all)
}

// collectLess lets the heap grow further than Go does by itself, up to what specs of their size take: the run is over before there is much
// to collect, and a third of its time went into looking. Who sets GOGC or GOMEMLIMIT decides.
func collectLess(specs []string) {
	const percent, least, each = 800, 128 << 20, 100 // bytes of heap for each byte of the specs
	size := int64(0)
	for _, spec := range specs {
		if info, err := os.Stat(spec); err == nil {
			size += info.Size()
		}
	}
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(least + size*each)
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

func (g *genCmd) destinations() ([]generators.Destination, error) {
	dirs := map[string]string{"go": g.Go, "ts": g.Ts, "py": g.Py, "schema": g.Schema}
	var list []generators.Destination
	for _, t := range generators.Targets {
		if dirs[t.Name] == "" {
			continue
		}
		d := generators.Destination{Target: t, Dir: dirs[t.Name], Whole: g.Support == "all"}
		if t.Name == "go" {
			var err error
			if d.GoImport, err = g.goImport(); err != nil {
				return nil, err
			}
		}
		list = append(list, d)
	}
	if len(list) == 0 {
		return nil, errors.New("nothing to generate: give at least one of --go, --ts, --py and --schema")
	}
	return list, nil
}

// goImport returns the import path of the Go folder: the flag's, or the path from the module above.
func (g *genCmd) goImport() (string, error) {
	if g.GoImport != "" {
		if err := naming.Go.CheckPath(g.GoImport); err != nil {
			return "", fmt.Errorf("%q, given with --go-import, is no import path: %w", g.GoImport, err)
		}
		return g.GoImport, nil
	}
	from, err := importPathOf(g.Go)
	if err != nil {
		return "", err
	}
	if err := naming.Go.CheckPath(from); err != nil {
		return "", fmt.Errorf("%q, the path of the folder %s, is no import path: %w; choose another folder, or give the path with --go-import", from, g.Go, err)
	}
	return from, nil
}

// importPathOf returns the import path that a folder has because of the go.mod above.
func importPathOf(folder string) (string, error) {
	dir, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	for root := dir; ; root = filepath.Dir(root) {
		data, err := readRegular(filepath.Join(root, "go.mod"))
		if err == nil {
			rel, err := filepath.Rel(root, dir)
			if err != nil {
				return "", err
			}
			module := modfile.ModulePath(data)
			if module == "" {
				return "", fmt.Errorf("%s names no module; give the import path with --go-import", filepath.Join(root, "go.mod"))
			}
			return path.Join(module, filepath.ToSlash(rel)), nil
		}
		if root == filepath.Dir(root) {
			return "", fmt.Errorf("there is no go.mod above %s; run `go mod init`, or give the import path with --go-import", folder)
		}
	}
}

func (g *genCmd) write(s streams, destinations []generators.Destination, all [][]output.Owned) error {
	stale := false
	for i, d := range destinations {
		switch err := writeOwned(s, folder{d.Target.Name, d.Dir, g.Check}, all[i]); {
		case errors.Is(err, errInvalid):
			stale = true
		case err != nil:
			return err
		}
	}
	return invalidUnless(!stale)
}
