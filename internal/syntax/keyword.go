package syntax

import (
	"slices"

	"github.com/envgen/envgen/internal/diag"
)

var languages = []string{"go", "ts", "py"}

// rename reads x-name: one name for all languages, or one a language.
func (r *reader) rename(m Member) []Rename {
	if m.Value.Kind == TextNode {
		return []Rename{{"", r.text(m)}}
	}
	if !r.is(m, MapNode) {
		return nil
	}
	var list []Rename
	for _, l := range m.Value.Members {
		if !slices.Contains(languages, l.Key.Value) {
			r.unknown(l.Key, languages, nil, nil)
			continue
		}
		list = append(list, Rename{l.Key.Value, r.text(l)})
	}
	return list
}

func (r *reader) valueNames(s *Schema, m Member) {
	if !r.is(m, MapNode) {
		return
	}
	for _, v := range m.Value.Members {
		s.ValueNames = append(s.ValueNames, ValueName{v.Key, r.rename(v)})
	}
}

func (r *reader) flag(m Member) Flag {
	if !r.is(m, BoolNode) {
		return Flag{Pos: m.Value.Pos}
	}
	return Flag{m.Value.Pos, m.Value.Bool}
}

// named reads a mapping of schemas.
func (r *reader) named(m Member) []Property {
	if !r.is(m, MapNode) {
		return nil
	}
	var list []Property
	for _, p := range m.Value.Members {
		list = append(list, Property{p.Key, r.schema(p.Value)})
	}
	return list
}

func (r *reader) dependencies(s *Schema, m Member) {
	if !r.is(m, MapNode) {
		return
	}
	for _, d := range m.Value.Members {
		s.DependentRequired = append(s.DependentRequired, Dependency{d.Key, r.names(d)})
	}
}

var typeNames = []string{"null", "boolean", "object", "array", "number", "integer", "string"}

func (r *reader) typeNames(m Member) []Text {
	var names []Text
	switch m.Value.Kind {
	case TextNode:
		names = []Text{r.text(m)}
	case NullNode:
		r.fail(m.Value.Pos, "type-name", "write `type: \"null\"`", "null without quotes is a value, not the name of a type")
	case ListNode:
		names = r.typeList(m)
	default:
		r.is(m, TextNode)
	}
	for _, t := range names {
		if !slices.Contains(typeNames, t.Value) {
			r.fail(t.Pos, "type-name", diag.DidYouMean(t.Value, typeNames), "%s is not a JSON Schema type", quote(t.Value))
		}
	}
	return r.distinct(names)
}

func (r *reader) typeList(m Member) []Text {
	var names []Text
	if len(m.Value.Items) == 0 {
		r.fail(m.Value.Pos, "empty-list", "", "`type` is an empty list")
	}
	for _, item := range m.Value.Items {
		switch item.Kind {
		case TextNode:
			names = append(names, Text{item.Pos, item.Text, item.style})
		case NullNode:
			r.fail(item.Pos, "type-name", "write \"null\"", "null without quotes is a value, not the name of a type")
		default:
			r.fail(item.Pos, "value-type", "", "the name of a type must be a string, not %s", item.Kind)
		}
	}
	return names
}

func (r *reader) enum(s *Schema, m Member) {
	if !r.is(m, ListNode) {
		return
	}
	if len(m.Value.Items) == 0 {
		r.diags.Add(diag.Diagnostic{Pos: m.Value.Pos, Severity: diag.Warning, Code: "empty-list", Message: "`enum` is an empty list, so no value can be valid"})
	}
	s.Enum = m.Value
}

func (r *reader) properties(s *Schema, m Member) {
	s.PropertiesPos = m.Value.Pos
	s.Properties = r.named(m)
}

func (r *reader) names(m Member) []Text {
	if !r.is(m, ListNode) {
		return nil
	}
	var names []Text
	for _, item := range m.Value.Items {
		if item.Kind != TextNode {
			if !r.reported(item.Pos) {
				r.fail(item.Pos, "value-type", "", "the name of a member must be a string, not %s", item.Kind)
			}
			continue
		}
		names = append(names, Text{item.Pos, item.Text, item.style})
	}
	return r.distinct(names)
}

// distinct reports names that occur twice and returns the others.
func (r *reader) distinct(names []Text) []Text {
	first := map[string]diag.Pos{}
	return slices.DeleteFunc(names, func(t Text) bool {
		earlier, again := first[t.Value]
		if again {
			r.diags.Add(diag.Diagnostic{Pos: t.Pos, Code: "duplicate-item", Message: quote(t.Value) + " is present twice", Notes: []diag.Note{{Pos: earlier, Message: "first here"}}})
		} else {
			first[t.Value] = t.Pos
		}
		return again
	})
}

func (r *reader) schemas(m Member) []*Schema {
	if !r.is(m, ListNode) {
		return nil
	}
	if len(m.Value.Items) == 0 {
		r.fail(m.Value.Pos, "empty-list", "", "`%s` is an empty list", m.Key.Value)
	}
	var list []*Schema
	for _, item := range m.Value.Items {
		list = append(list, r.schema(item))
	}
	return list
}

func (r *reader) discriminator(s *Schema, m Member) {
	if !r.is(m, MapNode) {
		return
	}
	for _, d := range m.Value.Members {
		switch name := d.Key.Value; {
		case name == "fallback":
			// `together` reads it, behind the branches
		case name != "propertyName" && name != "presence":
			r.unknown(d.Key, []string{"propertyName", "presence", "fallback"}, []string{"mapping", "defaultMapping"}, nil)
		case s.Tag.Pos.IsValid():
			r.fail(d.Key.Pos, "discriminator-twice", "leave one of them out", "`discriminator` has either `propertyName` or `presence`, not both")
		default:
			s.Tag, s.Presence = r.text(d), name == "presence"
		}
	}
	if !s.Tag.Pos.IsValid() && !r.meant["propertyName"] && !r.meant["presence"] {
		r.fail(m.Value.Pos, "missing-key", "write `discriminator: {propertyName: kind}`", "`discriminator` has no `propertyName`")
	}
}

// fallback appends the schema of all other tags to the branches.
func (r *reader) fallback(s *Schema, discriminator *Node) {
	n := discriminator.Member("fallback")
	switch {
	case n == nil || len(s.OneOf) == 0:
	case s.Presence:
		r.fail(n.Pos, "fallback", "leave it out", "`fallback` has no effect with `presence`, which selects one of two branches for every value")
	default:
		s.OneOf, s.Fallback = append(s.OneOf, r.schema(n)), true
	}
}

func (r *reader) limit(s *Schema, m Member) {
	if !r.is(m, NumberNode) {
		return
	}
	name, v := m.Key.Value, m.Value.Number
	switch name {
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
	case "multipleOf":
		if v <= 0 {
			r.fail(m.Value.Pos, "count", "", "`multipleOf` must be greater than 0")
			return
		}
	default:
		if v < 0 || v > 1<<31-1 || v != float64(int(v)) {
			r.fail(m.Value.Pos, "count", "", "`%s` must be a whole number from 0 to %d", name, 1<<31-1)
			return
		}
	}
	s.Limits = append(s.Limits, Limit{name, m.Value.Pos, v, m.Value.Digits()})
}
