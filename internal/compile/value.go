package compile

import (
	"slices"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// site is the place that a conjunction is compiled for.
type site struct {
	name string   // what a type lifted from here is called
	pos  diag.Pos // where the place is described
	self *ir.Type // the declared type that the place defines, or nil
}

// value compiles a conjunction.
func (c *compiler) value(list []conjunct, at site) ir.Value {
	list = c.reduce(list)
	if len(list) == 0 || c.exhausted {
		return ir.Value{Kind: ir.Any{}}
	}
	if len(list) == 1 {
		switch a := list[0]; a.kind {
		case reference:
			return ir.Value{Kind: ir.Ref{Type: a.ref.typ}, Nullable: c.typesOf(a)&nullType != 0 && !c.isAny(a.ref)}
		case nullable:
			v := c.value(c.conjuncts(a.inner), c.inside(at, a.inner))
			v.Nullable = true
			return v
		case union:
			return c.union(a.schema, at)
		case own:
			if at.self == nil {
				at.name = c.place[a.schema]
			}
		}
	}
	f := flattening{c: c, done: map[*decl]bool{}}
	f.add(list, nil, conjunct{})
	if len(f.out) == 0 || f.failed {
		return ir.Value{Kind: ir.Any{}}
	}
	return c.merged(c.merge(f.out), at)
}

// isAny reports whether a declaration admits everything; such a type is not "nullable".
func (c *compiler) isAny(d *decl) bool {
	list := c.reduce(c.conjuncts(d.schema))
	return len(list) == 0 || len(list) == 1 && list[0].kind == reference && c.isAny(list[0].ref)
}

// inside is the site of a part that does not define the declared type itself: the other half of "or null".
func (c *compiler) inside(at site, s *syntax.Schema) site {
	return site{name: at.name, pos: s.Pos, self: at.self}
}

// merged turns merged keywords into a value.
func (c *compiler) merged(n *norm, at site) ir.Value {
	types := n.types
	if n.hasLits {
		types &= typesOfLiterals(n.lits)
		if n.typed && n.types&nullType != 0 && types&nullType == 0 {
			c.fail(n.litPos, "not-implemented", "take \"null\" out of `type`, or add null to `enum`", "`type` admits null and `%s` does not; that is not implemented yet", n.litRule())
			return ir.Value{Kind: ir.Any{}}
		}
	}
	if types == 0 {
		if n.types != 0 && !n.refused { // else it has been said
			c.contradiction(n.litPos, n.typePos)
		}
		return ir.Value{Kind: ir.Any{}}
	}
	if !n.typed && !n.hasLits {
		return c.untyped(n, at)
	}
	v := ir.Value{Nullable: types&nullType != 0, Mismatch: n.mismatch()}
	switch base := types &^ nullType; {
	case base == 0:
		v.Kind, v.Nullable = ir.Null{}, false
	case base == booleanType:
		v.Kind = ir.Boolean{}
		c.scalar(n, &v, ir.BoolLiteral)
	case base == integerType && n.types&numberType == integerType || base == integerType && !n.typed:
		v.Kind = ir.Integer{Range: n.integerRange()}
		c.scalar(n, &v, ir.NumberLiteral)
	case base&^numberType == 0:
		v.Kind = ir.Number{}
		c.scalar(n, &v, ir.NumberLiteral)
	case base == stringType:
		v.Kind = ir.String{}
		c.str(n, &v, at)
	case base == arrayType:
		v.Kind, v.Checks = ir.Array{Items: c.items(n, at)}, n.checks(arrayType)
	case base == objectType:
		c.object(n, &v, at)
	default:
		pos := n.litPos
		if n.typed {
			pos = n.typePos
		}
		c.fail(pos, "not-implemented", "", "a value of several types (%s) is not implemented yet, apart from one type and \"null\"", types.article())
		v.Kind = ir.Any{}
	}
	c.idle(n, types)
	return v
}

// untyped refuses keywords that speak of one JSON type only: without `type` they would let every other one pass.
func (c *compiler) untyped(n *norm, at site) ir.Value {
	if word, want, pos := n.first(); word != "" {
		c.fail(pos, "not-implemented", "add `type: "+want+"`", "`%s` without `type` is not implemented yet: values of every other type would pass", word)
	}
	return ir.Value{Kind: ir.Any{}}
}

// scalar adds const or enum of a boolean or number.
func (c *compiler) scalar(n *norm, v *ir.Value, kind ir.LiteralKind) {
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

// str adds what holds for strings; a vocabulary becomes a type of its own.
func (c *compiler) str(n *norm, v *ir.Value, at site) {
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
	e := &ir.Enum{NotOneOf: n.litFailure()}
	for _, l := range lits {
		e.Values = append(e.Values, ir.EnumValue{Value: l.String})
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
func (c *compiler) vocabulary(n *norm, l ir.Literal) *ir.Type {
	for _, s := range n.enums {
		if t := c.types[key([]*syntax.Schema{s})]; t != nil && slices.ContainsFunc(s.Enum.Items, func(i *syntax.Node) bool { return literal(i) == l }) {
			return t
		}
	}
	return nil
}

// named gives a record or vocabulary its type: the declared type of the place, the one that the same keywords
// made elsewhere, or a new one. It makes v refer to the latter two, and reports whether the type is known already, so
// that its definition is complete or on the way.
func (c *compiler) named(n *norm, v *ir.Value, at site) (t *ir.Type, known bool) {
	if at.self != nil {
		c.types[n.key] = at.self
		return &ir.Type{}, false
	}
	t, known = c.types[n.key]
	if !known {
		t = &ir.Type{Name: at.name, Lifted: true, Pos: n.pos, Doc: n.doc}
		c.types[n.key] = t
		c.out = append(c.out, t)
		c.spend(&c.budget.types, 1, at.pos)
	}
	v.Kind, v.Mismatch = ir.Ref{Type: t}, ir.Failure{}
	return t, known
}

// idle warns of keywords that can never say anything because the type has nothing to do with them.
func (c *compiler) idle(n *norm, types typeSet) {
	for _, k := range n.keywords {
		if k.of&types == 0 {
			c.diags.Add(diag.Diagnostic{Pos: k.pos, Severity: diag.Warning, Code: "no-effect", Message: "`" + k.name + "` has no effect on " + types.article()})
		}
	}
}
