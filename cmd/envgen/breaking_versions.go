package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/envgen/envgen/internal/breaking"
	"github.com/envgen/envgen/internal/ir"
)

// specVersions are a spec in both versions. The old one is nil if there was none.
type specVersions struct {
	old, new *ir.Protocol
	same     bool // their texts are equal, and they import nothing
}

// loadVersions compiles both versions of specs.
func loadVersions(l *loader, specs []string, from earlier) ([]specVersions, error) {
	var list []specVersions
	for _, spec := range specs {
		old, err := from.load(l, spec)
		if errors.Is(err, fs.ErrNotExist) {
			fmt.Fprintf(l.streams.err, "%s: new, %s does not have it\n", spec, from.ref)
		} else if err != nil {
			return nil, err
		}
		fresh, err := l.load([]string{spec})
		if err != nil {
			return nil, err
		}
		list = append(list, specVersions{old, fresh[0], old != nil && sameTexts(l, old, fresh[0])})
	}
	return list, nil
}

func sameTexts(l *loader, old, new *ir.Protocol) bool {
	if len(old.Types) == 0 || len(new.Types) == 0 || len(new.Imports) > 0 {
		return false
	}
	a, b := l.sources[old.Types[0].Pos.File], l.sources[new.Types[0].Pos.File]
	return a != nil && string(a) == string(b)
}

// sources returns the findings about the bindings of specs, and counts those of each spec.
func (c *breakingCmd) sources(l *loader, versions []specVersions, from earlier, of map[*ir.Protocol]int) ([]breaking.Finding, error) {
	if !wantsSource(c.Category) {
		return nil, nil
	}
	b, err := newBindings(l, c.Category)
	if err != nil {
		return nil, err
	}
	var old, new []*ir.Protocol
	changed := false
	for _, v := range versions {
		new = append(new, v.new)
		if v.old == nil {
			continue
		}
		old = append(old, v.old)
		if v.same {
			continue
		}
		changed = true
		before := len(b.found)
		if err := b.compare(v.old, v.new); err != nil {
			return nil, err
		}
		of[v.new] += len(b.found) - before
	}
	if from.commit != "" && len(c.Spec) == 0 {
		if err := b.committed(from.commit, old, new, changed); err != nil {
			return nil, err
		}
	}
	return b.found, nil
}
