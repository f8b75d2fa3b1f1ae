package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/project"
	"github.com/envgen/envgen/internal/regular"
)

// older are the specs of an older version.
type older interface {
	// at is the file that has the path of a spec today, or "".
	at(spec string) string
	// listed are the files that the version names as its specs: by a project file, or because the reference is a folder of them.
	listed() ([]string, error)
	// others are further files that may be specs.
	others() ([]string, error)
	read(file string) ([]byte, error)
	// imported reads a file that a spec imports.
	imported(from, file string) ([]byte, error)
	// internal and shown are the names of a file for the compiler and in diagnostics.
	internal(file string) string
	shown(internal string) string
}

// olderSpecs finds older specs by their protocol, so that a spec may have moved.
type olderSpecs struct {
	older
	ref  string
	used map[string]bool // the protocols that have been found
}

// errNoOlder is the error of a spec that the older version does not have.
var errNoOlder = errors.New("no older version")

// find compiles the older version of a protocol.
func (o *olderSpecs) find(l *loader, spec string, today *ir.Protocol) (old *ir.Protocol, file string, err error) {
	file, err = o.fileOf(spec, today)
	if err != nil {
		return nil, "", err
	}
	old, err = o.compiled(l, file)
	return old, file, err
}

// fileOf is the file with the older version of a protocol: at the path of today, else anywhere.
func (o *olderSpecs) fileOf(spec string, today *ir.Protocol) (string, error) {
	o.used[today.Name] = true
	for _, q := range today.Imports {
		o.used[q.Name] = true
	}
	if file := o.at(spec); file != "" {
		if name, err := o.protocolOf(file); err != nil || name == today.Name {
			return file, err
		}
	}
	for _, list := range []func() ([]string, error){o.listed, o.others} {
		files, err := list()
		if err != nil {
			return "", err
		}
		var found []string
		for _, file := range files {
			if name, err := o.protocolOf(file); err == nil && name == today.Name {
				found = append(found, file)
			}
		}
		if len(found) > 1 && !isBundle(found[1]) {
			return "", fmt.Errorf("%s and %s are both the protocol %s; pass one of them to --against", o.shown(o.internal(found[0])), o.shown(o.internal(found[1])), today.Name)
		}
		if len(found) > 0 {
			return found[0], nil
		}
	}
	return "", errNoOlder
}

// removed compiles the listed specs of protocols that no spec of today has.
func (o *olderSpecs) removed(l *loader) ([]*ir.Protocol, error) {
	files, err := o.listed()
	if err != nil {
		return nil, err
	}
	var list []*ir.Protocol
	for _, file := range files {
		name, err := o.protocolOf(file)
		if err != nil || name == "" || o.used[name] {
			continue // a listed file may not exist: the project of that time was wrong
		}
		o.used[name] = true
		p, err := o.compiled(l, file)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

var (
	specMark     = regexp.MustCompile(`(?m)^[{ \t]*["']?envgen["']?[ \t]*:`)
	protocolMark = regexp.MustCompile(`(?m)^[{ \t]*(?:.*,[ \t]*)?["']?protocol["']?[ \t]*:[ \t]*["']?([a-z][a-z0-9_]*)`)
	bundleMark   = regexp.MustCompile(`"\$id": *"urn:envgen:([a-z][a-z0-9_]*):`)
)

// protocolOf reads the name of a file's protocol, or "" if the file does not look like a spec. It does not parse the file: a folder may have many.
func (o *olderSpecs) protocolOf(file string) (string, error) {
	data, err := o.read(file)
	if err != nil {
		return "", err
	}
	mark := protocolMark
	if isBundle(file) {
		mark = bundleMark
	} else if !specMark.Match(data) {
		return "", nil
	}
	if m := mark.FindSubmatch(data); m != nil {
		return string(m[1]), nil
	}
	return "", nil
}

func isBundle(file string) bool { return strings.HasSuffix(file, ".json") }

func (o *olderSpecs) compiled(l *loader, file string) (*ir.Protocol, error) {
	data, err := o.read(file)
	if err != nil {
		return nil, err
	}
	if isBundle(file) {
		return bundled(l, file, data)
	}
	name := o.internal(file)
	l.Sources[o.shown(name)] = data
	read := func(file string) ([]byte, error) {
		data, err := o.imported(name, file)
		l.Sources[o.shown(file)] = data
		return data, err
	}
	p, diags := compile.Library{Shipped: l.Shipped, Read: read}.Source(name, data)
	for i := range diags {
		diags[i].Pos.File = o.shown(diags[i].Pos.File)
		for j := range diags[i].Notes {
			diags[i].Notes[j].Pos.File = o.shown(diags[i].Notes[j].Pos.File)
		}
	}
	// Warnings about the past help no one.
	return p, l.Report(slices.DeleteFunc(diags, func(d diag.Diagnostic) bool { return d.Severity != diag.Error }))
}

// files are the specs of a folder, or one file.
type files struct {
	dir  string // "" for a file
	file string // "" for a folder
	base string // the folder that the paths of specs begin in
}

func (f files) at(spec string) string {
	if f.file != "" {
		return ""
	}
	names := []string{filepath.Base(spec)}
	if rel, err := filepath.Rel(f.base, spec); err == nil && filepath.IsLocal(rel) {
		names = []string{rel, filepath.Base(spec)}
	}
	for _, name := range names {
		file := filepath.Join(f.dir, name)
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
			return file
		}
	}
	return ""
}

func (f files) listed() ([]string, error) {
	if f.file != "" {
		return []string{f.file}, nil
	}
	if data, err := regular.Read(filepath.Join(f.dir, project.FileName)); err == nil {
		if p, _ := project.Parse(project.FileName, data); p != nil {
			return specsOf(p, f.dir)
		}
	}
	return f.all()
}

func (f files) others() ([]string, error) {
	if f.file != "" {
		return nil, nil
	}
	return f.all()
}

// all are the specs and bundles of the folder and its sub folders, in the order of their names; specs come before bundles.
func (f files) all() ([]string, error) {
	var specs, bundles []string
	err := filepath.WalkDir(f.dir, func(file string, d fs.DirEntry, err error) error {
		name := d.Name()
		switch {
		case err != nil:
			return err
		case d.IsDir() && file != f.dir && (strings.HasPrefix(name, ".") || name == "node_modules"):
			return fs.SkipDir
		case !d.Type().IsRegular():
		case isYAML(name):
			specs = append(specs, file)
		case strings.HasSuffix(name, ".schema.json"):
			bundles = append(bundles, file)
		}
		return nil
	})
	return append(specs, bundles...), err
}

func isYAML(name string) bool {
	return strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
}

func (f files) read(file string) ([]byte, error) { return regular.Read(file) }
func (f files) imported(from, file string) ([]byte, error) {
	return regular.Import(from, filepath.FromSlash(file))
}
func (f files) internal(file string) string  { return file }
func (f files) shown(internal string) string { return internal }
