package main

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/envgen/envgen/spec"
)

//go:embed init.yaml
var starter []byte

// editorSchema is the name under which `init` puts the schema of the spec language beside the spec, so that the editor
// hint works without a network.
const editorSchema = "envgen.schema.json"

type initCmd struct {
	File string `arg:"" optional:"" default:"protocol.yaml" help:"The spec to write; it must not exist." placeholder:"FILE"`
}

// Run writes the starter spec and, unless it is there already, the schema that its first line points editors to.
func (c *initCmd) Run(s streams) error {
	schema, err := spec.FS.ReadFile("spec.schema.json")
	if err != nil {
		return err
	}
	if err := writeNew(c.File, starter); err != nil {
		return err
	}
	beside := filepath.Join(filepath.Dir(c.File), editorSchema)
	if err := writeNew(beside, schema); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	_, err = fmt.Fprintf(s.out, "wrote %s and %s\nnext: envgen gen --spec %s --ts bindings\n", c.File, beside, c.File)
	return err
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
