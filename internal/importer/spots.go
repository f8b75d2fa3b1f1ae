package importer

import (
	"net/url"
	"strconv"
	"strings"
	"unicode"

	"github.com/envgen/envgen/internal/syntax"
)

// spot is a value of a document with its place, which need not be a schema.
type spot struct {
	doc     *document
	node    *syntax.Node
	pointer string
}

// maxReferences bounds a chain of references between objects that are no schemas.
const maxReferences = 100

func (d *document) spot() spot { return spot{d, d.root, ""} }

func (s spot) String() string { return s.doc.file + "#" + s.pointer }

// at returns the value of a member, or a spot without a node.
func (s spot) at(key string) spot {
	if s.node == nil {
		return s
	}
	return spot{s.doc, s.node.Member(key), s.pointer + "/" + escape(key)}
}

// item returns an item of a list.
func (s spot) item(i int) spot {
	return spot{s.doc, s.node.Items[i], s.pointer + "/" + strconv.Itoa(i)}
}

// entries returns the members of a mapping with their keys. Extensions are no entries.
func (s spot) entries() []syntax.Member {
	if s.node == nil || s.node.Kind != syntax.MapNode {
		return nil
	}
	var list []syntax.Member
	for _, m := range s.node.Members {
		if !strings.HasPrefix(m.Key.Value, "x-") {
			list = append(list, m)
		}
	}
	return list
}

// items returns the items of a list.
func (s spot) items() []*syntax.Node {
	if s.node == nil || s.node.Kind != syntax.ListNode {
		return nil
	}
	return s.node.Items
}

// text returns the string of a member, or "".
func (s spot) text(key string) string {
	if n := s.at(key).node; n != nil && n.Kind == syntax.TextNode {
		return n.Text
	}
	return ""
}

// note records a change that a front end decides.
func (im *importer) note(s spot, keyword, action string) {
	im.notes = append(im.notes, Change{At: s.String(), Keyword: keyword, Action: action, Effect: Same, Pos: s.node.Pos})
}

// container registers the root of a document that is no schema.
func (im *importer) container(d *document) {
	r := im.resource(d, d.base, d.root, d.draft)
	im.resources[d.base.String()] = r
	im.places[d.root] = &place{doc: d, res: r, node: d.root, opaque: true}
}

// published indexes a schema that has names, the preferred one first. It returns nil after a diagnostic.
func (im *importer) published(s spot, names ...string) *place {
	return im.publishedIn(im.places[s.doc.root].res, s, names...)
}

// publishedIn is published for a schema of another resource than that of the document.
func (im *importer) publishedIn(r *resource, s spot, names ...string) *place {
	if p := im.places[s.node]; p != nil {
		if len(p.names) == 0 {
			p.names = names
		}
		return p
	}
	if !isSchema(s.node) {
		im.fail(s.node.Pos, "schema-type", "", "a schema is an object or a boolean, not %s", s.node.Kind)
		return nil
	}
	p := &place{doc: s.doc, res: r, node: s.node, pointer: s.pointer, parent: im.places[s.doc.root], step: sub{"", names[0], s.node}, names: names}
	im.index(p)
	return p
}

// deref follows the references of an object that is no schema. The spot has no node after a diagnostic.
func (im *importer) deref(s spot) spot {
	for range maxReferences {
		if s.node == nil || s.node.Kind != syntax.MapNode {
			return s
		}
		ref := s.node.Member("$ref")
		if ref == nil {
			return s
		}
		if s = im.jump(s.doc, ref); s.node == nil {
			return s
		}
		if s.node.Member("$ref") == ref {
			im.fail(ref.Pos, "reference", "", "%q refers to itself", ref.Text)
			return spot{doc: s.doc}
		}
	}
	im.fail(s.node.Pos, "reference", "", "the references from here refer to each other")
	return spot{doc: s.doc}
}

// jump follows one reference to any value.
func (im *importer) jump(d *document, ref *syntax.Node) spot {
	none := spot{doc: d}
	if ref.Kind != syntax.TextNode {
		im.fail(ref.Pos, "value-type", "", "`$ref` must be a string, not %s", ref.Kind)
		return none
	}
	uri, err := url.Parse(ref.Text)
	if err != nil {
		im.fail(ref.Pos, "reference", "", "%q is not a URI reference", ref.Text)
		return none
	}
	target := im.places[d.root].res.base.ResolveReference(uri)
	fragment := target.Fragment
	target.Fragment, target.RawFragment = "", ""
	if written, _, _ := strings.Cut(ref.Text, "#"); written != "" {
		r := im.find(target, written, ref, d)
		if r == nil {
			return none
		}
		d = r.doc
	}
	s := d.spot()
	if fragment == "" {
		return s
	}
	for token := range strings.SplitSeq(strings.TrimPrefix(fragment, "/"), "/") {
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		next := child(s.node, token)
		if next == nil {
			im.fail(ref.Pos, "reference", nearest(token, keysOf(s.node)), "%q refers to nothing: there is nothing at %s/%s", ref.Text, s.pointer, escape(token))
			return none
		}
		s = spot{d, next, s.pointer + "/" + escape(token)}
	}
	return s
}

// meant follows references of schemas to the schema that is meant, which is nil after a diagnostic.
func (im *importer) meant(p *place) *place {
	for range maxReferences {
		ref := p.node.Member("$ref")
		if all := p.node.Member("allOf"); all != nil && isReference(p.node) && im.places[all.Items[0]] != nil {
			p = im.places[all.Items[0]]
			continue
		}
		if ref == nil || ref.Kind != syntax.TextNode || p.res.draft > draft7 && !isReference(p.node) {
			return p
		}
		next := im.follow(p, ref)
		if next == nil || next == p {
			return next
		}
		p = next
	}
	return p
}

// firstNamed is the root of a document without messages: its first schema.
func (im *importer) firstNamed(d *document) *typ {
	if len(d.named) == 0 {
		return nil
	}
	t := im.typeFor(d.named[0])
	if d.index == 0 && im.o.Root == "" {
		im.note(d.spot(), "root", "the type of a message is the first schema, "+quote(d.named[0].names[0])+"; --root names another one")
	}
	return t
}

// union declares the type of a message that is one of several types. A branch is valid by its own schema, so the union is an anyOf.
func (im *importer) union(d *document, name string, branches []*place) *typ {
	switch len(branches) {
	case 0:
		return nil
	case 1:
		return im.typeFor(branches[0])
	}
	pos := d.root.Pos
	list := &syntax.Node{Kind: syntax.ListNode, Pos: pos}
	for _, b := range branches {
		im.typeFor(b)
		list.Items = append(list.Items, b.node)
	}
	node := &syntax.Node{Kind: syntax.MapNode, Pos: pos}
	add(node, "anyOf", list)
	res := *im.places[d.root].res
	res.draft = draft2020
	p := &place{doc: d, res: &res, node: node, parent: im.places[d.root], step: sub{"", name, node}, names: []string{name, "Any" + name}, late: true}
	im.index(p)
	im.made[node] = true
	d.named = append(d.named, p)
	return im.typeFor(p)
}

// jsonMedia reports whether a media type contains JSON text.
func jsonMedia(media string) bool {
	media, _, _ = strings.Cut(strings.ToLower(strings.TrimSpace(media)), ";")
	media = strings.TrimSpace(media)
	return media == "" || media == "application/json" || media == "text/json" || strings.HasSuffix(media, "+json") || media == "*/*" || media == "application/*"
}

// pascal returns a name of words that begin with capitals.
func pascal(name string) string {
	var b strings.Builder
	start := true
	for _, c := range name {
		if !isASCIILetter(c) && !isASCIIDigit(c) {
			start = true
			continue
		}
		if start {
			c = unicode.ToUpper(c)
		}
		b.WriteRune(c)
		start = false
	}
	if b.Len() == 0 {
		return spelled(name)
	}
	return b.String()
}
