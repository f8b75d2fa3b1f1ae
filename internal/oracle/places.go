package oracle

import (
	"math"
	"slices"
	"strconv"

	"github.com/envgen/envgen/internal/syntax"
)

// view contains the schemas that apply at one place of a valid message.
type view []applied

// applied is a schema of a view. A sure schema applies to all valid values there: it follows from references, composition, members, items and tags.
// The others depend on the value. Generated types contain less of them, so it is left open whether rules run there.
type applied struct {
	node *syntax.Node
	sure bool
	of   *syntax.Node // the union that has selected it, if it is there by that alone
	null *syntax.Node // the choice that has it beside null, likewise
}

// at is the view of a value of n.
func (o *Oracle) at(n *syntax.Node, value any, sure bool) view {
	return o.settled(o.extend(nil, n, value, sure))
}

// extend adds n and the schemas that it applies in place.
func (o *Oracle) extend(v view, n *syntax.Node, value any, sure bool) view {
	for i := range v {
		if v[i].node == n {
			if v[i].sure || !sure {
				return v
			}
			v = slices.Delete(slices.Clone(v), i, i+1) // it comes again, with all below
			break
		}
	}
	v = append(v, applied{node: n, sure: sure})
	if ref := reference(n); ref != "" {
		if to, _, err := o.target(n, ref); err == nil {
			v = o.extend(v, to, value, sure)
		}
	}
	for _, part := range items(n.Member("allOf")) {
		v = o.extend(v, part, value, sure)
	}
	v = o.branches(v, n, "oneOf", value, sure)
	v = o.branches(v, n, "anyOf", value, sure)
	if condition := n.Member("if"); condition != nil {
		chosen := n.Member("else")
		if o.accepts(condition, value) {
			v = o.extend(v, condition, value, false)
			chosen = n.Member("then")
		}
		if chosen != nil {
			v = o.extend(v, chosen, value, false)
		}
	}
	if object, isObject := value.(map[string]any); isObject {
		for _, m := range members(n.Member("dependentSchemas")) {
			if _, present := object[m.Key.Value]; present {
				v = o.extend(v, m.Value, value, false)
			}
		}
	}
	return v
}

// branches adds the branch that the tag selects, or the branches that accept the value. Of those, the one beside null is sure.
func (o *Oracle) branches(v view, n *syntax.Node, keyword string, value any, sure bool) view {
	list := items(n.Member(keyword))
	if tag, tagged := tagOf(n); tagged && keyword == "oneOf" {
		object, _ := value.(map[string]any)
		if branch := o.selected(n, tag, object); branch != nil {
			return o.extended(v, branch, value, sure, func(a *applied) { a.of = n })
		}
		return v
	}
	sure = sure && len(list) == 2 && slices.ContainsFunc(list, isNull)
	for _, branch := range list {
		if !o.accepts(branch, value) {
			continue
		}
		v = o.extended(v, branch, value, sure, func(a *applied) {
			if sure && a.null == nil {
				a.null = n
			}
		})
	}
	return v
}

// extended adds a branch, and marks the schemas that it adds.
func (o *Oracle) extended(before view, branch *syntax.Node, value any, sure bool, mark func(*applied)) view {
	v := slices.Clone(o.extend(before, branch, value, sure))
	for i := range v {
		if !slices.Contains(before, v[i]) {
			mark(&v[i])
		}
	}
	return v
}

// tagOf is the member that selects a branch of a union.
func tagOf(n *syntax.Node) (name string, tagged bool) {
	if d := n.Member("discriminator"); d != nil {
		return text(d.Member("propertyName")) + text(d.Member("presence")), true
	}
	return "", false
}

// byPresence reports whether it selects by being there.
func byPresence(n *syntax.Node) bool {
	d := n.Member("discriminator")
	return d != nil && d.Member("presence") != nil
}

// selected is the branch of a union that the tag selects, or nil.
func (o *Oracle) selected(n *syntax.Node, tag string, object map[string]any) *syntax.Node {
	given, present := object[tag]
	for _, branch := range items(n.Member("oneOf")) {
		if byPresence(n) {
			if o.requires(branch, tag) == present {
				return branch
			}
			continue
		}
		if present && slices.Contains(o.tagValues(branch, tag), wordOf(given)) {
			return branch
		}
	}
	if fallback := fallbackOf(n); fallback != nil && o.takes(n, tag, given) {
		return fallback
	}
	return nil
}

// word is a value of a tag: a string, or the text of a boolean or an integer.
type word struct {
	text string
	bare bool // it is no string
}

// wordOf returns the tag of a message; other values select no branch.
func wordOf(given any) word {
	switch given := given.(type) {
	case string:
		return word{text: given}
	case bool:
		return word{strconv.FormatBool(given), true}
	case float64:
		if given == math.Trunc(given) && math.Abs(given) <= 1<<53-1 {
			return word{strconv.FormatInt(int64(given), 10), true}
		}
	}
	return word{"neither", true}
}

// requires reports whether a branch demands a member: one part of it, or all branches of a union in it.
func (o *Oracle) requires(branch *syntax.Node, member string) bool {
	for _, n := range o.composed(branch) {
		if slices.ContainsFunc(items(n.Member("required")), func(r *syntax.Node) bool { return r.Text == member }) {
			return true
		}
		if _, tagged := tagOf(n); tagged && !slices.ContainsFunc(branchesOf(n), func(below *syntax.Node) bool { return !o.requires(below, member) }) {
			return true
		}
	}
	return false
}

// tagValues are the values that a branch gives the tag: those that every part of it gives which speaks of the tag.
func (o *Oracle) tagValues(branch *syntax.Node, tag string) []word {
	return once(o.kept.tags, tagOfBranch{branch, tag}, func() []word { return o.tagValuesOf(branch, tag) })
}

func (o *Oracle) tagValuesOf(branch *syntax.Node, tag string) []word {
	var values []word
	restricted := false
	restrict := func(more []word) {
		if restricted {
			more = slices.DeleteFunc(more, func(v word) bool { return !slices.Contains(values, v) })
		}
		values, restricted = more, true
	}
	for _, n := range o.composed(branch) {
		if _, tagged := tagOf(n); tagged {
			var any []word
			for _, below := range branchesOf(n) {
				any = append(any, o.tagValues(below, tag)...)
			}
			restrict(any)
		} else if any := o.tagsOfChoice(n, tag); any != nil {
			restrict(any)
		}
		properties := n.Member("properties")
		if properties == nil || properties.Member(tag) == nil {
			continue
		}
		for _, m := range o.composed(properties.Member(tag)) {
			literals := literalsOf(m)
			var words []word
			for _, l := range literals {
				words = append(words, wordOf(literal(l, false)))
			}
			if words != nil {
				restrict(words)
			}
		}
	}
	return values
}

// tagsOfChoice are the values that the branches of a choice without a discriminator give the tag, or nil if one of them gives none.
func (o *Oracle) tagsOfChoice(n *syntax.Node, tag string) []word {
	var all []word
	for _, keyword := range []string{"anyOf", "oneOf"} {
		for _, branch := range items(n.Member(keyword)) {
			values := o.tagValues(branch, tag)
			if values == nil {
				return nil
			}
			all = append(all, values...)
		}
	}
	return all
}

// composed is a schema with all that it is composed of by reference and allOf.
func (o *Oracle) composed(n *syntax.Node) []*syntax.Node {
	return once(o.kept.composed, n, func() []*syntax.Node { return o.composedOf(n) })
}

func (o *Oracle) composedOf(n *syntax.Node) []*syntax.Node {
	list := []*syntax.Node{n}
	for i := 0; i < len(list); i++ {
		next := slices.Clone(items(list[i].Member("allOf")))
		if ref := reference(list[i]); ref != "" {
			if to, _, err := o.target(list[i], ref); err == nil {
				next = append(next, to)
			}
		}
		for _, part := range next {
			if !slices.Contains(list, part) {
				list = append(list, part)
			}
		}
	}
	return list
}

// isNull reports whether a schema only requires null.
func isNull(n *syntax.Node) bool {
	said := 0
	for _, m := range n.Members {
		switch {
		case m.Key.Value == "type" && text(m.Value) == "null", m.Key.Value == "const" && m.Value.Kind == syntax.NullNode:
			said++
		case !isAnnotation(m.Key.Value):
			return false
		}
	}
	return said == 1
}

// member is the view of a member.
func (o *Oracle) member(v view, name string, value any) view {
	var below view
	typed := v.typed("object")
	// If some members have a sure declaration, generated types do not contain the others.
	apart := slices.ContainsFunc(v, func(a applied) bool { return a.sure && a.node.Member("properties") != nil })
	for _, a := range v {
		sure := a.sure && typed
		properties, patterns := a.node.Member("properties"), a.node.Member("patternProperties")
		matched := false
		if properties != nil {
			if n := properties.Member(name); n != nil {
				matched = true
				below = o.extend(below, n, value, sure)
			}
		}
		for _, m := range members(patterns) {
			if re, err := compilePattern(m.Key.Value); err == nil && re.MatchString(name) {
				matched = true
				below = o.extend(below, m.Value, value, false)
			}
		}
		if rest := a.node.Member("additionalProperties"); rest != nil && !matched {
			below = o.extend(below, rest, value, sure && !apart && patterns == nil)
		}
		if rest := a.node.Member("unevaluatedProperties"); rest != nil && o.accepts(rest, value) {
			below = o.extend(below, rest, value, false)
		}
	}
	return o.settled(below)
}

// item is the view of an item.
func (o *Oracle) item(v view, index int, value any) view {
	var below view
	// If some items have a sure declaration, generated types do not contain the others.
	typed := v.typed("array") && !slices.ContainsFunc(v, func(a applied) bool { return a.sure && a.node.Member("prefixItems") != nil })
	for _, a := range v {
		prefix := items(a.node.Member("prefixItems"))
		if index < len(prefix) {
			below = o.extend(below, prefix[index], value, false)
		} else if rest := a.node.Member("items"); rest != nil {
			below = o.extend(below, rest, value, a.sure && typed)
		}
		if rest := a.node.Member("unevaluatedItems"); rest != nil && o.accepts(rest, value) {
			below = o.extend(below, rest, value, false)
		}
	}
	return o.settled(below)
}

// typed reports whether a sure schema has the type. Otherwise other values are valid too, and generated types do not contain the parts.
func (v view) typed(name string) bool {
	return slices.ContainsFunc(v, func(a applied) bool { return a.sure && hasType(a.node, name) })
}

// integral reports whether the spec requires an integer there.
func (v view) integral() bool {
	return slices.ContainsFunc(v, func(a applied) bool {
		literals := items(a.node.Member("enum"))
		if c := a.node.Member("const"); c != nil {
			literals = []*syntax.Node{c}
		}
		whole := len(literals) > 0 && !slices.ContainsFunc(literals, func(l *syntax.Node) bool {
			return l.Kind == syntax.NumberNode && l.Number != float64(int64(l.Number))
		})
		return whole || hasType(a.node, "integer") && !hasType(a.node, "number")
	})
}

// native is a value as CEL reads it: with an int for a number that the spec calls an integer.
func (o *Oracle) native(v view, value any) any {
	switch x := value.(type) {
	case float64:
		if v.integral() && x == float64(int64(x)) {
			return int64(x)
		}
	case []any:
		list := make([]any, len(x))
		for i, item := range x {
			list[i] = o.native(o.item(v, i, item), item)
		}
		return list
	case map[string]any:
		object := make(map[string]any, len(x))
		for name, member := range x {
			object[name] = o.native(o.member(v, name, member), member)
		}
		return object
	}
	return value
}

// walk visits every place of a value with its schemas, except members that wait for a later stage.
func (o *Oracle) walk(stage int, v view, value any, at pointer, visit func(v view, value any, at pointer)) {
	visit(v, value, at)
	switch x := value.(type) {
	case []any:
		for i, item := range x {
			o.walk(stage, o.item(v, i, item), item, at.with(strconv.Itoa(i)), visit)
		}
	case map[string]any:
		for name, member := range x {
			if !o.waits(v, name, stage) {
				o.walk(stage, o.member(v, name, member), member, at.with(name), visit)
			}
		}
	}
}

// waits reports whether a member is checked in a later stage.
func (o *Oracle) waits(v view, name string, stage int) bool {
	return slices.ContainsFunc(v, func(a applied) bool {
		properties := a.node.Member("properties")
		if properties == nil || properties.Member(name) == nil {
			return false
		}
		later, staged := o.stageOf(properties.Member(name))
		return staged && later > stage
	})
}

// pointer is a JSON Pointer in parts.
type pointer []string

func (p pointer) with(step string) pointer { return append(slices.Clip(p), step) }

// String writes the pointer.
func (p pointer) String() string {
	s := ""
	for _, step := range p {
		s += "/" + escape(step)
	}
	return s
}
