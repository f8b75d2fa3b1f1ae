package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// A `$dynamicRef` refers to the `$dynamicAnchor` of its name in the outermost resource that validation has entered. Only the anchors that a schema
// leads to can change its meaning. So each pair of a schema and these anchors becomes an ir.Schema of its own, and the bindings need no dynamic scope.

// binding is the target of an anchor in a dynamic scope.
type binding struct {
	anchor string
	schema *syntax.Schema
}

// dynamicScope contains the bindings of the resources that validation has entered, sorted by anchor.
type dynamicScope []binding

func (d dynamicScope) find(anchor string) *syntax.Schema {
	for _, b := range d {
		if b.anchor == anchor {
			return b.schema
		}
	}
	return nil
}

// key identifies a scope.
func (d dynamicScope) key() string {
	var b strings.Builder
	for _, binding := range d {
		fmt.Fprintf(&b, "%s %p ", binding.anchor, binding.schema)
	}
	return b.String()
}

// resolveDynamic finds the initial target of a `$dynamicRef`. If only that can be meant, the keyword becomes a `$ref`.
func (c *compiler) resolveDynamic(u *unit, s *syntax.Schema, byID map[string]*resource) {
	d := c.target(u, s, s.DynamicRef, byID)
	if d == nil {
		return
	}
	_, fragment, _ := strings.Cut(s.DynamicRef.Value, "#")
	anchor := d.schema.DynamicAnchor
	if anchor.Pos.IsValid() && fragment == anchor.Value && len(c.anchored[fragment]) > 1 {
		c.dynamic[s] = fragment
		c.initial[s] = d.schema
		return
	}
	ref := s.DynamicRef
	s.DynamicRef = syntax.Text{}
	if !s.Ref.Pos.IsValid() {
		s.Ref, c.targets[s] = ref, d
		return
	}
	part := &syntax.Schema{Pos: ref.Pos, Ref: ref}
	s.AllOf = append(s.AllOf, part)
	c.resources[part], c.targets[part] = c.resources[s], d
	c.locate(part, c.place[s], c.address[s]+"/$dynamicRef")
}

// findDynamic finds the schemas whose meaning depends on the dynamic scope: those that lead to a `$dynamicRef`.
func (c *compiler) findDynamic() {
	if len(c.dynamic) == 0 {
		return
	}
	from := map[*syntax.Schema][]*syntax.Schema{} // the schemas that lead to one
	edges := 0
	lead := func(s, to *syntax.Schema) { from[to], edges = append(from[to], s), edges+1 }
	var visit func(s *syntax.Schema)
	visit = func(s *syntax.Schema) {
		if d := c.targets[s]; d != nil {
			lead(s, d.schema)
		}
		for _, to := range c.anchored[c.dynamic[s]] {
			lead(s, to)
		}
		for _, sub := range s.Subschemas() {
			if sub.Keyword != "$defs" && sub.Keyword != "contentSchema" {
				lead(s, sub.Schema)
			}
			visit(sub.Schema)
		}
	}
	for _, u := range c.units {
		for _, root := range u.roots() {
			visit(root)
		}
	}
	byAnchor := map[string][]*syntax.Schema{}
	for s, anchor := range c.dynamic { // in any order: it fills sets
		byAnchor[anchor] = append(byAnchor[anchor], s)
	}
	for anchor, queue := range byAnchor { // in any order: depends is sorted
		c.spend(&c.budget.merged, edges, queue[0].Pos)
		if c.exhausted {
			return
		}
		seen := map[*syntax.Schema]bool{}
		for len(queue) > 0 {
			s := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			if seen[s] {
				continue
			}
			seen[s] = true
			c.depends[s] = append(c.depends[s], anchor)
			queue = append(queue, from[s]...)
		}
	}
	for _, anchors := range c.depends {
		slices.Sort(anchors)
	}
}

// dependsOn returns the anchors whose schemas depend on the dynamic scope of s.
func (c *compiler) dependsOn(s *syntax.Schema) []string {
	if c.resources[s] == nil && c.targets[s] != nil {
		return c.depends[c.targets[s].schema] // a reference of the compiler's own
	}
	return c.depends[s]
}

// entering returns the scope of a schema that is entered from a scope, with the bindings that it depends on.
func (c *compiler) entering(from dynamicScope, s *syntax.Schema) dynamicScope {
	var scope dynamicScope
	for _, anchor := range c.dependsOn(s) {
		to := from.find(anchor)
		if r := c.resources[s]; to == nil && r != nil {
			to = r.dynamic[anchor]
		}
		if to != nil {
			scope = append(scope, binding{anchor, to})
		}
	}
	return scope
}

// joint returns the part of the current scope on which one of some schemas depends.
func (c *compiler) joint(schemas []*syntax.Schema) dynamicScope {
	if len(schemas) == 1 {
		return c.entering(c.entered, schemas[0])
	}
	var scope dynamicScope
	for _, b := range c.entered {
		if slices.ContainsFunc(schemas, func(s *syntax.Schema) bool { return slices.Contains(c.dependsOn(s), b.anchor) }) {
			scope = append(scope, b)
		}
	}
	return scope
}

// placeOf returns the place of a schema that is entered in a scope. It names the targets of the anchors that differ from those of the schema
// alone.
func (c *compiler) placeOf(s *syntax.Schema, scope dynamicScope) string {
	place, alone := c.address[s], c.entering(nil, s)
	for _, b := range scope {
		if alone.find(b.anchor) != b.schema {
			place += ", where " + b.anchor + " is " + c.address[b.schema]
		}
	}
	return place
}

// isDynamic reports whether the meaning of some schemas depends on the dynamic scope.
func (c *compiler) isDynamic(schemas []*syntax.Schema) bool {
	return slices.ContainsFunc(schemas, func(s *syntax.Schema) bool { return len(c.dependsOn(s)) > 0 })
}

// dynamicTarget returns the schema that a `$dynamicRef` refers to in the current scope, or nil.
func (c *compiler) dynamicTarget(s *syntax.Schema) *syntax.Schema {
	anchor, isDynamic := c.dynamic[s]
	if !isDynamic {
		return nil
	}
	if to := c.entered.find(anchor); to != nil {
		return to
	}
	return c.initial[s]
}

// scoped returns the value of a reference to a declaration, from schemas that depend on the dynamic scope. If the declaration alone means something
// else, a Schema decides.
func (c *compiler) scoped(schemas []*syntax.Schema, a conjunct) ir.Value {
	v := c.referring(a)
	scope := c.entered
	for _, s := range schemas {
		scope = c.entering(scope, s)
	}
	if c.entering(scope, a.ref.schema).key() != c.entering(nil, a.ref.schema).key() {
		v.Schema = c.schemaOf(schemas)
	}
	return v
}

// dynamicCycles reports Schemas of the unit that lead back to themselves without a member or an item in between. Without a `$dynamicRef`, cycles
// finds them before.
func (c *compiler) dynamicCycles(schemas []*ir.Schema) {
	if len(c.dynamic) == 0 {
		return
	}
	const busy, done = 1, 2
	state := make([]int, len(schemas))
	var visit func(s *ir.Schema)
	visit = func(s *ir.Schema) {
		state[s.Index] = busy
		for _, to := range applied(s) {
			switch state[to.Index] {
			case 0:
				visit(to)
			case busy:
				c.Fail(c.unit.file.Root.Pos, "cycle", "put the reference below `properties` or `items`", "a `$dynamicRef` leads `%s` back to itself without a member in between", to.Place)
			}
		}
		state[s.Index] = done
	}
	for _, s := range schemas {
		if state[s.Index] == 0 {
			visit(s)
		}
	}
}

// applied returns the schemas that a Schema applies to the same value.
func applied(s *ir.Schema) []*ir.Schema {
	var list []*ir.Schema
	for _, a := range s.Assertions {
		switch a := a.(type) {
		case ir.AllOf, ir.Nullable, ir.AnyOf, ir.ExactlyOne, ir.Not, ir.If, ir.DependentSchema, ir.Select:
			list = append(list, (&ir.Schema{Assertions: []ir.Assertion{a}}).Subschemas()...)
		}
	}
	return list
}
