package wording

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// OneOfNodes lists values of the spec as in "one of 1, 2 or 3".
func OneOfNodes(list []*syntax.Node) string {
	var words []string
	for _, n := range list {
		words = append(words, Show(n))
	}
	return OneOfWords(words)
}

// Show spells a value of the spec for a message, cut.
func Show(n *syntax.Node) string {
	if IsComposite(n) {
		return Cut(JSON(n))
	}
	return Spell(Literal(n))
}

// JSON writes a value of the spec as in ir.Equals: members sorted, no white space.
func JSON(n *syntax.Node) string {
	switch n.Kind {
	case syntax.BoolNode:
		if n.Bool {
			return "true"
		}
		return "false"
	case syntax.NumberNode:
		return cmp.Or(n.Exact, SpellNumber(n.Number))
	case syntax.TextNode:
		return Quote(n.Text)
	case syntax.ListNode:
		var items []string
		for _, item := range n.Items {
			items = append(items, JSON(item))
		}
		return "[" + strings.Join(items, ",") + "]"
	case syntax.MapNode:
		sorted := slices.Clone(n.Members)
		sort.Slice(sorted, func(i, j int) bool { return sorted[i].Key.Value < sorted[j].Key.Value }) // an instance of slices.SortFunc has 14 kB
		var members []string
		for _, m := range sorted {
			members = append(members, Quote(m.Key.Value)+":"+JSON(m.Value))
		}
		return "{" + strings.Join(members, ",") + "}"
	}
	return "null"
}

// Quote writes a JSON string as RFC 8785 does.
func Quote(s string) string {
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

// IsComposite reports whether a value is a list or a mapping.
func IsComposite(n *syntax.Node) bool { return n.Kind == syntax.ListNode || n.Kind == syntax.MapNode }

// Literal converts a scalar node; lists and mappings are refused where their schema is compiled.
func Literal(n *syntax.Node) ir.Literal {
	switch n.Kind {
	case syntax.BoolNode:
		return ir.Literal{Kind: ir.BoolLiteral, Bool: n.Bool}
	case syntax.NumberNode:
		return ir.Literal{Kind: ir.NumberLiteral, Number: n.Number, Digits: n.Exact}
	case syntax.TextNode:
		return ir.Literal{Kind: ir.StringLiteral, String: n.Text}
	}
	return ir.Literal{Kind: ir.NullLiteral}
}
