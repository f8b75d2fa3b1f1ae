package breaking

import (
	"math/big"
	"slices"
	"strconv"

	"github.com/envgen/envgen/internal/formats"
	"github.com/envgen/envgen/internal/ir"
)

// domain is a set of JSON values: all of one JSON type, or one value.
type domain struct {
	types ir.JSONTypes // one type; IntegerType are the whole numbers within ±(2^53-1), NumberType all other numbers
	text  string       // of one value, or ""
}

// domains are disjoint and contain all values.
var domains = []domain{
	{ir.NullType, "null"}, {ir.BooleanType, "true"}, {ir.BooleanType, "false"},
	{types: ir.IntegerType}, {types: ir.NumberType}, {types: ir.StringType}, {types: ir.ArrayType}, {types: ir.ObjectType},
}

// domainOf is the domain of one value.
func domainOf(text string) domain {
	switch text[0] {
	case 'n':
		return domain{ir.NullType, text}
	case 't', 'f':
		return domain{ir.BooleanType, text}
	case '"':
		return domain{ir.StringType, text}
	case '[':
		return domain{ir.ArrayType, text}
	case '{':
		return domain{ir.ObjectType, text}
	}
	l, _ := literalOf(text)
	if n, whole := exact(l); whole && ir.Safe.Has(n) {
		return domain{ir.IntegerType, text}
	}
	return domain{ir.NumberType, text}
}

// scope are the JSON types that an assertion is about. It accepts all values of the others.
func scope(a ir.Assertion) ir.JSONTypes {
	switch a.(type) {
	case ir.Bound, ir.MultipleOf:
		return ir.NumberType | ir.IntegerType
	case ir.Length, ir.Pattern, ir.Format:
		return ir.StringType
	case ir.Items, ir.UniqueItems, ir.ItemSchemas, ir.Contains, ir.UnevaluatedItems:
		return ir.ArrayType
	case ir.MemberCount, ir.Requires, ir.DependentRequired, ir.Properties, ir.PropertyNames, ir.DependentSchema, ir.UnevaluatedProperties:
		return ir.ObjectType
	}
	return 1<<7 - 1
}

// outcome is how much of a schema a domain decides.
type outcome uint8

const (
	open   outcome = iota // it accepts some values of the domain, or none, or all
	always                // it accepts all of them
	never                 // it accepts none of them
)

// focus makes schemas for the values of one domain. The schemas that a keyword applies in place are part of it, those of members and items are not.
type focus struct {
	domain
	marks bool // unevaluated members or items depend on the schemas that accept the value
	known map[*ir.Schema]*focused
	made  map[*ir.Schema]domain // gets all schemas that it makes
}

type focused struct {
	schema  *ir.Schema // of an open outcome
	outcome outcome
}

// schema leaves out the assertions that the domain decides. nil accepts everything.
func (f *focus) schema(s *ir.Schema) (*ir.Schema, outcome) {
	if s == nil {
		return nil, always
	}
	if made := f.known[s]; made != nil {
		return made.schema, made.outcome
	}
	made := &focused{schema: s} // where it refers to itself in place
	f.known[s] = made
	out := &ir.Schema{Place: s.Place}
	result := always
	for _, a := range s.Assertions {
		part, decided := f.assertion(a)
		if decided == never {
			result = never
			break
		}
		if decided == open {
			result = open
			out.Assertions = append(out.Assertions, part)
		}
	}
	made.schema, made.outcome = out, result
	f.made[out] = f.domain
	return out, result
}

func (f *focus) assertion(a ir.Assertion) (ir.Assertion, outcome) {
	if scope(a)&f.types == 0 {
		return nil, always
	}
	switch a := a.(type) {
	case ir.IsType:
		return a, f.isType(a)
	case ir.Equals:
		return f.equals(a)
	case ir.MultipleOf:
		return a, f.multipleOf(a)
	case ir.Bound, ir.Length, ir.Pattern, ir.Format:
		return a, f.check(a.(ir.Check))
	case ir.AllOf:
		return f.all(a)
	case ir.Nullable:
		return f.nullable(a)
	case ir.AnyOf:
		return f.anyOf(a)
	case ir.ExactlyOne:
		return f.exactlyOne(a)
	case ir.Not:
		return f.not(a)
	case ir.If:
		return f.condition(a)
	case ir.DependentSchema:
		a.Schema = f.inside(a.Schema)
		return a, open
	case ir.Select:
		return f.selected(a)
	case ir.Never:
		return nil, never
	}
	return a, open
}

// inside is a schema that has to be one.
func (f *focus) inside(s *ir.Schema) *ir.Schema {
	switch out, decided := f.schema(s); decided {
	case always:
		return nil
	case never:
		return &ir.Schema{Assertions: []ir.Assertion{ir.Never{}}}
	default:
		return out
	}
}

func (f *focus) isType(a ir.IsType) outcome {
	types := a.Types
	if types&ir.NumberType != 0 {
		types |= ir.IntegerType
	}
	switch {
	case types&f.types != 0:
		if f.types == ir.IntegerType && types&ir.NumberType == 0 && a.Width == ir.UInt64 {
			return open // it has no negative ones
		}
		return always
	case f.types == ir.NumberType && types&ir.IntegerType != 0 && a.Width != ir.Safe:
		return open
	}
	return never
}

func (f *focus) equals(a ir.Equals) (ir.Assertion, outcome) {
	if f.text != "" {
		return nil, decided(slices.Contains(a.Texts, f.text))
	}
	texts := slices.DeleteFunc(slices.Clone(a.Texts), func(text string) bool { return domainOf(text).types != f.types })
	if len(texts) == 0 {
		return nil, never
	}
	a.Texts = texts
	return a, open
}

func decided(is bool) outcome {
	if is {
		return always
	}
	return never
}

func (f *focus) multipleOf(a ir.MultipleOf) outcome {
	if f.types == ir.IntegerType && multiple(ir.MultipleOf{Divisor: 1}, a) {
		return always
	}
	if l, scalar := literalOf(f.text); f.text != "" && scalar && a.Digits == "" {
		return decided(new(big.Rat).Quo(shortest(l.Number), shortest(a.Divisor)).IsInt())
	}
	return open
}

// shortest is the number that the shortest decimal spelling of a double names.
func shortest(double float64) *big.Rat {
	r, _ := new(big.Rat).SetString(strconv.FormatFloat(double, 'g', -1, 64))
	return r
}

func (f *focus) check(c ir.Check) outcome {
	l, scalar := literalOf(f.text)
	if f.text == "" || !scalar {
		return open
	}
	switch c := c.(type) {
	case ir.Format:
		return decided(formats.Matches(c.Name, l.String))
	case ir.Bound:
		if c.Digits == "" {
			l.Digits = "" // both are doubles
		}
	}
	return decided(keeps(l, c))
}

func (f *focus) all(a ir.AllOf) (ir.Assertion, outcome) {
	list, _, some := f.each(a.Schemas)
	if some {
		return nil, never
	}
	if len(list) == 0 {
		return nil, always
	}
	return ir.AllOf{Schemas: list}, open
}

// each are the open ones of some schemas, the number of those that accept all values, and whether one accepts none.
func (f *focus) each(schemas []*ir.Schema) (list []*ir.Schema, all int, some bool) {
	for _, s := range schemas {
		switch out, decided := f.schema(s); decided {
		case always:
			all++
		case never:
			some = true
		default:
			list = append(list, out)
		}
	}
	return list, all, some
}

func (f *focus) nullable(a ir.Nullable) (ir.Assertion, outcome) {
	if f.types == ir.NullType {
		return nil, always
	}
	return f.all(ir.AllOf{Schemas: []*ir.Schema{a.Schema}})
}

func (f *focus) anyOf(a ir.AnyOf) (ir.Assertion, outcome) {
	list, all, _ := f.each(a.Schemas)
	switch {
	case all > 0 && (!f.marks || len(list) == 0):
		return nil, always
	case all > 0:
		return a, open
	case len(list) == 0:
		return nil, never
	case len(list) == 1:
		return ir.AllOf{Schemas: list}, open
	}
	a.Schemas = list
	return a, open
}

func (f *focus) exactlyOne(a ir.ExactlyOne) (ir.Assertion, outcome) {
	list, all, _ := f.each(a.Schemas)
	switch {
	case all > 1 || all+len(list) == 0:
		return nil, never
	case all == 1 && len(list) == 0:
		return nil, always
	case all == 1 && !f.marks:
		return ir.Not{Schema: f.either(list), Failure: a.Failure}, open
	case all == 1:
		return a, open
	case len(list) == 1:
		return ir.AllOf{Schemas: list}, open
	}
	a.Schemas = list
	return a, open
}

// either accepts the values that one of some schemas accepts.
func (f *focus) either(list []*ir.Schema) *ir.Schema {
	if len(list) == 1 {
		return list[0]
	}
	s := &ir.Schema{Assertions: []ir.Assertion{ir.AnyOf{Schemas: list}}}
	f.made[s] = f.domain
	return s
}

func (f *focus) not(a ir.Not) (ir.Assertion, outcome) {
	out, decided := f.schema(a.Schema)
	switch decided {
	case always:
		return nil, never
	case never:
		return nil, always
	}
	a.Schema = out
	return a, open
}

func (f *focus) condition(a ir.If) (ir.Assertion, outcome) {
	out, decided := f.schema(a.If)
	switch decided {
	case always:
		return f.all(ir.AllOf{Schemas: given(a.Then)})
	case never:
		return f.all(ir.AllOf{Schemas: given(a.Else)})
	}
	_, then := f.schema(a.Then)
	_, otherwise := f.schema(a.Else)
	switch {
	case then == never && otherwise == never:
		return nil, never
	case f.marks:
		return a, open
	case then == always && otherwise == always:
		return nil, always
	}
	return ir.If{If: out, Then: f.inside(a.Then), Else: f.inside(a.Else)}, open
}

func given(s *ir.Schema) []*ir.Schema {
	if s == nil {
		return nil
	}
	return []*ir.Schema{s}
}

// selected keeps the cases: those that accept nothing name a tag all the same.
func (f *focus) selected(a ir.Select) (ir.Assertion, outcome) {
	if f.types != ir.ObjectType {
		return nil, never
	}
	cases := slices.Clone(a.Cases)
	for i := range cases {
		if cases[i].Schema = f.inside(cases[i].Schema); cases[i].Schema == nil {
			cases[i].Schema = &ir.Schema{}
		}
	}
	a.Cases = cases
	return a, open
}

// marked reports whether a schema, or one that it applies in place, is about members or items that the others do not evaluate.
func marked(s *ir.Schema, within []*ir.Schema) bool {
	if s == nil || slices.Contains(within, s) {
		return false
	}
	within = append(slices.Clip(within), s)
	return slices.ContainsFunc(s.Assertions, func(a ir.Assertion) bool {
		return unevaluated(a) || slices.ContainsFunc(inPlace(a), func(s *ir.Schema) bool { return marked(s, within) })
	})
}

// inPlace are the schemas that an assertion applies to the same value.
func inPlace(a ir.Assertion) []*ir.Schema {
	switch a := a.(type) {
	case ir.AllOf:
		return a.Schemas
	case ir.Nullable:
		return given(a.Schema)
	case ir.AnyOf:
		return a.Schemas
	case ir.ExactlyOne:
		return a.Schemas
	case ir.Not:
		return given(a.Schema)
	case ir.If:
		return slices.Concat(given(a.If), given(a.Then), given(a.Else))
	case ir.DependentSchema:
		return given(a.Schema)
	case ir.Select:
		var list []*ir.Schema
		for _, c := range a.Cases {
			list = append(list, c.Schema)
		}
		return list
	}
	return nil
}
