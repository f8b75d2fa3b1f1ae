package importer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/syntax"
)

// canonical spells a value so that equal JSON values have equal texts.
func canonical(n *syntax.Node) string {
	switch n.Kind {
	case syntax.NullNode:
		return "null"
	case syntax.BoolNode:
		return strconv.FormatBool(n.Bool)
	case syntax.NumberNode:
		return strconv.FormatFloat(n.Number, 'g', -1, 64)
	case syntax.TextNode:
		return strconv.Quote(n.Text)
	case syntax.ListNode:
		var parts []string
		for _, i := range n.Items {
			parts = append(parts, canonical(i))
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	var parts []string
	for _, m := range n.Members {
		parts = append(parts, strconv.Quote(m.Key.Value)+":"+canonical(m.Value))
	}
	slices.Sort(parts)
	return "{" + strings.Join(parts, ",") + "}"
}

// short spells a value for the report.
func short(n *syntax.Node) string {
	s := []rune(canonical(n))
	if len(s) > 40 {
		return string(s[:40]) + "…"
	}
	return string(s)
}
