package breaking

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// mostSchemaPairs bounds the pairs of schemas that one proof compares.
const mostSchemaPairs = 5_000

// schemaPair is a claim: all values of the first schema are values of the second.
type schemaPair [2]*ir.Schema

// schemaProof proves that one schema accepts all that another one accepts. It compares assertion by assertion, then for the values of each domain. A
// relation without a proof may still be true.
type schemaProof struct {
	assumed map[schemaPair]bool
	failed  map[schemaPair]bool     // no proof was found
	trail   []schemaPair            // the assumptions in the order in which they were made
	sends   map[*ir.Schema]*ir.Type // the sender's types that schemas are of: each is compared on its own
	takes   map[*ir.Schema]*ir.Type // the receiver's
	foci    map[focusKey]*focus
	made    map[*ir.Schema]domain // schemas for the values of one domain
	singles map[single]*ir.Schema
	known   map[nestedPair]bool // whether two schemas are disjoint
	pairs   int
	root    schemaPair // of two types, which are compared here
}

// single identifies one assertion of a schema.
type single struct {
	of *ir.Schema
	at int
}

// newSchemaProof compares schemas of a sender's protocol with those of a receiver's.
func newSchemaProof(sender, receiver *ir.Protocol) *schemaProof {
	return &schemaProof{
		assumed: map[schemaPair]bool{}, failed: map[schemaPair]bool{}, sends: typesOfSchemas(sender), takes: typesOfSchemas(receiver),
		foci: map[focusKey]*focus{}, made: map[*ir.Schema]domain{}, singles: map[single]*ir.Schema{}, known: map[nestedPair]bool{},
	}
}

// typesOfSchemas are the types of a protocol by their schemas.
func typesOfSchemas(p *ir.Protocol) map[*ir.Schema]*ir.Type {
	list := map[*ir.Schema]*ir.Type{}
	for _, s := range p.Schemas {
		if s.Type != nil && s.Type.Protocol == p.Name {
			list[s] = s.Type
		}
	}
	return list
}

// of is a value as a schema.
func (p *schemaProof) of(r ir.Resolved) *ir.Schema {
	return (&schemaMaker{known: map[*ir.Value]*ir.Schema{}, types: p.sends}).resolved(r)
}

// contained reports whether all values of a are proven to be values of b.
func (p *schemaProof) contained(a, b *ir.Schema) bool {
	p.root, p.pairs = schemaPair{a, b}, 0
	return p.schemas(a, b)
}

// schemas compares two schemas; nil accepts everything.
func (p *schemaProof) schemas(a, b *ir.Schema) bool {
	if b == nil || len(b.Assertions) == 0 {
		return true
	}
	if a == nil {
		a = unlimited
	}
	a, b = unwrapped(a), unwrapped(b)
	pair := schemaPair{a, b}
	if p.assumed[pair] || pair != p.root && p.separately(a, b) {
		return true
	}
	if p.pairs++; p.failed[pair] || p.pairs > mostSchemaPairs {
		return false
	}
	before := len(p.trail)
	p.assumed[pair] = true
	p.trail = append(p.trail, pair)
	if p.directly(a, b) || p.byDomain(a, b) {
		return true
	}
	p.forget(before)
	p.failed[pair] = true
	return false
}

// unwrapped is a schema without the references that lead to it.
func unwrapped(s *ir.Schema) *ir.Schema {
	for range 100 { // a reference may lead back
		if len(s.Assertions) != 1 {
			break
		}
		all, is := s.Assertions[0].(ir.AllOf)
		if !is || len(all.Schemas) != 1 {
			break
		}
		s = all.Schemas[0]
	}
	return s
}

// separately reports whether a schema, or one that it consists of, is proven elsewhere to be contained in another one.
func (p *schemaProof) separately(a, b *ir.Schema) bool {
	to := p.takes[b]
	if to == nil {
		return false
	}
	is := func(s *ir.Schema) bool { t := p.sends[s]; return t != nil && paired(t, to) }
	return is(a) || slices.ContainsFunc(a.Assertions, func(part ir.Assertion) bool {
		all, isAll := part.(ir.AllOf)
		return isAll && slices.ContainsFunc(all.Schemas, func(s *ir.Schema) bool { return is(unwrapped(s)) })
	})
}

// unlimited accepts everything.
var unlimited = &ir.Schema{}

// directly compares the assertions of two schemas.
func (p *schemaProof) directly(a, b *ir.Schema) bool {
	if slices.ContainsFunc(b.Assertions, unevaluated) {
		return p.alike(a, b) // the other keywords beside it decide which values it is for
	}
	has := conjunction(a, nil)
	for i := range b.Assertions {
		if !p.required(a, has, b, i) {
			return false
		}
	}
	return true
}

// alike compares schemas that evaluate the same members and items. Only the schemas of these may differ.
func (p *schemaProof) alike(a, b *ir.Schema) bool {
	if p.pairs++; p.pairs > mostSchemaPairs {
		return false
	}
	return slices.EqualFunc(a.Assertions, b.Assertions, func(x, y ir.Assertion) bool {
		if fmt.Sprintf("%T", x) != fmt.Sprintf("%T", y) {
			return false
		}
		switch y := y.(type) {
		case ir.AllOf:
			return slices.EqualFunc(x.(ir.AllOf).Schemas, y.Schemas, p.alike)
		case ir.Properties:
			x := x.(ir.Properties)
			return sameNames(x.Named, y.Named) && (x.Additional == nil) == (y.Additional == nil) && p.properties(x, y)
		case ir.ItemSchemas:
			x := x.(ir.ItemSchemas)
			return (x.Rest == nil) == (y.Rest == nil) && (x.Closed == nil) == (y.Closed == nil) && p.items(x, y)
		case ir.UnevaluatedProperties:
			x := x.(ir.UnevaluatedProperties)
			return (x.Closed == nil) == (y.Closed == nil) && p.schemas(x.Schema, y.Schema)
		case ir.UnevaluatedItems:
			x := x.(ir.UnevaluatedItems)
			return (x.Closed == nil) == (y.Closed == nil) && p.schemas(x.Schema, y.Schema)
		}
		return newComparer(false).same(x, y)
	})
}

// byDomain compares two schemas for the values of each domain.
func (p *schemaProof) byDomain(a, b *ir.Schema) bool {
	if _, is := p.made[a]; is {
		return false
	}
	if _, is := p.made[b]; is {
		return false
	}
	marks := marked(a, nil) || marked(b, nil)
	for _, d := range p.domainsOf(a) {
		f := p.focus(d, marks)
		sends, some := f.schema(a)
		takes, all := f.schema(b)
		switch {
		case some == never || all == always:
		case all == never || !p.schemas(sends, takes):
			return false
		}
	}
	return true
}

// mostListed bounds the values that are compared one by one.
const mostListed = 64

// domainsOf are domains that contain all values of a schema.
func (p *schemaProof) domainsOf(s *ir.Schema) []domain {
	for _, a := range conjunction(s, nil) {
		if equals, is := a.(ir.Equals); is && len(equals.Texts) <= mostListed {
			var list []domain
			for _, text := range equals.Texts {
				list = append(list, domainOf(text))
			}
			return list
		}
	}
	return domains
}

type focusKey struct {
	domain
	marks bool
}

func (p *schemaProof) focus(d domain, marks bool) *focus {
	key := focusKey{d, marks}
	f := p.foci[key]
	if f == nil {
		f = &focus{domain: d, marks: marks, known: map[*ir.Schema]*focused{}, made: p.made}
		p.foci[key] = f
	}
	return f
}

// one is a schema of one assertion.
func (p *schemaProof) one(of *ir.Schema, at int) *ir.Schema {
	key := single{of, at}
	s := p.singles[key]
	if s == nil {
		s = &ir.Schema{Assertions: []ir.Assertion{of.Assertions[at]}}
		p.singles[key] = s
		if d, is := p.made[of]; is {
			p.made[s] = d
		}
	}
	return s
}

// forget drops the assumptions behind a failed proof: the later ones may rest on the earlier ones.
func (p *schemaProof) forget(before int) {
	for _, pair := range p.trail[before:] {
		delete(p.assumed, pair)
	}
	p.trail = p.trail[:before]
}

// conjunction are the assertions of a schema and of those that it consists of.
func conjunction(s *ir.Schema, within []*ir.Schema) (list []ir.Assertion) {
	if slices.Contains(within, s) {
		return nil
	}
	for _, a := range s.Assertions {
		if all, is := a.(ir.AllOf); is {
			for _, part := range all.Schemas {
				list = append(list, conjunction(part, append(slices.Clip(within), s))...)
			}
			continue
		}
		list = append(list, a)
	}
	return list
}

// unevaluated reports whether an assertion depends on the others beside it.
func unevaluated(a ir.Assertion) bool { return strings.Contains(fmt.Sprintf("%T", a), "Unevaluated") }

// required reports whether a schema with some assertions implies one of another schema.
func (p *schemaProof) required(a *ir.Schema, has []ir.Assertion, b *ir.Schema, at int) bool {
	want := b.Assertions[at]
	switch w := want.(type) {
	case ir.AllOf:
		return !slices.ContainsFunc(w.Schemas, func(s *ir.Schema) bool { return !p.schemas(a, s) })
	case ir.Requires:
		if subset(w.Members, requiredBy(has)) {
			return true
		}
	case ir.DependentRequired:
		if subset(w.Members, requiredBy(has)) {
			return true
		}
	case ir.Properties:
		if p.properties(ir.Properties{}, w) || p.membersApart(a, has, w) {
			return true
		}
	}
	return slices.ContainsFunc(has, func(h ir.Assertion) bool { return p.implies(h, want) }) ||
		p.listed(has, want) || p.chosen(a, want) || p.distributed(a, has, b, at)
}

// membersApart compares each member on its own: it may be required elsewhere.
func (p *schemaProof) membersApart(a *ir.Schema, has []ir.Assertion, w ir.Properties) bool {
	if len(w.Named) < 2 || len(w.Patterns) > 0 || w.Additional != nil || w.Closed != nil {
		return false
	}
	return !slices.ContainsFunc(w.Named, func(n ir.NamedSchema) bool {
		return !p.required(a, has, &ir.Schema{Assertions: []ir.Assertion{ir.Properties{Named: []ir.NamedSchema{n}}}}, 0)
	})
}

// listed reports whether an assertion accepts each value of a list.
func (p *schemaProof) listed(has []ir.Assertion, want ir.Assertion) bool {
	return slices.ContainsFunc(has, func(h ir.Assertion) bool {
		equals, is := h.(ir.Equals)
		return is && len(equals.Texts) <= mostListed && !slices.ContainsFunc(equals.Texts, func(text string) bool {
			_, result := p.focus(domainOf(text), true).assertion(want)
			return result != always
		})
	})
}

// chosen reports whether a schema satisfies an assertion that chooses between schemas.
func (p *schemaProof) chosen(a *ir.Schema, want ir.Assertion) bool {
	switch w := want.(type) {
	case ir.AnyOf:
		return slices.ContainsFunc(w.Schemas, func(s *ir.Schema) bool { return p.schemas(a, s) })
	case ir.ExactlyOne:
		i := slices.IndexFunc(w.Schemas, func(s *ir.Schema) bool { return p.schemas(a, s) })
		return i >= 0 && !slices.ContainsFunc(slices.Delete(slices.Clone(w.Schemas), i, i+1), func(s *ir.Schema) bool { return !p.disjoint(a, s) })
	case ir.Nullable:
		return p.schemas(a, w.Schema)
	case ir.Not:
		return p.disjoint(a, w.Schema)
	case ir.If:
		then, otherwise := p.schemas(a, w.Then), p.schemas(a, w.Else)
		return then && otherwise || then && p.schemas(a, w.If) || otherwise && p.disjoint(a, w.If)
	}
	return false
}

// distributed reports whether each schema that an assertion chooses between implies another assertion.
func (p *schemaProof) distributed(a *ir.Schema, has []ir.Assertion, b *ir.Schema, at int) bool {
	return slices.ContainsFunc(has, func(h ir.Assertion) bool {
		branches := alternatives(h)
		return len(branches) > 0 && !slices.ContainsFunc(branches, func(s *ir.Schema) bool { return s == a || !p.schemas(s, p.one(b, at)) })
	})
}

// alternatives are schemas of which each value that satisfies an assertion satisfies one, or nil if it does not choose.
func alternatives(a ir.Assertion) (list []*ir.Schema) {
	switch a := a.(type) {
	case ir.AnyOf:
		return a.Schemas
	case ir.ExactlyOne:
		return a.Schemas
	case ir.If:
		return []*ir.Schema{a.Then, a.Else}
	case ir.Select:
		for _, c := range a.Cases {
			list = append(list, c.Schema)
		}
	}
	return list
}
