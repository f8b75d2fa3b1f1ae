package rules

import "github.com/envgen/envgen/internal/ir"

// A union that the presence of a member selects is no type to CEL, so a rule tests for the member and speaks of the branch that has it,
// or of the other one.

// selected is the union that presence selects among, or nil.
func selected(of operand) *ir.Union {
	if of.typ.Kind != ir.JSONExpr || of.typ.Value == nil {
		return nil
	}
	if u, isUnion := resolved(of.typ.Value).Kind.(*ir.Union); isUnion && u.By == ir.ByPresence {
		return u
	}
	return nil
}

// hasTag is whether the member is there by which presence selects.
func hasTag(of operand, u *ir.Union) ir.Expr {
	return ir.IsVariant{Of: of.expr, Union: named(of.typ.Value), Tag: u.Tag, Tests: []ir.VariantTest{{Variant: u.Variants[0].Type}}}
}

// variant runs done with the branch that the tests before have selected.
func (l *lowering) variant(n *node, of operand, u *ir.Union, done func(operand)) {
	if of = l.need(of); of.bad() {
		return
	}
	tag := of.path + step(u.Tag)
	there := l.facts[has+tag]
	if !there && !l.facts[lacks+tag] {
		l.fail(n, "rule-guard", "ask has("+l.spelled(of.node)+"."+u.Tag+") before", "%q selects which of two objects this is", u.Tag)
		return
	}
	branch := u.Variants[1].Type
	if there {
		branch = u.Variants[0].Type
	}
	selected := of
	selected.expr = ir.AsVariant{Of: of.expr, Union: named(of.typ.Value), Variants: []*ir.Type{branch}}
	selected.typ = ir.ExprType{Kind: ir.RecordExpr, Record: branch, Value: &branch.Value}
	if _, isUnion := branch.Value.Kind.(*ir.Union); isUnion {
		selected.typ = ir.ExprType{Kind: ir.JSONExpr, Value: &ir.Value{Kind: ir.Ref{Type: branch}}}
	}
	l.there(false, hasTag(of, u), there, func() { done(selected) })
}

func (l *lowering) noMembers(n *node, of operand) {
	if of.typ.Value != nil {
		if _, isUnion := resolved(of.typ.Value).Kind.(*ir.Union); isUnion {
			l.fail(n, "rule-type", "write a rule `for` each type that has the member, or measure the whole with jsonSize(), jsonDepth() or jsonItems()",
				"a rule cannot read members of a union that no tag selects")
			return
		}
	}
	if of.typ.Kind == ir.JSONExpr {
		l.fail(n, "rule-type", "a rule can use has(), == null, jsonSize(), jsonDepth(), jsonItems() and satisfies() with it", "the spec declares no members here")
		return
	}
	l.fail(n, "rule-type", "", "%s has no members", word(of.typ))
}
