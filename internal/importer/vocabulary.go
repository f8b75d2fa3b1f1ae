package importer

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/syntax"
)

// notIn30 are keywords of draft 4 that OpenAPI 3.0 does not have.
var notIn30 = []string{"patternProperties", "additionalItems", "definitions", "dependencies", "id", "$schema"}

// own translates the keywords of OpenAPI and AsyncAPI, and reports whether m is one.
func (e *emitter) own(m syntax.Member) bool {
	key := m.Key.Value
	switch {
	case e.p.doc.vocabulary == "":
		return false
	case e.draft == openAPI30 && slices.Contains(notIn30, key):
		e.drop(m, Same, "it is no keyword of "+e.draft.String())
	case key == "nullable" && e.draft == openAPI30:
		e.nullability(m)
	case key == "example" && e.p.doc.vocabulary == "openapi":
		if e.p.node.Member("examples") == nil || e.draft < draft6 {
			e.examples(syntax.Member{Key: m.Key, Value: &syntax.Node{Kind: syntax.ListNode, Pos: m.Value.Pos, Items: []*syntax.Node{m.Value}}})
		}
	case key == "externalDocs" || key == "xml" && e.p.doc.vocabulary == "openapi":
		e.drop(m, Same, "it is an annotation")
	case key == "discriminator":
		e.discriminator(m)
	default:
		return false
	}
	return true
}

// isNullable reports whether `nullable` of OpenAPI 3.0 adds null to the type. It has no effect without a type, nor beside an enum without null.
func (e *emitter) isNullable() bool { return e.draft == openAPI30 && isNullable(e.p.node) }

func isNullable(n *syntax.Node) bool {
	flag, typ, enum := n.Member("nullable"), n.Member("type"), n.Member("enum")
	return flag != nil && flag.Kind == syntax.BoolNode && flag.Bool && typ != nil && typ.Kind == syntax.TextNode &&
		(enum == nil || slices.ContainsFunc(enum.Items, func(i *syntax.Node) bool { return i.Kind == syntax.NullNode }))
}

func (e *emitter) nullability(m syntax.Member) {
	switch {
	case !e.is(m, syntax.BoolNode):
	case !m.Value.Bool:
		e.drop(m, Same, "it is the default")
	case e.p.node.Member("type") == nil:
		e.drop(m, Same, "it has no effect without a type")
	case !e.isNullable():
		e.drop(m, Same, "it has no effect: the enum does not contain null")
	default:
		e.say("nullable", Same, "written as the type null")
	}
}

// discriminator reports the translation of a discriminator, which never changes the verdict of the branches.
func (e *emitter) discriminator(m syntax.Member) {
	if e.p.doc.vocabulary == "asyncapi" && m.Value.Kind == syntax.TextNode {
		e.drop(m, Same, "the schemas decide what is valid")
		return
	}
	name := m.Value.Member("propertyName")
	if name == nil || name.Kind != syntax.TextNode {
		e.im.fail(m.Value.Pos, "discriminator", "write {propertyName: NAME}", "a discriminator names a member by `propertyName`")
		return
	}
	choice, tag := e.choice(), ""
	if choice.Value != nil {
		tag = e.declaredTag(choice)
	}
	e.mapping(m.Value.Member("mapping"))
	switch {
	case choice.Value == nil:
		e.drop(m, Same, "it selects nothing without oneOf or anyOf, and the schemas decide what is valid")
	case tag == "" || e.im.hasMend(e.p.node, plainMend):
		e.drop(m, Same, "the branches do not all require "+quote(name.Text)+" with values of their own, so their schemas decide")
	case m.Value.Member("mapping") != nil:
		e.say("discriminator", Same, "written without mapping: the branches contain the values of %s", quote(name.Text))
	}
}

// mapping warns about entries that lead nowhere. An entry is the name of a component or a reference.
func (e *emitter) mapping(n *syntax.Node) {
	if n == nil || n.Kind != syntax.MapNode {
		return
	}
	for _, entry := range n.Members {
		v := entry.Value
		if v.Kind != syntax.TextNode || strings.ContainsAny(v.Text, "/#.") && !strings.HasPrefix(v.Text, "#/") {
			continue // a file
		}
		s := e.p.doc.spot().at("components").at("schemas")
		if s.node == nil {
			continue
		}
		name := strings.TrimPrefix(v.Text, "#"+s.pointer+"/")
		if !strings.Contains(name, "/") && s.node.Member(strings.NewReplacer("~1", "/", "~0", "~").Replace(name)) == nil && !e.im.warned[v] {
			e.im.warned[v] = true
			e.im.warn(v.Pos, "discriminator", nearest(name, keysOf(s.node)), "%q is no schema of this document; the mapping has no effect", v.Text)
		}
	}
}

// choice returns the only one of oneOf and anyOf, or a member without a value.
func (e *emitter) choice() syntax.Member {
	var found syntax.Member
	for _, m := range e.p.node.Members {
		if key := m.Key.Value; (key == "oneOf" || key == "anyOf") && m.Value.Kind == syntax.ListNode && len(m.Value.Items) > 1 {
			if found.Value != nil {
				return syntax.Member{}
			}
			found = m
		}
	}
	return found
}

// declaredTag returns the member that selects a branch: the source declares it, or the choice is one of ours. All branches have values of their own
// for it. The compiler verifies that all of them require it; if it refuses the tag, the schemas of the branches decide.
func (e *emitter) declaredTag(choice syntax.Member) string {
	if e.choice().Value != choice.Value {
		return ""
	}
	var candidates []string
	d := e.p.node.Member("discriminator")
	switch {
	case e.im.made[e.p.node]:
		candidates = e.im.membersWithValues(choice.Value.Items[0])
	case e.p.doc.vocabulary != "" && d != nil && d.Member("propertyName") != nil:
		candidates = []string{d.Member("propertyName").Text}
	}
	for _, tag := range candidates {
		if e.im.separates(tag, choice.Value.Items) {
			return tag
		}
	}
	return ""
}

// separates reports whether every branch has values of its own for a member, and requires it.
func (im *importer) separates(tag string, branches []*syntax.Node) bool {
	seen := map[string]bool{}
	for _, b := range branches {
		values, required := im.valuesOf(b, tag)
		if len(values) == 0 || !required {
			return false
		}
		for _, v := range values {
			if seen[v] {
				return false
			}
			seen[v] = true
		}
	}
	return true
}

// mostNested is the depth up to which the branches of a choice are looked for their values of a tag.
const mostNested = 4

// valuesOf returns the strings that a branch allows for a member, and whether it requires the member. Those of a choice are those of its branches.
func (im *importer) valuesOf(b *syntax.Node, tag string) (values []string, required bool) {
	return im.valuesBelow(b, tag, 0)
}

func (im *importer) valuesBelow(b *syntax.Node, tag string, depth int) (values []string, required bool) {
	for _, n := range im.parts(b) {
		if choice := n.Member("oneOf"); choice != nil && values == nil && depth < mostNested {
			values, required = im.valuesOfAll(choice.Items, tag, depth)
		}
		if r := n.Member("required"); r != nil && slices.ContainsFunc(r.Items, func(i *syntax.Node) bool { return i.Text == tag }) {
			required = true
		}
		if properties := n.Member("properties"); properties != nil && values == nil {
			values = im.wordsAt(properties.Member(tag))
		}
	}
	return values, required
}

// valuesOfAll returns the values of all branches if each has some and requires the member.
func (im *importer) valuesOfAll(branches []*syntax.Node, tag string, depth int) (values []string, required bool) {
	for _, b := range branches {
		more, required := im.valuesBelow(b, tag, depth+1)
		if len(more) == 0 || !required {
			return nil, false
		}
		for _, v := range more {
			if !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
	}
	return values, true
}

// wordsAt returns the strings that the schema of a member enumerates.
func (im *importer) wordsAt(s *syntax.Node) []string {
	if s == nil {
		return nil
	}
	for _, part := range im.parts(s) {
		if words := wordsOf(part); words != nil {
			return words
		}
	}
	return nil
}

// maxTags bounds the members that are tried as a tag.
const maxTags = 50

// membersWithValues returns the members of a branch whose schemas enumerate strings.
func (im *importer) membersWithValues(b *syntax.Node) []string {
	var list []string
	for _, n := range im.parts(b) {
		for _, m := range membersOf(n) {
			if len(list) < maxTags && !slices.Contains(list, m.Key.Value) && im.wordsAt(m.Value) != nil {
				list = append(list, m.Key.Value)
			}
		}
	}
	return list
}

// parts returns a schema, the target of its reference, and the parts of its allOf.
func (im *importer) parts(n *syntax.Node) []*syntax.Node {
	var list []*syntax.Node
	seen := map[*syntax.Node]bool{}
	open := []*syntax.Node{n}
	for len(open) > 0 {
		n, open = open[0], open[1:]
		p := im.places[n]
		if seen[n] || n.Kind != syntax.MapNode {
			continue
		}
		seen[n] = true
		if ref := n.Member("$ref"); ref != nil && ref.Kind == syntax.TextNode && p != nil {
			before := len(im.diags)
			target := im.follow(p, ref)
			im.diags = im.diags[:before] // the emitter reports them
			if target != nil {
				open = append(open, target.node)
			}
			if p.res.draft <= draft7 {
				continue
			}
		}
		list = append(list, n)
		if all := n.Member("allOf"); all != nil {
			open = append(open, all.Items...)
		}
	}
	return list
}

// wordsOf returns the strings that a schema enumerates.
func wordsOf(s *syntax.Node) []string {
	if word := constant(s); word != "" {
		return []string{word}
	}
	e := s.Member("enum")
	if e == nil || e.Kind != syntax.ListNode {
		return nil
	}
	var words []string
	for _, n := range e.Items {
		if n.Kind != syntax.TextNode {
			return nil
		}
		words = append(words, n.Text)
	}
	return words
}
