package golang

import (
	"maps"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// wish collects the conditions of some of the schemas that apply to a value.
type wish struct {
	texts   []string
	types   ir.JSONTypes
	members map[string]*ir.Schema // nil for any value
	names   []string              // of members that should be present
	prefix  []*ir.Schema
	items   *ir.Schema
}

// schema returns a text that a schema may accept: it follows a random path through the schema.
func (s sampler) schema(of *ir.Schema, depth int) string {
	w := wish{types: ^ir.JSONTypes(0), members: map[string]*ir.Schema{}}
	s.hear(of, &w, 8)
	if w.texts != nil && !s.one(5) {
		return pick(s, w.texts)
	}
	var shapes []func() string
	for _, shape := range []struct {
		of    ir.JSONTypes
		spell func() string
	}{
		{ir.NullType, func() string { return "null" }},
		{ir.BooleanType, func() string { return pick(s, []string{"true", "false"}) }},
		{ir.NumberType | ir.IntegerType, func() string { return pick(s, oddNumbers) }},
		{ir.StringType, func() string { return s.quoted(pick(s, oddTexts)) }},
		{ir.ArrayType, func() string { return s.itemsLike(w, depth) }},
		{ir.ObjectType, func() string { return s.membersLike(w, depth) }},
	} {
		if w.types&shape.of != 0 {
			shapes = append(shapes, shape.spell)
		}
	}
	if shapes == nil {
		return s.anything(1)
	}
	return pick(s, shapes)()
}

// hear adds the conditions of a schema.
func (s sampler) hear(of *ir.Schema, w *wish, depth int) {
	if of == nil || depth == 0 {
		return
	}
	for _, a := range of.Assertions {
		switch a := a.(type) {
		case ir.IsType:
			w.types &= a.Types
		case ir.Equals:
			w.texts = a.Texts
		case ir.Requires:
			w.names = append(w.names, a.Members...)
		case ir.Properties:
			for _, m := range a.Named {
				w.members[m.Name] = m.Schema
			}
		case ir.ItemSchemas:
			w.prefix, w.items = a.Prefix, a.Rest
		case ir.AllOf:
			for _, sub := range a.Schemas {
				s.hear(sub, w, depth-1)
			}
		case ir.Nullable:
			s.hear(a.Schema, w, depth-1)
		case ir.AnyOf:
			s.hear(pick(s, a.Schemas), w, depth-1)
		case ir.ExactlyOne:
			s.hear(pick(s, a.Schemas), w, depth-1)
		case ir.If:
			s.hear(pick(s, []*ir.Schema{a.Then, a.Else}), w, depth-1)
		case ir.DependentSchema:
			s.hear(a.Schema, w, depth-1)
		case ir.Select:
			c := pick(s, a.Cases)
			w.names = append(w.names, a.Tag)
			s.hear(c.Schema, w, depth-1)
		case ir.UnevaluatedItems:
			w.items = a.Schema
		}
	}
}

func (s sampler) itemsLike(w wish, depth int) string {
	var items []string
	for i := range s.IntN(4) {
		switch {
		case depth <= 0:
		case i < len(w.prefix):
			items = append(items, s.schema(w.prefix[i], depth-1))
		case w.items != nil:
			items = append(items, s.schema(w.items, depth-1))
		default:
			items = append(items, s.anything(1))
		}
	}
	return s.list(items)
}

func (s sampler) membersLike(w wish, depth int) string {
	var members []string
	for _, name := range slices.Sorted(maps.Keys(w.members)) {
		if slices.Contains(w.names, name) && !s.one(20) || depth > 0 && s.one(3) {
			members = append(members, s.member(name, s.schema(w.members[name], depth-1)))
		}
	}
	for _, name := range w.names {
		if w.members[name] == nil && !s.one(10) {
			members = append(members, s.member(name, s.anything(1)))
		}
	}
	if s.one(4) {
		members = append(members, s.member(pick(s, oddNames), s.anything(1)))
	}
	return s.object(members)
}
