package oracle

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/envgen/envgen/internal/syntax"
)

// site is the folder of the document's resources: a relative $id of a spec is resolved against it.
const site = "https://oracle.invalid/"

// address is the URL of a type. A query cannot collide with an $id of the spec.
func (u *unit) address(typ string) string {
	return site + url.PathEscape(u.protocol) + "/?type=" + url.QueryEscape(typ)
}

// index stores the place of every schema of a unit.
func (o *Oracle) index(u *unit) error {
	for _, name := range u.names {
		if err := o.indexType(u, name); err != nil {
			return err
		}
	}
	for name, catalog := range u.catalogs {
		for _, column := range members(catalog.Member("columns")) {
			if err := o.indexSchema(column.Value, place{unit: u, typ: name, pointer: "column", resource: column.Value}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (o *Oracle) indexType(u *unit, name string) error {
	base, err := url.Parse(u.address(name))
	if err != nil {
		return err
	}
	n := u.types[name]
	p := place{unit: u, typ: name, resource: n, base: base}
	if wrapped(n) {
		p.pointer = wrapping
	}
	return o.indexSchema(n, p)
}

func (o *Oracle) indexSchema(n *syntax.Node, p place) error {
	if id := n.Member("$id"); id != nil && p.base != nil {
		own, err := p.base.Parse(id.Text)
		if err != nil {
			return fmt.Errorf("oracle: $id %q: %w", id.Text, err)
		}
		own.Fragment = ""
		p.resource, p.base = n, own
		p.unit.ids[own.String()] = n
	}
	o.places[n] = p
	o.dynamic = o.dynamic || n.Member("$dynamicRef") != nil || strings.HasPrefix(text(n.Member("$ref")), published)
	for _, sub := range subschemas(n) {
		below := p
		below.pointer += "/" + escape(sub.keyword)
		if sub.key != "" || sub.keyword == "properties" || sub.keyword == "patternProperties" || sub.keyword == "$defs" || sub.keyword == "dependentSchemas" {
			below.pointer += "/" + escape(sub.key)
		}
		if err := o.indexSchema(sub.node, below); err != nil {
			return err
		}
	}
	return nil
}

var pointerEscaper, pointerUnescaper = strings.NewReplacer("~", "~0", "/", "~1"), strings.NewReplacer("~1", "/", "~0", "~")

func escape(name string) string { return pointerEscaper.Replace(name) }

// target returns the target of a reference in n. own reports that JSON Schema itself resolves it, by $id, anchor or JSON Pointer.
func (o *Oracle) target(n *syntax.Node, ref string) (to *syntax.Node, own bool, err error) {
	t := once(o.kept.targets, referenceAt{n, ref}, func() (t target) {
		t.to, t.own, t.err = o.targetOf(n, ref)
		return t
	})
	return t.to, t.own, t.err
}

func (o *Oracle) targetOf(n *syntax.Node, ref string) (to *syntax.Node, own bool, err error) {
	if to := o.direct[n]; to != nil {
		return to, false, nil
	}
	p := o.places[n]
	name, fragment, hasFragment := strings.Cut(ref, "#")
	for _, prefix := range []string{"#/types/", "#/catalogs/"} {
		if rest, ok := strings.CutPrefix(ref, prefix); ok {
			return found(p.unit.types[rest], false, ref)
		}
	}
	if hasFragment && name == "" {
		return found(o.within(p.resource, fragment), true, ref)
	}
	if p.base != nil {
		if full, err := p.base.Parse(name); err == nil {
			if resource := p.unit.ids[full.String()]; resource != nil {
				return found(o.within(resource, fragment), true, ref)
			}
		}
	}
	if hasFragment {
		if other := p.unit.files[name]; other != nil {
			for _, prefix := range []string{"/types/", "/catalogs/"} {
				if rest, ok := strings.CutPrefix(fragment, prefix); ok {
					return found(other.types[rest], false, ref)
				}
			}
		}
	}
	if alias, rest, dotted := strings.Cut(ref, "."); dotted {
		if other := p.unit.imports[alias]; other != nil {
			return found(other.types[rest], false, ref)
		}
	}
	return found(p.unit.types[ref], false, ref)
}

func found(n *syntax.Node, own bool, ref string) (*syntax.Node, bool, error) {
	if n == nil {
		return nil, false, fmt.Errorf("oracle: %q leads nowhere", ref)
	}
	return n, own, nil
}

// within follows a fragment from the root of a resource: nothing, a JSON Pointer or an anchor.
func (o *Oracle) within(root *syntax.Node, fragment string) *syntax.Node {
	fragment, err := url.PathUnescape(fragment)
	switch {
	case err != nil:
		return nil
	case fragment == "":
		return root
	case strings.HasPrefix(fragment, "/"):
		return follow(root, strings.Split(fragment[1:], "/"))
	}
	return o.anchored(root, root, fragment)
}

// follow walks a JSON Pointer through the text of a schema.
func follow(n *syntax.Node, tokens []string) *syntax.Node {
	for _, token := range tokens {
		token = pointerUnescaper.Replace(token)
		switch n.Kind {
		case syntax.MapNode:
			n = n.Member(token)
		case syntax.ListNode:
			var i int
			if _, err := fmt.Sscanf(token, "%d", &i); err != nil || i < 0 || i >= len(n.Items) {
				return nil
			}
			n = n.Items[i]
		default:
			return nil
		}
		if n == nil {
			return nil
		}
	}
	return n
}

// anchored finds an anchor of the resource: schemas with an $id inside are resources of their own.
func (o *Oracle) anchored(root, n *syntax.Node, anchor string) *syntax.Node {
	if text(n.Member("$anchor")) == anchor || text(n.Member("$dynamicAnchor")) == anchor {
		return n
	}
	for _, sub := range subschemas(n) {
		if o.places[sub.node].resource != root {
			continue
		}
		if hit := o.anchored(root, sub.node, anchor); hit != nil {
			return hit
		}
	}
	return nil
}

// kept are answers about schemas. They do not change once a spec has been read, and each message needs them again. The maps are nil until then.
type kept struct {
	targets  map[referenceAt]target
	composed map[*syntax.Node][]*syntax.Node
	tags     map[tagOfBranch][]word
}

type referenceAt struct {
	schema *syntax.Node
	ref    string
}

type target struct {
	to  *syntax.Node
	own bool
	err error
}

type tagOfBranch struct {
	branch *syntax.Node
	tag    string
}

func newKept() kept {
	return kept{map[referenceAt]target{}, map[*syntax.Node][]*syntax.Node{}, map[tagOfBranch][]word{}}
}

// once returns the answer that is known, or finds and keeps it.
func once[K comparable, V any](known map[K]V, key K, find func() V) V {
	answer, is := known[key]
	if !is {
		if answer = find(); known != nil {
			known[key] = answer
		}
	}
	return answer
}
