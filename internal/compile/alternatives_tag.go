package compile

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// inferTag finds a member whose strings select the variant.
func inferTag(u *ir.Union) {
	if len(u.Variants) < 2 {
		return
	}
	for _, tag := range requiredNames(u.Variants[0].Type) {
		owners, tags := map[string]bool{}, [][]string(nil)
		for _, v := range u.Variants {
			words := wordsOf(v.Type, tag)
			disjoint := len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return owners[w] })
			if !disjoint {
				break
			}
			for _, w := range words {
				owners[w] = true
			}
			tags = append(tags, words)
		}
		if len(tags) < len(u.Variants) {
			continue
		}
		u.Tag, u.By, u.Branches = tag, ir.ByString, nil
		for i, words := range tags {
			u.Variants[i].Tags = words
		}
		failTags(u)
		return
	}
}

// requiredNames returns the names of the members that a record, or the first record of a union, requires.
func requiredNames(t *ir.Type) []string {
	for {
		u, isUnion := t.Value.Kind.(*ir.Union)
		if !isUnion || len(u.Variants) == 0 {
			break
		}
		t = u.Variants[0].Type
	}
	record, isRecord := t.Value.Kind.(*ir.Record)
	if !isRecord {
		return nil
	}
	var names []string
	for _, f := range record.Fields {
		if f.Required {
			names = append(names, f.Name)
		}
	}
	return names
}

// wordsOf returns the strings that a record, or each record of a union, gives a member that it requires, or nil if it allows others.
func wordsOf(t *ir.Type, member string) []string {
	switch k := t.Value.Kind.(type) {
	case *ir.Record:
		f := t.Field(member)
		if f == nil || !f.Required {
			return nil
		}
		words, by := tagValues(f.Value)
		if by != ir.ByString {
			return nil
		}
		return words
	case *ir.Union:
		var all []string
		for _, v := range k.Variants {
			words := wordsOf(v.Type, member)
			if words == nil {
				return nil
			}
			for _, w := range words {
				if !slices.Contains(all, w) {
					all = append(all, w)
				}
			}
		}
		return all
	}
	return nil
}
