package main

import (
	"slices"

	"github.com/envgen/envgen/internal/breaking"
	"github.com/envgen/envgen/internal/ir"
)

// specVersions are a spec in both versions.
type specVersions struct {
	old, new *ir.Protocol
	same     bool // their texts are equal, and they import nothing
}

func (r *breakingRun) sameTexts(l *loader, old, new *ir.Protocol) bool {
	if len(old.Types) == 0 || len(new.Types) == 0 || len(new.Imports) > 0 {
		return false
	}
	a, b := l.sources[r.older.shown(old.Types[0].Pos.File)], l.source(new.Types[0].Pos.File)
	return a != nil && string(a) == string(b)
}

// sources adds the findings about the bindings of specs. A bundle has no bindings.
func (r *breakingRun) sources(l *loader) error {
	r.ofSpecs = len(r.found)
	if !slices.ContainsFunc(r.options.Categories, breaking.Category.IsSource) {
		return nil
	}
	b, err := newBindings(l, r)
	if err != nil {
		return err
	}
	changed := false
	for _, v := range r.pairs {
		if v.same {
			continue
		}
		changed = true
		found, err := b.compare(v.old, v.new)
		if err != nil {
			return err
		}
		r.add(v.new.Name, "", found)
	}
	r.ofSpecs = len(r.found)
	at, is := r.older.older.(*commit)
	if !is || len(r.cmd.Spec) > 0 || len(r.pairs) == 0 {
		return nil
	}
	found, err := b.committed(at, r.pairs, changed)
	r.add(r.pairs[0].new.Name, "", found)
	return err
}
