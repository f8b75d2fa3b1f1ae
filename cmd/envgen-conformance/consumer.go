package main

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
	"testing/fstest"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/consumer"
	"github.com/envgen/envgen/internal/command"
)

// runConsumer runs the fixtures of a consumer against the bindings of the consumer's specs.
func (c *conformanceCmd) runConsumer(ctx context.Context, s command.Streams) error {
	if c.Cases == "" {
		return errors.New("--spec requires --cases, the folder of the fixtures")
	}
	dir, done, err := c.folder()
	if err != nil {
		return err
	}
	defer done()
	made, err := consumer.New(consumer.Options{Specs: c.Spec, Languages: c.Languages, Dir: dir, Progress: func(line string) { fmt.Fprintln(s.Err, line) }})
	if err != nil {
		return err
	}
	var names []string
	for _, p := range made.Protocols {
		names = append(names, p.Name)
	}
	files, err := casesOf(os.DirFS(c.Cases), names)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Cases, err)
	}
	o := conformance.Options{Protocol: c.Protocol, Case: c.Case, Cases: files}
	// All that can be wrong is found before the executors are built, which takes longest.
	if _, err := conformance.LoadCases(files); err != nil {
		return err
	}
	if o.KnownFailing, err = c.knownFailing(); err != nil {
		return err
	}
	if len(c.Executor) > 0 {
		if o.Executors, err = c.executors(); err != nil {
			return err
		}
	}
	fmt.Fprintf(s.Err, "generated bindings of %s in %s\nbuilding %d executors, side by side\n", strings.Join(names, ", "), dir, len(c.Languages))
	built, err := made.Build(ctx)
	if err != nil {
		return err
	}
	o.Executors = append(built, o.Executors...)
	fmt.Fprintf(s.Err, "running the fixtures with %d executors\n", len(o.Executors))
	report, err := conformance.Run(ctx, o)
	if err != nil {
		return err
	}
	if err := report.Print(s.Out); err != nil {
		return err
	}
	return command.InvalidUnless(report.OK())
}

// folder returns the folder of the bindings, and removes it at the end unless the caller keeps it.
func (c *conformanceCmd) folder() (dir string, done func(), err error) {
	if c.Keep == "" {
		dir, err = os.MkdirTemp("", "envgen-conformance-")
		return dir, func() { _ = os.RemoveAll(dir) }, err
	}
	if entries, err := os.ReadDir(c.Keep); err == nil && len(entries) > 0 {
		return "", nil, fmt.Errorf("--keep: %s is not empty", c.Keep)
	}
	if err := os.MkdirAll(c.Keep, 0o777); err != nil {
		return "", nil, err
	}
	dir, err = filepath.Abs(c.Keep)
	return dir, func() {}, err
}

// casesOf selects the fixtures of some protocols. A folder may contain those of others.
func casesOf(folder fs.FS, protocols []string) (fs.FS, error) {
	names, err := fs.Glob(folder, "*/*.json")
	if err != nil {
		return nil, err
	}
	selected := fstest.MapFS{} // of the standard library, and no test
	for _, name := range names {
		if !slices.Contains(protocols, path.Dir(name)) {
			continue
		}
		data, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, err
		}
		selected[name] = &fstest.MapFile{Data: data, Mode: 0o444}
	}
	if len(selected) == 0 {
		return nil, fmt.Errorf("there is no %s/<topic>.json; the folder of a protocol has its name", strings.Join(protocols, "/<topic>.json and no "))
	}
	return selected, nil
}
