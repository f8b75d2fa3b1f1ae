package oracle

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/syntax"
)

// builtIn is the module std. Integers of its types have the value that their digits spell, within these limits.
const builtIn = `envgen: 1
protocol: envgen-std
types:
  Int64: {type: integer, minimum: -9223372036854775808, maximum: 9223372036854775807}
  UInt64: {type: integer, minimum: 0, maximum: 18446744073709551615}
`

const stdName, stdFile = "std", "envgen:std"

// standard imports std for a reference to one of its types, unless the spec imports something else by that name.
func (l *loader) standard(u *unit, ref string) error {
	if !strings.HasPrefix(ref, stdName+".") || u.imports[stdName] != nil {
		return nil
	}
	if l.known[stdFile] == nil {
		if _, err := l.load(stdFile, []byte(builtIn)); err != nil {
			return err
		}
	}
	u.imports[stdName] = l.known[stdFile]
	return nil
}

// isStd reports whether a schema is a type of std.
func (o *Oracle) isStd(n *syntax.Node) bool {
	p, known := o.places[n]
	return known && p.unit.protocol == "envgen-std" && p.pointer == ""
}

// inPlaceOf returns all schemas that may apply to the same value as n, n included. Of a union, it is the branch that the tag of the
// value selects.
func (o *Oracle) inPlaceOf(n *syntax.Node, value any, known []*syntax.Node) []*syntax.Node {
	if slices.Contains(known, n) {
		return known
	}
	known = append(known, n)
	if ref := reference(n); ref != "" {
		if to, _, err := o.target(n, ref); err == nil {
			known = o.inPlaceOf(to, value, known)
		}
	}
	tag, tagged := tagOf(n)
	for _, sub := range subschemas(n) {
		switch {
		case !slices.Contains(inPlace, sub.keyword):
		case sub.keyword == "oneOf" && tagged:
			if object, isObject := value.(map[string]any); isObject && o.selected(n, tag, object) == sub.node {
				known = o.inPlaceOf(sub.node, value, known)
			}
		case value == nil || sub.keyword != "not" && sub.keyword != "if":
			known = o.inPlaceOf(sub.node, value, known)
		}
	}
	return known
}

// findWide notes the schemas that apply to integers of 64 bits, by themselves or beside others.
func (o *Oracle) findWide() {
	o.wide = map[*syntax.Node]bool{}
	if o.known[stdFile] == nil {
		return
	}
	seen := map[string]bool{}
	for n := range o.places { // in any order: it fills a set
		o.widen([]*syntax.Node{n}, seen)
	}
}

// widen notes the schemas for one value, and those of its members and items. Without a value, no union selects a branch.
func (o *Oracle) widen(said []*syntax.Node, seen map[string]bool) {
	var all []*syntax.Node
	for _, n := range said {
		all = o.inPlaceOf(n, nil, all)
	}
	key := ""
	for _, n := range all {
		key += fmt.Sprintf("%p ", n)
	}
	if seen[key] {
		return
	}
	seen[key] = true
	if slices.ContainsFunc(all, o.isStd) {
		for _, same := range all {
			o.wide[same] = true
		}
	}
	parts := map[string][]*syntax.Node{}
	for _, n := range all {
		for _, m := range members(n.Member("properties")) {
			parts["."+m.Key.Value] = append(parts["."+m.Key.Value], m.Value)
		}
		for _, keyword := range []string{"items", "additionalProperties"} {
			if n.Member(keyword) != nil {
				parts[keyword] = append(parts[keyword], n.Member(keyword))
			}
		}
	}
	for _, list := range parts { // in any order
		o.widen(list, seen)
	}
	for _, n := range all {
		chosen := func(b *syntax.Node) bool { return slices.Contains(all, b) }
		if _, tagged := tagOf(n); tagged && !slices.ContainsFunc(items(n.Member("oneOf")), chosen) {
			for _, branch := range items(n.Member("oneOf")) {
				o.widen(append(slices.Clip(all), branch), seen)
			}
		}
	}
}

// placed gives each number its value: the integer of 64 bits where a schema may declare one, else the nearest double.
func (o *Oracle) placed(said []*syntax.Node, value any) any {
	if o.known[stdFile] == nil {
		said = nil // no schema declares one
	}
	var all []*syntax.Node
	for _, n := range said {
		given := value
		if given == nil {
			given = false // for which no union selects
		}
		all = o.inPlaceOf(n, given, all)
	}
	switch v := value.(type) {
	case json.Number, float64:
		return number(v, slices.ContainsFunc(all, o.isStd))
	case []any:
		items := make([]any, len(v))
		for i := range v {
			items[i] = o.placed(below(all, func(n *syntax.Node) []*syntax.Node { return itemsAt(n, i) }), v[i])
		}
		return items
	case map[string]any:
		object := make(map[string]any, len(v))
		for name, member := range v {
			object[name] = o.placed(below(all, func(n *syntax.Node) []*syntax.Node { return membersAt(n, name) }), member)
		}
		return object
	}
	return value
}

func below(all []*syntax.Node, lead func(*syntax.Node) []*syntax.Node) []*syntax.Node {
	var list []*syntax.Node
	for _, n := range all {
		for _, to := range lead(n) {
			if to != nil && !slices.Contains(list, to) {
				list = append(list, to)
			}
		}
	}
	return list
}

func itemsAt(n *syntax.Node, index int) []*syntax.Node {
	rest := n.Member("items")
	if prefix := items(n.Member("prefixItems")); index < len(prefix) {
		rest = prefix[index]
	}
	return []*syntax.Node{rest, n.Member("unevaluatedItems")}
}

func membersAt(n *syntax.Node, name string) []*syntax.Node {
	list := []*syntax.Node{n.Member("unevaluatedProperties")}
	named := false
	if properties := n.Member("properties"); properties != nil && properties.Member(name) != nil {
		list, named = append(list, properties.Member(name)), true
	}
	for _, m := range members(n.Member("patternProperties")) {
		if matches(m.Key.Value, name) {
			list, named = append(list, m.Value), true
		}
	}
	if !named {
		list = append(list, n.Member("additionalProperties"))
	}
	return list
}

// number is a number as the validator gets it.
func number(value any, wide bool) any {
	spelled, isSpelled := value.(json.Number)
	f, _ := value.(float64)
	switch {
	case isSpelled && wide:
		return spelled
	case isSpelled:
		f, _ = strconv.ParseFloat(spelled.String(), 64)
		return f
	case wide && f == math.Trunc(f):
		whole, _ := big.NewFloat(f).Int(nil)
		return json.Number(whole.String())
	}
	return f
}

// standardFaults collects the failures of a type of std.
func (c *collector) standardFaults(n *syntax.Node, value any, at pointer) {
	if _, isWhole := value.(json.Number); !isWhole {
		c.fail("type", at)
	} else if !c.accepts(n, value) {
		c.fail("integer-range", at)
	}
}
