// Package metaschemas returns the metaschemas of JSON Schema, drafts 4 to 2020-12, as JSON texts.
//
// The validator contains them, but exposes only compiled schemas. So the package writes the texts anew from these: keywords that assert or refer,
// without annotations.
package metaschemas

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// The 2020-12 metaschema and its vocabularies, which refer to each other.
const base2020 = "https://json-schema.org/draft/2020-12/"

var names2020 = []string{"schema", "meta/core", "meta/applicator", "meta/unevaluated", "meta/validation", "meta/meta-data", "meta/format-annotation",
	"meta/format-assertion", "meta/content"}

// Of2020 lists the addresses of the 2020-12 metaschema and its vocabularies.
func Of2020() []string {
	var list []string
	for _, name := range names2020 {
		list = append(list, base2020+name)
	}
	return list
}

var others = []string{"https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2019-09/meta/core", "https://json-schema.org/draft/2019-09/meta/applicator",
	"https://json-schema.org/draft/2019-09/meta/validation", "https://json-schema.org/draft/2019-09/meta/meta-data", "https://json-schema.org/draft/2019-09/meta/format",
	"https://json-schema.org/draft/2019-09/meta/content", "http://json-schema.org/draft-07/schema", "http://json-schema.org/draft-06/schema", "http://json-schema.org/draft-04/schema"}

var documents sync.Map // by address

// Document returns the metaschema of an address without a fragment, and false for any other address.
func Document(address string) ([]byte, bool) {
	if known, ok := documents.Load(address); ok {
		return known.([]byte), true
	}
	if !slices.Contains(others, address) && !slices.Contains(Of2020(), address) {
		return nil, false
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	c.UseRegexpEngine(func(source string) (jsonschema.Regexp, error) { return text(source), nil })
	for _, name := range []string{"uri", "uri-reference", "iri", "iri-reference"} {
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(any) error { return nil }})
	}
	compiled, err := c.Compile(address)
	if err != nil {
		panic(fmt.Sprintf("metaschemas: %s: %v", address, err)) // the validator contains it
	}
	w := writer{address: address, named: map[string]map[string]any{}}
	document := w.schema(compiled).(map[string]any)
	if len(w.named) > 0 {
		for keyword, schemas := range w.named {
			document[keyword] = schemas
		}
	}
	if compiled.DraftVersion == 4 {
		document["id"] = address + "#"
	} else {
		document["$id"] = address
	}
	data, err := json.Marshal(document)
	if err != nil {
		panic(err)
	}
	documents.Store(address, data)
	return data, true
}

// text is a pattern that is not compiled.
type text string

func (text) MatchString(string) bool { return false }

func (t text) String() string { return string(t) }

// writer writes one document.
type writer struct {
	address string
	named   map[string]map[string]any // the schemas under $defs or definitions that the document refers to, by keyword
}

// reference returns the text of a reference to a schema. A schema of the same document under a name is added to it.
func (w writer) reference(to *jsonschema.Schema) string {
	address, fragment, _ := strings.Cut(to.Location, "#")
	if address != w.address {
		return strings.TrimSuffix(to.Location, "#")
	}
	if steps := strings.Split(fragment, "/"); len(steps) == 3 && (steps[1] == "$defs" || steps[1] == "definitions") {
		keyword, name := steps[1], steps[2]
		if w.named[keyword] == nil {
			w.named[keyword] = map[string]any{}
		}
		if _, done := w.named[keyword][name]; !done {
			w.named[keyword][name] = nil // it may refer to itself
			w.named[keyword][name] = w.schema(to)
		}
	}
	return "#" + fragment
}

func (w writer) schema(s *jsonschema.Schema) any {
	m := map[string]any{}
	switch {
	case s.Bool == nil:
	case s.DraftVersion > 4:
		return *s.Bool
	case *s.Bool: // draft 4 has no boolean schemas
		return m
	}
	w.references(m, s)
	w.applicators(m, s)
	w.members(m, s)
	w.items(m, s)
	assertions(m, s)
	return m
}

func (w writer) references(m map[string]any, s *jsonschema.Schema) {
	if s.Ref != nil {
		m["$ref"] = w.reference(s.Ref)
	}
	if s.RecursiveRef != nil {
		m["$recursiveRef"] = "#"
	}
	if s.RecursiveAnchor {
		m["$recursiveAnchor"] = true
	}
	if s.DynamicRef != nil {
		m["$dynamicRef"] = "#" + s.DynamicRef.Anchor
	}
	put(m, "$dynamicAnchor", s.DynamicAnchor)
	put(m, "$anchor", s.Anchor)
}

func (w writer) one(m map[string]any, keyword string, s *jsonschema.Schema) {
	if s != nil {
		m[keyword] = w.schema(s)
	}
}

func (w writer) list(m map[string]any, keyword string, list []*jsonschema.Schema) {
	if list != nil {
		m[keyword] = w.schemas(list)
	}
}

func (w writer) schemas(list []*jsonschema.Schema) []any {
	var all []any
	for _, s := range list {
		all = append(all, w.schema(s))
	}
	return all
}

func (w writer) byName(m map[string]any, keyword string, schemas map[string]*jsonschema.Schema) {
	if schemas == nil {
		return
	}
	all := map[string]any{}
	for name, s := range schemas {
		all[name] = w.schema(s)
	}
	m[keyword] = all
}

// either writes a schema, a list of schemas or a boolean.
func (w writer) either(m map[string]any, keyword string, value any) {
	switch value := value.(type) {
	case bool:
		m[keyword] = value
	case *jsonschema.Schema:
		w.one(m, keyword, value)
	case []*jsonschema.Schema:
		w.list(m, keyword, value)
	}
}

func (w writer) applicators(m map[string]any, s *jsonschema.Schema) {
	w.list(m, "allOf", s.AllOf)
	w.list(m, "anyOf", s.AnyOf)
	w.list(m, "oneOf", s.OneOf)
	w.one(m, "not", s.Not)
	w.one(m, "if", s.If)
	w.one(m, "then", s.Then)
	w.one(m, "else", s.Else)
}

func (w writer) members(m map[string]any, s *jsonschema.Schema) {
	w.byName(m, "properties", s.Properties)
	w.byName(m, "dependentSchemas", s.DependentSchemas)
	w.one(m, "propertyNames", s.PropertyNames)
	w.one(m, "unevaluatedProperties", s.UnevaluatedProperties)
	w.either(m, "additionalProperties", s.AdditionalProperties)
	if s.PatternProperties != nil {
		all := map[string]any{}
		for pattern, sub := range s.PatternProperties {
			all[pattern.String()] = w.schema(sub)
		}
		m["patternProperties"] = all
	}
	if s.Dependencies != nil {
		all := map[string]any{}
		for name, value := range s.Dependencies {
			if sub, isSchema := value.(*jsonschema.Schema); isSchema {
				value = w.schema(sub)
			}
			all[name] = value
		}
		m["dependencies"] = all
	}
	if s.DependentRequired != nil {
		m["dependentRequired"] = s.DependentRequired
	}
	count(m, "minProperties", s.MinProperties)
	count(m, "maxProperties", s.MaxProperties)
	if s.Required != nil {
		m["required"] = s.Required
	}
}

func (w writer) items(m map[string]any, s *jsonschema.Schema) {
	w.either(m, "items", s.Items)
	w.either(m, "additionalItems", s.AdditionalItems)
	w.one(m, "items", s.Items2020)
	w.list(m, "prefixItems", s.PrefixItems)
	w.one(m, "contains", s.Contains)
	w.one(m, "unevaluatedItems", s.UnevaluatedItems)
	count(m, "minItems", s.MinItems)
	count(m, "maxItems", s.MaxItems)
	count(m, "minContains", s.MinContains)
	count(m, "maxContains", s.MaxContains)
	if s.UniqueItems {
		m["uniqueItems"] = true
	}
}

// assertions writes the assertions of scalars.
func assertions(m map[string]any, s *jsonschema.Schema) {
	if s.Types != nil {
		if names := s.Types.ToStrings(); len(names) == 1 {
			m["type"] = names[0]
		} else {
			m["type"] = names
		}
	}
	if s.Enum != nil {
		m["enum"] = s.Enum.Values
	}
	if s.Const != nil {
		m["const"] = *s.Const
	}
	if s.Pattern != nil {
		m["pattern"] = s.Pattern.String()
	}
	if s.Format != nil {
		m["format"] = s.Format.Name
	}
	count(m, "minLength", s.MinLength)
	count(m, "maxLength", s.MaxLength)
	number(m, "multipleOf", s.MultipleOf)
	number(m, "minimum", s.Minimum)
	number(m, "maximum", s.Maximum)
	if s.DraftVersion == 4 && s.ExclusiveMinimum != nil {
		number(m, "minimum", s.ExclusiveMinimum)
		m["exclusiveMinimum"] = true
	} else {
		number(m, "exclusiveMinimum", s.ExclusiveMinimum)
	}
	number(m, "exclusiveMaximum", s.ExclusiveMaximum)
}

func put(m map[string]any, keyword, text string) {
	if text != "" {
		m[keyword] = text
	}
}

func count(m map[string]any, keyword string, n *int) {
	if n != nil {
		m[keyword] = *n
	}
}

func number(m map[string]any, keyword string, n *big.Rat) {
	if n != nil {
		m[keyword], _ = n.Float64()
	}
}
