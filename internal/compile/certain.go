package compile

import (
	"iter"
	"maps"
	"slices"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// The types in this file describe valid values. They decide nothing: a Schema does. So they only have to contain every valid value, and back ends
// write as much of them as their language can.

// tuple is the shape of an array whose items prefixItems distinguishes by position, if there are any.
func (r *kindChoice) tuple() (ir.Array, bool) {
	for _, a := range r.rest {
		if a.kind == conditional && len(a.schema.PrefixItems) > 0 && !r.n.dynamic {
			return r.tupleOf(a.schema, maps.Values(r.n.limits)), true
		}
	}
	return ir.Array{}, false
}

// tupleOf is the shape by the items of a schema, with the limits for the array.
func (r *kindChoice) tupleOf(of *syntax.Schema, limits iter.Seq[syntax.Limit]) ir.Array {
	t, prefix, isFull := &ir.Tuple{}, of.PrefixItems, false
	for l := range limits {
		switch {
		case l.Keyword == "minItems":
			t.Least = int(min(l.Value, float64(len(prefix)+1)))
		case l.Keyword == "maxItems" && l.Value <= float64(len(prefix)):
			prefix, isFull = prefix[:int(l.Value)], true
		}
	}
	var all []ir.Value
	for _, s := range prefix {
		if r.c.typesOfSchema(s) == 0 { // no array is as long
			isFull = true
			break
		}
		t.Items, all = append(t.Items, r.itemOf(s)), append(all, r.plain(s))
	}
	switch {
	case isFull:
	case of.Items == nil:
		t.Rest = &ir.Value{Kind: ir.Any{}}
		all = append(all, *t.Rest)
	case r.c.typesOfSchema(of.Items) != 0:
		rest := r.itemOf(of.Items)
		t.Rest, all = &rest, append(all, r.plain(of.Items))
	}
	items := common(all)
	if len(t.Items) > maxTypes {
		t = nil
	}
	return ir.Array{Items: &items, Tuple: t}
}

// arrays is the shape of the arrays that the branches of a choice accept, if there is one.
func (r *kindChoice) arrays() (ir.Value, bool) {
	types := r.narrower(arrayType)
	if types == nil {
		return ir.Value{}, false
	}
	var all []ir.Value
	for _, t := range types {
		item := ir.Value{Kind: ir.Any{}}
		if array, is := t.Kind.(ir.Array); is {
			item = ir.Value{Kind: array.Items.Kind, Nullable: array.Items.Nullable}
		}
		all = append(all, item)
	}
	items := common(all)
	return ir.Value{Kind: ir.Array{Items: &items}, Certain: types}, true
}

// narrower returns types for all values of a JSON type, by literals or by the branches of a choice. It is nil if none of them narrows the JSON type.
func (r *kindChoice) narrower(of typeSet) []ir.Value {
	if r.n.dynamic { // the scope may replace the type that a branch names
		return nil
	}
	if r.n.hasLits {
		literals := slices.DeleteFunc(slices.Clone(r.n.lits), func(l ir.Literal) bool { return typeOfLiteral(l)&of == 0 })
		return certain([]ir.Value{oneOf(ir.Value{Kind: ir.Any{}}, literals)})
	}
	for _, a := range r.rest {
		if a.kind != conditional {
			continue
		}
		for _, branches := range [][]*syntax.Schema{a.schema.AnyOf, a.schema.OneOf} {
			if list := certain(r.branches(branches, of)); list != nil {
				return list
			}
		}
	}
	return nil
}

// branches are the types of the branches that accept values of a JSON type. They are nil if one of them accepts other values, too.
func (r *kindChoice) branches(branches []*syntax.Schema, of typeSet) []ir.Value {
	var list []ir.Value
	for _, b := range branches {
		switch types := r.c.typesOfSchema(b) &^ nullType; {
		case types&of == 0:
		case types&^of != 0:
			return nil
		default:
			list = append(list, r.itemOf(b))
		}
	}
	return list
}

// certain returns types, or nil if one of them is only a JSON type, or if there are too many.
func certain(list []ir.Value) []ir.Value {
	if len(list) > maxTypes {
		return nil
	}
	for _, v := range list {
		_, isRef := v.Kind.(ir.Ref)
		array, isArray := v.Kind.(ir.Array)
		if isArray && (array.Tuple != nil || array.Items.Kind != ir.Kind(ir.Any{})) {
			continue
		}
		if !isRef && len(v.Checks) == 0 {
			return nil
		}
	}
	return list
}

// itemOf is a type for all values of a schema: a type of the spec, literals, an array, or a JSON type.
func (r *kindChoice) itemOf(s *syntax.Schema) ir.Value {
	list := r.c.conjuncts(s)
	if len(list) == 1 && list[0].kind == reference {
		v := r.c.value([]*syntax.Schema{s}, site{name: r.at.name + ".item", pos: s.Pos})
		if _, isRef := v.Kind.(ir.Ref); isRef {
			return ir.Value{Kind: v.Kind, Nullable: v.Nullable}
		}
	}
	v := r.plain(s)
	if _, isArray := v.Kind.(ir.Array); isArray {
		switch {
		case len(s.PrefixItems) > 0:
			v.Kind = r.tupleOf(s, slices.Values(s.Limits))
		case s.Items != nil && r.c.typesOfSchema(s.Items) != 0:
			items := r.itemOf(s.Items)
			v.Kind = ir.Array{Items: &items}
		}
		return v
	}
	if literals, are := literalsOf(s); are && !v.Nullable {
		return oneOf(v, literals)
	}
	return v
}

// maxTypes is how many types or literals a type lists.
const maxTypes = 100

// oneOf restricts a type to literals, if all of them are scalars, and not too many.
func oneOf(v ir.Value, literals []ir.Literal) ir.Value {
	k, isWhole := v.Kind.(ir.Integer)
	bothTruths := len(literals) == 2 && literals[0].Kind == ir.BoolLiteral && literals[1].Kind == ir.BoolLiteral
	if len(literals) > 0 && len(literals) <= maxTypes && areScalars(literals) && !bothTruths && (!isWhole || k.Width == ir.Safe) {
		v.Checks = []ir.Check{ir.OneOf{Literals: literals}}
	}
	return v
}

// plain is the type of a schema's values without names and literals: a scalar, or any object or array.
func (r *kindChoice) plain(s *syntax.Schema) ir.Value {
	types := r.c.typesOfSchema(s)
	v := ir.Value{Nullable: types&nullType != 0}
	switch types &^= nullType; types {
	case 0:
		return ir.Value{Kind: ir.Null{}}
	case objectType:
		v.Kind = ir.Object{}
	case arrayType:
		v.Kind = ir.Array{Items: &ir.Value{Kind: ir.Any{}}}
	default:
		if v.Kind = scalarOf(types, widths[s.Width]); v.Kind == nil {
			return ir.Value{Kind: ir.Any{}}
		}
	}
	return v
}

func areScalars(literals []ir.Literal) bool {
	return !slices.ContainsFunc(literals, func(l ir.Literal) bool {
		return l.Kind != ir.StringLiteral && l.Kind != ir.NumberLiteral && l.Kind != ir.BoolLiteral
	})
}

// common is the type of all items, if they are scalars of one kind. The contract applies rules and the order of members where a type is certain, and
// does not count prefixItems there. So records keep no type.
func common(all []ir.Value) ir.Value {
	anything := ir.Value{Kind: ir.Any{}}
	if len(all) == 0 {
		return anything
	}
	v := all[0]
	for _, item := range all[1:] {
		v.Nullable = v.Nullable || item.Nullable
		switch {
		case item.Kind == v.Kind:
		case isDouble(item.Kind) && isDouble(v.Kind):
			v.Kind = ir.Number{}
		default:
			return anything
		}
	}
	switch v.Kind.(type) {
	case ir.Boolean, ir.Integer, ir.Number, ir.String:
		return v
	}
	return anything
}

// isDouble reports whether values of a kind are doubles in every language.
func isDouble(k ir.Kind) bool {
	switch k := k.(type) {
	case ir.Integer:
		return k.Width == ir.Safe
	case ir.Number:
		return true
	}
	return false
}

// plainValues reports whether values of a schema contain no records with declared members. No rules run inside, and the order of members is theirs. It
// reads schemas, because types that are compiled later must not count less.
func (c *compiler) plainValues(s *syntax.Schema, seen map[*syntax.Schema]bool) bool {
	if s == nil || seen[s] {
		return true
	}
	seen[s] = true
	if len(s.Properties) > 0 || s.Tag.Pos.IsValid() || s.If != nil || len(s.DependentSchemas) > 0 || s.Unevaluated != nil || s.UnevaluatedItems != nil ||
		s.DynamicRef.Pos.IsValid() {
		return false
	}
	parts := slices.Concat(s.AllOf, s.AnyOf, s.OneOf, s.PrefixItems, []*syntax.Schema{s.Items, s.Additional})
	for _, p := range s.PatternProperties {
		parts = append(parts, p.Schema)
	}
	if d := c.targets[s]; d != nil {
		parts = append(parts, d.schema)
	}
	return !slices.ContainsFunc(parts, func(part *syntax.Schema) bool { return !c.plainValues(part, seen) })
}
