package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/envgen/envgen/conformance/derive"
	"github.com/envgen/envgen/internal/breaking"
	"github.com/envgen/envgen/internal/command"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/project"
	"github.com/envgen/envgen/internal/reference"
)

type breakingCmd struct {
	Against  string     `placeholder:"REF" help:"The older version: a spec, a folder of specs, a bundle, or a revision of git. Default: from envgen.yaml."`
	Format   string     `help:"Output format: text, json with one object for each finding, sarif, github or markdown." enum:"text,json,sarif,github,markdown" default:"text"`
	Upgrade  string     `help:"Who takes the new version first: client, server, or all in any order. Default: from envgen.yaml, or all." enum:",client,server,all" default:""`
	Category []string   `help:"Categories to look for: READ, WRITE, ORDER, ISSUES, BYTES, SOURCE.go, SOURCE.ts, SOURCE.py. Default: from envgen.yaml, or all, with SOURCE of the languages that the project writes." enum:"READ,WRITE,ORDER,ISSUES,BYTES,SOURCE.go,SOURCE.ts,SOURCE.py"`
	Suggest  bool       `help:"Name the version that the changes ask for. Exit with 1 only if the version of a spec is a smaller step, or is not semantic and there are findings."`
	Now      *time.Time `help:"Time that the end dates of exceptions are compared with, in RFC 3339. Default: the current time." placeholder:"TIME" format:"2006-01-02T15:04:05Z07:00"`
	Spec     []string   `arg:"" optional:"" help:"Specs to compare. Default: the specs of the project, the envgen.yaml in this folder or above."`
}

// breakingRun is one run of the command.
type breakingRun struct {
	cmd     *breakingCmd
	project *project.Project // nil if there is none
	dir     string           // the folder of the project
	ref     string
	options breaking.Options
	older   *olderSpecs
	found   []breaking.Finding
	seen    map[string]bool // the protocols of the specs
	matched bool            // a spec has an older version
	named   bool            // the categories are not the default
	pairs   []specVersions
	ofSpecs int     // how many of the findings are about specs, not about committed output
	steps   []entry // versions of specs that are too small a step
}

// Run compares each spec with its older version.
func (c *breakingCmd) Run(s command.Streams) error {
	l := newLoader(s)
	r := &breakingRun{cmd: c, seen: map[string]bool{}}
	if err := r.configure(l); err != nil {
		return err
	}
	specs, err := l.chosen(c.Spec)
	if err != nil {
		return err
	}
	if err := r.compareAll(l, specs); err != nil {
		return err
	}
	if err := r.sources(l); err != nil {
		return err
	}
	entries := r.entries()
	fine := !slices.ContainsFunc(entries, func(e entry) bool { return e.excepted == nil })
	var advice []string
	if c.Suggest {
		advice, fine = r.suggestions(l, entries)
		entries = append(entries, r.steps...)
	}
	if err := writeFindings(s, c.Format, entries, l.Source); err != nil {
		return err
	}
	if err := writeAdvice(s, c.Format, advice); err != nil {
		return err
	}
	return command.InvalidUnless(fine)
}

// configure joins the flags with the project's section. Flags come first.
func (r *breakingRun) configure(l *loader) error {
	file, err := findProject()
	if err == nil {
		if r.project, r.dir, err = l.project(file); err != nil {
			return err
		}
	} else {
		file = ""
	}
	section := project.Breaking{}
	if r.project != nil {
		section = r.project.Breaking
	}
	r.options.Upgrade = cmp.Or(r.cmd.Upgrade, section.Upgrade, "all")
	names := section.Categories
	if len(r.cmd.Category) > 0 {
		names = r.cmd.Category
	}
	r.options.Categories, r.named = breaking.Categories(), len(names) > 0
	if r.named {
		r.options.Categories = nil
	}
	for _, name := range names {
		r.options.Categories = append(r.options.Categories, breaking.Category(name))
	}
	if r.ref = r.cmd.Against; r.ref == "" && section.Against.Value != "" {
		r.ref = section.Against.Value
		if beside := within(r.dir, section.Against); exists(beside) {
			r.ref = beside
		}
	}
	if r.ref == "" {
		return errors.New("nothing to compare with: pass --against REF, or write `breaking: {against: REF}` into " + project.FileName)
	}
	o, err := olderVersion(r.ref, file)
	r.older = &olderSpecs{older: o, ref: r.ref, used: map[string]bool{}}
	return err
}

func exists(file string) bool { _, err := os.Stat(file); return err == nil }

// olderVersion resolves a reference. A path of the file system comes before a revision.
func olderVersion(ref, projectFile string) (older, error) {
	switch info, err := os.Stat(ref); {
	case err == nil && info.IsDir():
		return files{dir: filepath.Clean(ref), base: filepath.Dir(projectFile)}, nil
	case err == nil:
		return files{file: ref}, nil
	}
	return revision(ref, projectFile)
}

// compareAll compares the specs, and with a whole project looks for those that are gone.
func (r *breakingRun) compareAll(l *loader, specs []string) error {
	for _, spec := range specs {
		if err := r.compare(l, spec); err != nil {
			return err
		}
	}
	if f, is := r.older.older.(files); is && f.file != "" && !r.matched {
		return fmt.Errorf("%s is an older version of none of the specs; their protocols have other names", f.file)
	}
	if len(r.cmd.Spec) > 0 {
		return nil
	}
	gone, err := r.older.removed(l)
	if err != nil {
		return err
	}
	for _, p := range gone {
		old, err := versionOf(p)
		if err != nil {
			return err
		}
		found, err := breaking.Removed(old, r.project.At, r.options)
		if err != nil {
			return err
		}
		r.add(p.Name, "", found)
	}
	return nil
}

// compare adds the findings about one spec. A spec that the older version does not have breaks nobody.
func (r *breakingRun) compare(l *loader, spec string) error {
	list, err := l.Load([]string{spec})
	if err != nil {
		return err
	}
	today := list[0]
	file, err := r.older.fileOf(spec, today)
	if err == nil && r.unchanged(l, file, today) {
		r.matched = true
		r.pairs = append(r.pairs, specVersions{today, today, true})
		r.add(today.Name, fileOf(today), nil)
		return nil
	}
	var old *ir.Protocol
	if err == nil {
		old, err = r.older.compiled(l, file)
	}
	if errors.Is(err, errNoOlder) {
		fmt.Fprintf(l.Streams.Err, "%s: new, %s does not have the protocol %s\n", spec, r.ref, today.Name)
		r.seen[today.Name] = true
		return nil
	}
	if err != nil {
		return err
	}
	r.matched = true
	if isBundle(file) {
		found, err := r.unbundled(l, old, today, file)
		r.add(today.Name, fileOf(today), found)
		return err
	}
	r.pairs = append(r.pairs, specVersions{old, today, r.sameTexts(l, old, today)})
	found, err := compareVersions(old, today, r.options)
	r.add(today.Name, fileOf(today), found)
	return err
}

// add adds findings. One about something that the new spec does not have is at the beginning of its file.
func (r *breakingRun) add(protocol, file string, found []breaking.Finding) {
	r.seen[protocol] = true
	for _, f := range found {
		if !f.New.IsValid() {
			f.New = diag.Pos{File: file, Line: 1, Column: 1}
		}
		f.Old.File = r.older.shown(f.Old.File)
		r.found = append(r.found, f)
	}
}

func compareVersions(old, today *ir.Protocol, o breaking.Options) ([]breaking.Finding, error) {
	before, err := versionOf(old)
	if err != nil {
		return nil, err
	}
	after, err := versionOf(today)
	if err != nil {
		return nil, err
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
