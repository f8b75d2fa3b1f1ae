package compile

import (
	"reflect"
	"slices"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// straighten finds a form without a Schema for what general has compiled: a choice of scalars, or a record whose members depend on
// the presence of others. v is that value, or a reference to the type that was lifted for it.
func (c *compiler) straighten(v *ir.Value, n *norm, rest []conjunct, types typeSet, at site) {
	to, owner := v, at.self
	if ref, isRef := v.Kind.(ir.Ref); isRef {
		if c.types[n.key] != ref.Type || at.self != nil {
			return
		}
		to, owner = &ref.Type.Value, ref.Type
	}
	if !n.typed || n.hasLits || to.Straight {
		return
	}
	switch k := to.Kind.(type) {
	case *ir.Choice:
		to.Straight = len(rest) == 0 && c.straightChoice(k, n, types)
	case *ir.Record:
		to.Straight = types == objectType && c.straightRecord(k, n, rest)
	}
	if to.Straight {
		to.Mismatch = n.mismatch()
		c.straight = append(c.straight, owner)
	}
}

// straightChoice gives the options of a choice their checks, if all are scalars.
func (c *compiler) straightChoice(k *ir.Choice, n *norm, types typeSet) bool {
	if types&^(booleanType|numberType|stringType) != 0 {
		return false
	}
	for i := range k.Options {
		option := &k.Options[i]
		switch option.Kind.(type) {
		case ir.Integer:
			option.Kind, option.Checks = ir.Integer{Range: n.integerRange()}, n.checks(numberType)
		case ir.Number:
			option.Checks = n.checks(numberType)
		case ir.String:
			option.Checks = c.stringChecks(n)
		}
		option.Mismatch = n.mismatch()
	}
	return true
}

// straightRecord gives a record its guards, if single members are all that the rest of the schema depends on.
func (c *compiler) straightRecord(k *ir.Record, n *norm, rest []conjunct) bool {
	if len(n.closed) > 1 || len(n.additional) > 0 || n.patterned {
		return false
	}
	for _, r := range n.required {
		if !isField(k, r.Value) {
			return false
		}
	}
	var guards []ir.Guard
	seen := map[*syntax.Schema]bool{}
	for _, a := range rest {
		if seen[a.schema] {
			continue
		}
		seen[a.schema] = true
		of, ok := c.guards(k, n, a)
		if !ok {
			return false
		}
		guards = append(guards, of...)
	}
	guards = byCondition(guards)
	if narrowsTwice(guards) {
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
	for _, g := range guards {
		i := slices.IndexFunc(joined, func(other ir.Guard) bool {
			return other.Member == g.Member && slices.Equal(other.Is, g.Is) && other.Vacuous == g.Vacuous && other.Not == g.Not
		})
		if i < 0 {
			joined = append(joined, g)
			continue
		}
		joined[i].Required = append(joined[i].Required, g.Required...)
		joined[i].Narrowed = append(joined[i].Narrowed, g.Narrowed...)
	}
	return joined
}

func isField(k *ir.Record, name string) bool {
	return slices.ContainsFunc(k.Fields, func(f *ir.Field) bool { return f.Name == name && !f.Staged })
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

// guards reads what one conjunct makes depend on members.
func (c *compiler) guards(k *ir.Record, n *norm, a conjunct) ([]ir.Guard, bool) {
	s := a.schema
	bare := *s
	bare.DependentRequired, bare.DependentSchemas, bare.If = nil, nil, nil
	if a.kind != conditional || s.Bool != nil || len(s.AnyOf)+len(s.OneOf) > 0 || bare.Conditional() {
		return nil, false
	}
	var list []ir.Guard
	for _, d := range s.DependentRequired {
		list = append(list, ir.Guard{Member: d.Trigger.Value, Required: requiredMembers(d.Members, "dependentRequired", whereIsPresent(d.Trigger))})
	}
	for _, d := range s.DependentSchemas {
		g := ir.Guard{Member: d.Name.Value}
		if !c.demand(&g, n, d.Schema) {
			return nil, false
		}
		list = append(list, g)
	}
	if s.If != nil {
		condition, ok := c.condition(s.If)
		opposite := condition
		opposite.Not = true
		if !ok || !c.demand(&condition, n, s.Then) || !c.demand(&opposite, n, s.Else) {
			return nil, false
		}
		list = append(list, condition, opposite)
	}
	list = slices.DeleteFunc(list, func(g ir.Guard) bool { return len(g.Required)+len(g.Narrowed) == 0 })
	for _, g := range list {
		unknown := func(r ir.RequiredMember) bool { return !isField(k, r.Name) }
		if !isField(k, g.Member) || slices.ContainsFunc(g.Required, unknown) {
			return nil, false
		}
	}
	return list, true
}

// condition reads an `if` that a single member decides: by its presence, or by being a string or boolean.
func (c *compiler) condition(s *syntax.Schema) (ir.Guard, bool) {
	bare := *s
	bare.Required, bare.Properties = nil, nil
	bare.PropertiesPos.Line = 0
	if bare.Constrains() || c.targets[s] != nil || len(s.Required) > 1 || len(s.Properties) > 1 || len(s.Required)+len(s.Properties) == 0 {
		return ir.Guard{}, false
	}
	g := ir.Guard{Vacuous: len(s.Required) == 0}
	for _, r := range s.Required {
		g.Member = r.Value
	}
	for _, p := range s.Properties {
		list, ok := c.words(p.Schema)
		if !ok || !g.Vacuous && g.Member != p.Name.Value {
			return ir.Guard{}, false
		}
		g.Member, g.Is = p.Name.Value, list
	}
	return g, true
}

// words are the strings that a schema accepts, or the one boolean.
func (c *compiler) words(s *syntax.Schema) ([]ir.Literal, bool) {
	bare := *s
	bare.Const, bare.Enum = nil, nil
	if bare.Constrains() || c.targets[s] != nil || (s.Const == nil) == (s.Enum == nil) {
		return nil, false
	}
	nodes := []*syntax.Node{s.Const}
	if s.Enum != nil {
		nodes = s.Enum.Items
	}
	var list []ir.Literal
	for _, n := range nodes {
		if n.Kind != syntax.TextNode && (n.Kind != syntax.BoolNode || len(nodes) > 1) {
			return nil, false
		}
		list = append(list, literal(n))
	}
	return list, len(list) > 0
}

// demand gives a guard what a schema says of the object: members that must be there, and what they must be.
func (c *compiler) demand(g *ir.Guard, n *norm, s *syntax.Schema) bool {
	if s == nil {
		return true
	}
	bare := *s
	bare.Required, bare.Properties = nil, nil
	bare.PropertiesPos.Line = 0
	if len(s.Type) == 1 && s.Type[0].Value == "object" {
		bare.Type = nil
	}
	if bare.Constrains() || c.targets[s] != nil {
		return false
	}
	g.Required = requiredMembers(s.Required, "required", "is required")
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

// narrowing compiles what some schemas say together where that needs no type of its own: a type that has a name, or a scalar.
func (c *compiler) narrowing(schemas []*syntax.Schema) (ir.Value, bool) {
	var list []conjunct
	for _, s := range schemas {
		list = append(list, c.conjuncts(s)...)
	}
	list = c.reduce(list)
	if len(list) == 1 && list[0].kind == reference {
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
	before := c.diags
	n := c.merge(list)
	v := c.merged(n, site{})
	if n.irregular() || len(c.diags) > len(before) {
		c.diags = before // what can never be is legal under a condition
		return ir.Value{}, false
	}
	return v, true
}

// bend gives up forms that would raise other messages than their Schema: where two keywords of one rule stand at one place, the Schema raises
// the lesser message of those that fail, and a Kind that of the stricter keyword. A schema that can hold itself is evaluated
// as well, since Go looks ahead for the members that guards depend on.
func (c *compiler) bend() {
	d := doubles{clean: map[*ir.Schema]bool{}}
	for _, t := range c.straight {
		if s := t.Value.Schema; s != nil && !s.Recursive && representable(t) && !d.below(s) {
			continue
		}
		t.Value.Straight, t.Value.Mismatch = false, ir.Failure{}
		if k, isRecord := t.Value.Kind.(*ir.Record); isRecord {
			k.Guards = nil
		}
	}
	c.straight = nil
}

// representable reports whether what narrows a member has the shape that the member is represented by: a scalar of the same kind, or an object
// of which the narrower type is dropped once it has been checked.
func representable(t *ir.Type) bool {
	k, isRecord := t.Value.Kind.(*ir.Record)
	if !isRecord {
		return true
	}
	for _, g := range k.Guards {
		for _, n := range g.Narrowed {
			i := slices.IndexFunc(k.Fields, func(f *ir.Field) bool { return f.Name == n.Member })
			base := k.Fields[i].Value
			switch kind := n.Value.Kind.(type) {
			case ir.Ref:
				if !isObject(kind.Type) || n.Value.Nullable {
					return false
				}
			default:
				if reflect.TypeOf(kind) != reflect.TypeOf(base.Kind) || n.Value.Nullable != base.Nullable || base.Schema != nil {
					return false
				}
			}
		}
	}
	return true
}

// isObject reports whether a type is a record or union, by whatever name.
func isObject(t *ir.Type) bool {
	switch k := t.Value.Kind.(type) {
	case ir.Ref:
		return isObject(k.Type)
	case *ir.Record, *ir.Union:
		return !t.Value.Nullable
	}
	return false
}
