package jsonschema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/envgen/envgen/internal/ir"
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
	Minimum       *limit         `json:"minimum,omitempty"`
	Maximum       *limit         `json:"maximum,omitempty"`
	Above         *limit         `json:"exclusiveMinimum,omitempty"`
	Below         *limit         `json:"exclusiveMaximum,omitempty"`
	MultipleOf    *limit         `json:"multipleOf,omitempty"`
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

	// The spellings of draft 7. Its `items` may be a list, which is the field list of Items.
	RestOfList   *schema `json:"additionalItems,omitempty"`
	Dependencies entries `json:"dependencies,omitempty"`
	Definitions  members `json:"definitions,omitempty"`

	list    []*schema // of draft 7: not a schema, but a list of schemas; nothing else is set
	never   bool      // the schema false; nothing else is set
	integer bool      // the bounds of the type integer are still missing
	width   ir.Width  // of that integer
}

// MarshalJSON writes the object, false or the list.
func (s *schema) MarshalJSON() ([]byte, error) {
	if s.never {
		return []byte("false"), nil
	}
	if s.list != nil {
		return marshal(s.list)
	}
	type object schema
	return marshal((*object)(s))
}

// part is a schema directly inside another one.
type part struct {
	at   string // the JSON Pointer from the schema around
	here **schema
}

// parts returns the schemas directly inside s, except for its definitions.
func (s *schema) parts() []part {
	var all []part
	for _, one := range []struct {
		keyword string
		here    **schema
	}{
		{"items", &s.Items}, {"contains", &s.Contains}, {"unevaluatedItems", &s.RestItems}, {"additionalItems", &s.RestOfList},
		{"additionalProperties", &s.Additional}, {"propertyNames", &s.Names}, {"unevaluatedProperties", &s.RestMembers},
		{"not", &s.Not}, {"if", &s.If}, {"then", &s.Then}, {"else", &s.Else},
	} {
		if *one.here != nil {
			all = append(all, part{"/" + one.keyword, one.here})
		}
	}
	for _, some := range []struct {
		keyword string
		list    []*schema
	}{{"prefixItems", s.PrefixItems}, {"oneOf", s.OneOf}, {"anyOf", s.AnyOf}, {"allOf", s.AllOf}} {
		for i := range some.list {
			all = append(all, part{fmt.Sprintf("/%s/%d", some.keyword, i), &some.list[i]})
		}
	}
	for _, some := range []struct {
		keyword string
		members members
	}{{"properties", s.Properties}, {"patternProperties", s.Patterns}, {"dependentSchemas", s.DependentOn}} {
		for i := range some.members {
			all = append(all, part{"/" + some.keyword + "/" + pointerEscaper.Replace(some.members[i].Name), &some.members[i].Schema})
		}
	}
	return all
}

// discriminator is OpenAPI's annotation: validators may ignore it, code generators find the tag in it.
type discriminator struct {
	PropertyName string  `json:"propertyName"`
	Mapping      entries `json:"mapping,omitempty"`
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
