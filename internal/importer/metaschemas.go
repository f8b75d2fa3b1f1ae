package importer

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// metaKeyword describes one keyword of JSON Schema in a metaschema.
type metaKeyword struct {
	name        string
	first, last draft
	schema      string // JSON, with S for a schema, L for a list of schemas, M for a map of them, N for a count T for a list of distinct strings and K for the name of a type
}

const always = draft2020

// metaKeywords are the keywords of all drafts. The text is ours: the metaschemas have the same verdicts.
var metaKeywords = []metaKeyword{
	{"id", draft4, draft4, `{"type":"string"}`},
	{"$id", draft6, draft7, `{"type":"string","format":"uri-reference"}`},
	{"$id", draft2019, always, `{"type":"string","pattern":"^[^#]*#?$"}`},
	{"$schema", draft4, draft4, `{"type":"string"}`},
	{"$schema", draft6, always, `{"type":"string","format":"uri"}`},
	{"$ref", draft6, always, `{"type":"string","format":"uri-reference"}`},
	{"$anchor", draft2019, draft2019, `{"type":"string","pattern":"^[A-Za-z][-A-Za-z0-9.:_]*$"}`},
	{"$anchor", draft2020, always, `{"type":"string","pattern":"^[A-Za-z_][-A-Za-z0-9._]*$"}`},
	{"$recursiveRef", draft2019, always, `{"type":"string","format":"uri-reference"}`},
	{"$recursiveAnchor", draft2019, draft2019, `{"type":"boolean"}`},
	{"$recursiveAnchor", draft2020, always, `{"type":"string","pattern":"^[A-Za-z_][-A-Za-z0-9._]*$"}`},
	{"$dynamicRef", draft2020, always, `{"type":"string","format":"uri-reference"}`},
	{"$dynamicAnchor", draft2020, always, `{"type":"string","pattern":"^[A-Za-z_][-A-Za-z0-9._]*$"}`},
	{"$vocabulary", draft2019, always, `{"type":"object","propertyNames":{"type":"string","format":"uri"},"additionalProperties":{"type":"boolean"}}`},
	{"$comment", draft7, always, `{"type":"string"}`},
	{"title", draft4, always, `{"type":"string"}`},
	{"description", draft4, always, `{"type":"string"}`},
	{"readOnly", draft7, always, `{"type":"boolean"}`},
	{"writeOnly", draft7, always, `{"type":"boolean"}`},
	{"deprecated", draft2019, always, `{"type":"boolean"}`},
	{"examples", draft6, always, `{"type":"array"}`},
	{"default", draft4, always, `{}`},
	{"const", draft6, always, `{}`},
	{"multipleOf", draft4, always, `{"type":"number","exclusiveMinimum":0}`},
	{"maximum", draft4, always, `{"type":"number"}`},
	{"minimum", draft4, always, `{"type":"number"}`},
	{"exclusiveMaximum", draft4, draft4, `{"type":"boolean"}`},
	{"exclusiveMinimum", draft4, draft4, `{"type":"boolean"}`},
	{"exclusiveMaximum", draft6, always, `{"type":"number"}`},
	{"exclusiveMinimum", draft6, always, `{"type":"number"}`},
	{"maxLength", draft4, always, `N`}, {"minLength", draft4, always, `N`}, {"maxItems", draft4, always, `N`}, {"minItems", draft4, always, `N`},
	{"maxProperties", draft4, always, `N`}, {"minProperties", draft4, always, `N`}, {"maxContains", draft2019, always, `N`}, {"minContains", draft2019, always, `N`},
	{"pattern", draft4, always, `{"type":"string","format":"regex"}`},
	{"uniqueItems", draft4, always, `{"type":"boolean"}`},
	{"items", draft4, draft2019, `{"anyOf":[S,L]}`},
	{"items", draft2020, always, `S`},
	{"prefixItems", draft2020, always, `L`},
	{"additionalItems", draft4, draft4, `{"anyOf":[{"type":"boolean"},S]}`},
	{"additionalItems", draft6, draft2019, `S`},
	{"contains", draft6, always, `S`},
	{"required", draft4, always, `T`},
	{"properties", draft4, always, `M`}, {"patternProperties", draft4, always, `M`}, {"definitions", draft4, always, `M`}, {"$defs", draft2019, always, `M`},
	{"dependentSchemas", draft2019, always, `M`},
	{"additionalProperties", draft4, draft4, `{"anyOf":[{"type":"boolean"},S]}`},
	{"additionalProperties", draft6, always, `S`},
	{"dependencies", draft4, always, `{"type":"object","additionalProperties":{"anyOf":[S,T]}}`},
	{"dependentRequired", draft2019, always, `{"type":"object","additionalProperties":T}`},
	{"propertyNames", draft6, always, `S`}, {"if", draft7, always, `S`}, {"then", draft7, always, `S`}, {"else", draft7, always, `S`}, {"not", draft4, always, `S`},
	{"unevaluatedItems", draft2019, always, `S`}, {"unevaluatedProperties", draft2019, always, `S`}, {"contentSchema", draft2019, always, `S`},
	{"enum", draft4, draft4, `{"type":"array","minItems":1,"uniqueItems":true}`},
	{"enum", draft6, always, `{"type":"array"}`},
	{"type", draft4, always, `{"anyOf":[K,{"type":"array","minItems":1,"items":K,"uniqueItems":true}]}`},
	{"format", draft4, always, `{"type":"string"}`},
	{"contentMediaType", draft7, always, `{"type":"string"}`},
	{"contentEncoding", draft7, always, `{"type":"string"}`},
	{"allOf", draft4, always, `L`}, {"anyOf", draft4, always, `L`}, {"oneOf", draft4, always, `L`},
}

// metaURIs are the identifiers of the metaschemas.
var metaURIs = map[string]draft{"http://json-schema.org/draft-04/schema": draft4, "http://json-schema.org/draft-06/schema": draft6,
	"http://json-schema.org/draft-07/schema": draft7, "https://json-schema.org/draft/2019-09/schema": draft2019, "https://json-schema.org/draft/2020-12/schema": draft2020}

// vocabularies are the parts of the metaschemas from 2019-09 on, with their keywords. Deprecated keywords are in none.
var vocabularies = map[string][]string{
	"core": {"$id", "$schema", "$ref", "$anchor", "$recursiveRef", "$recursiveAnchor", "$dynamicRef", "$dynamicAnchor", "$vocabulary", "$comment", "$defs"},
	"applicator": {"prefixItems", "items", "additionalItems", "contains", "properties", "patternProperties", "additionalProperties", "dependentSchemas",
		"propertyNames", "if", "then", "else", "allOf", "anyOf", "oneOf", "not"},
	"unevaluated": {"unevaluatedItems", "unevaluatedProperties"},
	"validation": {"type", "const", "enum", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength", "pattern",
		"maxItems", "minItems", "uniqueItems", "maxContains", "minContains", "maxProperties", "minProperties", "required", "dependentRequired"},
	"meta-data": {"title", "description", "default", "deprecated", "readOnly", "writeOnly", "examples"},
	"format":    {"format"},
	"content":   {"contentMediaType", "contentEncoding", "contentSchema"},
}

// metaPart is a metaschema, or one vocabulary of it.
type metaPart struct {
	draft      draft
	vocabulary string // "" for the metaschema
}

// metaPartOf returns the part that a URI identifies.
func metaPartOf(uri string) (metaPart, bool) {
	folder, name, isPart := strings.Cut(uri, "/meta/")
	if !isPart {
		d, known := metaURIs[uri]
		return metaPart{draft: d}, known
	}
	d, known := metaURIs[folder+"/schema"]
	if d == draft2020 && (name == "format-annotation" || name == "format-assertion") {
		name = "format"
	} else if d == draft2020 && name == "format" || d == draft2019 && name == "unevaluated" {
		return metaPart{}, false
	}
	return metaPart{d, name}, known && vocabularies[name] != nil
}

// has reports whether the part describes a keyword.
func (m metaPart) has(k metaKeyword) bool {
	in := func(vocabulary string) bool { return slices.Contains(vocabularies[vocabulary], k.name) }
	switch {
	case m.draft < k.first || k.last < m.draft:
		return false
	case m.vocabulary == "":
		return true
	case m.draft == draft2020 && strings.HasPrefix(k.name, "$recursive"): // deprecated
		return false
	case m.draft == draft2019 && m.vocabulary == "applicator" && in("unevaluated"):
		return true
	}
	return in(m.vocabulary)
}

// schema is the reference to a schema of the same draft. From 2019-09 on it is dynamic, so that a metaschema can extend another one.
func (m metaPart) schema() string {
	switch m.draft {
	case draft2019:
		return `{"$recursiveRef":"#"}`
	case draft2020:
		return `{"$dynamicRef":"#meta"}`
	}
	return `{"$ref":"#"}`
}

// expand replaces the letters of a keyword's schema.
func (m metaPart) expand(s string) string {
	count, definitions := "nonNegativeInteger", "definitions"
	if m.draft == draft4 {
		count = "positiveInteger"
	}
	if m.vocabulary != "" {
		definitions = "$defs"
	}
	definition := func(name string) string { return `{"$ref":"#/` + definitions + `/` + name + `"}` }
	short := map[rune]string{'S': m.schema(), 'L': definition("schemaArray"), 'M': `{"type":"object","additionalProperties":` + m.schema() + `}`,
		'N': definition(count), 'T': definition("stringArray"), 'K': definition("simpleTypes"), 'C': `"` + count, 'D': `"` + definitions + `"`}
	var b strings.Builder
	for i, c := range s {
		if long := short[c]; long != "" && (i == 0 || strings.ContainsRune(`:[,{`, rune(s[i-1]))) {
			b.WriteString(long)
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}

// text returns the metaschema. Its definitions have the published names, to which other schemas refer.
func (m metaPart) text() string {
	var properties []string
	dynamic := false
	for _, k := range metaKeywords {
		if m.has(k) {
			key, _ := json.Marshal(k.name)
			properties = append(properties, string(key)+":"+m.expand(k.schema))
			dynamic = dynamic || strings.ContainsAny(k.schema, "SLM")
		}
	}
	dialect, types, least, more := "http://json-schema.org/draft-07/schema#", `["object","boolean"]`, "", ""
	switch {
	case m.draft == draft4:
		types, least, more = `"object"`, `"minItems":1,`, `,"dependencies":{"exclusiveMaximum":["maximum"],"exclusiveMinimum":["minimum"]}`
	case m.draft == draft2019:
		dialect, more = "https://json-schema.org/draft/2019-09/schema", `,"$recursiveAnchor":true`
	case m.draft == draft2020 && dynamic: // an anchor of other parts would be one more target of dynamic references
		dialect, more = "https://json-schema.org/draft/2020-12/schema", `,"$dynamicAnchor":"meta"`
	case m.draft == draft2020:
		dialect = "https://json-schema.org/draft/2020-12/schema"
	}
	core := ""
	if m.vocabulary == "core" && m.draft == draft2020 {
		core = `"anchorString":{"type":"string","pattern":"^[A-Za-z_][-A-Za-z0-9._]*$"},"uriString":{"type":"string"},"uriReferenceString":{"type":"string"},`
	}
	return fmt.Sprintf(`{"$schema":%q,"type":%s,"properties":{%s}%s,`, dialect, types, strings.Join(properties, ","), more) +
		m.expand(`D:{`+core+`"schemaArray":{"type":"array","minItems":1,"items":S},C":{"type":"integer","minimum":0},`+
			`CDefault0":{"type":"integer","minimum":0},"stringArray":{"type":"array",`+least+`"items":{"type":"string"},"uniqueItems":true},`+
			`"simpleTypes":{"enum":["array","boolean","integer","null","number","object","string"]}}}`)
}

// metaschema returns the resource of a metaschema of JSON Schema, or nil.
func (im *importer) metaschema(uri string) *resource {
	part, known := metaPartOf(uri)
	if !known {
		return nil
	}
	file := uri + ".json"
	nodes := 0
	root, diags := readJSON(file, []byte(part.text()), &nodes)
	if root == nil {
		im.diags = append(im.diags, diags...)
		return nil
	}
	doc := &document{file: file, root: root, draft: max(part.draft, draft7), index: len(im.docs), meta: part}
	im.docs = append(im.docs, doc)
	base, err := url.Parse(uri)
	if err != nil {
		return nil
	}
	im.open(doc, base)
	return im.resources[uri]
}
