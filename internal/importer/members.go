package importer

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/formats"
	"github.com/envgen/envgen/internal/syntax"
)

func asserted(format string) bool {
	_, ok := formats.Named(format)
	return ok
}

func quote(s string) string { return strconv.Quote(s) }

// required writes the names once each.
func (e *emitter) required(m syntax.Member) {
	if m.Value.Kind == syntax.BoolNode {
		e.im.fail(m.Value.Pos, "value-type", "list the required members beside `properties`", "`required` must be a list, not a boolean as in draft 3")
		return
	}
	if names, ok := e.names(m); ok && len(names.Items) > 0 {
		e.oneWay(names)
		e.put("required", names)
	} else if ok {
		e.drop(m, Same, "the list is empty")
	}
}

// oneWay reports required members that OpenAPI 3.0 requires in requests only, or in responses only.
func (e *emitter) oneWay(names *syntax.Node) {
	properties := e.p.node.Member("properties")
	if e.draft != openAPI30 || properties == nil {
		return
	}
	for _, n := range names.Items {
		s := properties.Member(n.Text)
		for keyword, where := range map[string]way{"readOnly": response, "writeOnly": request} { // a schema has one of them
			switch {
			case s == nil || s.Member(keyword) == nil || !s.Member(keyword).Bool:
			case e.im.onlyIn(e.p, where):
				e.say("required", Same, "%s is required; it is %s, and the schema is of %s only", quote(n.Text), keyword, where)
			default:
				e.say("required", Stricter, "%s is required everywhere; as it is %s, OpenAPI 3.0 requires it in %s", quote(n.Text), keyword, where)
			}
		}
	}
}

// names returns a list of names, each once.
func (e *emitter) names(m syntax.Member) (*syntax.Node, bool) {
	if !e.is(m, syntax.ListNode) {
		return nil, false
	}
	out := &syntax.Node{Kind: syntax.ListNode, Pos: m.Value.Pos}
	for _, n := range m.Value.Items {
		if n.Kind != syntax.TextNode {
			e.wrong(n, m.Key.Value, "a list of strings")
			return nil, false
		}
		if slices.ContainsFunc(out.Items, func(o *syntax.Node) bool { return o.Text == n.Text }) {
			e.say(m.Key.Value, Same, "%q, which is present twice, is written once", n.Text)
			continue
		}
		out.Items = append(out.Items, n)
	}
	return out, true
}

// dependencies splits the keyword of draft 7 into the two of 2019-09.
func (e *emitter) dependencies(m syntax.Member) {
	if !e.is(m, syntax.MapNode) {
		return
	}
	if e.draft >= draft2019 && e.p.node.Member("dependentRequired") != nil || e.p.node.Member("dependentSchemas") != nil {
		e.drop(m, Same, "dependentRequired and dependentSchemas replace it")
		return
	}
	required := &syntax.Node{Kind: syntax.MapNode, Pos: m.Value.Pos}
	schemas := &syntax.Node{Kind: syntax.MapNode, Pos: m.Value.Pos}
	for _, d := range m.Value.Members {
		if d.Value.Kind == syntax.ListNode {
			if names, ok := e.names(syntax.Member{Key: m.Key, Value: d.Value}); ok {
				required.Members = append(required.Members, syntax.Member{Key: d.Key, Value: names})
			}
			continue
		}
		s, weak := e.im.schema(d.Value)
		e.weak = e.weak || weak
		schemas.Members = append(schemas.Members, syntax.Member{Key: d.Key, Value: s})
	}
	e.say("dependencies", Same, "written as dependentRequired and dependentSchemas")
	if len(required.Members) > 0 {
		e.put("dependentRequired", required)
	}
	if len(schemas.Members) > 0 {
		e.put("dependentSchemas", schemas)
	}
}

// items translates the two forms of the keyword up to 2019-09.
func (e *emitter) items(m syntax.Member) {
	if m.Value.Kind != syntax.ListNode {
		e.one("items", m.Value)
		return
	}
	if e.draft >= draft2020 {
		e.im.fail(m.Value.Pos, "value-type", "write prefixItems", "`items` must be a schema in 2020-12, not a list")
		return
	}
	if len(m.Value.Items) == 0 {
		e.drop(m, Same, "the list is empty")
		return
	}
	if out, _ := e.list(m); out != nil {
		e.say("items", Same, "written as prefixItems")
		e.put("prefixItems", out)
	}
}

func (e *emitter) additionalItems(m syntax.Member) {
	items := e.p.node.Member("items")
	switch {
	case e.draft >= draft2020:
		e.drop(m, Same, "it is no keyword of "+e.draft.String())
	case items == nil || items.Kind != syntax.ListNode:
		e.drop(m, Same, "it has no effect without a list of items")
	default:
		e.say("additionalItems", Same, "written as items")
		e.one("items", m.Value)
	}
}

// contains drops the most of a weaker schema: it would refuse more.
func (e *emitter) contains(m syntax.Member) {
	out, weak := e.im.schema(m.Value)
	e.weak = e.weak || weak
	e.put("contains", out)
	if most := e.p.node.Member("maxContains"); most != nil && e.draft >= draft2019 {
		if weak {
			e.say("maxContains", Weaker, "dropped: the schema of contains accepts more than in the source")
			return
		}
		e.count(syntax.Member{Key: syntax.Text{Pos: most.Pos, Value: "maxContains"}, Value: most})
	}
}

func (e *emitter) countOfContains(m syntax.Member) {
	switch {
	case e.p.node.Member("contains") == nil:
		e.drop(m, Same, "there is no contains")
	case m.Key.Value == "minContains":
		e.count(m)
	}
}

// dynamic translates `$dynamicRef` and `$recursiveRef`, whose targets must be the same for every way to them.
func (e *emitter) dynamic(m syntax.Member) {
	if !e.is(m, syntax.TextNode) {
		return
	}
	target := e.im.follow(e.p, m.Value)
	if target == nil {
		return
	}
	switch {
	case m.Key.Value == "$recursiveRef" && target.res.recursive:
		target = e.outermost(m, target, func(r *resource) *syntax.Node {
			if r.recursive {
				return r.root
			}
			return nil
		})
	case m.Key.Value == "$dynamicRef" && isDynamicAnchor(target.node, m.Value.Text):
		anchor := target.node.Member("$dynamicAnchor").Text
		target = e.outermost(m, target, func(r *resource) *syntax.Node { return r.dynamic[anchor] })
	}
	if target == nil {
		return
	}
	e.say(m.Key.Value, Same, "written as $ref to the one schema that it can lead to")
	e.to(m, target)
}

// isDynamicAnchor reports whether the fragment of a reference is the dynamic anchor of its target. A JSON Pointer never is.
func isDynamicAnchor(target *syntax.Node, ref string) bool {
	anchor := target.Member("$dynamicAnchor")
	_, fragment, _ := strings.Cut(ref, "#")
	return anchor != nil && anchor.Text == fragment
}

// outermost returns the schema that a dynamic reference leads to: the root's, or the only one there is. Bundled metaschemas do not refer to each
// other, so each of them is the outermost one of its own references.
func (e *emitter) outermost(m syntax.Member, target *place, of func(*resource) *syntax.Node) *place {
	if n := of(e.im.root.place.res); n != nil {
		return e.im.places[n]
	}
	var found []*syntax.Node
	bundled := true
	for _, key := range keys(e.im.resources) {
		if n := of(e.im.resources[key]); n != nil && !slices.Contains(found, n) {
			found = append(found, n)
			bundled = bundled && e.im.resources[key].doc.meta.draft != 0
		}
	}
	if len(found) == 1 || bundled {
		return target
	}
	e.im.fail(m.Value.Pos, "dynamic-reference", "name a root that declares the anchor", "%q can lead to %d schemas, and the root declares none of them", m.Value.Text, len(found))
	return nil
}

// enum writes each value once, without values that the type excludes.
func (e *emitter) enum(m syntax.Member) {
	if !e.is(m, syntax.ListNode) {
		return
	}
	allowed := e.allowedTypes()
	out := &syntax.Node{Kind: syntax.ListNode, Pos: m.Value.Pos}
	seen := map[string]bool{}
	for _, n := range m.Value.Items {
		k := canonical(n)
		switch {
		case seen[k]:
			e.say("enum", Same, "%s, which is present twice, is written once", short(n))
		case allowed != nil && !hasType(n, allowed):
			e.say("enum", Same, "%s is dropped: `type` excludes it", short(n))
		default:
			out.Items = append(out.Items, n)
		}
		seen[k] = true
	}
	if len(out.Items) == 0 {
		e.unsatisfiable = "no value of `enum` is possible"
		return
	}
	e.im.origin[out] = m.Value
	e.put("enum", out)
	names := &syntax.Node{Kind: syntax.MapNode, Pos: m.Value.Pos}
	for _, v := range e.im.mends[m.Value] {
		if v.kind == valueMend {
			value, name, _ := strings.Cut(v.name, "\x00")
			add(names, value, text(m.Value.Pos, name))
		}
	}
	for _, n := range out.Items {
		if n.Kind == syntax.TextNode && onlySymbols(n.Text) && names.Member(n.Text) == nil {
			add(names, n.Text, text(n.Pos, spelled(n.Text)))
		}
	}
	if len(names.Members) > 0 {
		e.put("x-value-names", names)
	}
}

// onlySymbols reports whether a value is made of symbols that have names, such as <=.
func onlySymbols(value string) bool {
	for _, c := range value {
		if symbolWords[c] == "" {
			return false
		}
	}
	return value != ""
}

// allowedTypes are the names in `type`, or nil.
func (e *emitter) allowedTypes() []string {
	t := e.p.node.Member("type")
	switch {
	case t == nil:
		return nil
	case e.isNullable():
		return []string{t.Text, "null"}
	case t.Kind == syntax.TextNode:
		return []string{t.Text}
	}
	var list []string
	for _, n := range t.Items {
		list = append(list, n.Text)
	}
	return list
}

// hasType reports whether a value has one of the types.
func hasType(n *syntax.Node, types []string) bool {
	has := func(name string) bool { return slices.Contains(types, name) }
	switch n.Kind {
	case syntax.NullNode:
		return has("null")
	case syntax.BoolNode:
		return has("boolean")
	case syntax.TextNode:
		return has("string")
	case syntax.ListNode:
		return has("array")
	case syntax.MapNode:
		return has("object")
	}
	return has("number") || has("integer") && n.Number == math.Trunc(n.Number)
}
