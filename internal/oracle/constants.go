package oracle

import (
	"slices"

	"github.com/envgen/envgen/internal/syntax"
)

// literalsOf returns the values of `const` or `enum`, or those of a choice of such schemas. A value in two branches of oneOf is none.
func literalsOf(n *syntax.Node) []*syntax.Node {
	if c := n.Member("const"); c != nil {
		return []*syntax.Node{c}
	}
	if e := n.Member("enum"); e != nil {
		return e.Items
	}
	count := map[word]int{}
	var all []*syntax.Node
	for _, keyword := range []string{"anyOf", "oneOf"} {
		for _, branch := range items(n.Member(keyword)) {
			list := literalsOf(branch)
			if list == nil {
				return nil
			}
			for _, l := range list {
				count[wordOf(literal(l, false))]++
				all = append(all, l)
			}
		}
	}
	if n.Member("oneOf") != nil {
		all = slices.DeleteFunc(all, func(l *syntax.Node) bool { return count[wordOf(literal(l, false))] > 1 })
	}
	return all
}
