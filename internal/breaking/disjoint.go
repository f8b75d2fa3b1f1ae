package breaking

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// disjoint reports whether no value is proven to satisfy both of two schemas.
func (p *schemaProof) disjoint(a, b *ir.Schema) bool { return p.apart(a, b, mostNested) }

// mostNested bounds the levels of members inside of members that make two schemas disjoint.
const mostNested = 4

// nestedPair is two schemas with the bound of members inside of them.
type nestedPair struct {
	schemaPair
	depth int
}

func (p *schemaProof) apart(a, b *ir.Schema, depth int) bool {
	key := nestedPair{schemaPair{a, b}, depth}
	if known, is := p.known[key]; is || depth == 0 {
		return known
	}
	if p.pairs++; p.pairs > mostSchemaPairs {
		return false
	}
	marks := marked(a, nil) || marked(b, nil)
	all := domains
	for _, s := range []*ir.Schema{a, b} {
		if d, is := p.made[s]; is {
			all = []domain{d}
		}
	}
	p.known[key] = !slices.ContainsFunc(all, func(d domain) bool {
		f := p.focus(d, marks)
		one, some := f.schema(a)
		other, others := f.schema(b)
		return some != never && others != never && !p.clash(one, other, depth)
	})
	return p.known[key]
}

// clash compares schemas of one domain. A value satisfies neither two lists without a common text, nor two requirements for one member that are disjoint.
func (p *schemaProof) clash(a, b *ir.Schema, depth int) bool {
	if a == nil || b == nil {
		return false
	}
	one, other := conjunction(a, nil), conjunction(b, nil)
	for _, h := range one {
		for _, o := range other {
			x, first := h.(ir.Equals)
			y, second := o.(ir.Equals)
			if first && second && !slices.ContainsFunc(x.Texts, func(text string) bool { return slices.Contains(y.Texts, text) }) {
				return true
			}
		}
	}
	for _, name := range append(requiredBy(one), requiredBy(other)...) {
		if p.apart(memberOf(one, name), memberOf(other, name), depth-1) {
			return true
		}
	}
	for i := range min(max(fewest(one), fewest(other)), mostNested) {
		if p.apart(itemOf(one, i), itemOf(other, i), depth-1) {
			return true
		}
	}
	return excluded(one, other) || excluded(other, one) || len(one) > 0 && p.branchesApart(one, b, depth) || len(other) > 0 && p.branchesApart(other, a, depth)
}

// branchesApart reports whether each schema of a choice is disjoint from another schema.
func (p *schemaProof) branchesApart(has []ir.Assertion, other *ir.Schema, depth int) bool {
	return slices.ContainsFunc(has, func(h ir.Assertion) bool {
		branches := alternatives(h)
		return len(branches) > 0 && !slices.ContainsFunc(branches, func(s *ir.Schema) bool { return !p.apart(s, other, depth-1) })
	})
}

// fewest is the number of items that each array has.
func fewest(has []ir.Assertion) (n int) {
	for _, h := range has {
		if items, is := h.(ir.Items); is && items.Op == ir.AtLeast {
			n = max(n, items.Limit)
		}
	}
	return n
}

// itemOf are the requirements for an item, as one schema.
func itemOf(has []ir.Assertion, i int) *ir.Schema {
	var list []*ir.Schema
	for _, h := range has {
		if items, is := h.(ir.ItemSchemas); is && i < len(items.Prefix) {
			list = append(list, items.Prefix[i])
		} else if is && items.Rest != nil {
			list = append(list, items.Rest)
		}
	}
	return jointly(list)
}

// memberOf are the requirements for a member, as one schema.
func memberOf(has []ir.Assertion, name string) *ir.Schema {
	var list []*ir.Schema
	for _, h := range has {
		if members, is := h.(ir.Properties); is {
			if s := named(members.Named, name, nil); s != nil {
				list = append(list, s)
			}
		}
	}
	return jointly(list)
}

func jointly(list []*ir.Schema) *ir.Schema {
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	return &ir.Schema{Assertions: []ir.Assertion{ir.AllOf{Schemas: list}}}
}

// excluded reports whether some assertions require a member that others refuse.
func excluded(one, other []ir.Assertion) bool {
	names := requiredBy(one)
	return slices.ContainsFunc(other, func(o ir.Assertion) bool {
		members, is := o.(ir.Properties)
		if !is || members.Closed == nil || len(members.Patterns) > 0 {
			return false
		}
		return slices.ContainsFunc(names, func(name string) bool {
			return !slices.ContainsFunc(members.Named, func(n ir.NamedSchema) bool { return n.Name == name })
		})
	})
}
