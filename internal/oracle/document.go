package oracle

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/formats"
	"github.com/envgen/envgen/internal/syntax"
)

// maxInteger bounds the type integer (contract section 2).
const maxInteger = 1<<53 - 1

// wrapping is the place of a type's schema inside its definition, if the schema cannot have the definition's $id itself.
const wrapping = "/$defs/schema"

// wrapped reports whether a type's schema is no object without an $id of its own.
func wrapped(n *syntax.Node) bool { return n.Kind != syntax.MapNode || n.Member("$id") != nil }

// annotations have no effect on validity.
var annotations = []string{"$schema", "$vocabulary", "title", "description", "source", "$comment", "default", "examples", "deprecated", "readOnly", "writeOnly", "discriminator"}

// writer converts the text of schemas to JSON Schema: keywords of JSON Schema are copied one by one.
type writer struct {
	*Oracle
	// refer spells a reference in n, beside members that wait.
	refer func(n *syntax.Node, ref string, waiting names) (string, error)
	// stage is the last stage of which members are checked: others may have any value.
	stage int
	// identify keeps $id and $anchor.
	identify bool
}

// isAnnotation reports whether a keyword has no effect on validity.
func isAnnotation(keyword string) bool {
	return slices.Contains(annotations, keyword) || strings.HasPrefix(keyword, "x-")
}

// names are member names, sorted.
type names []string

// document is the whole spec, with its imports, as one JSON Schema 2020-12 document. Every type is a resource under $defs. References that JSON
// Schema resolves are unchanged.
func (o *Oracle) document() (map[string]any, error) {
	w := writer{Oracle: o, stage: len(o.stages), identify: true}
	w.refer = func(n *syntax.Node, ref string, _ names) (string, error) {
		to, own, err := o.target(n, ref)
		if err != nil && strings.HasPrefix(ref, published) {
			return moved(ref), nil
		}
		if err != nil || own {
			return ref, err
		}
		return o.address(to), nil
	}
	definitions := map[string]any{}
	for _, u := range o.units {
		for _, name := range u.names {
			schema, err := w.schema(u.types[name], nil)
			if err != nil {
				return nil, err
			}
			definition, isObject := schema.(map[string]any)
			if wrapped(u.types[name]) || !isObject {
				definition = map[string]any{"$ref": "#" + wrapping, "$defs": map[string]any{"schema": schema}}
			}
			definition["$id"] = u.address(name)
			definitions[definitionOf(u, name)] = definition
		}
	}
	if err := o.addMetaschemas(definitions); err != nil {
		return nil, err
	}
	return map[string]any{"$schema": dialect, "$id": site, "$defs": definitions}, nil
}

// address returns the address of a schema in the document: the $id of its type, and the path in it.
func (o *Oracle) address(n *syntax.Node) string {
	at := o.places[n]
	address := at.unit.address(at.typ)
	if at.pointer == "" || at.pointer == wrapping {
		return address
	}
	return address + "#" + (&url.URL{Path: at.pointer}).EscapedPath()
}

const dialect = "https://json-schema.org/draft/2020-12/schema"

func definitionOf(u *unit, name string) string { return u.protocol + "." + name }

// stagedDocument is the document for a stage: members that wait for a later one may have any value. Whether a member waits depends on all schemas of
// its object. So a definition belongs to a schema and the enclosing waiting members, and references are resolved here.
func (o *Oracle) stagedDocument(stage int) (map[string]any, error) {
	w := writer{Oracle: o, stage: stage}
	definitions, keys := map[string]any{}, map[string]string{}
	type pending struct {
		node    *syntax.Node
		waiting names
		key     string
	}
	var queue []pending
	request := func(n *syntax.Node, waiting names) string {
		id := fmt.Sprintf("%p %q", n, waiting)
		if keys[id] == "" {
			keys[id] = strconv.Itoa(len(keys))
			queue = append(queue, pending{n, waiting, keys[id]})
		}
		return keys[id]
	}
	w.refer = func(n *syntax.Node, ref string, waiting names) (string, error) {
		to, _, err := o.target(n, ref)
		if err != nil {
			return "", err
		}
		return "#/$defs/" + request(to, waiting), nil
	}
	for _, u := range o.units {
		for _, name := range u.names {
			definitions[definitionOf(u, name)] = map[string]any{"$ref": "#/$defs/" + request(u.types[name], w.waitingIn(u.types[name]))}
		}
	}
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		schema, err := w.schema(next.node, next.waiting)
		if err != nil {
			return nil, err
		}
		definitions[next.key] = schema
	}
	return map[string]any{"$schema": dialect, "$id": site + "stage/" + strconv.Itoa(stage), "$defs": definitions}, nil
}

// waitingIn are the members of a value of n that wait for a stage beyond the writer's.
func (w writer) waitingIn(n *syntax.Node) names {
	found := map[string]bool{}
	for _, part := range w.composed(n) {
		for _, m := range members(part.Member("properties")) {
			if stage, staged := w.stageOf(m.Value); staged && stage > w.stage {
				found[m.Key.Value] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// stageOf returns the x-stage of a member.
func (o *Oracle) stageOf(n *syntax.Node) (int, bool) {
	name := n.Member("x-stage")
	if name == nil {
		return 0, false
	}
	return o.stageNamed(o.places[n].unit, name.Text), true
}

// stageNamed is the number of a stage, 0 where none is named.
func (o *Oracle) stageNamed(u *unit, name string) int {
	return max(0, slices.Index(o.stagesOf(u), name))
}

// schema writes one schema for a value of which some members wait.
func (w writer) schema(n *syntax.Node, waiting names) (any, error) {
	switch n.Kind {
	case syntax.BoolNode:
		return n.Bool, nil
	case syntax.TextNode:
		to, err := w.refer(n, n.Text, waiting)
		return map[string]any{"$ref": to}, err
	}
	s := map[string]any{}
	for _, m := range n.Members {
		if err := w.keyword(s, n, m, waiting); err != nil {
			return nil, err
		}
	}
	var more []any
	if hasType(n, "integer") && !hasType(n, "number") && !w.isStd(n) {
		more = append(more, map[string]any{"minimum": float64(-maxInteger), "maximum": float64(maxInteger)})
	}
	if n.Member("discriminator") != nil { // contract section 3.2: a value that is no object is no value of the union
		more = append(more, map[string]any{"type": "object"})
	}
	if more != nil {
		parts, _ := s["allOf"].([]any)
		s["allOf"] = append(parts, more...) // behind the others: pointers go by index
	}
	return s, nil
}

// hasType reports whether the keyword `type` names the type.
func hasType(n *syntax.Node, name string) bool {
	t := n.Member("type")
	return text(t) == name || slices.ContainsFunc(items(t), func(item *syntax.Node) bool { return item.Text == name })
}

func (w writer) keyword(s map[string]any, n *syntax.Node, m syntax.Member, waiting names) (err error) {
	switch keyword := m.Key.Value; {
	case isAnnotation(keyword):
	case keyword == "$id" || keyword == "$anchor" || keyword == "$dynamicAnchor":
		if w.identify {
			s[keyword] = m.Value.Text
		}
	case keyword == "$ref" || keyword == "$dynamicRef":
		s[keyword], err = w.refer(n, m.Value.Text, waiting)
	case keyword == "format":
		if _, asserted := formats.Named(m.Value.Text); asserted {
			s[keyword] = m.Value.Text
		}
	case keyword == "properties":
		s[keyword], err = w.properties(m.Value, waiting)
	case slices.Contains(holdsOne, keyword):
		s[keyword], err = w.below(keyword, m.Value, waiting)
	case slices.Contains(holdsList, keyword):
		var list []any
		if list, err = w.list(keyword, m.Value, waiting); err == nil && keyword == "oneOf" && byPresence(n) {
			w.tellApart(n, list)
		}
		if err == nil && keyword == "oneOf" {
			list, err = w.withFallback(n, list, waiting)
		}
		s[keyword] = list
	case slices.Contains(holdsMap, keyword):
		s[keyword], err = w.byName(keyword, m.Value, waiting)
	default:
		s[keyword] = literal(m.Value, w.wide[n])
	}
	return err
}

// inPlace are the keywords whose schemas apply to the same value.
var inPlace = []string{"allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"}

// below writes a schema under a keyword.
func (w writer) below(keyword string, n *syntax.Node, waiting names) (any, error) {
	own := w.waitingIn(n)
	if slices.Contains(inPlace, keyword) {
		own = slices.Compact(slices.Sorted(slices.Values(slices.Concat(own, waiting))))
	}
	return w.schema(n, own)
}

func (w writer) properties(n *syntax.Node, waiting names) (any, error) {
	all := map[string]any{}
	for _, m := range n.Members {
		if slices.Contains(waiting, m.Key.Value) {
			all[m.Key.Value] = true
			continue
		}
		var err error
		if all[m.Key.Value], err = w.below("properties", m.Value, nil); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// tellApart adds a test to each branch for the member whose presence selects: a branch may omit members that it does not name.
func (w writer) tellApart(n *syntax.Node, branches []any) {
	tag, _ := tagOf(n)
	there := map[string]any{"required": []any{tag}}
	for i, branch := range items(n.Member("oneOf")) {
		condition := there
		if !w.requires(branch, tag) {
			condition = map[string]any{"not": there}
		}
		branches[i] = map[string]any{"allOf": []any{branches[i], condition}}
	}
}

func (w writer) list(keyword string, n *syntax.Node, waiting names) ([]any, error) {
	all := make([]any, len(n.Items))
	for i, item := range n.Items {
		var err error
		if all[i], err = w.below(keyword, item, waiting); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (w writer) byName(keyword string, n *syntax.Node, waiting names) (any, error) {
	all := map[string]any{}
	for _, m := range n.Members {
		var err error
		if all[m.Key.Value], err = w.below(keyword, m.Value, waiting); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// literal is a value as JSON has it, numbers as doubles, but exact for integers of 64 bits.
func literal(n *syntax.Node, wide bool) any {
	switch n.Kind {
	case syntax.BoolNode:
		return n.Bool
	case syntax.NumberNode:
		if digits := n.Digits(); digits != "" {
			return number(json.Number(digits), wide)
		}
		return number(n.Number, wide)
	case syntax.TextNode:
		return n.Text
	case syntax.ListNode:
		list := make([]any, len(n.Items))
		for i, item := range n.Items {
			list[i] = literal(item, wide)
		}
		return list
	case syntax.MapNode:
		object := map[string]any{}
		for _, m := range n.Members {
			object[m.Key.Value] = literal(m.Value, false)
		}
		return object
	}
	return nil
}
