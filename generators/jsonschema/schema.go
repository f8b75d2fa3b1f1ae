package jsonschema

import (
	"bytes"
	"encoding/json"
	"strings"
)

// schema is a schema object; the order of its fields is the order in the file.
type schema struct {
	Dialect       string         `json:"$schema,omitempty"`
	ID            string         `json:"$id,omitempty"`
	Title         string         `json:"title,omitempty"`
	Description   string         `json:"description,omitempty"`
	Comment       string         `json:"$comment,omitempty"`
	Ref           string         `json:"$ref,omitempty"`
	Type          any            `json:"type,omitempty"` // a string, or two of them
	Const         any            `json:"const,omitempty"`
	Enum          []any          `json:"enum,omitempty"`
	Minimum       *float64       `json:"minimum,omitempty"`
	Maximum       *float64       `json:"maximum,omitempty"`
	Above         *float64       `json:"exclusiveMinimum,omitempty"`
	Below         *float64       `json:"exclusiveMaximum,omitempty"`
	MinLength     *int           `json:"minLength,omitempty"`
	MaxLength     *int           `json:"maxLength,omitempty"`
	Pattern       string         `json:"pattern,omitempty"`
	Format        string         `json:"format,omitempty"`
	Items         *schema        `json:"items,omitempty"`
	MinItems      *int           `json:"minItems,omitempty"`
	MaxItems      *int           `json:"maxItems,omitempty"`
	Required      []string       `json:"required,omitempty"`
	Properties    members        `json:"properties,omitempty"`
	Additional    *bool          `json:"additionalProperties,omitempty"`
	Discriminator *discriminator `json:"discriminator,omitempty"`
	OneOf         []*schema      `json:"oneOf,omitempty"`
	AnyOf         []*schema      `json:"anyOf,omitempty"`
	AllOf         []*schema      `json:"allOf,omitempty"`
	Defs          members        `json:"$defs,omitempty"`
}

// discriminator is OpenAPI's annotation: validators may ignore it, generators find the tag with it.
type discriminator struct {
	PropertyName string `json:"propertyName"`
}

type member struct {
	Name   string
	Schema *schema
}

// members is an object whose order is kept.
type members []member

// MarshalJSON writes the members as one object.
func (m members) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, e := range m {
		if i > 0 {
			b.WriteByte(',')
		}
		for j, part := range []any{e.Name, e.Schema} {
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

// pointerEscaper writes a name as a JSON Pointer segment.
var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1")
