package compile

import (
	"reflect"
	"slices"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// straighten finds a form without a Schema for a value that general has compiled: a choice by JSON type, or a record with members that depend on the
// presence of others. v is that value, or a reference to the type that was lifted for it.
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
		to.Straight = types == objectType && c.straightRecord(k, n, rest) && !n.readsWide(k.Guards)
	}
	if to.Straight {
		to.Mismatch = n.mismatch()
		c.straight = append(c.straight, owner)
	}
}

// readsWide reports whether guards test the value of an integer of 64 bits, or narrow one. Languages differ in the type of its values.
func (n *normalForm) readsWide(guards []ir.Guard) bool {
	wide := func(member string) bool {
		p := n.byName[member]
		return p != nil && slices.ContainsFunc(p.parts, func(s *syntax.Schema) bool { return s.Width != "" })
	}
	test := func(a ir.Atom) bool { return (a.Is != nil || a.Types != 0) && wide(a.Member) }
	return slices.ContainsFunc(guards, func(g ir.Guard) bool {
		return slices.ContainsFunc(g.If, test) || slices.ContainsFunc(g.Narrowed, func(n ir.Narrowing) bool { return wide(n.Member) }) ||
			slices.ContainsFunc(g.Counts, func(c ir.Count) bool {
				return slices.ContainsFunc(c.Of, func(atoms []ir.Atom) bool { return slices.ContainsFunc(atoms, test) })
			})
	})
}

// straightChoice reports whether the options of a choice express all keywords.
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
			option.Kind, option.Checks = ir.Integer{Range: n.integerRange(), Width: n.width}, n.checks(numberType)
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

// bend rejects forms whose messages would differ from those of their Schema. If two keywords of one rule apply at one place, the Schema reports the
// lesser message of the failing ones, but a Kind reports that of the stricter keyword. A recursive schema is evaluated too, because Go looks ahead
// for the members that guards depend on.
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

// representable reports whether the narrowing schema of a member has the member's representation: a scalar of the same kind, or an object whose
// narrower type is dropped after the check.
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

// isObject reports whether a type, or the target of an alias, is a record or union.
func isObject(t *ir.Type) bool {
	switch k := t.Value.Kind.(type) {
	case ir.Ref:
		return isObject(k.Type)
	case *ir.Record, *ir.Union:
		return !t.Value.Nullable
	}
	return false
}
