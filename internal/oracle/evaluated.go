package oracle

import (
	"slices"
	"strconv"

	"github.com/envgen/envgen/internal/syntax"
)

// inPlaceOf lists the schemas that apply to the same value as n, including n, for unevaluated…. Schemas of $ref, allOf, then, else and
// dependentSchemas count even if they fail. Of branches, only the accepting ones count (contract section 3.1).
func (c *collector) inPlaceOf(n *syntax.Node, value any) []*syntax.Node {
	list := []*syntax.Node{n}
	for i := 0; i < len(list); i++ {
		for _, next := range c.nextInPlace(list[i], value) {
			if !slices.Contains(list, next) {
				list = append(list, next)
			}
		}
	}
	return list
}

func (c *collector) nextInPlace(n *syntax.Node, value any) []*syntax.Node {
	list := slices.Clone(items(n.Member("allOf")))
	if ref := reference(n); ref != "" {
		if to, _, err := c.target(n, ref); err == nil {
			list = append(list, to)
		}
	}
	object, _ := value.(map[string]any)
	if tag, tagged := tagOf(n); tagged {
		if branch := c.selected(n, tag, object); branch != nil {
			list = append(list, branch)
		}
	} else {
		list = append(list, c.branchesInPlace(n, "oneOf", value)...)
	}
	list = append(list, c.branchesInPlace(n, "anyOf", value)...)
	if condition := n.Member("if"); condition != nil {
		chosen := n.Member("else")
		if c.accepts(condition, value) {
			list = append(list, condition)
			chosen = n.Member("then")
		}
		if chosen != nil {
			list = append(list, chosen)
		}
	}
	for _, m := range members(n.Member("dependentSchemas")) {
		if _, present := object[m.Key.Value]; present {
			list = append(list, m.Value)
		}
	}
	return list
}

// branchesInPlace are the branches that accept the value. The one beside null is applied like a reference.
func (c *collector) branchesInPlace(n *syntax.Node, keyword string, value any) []*syntax.Node {
	list := items(n.Member(keyword))
	if other := besideNull(list); other != nil && value != nil {
		return []*syntax.Node{other}
	}
	return c.accepting(list, value)
}

func (c *collector) accepting(list []*syntax.Node, value any) []*syntax.Node {
	return slices.DeleteFunc(slices.Clone(list), func(n *syntax.Node) bool { return !c.accepts(n, value) })
}

// unevaluatedMembers collects the failures of unevaluatedProperties. If a choice at the value failed, they are unknown.
func (c *collector) unevaluatedMembers(n, rest *syntax.Node, object map[string]any, at pointer, waiting names) {
	if c.open[at.String()] {
		return
	}
	evaluated := c.evaluatedMembers(n, object)
	for name, member := range object {
		if !evaluated[name] && !slices.Contains(waiting, name) {
			c.rest(rest, "unevaluatedProperties", member, at.with(name))
		}
	}
}

// unevaluatedItems collects the failures of unevaluatedItems.
func (c *collector) unevaluatedItems(n, rest *syntax.Node, array []any, at pointer) {
	if c.open[at.String()] {
		return
	}
	evaluated := c.evaluatedItems(n, array)
	for i, item := range array {
		if !evaluated[i] {
			c.rest(rest, "unevaluatedItems", item, at.with(strconv.Itoa(i)))
		}
	}
}

// evaluatedMembers are those that a keyword beside unevaluatedProperties, or in place, names.
func (c *collector) evaluatedMembers(n *syntax.Node, object map[string]any) map[string]bool {
	evaluated := map[string]bool{}
	for _, a := range c.inPlaceOf(n, object) {
		properties := a.Member("properties")
		for name := range object {
			named := properties != nil && properties.Member(name) != nil ||
				slices.ContainsFunc(members(a.Member("patternProperties")), func(m syntax.Member) bool { return matches(m.Key.Value, name) })
			if named || a.Member("additionalProperties") != nil || a != n && a.Member("unevaluatedProperties") != nil {
				evaluated[name] = true
			}
		}
	}
	return evaluated
}

// evaluatedItems are the same of an array.
func (c *collector) evaluatedItems(n *syntax.Node, array []any) map[int]bool {
	evaluated := map[int]bool{}
	for _, a := range c.inPlaceOf(n, array) {
		prefix, contained := items(a.Member("prefixItems")), a.Member("contains")
		all := a.Member("items") != nil || a != n && a.Member("unevaluatedItems") != nil
		for i, item := range array {
			if all || i < len(prefix) || contained != nil && c.accepts(contained, item) {
				evaluated[i] = true
			}
		}
	}
	return evaluated
}
