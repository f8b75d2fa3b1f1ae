package compile

import (
	"cmp"
	"maps"
	"slices"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/syntax"
)

// A schema is read as a conjunction: its reference, the branches of allOf, and its own keywords, in the order of members in section 4 of the
// contract. conjunct is one of these.
type conjunct struct {
	kind   conjunctKind
	schema *syntax.Schema // own keywords, a union, or the anyOf/oneOf of one schema and null
	ref    *decl
	inner  *syntax.Schema // of nullable: the schema that is not null
	from   *decl          // the declaration of a flattened conjunct, or nil
	pos    diag.Pos
}

type conjunctKind uint8

const (
	own conjunctKind = iota
	reference
	nullable
	union
	conditional // keywords of schema that cannot be merged with others
)

// conjuncts takes a schema apart without following references. The result is kept, so that a problem of a schema is
// reported once, however many types contain it.
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
			list = append(list, conjunct{kind: conditional, schema: s, pos: s.Pos})
		}
		return list
	}
	if d := c.targets[s]; d != nil {
		list = append(list, conjunct{kind: reference, ref: d, pos: s.Ref.Pos})
	}
	for _, sub := range s.AllOf {
		list = append(list, c.conjuncts(sub)...)
	}
	if hasOwn(s) && !repeatsUnion(s) {
		list = append(list, conjunct{kind: own, schema: s, pos: s.Pos})
	}
	if len(s.AnyOf) > 0 {
		list = append(list, c.alternatives(s, s.AnyOf, s.AnyOfPos))
	}
	if len(s.OneOf) > 0 {
		list = append(list, c.alternatives(s, s.OneOf, s.OneOfPos))
	}
	if s.Conditional() {
		list = append(list, conjunct{kind: conditional, schema: s, pos: s.Pos})
	}
	return list
}

// hasOwn reports whether the schema has keywords that can be merged with others.
func hasOwn(s *syntax.Schema) bool {
	return len(s.Type) > 0 || s.Const != nil || s.Enum != nil || s.PropertiesPos.IsValid() || len(s.Required) > 0 || s.Additional != nil || s.Items != nil ||
		s.HasScalars()
}

// alternatives reads anyOf or oneOf as a union, as one schema or null, or as a choice for the evaluator.
func (c *compiler) alternatives(s *syntax.Schema, branches []*syntax.Schema, pos diag.Pos) conjunct {
	if s.Tag.Pos.IsValid() && pos == s.OneOfPos {
		return conjunct{kind: union, schema: s, pos: pos}
	}
	if inner := orNull(branches); inner != nil {
		return conjunct{kind: nullable, schema: s, inner: inner, pos: pos}
	}
	return conjunct{kind: conditional, schema: s, pos: pos}
}

// orNull returns the branch beside {type: "null"}, or nil.
func orNull(branches []*syntax.Schema) *syntax.Schema {
	if len(branches) == 2 {
		for i, b := range branches {
			if isNull(b) && !isNull(branches[1-i]) {
				return branches[1-i]
			}
		}
	}
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

// reduce drops conjuncts that others imply: a second reference to a type or one of its bases, a nullable reference beside the reference itself, and a
// bare `type` that admits all types of another `type`, in a reference, a union or a nullable schema.
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
			narrow[c.stated(a)] = true
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
			return !c.mayRefuseNull(a) && len(inner) == 1 && inner[0].kind == reference && (refs[inner[0].ref] || bases.has(inner[0].ref))
		case own:
			return isBareType(a.schema) && within(narrow, typesNamed(a.schema.Type))
		}
		return false
	})
}

// stated returns the JSON types that `type` keywords of a conjunct leave. Other values fail `type`, and not another keyword.
func (c *compiler) stated(a conjunct) typeSet {
	switch a.kind {
	case own:
		if len(a.schema.Type) > 0 {
			return typesNamed(a.schema.Type)
		}
	case union:
		return objectType
	case nullable:
		return c.statedBy(a.inner) | nullType
	case reference:
		return c.statedBy(a.ref.schema)
	}
	return allTypes
}

// statedBy keeps its results, as typesOfSchema does.
func (c *compiler) statedBy(s *syntax.Schema) typeSet {
	set, done := c.statedTypes[s]
	if !done {
		set = allTypes
		for _, a := range c.conjuncts(s) {
			set &= c.stated(a)
		}
		c.statedTypes[s] = set
	}
	return set
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
		return c.typesOfSchema(a.ref.schema)
	case nullable:
		if c.mayRefuseNull(a) && c.acceptsNull(a.inner) {
			return c.typesOfSchema(a.inner) &^ nullType
		}
		return c.typesOfSchema(a.inner) | nullType
	case union:
		return objectType
	case conditional:
		return c.typesOfBranches(a.schema)
	}
	set := allTypes
	if len(a.schema.Type) > 0 {
		set = typesNamed(a.schema.Type)
	}
	for _, list := range literalNodes(a.schema) {
		set &= typesOfNodes(list)
	}
	return set
}

// typesOfBranches returns the types that anyOf, oneOf, if with then and else, and the schema false leave.
func (c *compiler) typesOfBranches(s *syntax.Schema) typeSet {
	set := allTypes
	if s.Bool != nil {
		return 0
	}
	for _, branches := range [][]*syntax.Schema{s.AnyOf, s.OneOf} {
		if len(branches) == 0 {
			continue
		}
		var any typeSet
		for _, b := range branches {
			any |= c.typesOfSchema(b)
		}
		set &= any
	}
	if s.If != nil && s.Then != nil && s.Else != nil {
		set &= c.typesOfSchema(s.Then) | c.typesOfSchema(s.Else)
	}
	return set
}

// typesOfSchema returns the JSON types that a schema can admit. The results are cached: branches occur in several conjuncts of one schema, and
// evaluating each again would double the work with every level.
func (c *compiler) typesOfSchema(s *syntax.Schema) typeSet {
	set, done := c.admitted[s]
	if !done {
		set = c.typesOfAll(c.conjuncts(s))
		c.admitted[s] = set
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
	done map[*decl]bool // a second occurrence of a conjunct adds nothing
	out  []conjunct

	rest []conjunct // the conjuncts that could not be merged
}

// declarations returns the declarations that the conjunction is composed of, in the order of the spec.
func (f *flattening) declarations() []*decl {
	return slices.SortedFunc(maps.Keys(f.done), func(a, b *decl) int { return cmp.Compare(a.index, b.index) })
}

// add follows references until only keywords and unmergeable conjuncts are left. from is the declaration of the list, used is the conjunct that
// refers to it.
func (f *flattening) add(list []conjunct, from *decl, used conjunct) {
	if f.c.exhausted {
		return
	}
	f.c.spend(&f.c.budget.merged, len(list), used.pos)
	for _, a := range f.c.reduce(list) {
		if from == nil {
			used = a
		}
		a.from = from
		switch a.kind {
		case own:
			f.out = append(f.out, a)
		case union, conditional:
			f.rest = append(f.rest, a)
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

// cycles reports declarations that refer to themselves without a member in between, and whether there are any.
func (c *compiler) cycles() bool {
	const busy, done = 1, 2
	state, found := map[*decl]int{}, false
	var visit func(d *decl)
	follow := func(target *decl, pos diag.Pos) {
		switch state[target] {
		case 0:
			visit(target)
		case busy:
			found = true
			c.Diags.Add(diag.Diagnostic{Pos: pos, Code: "cycle", Message: "`" + target.name.Value + "` refers to itself without a member in between",
				Suggestion: "put the reference below `properties` or `items`",
				Notes:      []diag.Note{{Pos: target.name.Pos, Message: "declared here"}}})
		}
	}
	visit = func(d *decl) {
		state[d] = busy
		c.eachReference(d.schema, follow)
		state[d] = done
	}
	for _, d := range c.decls {
		if state[d] == 0 {
			visit(d)
		}
	}
	return found
}

// eachReference visits the references of a schema that apply to the same value.
func (c *compiler) eachReference(s *syntax.Schema, visit func(*decl, diag.Pos)) {
	if d := c.targets[s]; d != nil {
		visit(d, s.Ref.Pos)
	}
	if to := c.initial[s]; to != nil {
		visit(c.bySchema[to], s.DynamicRef.Pos)
	}
	for _, sub := range s.Subschemas() {
		if inPlace(sub.Keyword) {
			c.eachReference(sub.Schema, visit)
		}
	}
}

// inPlace reports whether the schemas under a keyword speak of the same value as the keyword.
func inPlace(keyword string) bool {
	switch keyword {
	case "allOf", "anyOf", "oneOf", fallbackKeyword, "not", "if", "then", "else", "dependentSchemas":
		return true
	}
	return false
}
