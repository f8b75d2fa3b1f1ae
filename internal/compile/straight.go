package compile

import (
	"reflect"
	"slices"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// straighten finds a form without a Schema for what general has compiled: a choice by JSON type, or a record whose members depend on
// the presence of others. v is that value, or a reference to the type that was lifted for it.
func (c *compiler) straighten(v *ir.Value, n *normalForm, rest []conjunct, types typeSet, at site) {
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
		if to.Straight = n.straightChoice(rest); to.Straight {
			c.checkOptions(k, n)
		}
	case *ir.Record:
		to.Straight = types == objectType && c.straightRecord(k, n, rest)
	}
	if to.Straight {
		to.Mismatch = n.mismatch()
		c.straight = append(c.straight, owner)
	}
}

// straightChoice reports whether the options of a choice say all that the keywords say.
func (n *normalForm) straightChoice(rest []conjunct) bool {
	falseItems := slices.ContainsFunc(n.itemParts, func(s *syntax.Schema) bool { return s.Bool != nil && !*s.Bool })
	undeclared := slices.ContainsFunc(n.required, func(t syntax.Text) bool { return n.byName[t.Value] == nil })
	return n.typed && !n.hasLits && len(rest) == 0 && !falseItems && !undeclared && (len(n.additional) == 0 || !n.isRecord)
}

// checkOptions gives the options of a choice their checks.
func (c *compiler) checkOptions(k *ir.Choice, n *normalForm) {
	for i := range k.Options {
		option := &k.Options[i]
		switch option.Kind.(type) {
		case ir.Integer:
			option.Kind, option.Checks = ir.Integer{Range: n.integerRange()}, n.checks(numberType)
		case ir.Number:
			option.Checks = n.checks(numberType)
		case ir.String:
			option.Checks = c.stringChecks(n)
		case ir.Array:
			option.Checks = n.checks(arrayType)
		}
		option.Mismatch = n.mismatch()
	}
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
			k.Guards, k.Noted = nil, nil
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
