package compile

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// conditionBranches are then and else, if a schema has both.
func conditionBranches(s *syntax.Schema) []*syntax.Schema {
	if s.If == nil || s.Then == nil || s.Else == nil {
		return nil
	}
	return []*syntax.Schema{s.Then, s.Else}
}

// mostRepeated is the number of members up to which a schema is repeated in each branch of its anyOf or oneOf.
const mostRepeated = 1000

// alternatives is the representation of objects by an anyOf or oneOf of records, or by then and else: a union of the branches that accept objects.
// It has no part in validity, which the Schema decides.
func (r *kindChoice) alternatives() (ir.Value, bool) {
	var chosen []*syntax.Schema
	var around *syntax.Schema
	var condition *syntax.Schema // of then and else
	only := false
	for _, a := range r.rest {
		if a.kind != conditional {
			continue
		}
		for i, branches := range [][]*syntax.Schema{a.schema.AnyOf, a.schema.OneOf, conditionBranches(a.schema)} {
			list := r.c.recordBranches(branches)
			if len(list) < 2 || len(r.n.props) > 0 && !r.widened(list) {
				continue
			}
			if chosen != nil && len(r.n.props) > 0 {
				return ir.Value{}, false // the members of each branch of one would occur in each branch of the other one
			}
			if chosen == nil {
				chosen, around, only = list, a.schema, i == 1
				if i == 2 {
					condition = a.schema.If
				}
			}
		}
	}
	if chosen == nil {
		return ir.Value{}, false
	}
	base := r.base(around)
	if len(r.n.props) > 0 && (base == nil || len(chosen)*len(r.n.props) > mostRepeated) {
		return ir.Value{}, false
	}
	u := &ir.Union{By: ir.ByBranch}
	mismatch := ir.Failure{Rule: "type", Message: "must be an object"}
	v := ir.Value{Kind: u, Mismatch: mismatch}
	t, known := r.c.named(r.n, &v, r.at)
	if known {
		return v, true
	}
	t.Value = ir.Value{Kind: u, Schema: r.c.schemaOf(r.schemas)}
	p := &pendingUnion{schema: &syntax.Schema{Pos: around.Pos, OneOf: chosen}, union: u, accepted: true, name: r.at.name, place: r.c.place[around], owner: t, only: only, condition: condition}
	if r.at.self != nil {
		p.owner = r.at.self
	}
	if condition == nil {
		p.single = r.single(around, only)
	}
	if p.mismatch = p.single; r.n.typed {
		failure := r.n.mismatch()
		p.mismatch = &failure
	}
	r.c.spend(&r.c.budget.members, len(chosen), around.Pos)
	for _, branch := range chosen {
		p.branches = append(p.branches, r.c.alternative(branch, base, len(r.n.props) > 0))
	}
	r.c.unions, r.c.collapsible = append(r.c.unions, p), append(r.c.collapsible, p)
	r.c.finished[u] = p
	return v, true
}

// single is the failure of an anyOf or oneOf whose branches accept nothing but objects and null, if the schema has no other keywords, except a
// type that admits the same. Else it is nil.
func (r *kindChoice) single(s *syntax.Schema, only bool) *ir.Failure {
	branches, failure := s.AnyOf, r.c.anyOf(s)
	if only {
		branches, failure = s.OneOf, r.c.oneOf(s)
	}
	null := r.c.typesOfAll(r.list) & nullType
	switch {
	case len(r.schemas) != 1 || r.schemas[0] != s || len(s.AllOf) > 0 || r.c.targets[s] != nil:
		return nil
	case len(r.rest) != 1 || len(s.AnyOf) > 0 && len(s.OneOf) > 0 || len(r.n.keywords) > 0 || r.n.hasLits:
		return nil
	case r.c.typesOfBranches(s)&^nullType != objectType || r.n.typed && r.n.types != objectType|null:
		return nil
	case null != 0 && (only || !slices.ContainsFunc(branches, r.c.acceptsNull)):
		return nil
	}
	return &failure
}

// alternative is the value of one branch, restricted to objects, and together with the keywords around it if these declare members.
func (c *compiler) alternative(branch, base *syntax.Schema, joined bool) ir.Value {
	at := site{name: c.place[branch], pos: branch.Pos, renames: branch.Rename}
	schemas := []*syntax.Schema{branch}
	switch {
	case joined:
		if c.targets[branch] != nil {
			at.name = c.place[base] + "." + c.targets[branch].name.Value
		}
		schemas = []*syntax.Schema{base, branch}
	case c.typesOfSchema(branch)&^nullType != objectType:
		if c.anyObject == nil {
			c.anyObject = &syntax.Schema{Type: []syntax.Text{{Value: "object"}}}
		}
		if d := c.targets[branch]; d != nil { // the record is another one than the target's
			at.name += "." + d.name.Value
		}
		schemas = []*syntax.Schema{c.anyObject, branch}
	}
	return c.value(schemas, at)
}

// recordBranches returns the branches that accept objects, if they are different ones, one of them declares members and all of them state more
// than a condition.
func (c *compiler) recordBranches(branches []*syntax.Schema) []*syntax.Schema {
	var list []*syntax.Schema
	records, same := 0, true
	for _, b := range branches {
		if c.typesOfSchema(b)&objectType == 0 {
			continue
		}
		switch {
		case c.isRecord(b):
			records++
		case admitsAll(b): // accepts records that the others refuse
		case c.typesOfSchema(b)&^nullType == allTypes&^nullType:
			return nil // a condition, such as `required`
		}
		list = append(list, b)
		same = same && c.targets[b] != nil && c.targets[b] == c.targets[list[0]] && !b.Constrains()
	}
	if records == 0 || same {
		return nil
	}
	return list
}

// widened reports whether a branch declares a member that the keywords around it do not, and restricts.
func (r *kindChoice) widened(branches []*syntax.Schema) bool {
	return slices.ContainsFunc(branches, func(b *syntax.Schema) bool {
		return slices.ContainsFunc(r.c.membersOf(b), func(name string) bool { return r.n.byName[name] == nil })
	})
}

// base returns a schema without its anyOf, oneOf and if, or nil if other schemas contain it.
func (r *kindChoice) base(s *syntax.Schema) *syntax.Schema {
	if len(r.schemas) != 1 || r.schemas[0] != s {
		return nil
	}
	c := r.c
	if c.withoutBranches[s] == nil {
		bare := *s
		bare.AnyOf, bare.OneOf, bare.If, bare.Then, bare.Else = nil, nil, nil, nil, nil
		c.withoutBranches[s] = &bare
		c.place[&bare], c.address[&bare] = c.place[s], c.address[s]
		if d := c.targets[s]; d != nil {
			c.targets[&bare] = d
		}
	}
	return c.withoutBranches[s]
}

// membersOf returns the names of the members that a schema restricts, those of its references, its parts and its branches included.
func (c *compiler) membersOf(s *syntax.Schema) []string {
	names, done := c.declared[s]
	if done {
		return names
	}
	c.declared[s] = nil // of a schema that contains itself
	add := func(more ...string) {
		for _, name := range more {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	for _, a := range c.conjuncts(s) {
		switch a.kind {
		case own:
			for _, p := range a.schema.Properties {
				if p.Schema.Constrains() || p.Schema.Ref.Pos.IsValid() {
					add(p.Name.Value)
				}
			}
		case reference:
			add(c.membersOf(a.ref.schema)...)
		case nullable:
			add(c.membersOf(a.inner)...)
		case union, conditional:
			for _, b := range slices.Concat(a.schema.AnyOf, a.schema.OneOf, conditionBranches(a.schema)) {
				add(c.membersOf(b)...)
			}
		}
	}
	c.declared[s] = names
	return names
}

// isRecord reports whether a schema declares members.
func (c *compiler) isRecord(s *syntax.Schema) bool {
	if len(c.membersOf(s)) > 0 {
		return true
	}
	return slices.ContainsFunc(c.conjuncts(s), func(a conjunct) bool {
		return a.kind == own && len(a.schema.Properties) > 0 || a.kind == reference && len(a.ref.schema.Properties) > 0
	})
}

// finishAlternatives completes a union without a tag. Where all variants require a member and give it strings of their own, that
// member is the tag.
func (c *compiler) finishAlternatives(p *pendingUnion) {
	u := p.union
	for i, b := range p.branches {
		branch := p.schema.OneOf[i]
		t := c.objectsOf(b)
		if t == nil {
			t = c.openRecord(p, branch)
		}
		index := slices.IndexFunc(u.Variants, func(v ir.Variant) bool { return v.Type == t })
		if index < 0 {
			index = len(u.Variants)
			u.Variants = append(u.Variants, ir.Variant{Type: t})
		}
		schema := branch
		if i == 0 && p.condition != nil {
			schema = p.condition
		}
		u.Branches = append(u.Branches, ir.UnionBranch{Schema: c.one(schema), Variant: index})
	}
	inferTag(u)
}

// objectsOf follows a branch to the record or union that represents its objects, or returns nil.
func (c *compiler) objectsOf(v ir.Value) *ir.Type {
	var t *ir.Type
	for {
		switch k := v.Kind.(type) {
		case ir.Ref:
			t, v = k.Type, k.Type.Value
			continue
		case *ir.Record:
			return t
		case *ir.Union:
			if pending := c.finished[k]; pending != nil {
				c.finishUnion(pending)
			}
			return t
		case *ir.Choice:
			for _, o := range k.Options {
				if inner := c.objectsOf(o); inner != nil {
					return inner
				}
			}
		}
		return nil
	}
}

// openRecord is the type of a branch that accepts objects without declared members.
func (c *compiler) openRecord(p *pendingUnion, branch *syntax.Schema) *ir.Type {
	name := c.place[branch]
	if d := c.targets[branch]; d != nil {
		name = p.name + "." + d.name.Value
	} else if known := c.openRecords[branch]; known != nil {
		return known // of another union of the same branches
	} else if name == p.name {
		name += ".object"
	} else if name == p.place { // the union is the part of a choice that accepts objects
		name += ".openObject"
	}
	t := &ir.Type{Name: name, Lifted: true, Protocol: c.unit.file.Protocol.Value, Pos: branch.Pos, Doc: docOf(branch),
		Value: ir.Value{Kind: &ir.Record{}, Mismatch: ir.Failure{Rule: "type", Message: "must be an object"}}}
	c.unit.out = append(c.unit.out, t)
	c.spend(&c.budget.types, 1, branch.Pos)
	c.openRecords[branch] = t
	return t
}
