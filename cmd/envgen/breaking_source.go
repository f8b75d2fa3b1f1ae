package main

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/breaking"
	"github.com/envgen/envgen/internal/breaking/source"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/output"
)

// sourceCategories are the categories of bindings by target.
var sourceCategories = map[string]breaking.Category{"go": breaking.SourceGo, "ts": breaking.SourceTS, "py": breaking.SourcePy}

// mostNamed is how many symbols a finding names beside its own.
const mostNamed = 8

// bindings compares the bindings of specs. It generates both versions with this envgen. Of a revision, it also reads the committed output, so
// that a change of the generator is a change.
type bindings struct {
	l            *loader
	destinations []generators.Destination // one for each language
	dirs         map[string]bool          // the folders that a project writes
	base         string                   // the folder of the project
	seen         map[string]bool
}

// newBindings selects languages: those of the named categories, else those that the project writes, else all.
func newBindings(l *loader, r *breakingRun) (*bindings, error) {
	b := &bindings{l: l, base: r.dir, dirs: map[string]bool{}, seen: map[string]bool{}}
	var written []generators.Destination
	if r.project != nil {
		o, err := (&genCmd{Support: "needed", Layout: "folder", TsImports: "js", TsOpen: "none"}).projectOrder(l)
		if err != nil {
			return nil, err
		}
		written = o.destinations
	}
	for _, t := range generators.Targets {
		category, is := sourceCategories[t.Name]
		i := slices.IndexFunc(written, func(d generators.Destination) bool { return d.Target.Name == t.Name })
		switch {
		case !is || !slices.Contains(r.options.Categories, category):
		case i >= 0:
			b.dirs[written[i].Dir] = true
			b.destinations = append(b.destinations, written[i])
		case r.named || len(written) == 0:
			b.destinations = append(b.destinations, generators.Destination{Target: t, Dir: t.Name, GoImport: "example.com/bindings"})
		}
	}
	return b, nil
}

// compare compares the bindings of one spec.
func (b *bindings) compare(old, new *ir.Protocol) (list []breaking.Finding, err error) {
	n := len(b.destinations)
	made := make([]generated, 2*n) // the old version of each language, then the new one
	var all sync.WaitGroup
	for i := range made {
		all.Go(func() { made[i] = generateFor(b.destinations[i%n], []*ir.Protocol{old, new}[i/n]) })
	}
	all.Wait()
	for i, d := range b.destinations {
		before, err := b.files(d, made[i])
		if err != nil {
			return nil, err
		}
		after, err := b.files(d, made[n+i])
		if err != nil {
			return nil, err
		}
		if before != nil && after != nil {
			list = append(list, b.changes(d.Target, before, after, newPlaces(d.Target, []*ir.Protocol{old}), newPlaces(d.Target, []*ir.Protocol{new}))...)
		}
	}
	return list, nil
}

// generated is the output of one language.
type generated struct {
	owned []output.Owned
	diags diag.List
	err   error
}

// generateFor generates with all support code: a protocol that stops to use a feature has no other types for that.
func generateFor(d generators.Destination, protocols ...*ir.Protocol) (g generated) {
	d.Whole, d.Single = true, false
	g.owned, g.diags, g.err = generators.Run(protocols, d)
	return g
}

// files are those of one version. It returns nil for a language that has no bindings of the spec, with a warning where that is not the project's.
func (b *bindings) files(d generators.Destination, g generated) (source.Files, error) {
	if g.err != nil {
		return nil, g.err
	}
	diags := g.diags
	if !diags.HasErrors() {
		return output.Files(g.owned), nil
	}
	if b.dirs[d.Dir] {
		return nil, b.l.Report(diags)
	}
	first := diags[slices.IndexFunc(diags, func(one diag.Diagnostic) bool { return one.Severity == diag.Error })]
	fmt.Fprintf(b.l.Streams.Err, "%s:%d:%d: no bindings for %s, %s is left out: %s\n", first.Pos.File, first.Pos.Line, first.Pos.Column, d.Target.Name, sourceCategories[d.Target.Name], first.Message)
	return nil, nil
}

// changes returns a finding for each rule and place.
func (b *bindings) changes(t target.Target, before, after source.Files, old, new places) (list []breaking.Finding) {
	also := map[string][]string{} // the further symbols of a finding, by its first one
	for _, c := range source.Compare(t.Name, before, after) {
		key := t.Name + c.Rule + c.About
		if b.seen[key] || old.unstable(c.Symbol) {
			continue
		}
		b.seen[key] = true
		f := breaking.Finding{Category: sourceCategories[t.Name], Rule: c.Rule, About: c.About, Old: old.of(c.Symbol), New: new.of(c.Symbol), Before: c.Old, After: c.New}
		f.Protocol, f.Type = old.split(c.Symbol)
		i := slices.IndexFunc(list, func(g breaking.Finding) bool { return g.Rule == f.Rule && g.Old == f.Old && g.New == f.New })
		switch {
		case i < 0:
			list = append(list, f)
		case len(f.Type) < len(list[i].Type): // Hello is named before ParseHello
			also[f.Place()] = append(also[list[i].Place()], list[i].Place())
			list[i] = f
		default:
			also[list[i].Place()] = append(also[list[i].Place()], f.Place())
		}
	}
	for i := range list {
		more := also[list[i].Place()]
		slices.Sort(more)
		if len(more) > mostNamed {
			more = append(more[:mostNamed:mostNamed], fmt.Sprintf("%d more", len(more)-mostNamed))
		}
		if len(more) > 0 {
			list[i].About += " (also " + strings.Join(more, ", ") + ")"
		}
	}
	return list
}
