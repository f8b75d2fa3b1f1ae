package oracle

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/metaschemas"
	"github.com/envgen/envgen/internal/syntax"
)

// published begins the addresses of the metaschemas.
const published = "https://json-schema.org/draft/2020-12/"

// moved is the address of a metaschema in the document. The validator has metaschemas of its own, with other checks of formats.
func moved(address string) string { return strings.Replace(address, published, site+"2020-12/", 1) }

// addMetaschemas adds the metaschemas to the definitions of a document, if the spec refers to them.
func (o *Oracle) addMetaschemas(definitions map[string]any) error {
	if !o.dynamic {
		return nil
	}
	for _, address := range metaschemas.Of2020() {
		text, _ := metaschemas.Document(address)
		text = bytes.ReplaceAll(text, []byte(`"format":"regex"`), []byte(`"$comment":"an annotation"`)) // the validator always asserts this format
		var schema map[string]any
		if err := json.Unmarshal(bytes.ReplaceAll(text, []byte(published), []byte(moved(published))), &schema); err != nil {
			return err
		}
		definitions[address] = schema
	}
	return nil
}

// keywordsOf are the keywords of the vocabularies that a dialect may lack.
var keywordsOf = map[string][]string{
	"validation": {"type", "const", "enum", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength", "pattern", "maxItems",
		"minItems", "uniqueItems", "maxContains", "minContains", "maxProperties", "minProperties", "required", "dependentRequired"},
	"applicator": {"prefixItems", "items", "contains", "additionalProperties", "properties", "patternProperties", "dependentSchemas", "propertyNames", "if", "then", "else",
		"allOf", "anyOf", "oneOf", "not"},
	"unevaluated": {"unevaluatedItems", "unevaluatedProperties"},
	"format":      {"format"},
}

// applyDialects removes the keywords that are not in the dialect of a schema. The document then has the default dialect.
func (o *Oracle) applyDialects(u *unit) {
	for _, name := range u.names {
		u.applyDialect(u.types[name], nil)
	}
}

func (u *unit) applyDialect(n *syntax.Node, unknown []string) {
	if dialect := n.Member("$schema"); dialect != nil {
		unknown = u.unknown(dialect.Text)
	}
	inside := subschemas(n)
	n.Members = slices.DeleteFunc(n.Members, func(m syntax.Member) bool { return slices.Contains(unknown, m.Key.Value) })
	for _, sub := range inside {
		u.applyDialect(sub.node, unknown)
	}
}

// unknown lists the keywords that a dialect lacks.
func (u *unit) unknown(dialect string) []string {
	metaschema := u.ids[strings.TrimSuffix(dialect, "#")]
	if metaschema == nil || metaschema.Member("$vocabulary") == nil {
		return nil
	}
	var keywords []string
	for vocabulary, list := range keywordsOf {
		if !slices.ContainsFunc(metaschema.Member("$vocabulary").Members, func(m syntax.Member) bool { return strings.Contains(m.Key.Value, "/vocab/"+vocabulary) }) {
			keywords = append(keywords, list...)
		}
	}
	return keywords
}
