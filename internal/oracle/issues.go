package oracle

import (
	"fmt"
	"slices"
	"sort"
	"strconv"

	"github.com/envgen/envgen/internal/syntax"
)

// Fault is an issue of structure: level must, in words that are nobody's here.
type Fault struct{ Rule, Path string }

// collector walks an invalid value by the keywords of the text, and stores each failure with the rule and place of contract section 3.1. The
// validator decides about each keyword or whole schema.
type collector struct {
	*Oracle
	stage int // members of later stages wait
	found []failure
	// Parts of a value come after all schemas that apply to it, and unevaluated… comes last: it depends on whether a choice at the value failed.
	parts, rests []func()
	open         map[string]bool // places where a choice failed
}

type failure struct {
	rule string
	at   pointer
}

// faults lists the structural failures of a value in a stage (contract section 3.3).
func (o *Oracle) faults(n *syntax.Node, value any, stage int) []Fault {
	c := o.collect(stage, func(c *collector) { c.in(n, value, nil, nil) })
	var list []Fault
	for _, f := range hide(c.found) {
		if fault := (Fault{f.rule, f.at.String()}); !slices.Contains(list, fault) {
			list = append(list, fault)
		}
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Path+" "+list[i].Rule < list[j].Path+" "+list[j].Rule })
	return list
}

// collect goes through a value from the outside to the inside.
func (o *Oracle) collect(stage int, start func(c *collector)) *collector {
	c := &collector{Oracle: o, stage: stage, open: map[string]bool{}}
	start(c)
	for len(c.rests)+len(c.parts) > 0 {
		rests := c.rests
		c.rests = nil
		for _, look := range rests {
			look()
		}
		parts := c.parts
		c.parts = nil
		for _, look := range parts {
			look()
		}
	}
	return c
}

// waitingIn adds the members of a value of n that wait.
func (c *collector) waitingIn(n *syntax.Node, around names) names {
	own := writer{Oracle: c.Oracle, stage: c.stage}.waitingIn(n)
	return slices.Compact(slices.Sorted(slices.Values(slices.Concat(own, around))))
}

func (c *collector) fail(rule string, at pointer) { c.found = append(c.found, failure{rule, at}) }

// in collects from a schema that applies to the same value.
func (c *collector) in(n *syntax.Node, value any, at pointer, waiting names) {
	c.schema(n, value, at, c.waitingIn(n, waiting))
}

// below collects from a schema of a part of the value.
func (c *collector) below(n *syntax.Node, value any, at pointer) {
	c.parts = append(c.parts, func() { c.in(n, value, at, nil) })
}

func (c *collector) schema(n *syntax.Node, value any, at pointer, waiting names) {
	if n.Kind == syntax.BoolNode {
		if !n.Bool {
			c.fail("false-schema", at)
		}
		return
	}
	if c.isStd(n) {
		c.standardFaults(n, value, at)
		return
	}
	if ref := reference(n); ref != "" {
		if to, _, err := c.target(n, ref); err == nil {
			c.in(to, value, at, waiting)
		}
	}
	for _, m := range n.Members {
		c.keyword(n, m, value, at)
	}
	c.applicators(n, value, at, waiting)
	switch x := value.(type) {
	case map[string]any:
		c.object(n, x, at, waiting)
	case []any:
		c.array(n, x, at)
	}
}

// alone are the keywords with one failure at the value itself.
var alone = []string{"type", "const", "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern", "format",
	"minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"}

func (c *collector) keyword(n *syntax.Node, m syntax.Member, value any, at pointer) {
	keyword := m.Key.Value
	if !slices.Contains(alone, keyword) {
		return
	}
	if !c.holds(n, m, value) {
		c.fail(keyword, at)
	}
	if x, isNumber := value.(float64); keyword == "type" && isNumber && hasType(n, "integer") && !hasType(n, "number") && (x > maxInteger || x < -maxInteger) {
		c.fail("integer-range", at)
	}
}

// holds lets the validator decide about one keyword.
func (c *collector) holds(n *syntax.Node, m syntax.Member, value any) bool {
	key := single{n, m.Key.Value}
	v := c.singles[key]
	if v == nil {
		w := writer{Oracle: c.Oracle}
		document := map[string]any{"$schema": dialect, "$id": site + "single/" + strconv.Itoa(len(c.singles))}
		if err := w.keyword(document, n, m, nil); err != nil {
			panic(err) // such keywords refer to nothing
		}
		var err error
		if v, err = newValidators(document); err != nil {
			panic(err) // the whole document has been compiled
		}
		c.singles[key] = v
	}
	ok, err := v.accepts("", value)
	return ok && err == nil
}

// single is a keyword of a schema.
type single struct {
	node    *syntax.Node
	keyword string
}

// applicators collects the failures of schemas that apply in place.
func (c *collector) applicators(n *syntax.Node, value any, at pointer, waiting names) {
	for _, part := range items(n.Member("allOf")) {
		c.in(part, value, at, waiting)
	}
	if tag, tagged := tagOf(n); tagged {
		c.union(n, tag, value, at, waiting)
	} else {
		c.oneOf(n, value, at, waiting)
	}
	if list := items(n.Member("anyOf")); list != nil && c.count(list, value, waiting) == 0 {
		c.choice("anyOf", list, value, at, waiting)
	}
	if not := n.Member("not"); not != nil && c.accepts(not, value) {
		c.fail("not", at)
	}
	if condition := n.Member("if"); condition != nil {
		chosen := n.Member("else")
		if c.accepts(condition, value) {
			chosen = n.Member("then")
		}
		if chosen != nil {
			c.in(chosen, value, at, waiting)
		}
	}
	object, _ := value.(map[string]any)
	for _, m := range members(n.Member("dependentSchemas")) {
		if _, present := object[m.Key.Value]; present {
			c.in(m.Value, value, at, waiting)
		}
	}
}

// count reports how many schemas accept the value.
func (c *collector) count(list []*syntax.Node, value any, waiting names) int {
	n := 0
	for _, s := range list {
		if c.fits(s, value, waiting) {
			n++
		}
	}
	return n
}

// fits is accepts for a branch beside members that wait.
func (c *collector) fits(n *syntax.Node, value any, waiting names) bool {
	if len(waiting) == 0 {
		return c.accepts(n, value)
	}
	return len(c.collect(c.stage, func(trial *collector) { trial.in(n, value, nil, waiting) }).found) == 0
}

func (c *collector) oneOf(n *syntax.Node, value any, at pointer, waiting names) {
	list := items(n.Member("oneOf"))
	switch fit := c.count(list, value, waiting); {
	case list == nil || fit == 1:
	case fit > 1:
		c.open[at.String()] = true
		c.fail("oneOf", at)
	default:
		c.choice("oneOf", list, value, at, waiting)
	}
}

// choice reports branches of which none accepts: as one issue, or as those of the only branch beside null.
func (c *collector) choice(keyword string, list []*syntax.Node, value any, at pointer, waiting names) {
	if other := besideNull(list); other != nil {
		c.in(other, value, at, waiting)
		return
	}
	c.open[at.String()] = true
	c.fail(keyword, at)
}

// besideNull is the schema of a union of one schema and null, or nil.
func besideNull(list []*syntax.Node) *syntax.Node {
	if len(list) == 2 {
		for i, branch := range list {
			if other := list[1-i]; isNull(branch) && !isNull(other) {
				return other
			}
		}
	}
	return nil
}

// union selects by the tag (contract section 3.2).
func (c *collector) union(n *syntax.Node, tag string, value any, at pointer, waiting names) {
	object, isObject := value.(map[string]any)
	if !isObject {
		c.open[at.String()] = true
		c.fail("type", at)
		return
	}
	if branch := c.selected(n, tag, object); branch != nil {
		c.in(branch, value, at, waiting)
		return
	}
	c.open[at.String()] = true
	if _, present := object[tag]; present {
		c.fail("discriminator", at.with(tag))
	} else {
		c.fail("required", at.with(tag))
	}
}

func (c *collector) object(n *syntax.Node, object map[string]any, at pointer, waiting names) {
	for _, name := range items(n.Member("required")) {
		if _, present := object[name.Text]; !present {
			c.fail("required", at.with(name.Text))
		}
	}
	for _, m := range members(n.Member("dependentRequired")) {
		if _, triggered := object[m.Key.Value]; !triggered {
			continue
		}
		for _, name := range m.Value.Items {
			if _, present := object[name.Text]; !present {
				c.fail("dependentRequired", at.with(name.Text))
			}
		}
	}
	if names := n.Member("propertyNames"); names != nil {
		for name := range object {
			if !c.accepts(names, name) {
				c.fail("propertyNames", at.with(name))
			}
		}
	}
	for name, member := range object {
		c.member(n, name, member, at.with(name), slices.Contains(waiting, name))
	}
	if rest := n.Member("unevaluatedProperties"); rest != nil {
		c.rests = append(c.rests, func() { c.unevaluatedMembers(n, rest, object, at, waiting) })
	}
}

// member collects the failures of properties, patternProperties and additionalProperties for one member.
func (c *collector) member(n *syntax.Node, name string, value any, at pointer, waits bool) {
	properties := n.Member("properties")
	named := false
	if properties != nil && properties.Member(name) != nil {
		named = true
		if !waits {
			c.below(properties.Member(name), value, at)
		}
	}
	for _, m := range members(n.Member("patternProperties")) {
		if matches(m.Key.Value, name) {
			named = true
			c.below(m.Value, value, at)
		}
	}
	if rest := n.Member("additionalProperties"); rest != nil && !named {
		c.rest(rest, "additionalProperties", value, at)
	}
}

// rest collects the failures of a schema for remaining members or items; `false` is an issue of the keyword.
func (c *collector) rest(n *syntax.Node, keyword string, value any, at pointer) {
	if n.Kind == syntax.BoolNode && !n.Bool {
		c.fail(keyword, at)
		return
	}
	c.below(n, value, at)
}

func matches(source, name string) bool {
	re, err := compilePattern(source)
	return err == nil && re.MatchString(name)
}

func (c *collector) array(n *syntax.Node, array []any, at pointer) {
	prefix, rest := items(n.Member("prefixItems")), n.Member("items")
	for i, item := range array {
		place := at.with(fmt.Sprint(i))
		if i < len(prefix) {
			c.below(prefix[i], item, place)
		} else if rest != nil {
			c.rest(rest, "items", item, place)
		}
	}
	c.contains(n, array, at)
	if rest := n.Member("unevaluatedItems"); rest != nil {
		c.rests = append(c.rests, func() { c.unevaluatedItems(n, rest, array, at) })
	}
}

func (c *collector) contains(n *syntax.Node, array []any, at pointer) {
	contained := n.Member("contains")
	if contained == nil {
		return
	}
	fit := 0
	for _, item := range array {
		if c.accepts(contained, item) {
			fit++
		}
	}
	least, most := n.Member("minContains"), n.Member("maxContains")
	switch {
	case least == nil && fit == 0:
		c.fail("contains", at)
	case least != nil && fit < int(least.Number):
		c.fail("minContains", at)
	}
	if most != nil && fit > int(most.Number) {
		c.fail("maxContains", at)
	}
}

// hiding are the rules that hide issues at and below their place, in order of precedence; beside are those that stay at that place (contract section
// 3.3).
var (
	hiding = [][]string{{"type", "integer-range"}, {"discriminator"}, {"const"}, {"enum"}}
	beside = []string{"propertyNames", "additionalProperties", "unevaluatedProperties"}
)

// hide drops failures that other failures hide.
func hide(found []failure) []failure {
	rank := map[string]int{}
	for _, f := range found {
		for i, rules := range hiding {
			if known, ok := rank[f.at.String()]; slices.Contains(rules, f.rule) && (!ok || i < known) {
				rank[f.at.String()] = i
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(found), func(f failure) bool {
		for length := range f.at {
			if _, hides := rank[f.at[:length].String()]; hides {
				return true
			}
		}
		first, hides := rank[f.at.String()]
		return hides && !slices.Contains(hiding[first], f.rule) && !slices.Contains(beside, f.rule)
	})
}
