package importer

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/syntax"
)

// resource is a base of references: a document, or a schema with an identifier of its own.
type resource struct {
	doc       *document
	root      *syntax.Node
	base      *url.URL
	draft     draft
	anchors   map[string]*syntax.Node
	dynamic   map[string]*syntax.Node
	recursive bool // `$recursiveAnchor: true`
}

// place is a schema in a document.
type place struct {
	doc     *document
	res     *resource
	node    *syntax.Node
	pointer string // from the root of the document
	parent  *place // nil for the root of a document
	step    sub    // from the parent
	// names are those of the type in a document of another kind: the published one, or one of its operation, message or tool. None for others.
	names  []string
	late   bool // the names are not published
	opaque bool // the root of a document that is no schema
}

// String is the place as the report prints it.
func (p *place) String() string { return p.doc.file + "#" + p.pointer }

func (im *importer) warn(pos diag.Pos, code diag.Code, suggestion, format string, args ...any) {
	im.fail(pos, code, suggestion, format, args...)
	if len(im.diags) > 0 && im.diags[len(im.diags)-1].Pos == pos {
		im.diags[len(im.diags)-1].Severity = diag.Warning
	}
}

// open indexes the schemas of a document.
func (im *importer) open(d *document, uri *url.URL) {
	d.base = uri
	if d.front == nil {
		d.front = jsonSchema{}
	}
	d.front.Open(im, d)
}

// index notes a schema, its identifiers, and the schemas inside.
func (im *importer) index(p *place) {
	if im.places[p.node] != nil {
		return
	}
	im.places[p.node] = p
	if p.node.Kind != syntax.MapNode {
		return
	}
	im.identify(p)
	for _, s := range subschemas(p.res.draft, p.node) {
		im.index(&place{doc: p.doc, res: p.res, node: s.node, pointer: p.pointer + s.pointer(), parent: p, step: s})
	}
}

// identify reads `$id`, `id` and the anchors of a schema. Up to draft 7 a `$ref` hides them.
func (im *importer) identify(p *place) {
	d := p.res.draft
	key := "$id"
	if d == draft4 {
		key = "id"
	}
	hidden := d <= draft7 && p.node.Member("$ref") != nil && p.parent != nil
	if id := p.node.Member(key); id != nil && id.Kind == syntax.TextNode && !hidden && d != openAPI30 {
		if fragment, isAnchor := strings.CutPrefix(id.Text, "#"); isAnchor && d <= draft7 {
			if fragment != "" {
				p.res.anchors[fragment] = p.node
			}
		} else {
			im.embed(p, id)
		}
	}
	for _, a := range []struct {
		keyword string
		first   draft
		into    map[string]*syntax.Node
	}{{"$anchor", draft2019, p.res.anchors}, {"$dynamicAnchor", draft2020, p.res.dynamic}} {
		if n := p.node.Member(a.keyword); n != nil && n.Kind == syntax.TextNode && d >= a.first {
			a.into[n.Text], p.res.anchors[n.Text] = p.node, p.node
		}
	}
	if n := p.node.Member("$recursiveAnchor"); n != nil && d == draft2019 && p.node == p.res.root {
		p.res.recursive = n.Bool
	}
}

// embed starts the resource of a schema with an identifier.
func (im *importer) embed(p *place, id *syntax.Node) {
	uri, err := url.Parse(id.Text)
	if err != nil {
		im.fail(id.Pos, "identifier", "", "%q is not a URI reference", id.Text)
		return
	}
	uri = p.res.base.ResolveReference(uri)
	uri.Fragment, uri.RawFragment = "", ""
	if uri.String() == p.res.base.String() {
		return
	}
	first := im.resources[uri.String()]
	if first != nil && p.parent == nil {
		im.ambiguous(id.Pos, uri.String(), first, "leave one of the sources out")
		return
	}
	d := p.res.draft
	if n := p.node.Member("$schema"); n != nil && draftNamed(n) != 0 {
		d = draftNamed(n)
	}
	p.res = &resource{doc: p.doc, root: p.node, base: uri, draft: d, anchors: map[string]*syntax.Node{}, dynamic: map[string]*syntax.Node{}}
	if first != nil { // it matters to references only
		im.twice[uri.String()] = first
		return
	}
	im.resources[uri.String()] = p.res
}

// ambiguous reports an identifier of two schemas.
func (im *importer) ambiguous(pos diag.Pos, uri string, first *resource, suggestion string) {
	im.diags.Add(diag.Diagnostic{Pos: pos, Code: "identifier", Message: strconv.Quote(uri) + " is the identifier of another schema",
		Suggestion: suggestion, Notes: []diag.Note{{Pos: first.root.Pos, Message: "of this one"}}})
}

// follow resolves a reference, or reports it and returns nil.
func (im *importer) follow(p *place, ref *syntax.Node) *place {
	uri, err := url.Parse(ref.Text)
	if err != nil {
		im.fail(ref.Pos, "reference", "", "%q is not a URI reference", ref.Text)
		return nil
	}
	target := p.res.base.ResolveReference(uri)
	fragment := target.Fragment
	target.Fragment, target.RawFragment = "", ""
	written, _, _ := strings.Cut(ref.Text, "#")
	r := p.res
	if written != "" {
		if r = im.find(target, written, ref, p.doc); r == nil {
			return nil
		}
	}
	return im.within(r, fragment, ref)
}

// within follows a fragment in a resource: nothing, a JSON Pointer or an anchor.
func (im *importer) within(r *resource, fragment string, ref *syntax.Node) *place {
	n := r.root
	switch {
	case fragment == "" && im.places[n].opaque:
		im.fail(ref.Pos, "reference", "refer to a schema in it", "%q refers to %s, not to a schema", ref.Text, r.doc.front.Title())
		return nil
	case fragment == "":
		return im.places[n]
	case !strings.HasPrefix(fragment, "/"):
		if n = r.anchors[fragment]; n != nil {
			return im.places[n]
		}
		im.fail(ref.Pos, "reference", diag.Nearest(fragment, keys(r.anchors)), "%q does not refer to a schema: no schema has this anchor", ref.Text)
		return nil
	}
	last, pointer := im.places[n], ""
	for token := range strings.SplitSeq(fragment[1:], "/") {
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		pointer += "/" + escape(token)
		above := n
		if n = child(n, token); n == nil {
			im.fail(ref.Pos, "reference", nearest(token, keysOf(above)), "%q does not refer to a schema: there is nothing at %s", ref.Text, pointer)
			return nil
		}
		if p := im.places[n]; p != nil {
			last, pointer = p, ""
		}
	}
	if inner := im.wrapped[n]; inner != nil {
		n = inner
		last = im.places[n]
	}
	if !isSchema(n) {
		im.fail(ref.Pos, "reference", "", "%q refers to %s, not to a schema", ref.Text, n.Kind)
		return nil
	}
	if last.node != n { // below a keyword that contains no schemas in this draft
		p := &place{doc: last.doc, res: last.res, node: n, pointer: last.pointer + pointer, parent: last, step: sub{"", lastToken(pointer), n}}
		if last.opaque || last.parent == nil && last.doc.vocabulary != "" && !last.doc.given { // a file of schemas
			p.names = []string{p.step.key}
		}
		im.index(p)
	}
	return im.places[n]
}

func nearest(word string, known []string) string {
	if near := diag.Nearest(word, known); near != "" {
		return "did you mean " + strconv.Quote(near) + "?"
	}
	return ""
}

func lastToken(pointer string) string {
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(pointer[strings.LastIndex(pointer, "/")+1:])
}

// child returns the value of a key or index, or nil.
func child(n *syntax.Node, token string) *syntax.Node {
	switch n.Kind {
	case syntax.MapNode:
		return n.Member(token)
	case syntax.ListNode:
		if i, err := strconv.Atoi(token); err == nil && i >= 0 && i < len(n.Items) {
			return n.Items[i]
		}
	}
	return nil
}

func keysOf(n *syntax.Node) []string {
	var list []string
	for _, m := range n.Members {
		list = append(list, m.Key.Value)
	}
	return list
}

func keys[V any](m map[string]V) []string {
	var list []string
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}
