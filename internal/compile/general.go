package compile

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// general compiles schemas that no Kind can express: a Schema decides validity, and the Kind is the representation, if all values have one shape.
// list is the conjunction of the schemas, rest the part that could not be merged into n.
func (c *compiler) general(schemas []*syntax.Schema, list, rest []conjunct, n *normalForm, at site) ir.Value {
	n.general = true
	for _, s := range schemas {
		n.width = max(n.width, widths[s.Width])
	}
	n.key, n.place = "general "+c.shapes.key(schemas), addresses(schemas)
	var s *ir.Schema
	if known := c.types[n.key]; known != nil && at.self == nil {
		s = known.Value.Schema
	}
	if s == nil {
		s = c.schemaOf(schemas)
	}
	n.doc = docOf(schemas[len(schemas)-1])
	n.pos = schemas[len(schemas)-1].Pos
	for _, a := range rest {
		n.patterned = n.patterned || len(a.schema.PatternProperties) > 0
		if len(a.schema.PrefixItems) > 0 {
			n.itemParts = nil
		}
	}
	types := c.typesOfAll(list)
	r := kindChoice{c: c, n: n, schemas: schemas, rest: rest, list: list, at: at}
	v := r.shape(types &^ nullType)
	switch {
	case types == nullType:
		v.Kind = ir.Null{}
	case types&nullType != 0:
		v.Nullable = v.Kind != ir.Kind(ir.Any{})
	}
	v.Mismatch, v.Checks = ir.Failure{}, nil
	if !n.impossible && !n.dynamic {
		c.straighten(&v, n, rest, types, at)
	}
	return c.under(s, v, n)
}

// under places the Schema at the type that was lifted for this place. A null that the type does not admit needs the Schema here, too.
func (c *compiler) under(s *ir.Schema, v ir.Value, n *normalForm) ir.Value {
	if ref, isRef := v.Kind.(ir.Ref); isRef && c.types[n.key] == ref.Type && (ref.Type.Value.Schema == nil || !n.dynamic) {
		ref.Type.Value.Schema, ref.Type.Value.Nullable = s, v.Nullable
		if !v.Nullable || ref.Type.Value.Straight {
			return v
		}
	}
	v.Schema = s
	return v
}

// kindChoice finds a representation for the values that a Schema accepts.
type kindChoice struct {
	c          *compiler
	n          *normalForm
	schemas    []*syntax.Schema
	list, rest []conjunct
	at         site
}

// scalarShapes are the kinds of scalars, in the order in which a Choice lists them.
var scalarShapes = []struct {
	of   typeSet
	kind ir.Kind
}{{booleanType, ir.Boolean{}}, {integerType, ir.Integer{}}, {numberType, ir.Number{}}, {stringType, ir.String{}}}

// scalarOf is the kind of all values of scalar types, or nil.
func scalarOf(types typeSet, width ir.Width) ir.Kind {
	for _, s := range scalarShapes {
		if types == s.of || types == fractionType && s.of == numberType {
			if s.of == integerType {
				return ir.Integer{Width: width}
			}
			return s.kind
		}
	}
	return nil
}

// shape represents values of the types.
func (r *kindChoice) shape(types typeSet) ir.Value {
	if types == 0 || types == allTypes&^nullType && !r.hasRecords() {
		return ir.Value{Kind: ir.Any{}}
	}
	if scalar := scalarOf(types, r.n.width); scalar != nil {
		return ir.Value{Kind: scalar, Certain: r.narrower(types)}
	}
	switch types {
	case arrayType:
		return r.array()
	case objectType:
		return r.object()
	}
	return r.choice(types)
}

// choice represents values of several types.
func (r *kindChoice) choice(types typeSet) ir.Value {
	v := ir.Value{}
	k := &ir.Choice{}
	t, known := r.c.named(r.n, &v, r.at)
	if r.at.self != nil {
		v.Kind = k
	}
	if known {
		return v
	}
	t.Value = ir.Value{Kind: k}
	part := *r
	normal := *r.n
	part.n, part.at.self, part.at.renames = &normal, nil, nil
	normal.general = !normal.straightChoice(r.rest)
	for _, of := range []typeSet{booleanType, types & numberType, stringType, arrayType, objectType} {
		if of != 0 && types&of == of {
			normal.key = r.n.key + of.article()
			if !normal.general {
				normal.types = of
			}
			part.at.name = r.at.name + "." + of.word()
			k.Options = append(k.Options, part.shape(of))
		}
	}
	return v
}

// hasRecords reports whether objects are a union of records, although values of every other type are valid.
func (r *kindChoice) hasRecords() bool {
	return slices.ContainsFunc(r.rest, func(a conjunct) bool {
		return a.kind == conditional && (len(r.c.recordBranches(a.schema.AnyOf)) > 1 || len(r.c.recordBranches(a.schema.OneOf)) > 1)
	})
}

// word names a single type as in JSON Schema.
func (t typeSet) word() string {
	switch {
	case t == objectType:
		return "object"
	case t == arrayType:
		return "array"
	case t == stringType:
		return "string"
	case t == booleanType:
		return "boolean"
	case t == integerType:
		return "integer"
	}
	return "number"
}

func (r *kindChoice) array() ir.Value {
	falseItems := slices.ContainsFunc(r.n.itemParts, func(s *syntax.Schema) bool { return s.Bool != nil && !*s.Bool })
	if len(r.n.itemParts) > 0 && !falseItems {
		return ir.Value{Kind: ir.Array{Items: r.c.items(r.n, r.at)}}
	}
	if v, ok := r.branch(arrayType); ok {
		return v
	}
	if tuple, is := r.tuple(); is {
		return ir.Value{Kind: tuple}
	}
	if arrays, are := r.arrays(); are {
		return arrays
	}
	return ir.Value{Kind: ir.Array{Items: &ir.Value{Kind: ir.Any{}}}}
}

func (r *kindChoice) object() ir.Value {
	v := ir.Value{}
	if len(r.n.props) == 0 && (len(r.n.additional) == 0 || r.n.patterned) {
		if v, ok := r.byPattern(); ok {
			return v
		}
		if v, ok := r.branch(objectType); ok {
			return v
		}
		if v, ok := r.choiceOfRecords(); ok {
			return v
		}
		return ir.Value{Kind: ir.Object{}}
	}
	if v, ok := r.choiceOfRecords(); ok {
		return v
	}
	v.Mismatch = ir.Failure{Rule: "type", Message: "must be " + objectType.article()} // of an option, which is a type by itself
	r.c.object(r.n, &v, r.at)
	return v
}

// byPattern is the map of a schema whose patternProperties restrict the values of all members in the same way.
func (r *kindChoice) byPattern() (ir.Value, bool) {
	for _, a := range r.rest {
		if a.kind != conditional {
			continue
		}
		if s := r.c.everyMember(a.schema); s != nil {
			values := r.c.value([]*syntax.Schema{s}, site{name: r.at.name + ".value", pos: s.Pos})
			return ir.Value{Kind: ir.Map{Values: &values}, Mismatch: ir.Failure{Rule: "type", Message: "must be " + objectType.article()}}, true
		}
	}
	return ir.Value{}, false
}

// everyMember returns the schema in patternProperties that each member satisfies, or nil: a pattern matches all names, or all patterns have the
// same schema and no other member is valid.
func (c *compiler) everyMember(s *syntax.Schema) *syntax.Schema {
	if len(s.PatternProperties) == 0 || len(s.Properties) > 0 {
		return nil
	}
	for _, p := range s.PatternProperties {
		if re := c.translate(p.Name); re != nil && re.Automaton().Rows[0].Final && saysMore(p.Schema) {
			return p.Schema
		}
	}
	first := s.PatternProperties[0].Schema
	if s.Additional == nil || s.Additional.Bool == nil || *s.Additional.Bool || !saysMore(first) {
		return nil
	}
	key := c.shapes.key([]*syntax.Schema{first})
	for _, p := range s.PatternProperties[1:] {
		if c.shapes.key([]*syntax.Schema{p.Schema}) != key {
			return nil
		}
	}
	return first
}

// saysMore reports whether a schema restricts values and is not the schema false.
func saysMore(s *syntax.Schema) bool { return s.Bool == nil && (s.Constrains() || s.Ref.Pos.IsValid()) }

// choiceOfRecords is the union of the branches of anyOf or oneOf. The Schemas of its branches would lose the dynamic scope.
func (r *kindChoice) choiceOfRecords() (ir.Value, bool) {
	if r.n.dynamic {
		return ir.Value{}, false
	}
	return r.alternatives()
}

// branch is the shape of a union in the conjunction, or of the only branch of an anyOf or oneOf that admits a type.
func (r *kindChoice) branch(of typeSet) (ir.Value, bool) {
	for _, a := range r.rest {
		if a.kind == union && of == objectType {
			v := r.c.union(a.schema, site{name: r.inside(a.schema, "union"), pos: a.pos})
			return ir.Value{Kind: v.Kind}, true
		}
		for _, branches := range [][]*syntax.Schema{a.schema.AnyOf, a.schema.OneOf} {
			if a.kind != conditional || len(branches) == 0 {
				continue
			}
			if one := r.c.only(branches, of); one != nil {
				v := r.c.value([]*syntax.Schema{one}, site{name: r.inside(one, of.word()), pos: one.Pos})
				isPlain := of&(arrayType|objectType) != 0 && r.c.plainValues(one, map[*syntax.Schema]bool{})
				return ir.Value{Kind: v.Kind, Certain: v.Certain}, v.Schema == nil || isPlain
			}
		}
	}
	return ir.Value{}, false
}

// inside returns the name of a type that is lifted from a branch: the name of its place, different from the type with the branch.
func (r *kindChoice) inside(branch *syntax.Schema, word string) string {
	name := r.at.name
	if r.at.self != nil {
		name += "." + word
	}
	r.c.place[branch] = name
	return name
}

// only returns the one branch that admits a type and no other, or nil.
func (c *compiler) only(branches []*syntax.Schema, of typeSet) *syntax.Schema {
	var one *syntax.Schema
	for _, b := range branches {
		switch types := c.typesOfSchema(b); {
		case types&of == 0:
		case one != nil || types&^nullType != of:
			return nil
		default:
			one = b
		}
	}
	return one
}

// settle lets references to a type with a Schema leave null to the type as well: the type can represent more values than are valid.
func (c *compiler) settle(types []*ir.Type) {
	var visit func(v *ir.Value)
	visit = func(v *ir.Value) {
		switch k := v.Kind.(type) {
		case ir.Ref:
			target := k.Type.Value
			if v.Schema == nil && v.Nullable && target.Evaluated() != nil && (target.Nullable || target.Kind == ir.Kind(ir.Any{})) {
				v.Schema = target.Schema
			}
		case ir.Array:
			visit(k.Items)
		case ir.Map:
			visit(k.Values)
		case *ir.Record:
			for _, f := range k.Fields {
				visit(&f.Value)
			}
		case *ir.Choice:
			for i := range k.Options {
				visit(&k.Options[i])
			}
		}
	}
	for _, t := range types {
		visit(&t.Value)
	}
}
