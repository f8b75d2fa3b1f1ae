package importer

import (
	"fmt"
	"strings"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/syntax"
)

// mcpTools reads lists of tools of the Model Context Protocol: the result of tools/list, the list in it, or a JSON-RPC response around it. The
// arguments and the result of each tool become types, and so does a call.
type mcpTools struct{}

func (mcpTools) Kind() string  { return "mcp-tools" }
func (mcpTools) Title() string { return "a list of MCP tools" }
func (mcpTools) Detects(root *syntax.Node) bool {
	list := toolList(&document{root: root}).items()
	return len(list) > 0 && list[0].Member("inputSchema") != nil
}

// toolList returns the list, or a spot without a node.
func toolList(d *document) spot {
	root := d.spot()
	for _, s := range []spot{root, root.at("tools"), root.at("result").at("tools")} {
		if s.node != nil && s.node.Kind == syntax.ListNode {
			return s
		}
	}
	return spot{doc: d}
}

// Open registers the document. Each schema of a tool is a document of its own for the references in it.
func (mcpTools) Open(im *importer, d *document) {
	d.draft = draft2020
	im.container(d)
}

// Declare declares the types of each tool. The type of a message is a call of one of the tools.
func (mcpTools) Declare(im *importer, d *document) *typ {
	list := toolList(d)
	var calls []*place
	known := map[string]diag.Pos{}
	for i := range list.items() {
		tool := list.item(i)
		name := tool.at("name")
		if name.node == nil || name.node.Kind != syntax.TextNode || name.node.Text == "" {
			im.fail(tool.node.Pos, "tool", "give it a name", "a tool has no `name`")
			continue
		}
		if earlier, again := known[name.node.Text]; again {
			im.diags.Add(diag.Diagnostic{Pos: name.node.Pos, Code: "tool", Message: "a second tool has the name " + quote(name.node.Text), Suggestion: "remove one of them",
				Notes: []diag.Note{{Pos: earlier, Message: "first here"}}})
			continue
		}
		known[name.node.Text] = name.node.Pos
		if call := im.tool(tool, name.node.Text); call != nil {
			calls = append(calls, call)
		}
	}
	if im.diags.HasErrors() {
		return nil
	}
	if len(calls) == 0 {
		im.fail(d.root.Pos, "no-root", "", "%s has no tools", d.file)
		return nil
	}
	return im.union(d, "ToolCall", calls)
}

// tool declares the types of a tool and returns its call.
func (im *importer) tool(tool spot, name string) *place {
	input := tool.at("inputSchema")
	if input.node == nil {
		im.fail(tool.node.Pos, "tool", "add `inputSchema`", "the tool %s has no `inputSchema`", quote(name))
		return nil
	}
	word := pascal(name)
	arguments := im.toolSchema(input, word+"Arguments", spelledWords(name)+"Arguments")
	if output := tool.at("outputSchema"); output.node != nil && output.node.Kind != syntax.NullNode {
		im.toolSchema(output, word+"Result", spelledWords(name)+"Result")
	}
	if arguments == nil {
		return nil
	}
	p := &place{doc: tool.doc, res: im.places[tool.doc.root].res, node: callOf(tool, name, input.node), pointer: tool.pointer, parent: im.places[tool.doc.root],
		names: []string{word + "Call", spelledWords(name) + "Call"}, late: true}
	p.step = sub{"", p.names[0], p.node}
	im.index(p)
	im.typeFor(p)
	tool.doc.named = append(tool.doc.named, p)
	return p
}

// spelledWords separates the names of two tools that differ in symbols or case.
func spelledWords(name string) string { return capital(spelled(apart(name))) }

// toolSchema declares a schema whose references begin at itself.
func (im *importer) toolSchema(s spot, names ...string) *place {
	if s.node.Kind != syntax.MapNode {
		im.fail(s.node.Pos, "schema-type", "", "the schema of a tool is an object, not %s", s.node.Kind)
		return nil
	}
	of := draft2020
	if n := s.node.Member("$schema"); n != nil && n.Kind == syntax.TextNode {
		if of = draftNamed(n); of == 0 {
			of = guess(s.node)
			im.warn(n.Pos, "dialect", "", "the dialect %q is unknown; the schema is read as JSON Schema %s", n.Text, of)
		}
	} else {
		of = guess(s.node)
	}
	base := *s.doc.base
	base.RawQuery = "schema=" + strings.ReplaceAll(s.pointer, "/", ".")
	r := im.resource(s.doc, &base, s.node, of)
	im.resources[base.String()] = r
	p := im.publishedIn(r, s, names...)
	if p != nil {
		s.doc.named = append(s.doc.named, p)
		im.typeFor(p)
	}
	return p
}

// callOf is the schema of a call. Arguments may be absent if the tool requires none.
func callOf(tool spot, name string, input *syntax.Node) *syntax.Node {
	pos := tool.node.Pos
	node := func(members ...any) *syntax.Node {
		n := &syntax.Node{Kind: syntax.MapNode, Pos: pos}
		for i := 0; i < len(members); i += 2 {
			add(n, fmt.Sprint(members[i]), members[i+1].(*syntax.Node))
		}
		return n
	}
	required := &syntax.Node{Kind: syntax.ListNode, Pos: pos, Items: []*syntax.Node{text(pos, "name")}}
	if !acceptsNothing(input) {
		required.Items = append(required.Items, text(pos, "arguments"))
	}
	call := node("type", text(pos, "object"))
	if description := tool.at("description").node; description != nil && description.Kind == syntax.TextNode {
		add(call, "description", description)
	}
	add(call, "required", required)
	add(call, "properties", node("name", node("const", text(pos, name)), "arguments", input))
	return call
}

// acceptsNothing reports whether an object without members is valid, as far as the own keywords of the schema show it.
func acceptsNothing(input *syntax.Node) bool {
	for _, m := range input.Members {
		switch m.Key.Value {
		case "$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "not", "if", "minProperties", "const", "enum":
			return false
		case "required":
			if len(m.Value.Items) > 0 {
				return false
			}
		}
	}
	return true
}
