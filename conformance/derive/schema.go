package derive

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

const (
	maxSampleDepth   = 6   // ends the samples of recursive schemas
	maxSampleMembers = 300 // of all objects together
)

// schemaSampler makes values by the requirements of schemas.
type schemaSampler struct{ members int }

// schemaSample makes a value that schemas probably accept together. It satisfies their types, constants and required members, takes the first of
// several branches, and ignores conditions.
func schemaSample(schemas ...*ir.Schema) value {
	return new(schemaSampler).value(schemas, 0)
}

func (s *schemaSampler) value(schemas []*ir.Schema, depth int) value {
	said := flatten(schemas...)
	if v, ok := constant(said); ok {
		return v
	}
	var checks []ir.Check
	types := everything
	for _, a := range said {
		if t, ok := a.(ir.IsType); ok {
			types &= jsonTypesOf(t.Types)
		}
		if c, ok := a.(ir.Check); ok {
			checks = append(checks, c)
		}
	}
	switch kind := likely(said, types); {
	case kind == ir.ObjectType && depth < maxSampleDepth:
		return s.object(said, depth)
	case kind == ir.ObjectType:
		return object{}
	case kind == ir.ArrayType:
		return s.array(said, checks, depth)
	case kind == ir.StringType:
		return scalar(ir.String{}, checks)
	case kind == ir.NumberType:
		return numberOf(nearestZero(checks, true))
	case kind == ir.BooleanType:
		return false
	default:
		return nil
	}
}

// flatten lists the assertions of schemas at one place.
func flatten(schemas ...*ir.Schema) []ir.Assertion {
	return flattenTo(nil, schemas, map[*ir.Schema]bool{})
}

func flattenTo(said []ir.Assertion, schemas []*ir.Schema, seen map[*ir.Schema]bool) []ir.Assertion {
	for _, s := range schemas {
		if s == nil || seen[s] {
			continue
		}
		seen[s] = true
		said = append(said, s.Assertions...)
		for _, a := range s.Assertions {
			switch a := a.(type) {
			case ir.AllOf:
				said = flattenTo(said, a.Schemas, seen)
			case ir.Nullable:
				said = flattenTo(said, []*ir.Schema{a.Schema}, seen)
			case ir.AnyOf:
				said = flattenTo(said, a.Schemas[:1], seen)
			case ir.ExactlyOne:
				said = flattenTo(said, a.Schemas[:1], seen)
			case ir.Select:
				said = flattenTo(said, []*ir.Schema{a.Cases[0].Schema}, seen)
			}
		}
	}
	return said
}

// constant is the first value that all of `const` and `enum` accept.
func constant(said []ir.Assertion) (value, bool) {
	var left []string
	found := false
	for _, a := range said {
		if e, ok := a.(ir.Equals); ok {
			if !found {
				left, found = slices.Clone(e.Texts), true
			}
			left = slices.DeleteFunc(left, func(text string) bool { return !slices.Contains(e.Texts, text) })
		}
	}
	if len(left) == 0 {
		return nil, false
	}
	v, err := read(left[0])
	return v, err == nil
}

func jsonTypesOf(t ir.JSONTypes) ir.JSONTypes {
	if t&ir.IntegerType != 0 {
		t |= ir.NumberType
	}
	return t & everything
}

// likely is one of the types: one with an assertion, or the first of the remaining types.
func likely(said []ir.Assertion, types ir.JSONTypes) ir.JSONTypes {
	for _, a := range said {
		if speaks := typeSpokenOf(a); speaks&types != 0 {
			return speaks
		}
	}
	for _, t := range []ir.JSONTypes{ir.ObjectType, ir.StringType, ir.NumberType, ir.BooleanType, ir.ArrayType} {
		if types&t != 0 {
			return t
		}
	}
	return ir.NullType
}

func typeSpokenOf(a ir.Assertion) ir.JSONTypes {
	switch a.(type) {
	case ir.Requires, ir.Properties, ir.MemberCount, ir.PropertyNames, ir.DependentRequired, ir.Select:
		return ir.ObjectType
	case ir.Items, ir.ItemSchemas, ir.Contains, ir.UniqueItems:
		return ir.ArrayType
	case ir.Length, ir.Pattern, ir.Format:
		return ir.StringType
	case ir.Bound, ir.MultipleOf:
		return ir.NumberType
	default:
		return 0
	}
}

func (s *schemaSampler) object(said []ir.Assertion, depth int) value {
	o := object{}
	for _, a := range said {
		if r, ok := a.(ir.Requires); ok {
			for _, name := range r.Members {
				if s.members++; s.members <= maxSampleMembers && o.index(name) < 0 {
					o = append(o, member{name, s.value(membersNamed(said, name), depth+1)})
				}
			}
		}
	}
	return o
}

func membersNamed(said []ir.Assertion, name string) []*ir.Schema {
	var list []*ir.Schema
	for _, a := range said {
		if p, ok := a.(ir.Properties); ok {
			for _, n := range p.Named {
				if n.Name == name {
					list = append(list, n.Schema)
				}
			}
		}
	}
	return list
}

func (s *schemaSampler) array(said []ir.Assertion, checks []ir.Check, depth int) value {
	list := array{}
	least, _ := itemCounts(checks)
	for i := 0; i < least && depth < maxSampleDepth && s.members < maxSampleMembers; i++ {
		s.members++
		var schemas []*ir.Schema
		for _, a := range said {
			if k, ok := a.(ir.ItemSchemas); ok {
				if i < len(k.Prefix) {
					schemas = append(schemas, k.Prefix[i])
				} else {
					schemas = append(schemas, k.Rest)
				}
			}
		}
		list = append(list, s.value(schemas, depth+1))
	}
	return list
}
