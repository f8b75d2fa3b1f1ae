package jsonschema

import (
	"bytes"
	"encoding/json"
	"strings"
)

// schema is a schema object, or false. The order of its fields is the order in the file.
type schema struct {
	Dialect       string         `json:"$schema,omitempty"`
	ID            string         `json:"$id,omitempty"`
	Title         string         `json:"title,omitempty"`
	Description   string         `json:"description,omitempty"`
	Comment       string         `json:"$comment,omitempty"`
	Deprecated    bool           `json:"deprecated,omitempty"`
	ReadOnly      bool           `json:"readOnly,omitempty"`
	WriteOnly     bool           `json:"writeOnly,omitempty"`
	Default       any            `json:"default,omitempty"`
	Examples      []any          `json:"examples,omitempty"`
	Encoding      string         `json:"contentEncoding,omitempty"`
	MediaType     string         `json:"contentMediaType,omitempty"`
	Ref           string         `json:"$ref,omitempty"`
	Type          any            `json:"type,omitempty"` // a string, or a list of strings
	Const         any            `json:"const,omitempty"`
	Enum          []any          `json:"enum,omitempty"`
	Catalog       entries        `json:"x-catalog,omitempty"`
	Minimum       *float64       `json:"minimum,omitempty"`
	Maximum       *float64       `json:"maximum,omitempty"`
	Above         *float64       `json:"exclusiveMinimum,omitempty"`
	Below         *float64       `json:"exclusiveMaximum,omitempty"`
	MultipleOf    *float64       `json:"multipleOf,omitempty"`
	MinLength     *int           `json:"minLength,omitempty"`
	MaxLength     *int           `json:"maxLength,omitempty"`
	Pattern       string         `json:"pattern,omitempty"`
	Format        string         `json:"format,omitempty"`
	PrefixItems   []*schema      `json:"prefixItems,omitempty"`
	Items         *schema        `json:"items,omitempty"`
	MinItems      *int           `json:"minItems,omitempty"`
	MaxItems      *int           `json:"maxItems,omitempty"`
	UniqueItems   bool           `json:"uniqueItems,omitempty"`
	Contains      *schema        `json:"contains,omitempty"`
	MinContains   *int           `json:"minContains,omitempty"`
	MaxContains   *int           `json:"maxContains,omitempty"`
	RestItems     *schema        `json:"unevaluatedItems,omitempty"`
	Required      []string       `json:"required,omitempty"`
	Properties    members        `json:"properties,omitempty"`
	Patterns      members        `json:"patternProperties,omitempty"`
	Additional    *schema        `json:"additionalProperties,omitempty"`
	Names         *schema        `json:"propertyNames,omitempty"`
	MinMembers    *int           `json:"minProperties,omitempty"`
	MaxMembers    *int           `json:"maxProperties,omitempty"`
	Dependent     entries        `json:"dependentRequired,omitempty"`
	DependentOn   members        `json:"dependentSchemas,omitempty"`
	RestMembers   *schema        `json:"unevaluatedProperties,omitempty"`
	Discriminator *discriminator `json:"discriminator,omitempty"`
	OneOf         []*schema      `json:"oneOf,omitempty"`
	AnyOf         []*schema      `json:"anyOf,omitempty"`
	Not           *schema        `json:"not,omitempty"`
	If            *schema        `json:"if,omitempty"`
	Then          *schema        `json:"then,omitempty"`
	Else          *schema        `json:"else,omitempty"`
	AllOf         []*schema      `json:"allOf,omitempty"`
	Defs          members        `json:"$defs,omitempty"`

	never   bool // the schema false; nothing else is set
	integer bool // the bounds of the type integer are still missing
}

// MarshalJSON writes the object, or false.
func (s *schema) MarshalJSON() ([]byte, error) {
	if s.never {
		return []byte("false"), nil
	}
	type object schema
	return marshal((*object)(s))
}

// discriminator is OpenAPI's annotation: validators may ignore it, code generators find the tag in it.
type discriminator struct {
	PropertyName string `json:"propertyName"`
}

type member struct {
	Name   string
	Schema *schema
}

// members is an object of schemas in a fixed order.
type members []member

// MarshalJSON writes the members as one object.
func (m members) MarshalJSON() ([]byte, error) {
	all := make(entries, len(m))
	for i, e := range m {
		all[i] = entry{e.Name, e.Schema}
	}
	return all.MarshalJSON()
}

type entry struct {
	Name  string
	Value any
}

// entries is an object in a fixed order.
type entries []entry

// MarshalJSON writes the entries as one object.
func (m entries) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, e := range m {
		if i > 0 {
			b.WriteByte(',')
		}
		for j, part := range []any{e.Name, e.Value} {
			if j > 0 {
				b.WriteByte(':')
			}
			data, err := marshal(part)
			if err != nil {
				return nil, err
			}
			b.Write(data)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// marshal is json.Marshal without the HTML escapes, which make patterns unreadable.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// pointerEscaper escapes a name for a JSON Pointer segment.
var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1")
