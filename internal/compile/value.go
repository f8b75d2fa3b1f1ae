package compile

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// site is the place that a conjunction is compiled for.
type site struct {
	name    string          // the name of a type that is lifted from here
	renames []syntax.Rename // and its identifiers, where x-name can speak of the type and not of a member
	pos     diag.Pos        // where the place is described
	self    *ir.Type        // the declared type that the place defines, or nil
	apart   bool            // the same keywords elsewhere make another type: self is a part, or may be null
}

// value compiles a conjunction of schemas.
func (c *compiler) value(schemas []*syntax.Schema, at site) ir.Value {
	c.joinWidths(schemas)
	if v, ok := c.lifted(schemas, at); ok {
		return v
	}
	var list []conjunct
	for _, s := range schemas {
		list = append(list, c.conjuncts(s)...)
	}
	list = c.reduce(list)
	if len(list) == 0 || c.exhausted {
		return ir.Value{Kind: ir.Any{}}
	}
	dynamic := c.isDynamic(schemas)
	if len(list) == 1 {
		switch a := list[0]; a.kind {
		case reference:
			if !a.ref.schema.Part.Value { // references to a part do not exist: types that contain it have its members
				return c.scoped(schemas, a)
			}
			if at.self == nil {
				at.name = c.place[schemas[0]]
			}
		case nullable:
			return c.orNull(schemas, a, at)
		case union:
			if dynamic {
				return c.general(schemas, list, list, c.merge(nil), at)
			}
			return c.union(a.schema, at)
		case own, conditional:
			if at.self == nil {
				at.name = c.place[a.schema]
			}
		}
	}
	if v, ok := c.worded(list); ok {
		return v
	}
	if v, ok := c.vocabularyOf(schemas, at); ok && !dynamic {
		return v
	}
	f := flattening{c: c, done: map[*decl]bool{}}
	f.add(list, nil, conjunct{})
	if c.exhausted {
		return ir.Value{Kind: ir.Any{}}
	}
	if len(f.rest) > 0 && !dynamic {
		if v, ok := c.distributed(list, at); ok {
			return v
		}
	}
	n := c.merge(f.out)
	n.parts, n.dynamic = f.declarations(), dynamic
	if len(f.rest) == 0 && !n.typed && !n.hasLits && len(n.keywords) > 0 {
		c.untyped(n)
	}
	if len(f.rest) == 0 && !n.irregular() {
		c.unreachable(n)
	}
	if len(f.rest) > 0 || n.irregular() {
		return c.general(schemas, list, f.rest, n, at)
	}
	return c.merged(n, at)
}

// lifted is the value of a schema that others refer to: a reference to the type that was made of it.
func (c *compiler) lifted(schemas []*syntax.Schema, at site) (v ir.Value, ok bool) {
	if len(schemas) != 1 || at.self != nil {
		return v, false
	}
	d := c.bySchema[schemas[0]]
	if d == nil {
		return v, false
	}
	return c.scoped(schemas, conjunct{kind: reference, ref: d, pos: d.schema.Pos}), true
}

// referring is the value of a reference.
func (c *compiler) referring(a conjunct) ir.Value {
	return ir.Value{Kind: ir.Ref{Type: a.ref.typ}, Nullable: c.typesOf(a)&nullType != 0 && !c.isAny(a.ref)}
}

// untyped warns of keywords that speak of one JSON type only: without `type` they let every other one pass.
func (c *compiler) untyped(n *normalForm) {
	word, want, pos := n.first()
	c.Diags.Add(diag.Diagnostic{Pos: pos, Severity: diag.Warning, Code: "untyped", Message: "`" + word + "` has no `type` beside it, so values of every other type are valid and the generated code has no type for it",
		Suggestion: "add `type: " + want + "`, if only that type is valid"})
}

// orNull compiles a schema beside null.
func (c *compiler) orNull(schemas []*syntax.Schema, a conjunct, at site) ir.Value {
	inner := c.typesOfSchema(a.inner)
	if len(a.schema.OneOf) > 0 && a.pos == a.schema.OneOfPos && inner&nullType != 0 {
		// Both branches accept null, so oneOf rejects it: no type can express that.
		return c.general(schemas, []conjunct{a}, []conjunct{a}, c.merge(nil), at)
	}
	v := c.value([]*syntax.Schema{a.inner}, c.inside(at, a.inner))
	if v.Schema != nil || inner&nullType != 0 {
		v.Schema = c.schemaOf(schemas)
	}
	v.Nullable = true
	return v
}

// worded compiles an open catalog with keywords for strings beside it: its type, and checks.
func (c *compiler) worded(list []conjunct) (ir.Value, bool) {
	if list[0].kind != reference || !list[0].ref.open() {
		return ir.Value{}, false
	}
	for _, a := range list[1:] {
		if a.kind != own || !onlyStrings(a.schema) {
			return ir.Value{}, false
		}
	}
	n := c.merge(list[1:])
	if n.impossible {
		return ir.Value{}, false
	}
	return ir.Value{Kind: ir.Ref{Type: list[0].ref.typ}, Checks: c.stringChecks(n)}, true
}

// onlyStrings reports whether a schema has no keywords but those for strings.
func onlyStrings(s *syntax.Schema) bool {
	bare := s.WithoutScalars()
	if len(s.Type) == 1 && s.Type[0].Value == "string" {
		bare.Type = nil
	}
	return !hasOwn(bare) && !slices.ContainsFunc(s.Limits, func(l syntax.Limit) bool { return !strings.HasSuffix(l.Keyword, "Length") })
}

// isAny reports whether a declaration admits everything; such a type is not "nullable".
func (c *compiler) isAny(d *decl) bool {
	list := c.reduce(c.conjuncts(d.schema))
	return len(list) == 0 || len(list) == 1 && list[0].kind == reference && c.isAny(list[0].ref)
}

// inside is the site of a part that does not define the declared type itself: the other half of "or null".
func (c *compiler) inside(at site, s *syntax.Schema) site {
	return site{name: at.name, pos: s.Pos, self: at.self, apart: true}
}

// irregular reports whether no Kind with its checks can express the keywords: they apply to one JSON type without requiring it, leave several types,
// or go beyond scalars and declared members.
func (n *normalForm) irregular() bool {
	if n.complex || n.impossible || n.dynamic {
		return true
	}
	types := n.types
	if n.hasLits {
		types &= typesOfLiterals(n.lits)
	}
	base := types &^ nullType
	if base&numberType != 0 {
		base = base&^numberType | integerType
	}
	switch {
	case types == 0:
		return true // no value is valid
	case !n.typed && !n.hasLits:
		return len(n.keywords) > 0
	case base&(base-1) != 0:
		return true
	case n.hasLits && n.typed && n.types&nullType != 0 && types&nullType == 0:
		return true // null breaks enum, and not type
	case len(n.additional) > 0 && n.isRecord:
		return true
	}
	return slices.ContainsFunc(n.itemParts, func(s *syntax.Schema) bool { return s.Bool != nil && !*s.Bool })
}

// merged turns merged keywords into a value.
func (c *compiler) merged(n *normalForm, at site) ir.Value {
	types := n.types
	if n.hasLits {
		types &= typesOfLiterals(n.lits)
	}
	if !n.typed && !n.hasLits {
		return ir.Value{Kind: ir.Any{}}
	}
	v := ir.Value{Nullable: types&nullType != 0, Mismatch: n.mismatch()}
	switch base := types &^ nullType; {
	case base == 0:
		v.Kind, v.Nullable = ir.Null{}, false
	case base == booleanType:
		v.Kind = ir.Boolean{}
		c.scalar(n, &v, ir.BoolLiteral)
	case base == integerType && n.types&numberType == integerType || base == integerType && !n.typed:
		v.Kind = ir.Integer{Range: n.integerRange(), Width: n.width}
		c.scalar(n, &v, ir.NumberLiteral)
	case base&^numberType == 0:
		v.Kind = ir.Number{}
		c.scalar(n, &v, ir.NumberLiteral)
	case base == stringType:
		v.Kind = ir.String{}
		c.str(n, &v, at)
	case base == arrayType:
		v.Kind, v.Checks = ir.Array{Items: c.items(n, at)}, n.checks(arrayType)
	default:
		c.object(n, &v, at)
	}
	c.idle(n, types)
	return v
}

// scalar adds const or enum of a boolean or number.
func (c *compiler) scalar(n *normalForm, v *ir.Value, kind ir.LiteralKind) {
	if n.hasLits {
		lits := slices.DeleteFunc(slices.Clone(n.lits), func(l ir.Literal) bool { return l.Kind != kind })
		_, whole := v.Kind.(ir.Integer)
		switch {
		case n.isConst && !(whole && n.typed):
			v.Kind = ir.Const{Literal: lits[0], Failure: n.litFailure()}
		default:
			// A typed integer keeps its Kind: 1.5 against {type: integer, const: 1} is `type`, not `const`.
			c.spend(&c.budget.members, len(lits), n.litPos)
			v.Checks = append(v.Checks, ir.OneOf{Literals: lits, Failure: n.litFailure()})
		}
	}
	if _, isBool := v.Kind.(ir.Boolean); !isBool {
		v.Checks = append(v.Checks, n.checks(numberType)...)
	}
}

// str adds the checks of strings; a vocabulary becomes a type of its own.
func (c *compiler) str(n *normalForm, v *ir.Value, at site) {
	v.Checks = c.stringChecks(n)
	if !n.hasLits {
		return
	}
	lits := slices.DeleteFunc(slices.Clone(n.lits), func(l ir.Literal) bool { return l.Kind != ir.StringLiteral })
	if n.isConst {
		v.Kind = ir.Const{Literal: lits[0], Of: c.vocabulary(n, lits[0]), Failure: n.litFailure()}
		return
	}
	c.spend(&c.budget.members, len(lits), n.litPos)
	e, names := &ir.Enum{NotOneOf: n.litFailure()}, c.valueNames(n)
	for _, l := range lits {
		word := ir.EnumValue{Value: l.String, Rename: names[l.String]}
		n.describe(c, l, &word)
		e.Values = append(e.Values, word)
	}
	v.Kind = e
	def := *v
	if t, known := c.named(n, v, at); !known {
		t.Value = ir.Value{Kind: e, Mismatch: def.Mismatch, Checks: def.Checks}
	}
	if at.self == nil {
		v.Checks = nil
	}
}

// vocabulary returns the enum type that a constant was narrowed from, or nil.
func (c *compiler) vocabulary(n *normalForm, l ir.Literal) *ir.Type {
	for _, s := range n.enums {
		if t := c.types[c.shapes.key([]*syntax.Schema{s})]; t != nil && slices.ContainsFunc(s.Enum.Items, func(i *syntax.Node) bool { return wording.Literal(i) == l }) {
			return t
		}
	}
	return nil
}

// named gives a record or vocabulary its type: the declared type of the place, the one that the same keywords
// made elsewhere, or a new one. It makes v refer to the latter two, and reports whether the type is known already, so
// that its definition is complete or on the way.
func (c *compiler) named(n *normalForm, v *ir.Value, at site) (t *ir.Type, known bool) {
	if at.self != nil {
		if !at.apart {
			c.types[n.key] = at.self
		}
		return &ir.Type{}, false
	}
	t, known = c.types[n.key]
	if !known {
		t = &ir.Type{Name: at.name, Lifted: true, Protocol: c.unit.file.Protocol.Value, Pos: n.pos, Doc: n.doc, Rename: c.Renames(at.renames)}
		c.types[n.key], c.firstPlace[t] = t, n.place
		c.unit.out = append(c.unit.out, t)
		c.spend(&c.budget.types, 1, at.pos)
	} else if t.Lifted && t.Doc.Text != n.doc.Text {
		t.Doc = ir.Doc{} // the text is about one of the places
	}
	if known && t.Lifted && c.firstPlace[t] != n.place && t.Name != at.name {
		c.unit.others = append(c.unit.others, &ir.Type{Name: at.name, Lifted: true, Protocol: t.Protocol, Pos: n.pos, Rename: c.Renames(at.renames), Value: ir.Value{Kind: ir.Ref{Type: t}}})
	}
	v.Kind, v.Mismatch = ir.Ref{Type: t}, ir.Failure{}
	return t, known
}

// idle warns of keywords that have no effect because they apply to other types.
func (c *compiler) idle(n *normalForm, types typeSet) {
	for _, k := range n.keywords {
		if k.of&types == 0 {
			d := diag.Diagnostic{Pos: k.pos, Severity: diag.Warning, Code: "no-effect", Message: "`" + k.name + "` has no effect on " + types.article()}
			if k.name == "format" && types&^nullType == integerType {
				d.Suggestion = "refer to `std.Int64` or `std.UInt64` for an integer of 64 bits"
			}
			c.Diags.Add(d)
		}
	}
}
