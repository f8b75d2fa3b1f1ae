package main

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/fixtures"
	"github.com/envgen/envgen/internal/command"
	"github.com/envgen/envgen/internal/output"
	"github.com/envgen/envgen/spec"
)

type exportCmd struct {
	Dir string `arg:"" help:"Output folder: a new or empty one, or an earlier export."`
}

// exported is the README of an export.
//
//go:embed export.md
var exported string

// Run writes the fixtures that this build contains, the derived ones included, for other programs and other languages.
func (c *exportCmd) Run(s command.Streams) error {
	if err := exportable(c.Dir); err != nil {
		return err
	}
	cases, _, err := fixtures.Shipped()
	if err != nil {
		return err
	}
	files := []output.File{{Path: "README.md", Data: []byte(exported)}, {Path: "LICENSE", Data: conformance.Licence}}
	for _, from := range []struct {
		files           fs.FS
		pattern, folder string
	}{{cases, "*/*.json", ""}, {spec.FS, "*.yaml", "spec"}} {
		names, err := fs.Glob(from.files, from.pattern)
		if err != nil {
			return err
		}
		for _, name := range names {
			data, err := fs.ReadFile(from.files, name)
			if err != nil {
				return err
			}
			files = append(files, output.File{Path: path.Join(from.folder, name), Data: data})
		}
	}
	list, err := indexOf(files)
	if err != nil {
		return err
	}
	files = append(files, list)
	return command.WriteOwned(s, command.Folder{Name: "export", Dir: c.Dir}, []output.Owned{{Owner: exportOwner, Files: files}})
}

// exportOwner is the owner of all files of an export in its manifest.
const exportOwner = "conformance/export"

// exportable refuses a folder with other content. Files of others between the fixtures would be taken for fixtures.
func exportable(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	data, err := os.ReadFile(filepath.Join(dir, output.ManifestName))
	if errors.Is(err, fs.ErrNotExist) {
		for _, e := range entries {
			if e.Name() != output.ScratchName { // of an export that was killed
				return fmt.Errorf("%s contains %s, but is not an export of fixtures; name a new or empty folder", dir, e.Name())
			}
		}
		return nil
	}
	if err != nil {
		return err
	}
	var manifest struct{ Files []struct{ Owner string } }
	if err := json.Unmarshal(data, &manifest); err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(dir, output.ManifestName), err)
	}
	for _, f := range manifest.Files {
		if !strings.HasPrefix(f.Owner, exportOwner) {
			return fmt.Errorf("%s contains other output of envgen (%s); name a new or empty folder", dir, f.Owner)
		}
	}
	return nil
}
