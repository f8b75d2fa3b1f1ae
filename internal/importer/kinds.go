package importer

import (
	"fmt"
	"strings"

	"github.com/envgen/envgen/internal/syntax"
)

// FrontEnd reads one kind of source. The schemas of a source are places of its tree, and the stages after it are common to all kinds.
type FrontEnd interface {
	// Kind is the name in `--kind`.
	Kind() string
	// Detects reports whether a tree is of this kind.
	Detects(root *syntax.Node) bool
	// Open prepares a document, or returns the reason for refusing it.
	Open(d *document) error
}

// frontEnds are the kinds, in the order of detection. JSON Schema takes the rest.
var frontEnds = []FrontEnd{openAPI, asyncAPI, mcpTools, jsonSchema{}}

// Kinds returns the names of the kinds.
func Kinds() []string {
	var names []string
	for _, f := range frontEnds {
		names = append(names, f.Kind())
	}
	return names
}

func frontEnd(kind string, root *syntax.Node) (FrontEnd, error) {
	for _, f := range frontEnds {
		if kind == f.Kind() || (kind == "" || kind == "auto") && f.Detects(root) {
			return f, nil
		}
	}
	return nil, fmt.Errorf("the kind %q is unknown; the kinds are auto, %s", kind, strings.Join(Kinds(), ", "))
}

type jsonSchema struct{}

func (jsonSchema) Kind() string              { return "jsonschema" }
func (jsonSchema) Detects(*syntax.Node) bool { return true }
func (jsonSchema) Open(*document) error      { return nil }

// laterKind is a kind that is recognised and refused.
type laterKind struct {
	kind, title string
	detects     func(root *syntax.Node) bool
}

func (k laterKind) Kind() string { return k.kind }
func (k laterKind) Detects(root *syntax.Node) bool {
	return root.Kind == syntax.MapNode && k.detects(root)
}
func (k laterKind) Open(*document) error {
	return fmt.Errorf("envgen does not import %s yet; import the JSON Schemas in it with --kind jsonschema --root POINTER", k.title)
}

func hasText(root *syntax.Node, key string) bool {
	n := root.Member(key)
	return n != nil && n.Kind == syntax.TextNode
}

var (
	openAPI  = laterKind{"openapi", "OpenAPI documents", func(n *syntax.Node) bool { return hasText(n, "openapi") || hasText(n, "swagger") }}
	asyncAPI = laterKind{"asyncapi", "AsyncAPI documents", func(n *syntax.Node) bool { return hasText(n, "asyncapi") }}
	mcpTools = laterKind{"mcp-tools", "lists of MCP tools", func(n *syntax.Node) bool {
		tools := n.Member("tools")
		return tools != nil && tools.Kind == syntax.ListNode && len(tools.Items) > 0 && tools.Items[0].Member("inputSchema") != nil
	}}
)
