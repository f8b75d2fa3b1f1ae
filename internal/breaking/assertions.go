package breaking

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"github.com/envgen/envgen/internal/ir"
)

func requiredBy(has []ir.Assertion) (names []string) {
	for _, h := range has {
		if r, is := h.(ir.Requires); is {
			names = append(names, r.Members...)
		}
	}
	return names
}

func subset(a, b []string) bool {
	return !slices.ContainsFunc(a, func(s string) bool { return !slices.Contains(b, s) })
}

// implies reports whether every value that satisfies one assertion satisfies another one.
func (p *schemaProof) implies(has, want ir.Assertion) bool {
	if _, never := has.(ir.Never); never {
		return true
	}
	if fmt.Sprintf("%T", has) != fmt.Sprintf("%T", want) {
		return false
	}
	if implied, is := scalarImplies(has, want); is {
		return implied
	}
	return p.inside(has, want)
}

// scalarImplies decides about assertions without schemas inside.
func scalarImplies(has, want ir.Assertion) (implied, is bool) {
	switch w := want.(type) {
	case ir.IsType:
		return typesWithin(has.(ir.IsType), w), true
	case ir.Equals:
		return subset(has.(ir.Equals).Texts, w.Texts), true
	case ir.Bound:
		var in, out interval
		in.cut(has.(ir.Bound), false)
		out.cut(w, false)
		return in.within(out), true
	case ir.Length:
		h := has.(ir.Length)
		return countWithin(h.Op, h.Limit, w.Op, w.Limit), true
	case ir.Items:
		h := has.(ir.Items)
		return countWithin(h.Op, h.Limit, w.Op, w.Limit), true
	case ir.MemberCount:
		h := has.(ir.MemberCount)
		return countWithin(h.Op, h.Limit, w.Op, w.Limit), true
	case ir.Pattern:
		_, proven := strayWord([]*ir.Regexp{has.(ir.Pattern).Regexp}, w.Regexp)
		return proven, true
	case ir.Format:
		return formatImplied([]ir.Check{has.(ir.Format)}, w.Name), true
	case ir.MultipleOf:
		return multiple(has.(ir.MultipleOf), w), true
	case ir.UniqueItems, ir.Never:
		return true, true
	case ir.DependentRequired:
		h := has.(ir.DependentRequired)
		return h.Trigger == w.Trigger && subset(w.Members, h.Members), true
	}
	return false, false
}

func typesWithin(a, b ir.IsType) bool {
	types, wider := a.Types, b.Types
	if wider&ir.NumberType != 0 {
		wider |= ir.IntegerType
	}
	if types&^wider != 0 {
		return false
	}
	whole := wider&ir.NumberType == 0 && types&ir.IntegerType != 0
	return !whole || a.Width == b.Width || b.Width.Has(a.Width.Least()) && b.Width.Has(a.Width.Most())
}

func countWithin(op ir.Op, n int, wanted ir.Op, limit int) bool {
	if op != wanted {
		return false
	}
	if op == ir.AtLeast {
		return n >= limit
	}
	return n <= limit
}

// multiple reports whether one divisor is a multiple of another, by their decimal spellings.
func multiple(a, b ir.MultipleOf) bool {
	x, okX := new(big.Rat).SetString(strconv.FormatFloat(a.Divisor, 'g', -1, 64))
	y, okY := new(big.Rat).SetString(strconv.FormatFloat(b.Divisor, 'g', -1, 64))
	if a.Digits != b.Digits && (a.Digits != "" || b.Digits != "") || !okX || !okY {
		return a.Divisor == b.Divisor && a.Digits == b.Digits
	}
	return new(big.Rat).Quo(x, y).IsInt()
}

func (p *schemaProof) equal(a, b *ir.Schema) bool { return p.schemas(a, b) && p.schemas(b, a) }

// inside decides about assertions with schemas inside.
func (p *schemaProof) inside(has, want ir.Assertion) bool {
	switch w := want.(type) {
	case ir.Properties:
		return p.properties(has.(ir.Properties), w)
	case ir.PropertyNames:
		return p.schemas(has.(ir.PropertyNames).Schema, w.Schema)
	case ir.ItemSchemas:
		return p.items(has.(ir.ItemSchemas), w)
	case ir.Contains:
		h := has.(ir.Contains)
		fewest := w.Least == 0 || h.Least >= w.Least && p.schemas(h.Schema, w.Schema)
		return fewest && (w.Most < 0 || h.Most >= 0 && h.Most <= w.Most && p.schemas(w.Schema, h.Schema))
	case ir.DependentSchema:
		h := has.(ir.DependentSchema)
		return h.Trigger == w.Trigger && p.schemas(h.Schema, w.Schema)
	case ir.Nullable:
		return p.schemas(has.(ir.Nullable).Schema, w.Schema)
	case ir.AnyOf:
		return p.anyOf(has.(ir.AnyOf), w)
	case ir.ExactlyOne:
		return slices.EqualFunc(has.(ir.ExactlyOne).Schemas, w.Schemas, p.equal)
	case ir.Not:
		return p.schemas(w.Schema, has.(ir.Not).Schema)
	case ir.If:
		h := has.(ir.If)
		return p.equal(h.If, w.If) && p.schemas(h.Then, w.Then) && p.schemas(h.Else, w.Else)
	case ir.Select:
		return p.selected(has.(ir.Select), w)
	}
	return false
}

func (p *schemaProof) anyOf(has, want ir.AnyOf) bool {
	return !slices.ContainsFunc(has.Schemas, func(one *ir.Schema) bool {
		return !slices.ContainsFunc(want.Schemas, func(s *ir.Schema) bool { return p.schemas(one, s) })
	})
}

func (p *schemaProof) selected(has, want ir.Select) bool {
	if has.Tag != want.Tag || has.By != want.By || !slices.Equal(has.Refused, want.Refused) {
		return false
	}
	return slices.EqualFunc(has.Cases, want.Cases, func(a, b ir.Case) bool { return slices.Equal(a.Tags, b.Tags) && p.schemas(a.Schema, b.Schema) })
}

func (p *schemaProof) items(has, want ir.ItemSchemas) bool {
	if len(has.Prefix) != len(want.Prefix) || !slices.EqualFunc(has.Prefix, want.Prefix, p.schemas) {
		return false
	}
	switch {
	case has.Closed != nil:
		return true
	case want.Closed != nil:
		return false
	}
	return p.schemas(has.Rest, want.Rest)
}

// properties requires of each member that its schema in one implies that in the other. Patterns have to be the same.
func (p *schemaProof) properties(has, want ir.Properties) bool {
	patterns := slices.EqualFunc(has.Patterns, want.Patterns, func(a, b ir.PatternSchema) bool {
		return a.Regexp.Source == b.Regexp.Source && p.schemas(a.Schema, b.Schema)
	})
	if !patterns {
		return false
	}
	rest := want.Additional
	if want.Closed != nil {
		rest = &ir.Schema{Assertions: []ir.Assertion{ir.Never{}}}
	}
	others := has.Additional
	if has.Closed != nil {
		others = &ir.Schema{Assertions: []ir.Assertion{ir.Never{}}}
	}
	if len(has.Patterns) > 0 && !sameNames(has.Named, want.Named) {
		return false // a name may also be one of a pattern's
	}
	for _, w := range want.Named {
		if !p.schemas(named(has.Named, w.Name, others), w.Schema) {
			return false
		}
	}
	for _, h := range has.Named {
		if !p.schemas(h.Schema, named(want.Named, h.Name, rest)) {
			return false
		}
	}
	return p.schemas(others, rest)
}

func named(list []ir.NamedSchema, name string, rest *ir.Schema) *ir.Schema {
	if i := slices.IndexFunc(list, func(n ir.NamedSchema) bool { return n.Name == name }); i >= 0 {
		return list[i].Schema
	}
	return rest
}

func sameNames(a, b []ir.NamedSchema) bool {
	return !slices.ContainsFunc(a, func(n ir.NamedSchema) bool {
		return !slices.ContainsFunc(b, func(o ir.NamedSchema) bool { return o.Name == n.Name })
	}) && len(a) == len(b)
}
