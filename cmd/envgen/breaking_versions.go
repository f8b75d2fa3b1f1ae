package main

import (
	"bytes"
	"slices"

	"github.com/envgen/envgen/internal/breaking"
	"github.com/envgen/envgen/internal/ir"
)

// specVersions are a spec in both versions.
type specVersions struct {
	old, new *ir.Protocol
	same     bool // their texts are equal, and those of their imports
}

// unchanged reports whether a spec without imports has the text of its older version, which then needs no compilation.
func (r *breakingRun) unchanged(l *loader, file string, today *ir.Protocol) bool {
	if len(today.Imports) > 0 || isBundle(file) || fileOf(today) == "" {
		return false
	}
	text, err := r.older.read(file)
	return err == nil && bytes.Equal(text, l.Source(fileOf(today))) && !bytes.Contains(text, []byte("overlay"))
}

// sameTexts reports whether two versions of a spec and of all its imports have equal texts. One with an overlay counts as changed: no position may
// name that file. Modules are those of this envgen.
func (r *breakingRun) sameTexts(l *loader, old, new *ir.Protocol) bool {
	if len(old.Imports) != len(new.Imports) {
		return false
	}
	for i, p := range append([]*ir.Protocol{old}, old.Imports...) {
		q := append([]*ir.Protocol{new}, new.Imports...)[i]
		a, b := fileOf(p), fileOf(q)
		if p.Name != q.Name || a == "" || b == "" {
			return false
		}
		text := l.Source(r.older.shown(a))
		if text == nil || string(text) != string(l.Source(b)) || bytes.Contains(text, []byte("overlay")) {
			return false
		}
	}
	return true
}

// fileOf is the file of all types of a protocol, or "".
func fileOf(p *ir.Protocol) (file string) {
	for i, t := range p.Types {
		if i > 0 && t.Pos.File != file {
			return ""
		}
		file = t.Pos.File
	}
	return file
}

// sources adds the findings about the bindings of specs. A bundle has no bindings.
func (r *breakingRun) sources(l *loader) error {
	r.ofSpecs = len(r.found)
	if !slices.ContainsFunc(r.options.Categories, breaking.Category.IsSource) {
		return nil
	}
	const heap = 1 << 30 // bytes, up to which it may grow with little collection
	collectLess(400, heap)
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
		r.add(v.new.Name, v.new.Types[0].Pos.File, found)
	}
	r.ofSpecs = len(r.found)
	at, is := r.older.older.(*commit)
	if !is || len(r.cmd.Spec) > 0 || len(r.pairs) == 0 {
		return nil
	}
	found, err := b.committed(at, r.pairs, changed)
	r.add(r.pairs[0].new.Name, r.pairs[0].new.Types[0].Pos.File, found)
	return err
}
