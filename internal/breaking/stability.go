package breaking

import (
	"cmp"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

// exempt reports whether the older version calls the place of a finding unstable. The new version cannot: a change that also takes the promise back
// would exempt itself.
func (c *comparison) exempt(f Finding) bool {
	for _, t := range declaredTypes(c.old.Protocol) {
		if t.Name == f.Type && t.Protocol == f.Protocol {
			return unstable(t, f.Path)
		}
	}
	return false
}

// spot is a value on the way along a path, with the word that counts for it.
type spot struct {
	word  string
	value ir.Value
}

// unstable reports whether each value of a type at a path is unstable. The innermost word counts.
func unstable(t *ir.Type, path []string) bool {
	at := []spot{{t.Doc.Stability, t.Value}}
	for _, name := range path {
		var next []spot
		for _, s := range at {
			next = append(next, s.step(name)...)
		}
		if len(next) == 0 {
			break // the old version does not declare it, so its owner decides
		}
		at = next
	}
	return !slices.ContainsFunc(at, func(s spot) bool { return s.word != ir.Unstable })
}

// step returns the values at a member or item of a value.
func (s spot) step(name string) []spot {
	r := s.value.Resolve()
	s.word = cmp.Or(lastWord(r.Types), s.word)
	var list []spot
	switch k := r.Kind.(type) {
	case *ir.Record:
		if f := fieldOf(k, name); f != nil {
			list = append(list, spot{cmp.Or(f.Doc.Stability, lastWord(f.Value.Resolve().Types), s.word), f.Value})
		}
	case ir.Map:
		list = append(list, spot{s.word, *k.Values})
	case ir.Array:
		list = append(list, spot{s.word, *k.Items})
	case *ir.Union:
		for _, v := range k.Variants {
			list = append(list, spot{cmp.Or(v.Type.Doc.Stability, s.word), v.Type.Value}.step(name)...)
		}
	case *ir.Choice:
		for _, option := range k.Options {
			list = append(list, spot{s.word, option}.step(name)...)
		}
	}
	return list
}

// lastWord is the word of the type that a chain of references ends with, or of the last that has one.
func lastWord(chain []*ir.Type) (word string) {
	for _, t := range chain {
		word = cmp.Or(t.Doc.Stability, word)
	}
	return word
}

// stableIssues leaves out the issues at unstable places.
func stableIssues(t *ir.Type, all []reference.Issue) []reference.Issue {
	return slices.DeleteFunc(slices.Clone(all), func(i reference.Issue) bool { return unstable(t, steps(i.Path)) })
}

// steps splits a JSON Pointer.
func steps(pointer string) []string {
	if pointer == "" {
		return nil
	}
	list := strings.Split(pointer, "/")[1:]
	for i := range list {
		list[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(list[i])
	}
	return list
}
