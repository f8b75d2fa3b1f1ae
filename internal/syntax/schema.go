package syntax

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/envgen/envgen/internal/diag"
)

// Schema is one JSON Schema as written. An absent keyword has its zero value. Pos of a keyword's value is its
// position.
type Schema struct {
	Pos  diag.Pos
	Bool *bool // the schema `true` or `false`

	Ref    Text // the value of $ref, or a bare name in the place of a schema
	ID     Text // $id
	Anchor Text // $anchor

	Dialect    Text     // $schema
	Vocabulary []Member // $vocabulary of a metaschema: booleans by address

	DynamicRef    Text // $dynamicRef
	DynamicAnchor Text // $dynamicAnchor
	Defs          []Property

	Title       Text
	Description Text
	Source      Text
	Default     *Node
	Examples    []*Node
	Deprecated  bool
	ReadOnly    bool
	WriteOnly   bool

	ContentEncoding  Text
	ContentMediaType Text
	ContentSchema    *Schema // an annotation: nothing applies it
	Content          *Node   // the text of ContentSchema

	Type    []Text
	TypePos diag.Pos
	Wide    string // Int64 or UInt64 for a reference to a type of std, which makes the type an integer of 64 bits
	Width   string // the Wide of this schema, or of another one that applies to the same value
	Const   *Node
	Enum    *Node // a ListNode
	Pattern Text
	Format  Text
	Limits  []Limit

	Properties        []Property
	PropertiesPos     diag.Pos
	PatternProperties []Property
	Additional        *Schema
	PropertyNames     *Schema
	Required          []Text
	DependentRequired []Dependency
	DependentSchemas  []Property
	Unevaluated       *Schema // unevaluatedProperties

	Items            *Schema
	PrefixItems      []*Schema
	Contains         *Schema
	Unique           Flag
	UnevaluatedItems *Schema

	AllOf    []*Schema
	AnyOf    []*Schema
	AnyOfPos diag.Pos
	OneOf    []*Schema
	OneOfPos diag.Pos
	Tag      Text // discriminator.propertyName, or discriminator.presence
	Presence bool // the tag selects by being there
	Fallback bool // the last of OneOf is discriminator.fallback, which takes every other tag
	Not      *Schema
	If       *Schema
	Then     *Schema
	Else     *Schema

	Rename     []Rename    // x-name
	ValueNames []ValueName // x-value-names
	From       Text        // x-from
	Error      Text        // x-error
	Part       Flag        // x-part
	Stage      Text        // x-stage
	Auto       *Auto       // x-auto, nil if absent
	Secret     Flag
	Stability  Text // x-stability, one of Stabilities
}

// Stabilities are the words of x-stability.
var Stabilities = []string{"stable", "unstable"}

// Flag is a keyword whose value is true or false.
type Flag struct {
	Pos   diag.Pos
	Value bool
}

// Dependency is one entry of `dependentRequired`.
type Dependency struct {
	Trigger Text
	Members []Text
}

// ValueName gives one value of an enum another name to make identifiers from.
type ValueName struct {
	Value  Text
	Rename []Rename
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
	Digits  string // those of Node
}

// Constrains reports whether the schema has keywords other than its reference and annotations.
func (s *Schema) Constrains() bool {
	return s.Bool != nil || len(s.Type) > 0 || s.Const != nil || s.Enum != nil || s.PropertiesPos.IsValid() || len(s.Required) > 0 ||
		s.Additional != nil || s.Items != nil || len(s.AllOf) > 0 || len(s.AnyOf) > 0 || len(s.OneOf) > 0 ||
		s.HasScalars() || s.Conditional()
}

// HasScalars reports whether the schema has a keyword for strings or numbers, or another limit.
func (s *Schema) HasScalars() bool {
	return s.Pattern.Pos.IsValid() || s.Format.Pos.IsValid() || len(s.Limits) > 0
}

// Scalars is a schema of those keywords alone.
func (s *Schema) Scalars() *Schema {
	return &Schema{Pos: s.Pos, Pattern: s.Pattern, Format: s.Format, Limits: s.Limits}
}

// WithoutScalars is the schema without those keywords.
func (s *Schema) WithoutScalars() *Schema {
	bare := *s
	bare.Pattern, bare.Format, bare.Limits = Text{}, Text{}, nil
	return &bare
}

// Conditional reports whether the schema has a keyword that other keywords cannot be merged with.
func (s *Schema) Conditional() bool {
	return len(s.PatternProperties) > 0 || s.PropertyNames != nil || len(s.DependentRequired) > 0 || len(s.DependentSchemas) > 0 || s.Unevaluated != nil ||
		len(s.PrefixItems) > 0 || s.Contains != nil || s.Unique.Value || s.UnevaluatedItems != nil || s.Not != nil || s.If != nil || s.DynamicRef.Pos.IsValid() ||
		slices.ContainsFunc(s.Limits, func(l Limit) bool {
			return l.Keyword == "multipleOf" || l.Keyword == "minProperties" || l.Keyword == "maxProperties"
		})
}

// Limit returns the limit that a keyword gives, or nil.
func (s *Schema) Limit(keyword string) *Limit {
	for i := range s.Limits {
		if s.Limits[i].Keyword == keyword {
			return &s.Limits[i]
		}
	}
	return nil
}

var (
	schemaKeys = []string{"$ref", "$id", "$anchor", "$dynamicRef", "$dynamicAnchor", "$defs", "$schema", "$vocabulary", "type", "title", "description", "source", "$comment", "default", "examples",
		"deprecated", "readOnly", "writeOnly", "contentEncoding", "contentMediaType", "contentSchema", "const", "enum", "properties", "patternProperties", "additionalProperties", "propertyNames", "required",
		"dependentRequired", "dependentSchemas", "unevaluatedProperties", "minProperties", "maxProperties", "items", "prefixItems", "contains",
		"minContains", "maxContains", "uniqueItems", "unevaluatedItems", "minItems", "maxItems", "allOf", "anyOf", "oneOf", "discriminator", "not",
		"if", "then", "else", "pattern", "format", "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
		"x-name", "x-value-names", "x-from", "x-error", "x-part", "x-stage", "x-auto", "x-secret", "x-stability"}
	// schemaKeysToCome are keywords of JSON Schema 2020-12 (and spellings of older drafts) that this version refuses by name.
	schemaKeysToCome = []string{"definitions", "$recursiveRef", "$recursiveAnchor",
		"additionalItems", "dependencies", "x-truncate"}
	ourExtensions = []string{"x-name", "x-value-names", "x-auto", "x-stage", "x-from", "x-error", "x-part", "x-secret", "x-stability", "x-truncate"}
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
			r.fail(n.Pos, "value-type", "", "a schema must be a mapping, a name, true or false, not %s", n.Kind)
		}
	}
	return s
}

// ParseSchema reads a schema alone.
func ParseSchema(name string, data []byte) (*Schema, diag.List) {
	r := &reader{file: name, meant: map[string]bool{}}
	root := r.read(data)
	if root == nil {
		return nil, r.diags
	}
	return r.schema(root), r.diags
}

// together checks combinations of keywords.
func (r *reader) together(s *Schema, n *Node) {
	if d := n.Member("discriminator"); d != nil && s.OneOf == nil && !r.meant["oneOf"] {
		r.fail(d.Pos, "discriminator-alone", "put the branches under `oneOf`", "`discriminator` needs `oneOf` beside it")
	} else if d != nil && d.Kind == MapNode {
		r.fallback(s, d)
	}
	for _, pair := range [][2]string{{"then", "if"}, {"else", "if"}, {"minContains", "contains"}, {"maxContains", "contains"}} {
		if sub := n.Member(pair[0]); sub != nil && n.Member(pair[1]) == nil && !r.meant[pair[1]] {
			r.diags.Add(diag.Diagnostic{Pos: sub.Pos, Severity: diag.Warning, Code: "no-effect", Message: "`" + pair[0] + "` has no effect without `" + pair[1] + "`"})
		}
	}
}

func (r *reader) keyword(s *Schema, m Member) {
	switch m.Key.Value {
	case "$ref":
		s.Ref = r.text(m)
	case "$comment":
		r.text(m)
	case "title":
		s.Title = r.text(m)
	case "$id":
		s.ID = r.text(m)
	case "$anchor":
		s.Anchor = r.text(m)
	case "$dynamicRef":
		s.DynamicRef = r.text(m)
	case "$dynamicAnchor":
		s.DynamicAnchor = r.text(m)
	case "$schema":
		s.Dialect = r.text(m)
	case "$vocabulary":
		if r.is(m, MapNode) {
			s.Vocabulary = m.Value.Members
		}
		for _, v := range s.Vocabulary {
			r.is(v, BoolNode)
		}
	case "$defs":
		s.Defs = r.named(m)
	case "default":
		s.Default = m.Value
	case "examples":
		if r.is(m, ListNode) {
			s.Examples = m.Value.Items
		}
	case "deprecated":
		s.Deprecated = r.flag(m).Value
	case "readOnly":
		s.ReadOnly = r.flag(m).Value
	case "writeOnly":
		s.WriteOnly = r.flag(m).Value
	case "contentEncoding":
		s.ContentEncoding = r.text(m)
	case "contentMediaType":
		s.ContentMediaType = r.text(m)
	case "contentSchema":
		s.ContentSchema, s.Content = r.schema(m.Value), m.Value
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
	case "patternProperties":
		s.PatternProperties = r.named(m)
	case "propertyNames":
		s.PropertyNames = r.schema(m.Value)
	case "dependentRequired":
		r.dependencies(s, m)
	case "dependentSchemas":
		s.DependentSchemas = r.named(m)
	case "unevaluatedProperties":
		s.Unevaluated = r.schema(m.Value)
	case "prefixItems":
		s.PrefixItems = r.schemas(m)
	case "contains":
		s.Contains = r.schema(m.Value)
	case "uniqueItems":
		s.Unique = r.flag(m)
	case "unevaluatedItems":
		s.UnevaluatedItems = r.schema(m.Value)
	case "not":
		s.Not = r.schema(m.Value)
	case "if":
		s.If = r.schema(m.Value)
	case "then":
		s.Then = r.schema(m.Value)
	case "else":
		s.Else = r.schema(m.Value)
	case "allOf":
		s.AllOf = r.schemas(m)
	case "anyOf":
		s.AnyOf, s.AnyOfPos = r.schemas(m), m.Key.Pos
	case "oneOf":
		s.OneOf, s.OneOfPos = r.schemas(m), m.Key.Pos
	case "discriminator":
		r.discriminator(s, m)
	case "pattern":
		s.Pattern = r.text(m)
	case "format":
		s.Format = r.text(m)
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems", "multipleOf",
		"minProperties", "maxProperties", "minContains", "maxContains":
		r.limit(s, m)
	case "x-name":
		s.Rename = r.rename(m)
	case "x-value-names":
		r.valueNames(s, m)
	case "x-from":
		s.From = r.text(m)
	case "x-error":
		s.Error = r.text(m)
	case "x-part":
		s.Part = r.flag(m)
	case "x-stage":
		s.Stage = r.text(m)
	case "x-secret":
		s.Secret = r.flag(m)
	case "x-stability":
		s.Stability = r.text(m)
		if text := s.Stability.Value; m.Value.Kind == TextNode && !slices.Contains(Stabilities, text) {
			r.fail(s.Stability.Pos, "stability", cmp.Or(diag.DidYouMean(text, Stabilities), "write `stable` or `unstable`"), "%s is not a stability", quote(text))
		}
	case "x-auto":
		a := r.auto(m)
		s.Auto = &a
	default:
		r.unknown(m.Key, schemaKeys, schemaKeysToCome, ourExtensions)
	}
}

// String names the schema in messages: its reference, or its position.
func (s *Schema) String() string {
	if s.Ref.Value != "" {
		return "`" + s.Ref.Value + "`"
	}
	return fmt.Sprintf("the schema on line %d", s.Pos.Line)
}
