package importer

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
)

// metaKeyword describes one keyword of JSON Schema in a metaschema.
type metaKeyword struct {
	name        string
	first, last draft
	schema      string // JSON, with S for a schema, L for a list of schemas, M for a map of them, N for a count and T for a list of distinct strings
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

// metaText returns the metaschema of a draft. Its definitions have the published names, to which other schemas refer.
func metaText(d draft) string {
	count, text := "nonNegativeInteger", ""
	if d == draft4 {
		count, text = "positiveInteger", `"minItems":1,`
	}
	definition := func(name string) string { return `{"$ref":"#/definitions/` + name + `"}` }
	short := map[rune]string{'S': `{"$ref":"#"}`, 'L': definition("schemaArray"), 'M': `{"type":"object","additionalProperties":{"$ref":"#"}}`,
		'N': definition(count), 'T': definition("stringArray"), 'K': definition("simpleTypes")}
	expand := func(s string) string {
		var b strings.Builder
		for i, c := range s {
			if long := short[c]; long != "" && (i == 0 || strings.ContainsRune(`:[,`, rune(s[i-1]))) {
				b.WriteString(long)
			} else {
				b.WriteRune(c)
			}
		}
		return b.String()
	}
	var properties []string
	for _, k := range metaKeywords {
		if k.first <= d && d <= k.last {
			key, _ := json.Marshal(k.name)
			properties = append(properties, string(key)+":"+expand(k.schema))
		}
	}
	dialect, types, more := "http://json-schema.org/draft-07/schema#", `["object","boolean"]`, ""
	if d > draft7 {
		dialect = "https://json-schema.org/draft/2020-12/schema"
	}
	if d == draft4 {
		types, more = `"object"`, `,"dependencies":{"exclusiveMaximum":["maximum"],"exclusiveMinimum":["minimum"]}`
	}
	return fmt.Sprintf(`{"$schema":"%[6]s","type":%[1]s,"properties":{%[2]s}%[3]s,"definitions":{`+
		`"schemaArray":{"type":"array","minItems":1,"items":{"$ref":"#"}},"%[4]s":{"type":"integer","minimum":0},`+
		`"%[4]sDefault0":{"type":"integer","minimum":0},"stringArray":{"type":"array",%[5]s"items":{"type":"string"},"uniqueItems":true},`+
		`"simpleTypes":{"enum":["array","boolean","integer","null","number","object","string"]}}}`, types, strings.Join(properties, ","), more, count, text, dialect)
}

// metaschema returns the resource of a metaschema of JSON Schema, or nil.
func (im *importer) metaschema(uri string) *resource {
	d, known := metaURIs[uri]
	if !known {
		return nil
	}
	file := uri + ".json"
	nodes := 0
	root, diags := readJSON(file, []byte(metaText(d)), &nodes)
	if root == nil {
		im.diags = append(im.diags, diags...)
		return nil
	}
	doc := &document{file: file, root: root, draft: draft7, index: len(im.docs), meta: d}
	if d > draft7 {
		doc.draft = draft2020 // in which a format is an annotation
	}
	im.docs = append(im.docs, doc)
	base, err := url.Parse(uri)
	if err != nil {
		return nil
	}
	im.open(doc, base)
	return im.resources[uri]
}
