package importer

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/syntax"
)

// liftBranches makes types of the inline records of a choice, where the source has a name for each: the tag of a branch, or a member that only it
// requires. A branch without such a name stays inline.
func (e *emitter) liftBranches(m syntax.Member) {
	if m.Value.Kind != syntax.ListNode || len(m.Value.Items) < 2 || e.beneathTest() {
		return
	}
	taken := map[string]bool{}
	for i, branch := range m.Value.Items {
		if e.im.typeAt[branch] != nil || branch.Member("properties") == nil || branch.Member("$ref") != nil {
			continue
		}
		name := branchName(m.Value.Items, i)
		if name == "" || taken[name] || e.im.places[branch] == nil {
			continue
		}
		taken[name] = true
		e.im.typeFor(e.im.places[branch]).suffix = name
	}
}

// beneathTest reports whether the schema is below `not` or `if`, where no type is of use.
func (e *emitter) beneathTest() bool {
	for p := e.p; p != nil; p = p.parent {
		if p.step.keyword == "not" || p.step.keyword == "if" {
			return true
		}
		if e.im.typeAt[p.node] != nil {
			break
		}
	}
	return false
}

// branchName names a branch by its tag, or by the first member that it requires and that no other branch names.
func branchName(branches []*syntax.Node, i int) string {
	for _, p := range membersOf(branches[i]) {
		if word := constant(p.Value); word != "" && !slices.ContainsFunc(branches, func(b *syntax.Node) bool {
			return b != branches[i] && b.Kind == syntax.MapNode && constantOf(b, p.Key.Value) == word
		}) {
			return word
		}
	}
	if required := branches[i].Member("required"); required != nil {
		for _, r := range required.Items {
			if !slices.ContainsFunc(branches, func(b *syntax.Node) bool { return b != branches[i] && names(b, r.Text) }) {
				return r.Text
			}
		}
	}
	return ""
}

func membersOf(branch *syntax.Node) []syntax.Member {
	if p := branch.Member("properties"); p != nil {
		return p.Members
	}
	return nil
}

// names reports whether a branch declares or requires a member. A reference could.
func names(branch *syntax.Node, member string) bool {
	if branch.Member("$ref") != nil {
		return true
	}
	if required := branch.Member("required"); required != nil && slices.ContainsFunc(required.Items, func(n *syntax.Node) bool { return n.Text == member }) {
		return true
	}
	return slices.ContainsFunc(membersOf(branch), func(m syntax.Member) bool { return m.Key.Value == member })
}

func constantOf(branch *syntax.Node, member string) string {
	for _, p := range membersOf(branch) {
		if p.Key.Value == member {
			return constant(p.Value)
		}
	}
	return ""
}

// constant returns the only string that a schema accepts, or "".
func constant(s *syntax.Node) string {
	if c := s.Member("const"); c != nil && c.Kind == syntax.TextNode {
		return c.Text
	}
	if e := s.Member("enum"); e != nil && len(e.Items) == 1 && e.Items[0].Kind == syntax.TextNode {
		return e.Items[0].Text
	}
	return ""
}

// plainRecord are the keywords of a branch whose verdict does not depend on how the branch is selected.
var plainRecord = []string{"type", "properties", "required", "additionalProperties", "title", "description", "$comment", "$id", "id", "$schema", "definitions", "$defs", "examples", "default",
	"example", "externalDocs", "xml"}

// tagOf returns the member that selects the branches of a oneOf: all are records that require it with distinct strings. It returns "" otherwise.
func (im *importer) tagOf(p *place, m syntax.Member) string {
	if p.res.draft == draft4 || m.Key.Value != "oneOf" || len(m.Value.Items) < 2 || p.node.Member("anyOf") != nil || m.Value.Kind != syntax.ListNode {
		return ""
	}
	var first *syntax.Node
	var branches []*syntax.Node
	for _, b := range m.Value.Items {
		record := im.recordAt(b)
		if record == nil {
			return ""
		}
		if branches = append(branches, record); first == nil {
			first = record
		}
	}
	for _, candidate := range membersOf(first) {
		if im.selects(candidate.Key.Value, branches) {
			return candidate.Key.Value
		}
	}
	return ""
}

// recordAt follows references to a plain record.
func (im *importer) recordAt(b *syntax.Node) *syntax.Node {
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
	t := b.Member("type")
	if b.Kind != syntax.MapNode || t == nil || t.Text != "object" {
		return nil
	}
	if slices.ContainsFunc(b.Members, func(m syntax.Member) bool { return !slices.Contains(plainRecord, m.Key.Value) }) {
		return nil
	}
	if a := b.Member("additionalProperties"); a != nil && a.Kind != syntax.BoolNode {
		return nil
	}
	return b
}

func (im *importer) selects(tag string, branches []*syntax.Node) bool {
	seen := map[string]bool{}
	for _, b := range branches {
		word := constantOf(b, tag)
		required := b.Member("required")
		if word == "" || seen[word] || required == nil || !slices.ContainsFunc(required.Items, func(n *syntax.Node) bool { return n.Text == tag }) {
			return false
		}
		for _, p := range membersOf(b) { // the tag's schema may assert nothing else
			if p.Key.Value == tag && slices.ContainsFunc(p.Value.Members, func(m syntax.Member) bool {
				return !slices.Contains([]string{"const", "enum", "type", "title", "description", "default"}, m.Key.Value) || m.Key.Value == "type" && m.Value.Text != "string"
			}) {
				return false
			}
		}
		seen[word] = true
	}
	return true
}
