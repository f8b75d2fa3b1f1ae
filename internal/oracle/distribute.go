package oracle

import (
	"slices"

	"github.com/envgen/envgen/internal/syntax"
)

// plainKeywords are those that a union by presence is composed with in a generated type.
var plainKeywords = []string{"type", "properties", "required", "allOf", "$ref", "oneOf", "discriminator", "description", "source", "title", "$comment", "x-name", "x-from", "x-error", "x-stability"}

// distributes reports whether a view is that of unions that the presence of one member selects, and of members beside them, which
// generated types take for one union.
func (o *Oracle) distributes(v view) bool {
	tag, unions := "", 0
	plain := func(n *syntax.Node) bool {
		of := n.Member("type")
		return (of == nil || of.Text == "object") && !slices.ContainsFunc(members(n), func(m syntax.Member) bool { return !slices.Contains(plainKeywords, m.Key.Value) })
	}
	for _, a := range v {
		name, tagged := tagOf(a.node)
		switch {
		case !plain(a.node):
			return false
		case a.of == nil && !tagged && a.node.Member("oneOf") != nil:
			return false
		case !tagged:
			continue
		case !byPresence(a.node) || a.of != nil || tag != "" && name != tag:
			return false
		}
		tag, unions = name, unions+1
		for _, branch := range items(a.node.Member("oneOf")) {
			if slices.ContainsFunc(o.composed(branch), func(n *syntax.Node) bool { return !plain(n) || n.Member("oneOf") != nil }) {
				return false
			}
		}
	}
	return unions > 0 && !slices.ContainsFunc(v, func(a applied) bool {
		return a.of == nil && (slices.ContainsFunc(members(a.node.Member("properties")), func(m syntax.Member) bool { return m.Key.Value == tag }) || slices.ContainsFunc(items(a.node.Member("required")), func(r *syntax.Node) bool { return r.Text == tag }))
	})
}

// settled leaves open whether the rules of a union's branch run if more than that union declares members: generated types have the members beside it,
// or those of the first union. For two choices of a schema and null, the generated type may not be a record.
func (o *Oracle) settled(v view) view {
	if o.distributes(v) {
		return v
	}
	var first, null *syntax.Node
	members, nulls := false, false
	for _, a := range v {
		if a.sure && a.null != nil {
			nulls = nulls || null != nil && null != a.null
			null = a.null
		}
		if first == nil && a.sure {
			first = a.of
		}
		members = members || a.sure && a.of == nil && (a.node.Member("properties") != nil || a.node.Member("additionalProperties") != nil)
	}
	for i := range v {
		if v[i].of != nil && (members || v[i].of != first) || v[i].null != nil && nulls {
			v[i].sure = false
		}
	}
	return v
}
