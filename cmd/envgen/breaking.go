package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/envgen/envgen/conformance/derive"
	"github.com/envgen/envgen/internal/breaking"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

type breakingCmd struct {
	Against  string   `required:"" placeholder:"REF" help:"The older version: a spec, a folder of specs, or a revision of git."`
	Format   string   `help:"Output format: text, json with one object for each finding, sarif, github or markdown." enum:"text,json,sarif,github,markdown" default:"text"`
	Upgrade  string   `help:"Who takes the new version first: client, server, or all in any order." enum:"client,server,all" default:"all"`
	Category []string `help:"Categories to look for: READ, WRITE, ORDER, ISSUES, BYTES. Default: all." enum:"READ,WRITE,ORDER,ISSUES,BYTES"`
	Spec     []string `arg:"" optional:"" help:"Specs to compare. Default: the specs of the project, the envgen.yaml in this folder or above."`
}

// Run compares each spec with its older version.
func (c *breakingCmd) Run(s streams) error {
	l := newLoader(s)
	specs, err := l.chosen(c.Spec)
	if err != nil {
		return err
	}
	from, err := earlierVersion(c.Against)
	if err != nil {
		return err
	}
	var all []breaking.Finding
	for _, spec := range specs {
		found, err := c.compare(l, spec, from)
		if err != nil {
			return err
		}
		all = append(all, found...)
	}
	if err := writeFindings(s.out, c.Format, all, l.source); err != nil {
		return err
	}
	return invalidUnless(len(all) == 0)
}

// compare returns the findings about one spec. A spec that the older version does not have breaks nobody.
func (c *breakingCmd) compare(l *loader, spec string, from earlier) ([]breaking.Finding, error) {
	old, err := from.load(l, spec)
	if errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintf(l.streams.err, "%s: new, %s does not have it\n", spec, c.Against)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	fresh, err := l.load([]string{spec})
	if err != nil {
		return nil, err
	}
	before, err := versionOf(old)
	if err != nil {
		return nil, err
	}
	after, err := versionOf(fresh[0])
	if err != nil {
		return nil, err
	}
	o := breaking.Options{Upgrade: c.Upgrade}
	for _, name := range c.Category {
		o.Categories = append(o.Categories, breaking.Category(name))
	}
	return breaking.Compare(before, after, o)
}

// versionOf is a protocol with the messages that follow from its types.
func versionOf(p *ir.Protocol) (breaking.Version, error) {
	var sources []reference.Source
	for _, q := range append([]*ir.Protocol{p}, p.Imports...) {
		sources = append(sources, reference.Source{Protocol: q})
	}
	oracle, err := reference.New(sources...)
	if err != nil {
		return breaking.Version{}, err
	}
	own := map[string]func(*ir.Type) []string{}
	for _, source := range sources {
		own[source.Protocol.Name] = derive.Messages(source.Protocol, oracle)
	}
	return breaking.Version{Protocol: p, Messages: func(t *ir.Type) []string { return own[t.Protocol](t) }}, nil
}

// earlier is where older versions of specs are.
type earlier struct {
	file, folder string // one of them, or
	commit       string // a revision of git
}

// earlierVersion resolves a reference. A path of the file system comes before a revision.
func earlierVersion(ref string) (earlier, error) {
	switch info, err := os.Stat(ref); {
	case err == nil && info.IsDir():
		return earlier{folder: ref}, nil
	case err == nil:
		return earlier{file: ref}, nil
	}
	out, err := git("rev-parse", "--verify", "--quiet", "--short", "--end-of-options", ref+"^{commit}")
	if err != nil {
		return earlier{}, fmt.Errorf("%s is neither a file, a folder nor a revision of git", ref)
	}
	return earlier{commit: strings.TrimSpace(string(out))}, nil
}

// load compiles the older version of a spec. The error is fs.ErrNotExist if there is none.
func (e earlier) load(l *loader, spec string) (*ir.Protocol, error) {
	if e.commit != "" {
		return e.loadCommitted(l, spec)
	}
	file := e.file
	if e.folder != "" {
		file = e.within(spec)
		if file == "" {
			return nil, fs.ErrNotExist
		}
	}
	list, err := l.load([]string{file})
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// within is the file of a spec in the folder: at its own path, else by its name.
func (e earlier) within(spec string) string {
	for _, name := range []string{spec, filepath.Base(spec)} {
		file := filepath.Join(e.folder, name)
		if _, err := os.Stat(file); err == nil {
			return file
		}
	}
	return ""
}

// loadCommitted compiles a spec of a commit. Positions in it have the commit before the path.
func (e earlier) loadCommitted(l *loader, spec string) (*ir.Protocol, error) {
	read := func(name string) ([]byte, error) {
		name = strings.TrimPrefix(filepath.ToSlash(name), e.commit+":")
		data, err := git("show", e.commit+":./"+name)
		if err != nil {
			return nil, fs.ErrNotExist
		}
		l.sources[e.commit+":"+name], l.sources[name] = data, data
		return data, nil
	}
	data, err := read(spec)
	if err != nil {
		return nil, err
	}
	p, diags := compile.Library{Shipped: l.shipped, Read: read}.Source(e.commit+":"+filepath.ToSlash(spec), data)
	return p, l.report(diags)
}

// git runs a command that only reads.
func git(args ...string) ([]byte, error) {
	cmd := exec.Command("git", args...)
	var out bytes.Buffer
	cmd.Stdout = &out
	err := cmd.Run()
	return slices.Clip(out.Bytes()), err
}
