package compile

import (
	"cmp"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/syntax"
)

// branchNames are the suffixes that the branches of anyOf and oneOf add to the names of types in them, where several declare members:
// the word of a member that has another word in each of them, a member that no other one declares, the schema that the branch refers to, or the
// title. A branch that admits every value is the other one, unless it has a title.
func branchNames(s *syntax.Schema) map[*syntax.Schema]string {
	if s.Tag.Value != "" {
		return nil
	}
	names := map[*syntax.Schema]string{}
	for _, branches := range [][]*syntax.Schema{s.AnyOf, s.OneOf} {
		nameBranches(branches, len(s.Properties) > 0, names)
	}
	for i, branch := range conditionBranches(s) {
		names[branch] = []string{"then", "else"}[i]
	}
	return names
}

// nameBranches names the branches that are records. Beside members of their own schema, branches without members are records, too.
func nameBranches(branches []*syntax.Schema, beside bool, names map[*syntax.Schema]string) {
	var inline []*syntax.Schema
	shapes := 0
	for _, b := range branches {
		isObject := typesNamed(b.Type)&objectType != 0
		isInline := declaresMembers(b) || len(partsOf(b)) > 0 || beside && isObject && !b.Ref.Pos.IsValid()
		if isInline {
			inline = append(inline, b)
		}
		if isInline || b.Ref.Pos.IsValid() || isObject || admitsAll(b) {
			shapes++
		}
	}
	if shapes < 2 {
		return
	}
	taken := map[string]bool{}
	count := map[string]int{}
	for _, b := range inline {
		for _, p := range b.Properties {
			count[p.Name.Value]++
		}
	}
	for _, b := range branches {
		if name := cmp.Or(b.Title.Value, "other"); admitsAll(b) && !taken[name] {
			taken[name], names[b] = true, name
		}
	}
	tag := commonTag(inline)
	for i, b := range inline {
		name := b.Title.Value
		required := func(p syntax.Property) bool {
			return slices.ContainsFunc(b.Required, func(t syntax.Text) bool { return t.Value == p.Name.Value })
		}
		own := slices.IndexFunc(b.Properties, func(p syntax.Property) bool { return count[p.Name.Value] == 1 && required(p) })
		if own < 0 {
			own = slices.IndexFunc(b.Properties, func(p syntax.Property) bool { return count[p.Name.Value] == 1 })
		}
		switch {
		case tag != "":
			name = strings.Join(tagConstants(b, tag), " or ")
		case own >= 0:
			name = "with " + b.Properties[own].Name.Value
		case len(b.AllOf) > 0 && len(partsOf(b)) > 0:
			name = strings.Join(partsOf(b), " and ")
		}
		if name == "" || taken[name] {
			name = "variant " + letterOf(i)
		}
		taken[name] = true
		names[b] = name
	}
}

// admitsAll reports whether every value satisfies a schema, because it has no keywords but annotations.
func admitsAll(s *syntax.Schema) bool { return !s.Constrains() && !s.Ref.Pos.IsValid() }

// partsOf returns the names of the schemas that a branch refers to, in a part or in a branch of its own.
func partsOf(b *syntax.Schema) []string {
	var names []string
	for _, part := range inner(b) {
		if ref := part.Ref.Value; part.Ref.Pos.IsValid() {
			names = append(names, ref[strings.LastIndexAny(ref, "/.")+1:])
		}
		names = append(names, partsOf(part)...)
	}
	return names
}

// inner are the parts of a schema and its branches.
func inner(s *syntax.Schema) []*syntax.Schema {
	return slices.Concat(s.AllOf, s.AnyOf, s.OneOf, conditionBranches(s))
}

// declaresMembers reports whether a schema has `properties` of its own, in a part or in a branch.
func declaresMembers(s *syntax.Schema) bool {
	return len(s.Properties) > 0 || slices.ContainsFunc(inner(s), declaresMembers)
}

// commonTag is a member to which each schema gives strings of its own, or "".
func commonTag(schemas []*syntax.Schema) string {
	if len(schemas) < 2 {
		return ""
	}
	for _, p := range schemas[0].Properties {
		seen := map[string]bool{}
		if !slices.ContainsFunc(schemas, func(s *syntax.Schema) bool {
			words := tagConstants(s, p.Name.Value)
			again := len(words) == 0 || len(words) > 3 || slices.ContainsFunc(words, func(w string) bool { return seen[w] })
			for _, w := range words {
				seen[w] = true
			}
			return again
		}) {
			return p.Name.Value
		}
	}
	return ""
}

// letterOf spells a number in letters: a to z, then aa, ab.
func letterOf(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return letterOf(i/26-1) + letterOf(i%26)
}
