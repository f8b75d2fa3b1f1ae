package syntax

import (
	"fmt"
	"slices"

	"github.com/envgen/envgen/internal/diag"
)

// Schema is one JSON Schema as written. A keyword that is absent has its zero value; Pos of a keyword's value tells
// where it stands.
type Schema struct {
	Pos  diag.Pos
	Bool *bool // the schema `true` or `false`

	Ref           Text // the value of $ref, or a bare name in the place of a schema
	Description   Text
	Source        Text
	Type          []Text
	TypePos       diag.Pos
	Const         *Node
	Enum          *Node // a ListNode
	Properties    []Property
	PropertiesPos diag.Pos
	Required      []Text
	Additional    *Schema
	Items         *Schema
	AllOf         []*Schema
	AnyOf         []*Schema
	OneOf         []*Schema
	UnionPos      diag.Pos // of anyOf or oneOf
	Tag           Text     // discriminator.propertyName
	Pattern       Text
	Format        Text
	Limits        []Limit
	Rename        []Rename
}

// Rename is one name under `x-name`.
type Rename struct {
	Language string // go, ts, py; "" for all
	Name     Text
}

// Property is one entry of `properties`.
type Property struct {
	Name   Text
	Schema *Schema
}

// Limit is a keyword whose value is a number: minimum, maxLength and their kind.
type Limit struct {
	Keyword string
	Pos     diag.Pos // of the number
	Value   float64
}

// Constrains reports whether the schema says anything beside what it refers to and its annotations.
func (s *Schema) Constrains() bool {
	return s.Bool != nil || len(s.Type) > 0 || s.Const != nil || s.Enum != nil || s.PropertiesPos.IsValid() || len(s.Required) > 0 ||
		s.Additional != nil || s.Items != nil || len(s.AllOf) > 0 || len(s.AnyOf) > 0 || len(s.OneOf) > 0 ||
		s.Pattern.Pos.IsValid() || s.Format.Pos.IsValid() || len(s.Limits) > 0
}

var (
	schemaKeys = []string{"$ref", "type", "title", "description", "source", "$comment", "const", "enum", "properties", "required", "additionalProperties",
		"items", "allOf", "anyOf", "oneOf", "discriminator", "pattern", "format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
		"minLength", "maxLength", "minItems", "maxItems", "x-name"}
	// schemaKeysToCome are keywords of JSON Schema 2020-12 (and spellings of older drafts) that this version refuses by name.
	schemaKeysToCome = []string{"$schema", "$id", "$anchor", "$dynamicRef", "$dynamicAnchor", "$vocabulary", "$defs", "definitions", "$recursiveRef", "$recursiveAnchor",
		"multipleOf", "uniqueItems", "prefixItems", "additionalItems", "contains", "minContains", "maxContains", "patternProperties", "propertyNames",
		"minProperties", "maxProperties", "dependentRequired", "dependentSchemas", "dependencies", "if", "then", "else", "not",
		"unevaluatedProperties", "unevaluatedItems", "contentEncoding", "contentMediaType", "contentSchema",
		"default", "examples", "deprecated", "readOnly", "writeOnly",
		"x-auto", "x-stage", "x-from", "x-secret", "x-truncate"}
	ourExtensions = []string{"x-name", "x-auto", "x-stage", "x-from", "x-secret", "x-truncate"}
)

func (r *reader) schema(n *Node) *Schema {
	s := &Schema{Pos: n.Pos}
	switch n.Kind {
	case TextNode:
		s.Ref = Text{n.Pos, n.Text, n.style}
	case BoolNode:
		s.Bool = &n.Bool
	case MapNode:
		for _, m := range n.Members {
			r.keyword(s, m)
		}
		r.together(s, n)
	default:
		if !r.reported(n.Pos) {
			r.fail(n.Pos, "value-type", "", "a schema must be a mapping, a name, true or false, here stands %s", n.Kind)
		}
	}
	return s
}

// together checks what can only be said of several keywords at once.
func (r *reader) together(s *Schema, n *Node) {
	if d := n.Member("discriminator"); d != nil && s.OneOf == nil && !r.meant["oneOf"] {
		r.fail(d.Pos, "discriminator-alone", "put the branches under `oneOf`", "`discriminator` needs `oneOf` beside it")
	}
	if s.AnyOf != nil && s.OneOf != nil {
		r.fail(s.UnionPos, "not-implemented", "", "`anyOf` beside `oneOf` is not implemented yet")
	}
}

func (r *reader) keyword(s *Schema, m Member) {
	switch m.Key.Value {
	case "$ref":
		s.Ref = r.text(m)
	case "title", "$comment":
		r.text(m)
	case "description":
		s.Description = r.text(m)
	case "source":
		s.Source = r.text(m)
	case "type":
		s.Type, s.TypePos = r.typeNames(m), m.Value.Pos
	case "const":
		s.Const = m.Value
	case "enum":
		r.enum(s, m)
	case "properties":
		r.properties(s, m)
	case "required":
		s.Required = r.names(m)
	case "additionalProperties":
		s.Additional = r.schema(m.Value)
	case "items":
		s.Items = r.schema(m.Value)
	case "allOf":
		s.AllOf = r.schemas(m)
	case "anyOf":
		s.AnyOf, s.UnionPos = r.schemas(m), m.Key.Pos
	case "oneOf":
		s.OneOf, s.UnionPos = r.schemas(m), m.Key.Pos
	case "discriminator":
		r.discriminator(s, m)
	case "pattern":
		s.Pattern = r.text(m)
	case "format":
		s.Format = r.text(m)
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems":
		r.limit(s, m)
	case "x-name":
		r.rename(s, m)
	default:
		r.unknown(m.Key, schemaKeys, schemaKeysToCome, ourExtensions)
	}
}

var languages = []string{"go", "ts", "py"}

// rename reads x-name: one name for all languages, or one a language.
func (r *reader) rename(s *Schema, m Member) {
	if m.Value.Kind == TextNode {
		s.Rename = []Rename{{"", r.text(m)}}
		return
	}
	if !r.is(m, MapNode) {
		return
	}
	for _, l := range m.Value.Members {
		if !slices.Contains(languages, l.Key.Value) {
			r.unknown(l.Key, languages, nil, nil)
			continue
		}
		s.Rename = append(s.Rename, Rename{l.Key.Value, r.text(l)})
	}
}

var typeNames = []string{"null", "boolean", "object", "array", "number", "integer", "string"}

func (r *reader) typeNames(m Member) []Text {
	var names []Text
	switch m.Value.Kind {
	case TextNode:
		names = []Text{r.text(m)}
	case NullNode:
		r.fail(m.Value.Pos, "type-name", "write `type: \"null\"`", "null without quotes is the value, not the name of a type")
	case ListNode:
		names = r.typeList(m)
	default:
		r.is(m, TextNode)
	}
	for _, t := range names {
		if !slices.Contains(typeNames, t.Value) {
			r.fail(t.Pos, "type-name", diag.DidYouMean(t.Value, typeNames), "%s is no JSON Schema type", quote(t.Value))
		}
	}
	return r.distinct(names)
}

func (r *reader) typeList(m Member) []Text {
	var names []Text
	if len(m.Value.Items) == 0 {
		r.fail(m.Value.Pos, "empty-list", "", "`type` lists no type")
	}
	for _, item := range m.Value.Items {
		switch item.Kind {
		case TextNode:
			names = append(names, Text{item.Pos, item.Text, item.style})
		case NullNode:
			r.fail(item.Pos, "type-name", "write \"null\"", "null without quotes is the value, not the name of a type")
		default:
			r.fail(item.Pos, "value-type", "", "the name of a type must be a string, here stands %s", item.Kind)
		}
	}
	return names
}

func (r *reader) enum(s *Schema, m Member) {
	if !r.is(m, ListNode) {
		return
	}
	if len(m.Value.Items) == 0 {
		r.fail(m.Value.Pos, "empty-list", "", "`enum` lists no value, so nothing could be valid")
	}
	s.Enum = m.Value
}

func (r *reader) properties(s *Schema, m Member) {
	s.PropertiesPos = m.Value.Pos
	if !r.is(m, MapNode) {
		return
	}
	for _, p := range m.Value.Members {
		s.Properties = append(s.Properties, Property{p.Key, r.schema(p.Value)})
	}
}

func (r *reader) names(m Member) []Text {
	if !r.is(m, ListNode) {
		return nil
	}
	var names []Text
	for _, item := range m.Value.Items {
		if item.Kind != TextNode {
			if !r.reported(item.Pos) {
				r.fail(item.Pos, "value-type", "", "the name of a member must be a string, here stands %s", item.Kind)
			}
			continue
		}
		names = append(names, Text{item.Pos, item.Text, item.style})
	}
	return r.distinct(names)
}

// distinct reports names that stand twice and returns the others.
func (r *reader) distinct(names []Text) []Text {
	first := map[string]diag.Pos{}
	return slices.DeleteFunc(names, func(t Text) bool {
		earlier, again := first[t.Value]
		if again {
			r.diags.Add(diag.Diagnostic{Pos: t.Pos, Code: "duplicate-item", Message: quote(t.Value) + " stands twice", Notes: []diag.Note{{Pos: earlier, Message: "first here"}}})
		} else {
			first[t.Value] = t.Pos
		}
		return again
	})
}

func (r *reader) schemas(m Member) []*Schema {
	if !r.is(m, ListNode) {
		return nil
	}
	if len(m.Value.Items) == 0 {
		r.fail(m.Value.Pos, "empty-list", "", "`%s` lists no schema", m.Key.Value)
	}
	var list []*Schema
	for _, item := range m.Value.Items {
		list = append(list, r.schema(item))
	}
	return list
}

func (r *reader) discriminator(s *Schema, m Member) {
	if !r.is(m, MapNode) {
		return
	}
	for _, d := range m.Value.Members {
		if d.Key.Value == "propertyName" {
			s.Tag = r.text(d)
			continue
		}
		r.unknown(d.Key, []string{"propertyName"}, []string{"mapping", "defaultMapping"}, nil)
	}
	if !s.Tag.Pos.IsValid() && !r.meant["propertyName"] {
		r.fail(m.Value.Pos, "missing-key", "write `discriminator: {propertyName: kind}`", "`discriminator` has no `propertyName`")
	}
}

func (r *reader) limit(s *Schema, m Member) {
	if !r.is(m, NumberNode) {
		return
	}
	name, v := m.Key.Value, m.Value.Number
	counts := name == "minLength" || name == "maxLength" || name == "minItems" || name == "maxItems"
	if counts && (v < 0 || v > 1<<31-1 || v != float64(int(v))) {
		r.fail(m.Value.Pos, "count", "", "`%s` must be a whole number from 0 to %d", name, 1<<31-1)
		return
	}
	s.Limits = append(s.Limits, Limit{name, m.Value.Pos, v})
}

// String names the schema for messages: what it refers to, or where it stands.
func (s *Schema) String() string {
	if s.Ref.Value != "" {
		return "`" + s.Ref.Value + "`"
	}
	return fmt.Sprintf("the schema in line %d", s.Pos.Line)
}
