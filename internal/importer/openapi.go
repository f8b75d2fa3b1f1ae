package importer

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/syntax"
)

// openAPI reads OpenAPI 3.0, 3.1 and 3.2. The schemas of the components become types, and so do the inline bodies of requests and responses.
type openAPI struct{}

func (openAPI) Kind() string  { return "openapi" }
func (openAPI) Title() string { return "an OpenAPI document" }
func (openAPI) Detects(root *syntax.Node) bool {
	return root.Kind == syntax.MapNode && (versionText(root, "openapi") != "" || versionText(root, "swagger") != "")
}

// Open finds the dialect of the schemas, and indexes those of the components.
func (openAPI) Open(im *importer, d *document) {
	d.vocabulary = "openapi"
	version := versionText(d.root, "openapi")
	switch {
	case strings.HasPrefix(version+".", "3.0."):
		d.draft = openAPI30
	case strings.HasPrefix(version+".", "3.1."), strings.HasPrefix(version+".", "3.2."):
		d.draft = im.dialect(d)
	case version == "":
		im.fail(d.root.Member("swagger").Pos, "version", "convert the document to OpenAPI 3", "envgen does not read Swagger %s", versionText(d.root, "swagger"))
	default:
		im.fail(d.root.Member("openapi").Pos, "version", "", "envgen reads OpenAPI 3.0, 3.1 and 3.2, not %s", version)
	}
	im.container(d)
	schemas := d.spot().at("components").at("schemas")
	for _, m := range schemas.entries() {
		if p := im.published(schemas.at(m.Key.Value), m.Key.Value); p != nil {
			d.named = append(d.named, p)
		}
	}
}

// dialect reads `jsonSchemaDialect`, the default of `$schema`.
func (im *importer) dialect(d *document) draft {
	n := d.root.Member("jsonSchemaDialect")
	if n == nil {
		return draft2020
	}
	found := draftNamed(n)
	if found == 0 {
		im.warn(n.Pos, "dialect", "", "the dialect %q is unknown; the schemas are read as JSON Schema 2020-12", n.Text)
		return draft2020
	}
	return found
}

// Declare declares the schemas of the components, then the bodies.
func (openAPI) Declare(im *importer, d *document) *typ {
	if im.diags.HasErrors() {
		return nil
	}
	for _, p := range d.named {
		im.typeFor(p)
	}
	o := &operations{im: im, d: d, seen: map[*syntax.Node]bool{}}
	root := d.spot()
	components := root.at("components")
	for _, m := range components.at("requestBodies").entries() {
		o.body(components.at("requestBodies").at(m.Key.Value), pascal(m.Key.Value)+"Request", request)
	}
	for _, m := range components.at("responses").entries() {
		o.body(components.at("responses").at(m.Key.Value), pascal(m.Key.Value)+"Response", response)
	}
	for _, items := range []spot{root.at("paths"), root.at("webhooks"), components.at("pathItems")} {
		for _, m := range items.entries() {
			o.pathItem(items.at(m.Key.Value), m.Key.Value)
		}
	}
	for _, m := range components.at("callbacks").entries() {
		o.callback(components.at("callbacks").at(m.Key.Value), m.Key.Value)
	}
	if im.diags.HasErrors() {
		return nil
	}
	if len(d.named) == 0 {
		im.fail(d.root.Pos, "no-root", "schemas below components, and JSON bodies of requests and responses, become types; parameters do not", "%s has no schemas", d.file)
	}
	return im.firstNamed(d)
}

// operations visits the operations of a document.
type operations struct {
	im   *importer
	d    *document
	seen map[*syntax.Node]bool
}

var methods = []string{"get", "put", "post", "delete", "options", "head", "patch", "trace", "query"}

// pathItem visits a path item. Its methods and the path name an operation without an operationId.
func (o *operations) pathItem(s spot, path string) {
	if s = o.im.deref(s); s.node == nil || o.seen[s.node] {
		return
	}
	o.seen[s.node] = true
	for _, method := range methods {
		o.operation(s.at(method), method, path)
	}
	for _, m := range s.at("additionalOperations").entries() {
		o.operation(s.at("additionalOperations").at(m.Key.Value), strings.ToLower(m.Key.Value), path)
	}
}

func (o *operations) operation(s spot, method, path string) {
	if s.node == nil || s.node.Kind != syntax.MapNode {
		return
	}
	name := pascal(s.text("operationId"))
	if s.text("operationId") == "" {
		name = capital(method) + pascal(path)
	}
	o.body(s.at("requestBody"), name+"Request", request)
	for _, m := range s.at("responses").entries() {
		o.body(s.at("responses").at(m.Key.Value), name+"Response"+capital(m.Key.Value), response)
	}
	for _, m := range s.at("callbacks").entries() {
		o.callback(s.at("callbacks").at(m.Key.Value), m.Key.Value)
	}
}

func (o *operations) callback(s spot, name string) {
	if s = o.im.deref(s); s.node == nil || o.seen[s.node] {
		return
	}
	o.seen[s.node] = true
	for _, m := range s.entries() {
		o.pathItem(s.at(m.Key.Value), name)
	}
}

// body visits a request body or a response. The first JSON media type has the plain name.
func (o *operations) body(s spot, name string, w way) {
	if s = o.im.deref(s); s.node == nil || o.seen[s.node] {
		return
	}
	o.seen[s.node] = true
	plain := true
	for _, m := range s.at("content").entries() {
		schema := o.im.deref(s.at("content").at(m.Key.Value)).at("schema")
		switch {
		case schema.node == nil:
		case schema.node.Kind == syntax.NullNode:
			o.im.note(schema, "schema", "dropped: null is no schema")
		case !jsonMedia(m.Key.Value):
			o.im.note(schema, "schema", "dropped: a body of "+quote(m.Key.Value)+" is not JSON")
		case plain:
			o.schema(schema, name, w)
			plain = false
		default:
			o.schema(schema, name+pascal(m.Key.Value[strings.Index(m.Key.Value, "/")+1:]), w)
		}
	}
}

// schema declares an inline object, or the schema that a reference leads to. The items of an array are declared in the same way.
func (o *operations) schema(s spot, name string, w way) {
	p := o.im.published(s, name)
	o.im.bodies[w] = append(o.im.bodies[w], p)
	switch {
	case p == nil:
	case s.node.Member("$ref") != nil:
		if target := o.im.meant(p); target != nil {
			o.declare(target)
		}
	case isObject(s.node):
		p.late = true
		o.declare(p)
	case s.node.Member("items") != nil && isSchema(s.node.Member("items")):
		items := s.node.Member("items")
		if isObject(items) {
			o.im.places[items].names, o.im.places[items].late = []string{name + "Item"}, true
			o.declare(o.im.places[items])
		} else if ref := items.Member("$ref"); ref != nil && ref.Kind == syntax.TextNode {
			if target := o.im.follow(o.im.places[items], ref); target != nil {
				o.declare(target)
			}
		}
	}
}

func (o *operations) declare(p *place) {
	o.im.typeFor(p)
	if p.doc == o.d && len(p.names) > 0 && !slices.Contains(o.d.named, p) {
		o.d.named = append(o.d.named, p)
	}
}

// isObject reports whether a schema is written for objects, or composed of others.
func isObject(n *syntax.Node) bool {
	if n.Kind != syntax.MapNode || n.Member("$ref") != nil {
		return false
	}
	if t := n.Member("type"); t != nil && t.Kind == syntax.TextNode {
		return t.Text == "object"
	}
	return slices.ContainsFunc([]string{"properties", "allOf", "oneOf", "anyOf"}, func(k string) bool { return n.Member(k) != nil })
}
