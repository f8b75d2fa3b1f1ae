package compile

import (
	"slices"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/syntax"
)

// A schema is read as a conjunction: what it refers to, the branches of allOf, and its own keywords, in the order in
// which the contract puts members (section 4). conjunct is one of these.
type conjunct struct {
	kind   conjunctKind
	schema *syntax.Schema // own keywords, a union, or the anyOf/oneOf of one schema and null
	ref    *decl
	inner  *syntax.Schema // of nullable: the schema that is not null
	from   *decl          // the declaration that a flattened conjunct stood in, or nil
	pos    diag.Pos
}

type conjunctKind uint8

const (
	own conjunctKind = iota
	reference
	nullable
	union
)

// conjuncts takes a schema apart without following references. A schema is taken apart once, so that what is wrong with
// it is reported once, however many types contain it.
func (c *compiler) conjuncts(s *syntax.Schema) []conjunct {
	list, done := c.parts[s]
	if !done {
		list = c.takeApart(s)
		c.parts[s] = list
	}
	return list
}

func (c *compiler) takeApart(s *syntax.Schema) []conjunct {
	var list []conjunct
	if s.Bool != nil {
		if !*s.Bool {
			c.fail(s.Pos, "not-implemented", "", "the schema false is implemented under `additionalProperties` only")
		}
		return nil
	}
	if s.Ref.Pos.IsValid() {
		if d := c.lookup(s.Ref); d != nil {
			list = append(list, conjunct{kind: reference, ref: d, pos: s.Ref.Pos})
		}
	}
	for _, sub := range s.AllOf {
		list = append(list, c.conjuncts(sub)...)
	}
	if hasOwn(s) {
		list = append(list, conjunct{kind: own, schema: s, pos: s.Pos})
	}
	if branches := slices.Concat(s.AnyOf, s.OneOf); len(branches) > 0 {
		list = append(list, c.alternatives(s, branches)...)
	}
	return list
}

func hasOwn(s *syntax.Schema) bool {
	bare := *s
	bare.AllOf, bare.AnyOf, bare.OneOf = nil, nil, nil
	return bare.Constrains()
}

func (c *compiler) alternatives(s *syntax.Schema, branches []*syntax.Schema) []conjunct {
	if s.Tag.Pos.IsValid() {
		return []conjunct{{kind: union, schema: s, pos: s.UnionPos}}
	}
	if len(branches) == 2 {
		for i, b := range branches {
			if isNull(b) && !isNull(branches[1-i]) {
				return []conjunct{{kind: nullable, schema: s, inner: branches[1-i], pos: s.UnionPos}}
			}
		}
	}
	c.fail(s.UnionPos, "not-implemented", "add `discriminator: {propertyName: ...}` to a `oneOf`, or make it one schema and {type: \"null\"}",
		"a union without `discriminator` is not implemented yet")
	return nil
}

// isNull reports whether the schema is {type: "null"} or {const: null}, annotations aside.
func isNull(s *syntax.Schema) bool {
	bare := *s
	bare.Type, bare.Const = nil, nil
	if bare.Constrains() || s.Ref.Pos.IsValid() {
		return false
	}
	return len(s.Type) == 1 && s.Type[0].Value == "null" && s.Const == nil || len(s.Type) == 0 && s.Const != nil && s.Const.Kind == syntax.NullNode
}

// isBareType reports whether the schema has no keyword but `type`.
func isBareType(s *syntax.Schema) bool {
	bare := *s
	bare.Type = nil
	return len(s.Type) > 0 && !bare.Constrains()
}

// reduce drops conjuncts that others imply: a reference that stands twice or that another derives from, a nullable
// reference beside the reference itself, and a bare `type` that admits all that a reference, a union or a nullable
// schema admits.
func (c *compiler) reduce(list []conjunct) []conjunct {
	if len(list) < 2 {
		return list
	}
	bases, seen := c.bases(list), map[*decl]bool{}
	refs, narrow := map[*decl]bool{}, map[typeSet]bool{}
	for _, a := range list {
		if a.kind == reference {
			refs[a.ref] = true
		}
		if a.kind != own {
			narrow[c.typesOf(a)] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(list), func(a conjunct) bool {
		switch a.kind {
		case reference:
			again := seen[a.ref]
			seen[a.ref] = true
			return again || bases.has(a.ref)
		case nullable:
			inner := c.conjuncts(a.inner)
			return len(inner) == 1 && inner[0].kind == reference && (refs[inner[0].ref] || bases.has(inner[0].ref))
		case own:
			return isBareType(a.schema) && within(narrow, typesNamed(a.schema.Type))
		}
		return false
	})
}

// within reports whether one of the sets is part of outer.
func within(sets map[typeSet]bool, outer typeSet) bool {
	for t := range sets {
		if t&^outer == 0 {
			return true
		}
	}
	return false
}

// bases returns the declarations that a reference of the list derives from, the references themselves left out
// unless another one derives from them.
func (c *compiler) bases(list []conjunct) declSet {
	if slices.IndexFunc(list, func(a conjunct) bool { return a.kind != own }) == lastNamed(list) {
		return nil // of one alone none can be a base of another
	}
	all := make(declSet, len(c.decls)/64+1)
	for _, a := range list {
		if a.kind == reference {
			all.addAll(c.basesOf(a.ref))
		}
	}
	return all
}

// basesOf returns the declarations that d derives from.
func (c *compiler) basesOf(d *decl) declSet {
	if d.bases == nil {
		d.bases = make(declSet, len(c.decls)/64+1)
		for _, part := range c.conjuncts(d.schema) {
			if part.kind == reference {
				d.bases.add(part.ref)
				d.bases.addAll(c.basesOf(part.ref))
			}
		}
	}
	return d.bases
}

// declSet is a set of declarations, a bit each: a map for every declaration of a long chain would take its square.
type declSet []uint64

func (s declSet) add(d *decl) { s[d.index/64] |= 1 << (d.index % 64) }

func (s declSet) has(d *decl) bool { return s != nil && s[d.index/64]>>(d.index%64)&1 != 0 }

func (s declSet) addAll(others declSet) {
	for i, word := range others {
		s[i] |= word
	}
}

// lastNamed is the index of the last conjunct that is not own keywords, or -1.
func lastNamed(list []conjunct) int {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].kind != own {
			return i
		}
	}
	return -1
}

// typesOf returns the JSON types that a conjunct can admit.
func (c *compiler) typesOf(a conjunct) typeSet {
	switch a.kind {
	case reference:
		if a.ref.types == 0 {
			a.ref.types = c.typesOfAll(c.conjuncts(a.ref.schema))
		}
		return a.ref.types
	case nullable:
		return c.typesOfAll(c.conjuncts(a.inner)) | nullType
	case union:
		return objectType
	}
	set := allTypes
	if len(a.schema.Type) > 0 {
		set = typesNamed(a.schema.Type)
	}
	if lits, ok := literalsOf(a.schema); ok {
		set &= typesOfLiterals(lits)
	}
	return set
}

func (c *compiler) typesOfAll(list []conjunct) typeSet {
	set := allTypes
	for _, a := range list {
		set &= c.typesOf(a)
	}
	return set
}

// flattening collects the own keywords that a conjunction comes down to.
type flattening struct {
	c    *compiler
	done map[*decl]bool // a conjunct that stands twice says nothing new
	out  []conjunct

	failed bool // something could not be narrowed
}

// add follows references until only own keywords are left. It reports a union or nullable schema that would have to
// be narrowed; from is the declaration that the list stands in, used is where it is needed.
func (f *flattening) add(list []conjunct, from *decl, used conjunct) {
	if f.c.exhausted {
		return
	}
	f.c.spend(&f.c.budget.merged, len(list), used.pos)
	for _, a := range f.c.reduce(list) {
		if from == nil {
			used = a
		}
		switch a.kind {
		case own:
			a.from = from
			f.out = append(f.out, a)
		case union:
			f.refuse(a, used, "a union cannot be narrowed or composed")
		case nullable:
			f.addNullable(a, list, from, used)
		case reference:
			if !f.done[a.ref] {
				f.done[a.ref] = true
				f.add(f.c.conjuncts(a.ref.schema), a.ref, used)
			}
		}
	}
}

// addNullable keeps a nullable schema's inner part where the conjuncts beside it leave no null.
func (f *flattening) addNullable(a conjunct, beside []conjunct, from *decl, used conjunct) {
	others := allTypes
	for _, b := range beside {
		if b.kind != nullable {
			others &= f.c.typesOf(b)
		}
	}
	switch {
	case others&nullType == 0:
		f.add(f.c.conjuncts(a.inner), from, used)
	case others != nullType:
		f.refuse(a, used, "a schema that also admits null cannot be narrowed further")
	}
}

func (f *flattening) refuse(a, used conjunct, message string) {
	f.failed = true
	d := diag.Diagnostic{Pos: used.pos, Code: "narrowing", Message: message, Suggestion: "write the composed type out"}
	if a.pos != used.pos {
		d.Notes = []diag.Note{{Pos: a.pos, Message: "this one"}}
	}
	f.c.diags.Add(d)
}

// cycles reports declarations that refer to themselves without a member in between, and whether there are any.
func (c *compiler) cycles() bool {
	const busy, done = 1, 2
	state, found := map[*decl]int{}, false
	var visit func(d *decl)
	follow := func(a conjunct) {
		switch state[a.ref] {
		case 0:
			visit(a.ref)
		case busy:
			found = true
			c.diags.Add(diag.Diagnostic{Pos: a.pos, Code: "cycle", Message: "`" + a.ref.name.Value + "` refers to itself without a member in between",
				Suggestion: "let it refer to itself below `properties` or `items`",
				Notes:      []diag.Note{{Pos: a.ref.name.Pos, Message: "declared here"}}})
		}
	}
	visit = func(d *decl) {
		state[d] = busy
		c.eachReference(c.conjuncts(d.schema), follow)
		state[d] = done
	}
	for _, d := range c.decls {
		if state[d] == 0 {
			visit(d)
		}
	}
	return found
}

// eachReference visits the references of a conjunction, those of a nullable part and of a union's branches included.
func (c *compiler) eachReference(list []conjunct, visit func(conjunct)) {
	for _, a := range list {
		switch a.kind {
		case reference:
			visit(a)
		case nullable:
			c.eachReference(c.conjuncts(a.inner), visit)
		case union:
			for _, branch := range a.schema.OneOf {
				c.eachReference(c.conjuncts(branch), visit)
			}
		}
	}
}
