package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/internal/project"
	"github.com/envgen/envgen/internal/regular"
)

// projectOrder is the input of a run for a project. Its folders belong to the project: output of specs that left the list is removed.
func (g *genCmd) projectOrder(l *loader) (order, error) {
	if g.GoImport != "" || g.Support != "needed" || g.Layout != "folder" || g.Observe || g.TsImports == "ts" || g.TsOpen == "index" || g.License != "" || g.formatsGiven() {
		return order{}, errors.New("these flags require specs and folders as flags; a project has `import`, `layout`, `support`, `observe`, `imports`, `open`, `formats` and `license` in " + project.FileName)
	}
	p, dir, err := l.project(g.Project)
	if err != nil {
		return order{}, err
	}
	o := order{whole: true}
	if o.specs, err = specsOf(p, dir); err != nil {
		return order{}, err
	}
	for _, t := range p.Targets {
		target := generators.Named(t.Name)
		switch t.Name {
		case "ts":
			target = generators.TypeScript(generators.TypeScriptOptions{Imports: t.Imports, Open: t.Open})
		case "schema":
			target = generators.Schema(t.Formats)
		}
		d, err := destination(target, within(dir, t.Dir), t.Import.Value, parts{t.Support, t.Layout, t.Observe})
		if err != nil {
			return order{}, at(t.Dir, err)
		}
		d.License = p.License
		o.destinations = append(o.destinations, d)
	}
	return o, nil
}

// projectSpecs are the specs of the project around the working directory.
func projectSpecs(l *loader) ([]string, error) {
	p, dir, err := l.project("")
	if err != nil {
		return nil, err
	}
	return specsOf(p, dir)
}

// project reads a project file, or the one in the working directory or above. dir is its folder.
func (l *loader) project(file string) (p *project.Project, dir string, err error) {
	if file == "" {
		if file, err = findProject(); err != nil {
			return nil, "", err
		}
	}
	l.Opening(file)
	data, err := regular.Read(file)
	l.Sources[file] = data
	if err != nil {
		return nil, "", err
	}
	p, diags := project.Parse(file, data)
	return p, filepath.Dir(file), l.Report(diags)
}

// findProject is the path of the nearest project, as short as it can be.
func findProject() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for up := "."; ; up = filepath.Join(up, "..") {
		file := filepath.Join(up, project.FileName)
		if _, err := os.Stat(file); err == nil {
			return file, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("nothing to generate: this folder and those above have no %s; pass a spec with --spec and a folder with --go, --ts, --py or --schema, or start with `envgen init`",
				project.FileName)
		}
		dir = filepath.Dir(dir)
	}
}

// specsOf are the specs of a project in the folder dir, as the loader takes them.
func specsOf(p *project.Project, dir string) ([]string, error) {
	var list []string
	for _, spec := range p.Specs {
		file := within(dir, spec)
		_, err := os.Stat(file)
		if errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(spec.Value, "./") {
			file = spec.Value // the name of a protocol that ships with envgen, or an error that reports it
		} else if err != nil {
			return nil, at(spec, err)
		}
		list = append(list, file)
	}
	return list, nil
}

// within is a path of the project as the operating system has it.
func within(dir string, path project.Text) string {
	return filepath.Join(dir, filepath.FromSlash(path.Value))
}

// at adds the line of the project to an error.
func at(place project.Text, err error) error {
	return fmt.Errorf("%s:%d:%d: %w", place.Pos.File, place.Pos.Line, place.Pos.Column, err)
}

// chosen returns the specs of the command line, or those of the project if it names none.
func (l *loader) chosen(specs []string) ([]string, error) {
	if len(specs) > 0 {
		return specs, nil
	}
	return projectSpecs(l)
}
