package importer

import (
	"math"
	"math/big"
	"slices"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// wideFormats are the formats of OpenAPI for integers of 64 bits.
var wideFormats = map[string]ir.Width{"int64": ir.Int64, "uint64": ir.UInt64}

// width returns the type of std for an integer, or Safe: by its format, or because a limit or value is beyond ±(2^53-1). Limits may be beyond that type:
// integers of a spec have 64 bits at most. Unsigned integers need a limit that excludes negative ones, unless the vocabulary defines the format.
func (e *emitter) width() ir.Width {
	types, n := e.allowedTypes(), e.p.node
	nullable := slices.Contains(types, "null")
	onlyIntegers := slices.Contains(types, "integer") && (len(types) == 1 || nullable && len(types) == 2)
	if !onlyIntegers || e.im.narrow || e.im.hasMend(n, narrowMend) || n.Member("$ref") != nil || nullable && n.Member("anyOf") != nil {
		return ir.Safe
	}
	format := ir.Safe
	if f := n.Member("format"); f != nil && f.Kind == syntax.TextNode {
		format = wideFormats[f.Text]
	}
	limits, constants := e.integers("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), e.integers("const", "enum")
	w := ir.Int64
	switch unsigned := e.isUnsigned(); {
	case format == ir.Safe && !slices.ContainsFunc(slices.Concat(limits, constants), isBeyond):
		return ir.Safe
	case format == ir.UInt64 && (unsigned || e.p.doc.vocabulary == "openapi"), format == ir.Safe && unsigned && !inWidth(w, slices.Concat(limits, constants)):
		w = ir.UInt64
	}
	if !inWidth(w, constants) {
		return ir.Safe
	}
	return w
}

func isBeyond(n *syntax.Node) bool { return math.Abs(n.Number) > maxSafe }

// integers returns the numbers under some keywords.
func (e *emitter) integers(keywords ...string) []*syntax.Node {
	var list []*syntax.Node
	for _, key := range keywords {
		if n := e.p.node.Member(key); n != nil {
			list = append(append(list, n), n.Items...)
		}
	}
	return slices.DeleteFunc(list, func(n *syntax.Node) bool { return n.Kind != syntax.NumberNode })
}

// isUnsigned reports whether a limit excludes negative integers.
func (e *emitter) isUnsigned() bool {
	n := e.p.node.Member("minimum")
	return n != nil && n.Kind == syntax.NumberNode && n.Number >= 0
}

// inWidth reports whether numbers are in a range.
func inWidth(w ir.Width, list []*syntax.Node) bool {
	return !slices.ContainsFunc(list, func(n *syntax.Node) bool {
		exact, ok := new(big.Rat).SetString(n.Literal)
		return !ok || exact.Cmp(new(big.Rat).SetInt(w.Least())) < 0 || exact.Cmp(new(big.Rat).SetInt(w.Most())) > 0
	})
}

// wideType writes the type of an integer of 64 bits.
func (e *emitter) wideType(n *syntax.Node, w ir.Width) {
	name := "std." + w.Name()
	e.say("type", Same, "written as a reference to `%s`, an integer of 64 bits", name)
	if !slices.Contains(e.allowedTypes(), "null") {
		e.put("$ref", text(n.Pos, name))
		return
	}
	null := &syntax.Node{Kind: syntax.MapNode, Pos: n.Pos}
	add(null, "type", text(n.Pos, "null"))
	e.put("anyOf", &syntax.Node{Kind: syntax.ListNode, Pos: n.Pos, Items: []*syntax.Node{text(n.Pos, name), null}})
}
