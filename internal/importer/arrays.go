package importer

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/syntax"
)

// arrays adds the items that the branches of a choice have in common: each branch is an array, so each item is valid by the items of one of them.
// No verdict changes, but generated code has a type for the items.
func (e *emitter) arrays(m syntax.Member) {
	if m.Value.Kind != syntax.ListNode || len(m.Value.Items) < 2 || e.beneathTest() || len(e.im.mends[e.p.node]) > 0 {
		return
	}
	if slices.ContainsFunc(e.p.node.Members, func(other syntax.Member) bool { return slices.Contains(arrayKeywords, other.Key.Value) }) {
		return
	}
	var items []*syntax.Node
	for _, branch := range m.Value.Items {
		item := e.im.itemsAt(branch)
		if item == nil {
			return
		}
		if !slices.Contains(items, item) {
			items = append(items, item)
		}
	}
	list := &syntax.Node{Kind: syntax.ListNode, Pos: m.Value.Pos}
	for _, item := range items {
		if p := e.im.places[item]; item.Member("properties") != nil && p != nil {
			e.im.typeFor(p)
		}
		s, _ := e.im.schema(item)
		list.Items = append(list.Items, s)
	}
	each := list.Items[0]
	if len(items) > 1 {
		each = &syntax.Node{Kind: syntax.MapNode, Pos: m.Value.Pos}
		add(each, "anyOf", list)
		e.im.origin[each] = e.p.node
	}
	e.put("type", text(m.Value.Pos, "array"))
	e.put("items", each)
	e.say("items", Same, "added: each item is valid by the items of a branch")
}

// arrayKeywords are those beside which a choice is left as it is.
var arrayKeywords = []string{"type", "items", "prefixItems", "additionalItems", "contains", "unevaluatedItems", "allOf", "enum", "const", "not", "if", "nullable", "$ref"}

// itemsAt follows references to an array, and returns the schema of its items.
func (im *importer) itemsAt(b *syntax.Node) *syntax.Node {
	for range 10 {
		ref := b.Member("$ref")
		if ref == nil {
			break
		}
		if strings.Contains(ref.Text, ":") || len(b.Members) > 1 || im.places[b] == nil {
			return nil
		}
		target := im.follow(im.places[b], ref)
		if target == nil {
			return nil
		}
		b = target.node
	}
	t, items := b.Member("type"), b.Member("items")
	if t == nil || t.Text != "array" || items == nil || items.Kind != syntax.MapNode || len(items.Members) == 0 || b.Member("prefixItems") != nil || b.Member("nullable") != nil {
		return nil
	}
	return items
}
