package main

import (
	"fmt"
	"slices"
	"strings"

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

// bindings compares the bindings of specs. It generates both versions with this envgen. Of a revision, it also reads the committed output, so
// that a change of the generator is a change.
type bindings struct {
	l            *loader
	destinations []generators.Destination // one for each language
	dirs         map[string]bool          // the folders that a project writes
	found        []breaking.Finding
	seen         map[string]bool
}

// newBindings selects languages: those of the categories, else those that the project writes, else all.
func newBindings(l *loader, categories []string) (*bindings, error) {
	b := &bindings{l: l, dirs: map[string]bool{}, seen: map[string]bool{}}
	var written []generators.Destination
	if _, err := findProject(); err == nil {
		o, err := (&genCmd{Support: "needed", TsImports: "js", TsOpen: "none"}).projectOrder(l)
		if err != nil {
			return nil, err
		}
		written = o.destinations
	}
	for _, t := range generators.Targets {
		category, is := sourceCategories[t.Name]
		i := slices.IndexFunc(written, func(d generators.Destination) bool { return d.Target.Name == t.Name })
		switch {
		case !is || len(categories) > 0 && !slices.Contains(categories, string(category)):
		case i >= 0:
			b.dirs[written[i].Dir] = true
			b.destinations = append(b.destinations, written[i])
		case len(categories) > 0 || len(written) == 0:
			b.destinations = append(b.destinations, generators.Destination{Target: t, Dir: t.Name, GoImport: "example.com/bindings"})
		}
	}
	return b, nil
}

// wantsSource reports whether some category is about bindings.
func wantsSource(categories []string) bool {
	return len(categories) == 0 || slices.ContainsFunc(categories, func(name string) bool { return strings.HasPrefix(name, "SOURCE.") })
}

// compare compares the bindings of one spec.
func (b *bindings) compare(old, new *ir.Protocol) error {
	for _, d := range b.destinations {
		before, err := b.files(d, old)
		if err != nil {
			return err
		}
		after, err := b.files(d, new)
		if err != nil {
			return err
		}
		if before != nil && after != nil {
			b.changes(d.Target, before, after, newPlaces(d.Target, []*ir.Protocol{old}), newPlaces(d.Target, []*ir.Protocol{new}))
		}
	}
	return nil
}

// files generates one version. It returns nil for a language that has no bindings of the spec, with a warning where that is not the project's.
func (b *bindings) files(d generators.Destination, protocols ...*ir.Protocol) (source.Files, error) {
	owned, diags, err := generators.Run(protocols, d)
	if err != nil {
		return nil, err
	}
	if !diags.HasErrors() {
		return output.Files(owned), nil
	}
	if b.dirs[d.Dir] {
		return nil, b.l.report(diags)
	}
	first := diags[slices.IndexFunc(diags, func(one diag.Diagnostic) bool { return one.Severity == diag.Error })]
	fmt.Fprintf(b.l.streams.err, "%s:%d:%d: no bindings for %s, %s is left out: %s\n", first.Pos.File, first.Pos.Line, first.Pos.Column, d.Target.Name, sourceCategories[d.Target.Name], first.Message)
	return nil, nil
}

// mostNamed is how many symbols a finding names beside its own.
const mostNamed = 8

// changes adds a finding for each rule and place.
func (b *bindings) changes(t target.Target, before, after source.Files, old, new places) {
	var groups []*breaking.Finding
	also := map[*breaking.Finding][]string{}
	for _, c := range source.Compare(t.Name, before, after) {
		key := t.Name + c.Rule + c.About
		if b.seen[key] {
			continue
		}
		b.seen[key] = true
		f := breaking.Finding{Category: sourceCategories[t.Name], Rule: c.Rule, Type: c.Symbol, About: c.About, Old: old.of(c.Symbol), New: new.of(c.Symbol), Before: c.Old, After: c.New}
		i := slices.IndexFunc(groups, func(g *breaking.Finding) bool { return g.Rule == f.Rule && g.Old == f.Old && g.New == f.New })
		if i < 0 {
			groups = append(groups, &f)
			continue
		}
		g := groups[i]
		if len(f.Type) < len(g.Type) { // Hello is named before ParseHello
			also[&f] = append(also[g], g.Type)
			groups[i] = &f
		} else {
			also[g] = append(also[g], f.Type)
		}
	}
	for _, f := range groups {
		if more := also[f]; len(more) > 0 {
			slices.Sort(more)
			if len(more) > mostNamed {
				more = append(more[:mostNamed:mostNamed], fmt.Sprintf("%d more", len(more)-mostNamed))
			}
			f.About += " (also " + strings.Join(more, ", ") + ")"
		}
		b.found = append(b.found, *f)
	}
}
