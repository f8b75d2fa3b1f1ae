package importer

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/syntax"
)

// FrontEnd reads one kind of source. The schemas of a source are places of its tree, and the stages after it are common to all kinds.
type FrontEnd interface {
	// Kind is the name in `--kind`.
	Kind() string
	// Title is the name in messages, with an article.
	Title() string
	// Detects reports whether a tree is of this kind.
	Detects(root *syntax.Node) bool
	// Open indexes the schemas of a document that have names, also of a document that a reference leads to.
	Open(im *importer, d *document)
	// Declare declares the types of a source, and returns the type of a message, or nil if there is none.
	Declare(im *importer, d *document) *typ
}

// frontEnds are the kinds, in the order of detection. JSON Schema takes the rest.
var frontEnds = []FrontEnd{openAPI{}, asyncAPI{}, mcpTools{}, jsonSchema{}}

// Kinds returns the names of the kinds.
func Kinds() []string {
	var names []string
	for _, f := range frontEnds {
		names = append(names, f.Kind())
	}
	return names
}

// detected returns the kind of a tree.
func detected(root *syntax.Node) FrontEnd {
	for _, f := range frontEnds {
		if f.Detects(root) {
			return f
		}
	}
	return jsonSchema{}
}

// frontEnd returns the kind that the user names, if the source is of this kind. A pointer to a root allows the schemas of every document.
func frontEnd(kind string, root *syntax.Node, pointed bool) (FrontEnd, error) {
	found := detected(root)
	if kind == "" || kind == "auto" || kind == found.Kind() {
		return found, nil
	}
	for _, f := range frontEnds {
		switch {
		case kind != f.Kind():
		case kind == "jsonschema" && pointed:
			return f, nil
		case kind == "jsonschema":
			return nil, fmt.Errorf("this is %s, not a JSON Schema; leave --kind out, or name a schema in it with --root POINTER", found.Title())
		case f.Detects(root):
			return f, nil
		default:
			return nil, fmt.Errorf("this is not %s: it has no %s; --kind %s fits", f.Title(), marks[kind], found.Kind())
		}
	}
	return nil, fmt.Errorf("the kind %q is unknown; the kinds are auto, %s", kind, strings.Join(Kinds(), ", "))
}

// marks are the members by which a kind is detected.
var marks = map[string]string{"openapi": "`openapi`", "asyncapi": "`asyncapi`", "mcp-tools": "list `tools` whose entries have an `inputSchema`"}

// versionText returns the value of a member that contains a version. YAML reads 3.1 as a number.
func versionText(root *syntax.Node, key string) string {
	n := root.Member(key)
	switch {
	case n == nil:
		return ""
	case n.Kind == syntax.NumberNode:
		return n.Literal
	}
	return n.Text
}

func hasText(root *syntax.Node, key string) bool {
	n := root.Member(key)
	return n != nil && n.Kind == syntax.TextNode
}

type jsonSchema struct{}

func (jsonSchema) Kind() string              { return "jsonschema" }
func (jsonSchema) Title() string             { return "a JSON Schema" }
func (jsonSchema) Detects(*syntax.Node) bool { return true }

// Open indexes the root and the schemas inside.
func (jsonSchema) Open(im *importer, d *document) {
	r := im.resource(d, d.base, d.root, d.draft)
	im.resources[d.base.String()] = r
	im.index(&place{doc: d, res: r, node: d.root})
}

// Declare declares the root, and the definitions of the root.
func (jsonSchema) Declare(im *importer, d *document) *typ {
	if !isSchema(d.root) {
		im.fail(d.root.Pos, "no-schema", "name a JSON Schema", "a schema is an object, not %s", d.root.Kind)
		return nil
	}
	var root *typ
	switch {
	case isContainer(d.root):
	case isReference(d.root):
		p := im.meant(im.places[d.root])
		switch {
		case p == nil:
		case p.res != im.places[d.root].res: // dynamic references begin at the resource of the root
			root = im.typeFor(im.places[d.root])
		default: // a type of the root would be a second name of the definition
			root = im.typeFor(p)
			im.note(d.spot(), "$ref", "the type of a message is the schema that the root refers to")
		}
	default:
		root = im.typeFor(im.places[d.root])
	}
	for _, s := range subschemas(d.draft, d.root) {
		if s.keyword == "definitions" || s.keyword == "$defs" {
			im.typeFor(im.places[s.node])
		}
	}
	return root
}

// isReference reports whether a schema only refers to another one, by `$ref` or, as some drafts need it, by an allOf of one `$ref`.
func isReference(n *syntax.Node) bool {
	if n.Kind != syntax.MapNode {
		return false
	}
	all := n.Member("allOf")
	if ref := n.Member("$ref"); (ref == nil) == (all == nil) || all != nil && (len(all.Items) != 1 || all.Items[0].Member("$ref") == nil) {
		return false
	}
	return !slices.ContainsFunc(n.Members, func(m syntax.Member) bool {
		return m.Key.Value != "$ref" && m.Key.Value != "allOf" && !slices.Contains(containers, m.Key.Value)
	})
}

func (im *importer) resource(d *document, base *url.URL, root *syntax.Node, of draft) *resource {
	return &resource{doc: d, root: root, base: base, draft: of, anchors: map[string]*syntax.Node{}, dynamic: map[string]*syntax.Node{}}
}
