package importer

import (
	"math"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/compile/pattern"
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

// annotation translates a keyword that asserts nothing.
func (e *emitter) annotation(m syntax.Member) {
	drop := e.im.o.Descriptions == Drop
	switch key := m.Key.Value; key {
	case "title", "description", "$comment":
		if drop {
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
	case !defined && (name == "int64" || name == "uint64"):
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

// pattern keeps a pattern that specs can have, or drops it.
func (e *emitter) pattern(m syntax.Member) {
	if !e.is(m, syntax.TextNode) {
		return
	}
	p, refused := patternFor(m.Value.Text)
	switch {
	case refused != "":
		e.drop(m, Weaker, "envgen cannot match the pattern: "+refused)
	case p != m.Value.Text:
		e.say("pattern", Same, "written as %s: needless escapes are removed", p)
		e.put("pattern", text(m.Value.Pos, p))
	default:
		e.put("pattern", m.Value)
	}
}

// patternFor returns a pattern as a spec has it, or the reason for which there is none. It is the only place that decides about patterns.
func patternFor(source string) (p, refused string) {
	_, err := pattern.Translate(source)
	if err == nil {
		return source, ""
	}
	if plain := withoutNeedlessEscapes(source); plain != source {
		if _, again := pattern.Translate(plain); again == nil {
			return plain, ""
		}
	}
	return "", err.Message
}

// withoutNeedlessEscapes removes backslashes that ECMA-262 allows only without the flag u: those before punctuation without a meaning.
func withoutNeedlessEscapes(source string) string {
	var b strings.Builder
	inClass := false
	for i := 0; i < len(source); i++ {
		c := source[i]
		if c == '\\' && i+1 < len(source) {
			next := source[i+1]
			punctuation := next > ' ' && next < 0x7f && !('0' <= next && next <= '9' || 'a' <= next && next <= 'z' || 'A' <= next && next <= 'Z')
			needed := strings.IndexByte(`^$\.*+?()[]{}|/`, next) >= 0 || inClass && next == '-'
			if !punctuation || needed {
				b.WriteByte(c)
			}
			b.WriteByte(next)
			i++
			continue
		}
		switch {
		case c == '[':
			inClass = true
		case c == ']':
			inClass = false
		}
		b.WriteByte(c)
	}
	return b.String()
}

// patternProperties drops entries whose pattern no spec can have. Then additional members must not be restricted either.
func (e *emitter) patternProperties(m syntax.Member) {
	if !e.is(m, syntax.MapNode) {
		return
	}
	out := &syntax.Node{Kind: syntax.MapNode, Pos: m.Value.Pos}
	for _, p := range m.Value.Members {
		name, refused := patternFor(p.Key.Value)
		if refused != "" {
			e.drop(m, Weaker, "envgen cannot match the pattern "+quote(p.Key.Value)+": "+refused)
			continue
		}
		s, weak := e.im.schema(p.Value)
		e.weak = e.weak || weak
		if out.Member(name) == nil {
			out.Members = append(out.Members, syntax.Member{Key: syntax.Text{Pos: p.Key.Pos, Value: name}, Value: s})
			continue
		}
		part := &syntax.Node{Kind: syntax.MapNode, Pos: p.Value.Pos}
		inner := &syntax.Node{Kind: syntax.MapNode, Pos: p.Value.Pos}
		add(inner, name, s)
		add(part, "patternProperties", inner)
		e.also(part)
	}
	if len(out.Members) > 0 {
		e.put("patternProperties", out)
	}
	if len(out.Members) < len(m.Value.Members) {
		e.openFor = true
	}
}

// counts are the keywords whose value is a whole number.
var counts = []string{"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"}

// limit translates numbers, and drops keywords that JSON Schema does not have.
func (e *emitter) limit(m syntax.Member) {
	key := m.Key.Value
	switch {
	case slices.Contains(counts, key):
		e.count(m)
	case key == "multipleOf":
		if e.is(m, syntax.NumberNode) && m.Value.Number <= 0 {
			e.im.fail(m.Value.Pos, "count", "", "`multipleOf` must be greater than 0")
			return
		}
		e.put(key, m.Value)
	case key == "minimum" || key == "maximum":
		e.bound(m)
	case key == "exclusiveMinimum" || key == "exclusiveMaximum":
		e.exclusive(m)
	case strings.HasPrefix(key, "x-") && slices.Contains(ourKeywords, key):
		e.drop(m, Same, "it is an extension of the source, and envgen has a keyword of this name with another meaning")
	case strings.HasPrefix(key, "x-"):
		e.drop(m, Same, "it is an extension of the source")
	default:
		e.drop(m, Same, "it is no keyword of "+e.draft.String())
	}
}

// ourKeywords are the keywords of envgen that begin with x-.
var ourKeywords = []string{"x-name", "x-value-names", "x-from", "x-error", "x-part", "x-stage", "x-auto", "x-secret", "x-truncate"}

func (e *emitter) count(m syntax.Member) {
	if !e.is(m, syntax.NumberNode) {
		return
	}
	v := m.Value.Number
	switch {
	case v < 0 || v != math.Trunc(v):
		e.im.fail(m.Value.Pos, "count", "", "`%s` must be a whole number that is not negative", m.Key.Value)
	case v > 1<<31-1 && strings.HasPrefix(m.Key.Value, "max"):
		e.drop(m, Weaker, "no message is that long")
	case v > 1<<31-1:
		e.im.fail(m.Value.Pos, "count", "", "`%s` must be at most %d", m.Key.Value, 1<<31-1)
	default:
		e.put(m.Key.Value, m.Value)
	}
}

const maxSafe = 1<<53 - 1

// bound translates minimum and maximum. Draft 4 makes them exclusive by a boolean.
func (e *emitter) bound(m syntax.Member) {
	if !e.is(m, syntax.NumberNode) {
		return
	}
	key := m.Key.Value
	if flag := e.p.node.Member("exclusive" + strings.ToUpper(key[:1]) + key[1:]); e.draft == draft4 && flag != nil && flag.Kind == syntax.BoolNode && flag.Bool {
		exclusive := "exclusive" + strings.ToUpper(key[:1]) + key[1:]
		e.say(exclusive, Same, "written as a number")
		e.number(syntax.Member{Key: syntax.Text{Pos: m.Key.Pos, Value: exclusive}, Value: m.Value})
		return
	}
	e.number(m)
}

func (e *emitter) exclusive(m syntax.Member) {
	if e.draft > draft4 {
		if e.is(m, syntax.NumberNode) {
			e.number(m)
		}
		return
	}
	bound := strings.ToLower(m.Key.Value[len("exclusive"):])
	switch {
	case !e.is(m, syntax.BoolNode):
	case !m.Value.Bool || e.p.node.Member(bound) == nil:
		e.drop(m, Same, "it excludes nothing")
	}
}

// number writes a limit. All numbers are compared as doubles.
func (e *emitter) number(m syntax.Member) {
	e.put(m.Key.Value, m.Value)
	if e.wide() && strings.Contains(strings.Join(e.allowedTypes(), " "), "integer") {
		e.say(m.Key.Value, Same, "the limits of the integer are beyond ±(2^53-1), so it is written as a number that is a multiple of 1")
	}
}

// wide reports whether a limit of the schema is beyond the integers of a spec.
func (e *emitter) wide() bool {
	for _, key := range []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"} {
		if n := e.p.node.Member(key); n != nil && n.Kind == syntax.NumberNode && math.Abs(n.Number) > maxSafe {
			return true
		}
	}
	return false
}

// widened returns the type of a schema. An integer whose limits are beyond those of a spec becomes a number, and a multiple of 1.
func (e *emitter) widened(list []*syntax.Node) []*syntax.Node {
	if !e.wide() || !slices.ContainsFunc(list, func(n *syntax.Node) bool { return n.Text == "integer" }) ||
		slices.ContainsFunc(list, func(n *syntax.Node) bool { return n.Text == "number" }) {
		return list
	}
	if e.p.node.Member("multipleOf") == nil {
		e.put("multipleOf", number(e.p.node.Pos, 1))
	}
	list = slices.Clone(list)
	for i, n := range list {
		if n.Text == "integer" {
			list[i] = text(n.Pos, "number")
		}
	}
	return list
}
