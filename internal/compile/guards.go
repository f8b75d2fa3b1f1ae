package compile

import (
	"fmt"
	"slices"

	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// straightRecord gives a record its guards, if its own members are all that the rest of the schema depends on.
func (c *compiler) straightRecord(k *ir.Record, n *normalForm, rest []conjunct) bool {
	if len(n.closed) > 1 || len(n.additional) > 0 || n.patterned {
		return false
	}
	var guards []ir.Guard
	var unnamed []syntax.Text
	for _, r := range n.required {
		if n.byName[r.Value] == nil {
			unnamed = append(unnamed, r)
		}
	}
	if len(unnamed) > 0 {
		guards = append(guards, ir.Guard{Required: requiredMembers(unnamed, isRequired)})
	}
	seen := map[*syntax.Schema]bool{}
	for _, a := range rest {
		if seen[a.schema] {
			continue
		}
		seen[a.schema] = true
		if a.kind != conditional || !c.guards(&guards, n, a.schema) {
			return false
		}
	}
	guards = byCondition(guards)
	if narrowsTwice(guards) || !note(k, guards) {
		return false
	}
	k.Guards = guards
	if k.Closed {
		k.Surplus = surplus
	}
	return true
}

// byCondition joins guards on the same condition, which several parts of a composition may have.
func byCondition(guards []ir.Guard) []ir.Guard {
	var joined []ir.Guard
	at := map[string]int{} // by condition
	for _, g := range guards {
		condition := fmt.Sprintf("%t %#v", g.Not, g.If)
		i, known := at[condition]
		if !known {
			at[condition] = len(joined)
			joined = append(joined, g)
			continue
		}
		joined[i].Required = append(joined[i].Required, g.Required...)
		joined[i].Narrowed = append(joined[i].Narrowed, g.Narrowed...)
		joined[i].Counts = append(joined[i].Counts, g.Counts...)
	}
	return joined
}

func narrowsTwice(guards []ir.Guard) bool {
	narrowed := map[string]bool{}
	for _, g := range guards {
		for _, n := range g.Narrowed {
			if narrowed[n.Member] {
				return true
			}
			narrowed[n.Member] = true
		}
	}
	return false
}

// note gives a record the members that its guards speak of without being fields. It reports false for members that must not
// be there.
func note(k *ir.Record, guards []ir.Guard) bool {
	known, forbidden := map[string]bool{}, map[string]bool{} // known need no note
	for _, f := range k.Fields {
		known[f.Name] = true
	}
	for _, f := range k.Forbidden {
		forbidden[f.Name] = true
	}
	var names []string
	atoms := func(list []ir.Atom) {
		for _, a := range list {
			names = append(names, a.Member)
		}
	}
	for _, g := range guards {
		atoms(g.If)
		for _, r := range g.Required {
			names = append(names, r.Name)
		}
		for _, count := range g.Counts {
			for _, list := range count.Of {
				atoms(list)
			}
		}
	}
	var noted []string
	for _, name := range names {
		if forbidden[name] {
			return false
		}
		if !known[name] {
			known[name] = true
			noted = append(noted, name)
		}
	}
	k.Noted = noted
	return true
}

// guards reads the dependencies between members from the keywords of a schema that cannot be merged.
func (c *compiler) guards(list *[]ir.Guard, n *normalForm, s *syntax.Schema) bool {
	bare := *s
	bare.DependentRequired, bare.DependentSchemas, bare.If = nil, nil, nil
	bare.Not = nil
	if s.Bool != nil || s.Tag.Pos.IsValid() || bare.Conditional() {
		return false
	}
	g := ir.Guard{}
	if !c.counts(&g, s) {
		return false
	}
	made := []ir.Guard{g}
	for _, d := range s.DependentRequired {
		made = append(made, ir.Guard{If: []ir.Atom{{Member: d.Trigger.Value}}, Required: requiredMembers(d.Members, isRequiredWhere(d.Trigger))})
	}
	for _, d := range s.DependentSchemas {
		g := ir.Guard{If: []ir.Atom{{Member: d.Name.Value}}}
		if !c.demand(&g, n, d.Schema) {
			return false
		}
		made = append(made, g)
	}
	if s.If != nil {
		condition, ok := c.condition(s.If)
		then, otherwise := ir.Guard{If: condition}, ir.Guard{If: condition, Not: true}
		if !ok || !c.demand(&then, n, s.Then) || !c.demand(&otherwise, n, s.Else) {
			return false
		}
		made = append(made, then, otherwise)
	}
	*list = append(*list, slices.DeleteFunc(made, func(g ir.Guard) bool { return len(g.Required)+len(g.Narrowed)+len(g.Counts) == 0 })...)
	return true
}

// counts adds the conditions of anyOf, oneOf and not to a guard, if all branches are conditions.
func (c *compiler) counts(g *ir.Guard, s *syntax.Schema) bool {
	for _, k := range []struct {
		branches    []*syntax.Schema
		least, most int
		failure     ir.Failure
	}{
		{s.AnyOf, 1, len(s.AnyOf), c.anyOf(s)},
		{s.OneOf, 1, 1, c.oneOf(s)},
		{given([]*syntax.Schema{s.Not}), 0, 0, notFailure},
	} {
		if len(k.branches) == 0 {
			continue
		}
		count := ir.Count{Least: k.least, Most: k.most, Failure: k.failure}
		all := slices.Clone(g.If)
		for _, branch := range k.branches {
			atoms, ok := c.condition(branch)
			if !ok || repeats(slices.Concat(g.If, atoms)) {
				return false
			}
			all = append(all, atoms...)
			count.Of = append(count.Of, atoms)
		}
		if k.most == len(k.branches) && repeats(all) && slices.ContainsFunc(all, func(a ir.Atom) bool { return a.Not }) {
			return false
		}
		g.Counts = append(g.Counts, count)
	}
	return true
}

// repeats reports whether two tests of one member go beyond its presence. Type checkers report the second as redundant.
func repeats(atoms []ir.Atom) bool {
	asked := map[string]bool{}
	for _, a := range atoms {
		if a.Is == nil && a.Types == 0 {
			continue
		}
		if asked[a.Member] {
			return true
		}
		asked[a.Member] = true
	}
	return false
}

// condition reads a schema of an object that its members decide one by one: by being there, one of some literals, or of a JSON type.
func (c *compiler) condition(s *syntax.Schema) ([]ir.Atom, bool) {
	bare := *s
	bare.Required, bare.Properties, bare.Not = nil, nil, nil
	bare.PropertiesPos.Line = 0
	if isObjectType(s) {
		bare.Type = nil
	}
	if bare.Constrains() || c.targets[s] != nil {
		return nil, false
	}
	var atoms []ir.Atom
	for _, r := range s.Required {
		if !slices.ContainsFunc(atoms, func(a ir.Atom) bool { return a.Member == r.Value }) {
			atoms = append(atoms, ir.Atom{Member: r.Value})
		}
	}
	for _, p := range s.Properties {
		a, ok := c.atom(p.Schema)
		if !ok {
			return nil, false
		}
		if a.Is == nil && a.Types == 0 {
			continue // true
		}
		a.Member = p.Name.Value
		if i := slices.IndexFunc(atoms, func(other ir.Atom) bool { return other.Member == a.Member }); i >= 0 {
			a.Vacuous = false
			atoms[i] = a
		} else {
			atoms = append(atoms, a)
		}
	}
	if s.Not != nil {
		opposite, ok := c.condition(s.Not)
		if !ok || len(opposite) != 1 {
			return nil, false
		}
		opposite[0].Not = !opposite[0].Not
		atoms = append(atoms, opposite...)
	}
	return atoms, len(atoms) > 0 && !repeats(atoms)
}

func isObjectType(s *syntax.Schema) bool { return len(s.Type) == 1 && s.Type[0].Value == "object" }

// atom reads a schema that accepts some literals, or some JSON types, or everything.
func (c *compiler) atom(s *syntax.Schema) (ir.Atom, bool) {
	a := ir.Atom{Vacuous: true}
	if c.targets[s] != nil {
		return a, false
	}
	if s.Bool != nil || !s.Constrains() {
		return a, s.Bool == nil || *s.Bool
	}
	bare := *s
	bare.Const, bare.Enum, bare.Type = nil, nil, nil
	nodes := []*syntax.Node{s.Const}
	if s.Enum != nil {
		nodes = s.Enum.Items
	}
	types := allTypes
	if len(s.Type) > 0 {
		types = typesNamed(s.Type)
	}
	switch {
	case bare.Constrains() || s.Const != nil && s.Enum != nil:
		return a, false
	case s.Const == nil && s.Enum == nil:
		a.Types = types.named()
		return a, len(s.Type) > 0 && (types&numberType == 0 || types&numberType == numberType)
	case typesOfNodes(nodes)&^types != 0:
		return a, false
	}
	var ok bool
	a.Is, ok = testable(nodes)
	return a, ok
}

// testable returns literals that every language tests for at once: strings, numbers that are as exact everywhere, or one boolean.
func testable(nodes []*syntax.Node) ([]ir.Literal, bool) {
	var list []ir.Literal
	for _, n := range nodes {
		if n.Kind != nodes[0].Kind {
			return nil, false
		}
		list = append(list, wording.Literal(n))
		switch n.Kind {
		case syntax.TextNode:
		case syntax.BoolNode:
			if len(nodes) > 1 {
				return nil, false
			}
		case syntax.NumberNode:
			if n.Number <= -(1<<53) || n.Number >= 1<<53 {
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return list, len(list) > 0
}

// demand adds the requirements of a schema on the object to a guard: required members, their schemas, and dependencies between them.
func (c *compiler) demand(g *ir.Guard, n *normalForm, s *syntax.Schema) bool {
	if s == nil {
		return true
	}
	bare := *s
	bare.Required, bare.Properties = nil, nil
	bare.PropertiesPos.Line = 0
	bare.AnyOf, bare.OneOf, bare.Not = nil, nil, nil
	if isObjectType(s) {
		bare.Type = nil
	}
	if bare.Constrains() || c.targets[s] != nil || s.Tag.Pos.IsValid() || !c.counts(g, s) {
		return false
	}
	g.Required = requiredMembers(s.Required, isRequired)
	for _, p := range s.Properties {
		known := n.byName[p.Name.Value]
		if known == nil || known.forbidden() {
			return false
		}
		v, ok := c.narrowing(append(slices.Clip(known.parts), p.Schema))
		if !ok {
			return false
		}
		g.Narrowed = append(g.Narrowed, ir.Narrowing{Member: p.Name.Value, Value: v})
	}
	return true
}

// narrowing compiles some schemas together if this needs no new type: the result is a named type or a scalar.
func (c *compiler) narrowing(schemas []*syntax.Schema) (ir.Value, bool) {
	var list []conjunct
	for _, s := range schemas {
		list = append(list, c.conjuncts(s)...)
	}
	list = c.reduce(list)
	if len(list) == 1 && list[0].kind == reference && !list[0].ref.schema.Part.Value {
		a := list[0]
		return ir.Value{Kind: ir.Ref{Type: a.ref.typ}, Nullable: c.typesOf(a)&nullType != 0 && !c.isAny(a.ref)}, true
	}
	types := allTypes
	for _, a := range list {
		if a.kind != own || a.schema.Const != nil || a.schema.Enum != nil {
			return ir.Value{}, false
		}
		if len(a.schema.Type) > 0 {
			types &= typesNamed(a.schema.Type)
		}
	}
	if types&^(booleanType|numberType|stringType|nullType) != 0 || types&^nullType == 0 {
		return ir.Value{}, false
	}
	before := len(*c.Diags)
	n := c.merge(list)
	if n.impossible {
		*c.Diags = (*c.Diags)[:before] // a schema without valid values is legal under a condition
	}
	if n.irregular() {
		return ir.Value{}, false
	}
	return c.merged(n, site{}), true
}

func requiredMembers(names []syntax.Text, f ir.Failure) []ir.RequiredMember {
	var list []ir.RequiredMember
	for _, n := range names {
		list = append(list, ir.RequiredMember{Name: n.Value, Failure: f})
	}
	return list
}
