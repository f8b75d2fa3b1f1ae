package importer

import (
	"slices"

	"github.com/envgen/envgen/internal/syntax"
)

// otherBranch is the branch of a choice that excludes the tags of all other branches.
type otherBranch struct {
	index int
	tag   string
}

// fallback finds the branch of a choice that accepts the tags that no other branch names, or returns nil. The compiler verifies that it can be a
// fallback; if it refuses that, the schemas of the branches decide.
func (e *emitter) fallback(m syntax.Member) *otherBranch {
	if m.Value.Kind != syntax.ListNode || len(m.Value.Items) < 2 || e.p.node.Member("oneOf") != nil && e.p.node.Member("anyOf") != nil || e.im.hasMend(e.p.node, plainMend) {
		return nil
	}
	for i, branch := range m.Value.Items {
		for _, p := range membersOf(branch) {
			excluded := exclusion(p.Value)
			if excluded == nil {
				continue
			}
			rest := slices.Delete(slices.Clone(m.Value.Items), i, i+1)
			if e.im.separates(p.Key.Value, rest) && e.im.areValues(p.Key.Value, rest, excluded) {
				return &otherBranch{i, p.Key.Value}
			}
		}
	}
	return nil
}

// exclusion returns the strings that the schema of a member excludes, or nil.
func exclusion(s *syntax.Node) []string {
	if not := s.Member("not"); not != nil {
		for _, m := range not.Members {
			if !slices.Contains([]string{"const", "enum", "type"}, m.Key.Value) {
				return nil
			}
		}
		return wordsOf(not)
	}
	return nil
}

// areValues reports whether some strings are the values that branches have for a member.
func (im *importer) areValues(tag string, branches []*syntax.Node, words []string) bool {
	var all []string
	for _, b := range branches {
		values, _ := im.valuesOf(b, tag)
		all = append(all, values...)
	}
	slices.Sort(all)
	words = slices.Clone(words)
	slices.Sort(words)
	return slices.Equal(all, slices.Compact(words))
}

// putFallback writes the branches of a union with a fallback.
func (e *emitter) putFallback(m syntax.Member, out *syntax.Node, other otherBranch) {
	if m.Key.Value == "anyOf" {
		e.say("anyOf", Same, "written as oneOf: a value of %s allows one branch", quote(other.tag))
	}
	fallback := withoutExclusion(out.Items[other.index], other.tag)
	out.Items = slices.Delete(slices.Clone(out.Items), other.index, other.index+1)
	e.put("oneOf", out)
	d := &syntax.Node{Kind: syntax.MapNode, Pos: out.Pos}
	add(d, "propertyName", &syntax.Node{Kind: syntax.TextNode, Text: other.tag, Pos: out.Pos})
	add(d, "fallback", fallback)
	e.put("discriminator", d)
}

// withoutExclusion returns the reference of a branch that has only the test of the tag beside it, or the branch.
func withoutExclusion(branch *syntax.Node, tag string) *syntax.Node {
	ref := branch.Member("$ref")
	if all := branch.Member("allOf"); ref == nil && all != nil && len(all.Items) == 1 {
		ref = all.Items[0]
	}
	properties := branch.Member("properties")
	if ref == nil || properties == nil || len(properties.Members) != 1 || len(branch.Members) > 3 || len(branch.Members) == 3 && branch.Member("type") == nil {
		return branch
	}
	for _, m := range properties.Member(tag).Members {
		if m.Key.Value != "not" && m.Key.Value != "type" {
			return branch
		}
	}
	return ref
}
