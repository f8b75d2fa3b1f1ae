package compile

import (
	"net/url"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/syntax"
)

// resource is a base of references in a schema: an entry of `types`, or a schema with an `$id`.
type resource struct {
	root    *syntax.Schema
	base    *url.URL                  // nil if no `$id` defines it
	anchors map[string]*syntax.Schema // those of `$dynamicAnchor` included
	dynamic map[string]*syntax.Schema // those of `$dynamicAnchor`
}

func newResource(root *syntax.Schema, base *url.URL) *resource {
	return &resource{root: root, base: base, anchors: map[string]*syntax.Schema{}, dynamic: map[string]*syntax.Schema{}}
}

// identifyAll notes the identifiers of a unit.
func (c *compiler) identifyAll(u *unit) {
	u.byID = map[string]*resource{}
	for _, s := range u.roots() {
		c.identify(s, newResource(s, nil), u.byID)
	}
}

// resolve finds the target of every reference of a unit.
func (c *compiler) resolve(u *unit) {
	for _, s := range u.roots() {
		c.resolveIn(u, s, u.byID)
	}
}

// roots returns the schemas that are in no other schema: of types, of catalogs' columns, and metaschemas.
func (u *unit) roots() []*syntax.Schema {
	var list []*syntax.Schema
	for _, k := range u.file.Catalogs {
		for _, column := range k.Columns {
			list = append(list, column.Schema)
		}
	}
	for _, t := range u.file.Types {
		list = append(list, t.Schema)
	}
	for _, m := range u.meta {
		list = append(list, m.schema)
	}
	return list
}

// identify notes the identifiers of a schema and of those inside.
func (c *compiler) identify(s *syntax.Schema, r *resource, byID map[string]*resource) {
	if s.ID.Pos.IsValid() {
		r = c.embedded(s, r, byID)
	}
	c.resources[s] = r
	c.anchor(s, r, s.Anchor)
	if c.anchor(s, r, s.DynamicAnchor) {
		r.dynamic[s.DynamicAnchor.Value] = s
		c.anchored[s.DynamicAnchor.Value] = append(c.anchored[s.DynamicAnchor.Value], s)
	}
	for _, sub := range s.Subschemas() {
		c.identify(sub.Schema, r, byID)
	}
}

// anchor notes an anchor of a resource. It returns false for none, and for one that it reports.
func (c *compiler) anchor(s *syntax.Schema, r *resource, name syntax.Text) bool {
	if !name.Pos.IsValid() {
		return false
	}
	switch first := r.anchors[name.Value]; {
	case !anchorName.MatchString(name.Value):
		c.Fail(name.Pos, "identifier", "", "%q is not an anchor: use letters, digits, -, _ and ., and start with a letter or _", name.Value)
		return false
	case first != nil && first != s:
		c.Diags.Add(diag.Diagnostic{Pos: name.Pos, Code: "identifier", Message: strconv.Quote(name.Value) + " is the anchor of another schema",
			Notes: []diag.Note{{Pos: first.Pos, Message: "of this one"}}})
		return false
	}
	r.anchors[name.Value] = s
	return true
}

var anchorName = regexp.MustCompile(`^[A-Za-z_][-A-Za-z0-9._]*$`)

// embedded starts the resource of a schema with an `$id`.
func (c *compiler) embedded(s *syntax.Schema, r *resource, byID map[string]*resource) *resource {
	id, err := url.Parse(s.ID.Value)
	if err != nil || id.Fragment != "" {
		c.Fail(s.ID.Pos, "identifier", "", "%q is not a URI reference without a fragment", s.ID.Value)
		return r
	}
	id.Fragment = ""
	if r.base != nil {
		id = r.base.ResolveReference(id)
	}
	own := newResource(s, id)
	if first := byID[id.String()]; first != nil {
		c.Diags.Add(diag.Diagnostic{Pos: s.ID.Pos, Code: "identifier", Message: strconv.Quote(id.String()) + " is the identifier of another schema",
			Notes: []diag.Note{{Pos: first.root.ID.Pos, Message: "of this one"}}})
	} else {
		byID[id.String()] = own
	}
	return own
}

func (c *compiler) resolveIn(u *unit, s *syntax.Schema, byID map[string]*resource) {
	if s.Ref.Pos.IsValid() {
		if d := c.target(u, s, s.Ref, byID); d != nil {
			c.targets[s] = d
		}
	}
	if s.DynamicRef.Pos.IsValid() {
		c.resolveDynamic(u, s, byID)
	}
	if len(s.ValueNames) > 0 && s.Enum == nil {
		c.valueNamesKnown(s)
	}
	if s.From.Pos.IsValid() && (c.bySchema[s] == nil || c.bySchema[s].typ.Lifted) {
		c.Fail(s.From.Pos, "side", "write it at the message's type", "`x-from` is for messages; this schema is a part of a message")
	}
	if s.Error.Pos.IsValid() && (c.bySchema[s] == nil || c.bySchema[s].typ.Lifted) {
		c.Fail(s.Error.Pos, "error-part", "give the schema a name under `types`, and write it there", "`x-error` is for named types; this schema has no name")
	}
	for _, sub := range s.Subschemas() {
		c.resolveIn(u, sub.Schema, byID)
	}
}

// target finds the declaration that a reference leads to, or reports it and returns nil.
func (c *compiler) target(u *unit, s *syntax.Schema, ref syntax.Text, byID map[string]*resource) *decl {
	r := c.resources[s]
	name, fragment, hasFragment := strings.Cut(ref.Value, "#")
	switch {
	case strings.HasPrefix(ref.Value, "#/types/") || strings.HasPrefix(ref.Value, "#/catalogs/"):
		return c.lookup(u, ref)
	case hasFragment && name == "":
		return c.within(u, ref, r, fragment)
	}
	if id, err := url.Parse(name); err == nil {
		if r != nil && r.base != nil {
			id = r.base.ResolveReference(id)
		}
		if other := byID[id.String()]; other != nil {
			return c.within(u, ref, other, fragment)
		}
	}
	if hasFragment {
		for _, i := range u.file.Imports {
			if other := u.imports[i.Name.Value]; other != nil && i.File.Value == name {
				return c.lookup(other, syntax.Text{Pos: ref.Pos, Value: "#" + fragment})
			}
		}
	}
	return c.lookup(u, ref)
}

// within follows a fragment in a resource: nothing, a JSON Pointer or an anchor.
func (c *compiler) within(u *unit, ref syntax.Text, r *resource, fragment string) *decl {
	fragment, err := url.PathUnescape(fragment)
	if err != nil || r == nil {
		c.Fail(ref.Pos, "unknown-type", "", "the target of %q does not exist", ref.Value)
		return nil
	}
	s := r.root
	switch {
	case fragment == "":
	case strings.HasPrefix(fragment, "/"):
		s = c.follow(s, fragment)
	default:
		s = r.anchors[fragment]
	}
	if s == nil {
		var known []string
		for _, d := range r.root.Defs {
			if !c.Diags.Full() { // else nobody sees the suggestion
				known = append(known, "#/$defs/"+d.Name.Value)
			}
		}
		c.Fail(ref.Pos, "unknown-type", c.Nearest(ref.Value, known), "%q does not refer to a schema", ref.Value)
		return nil
	}
	return c.lift(u, s)
}

// pointerStep is a step of a JSON Pointer from a schema to an inner one: a keyword, and a name or an index if the keyword contains several schemas.
type pointerStep struct{ keyword, key string }

// follow returns the schema that a JSON Pointer leads to, or nil.
func (c *compiler) follow(s *syntax.Schema, pointer string) *syntax.Schema {
	tokens := strings.Split(pointer[1:], "/")
	for i := 0; i < len(tokens) && s != nil; i++ {
		step := pointerStep{keyword: host.Unescape.Replace(tokens[i])}
		if keyword, key, nested := strings.Cut(fallbackKeyword, "/"); nested && step.keyword == keyword && i+1 < len(tokens) && tokens[i+1] == key {
			step.keyword = fallbackKeyword
			i++
		}
		if hasKey(step.keyword) {
			if i++; i == len(tokens) {
				return nil
			}
			step.key = host.Unescape.Replace(tokens[i])
		}
		s = c.below(s)[step]
	}
	return s
}

// below indexes the schemas directly inside of one: a spec may refer to them thousands of times.
func (c *compiler) below(s *syntax.Schema) map[pointerStep]*syntax.Schema {
	if c.inner[s] == nil {
		c.inner[s] = map[pointerStep]*syntax.Schema{}
		for _, sub := range s.Subschemas() {
			c.inner[s][pointerStep{sub.Keyword, sub.Key}] = sub.Schema
		}
	}
	return c.inner[s]
}

// hasKey reports whether a keyword contains several schemas, by name or index.
func hasKey(keyword string) bool {
	switch keyword {
	case "$defs", "properties", "patternProperties", "dependentSchemas", "allOf", "anyOf", "oneOf", "prefixItems":
		return true
	}
	return false
}

// lookup resolves the name of a type, or reports it and returns nil.
func (c *compiler) lookup(u *unit, ref syntax.Text) *decl {
	name := ref.Value
	rest, isType := strings.CutPrefix(name, "#/types/")
	word, isCatalog := strings.CutPrefix(name, "#/catalogs/")
	prefix, member, dotted := strings.Cut(name, ".")
	switch {
	case isType:
		name = rest
	case isCatalog:
		name = word
	case leaves(name):
		c.Fail(ref.Pos, "outside", "keep specs that belong together in one folder", "%q is outside the folder of this spec", ref.Value)
		return nil
	case strings.ContainsAny(name, "#/:"):
		c.Fail(ref.Pos, "unknown-type", "write the name of a type of this spec, or #/types/Name", "%q does not refer to a schema of this spec or its imports", ref.Value)
		return nil
	case dotted:
		if other := u.imports[prefix]; other != nil {
			return c.lookup(other, syntax.Text{Pos: ref.Pos, Value: member})
		}
		c.Fail(ref.Pos, "unknown-type", "name the spec's file under `imports`", "%q names a type of %q, which is not imported", ref.Value, prefix)
		return nil
	}
	d := u.byName[name]
	switch {
	case d == nil && isCatalog:
		c.Fail(ref.Pos, "unknown-type", c.Nearest(name, u.names), "there is no catalog %q", name)
	case d == nil:
		c.Fail(ref.Pos, "unknown-type", c.Nearest(name, u.names), "there is no type %q", name)
	case isCatalog && d.catalog == nil:
		c.Fail(ref.Pos, "unknown-type", "write `"+name+"` or `#/types/"+name+"`", "%q is a type, not a catalog", name)
		return nil
	case isType && d.catalog != nil:
		c.Fail(ref.Pos, "unknown-type", "write `"+name+"` or `#/catalogs/"+name+"`", "%q is a catalog, not a type", name)
		return nil
	}
	if d != nil {
		d.named = true
	}
	return d
}

// leaves reports whether a reference leads to another machine or out of the folder of the spec.
func leaves(ref string) bool {
	file, _, _ := strings.Cut(ref, "#")
	return strings.ContainsAny(file, ":\\") || file != "" && !filepath.IsLocal(filepath.FromSlash(file))
}
