package importer

import (
	"slices"

	"github.com/envgen/envgen/internal/syntax"
)

// impossible returns the reason for which no value satisfies the schema as far as its own keywords show it, or "".
func (e *emitter) impossible() string {
	if e.unsatisfiable != "" {
		return e.unsatisfiable
	}
	if e.im.hasMend(e.p.node, neverMend) {
		return "no value satisfies it"
	}
	if c, allowed := e.out.Member("const"), e.allowedTypes(); c != nil && allowed != nil && !hasType(c, allowed) {
		return "`type` excludes the value of `const`"
	}
	return ""
}

// mended makes the changes to this schema that the compiler demands.
func (e *emitter) mended() {
	if e.openFor {
		e.out.Members = slices.DeleteFunc(e.out.Members, func(m syntax.Member) bool { return m.Key.Value == "additionalProperties" })
		e.put("additionalProperties", &syntax.Node{Kind: syntax.BoolNode, Bool: true, Pos: e.p.node.Pos})
	}
	for _, m := range e.im.mends[e.p.node] {
		if m.kind == declareMend {
			e.declare(m.name)
		}
	}
	for _, m := range e.im.mends[e.p.node] {
		if m.kind == excludeMend {
			e.exclude(m.name)
		}
	}
	if e.im.hasMend(e.p.node, wrapMend) {
		e.wrap()
	}
}

// declare adds a required member to `properties`.
func (e *emitter) declare(name string) {
	properties := e.out.Member("properties")
	if properties == nil {
		properties = &syntax.Node{Kind: syntax.MapNode, Pos: e.p.node.Pos}
		e.put("properties", properties)
	}
	if properties.Member(name) != nil {
		return
	}
	value := &syntax.Node{Kind: syntax.MapNode, Pos: e.p.node.Pos}
	if rest := e.p.node.Member("additionalProperties"); rest != nil && len(e.out.Member("properties").Members) >= 0 {
		if rest.Kind == syntax.BoolNode && !rest.Bool {
			e.unsatisfiable = "it requires " + quote(name) + " and does not allow it"
			return
		}
		value = e.out.Member("additionalProperties")
	}
	e.say("required", Same, "%s is declared under properties, with any value", quote(name))
	properties.Members = append(properties.Members, syntax.Member{Key: syntax.Text{Pos: e.p.node.Pos, Value: name}, Value: value})
}

// limitsOf are the keywords that limit the values of one JSON type.
var limitsOf = map[string][]string{"string": {"minLength", "maxLength"}, "number": {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"},
	"array": {"minItems", "maxItems", "contains", "minContains", "maxContains"}, "object": {"minProperties", "maxProperties"}}

// exclude replaces limits that no value of a JSON type satisfies by the exclusion of this type.
func (e *emitter) exclude(name string) {
	e.say("type", Same, "written as `not: {type: %s}`: the limits of that type exclude each other", name)
	e.out.Members = slices.DeleteFunc(e.out.Members, func(m syntax.Member) bool { return slices.Contains(limitsOf[name], m.Key.Value) })
	inner := &syntax.Node{Kind: syntax.MapNode, Pos: e.p.node.Pos}
	add(inner, "type", text(e.p.node.Pos, name))
	part := &syntax.Node{Kind: syntax.MapNode, Pos: e.p.node.Pos}
	add(part, "not", inner)
	e.also(part)
}

// wrap moves the assertions into the one branch of an anyOf, so that the compiler evaluates them as a whole.
func (e *emitter) wrap() {
	inner := &syntax.Node{Kind: syntax.MapNode, Pos: e.p.node.Pos}
	var outer []syntax.Member
	for _, m := range e.out.Members {
		switch m.Key.Value {
		case "title", "description", "$comment", "default", "examples", "deprecated", "readOnly", "writeOnly", "x-name":
			outer = append(outer, m)
		default:
			inner.Members = append(inner.Members, m)
		}
	}
	e.say("allOf", Same, "written as one branch of anyOf: its parts exclude each other")
	e.out.Members = outer
	e.put("anyOf", &syntax.Node{Kind: syntax.ListNode, Pos: e.p.node.Pos, Items: []*syntax.Node{inner}})
}
