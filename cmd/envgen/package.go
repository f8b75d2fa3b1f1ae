package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/command"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
	"github.com/envgen/envgen/internal/output"
	"github.com/envgen/envgen/internal/publish"
	"github.com/envgen/envgen/internal/regular"
	"github.com/envgen/envgen/internal/spdx"
)

type packageCmd struct {
	Spec           []string `help:"Spec of the package: a file, or the name of a shipped protocol. Repeat the flag for more specs, or pass specs as arguments. Default: the specs of the project." placeholder:"FILE" sep:"none"`
	Ts             bool     `help:"Write a project for npm into the subfolder ts."`
	Py             bool     `help:"Write a project for PyPI into the subfolder py."`
	Out            string   `help:"Folder of the projects." placeholder:"DIR" required:""`
	Name           string   `help:"Name of the package in its registry. Default: that of an existing project, or PROTOCOL-protocol." placeholder:"NAME"`
	PackageVersion string   `help:"Version of a new package. Default: the version of the spec." placeholder:"VERSION"`
	License        string   `help:"License of the package and the generated files, an SPDX expression. Default: that of the project." placeholder:"SPDX"`
	LicenseFile    string   `help:"Text of the license, which becomes the file LICENSE." placeholder:"FILE"`
	More           []string `arg:"" optional:"" name:"spec" help:"Specs of the package."`
}

// packaging is one run of the command.
type packaging struct {
	*packageCmd
	streams   command.Streams
	specs     []string
	open      string // of TypeScript
	text      []byte // of the licence
	protocols []*ir.Protocol
}

// packageProject is the project of one language.
type packageProject struct {
	language *naming.Language
	dir      string
	manifest string // package.json or pyproject.toml
	existing []byte // text of the manifest, nil if it is absent
	to       generators.Destination
	owned    []output.Owned
	pkg      publish.Package
	files    []publish.File
}

// Run writes the bindings, and each other file of the projects that is absent. Nothing is written unless everything could be made.
func (c *packageCmd) Run(s command.Streams) error {
	if !c.Ts && !c.Py {
		return errors.New("nothing to package: pass --ts, --py or both")
	}
	l := newLoader(s)
	r, err := c.packaging(l)
	if err != nil {
		return err
	}
	if r.protocols, err = l.Load(r.specs); err != nil {
		return err
	}
	var projects []*packageProject
	var destinations []generators.Destination
	for _, t := range []target.Target{generators.TypeScript(generators.TypeScriptOptions{Imports: "js", Open: r.open}), generators.Named("py")} {
		if chosen := map[string]bool{"ts": c.Ts, "py": c.Py}; !chosen[t.Name] {
			continue
		}
		p, err := r.project(t)
		if err != nil {
			return err
		}
		projects, destinations = append(projects, p), append(destinations, p.to)
	}
	all, diags, err := generate(r.protocols, destinations)
	if err != nil {
		return err
	}
	if err := l.Report(diags); err != nil {
		return err
	}
	for i, p := range projects {
		p.owned = all[i]
		if err := r.fill(p); err != nil {
			return err
		}
	}
	for _, p := range projects {
		if err := r.write(p); err != nil {
			return err
		}
	}
	return nil
}

// packaging reads the options, and the project if the command line names no specs.
func (c *packageCmd) packaging(l *loader) (*packaging, error) {
	r := &packaging{packageCmd: c, streams: l.Streams, specs: append(c.Spec, c.More...), open: "none"}
	if err := checkLicense(c.License); err != nil {
		return nil, err
	}
	if c.LicenseFile != "" {
		var err error
		if r.text, err = regular.Read(c.LicenseFile); err != nil {
			return nil, err
		}
	}
	if len(r.specs) > 0 {
		return r, nil
	}
	p, dir, err := l.project("")
	if err != nil {
		return nil, err
	}
	for _, t := range p.Targets {
		if t.Name == "ts" {
			r.open = t.Open
		}
	}
	c.License = cmp.Or(c.License, p.License)
	r.specs, err = specsOf(p, dir)
	return r, err
}

// project decides the name, the version and the folders of one language.
func (r *packaging) project(t target.Target) (*packageProject, error) {
	p := &packageProject{language: t.Language, dir: filepath.Join(r.Out, t.Name), manifest: map[string]string{"ts": "package.json", "py": "pyproject.toml"}[t.Name]}
	file := filepath.Join(p.dir, p.manifest)
	existing, err := regular.Read(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if p.existing = existing; existing == nil && err == nil {
		p.existing = []byte{}
	}
	name, err := r.name(p, file)
	if err != nil {
		return nil, err
	}
	version, err := r.version(p, file)
	if err != nil {
		return nil, err
	}
	license, err := agree("the licence", r.License, file, publish.Declared(p.manifest, p.existing, "license"))
	if err != nil {
		return nil, err
	}
	p.pkg = publish.Package{Name: name, Version: version, License: license, Text: r.text}
	source := publish.Source
	if t.Name == "py" {
		source = p.pkg.SourceOfPython()
	}
	p.to, err = destination(t, filepath.Join(p.dir, filepath.FromSlash(source)), "", parts{support: "needed", layout: "folder"})
	if spdx.Check(license) == nil { // another one, such as npm's UNLICENSED, is in an existing manifest
		p.to.License = license
	}
	return p, err
}

// agree returns the value of the command line or the project, or that of an existing manifest. Both must be equal if both are present.
func agree(what, given, file, there string) (string, error) {
	if given != "" && there != "" && given != there {
		return "", fmt.Errorf("%s is %s, and %s has %s; change one of them", what, given, file, there)
	}
	return cmp.Or(given, there), nil
}

// name returns the name of the package. An existing project has one, because its name gives the folder of the bindings.
func (r *packaging) name(p *packageProject, file string) (string, error) {
	name, err := agree("--name", r.Name, file, publish.Declared(p.manifest, p.existing, "name"))
	switch {
	case err != nil:
		return "", err
	case name != "":
	case p.existing != nil:
		return "", fmt.Errorf("%s does not name the package; pass the name with --name", file)
	case len(r.protocols) > 1:
		return "", errors.New("a package of several protocols needs a name: pass --name")
	default:
		name = r.protocols[0].Name + "-protocol"
	}
	check := publish.CheckNpm
	if p.manifest == "pyproject.toml" {
		check = publish.CheckPython
	}
	if err := check(name); err != nil {
		return "", err
	}
	return name, nil
}

// version returns that of the command line, of an existing project, or of the specs.
func (r *packaging) version(p *packageProject, file string) (version string, err error) {
	form := publish.NpmVersion
	if p.language == naming.Python {
		form = publish.PythonVersion
	}
	if r.PackageVersion != "" {
		if version, err = form(r.PackageVersion); err != nil {
			return "", fmt.Errorf("--package-version: %w", err)
		}
	}
	if version != "" || p.existing != nil {
		return agree("--package-version", version, file, publish.Declared(p.manifest, p.existing, "version"))
	}
	first := r.protocols[0]
	for _, p := range r.protocols[1:] {
		if p.Version != first.Version {
			return "", fmt.Errorf("%s has version %s, and %s has version %s; pass the version of the package with --package-version", first.Name, first.Version, p.Name, p.Version)
		}
	}
	if version, err = form(first.Version); err != nil {
		return "", fmt.Errorf("the version of %s: %w; pass the version of the package with --package-version", first.Name, err)
	}
	return version, nil
}

// fill makes the files around the bindings, with the imported protocols whose bindings are generated too.
func (r *packaging) fill(p *packageProject) error {
	known := map[string]*ir.Protocol{}
	for open := slices.Clone(r.protocols); len(open) > 0; open = open[1:] {
		one := open[0]
		if known[one.Name] == nil {
			known[one.Name] = one
			open = append(open, one.Imports...)
		}
		if !slices.ContainsFunc(p.owned, func(o output.Owned) bool { return o.Owner == p.to.Target.Name+"/"+one.Name }) {
			return fmt.Errorf("the bindings for %s import those of %s from another package, and `envgen package` writes packages without dependencies; name the spec of %s, too, or write `%s: %s` at the import",
				p.to.Target.Name, one.Name, one.Name, p.to.Target.Name, naming.Beside)
		}
	}
	for _, o := range p.owned {
		_, name, ok := strings.Cut(o.Owner, "/")
		if !ok {
			continue
		}
		names, _ := naming.Assign(known[name], p.language)
		root := names.Type(known[name].Root)
		if p.language == naming.Python {
			root = strings.ToUpper(naming.Snake(root))
		}
		p.pkg.Protocols = append(p.pkg.Protocols, publish.Protocol{Name: name, Title: known[name].Title, Root: root})
	}
	for name := range output.Files(p.owned) {
		p.pkg.Envelope = p.pkg.Envelope || name == "envelope.ts"
		p.pkg.Support = p.pkg.Support || strings.HasPrefix(name, "envelope/")
	}
	if p.files = p.pkg.Python(); p.language == naming.TypeScript {
		p.files = p.pkg.TypeScript()
	}
	return nil
}

// write writes one project. The bindings come first, because a failure there leaves a folder as it was.
func (r *packaging) write(p *packageProject) error {
	f := command.Folder{Name: p.to.Target.Name, Dir: p.to.Dir, Only: p.to.Target.Name}
	if err := command.WriteOwned(r.streams, f, p.owned); err != nil {
		return err
	}
	for _, file := range p.files {
		path := filepath.Join(p.dir, file.Path)
		verb := "wrote"
		switch err := createAtomically(path, file.Data); {
		case errors.Is(err, fs.ErrExist):
			verb = "kept"
		case err != nil:
			return err
		}
		if _, err := fmt.Fprintf(r.streams.Out, "%-7s %s\n", verb, path); err != nil {
			return err
		}
	}
	r.note(p)
	return nil
}

// note reports the parts of the project that the user has to add.
func (r *packaging) note(p *packageProject) {
	file := filepath.Join(p.dir, p.manifest)
	note := func(format string, args ...any) { fmt.Fprintf(r.streams.Err, "note: "+format+"\n", args...) }
	if p.existing == nil && p.pkg.License == "" && r.text == nil {
		note("%s has no licence; add one before you publish, by hand", file)
	}
	if p.language == naming.TypeScript && p.existing != nil {
		for _, entry := range p.pkg.Missing(p.existing) {
			note("`exports` of %s lacks %q; add it by hand", file, entry)
		}
	}
}
