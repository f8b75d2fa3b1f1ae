package importer

import (
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/syntax"
)

// draft is a version of JSON Schema; later ones are greater. 0 is unknown.
type draft int

const (
	draft4    draft = 4
	openAPI30 draft = 5 // between draft 4 and draft 6, with keywords of its own
	draft6    draft = 6
	draft7    draft = 7
	draft2019 draft = 2019
	draft2020 draft = 2020
)

// String names the draft as people do.
func (d draft) String() string {
	switch d {
	case openAPI30:
		return "OpenAPI 3.0"
	case draft2019:
		return "2019-09"
	case draft2020:
		return "2020-12"
	}
	return "draft " + strconv.Itoa(int(d))
}

// draftOf reads `$schema`.
func (im *importer) draftOf(d *document) draft {
	n := d.root.Member("$schema")
	if n == nil {
		return 0
	}
	found := draftNamed(n)
	if found == 0 {
		im.warn(n.Pos, "dialect", "", "the dialect %q is unknown; the schema is read as JSON Schema %s", n.Text, guess(d.root))
	}
	return found
}

func draftNamed(n *syntax.Node) draft {
	uri := strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(n.Text, "http://"), "https://"), "#"), "/")
	switch uri {
	case "json-schema.org/draft-04/schema":
		return draft4
	case "json-schema.org/draft-06/schema":
		return draft6
	case "json-schema.org/draft-07/schema", "json-schema.org/schema":
		return draft7
	case "json-schema.org/draft/2019-09/schema":
		return draft2019
	case "json-schema.org/draft/2020-12/schema", "spec.openapis.org/oas/3.1/dialect/base":
		return draft2020
	}
	return 0
}

// guess returns the draft of a source without `$schema`: the latest one that has its keywords.
func guess(root *syntax.Node) draft {
	switch {
	case hasText(root, "id") && root.Member("$id") == nil && (root.Member("properties") != nil || root.Member("definitions") != nil):
		return draft4
	case root.Member("definitions") != nil && root.Member("$defs") == nil:
		return draft7
	}
	return draft2020
}

// shape is the form of a keyword's value that contains schemas.
type shape uint8

const (
	oneSchema shape = iota + 1
	listOfSchemas
	mapOfSchemas
	itemsShape // a schema, or a list of schemas up to 2019-09
)

// schemaKeywords are the keywords that contain schemas, with the first and the last draft that has them.
var schemaKeywords = map[string]struct {
	shape       shape
	first, last draft
}{
	"properties": {mapOfSchemas, draft4, draft2020}, "patternProperties": {mapOfSchemas, draft4, draft2020}, "additionalProperties": {oneSchema, draft4, draft2020},
	"definitions": {mapOfSchemas, draft4, draft2020}, "$defs": {mapOfSchemas, draft4, draft2020},
	"dependencies": {mapOfSchemas, draft4, draft2020}, "dependentSchemas": {mapOfSchemas, draft2019, draft2020},
	"allOf": {listOfSchemas, draft4, draft2020}, "anyOf": {listOfSchemas, draft4, draft2020}, "oneOf": {listOfSchemas, draft4, draft2020},
	"not": {oneSchema, draft4, draft2020}, "if": {oneSchema, draft7, draft2020}, "then": {oneSchema, draft7, draft2020}, "else": {oneSchema, draft7, draft2020},
	"items": {itemsShape, draft4, draft2020}, "additionalItems": {oneSchema, draft4, draft2019}, "prefixItems": {listOfSchemas, draft2020, draft2020},
	"contains": {oneSchema, draft6, draft2020}, "propertyNames": {oneSchema, draft6, draft2020},
	"unevaluatedProperties": {oneSchema, draft2019, draft2020}, "unevaluatedItems": {oneSchema, draft2019, draft2020},
}

// sub is a schema directly inside another one.
type sub struct {
	keyword, key string // key is a name, an index or ""
	node         *syntax.Node
}

// pointer returns the step as the end of a JSON Pointer.
func (s sub) pointer() string {
	if s.key == "" && s.keyword != "properties" && s.keyword != "definitions" {
		return "/" + escape(s.keyword)
	}
	return "/" + escape(s.keyword) + "/" + escape(s.key)
}

var escaper = strings.NewReplacer("~", "~0", "/", "~1")

func escape(token string) string { return escaper.Replace(token) }

// subschemas returns the schemas directly inside of a schema, in the order of the text.
func subschemas(d draft, n *syntax.Node) []sub {
	if n.Kind != syntax.MapNode {
		return nil
	}
	var list []sub
	for _, m := range n.Members {
		k, known := schemaKeywords[m.Key.Value]
		if !known || d < k.first || d > k.last {
			continue
		}
		switch {
		case k.shape == mapOfSchemas && m.Value.Kind == syntax.MapNode:
			for _, p := range m.Value.Members {
				if isSchema(p.Value) {
					list = append(list, sub{m.Key.Value, p.Key.Value, p.Value})
				}
			}
		case (k.shape == listOfSchemas || k.shape == itemsShape && d <= draft2019) && m.Value.Kind == syntax.ListNode:
			for i, item := range m.Value.Items {
				list = append(list, sub{m.Key.Value, strconv.Itoa(i), item})
			}
		case isSchema(m.Value):
			list = append(list, sub{m.Key.Value, "", m.Value})
		}
	}
	return list
}

func isSchema(n *syntax.Node) bool { return n.Kind == syntax.MapNode || n.Kind == syntax.BoolNode }
