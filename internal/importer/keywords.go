package importer

import (
	"regexp"
	"slices"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// since is the first draft of a keyword that is newer than draft 4.
var since = map[string]draft{"const": draft6, "contains": draft6, "propertyNames": draft6, "$id": draft6, "examples": draft6,
	"if": draft7, "then": draft7, "else": draft7, "$comment": draft7, "readOnly": draft7, "writeOnly": draft7, "contentEncoding": draft7, "contentMediaType": draft7,
	"dependentRequired": draft2019, "dependentSchemas": draft2019, "unevaluatedProperties": draft2019, "unevaluatedItems": draft2019,
	"minContains": draft2019, "maxContains": draft2019, "$anchor": draft2019, "$defs": draft2019, "deprecated": draft2019, "contentSchema": draft2019,
	"$recursiveRef": draft2019, "$recursiveAnchor": draft2019, "$vocabulary": draft2019,
	"prefixItems": draft2020, "$dynamicRef": draft2020, "$dynamicAnchor": draft2020}

// harmless are keywords that assert nothing, so their draft does not matter.
var harmless = []string{"examples", "$comment", "readOnly", "writeOnly", "deprecated", "$defs", "$id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary",
	"contentEncoding", "contentMediaType", "contentSchema"}

// keyword translates one keyword.
func (e *emitter) keyword(m syntax.Member) {
	key := m.Key.Value
	if e.own(m) {
		return
	}
	if first := since[key]; e.draft < first && !slices.Contains(harmless, key) {
		e.drop(m, Same, "it is no keyword of "+e.draft.String())
		return
	}
	switch key {
	case "$ref":
		e.ref(m)
	case "$dynamicRef", "$recursiveRef":
		e.dynamic(m)
	case "title", "description", "$comment", "default", "examples", "deprecated", "readOnly", "writeOnly":
		e.annotation(m)
	case "$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary", "definitions", "$defs":
		e.structure(m)
	case "contentEncoding", "contentMediaType", "contentSchema":
		e.drop(m, Same, "it is an annotation")
	case "type":
		e.types(m)
	case "const":
		e.put(key, m.Value)
	case "enum":
		e.enum(m)
	case "format":
		e.format(m)
	case "pattern":
		e.pattern(m)
	default:
		e.applicator(m)
	}
}

// structure reports keywords that references need and a spec does not have.
func (e *emitter) structure(m syntax.Member) {
	switch m.Key.Value {
	case "definitions", "$defs":
		if e.p.node != e.p.doc.root && m.Value.Kind == syntax.MapNode {
			e.say(m.Key.Value, Same, "the schemas that something refers to become types")
		}
		if e.p.node == e.p.doc.root {
			e.say(m.Key.Value, Same, "each definition becomes a type")
		}
	case "$schema":
		if m.Value.Kind == syntax.TextNode && draftNamed(m.Value) == 0 {
			e.drop(m, Stricter, "the dialect is unknown, so all keywords of "+e.draft.String()+" apply")
			return
		}
		e.drop(m, Same, "the rules of "+e.draft.String()+" are applied")
	case "id":
		if e.draft > draft4 {
			e.drop(m, Same, "it is no keyword of "+e.draft.String())
			return
		}
		fallthrough
	default:
		e.drop(m, Same, "references are resolved")
	}
}

func (e *emitter) applicator(m syntax.Member) {
	switch key := m.Key.Value; key {
	case "properties", "dependentSchemas":
		e.named(m)
	case "patternProperties":
		e.patternProperties(m)
	case "additionalProperties", "propertyNames", "unevaluatedProperties":
		e.one(key, m.Value)
	case "unevaluatedItems":
		if e.draft == draft2019 && e.p.node.Member("contains") != nil {
			e.say(key, Weaker, "in 2020-12, `contains` evaluates items, too")
		}
		e.one(key, m.Value)
	case "required":
		e.required(m)
	case "dependentRequired":
		e.put(key, m.Value)
	case "dependencies":
		e.dependencies(m)
	case "items":
		e.items(m)
	case "additionalItems":
		e.additionalItems(m)
	case "prefixItems":
		if out, _ := e.list(m); out != nil {
			e.put(key, out)
		}
	case "contains":
		e.contains(m)
	case "minContains", "maxContains":
		e.countOfContains(m)
	case "uniqueItems":
		if e.is(m, syntax.BoolNode) {
			e.put(key, m.Value)
		}
	case "allOf":
		if out, _ := e.list(m); out != nil {
			if e.out.Member("allOf") != nil {
				for _, part := range out.Items {
					e.also(part)
				}
				return
			}
			e.put(key, out)
		}
	case "anyOf", "oneOf":
		e.branches(m)
	case "not":
		e.negation(m)
	case "if":
		e.condition(m)
	case "then", "else":
		if e.p.node.Member("if") == nil {
			e.drop(m, Same, "there is no if")
		}
	default:
		e.limit(m)
	}
}

// namesBranch reports whether a title names a branch of a choice.
func (e *emitter) namesBranch(m syntax.Member) bool {
	return m.Key.Value == "title" && oneWord.MatchString(m.Value.Text) && (e.p.step.keyword == "anyOf" || e.p.step.keyword == "oneOf")
}

var oneWord = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]{0,39}$`)

// annotation translates a keyword that asserts nothing.
func (e *emitter) annotation(m syntax.Member) {
	drop := e.im.o.Descriptions == Drop
	switch key := m.Key.Value; key {
	case "title", "description", "$comment":
		if drop && !e.namesBranch(m) {
			return
		}
		if m.Value.Kind != syntax.TextNode {
			e.drop(m, Same, "it is not a text")
			return
		}
		e.put(key, m.Value)
	case "examples":
		e.examples(m)
	case "default":
		if e.im.hasMend(m.Value, dropMend) {
			e.drop(m, Same, "its own schema refuses it")
			return
		}
		e.im.annotated[m.Value] = true
		e.put(key, m.Value)
	default:
		if m.Value.Kind == syntax.BoolNode && m.Value.Bool {
			e.put(key, m.Value)
		}
	}
}

func (e *emitter) examples(m syntax.Member) {
	if e.im.o.Descriptions == Drop {
		return
	}
	if m.Value.Kind != syntax.ListNode {
		e.drop(m, Same, "it is not a list")
		return
	}
	out := &syntax.Node{Kind: syntax.ListNode, Pos: m.Value.Pos}
	for _, item := range m.Value.Items {
		if e.im.hasMend(item, dropMend) {
			e.drop(m, Same, "its own schema refuses an example")
			continue
		}
		e.im.annotated[item] = true
		out.Items = append(out.Items, item)
	}
	if len(out.Items) > 0 {
		e.put("examples", out)
	}
}

var typeNames = []string{"null", "boolean", "object", "array", "number", "integer", "string"}

func (e *emitter) types(m syntax.Member) {
	list := []*syntax.Node{m.Value}
	if m.Value.Kind == syntax.ListNode {
		list = m.Value.Items
	}
	var found []*syntax.Node
	for _, n := range list {
		switch {
		case n.Kind != syntax.TextNode:
			e.wrong(n, "type", "a string or a list of strings")
		case !slices.Contains(typeNames, n.Text):
			e.im.fail(n.Pos, "type-name", nearest(n.Text, typeNames), "%q is not a JSON Schema type", n.Text)
		case slices.ContainsFunc(found, func(o *syntax.Node) bool { return o.Text == n.Text }):
			e.say("type", Same, "%q, which is present twice, is written once", n.Text)
		default:
			found = append(found, n)
		}
	}
	if e.isNullable() && len(found) == 1 && found[0].Text != "null" {
		found = append(found, text(found[0].Pos, "null"))
	}
	if w := e.width(); w != ir.Safe {
		e.wideType(m.Value, w)
		return
	}
	found = e.widened(found)
	if len(found) == 1 {
		e.put("type", found[0])
		return
	}
	e.put("type", &syntax.Node{Kind: syntax.ListNode, Pos: m.Value.Pos, Items: found})
}

// format keeps a format that is asserted, and drops the others: they are annotations.
func (e *emitter) format(m syntax.Member) {
	if m.Value.Kind != syntax.TextNode {
		e.drop(m, Same, "it is not a text")
		return
	}
	name := m.Value.Text
	asserts := e.im.o.Formats == Assert || e.im.o.Formats == "" && e.draft <= draft7
	defined := slices.Contains(definedFormats, name)
	switch {
	case wideFormats[name] != ir.Safe && e.width() == wideFormats[name]:
		e.drop(m, Same, "the type expresses it")
	case wideFormats[name] != ir.Safe && e.width() != ir.Safe:
		e.drop(m, Same, "without `minimum: 0`, JSON Schema accepts negative integers")
	case !defined && wideFormats[name] != ir.Safe:
		e.drop(m, Same, "it is no format of JSON Schema; as everywhere in a spec, integers are limited to ±(2^53-1)")
	case !defined:
		e.drop(m, Same, "it is no format of JSON Schema")
	case !asserts:
		e.drop(m, Same, "it is an annotation; --formats assert keeps "+quote(name)+" as an assertion")
	case asserted(name) && e.draft <= draft7:
		e.put("format", m.Value)
	case asserted(name):
		e.say("format", Stricter, "%q is asserted; in %s it is an annotation", name, e.draft)
		e.put("format", m.Value)
	case e.im.o.Formats == Assert:
		e.drop(m, Weaker, "envgen does not assert the format "+quote(name))
	default:
		e.drop(m, Same, e.draft.String()+" leaves it to the reader to assert "+quote(name))
	}
}

// definedFormats are the formats of JSON Schema.
var definedFormats = []string{"date-time", "date", "time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6", "uri", "uri-reference",
	"iri", "iri-reference", "uuid", "uri-template", "json-pointer", "relative-json-pointer", "regex"}
