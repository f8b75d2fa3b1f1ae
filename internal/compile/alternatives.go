package compile

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/compile/wording"
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
	p := &pendingUnion{schema: &syntax.Schema{Pos: around.Pos, OneOf: chosen}, union: u, accepted: true, name: r.at.name, owner: t, only: only, condition: condition}
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
	c.inferTag(u)
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
	} else if name == p.name {
		name += ".object"
	}
	t := &ir.Type{Name: name, Lifted: true, Protocol: c.unit.file.Protocol.Value, Pos: branch.Pos, Doc: docOf(branch),
		Value: ir.Value{Kind: &ir.Record{}, Mismatch: ir.Failure{Rule: "type", Message: "must be an object"}}}
	c.unit.out = append(c.unit.out, t)
	c.spend(&c.budget.types, 1, branch.Pos)
	return t
}

// inferTag finds a member whose strings select the variant.
func (c *compiler) inferTag(u *ir.Union) {
	if len(u.Variants) < 2 {
		return
	}
	for _, tag := range requiredNames(u.Variants[0].Type) {
		owners, tags := map[string]bool{}, [][]string(nil)
		for _, v := range u.Variants {
			words := c.wordsOf(v.Type, tag)
			disjoint := len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return owners[w] })
			if !disjoint {
				break
			}
			for _, w := range words {
				owners[w] = true
			}
			tags = append(tags, words)
		}
		if len(tags) < len(u.Variants) {
			continue
		}
		u.Tag, u.By, u.Branches = tag, ir.ByString, nil
		var lits []ir.Literal
		for i, words := range tags {
			u.Variants[i].Tags = words
			for _, w := range words {
				lits = append(lits, ir.Literal{Kind: ir.StringLiteral, String: w})
			}
		}
		u.MissingTag = ir.Failure{Rule: "required", Message: "is required"}
		u.UnknownTag = ir.Failure{Rule: "discriminator", Message: "must be " + wording.OneOf(lits)}
		return
	}
}

// requiredNames returns the names of the members that a record, or the first record of a union, requires.
func requiredNames(t *ir.Type) []string {
	for {
		u, isUnion := t.Value.Kind.(*ir.Union)
		if !isUnion || len(u.Variants) == 0 {
			break
		}
		t = u.Variants[0].Type
	}
	record, isRecord := t.Value.Kind.(*ir.Record)
	if !isRecord {
		return nil
	}
	var names []string
	for _, f := range record.Fields {
		if f.Required {
			names = append(names, f.Name)
		}
	}
	return names
}

// wordsOf returns the strings that a record, or each record of a union, gives a member that it requires, or nil if it allows others.
func (c *compiler) wordsOf(t *ir.Type, member string) []string {
	switch k := t.Value.Kind.(type) {
	case *ir.Record:
		f := t.Field(member)
		if f == nil || !f.Required {
			return nil
		}
		words, by := tagValues(f.Value)
		if by != ir.ByString {
			return nil
		}
		return words
	case *ir.Union:
		var all []string
		for _, v := range k.Variants {
			words := c.wordsOf(v.Type, member)
			if words == nil {
				return nil
			}
			for _, w := range words {
				if !slices.Contains(all, w) {
					all = append(all, w)
				}
			}
		}
		return all
	}
	return nil
}

// branchNames are the suffixes that the branches of anyOf and oneOf add to the names of types in them, where several declare members:
// the word of a member that has another word in each of them, a member that no other one declares, or the title.
func branchNames(s *syntax.Schema) map[*syntax.Schema]string {
	if s.Tag.Value != "" {
		return nil
	}
	names := map[*syntax.Schema]string{}
	for _, branches := range [][]*syntax.Schema{s.AnyOf, s.OneOf} {
		nameBranches(branches, names)
	}
	for i, branch := range conditionBranches(s) {
		names[branch] = []string{"then", "else"}[i]
	}
	return names
}

func nameBranches(branches []*syntax.Schema, names map[*syntax.Schema]string) {
	var inline []*syntax.Schema
	shapes := 0
	for _, b := range branches {
		if declaresMembers(b) {
			inline = append(inline, b)
		}
		if declaresMembers(b) || b.Ref.Pos.IsValid() || typesNamed(b.Type)&objectType != 0 {
			shapes++
		}
	}
	if shapes < 2 {
		return
	}
	taken := map[string]bool{}
	count := map[string]int{}
	for _, b := range inline {
		for _, p := range b.Properties {
			count[p.Name.Value]++
		}
	}
	tag := commonTag(inline)
	for i, b := range inline {
		name := b.Title.Value
		required := func(p syntax.Property) bool {
			return slices.ContainsFunc(b.Required, func(t syntax.Text) bool { return t.Value == p.Name.Value })
		}
		own := slices.IndexFunc(b.Properties, func(p syntax.Property) bool { return count[p.Name.Value] == 1 && required(p) })
		if own < 0 {
			own = slices.IndexFunc(b.Properties, func(p syntax.Property) bool { return count[p.Name.Value] == 1 })
		}
		switch {
		case tag != "":
			name = strings.Join(tagConstants(b, tag), " or ")
		case own >= 0:
			name = "with " + b.Properties[own].Name.Value
		}
		if name == "" || taken[name] {
			name = "variant " + letterOf(i)
		}
		taken[name] = true
		names[b] = name
	}
}

// declaresMembers reports whether a schema has `properties` of its own, in a part or in a branch.
func declaresMembers(s *syntax.Schema) bool {
	return len(s.Properties) > 0 || slices.ContainsFunc(slices.Concat(s.AllOf, s.AnyOf, s.OneOf, conditionBranches(s)), declaresMembers)
}

// commonTag is a member to which each schema gives strings of its own, or "".
func commonTag(schemas []*syntax.Schema) string {
	if len(schemas) < 2 {
		return ""
	}
	for _, p := range schemas[0].Properties {
		seen := map[string]bool{}
		if !slices.ContainsFunc(schemas, func(s *syntax.Schema) bool {
			words := tagConstants(s, p.Name.Value)
			again := len(words) == 0 || len(words) > 3 || slices.ContainsFunc(words, func(w string) bool { return seen[w] })
			for _, w := range words {
				seen[w] = true
			}
			return again
		}) {
			return p.Name.Value
		}
	}
	return ""
}

// letterOf spells a number in letters: a to z, then aa, ab.
func letterOf(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return letterOf(i/26-1) + letterOf(i%26)
}

// mostTries is the number of readings of one part of a value up to which the branches of unions are tried one after the other.
const mostTries = 32

// collapse lets the variants of a union without a tag decide its validity, where each of them is exactly its branch. Generated code then has no schema
// for the union.
func (c *compiler) collapse() {
	t := tries{c: c, of: map[*ir.Type]int{}, around: map[*ir.Type]bool{}}
	for _, p := range c.collapsible {
		t.collapsed(p)
	}
	c.collapsible = nil
}

// tries counts how often the readers of a type read a part of its values.
type tries struct {
	c      *compiler
	of     map[*ir.Type]int
	around map[*ir.Type]bool // the types that are being visited
}

// collapsed reports whether a union decides the validity of its values.
func (t tries) collapsed(p *pendingUnion) bool {
	of := p.owner
	if of.Value.Straight {
		return true
	}
	if p.single == nil || of.Value.Schema == nil || t.around[of] {
		return false
	}
	if p.only && p.union.Tagged() && len(p.union.Variants) < len(p.branches) {
		return false // two branches accept the same
	}
	t.around[of] = true
	defer delete(t.around, of)
	for _, b := range p.branches {
		if !t.exact(b) {
			return false
		}
	}
	if p.union.By == ir.ByBranch && (of.Value.Schema.Recursive || t.count(of) > mostTries) {
		return false
	}
	of.Value.Straight, of.Value.Mismatch = true, *p.mismatch
	p.union.Single, p.union.Exclusive = p.single, p.only && p.union.By == ir.ByBranch
	return true
}

// exact reports whether a branch has no keywords beside its type, and the type decides the validity of its values.
func (t tries) exact(branch ir.Value) bool {
	ref, isRef := branch.Kind.(ir.Ref)
	if !isRef || branch.Schema != nil {
		return false
	}
	to := ref.Type
	for {
		alias, isAlias := to.Value.Kind.(ir.Ref)
		if !isAlias || to.Value.Schema != nil {
			break
		}
		to = alias.Type
	}
	switch k := to.Value.Kind.(type) {
	case *ir.Record:
		return to.Value.Evaluated() == nil
	case *ir.Union:
		p := t.c.finished[k]
		if p != nil && p.accepted {
			return t.collapsed(p)
		}
		return to.Value.Evaluated() == nil
	}
	return false
}

// count returns the number of readings. Values of a type that contains itself count once, because their unions have tags.
func (t tries) count(of *ir.Type) int {
	n, done := t.of[of]
	if done {
		return n
	}
	t.of[of] = 1
	n = t.inside(of.Value)
	t.of[of] = n
	return n
}

func (t tries) inside(v ir.Value) int {
	most := 1
	switch k := v.Kind.(type) {
	case ir.Ref:
		return t.count(k.Type)
	case *ir.Union:
		for _, variant := range k.Variants {
			most = max(most, t.count(variant.Type))
		}
		if k.By == ir.ByBranch {
			most *= len(k.Branches)
		}
	}
	for _, inner := range v.Inside() {
		most = max(most, t.inside(inner))
	}
	return min(most, mostTries+1)
}
