package oracle

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/syntax"
)

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
