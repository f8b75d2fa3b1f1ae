package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/syntax"
)

// oneOfNodes lists values of the spec as in "one of 1, 2 or 3".
func oneOfNodes(list []*syntax.Node) string {
	var words []string
	for _, n := range list {
		words = append(words, show(n))
	}
	return oneOfWords(words)
}

// show spells a value of the spec for a message, cut.
func show(n *syntax.Node) string {
	if isComposite(n) {
		return cut(jsonText(n))
	}
	return spell(literal(n))
}

// jsonText writes a value of the spec as in ir.Equals: members sorted, no white space.
func jsonText(n *syntax.Node) string {
	switch n.Kind {
	case syntax.BoolNode:
		if n.Bool {
			return "true"
		}
		return "false"
	case syntax.NumberNode:
		return spellNumber(n.Number)
	case syntax.TextNode:
		return quoteText(n.Text)
	case syntax.ListNode:
		var items []string
		for _, item := range n.Items {
			items = append(items, jsonText(item))
		}
		return "[" + strings.Join(items, ",") + "]"
	case syntax.MapNode:
		sorted := slices.SortedFunc(slices.Values(n.Members), func(a, b syntax.Member) int { return strings.Compare(a.Key.Value, b.Key.Value) })
		var members []string
		for _, m := range sorted {
			members = append(members, quoteText(m.Key.Value)+":"+jsonText(m.Value))
		}
		return "{" + strings.Join(members, ",") + "}"
	}
	return "null"
}

// quoteText writes a JSON string as RFC 8785 does.
func quoteText(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < 0x20:
			if i := strings.IndexRune("\b\t\n\f\r", r); i >= 0 {
				b.WriteByte('\\')
				b.WriteByte("btnfr"[i])
			} else {
				fmt.Fprintf(&b, "\\u%04x", r)
			}
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
