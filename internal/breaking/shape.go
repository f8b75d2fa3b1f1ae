package breaking

import (
	"math/bits"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// shaped is a value that a schema decides about as a kind with checks, as far as the schema's types and literals show, and whether null is one of its
// values. The Kind is nil if no other value is.
func shaped(r ir.Resolved) (out ir.Resolved, null bool) {
	types := possibleTypes(r.Schema)
	var texts []string
	listed := false
	has := conjunction(r.Schema, nil)
	for _, a := range has {
		if equals, is := a.(ir.Equals); is {
			if !listed {
				texts = equals.Texts
			}
			texts = slices.DeleteFunc(slices.Clone(texts), func(t string) bool { return !slices.Contains(equals.Texts, t) })
			listed = true
		}
	}
	out = r
	if listed {
		return listedShape(r, texts, types)
	}
	null = types&ir.NullType != 0
	types &^= ir.NullType
	out.Checks = nil
	for _, a := range has {
		if check, is := a.(ir.Check); is {
			out.Checks = append(out.Checks, check)
		}
	}
	switch {
	case types == 0:
		out.Kind = nil
	case types == ir.StringType && isAny(r.Kind):
		out.Kind = ir.String{}
	case types == ir.BooleanType && isAny(r.Kind):
		out.Kind = ir.Boolean{}
	case types&^(ir.NumberType|ir.IntegerType) == 0 && isAny(r.Kind):
		out.Kind = ir.Number{}
	case bits.OnesCount8(uint8(types&^ir.IntegerType)) > 1:
		out.Checks = nil // a check of one type does not restrict the others
	}
	return out, null || r.OrNull
}

// possibleTypes are the JSON types of the values that a schema may accept.
func possibleTypes(s *ir.Schema) (types ir.JSONTypes) {
	marks := marked(s, nil)
	for _, d := range domains {
		f := &focus{domain: d, marks: marks, known: map[*ir.Schema]*focused{}, made: map[*ir.Schema]domain{}}
		if _, result := f.schema(s); result != never {
			types |= wider(d.types)
		}
	}
	return types
}

func isAny(k ir.Kind) bool { _, is := k.(ir.Any); return is }

func wider(t ir.JSONTypes) ir.JSONTypes {
	if t&ir.NumberType != 0 {
		t |= ir.IntegerType
	}
	if t&ir.IntegerType != 0 {
		t |= ir.NumberType
	}
	return t
}

// listedShape is a value with some texts only.
func listedShape(r ir.Resolved, texts []string, types ir.JSONTypes) (out ir.Resolved, null bool) {
	out = r
	var list []ir.Literal
	for _, t := range texts {
		l, scalar := literalOf(t)
		switch {
		case !scalar:
			return r, r.OrNull || types&ir.NullType != 0 // an object or array: the kind has the details
		case l.Kind == ir.NullLiteral:
			null = types&ir.NullType != 0
		case typeOf(l)&types != 0:
			list = append(list, l)
		}
	}
	if out.Kind = nil; list != nil {
		out.Kind, out.Checks = ir.Any{}, []ir.Check{ir.OneOf{Literals: list}}
	}
	return out, null || r.OrNull
}

func typeOf(l ir.Literal) ir.JSONTypes {
	return map[ir.LiteralKind]ir.JSONTypes{ir.BoolLiteral: ir.BooleanType, ir.NumberLiteral: ir.NumberType, ir.StringLiteral: ir.StringType}[l.Kind]
}

func literalOf(text string) (l ir.Literal, scalar bool) {
	v, err := read(text)
	if err != nil {
		return l, false
	}
	switch v := v.(type) {
	case nil:
		return ir.Literal{Kind: ir.NullLiteral}, true
	case bool:
		return ir.Literal{Kind: ir.BoolLiteral, Bool: v}, true
	case string:
		return ir.Literal{Kind: ir.StringLiteral, String: v}, true
	case interface{ String() string }:
		return numberLiteral(v.String()), true
	}
	return l, false
}

// schemaMaker makes a schema that accepts all values of a value: its own, or one with as much of its kind and checks as a schema can express.
type schemaMaker struct {
	known map[*ir.Value]*ir.Schema
	types map[*ir.Schema]*ir.Type // gets the schemas of whole types
}

func (m *schemaMaker) resolved(r ir.Resolved) *ir.Schema {
	if r.Schema != nil {
		if r.OrNull {
			return &ir.Schema{Assertions: []ir.Assertion{ir.Nullable{Schema: r.Schema}}}
		}
		return r.Schema
	}
	s := m.kind(r.Kind)
	for _, check := range r.Checks {
		if one, is := check.(ir.OneOf); is {
			s.Assertions = append(s.Assertions, equals(one.Literals))
		} else if a, is := check.(ir.Assertion); is {
			s.Assertions = append(s.Assertions, a)
		}
	}
	if _, isAny := r.Kind.(ir.Any); r.Nullable && !isAny {
		return &ir.Schema{Assertions: []ir.Assertion{ir.Nullable{Schema: s}}}
	}
	return s
}

// kind returns a new schema, without the checks of the value.
func (m *schemaMaker) kind(k ir.Kind) *ir.Schema {
	s := &ir.Schema{}
	add := func(types ir.JSONTypes, more ...ir.Assertion) *ir.Schema {
		s.Assertions = append([]ir.Assertion{ir.IsType{Types: types}}, more...)
		return s
	}
	switch k := k.(type) {
	case ir.Null:
		add(ir.NullType)
	case ir.Boolean:
		add(ir.BooleanType)
	case ir.Integer:
		s.Assertions = []ir.Assertion{ir.IsType{Types: ir.IntegerType, Width: k.Width}}
	case ir.Number:
		add(ir.NumberType)
	case ir.String:
		add(ir.StringType)
	case ir.Const:
		s.Assertions = []ir.Assertion{equals([]ir.Literal{k.Literal})}
	case *ir.Enum:
		if add(ir.StringType); !k.Open {
			s.Assertions = append(s.Assertions, equals(literals(ir.Resolved{Kind: k})))
		}
	case ir.Array:
		add(ir.ArrayType, ir.ItemSchemas{Rest: m.value(k.Items)})
	case ir.Object:
		add(ir.ObjectType)
	case ir.Map:
		add(ir.ObjectType, ir.Properties{Additional: m.value(k.Values)})
	case *ir.Record:
		add(ir.ObjectType, m.record(k)...)
	case *ir.Union:
		add(ir.ObjectType, m.union(k)...)
	case *ir.Choice:
		var options []*ir.Schema
		for i := range k.Options {
			options = append(options, m.value(&k.Options[i]))
		}
		s.Assertions = []ir.Assertion{ir.AnyOf{Schemas: options}}
	}
	return s
}

func equals(list []ir.Literal) ir.Equals {
	var texts []string
	for _, l := range list {
		texts = append(texts, text(l))
	}
	return ir.Equals{Texts: texts}
}

func (m *schemaMaker) value(v *ir.Value) *ir.Schema {
	if s := m.known[v]; s != nil {
		return s
	}
	r := v.Resolve()
	if r.Schema != nil && !r.OrNull {
		return r.Schema
	}
	s := &ir.Schema{}
	m.known[v] = s
	if ref, is := v.Kind.(ir.Ref); is && r.Schema == nil && len(v.Checks) == 0 {
		s.Assertions = m.reference(ref.Type, v.Nullable)
	} else {
		s.Assertions = m.resolved(r).Assertions
	}
	return s
}

func (m *schemaMaker) reference(t *ir.Type, nullable bool) []ir.Assertion {
	s := m.value(&t.Value)
	if m.types[s] == nil {
		m.types[s] = t
	}
	if nullable && !t.Value.AcceptsNull() {
		return []ir.Assertion{ir.Nullable{Schema: s}}
	}
	return []ir.Assertion{ir.AllOf{Schemas: []*ir.Schema{s}}}
}

// record are the assertions of a record: those of its members, the required ones, and the closed rest.
func (m *schemaMaker) record(k *ir.Record) []ir.Assertion {
	var required ir.Requires
	var members ir.Properties
	for _, f := range k.Fields {
		if f.Required {
			required.Members = append(required.Members, f.Name)
		}
		members.Named = append(members.Named, ir.NamedSchema{Name: f.Name, Schema: m.value(&f.Value)})
	}
	for _, f := range k.Forbidden {
		members.Named = append(members.Named, ir.NamedSchema{Name: f.Name, Schema: &ir.Schema{Assertions: []ir.Assertion{ir.Never{}}}})
	}
	if k.Closed {
		members.Closed = &k.Surplus
	}
	return []ir.Assertion{required, members}
}

// union requires one of the variants.
func (m *schemaMaker) union(k *ir.Union) []ir.Assertion {
	if k.By == ir.ByBranch {
		return []ir.Assertion{branchesOf(k)}
	}
	var branches []*ir.Schema
	for _, v := range k.Variants {
		branches = append(branches, m.value(&v.Type.Value))
	}
	return []ir.Assertion{ir.AnyOf{Schemas: branches}}
}

// branchesOf are the branches of a union without a tag, as they are in the spec.
func branchesOf(k *ir.Union) ir.Assertion {
	var branches []*ir.Schema
	for _, b := range k.Branches {
		branches = append(branches, b.Schema)
	}
	if k.Exclusive {
		return ir.ExactlyOne{Schemas: branches}
	}
	return ir.AnyOf{Schemas: branches}
}
