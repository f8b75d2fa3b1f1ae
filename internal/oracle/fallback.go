package oracle

import (
	"slices"
	"strconv"

	"github.com/envgen/envgen/internal/syntax"
)

// fallbackOf is the schema of the tags that no branch of a union names, or nil.
func fallbackOf(n *syntax.Node) *syntax.Node {
	if d := n.Member("discriminator"); d != nil {
		return d.Member("fallback")
	}
	return nil
}

// branchesOf returns the branches of oneOf, with the fallback as the last one.
func branchesOf(n *syntax.Node) []*syntax.Node {
	list := slices.Clone(items(n.Member("oneOf")))
	if fallback := fallbackOf(n); fallback != nil {
		list = append(list, fallback)
	}
	return list
}

// namedTags lists the tags that the fallback of a union does not take: those of its branches, and of the branches that another side sends.
func (o *Oracle) namedTags(n *syntax.Node, tag string) []word {
	if whole := o.cut[n]; whole != nil {
		n = whole
	}
	var list []word
	for _, branch := range items(n.Member("oneOf")) {
		list = append(list, o.tagValues(branch, tag)...)
	}
	return list
}

// takes reports whether the fallback of a union takes a tag.
func (o *Oracle) takes(n *syntax.Node, tag string, given any) bool {
	named, of := o.namedTags(n, tag), wordOf(given)
	_, isText := given.(string)
	_, isNumber := given.(float64)
	if len(named) > 0 && named[0].bare {
		return isNumber && of != wordOf(nil) && !slices.Contains(named, of)
	}
	return isText && !slices.Contains(named, of)
}

// withFallback adds the fallback to the branches of an oneOf, with a test of the tag.
func (w writer) withFallback(n *syntax.Node, branches []any, waiting names) ([]any, error) {
	fallback := fallbackOf(n)
	if fallback == nil {
		return branches, nil
	}
	tag, _ := tagOf(n)
	schema, err := w.below("oneOf", fallback, waiting)
	var named []any
	for _, v := range w.namedTags(n, tag) {
		if n, err := strconv.ParseFloat(v.text, 64); v.bare && err == nil {
			named = append(named, n)
		} else {
			named = append(named, v.text)
		}
	}
	other := map[string]any{"not": map[string]any{"enum": named}}
	test := map[string]any{"properties": map[string]any{tag: other}}
	return append(branches, map[string]any{"allOf": []any{schema, test}}), err
}

// partOf is a union with some of the branches of another one; the last one may be the fallback.
func (o *Oracle) partOf(whole *syntax.Node, branches []*syntax.Node, fallback bool) *syntax.Node {
	discriminator := whole.Member("discriminator")
	if fallbackOf(whole) != nil {
		only := &syntax.Node{Kind: syntax.MapNode, Pos: discriminator.Pos}
		for _, m := range discriminator.Members {
			if m.Key.Value != "fallback" {
				only.Members = append(only.Members, m)
			}
		}
		if discriminator = only; fallback {
			last := len(branches) - 1
			only.Members = append(only.Members, syntax.Member{Key: syntax.Text{Value: "fallback"}, Value: branches[last]})
			branches = branches[:last]
		}
	}
	list := &syntax.Node{Kind: syntax.ListNode, Pos: whole.Pos, Items: branches}
	part := &syntax.Node{Kind: syntax.MapNode, Pos: whole.Pos, Members: []syntax.Member{
		{Key: syntax.Text{Value: "oneOf"}, Value: list}, {Key: syntax.Text{Value: "discriminator"}, Value: discriminator}}}
	o.cut[part] = whole
	return part
}
