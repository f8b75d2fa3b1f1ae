package randomspecs

import (
	"fmt"
	"slices"
	"strings"
)

// selection is a union by a tag as far as rules need it.
type selection struct {
	tag      string
	boolean  bool
	integer  bool
	fallback bool
	tags     []string
	branches []branch
}

// branch is a record of a union.
type branch struct {
	tags   []string
	record *object
}

// selectionOf reads a union by a tag whose branches are records; it is nil for any other schema.
func (a *author) selectionOf(s *object) *selection {
	d, is := s.get("discriminator").(*object)
	branches, are := s.get("oneOf").([]any)
	if !is || !are || !d.has("propertyName") {
		return nil
	}
	u := &selection{tag: d.get("propertyName").(string), fallback: d.has("fallback")}
	for _, b := range branches {
		record := a.recordOf(b)
		if record == nil {
			return nil // a union of unions
		}
		tag := record.get("properties").(*object).get(u.tag).(*object)
		var tags []string
		switch value := tag.get("const").(type) {
		case string:
			tags = []string{value}
		case bool:
			u.boolean, tags = true, []string{fmt.Sprint(value)}
		case int:
			u.integer, tags = true, []string{fmt.Sprint(value)}
		default:
			for _, one := range tag.get("enum").([]any) {
				if _, isInteger := one.(int); isInteger {
					u.integer = true
				}
				tags = append(tags, fmt.Sprint(one))
			}
		}
		u.tags = append(u.tags, tags...)
		u.branches = append(u.branches, branch{tags, record})
	}
	return u
}

// recordOf is the schema of a record, or nil.
func (a *author) recordOf(s any) *object {
	if ref, is := s.(reference); is {
		i := slices.IndexFunc(a.types, func(t *named) bool { return t.name == ref.name })
		s = a.types[i].schema
	}
	record, isObject := s.(*object)
	if !isObject || record.has("oneOf") || !record.has("properties") {
		return nil
	}
	return record
}

// aboutTag lists conditions on the tag of a union, and on the members of its branches.
func (a *author) aboutTag(u *selection) []string {
	tag, sayable := accessIn(hole, u.tag)
	if !sayable {
		return nil
	}
	if u.boolean {
		forms := []string{tag, "!" + tag, tag + " == false"}
		for _, b := range u.branches {
			test := "!" + tag
			if b.tags[0] == "false" {
				test = tag
			}
			if member := a.memberOfBranch(u, b); member != "" {
				forms = append(forms, test+" || "+member, "("+test+" ? true : "+member+")")
			}
		}
		return forms
	}
	literal := celText
	if u.integer {
		literal = func(digits string) string { return digits }
	}
	word := literal(pick(a, u.tags...))
	forms := []string{tag + " == " + word, tag + " != " + word, "!(" + tag + " in [" + word + "])"}
	if u.integer {
		forms = append(forms, tag+" + 1 > 2", tag+" < 2")
	} else {
		forms = append(forms, "size("+tag+") > 3", tag+` < "m"`)
	}
	if u.fallback && u.integer {
		forms = append(forms, tag+" != 4", tag+" in [4, "+word+"]")
	} else if u.fallback {
		forms = append(forms, tag+` != "a"`, tag+` in ["a", `+word+"]")
	}
	for _, b := range u.branches {
		var tags []string
		for _, one := range b.tags {
			tags = append(tags, literal(one))
		}
		test := tag + " in [" + strings.Join(tags, ", ") + "]"
		if member := a.memberOfBranch(u, b); member != "" {
			forms = append(forms, "!("+test+") || "+member, "("+test+" ? "+member+" : true)", tag+" == "+tags[0]+" && "+member)
		}
	}
	return forms
}

// memberOfBranch is a condition on a member of a branch, or "".
func (a *author) memberOfBranch(u *selection, b branch) string {
	required, _ := b.record.get("required").([]any)
	properties := b.record.get("properties").(*object)
	a.within++
	defer func() { a.within-- }()
	for range 4 {
		m := properties.members[a.IntN(len(properties.members))]
		o, isObject := m.value.(*object)
		if m.name == u.tag || isObject && o.has("x-stage") {
			continue
		}
		access, sayable := accessIn(hole, m.name)
		c := a.content(m.value, 3)
		if (c.union != nil || c.list != nil && c.list.union != nil) && a.within > 1 {
			continue // a union can contain itself
		}
		if condition := a.condition(access, c); sayable && condition != "" {
			return a.guarded(access, condition, !slices.Contains(required, any(m.name)), c.nullable)
		}
	}
	return ""
}

// aboutTags lists conditions on lists of values of a union.
func (a *author) aboutTags(u *selection) []string {
	var forms []string
	for _, form := range a.aboutTag(u) {
		about := strings.ReplaceAll(form, hole, "c")
		forms = append(forms, "§.all(c, "+about+")", "§.exists(c, "+about+")", "size(§.filter(c, "+about+")) < 2")
	}
	return forms
}
