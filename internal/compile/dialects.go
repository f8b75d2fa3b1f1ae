package compile

import (
	"path"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/metaschemas"
	"github.com/envgen/envgen/internal/syntax"
)

// published begins the addresses of the metaschemas of JSON Schema, which are the names of their files in diagnostics, too.
const published = "https://json-schema.org/"

// dialect2020 is the metaschema of 2020-12, and vocabulary2020 begins the addresses of its vocabularies.
const (
	dialect2020    = published + "draft/2020-12/schema"
	vocabulary2020 = published + "draft/2020-12/vocab/"
)

// metaschema is a metaschema of JSON Schema among the schemas of a unit.
type metaschema struct {
	name    string // from which types get their names
	address string
	schema  *syntax.Schema
}

// addMetaschemas adds the metaschema of 2020-12 and its vocabularies to a unit that refers to one of them.
func (c *compiler) addMetaschemas(u *unit) {
	if !slices.ContainsFunc(u.roots(), refersToMetaschema) {
		return
	}
	for _, address := range metaschemas.Of2020() {
		text, _ := metaschemas.Document(address)
		s, _ := syntax.ParseSchema(address, text) // the text is envgen's own
		name := "JSONSchema"
		if part := path.Base(address); part != "schema" {
			name += "." + part
		}
		u.meta = append(u.meta, metaschema{name, address, s})
	}
}

func refersToMetaschema(s *syntax.Schema) bool {
	return strings.HasPrefix(s.Ref.Value, published+"draft/2020-12/") || strings.HasPrefix(s.DynamicRef.Value, published+"draft/2020-12/") ||
		slices.ContainsFunc(s.Subschemas(), func(sub syntax.Subschema) bool { return refersToMetaschema(sub.Schema) })
}

// forgetMetaschemas drops the warnings about metaschemas: no author of a spec can correct them.
func (c *compiler) forgetMetaschemas() {
	*c.Diags = slices.DeleteFunc(*c.Diags, func(d diag.Diagnostic) bool {
		return d.Severity == diag.Warning && strings.HasPrefix(d.Pos.File, published)
	})
}

// dialects reads the `$schema` of each schema of a unit. A dialect without some vocabularies takes their keywords from the schema.
func (c *compiler) dialects(u *unit) {
	for _, s := range u.roots() {
		c.dialectsIn(u, s, nil)
	}
}

// dialectsIn removes the keywords of the vocabularies that a schema lacks, unless it has a dialect of its own.
func (c *compiler) dialectsIn(u *unit, s *syntax.Schema, lacking []string) {
	if s.Dialect.Pos.IsValid() {
		lacking = c.lacking(u, s)
	}
	inside := s.Subschemas()
	for _, name := range lacking {
		withoutVocabulary[name](s)
	}
	for _, sub := range inside {
		c.dialectsIn(u, sub.Schema, lacking)
	}
}

// lacking returns the vocabularies of 2020-12 that the dialect of a schema does not have.
func (c *compiler) lacking(u *unit, s *syntax.Schema) []string {
	address := strings.TrimSuffix(s.Dialect.Value, "#")
	if address == dialect2020 {
		return nil
	}
	r := u.byID[address]
	if r == nil {
		c.Fail(s.Dialect.Pos, "not-implemented", "convert the schema to 2020-12, or add the metaschema with this `$id` to the types",
			"the dialect %q is not implemented; schemas are JSON Schema 2020-12", s.Dialect.Value)
		return nil
	}
	var known, lacking []string
	for _, v := range r.root.Vocabulary {
		name, ours := strings.CutPrefix(v.Key.Value, vocabulary2020)
		if _, keywords := withoutVocabulary[name]; ours && (keywords || slices.Contains(otherVocabularies, name)) {
			known = append(known, name)
		} else if v.Value.Bool {
			c.Diags.Add(diag.Diagnostic{Pos: s.Dialect.Pos, Code: "not-implemented", Message: "the dialect requires a vocabulary that is not implemented",
				Notes: []diag.Note{{Pos: v.Key.Pos, Message: "the vocabulary is required here"}}})
		}
	}
	if r.root.Vocabulary == nil {
		return nil
	}
	if slices.ContainsFunc(known, func(name string) bool { return strings.HasPrefix(name, "format-") }) {
		known = append(known, "format")
	}
	for _, name := range []string{"applicator", "unevaluated", "validation", "format"} {
		if !slices.Contains(known, name) {
			lacking = append(lacking, name)
		}
	}
	return lacking
}

// otherVocabularies have no keywords that a dialect could lack with an effect on validity.
var otherVocabularies = []string{"core", "meta-data", "content", "format-annotation", "format-assertion"}

// withoutVocabulary removes the keywords of a vocabulary from a schema.
var withoutVocabulary = map[string]func(s *syntax.Schema){
	"validation": func(s *syntax.Schema) {
		s.Type, s.Const, s.Enum, s.Limits, s.Required, s.DependentRequired, s.Unique = nil, nil, nil, nil, nil, nil, syntax.Flag{}
		s.Pattern = syntax.Text{}
	},
	"applicator": func(s *syntax.Schema) {
		s.Properties, s.PatternProperties, s.Additional, s.PropertyNames, s.DependentSchemas = nil, nil, nil, nil, nil
		s.PropertiesPos, s.Items, s.PrefixItems, s.Contains = diag.Pos{}, nil, nil, nil
		s.AllOf, s.AnyOf, s.OneOf, s.Not, s.If, s.Then, s.Else = nil, nil, nil, nil, nil, nil, nil
	},
	"unevaluated": func(s *syntax.Schema) { s.Unevaluated, s.UnevaluatedItems = nil, nil },
	"format":      func(s *syntax.Schema) { s.Format = syntax.Text{} },
}
