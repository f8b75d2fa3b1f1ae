package naming

import (
	"fmt"
	"maps"

	"github.com/envgen/envgen/internal/ir"
)

func (a *assigner) values(t *ir.Type, e *ir.Enum) {
	if a.language.valueCase == nil {
		return
	}
	keyword := "x-value-names"
	if e.Catalog != nil {
		keyword = "x-name"
	}
	for i, v := range e.Values {
		word := word{t, i}
		name := a.scope.free(a.language.valueCase(a.names.types[t], a.wordsOf(word, a.source(v.Value, v.Rename), v.Rename)))
		if a.effort[word].yields {
			name += "_"
		}
		a.names.values[t] = append(a.names.values[t], name)
		a.claimWith(a.scope, name, owner{fmt.Sprintf("the value %q of %s", v.Value, t.Name), t.Pos, word}, keyword)
	}
}

// codes names the integers of a catalog.
func (a *assigner) codes(t *ir.Type, e *ir.Enum) {
	if a.language.valueCase != nil {
		a.values(t, e)
		return
	}
	s := newScope(nil)
	for _, v := range e.Values {
		name := a.language.codeCase(words(a.source(v.Value, v.Rename)))
		a.names.values[t] = append(a.names.values[t], name)
		a.claim(s, name, fmt.Sprintf("the value %s of %s", v.Value, t.Name), t.Pos)
	}
}

// catalog names the columns. They are members beside the word of an entry.
func (a *assigner) catalog(t *ir.Type, e *ir.Enum) {
	if e.Catalog == nil {
		return
	}
	s := newScope(a.language.columns)
	a.claim(s, a.column("value"), "the value of each entry", t.Pos)
	for _, c := range e.Catalog.Columns {
		name := s.free(a.column(a.source(c.Name, c.Rename)))
		a.names.columns[t] = append(a.names.columns[t], name)
		a.claim(s, name, fmt.Sprintf("the column %q of %s", c.Name, t.Name), c.Pos)
	}
}

func (a *assigner) column(name string) string {
	if a.language.memberCase == nil {
		return name
	}
	return a.language.memberCase(words(name))
}

func (a *assigner) members(t *ir.Type, r *ir.Record) {
	s := newScope(maps.Clone(a.language.members))
	maps.Copy(s.reserved, a.variantOf[t])
	if t.Error != nil {
		for _, name := range a.language.failures {
			s.reserved[name] = true
		}
	}
	if a.language.memberCase == nil {
		for _, f := range r.Fields {
			a.names.fields[f] = f.Name
		}
		return
	}
	plain := map[string]bool{}
	for _, f := range r.Fields {
		a.names.fields[f] = a.language.memberCase(a.wordsOf(f, a.source(f.Name, f.Rename), f.Rename))
		plain[a.names.fields[f]] = true
	}
	for _, f := range r.Fields {
		name := a.names.fields[f]
		if s.reserved[name] {
			name += a.language.memberSuffix
			if plain[name] {
				name += "_" // another member has the name and the suffix
			}
		}
		a.names.fields[f] = name
		a.claimWith(s, name, owner{fmt.Sprintf("the member %q of %s", f.Name, t.Name), f.Pos, f}, "x-name")
	}
}
