package oracle

import (
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/syntax"
)

// Spec is the text of a spec, and where the specs that it imports come from.
type Spec struct {
	Name    string // of the file; imports are relative to it
	Data    []byte
	Shipped func(protocol string) ([]byte, bool)
	Read    func(file string) ([]byte, error)
}

// unit is one spec: the tree of its text, and the targets of its names.
type unit struct {
	name     string
	protocol string
	root     *syntax.Node
	types    map[string]*syntax.Node // catalogs included
	names    []string                // of the types
	catalogs map[string]*syntax.Node // by name, as written
	imports  map[string]*unit        // by the name that the spec gives them
	files    map[string]*unit        // by the file, as the spec spells it
	ids      map[string]*syntax.Node // schemas with an $id, by the resolved $id
	stages   []string
}

// place is the place of a schema.
type place struct {
	unit     *unit
	typ      string       // the entry of `types` around it
	pointer  string       // from there, in the document
	resource *syntax.Node // the target of `#` there
	base     *url.URL     // the base URI of an $id or a reference
}

// loader reads a spec and its imports.
type loader struct {
	spec  Spec
	known map[string]*unit // by path
	units []*unit          // imported ones first
}

// maxUnits bounds how many specs one may lead to.
const maxUnits = 1000

func (l *loader) load(name string, data []byte) (*unit, error) {
	if len(l.known) > maxUnits {
		return nil, fmt.Errorf("oracle: %s leads to more than %d specs", l.spec.Name, maxUnits)
	}
	root, diags := syntax.TreeWith(name, data, l.spec.Read)
	if root == nil || diags.HasErrors() || root.Kind != syntax.MapNode {
		return nil, fmt.Errorf("oracle: %s is no spec", name)
	}
	u := &unit{name: name, root: root, types: map[string]*syntax.Node{}, catalogs: map[string]*syntax.Node{}, imports: map[string]*unit{},
		files: map[string]*unit{}, ids: map[string]*syntax.Node{}, protocol: text(root.Member("protocol"))}
	l.known[name] = u
	for _, m := range members(root.Member("imports")) {
		if err := l.imported(u, m); err != nil {
			return nil, err
		}
	}
	for _, m := range members(root.Member("catalogs")) {
		u.declare(m.Key.Value, vocabulary(m.Value))
		u.catalogs[m.Key.Value] = m.Value
	}
	for _, m := range members(root.Member("types")) {
		u.declare(m.Key.Value, m.Value)
	}
	for _, name := range u.names {
		if err := l.implied(u, u.types[name]); err != nil {
			return nil, err
		}
	}
	for _, s := range items(root.Member("stages")) {
		u.stages = append(u.stages, s.Text)
	}
	l.units = append(l.units, u)
	return u, nil
}

func (u *unit) declare(name string, n *syntax.Node) {
	u.types[name] = n
	u.names = append(u.names, name)
}

// vocabulary returns a catalog as a schema: one of its words or integers, or any string or integer if it is open.
func vocabulary(catalog *syntax.Node) *syntax.Node {
	schema := &syntax.Node{Kind: syntax.MapNode, Pos: catalog.Pos}
	add := func(keyword string, value *syntax.Node) {
		schema.Members = append(schema.Members, syntax.Member{Key: syntax.Text{Value: keyword}, Value: value})
	}
	of := "string"
	if typ := catalog.Member("type"); typ != nil {
		of = typ.Text
	}
	add("type", &syntax.Node{Kind: syntax.TextNode, Text: of})
	if open := catalog.Member("open"); open != nil && open.Bool {
		return schema
	}
	words := &syntax.Node{Kind: syntax.ListNode}
	for _, entry := range members(catalog.Member("entries")) {
		word := &syntax.Node{Kind: syntax.TextNode, Text: entry.Key.Value}
		if of == "integer" {
			number, _ := strconv.ParseFloat(entry.Key.Value, 64) // the compiler has refused a key that is none
			word = &syntax.Node{Kind: syntax.NumberNode, Number: number}
		}
		words.Items = append(words.Items, word)
	}
	add("enum", words)
	return schema
}

// imported reads one entry of `imports`.
func (l *loader) imported(u *unit, m syntax.Member) error {
	file := ""
	switch {
	case m.Value.Kind == syntax.TextNode:
		file = m.Value.Text
	case m.Value.Member("file") != nil:
		file = m.Value.Member("file").Text
	}
	if file == "" {
		return l.shipped(u, m.Key.Value)
	}
	at := path.Join(path.Dir(filepath.ToSlash(u.name)), file)
	other := l.known[at]
	if other == nil {
		if l.spec.Read == nil {
			return fmt.Errorf("oracle: %s cannot be read", file)
		}
		data, err := l.spec.Read(at)
		if err != nil {
			return fmt.Errorf("oracle: %w", err)
		}
		if other, err = l.load(at, data); err != nil {
			return err
		}
	}
	u.imports[m.Key.Value], u.files[file] = other, other
	return nil
}

// shipped imports a protocol that comes with envgen.
func (l *loader) shipped(u *unit, name string) error {
	file := "envgen:" + name + ".yaml"
	other := l.known[file]
	if other == nil {
		if l.spec.Shipped == nil {
			return fmt.Errorf("oracle: %s imports %s, which is not at hand", u.name, name)
		}
		data, ok := l.spec.Shipped(name)
		if !ok {
			return fmt.Errorf("oracle: no protocol %s ships with envgen", name)
		}
		var err error
		if other, err = l.load(file, data); err != nil {
			return err
		}
	}
	u.imports[name] = other
	return nil
}

// implied imports the shipped protocols that references name without an entry under `imports`.
func (l *loader) implied(u *unit, n *syntax.Node) error {
	ref := reference(n)
	if err := l.standard(u, ref); err != nil {
		return err
	}
	if name, _, dotted := strings.Cut(ref, "."); dotted && u.imports[name] == nil && l.spec.Shipped != nil && !strings.ContainsAny(name, "#/:") {
		if _, ships := l.spec.Shipped(name); ships {
			if err := l.shipped(u, name); err != nil {
				return err
			}
		}
	}
	for _, sub := range subschemas(n) {
		if err := l.implied(u, sub.node); err != nil {
			return err
		}
	}
	return nil
}

// reachable are the units that u leads to, itself last.
func (l *loader) reachable(u *unit) []*unit {
	leads := map[*unit]bool{}
	var follow func(u *unit)
	follow = func(u *unit) {
		if !leads[u] {
			leads[u] = true
			for _, other := range u.imports { // in any order: it fills a set
				follow(other)
			}
		}
	}
	follow(u)
	return slices.DeleteFunc(slices.Clone(l.units), func(other *unit) bool { return !leads[other] })
}

// stagesOf are the names of a unit's stages; imports may have more, which run behind them.
func (l *loader) stagesOf(u *unit) []string {
	names := slices.Clone(u.stages)
	for _, other := range l.reachable(u) {
		if len(other.stages) > len(names) {
			names = append(names, other.stages[len(names):]...)
		}
	}
	if len(names) == 0 {
		return []string{"rules"}
	}
	return names
}

// text is the string of a node, "" for none.
func text(n *syntax.Node) string {
	if n == nil || n.Kind != syntax.TextNode {
		return ""
	}
	return n.Text
}

func members(n *syntax.Node) []syntax.Member {
	if n == nil {
		return nil
	}
	return n.Members
}

func items(n *syntax.Node) []*syntax.Node {
	if n == nil {
		return nil
	}
	return n.Items
}

// reference returns the reference of a schema: its bare name, or its $ref.
func reference(n *syntax.Node) string {
	if n.Kind == syntax.TextNode {
		return n.Text
	}
	return text(n.Member("$ref"))
}

// subschema is a schema directly inside of another one.
type subschema struct {
	keyword string
	key     string // a name or an index, "" for keywords with one schema
	node    *syntax.Node
}

var (
	holdsOne  = []string{"additionalProperties", "items", "contains", "propertyNames", "unevaluatedProperties", "unevaluatedItems", "not", "if", "then", "else", "contentSchema"}
	holdsList = []string{"allOf", "anyOf", "oneOf", "prefixItems"}
	holdsMap  = []string{"$defs", "properties", "patternProperties", "dependentSchemas"}
)

func subschemas(n *syntax.Node) []subschema {
	var list []subschema
	for _, m := range n.Members {
		switch keyword := m.Key.Value; {
		case slices.Contains(holdsOne, keyword):
			list = append(list, subschema{keyword, "", m.Value})
		case keyword == "discriminator":
			if fallback := m.Value.Member("fallback"); fallback != nil {
				list = append(list, subschema{"discriminator/fallback", "", fallback})
			}
		case slices.Contains(holdsList, keyword):
			for i, item := range m.Value.Items {
				list = append(list, subschema{keyword, fmt.Sprint(i), item})
			}
		case slices.Contains(holdsMap, keyword):
			for _, entry := range m.Value.Members {
				list = append(list, subschema{keyword, entry.Key.Value, entry.Value})
			}
		}
	}
	return list
}
