package main

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/envgen/envgen/internal/command"
	"github.com/envgen/envgen/internal/project"
	"github.com/envgen/envgen/spec"
)

//go:embed init.yaml
var starter []byte

// The names under which `init` puts the schemas of specs and projects beside them, so that editor hints work without a network.
const (
	editorSchema  = "envgen.schema.json"
	projectSchema = "envgen.project.schema.json"
)

// The targets of a new project. Python imports the folder as a package, so its name begins every import.
const (
	goLine = "go: {dir: bindings/go}\n"
	tsLine = "ts: {dir: bindings/ts} # with `imports: ts` for Deno, Bun and Node's type stripping\n"
	pyLine = "py: {dir: protocols}\n"
)

type initCmd struct {
	File string `arg:"" optional:"" default:"protocol.yaml" help:"Spec to write. The file must not exist." placeholder:"FILE"`
}

// Run writes the starter spec. It writes a project and the schemas for editors if they are absent. The project generates from the spec, and
// the first lines of both name the schemas.
func (c *initCmd) Run(s command.Streams) error {
	list, err := c.project()
	if err != nil {
		return err
	}
	if err := writeNew(c.File, starter); err != nil {
		return err
	}
	wrote := []string{c.File}
	for _, f := range []struct {
		name, schema string
		data         []byte
	}{
		{name: filepath.Join(filepath.Dir(c.File), editorSchema), schema: "spec.schema.json"},
		{name: project.FileName, data: list},
		{name: projectSchema, schema: "project.schema.json"},
	} {
		if f.schema != "" {
			var err error
			if f.data, err = spec.FS.ReadFile(f.schema); err != nil {
				return err
			}
		}
		switch err := writeNew(f.name, f.data); {
		case err == nil:
			wrote = append(wrote, f.name)
		case !errors.Is(err, fs.ErrExist):
			return err
		case f.name == project.FileName:
			_, err = fmt.Fprintf(s.Out, "wrote %s\nnext: list it under `specs` of %s, then envgen gen\n", strings.Join(wrote, ", "), project.FileName)
			return err
		}
	}
	_, err = fmt.Fprintf(s.Out, "wrote %s\nnext: envgen gen\n", strings.Join(wrote, ", "))
	return err
}

// project generates for the languages that the working directory has something of, or for those that need no module around them.
func (c *initCmd) project() ([]byte, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	file, err := filepath.Abs(c.File)
	if err != nil {
		return nil, err
	}
	if file, err = filepath.Rel(dir, file); err != nil {
		return nil, err
	}
	quoted, err := json.Marshal(filepath.ToSlash(file)) // a name may mean something in YAML
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# yaml-language-server: $schema=%s\nenvgen: %d\nspecs:\n  - %s\n", projectSchema, project.Version, quoted)
	found := false
	for _, language := range []struct{ file, line string }{{"go.mod", goLine}, {"package.json", tsLine}, {"pyproject.toml", pyLine}} {
		if _, err := os.Stat(language.file); err == nil {
			found = true
			b.WriteString(language.line)
		}
	}
	if !found {
		b.WriteString(tsLine + pyLine)
	}
	return []byte(b.String()), nil
}

func writeNew(name string, data []byte) (err error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	_, err = f.Write(data)
	return err
}
