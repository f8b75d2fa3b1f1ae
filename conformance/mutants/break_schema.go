package mutants

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/envgen/envgen/conformance/checks"
	"github.com/envgen/envgen/internal/ir"
)

// breakSchema changes n, which c's schema applies to, in a way that is likely to fail c.
func (p *pool) breakSchema(n *node, c checks.Check) {
	switch c.Aspect {
	case checks.Mismatch:
		*n = *p.otherKind(n.clone())
	case checks.Range:
		*n = *p.beyondRange()
	case checks.Missing, checks.MissingTag:
		p.miss(n, c)
	case checks.UnknownTag:
		tag := steps(c.Member)[0]
		n.drop(tag)
		n.insert(p.dice, member{name: tag, value: p.strange()})
	case checks.Surplus:
		p.overflow(n, c.Assertion)
	case checks.TooFew:
		n.items = slices.DeleteFunc(n.items, func(*node) bool { return p.one(2) })
	case checks.TooMany:
		for range 1 + p.below(3) {
			n.items = append(n.items, p.sampleSchema(c.Assertion.(ir.Contains).Schema, 1))
		}
	case checks.Asserted:
		p.deny(n, c)
	default:
		panic(fmt.Sprintf("mutants: unhandled aspect %d of a schema", c.Aspect))
	}
}

// miss drops a member that is required, perhaps because another one is there.
func (p *pool) miss(n *node, c checks.Check) {
	if d, ok := c.Assertion.(ir.DependentRequired); ok && n.get(d.Trigger) == nil {
		n.insert(p.dice, member{name: d.Trigger, value: p.strange()})
	}
	n.drop(steps(c.Member)[0])
}

// overflow adds a member or items that a closed schema does not admit.
func (p *pool) overflow(n *node, assertion ir.Assertion) {
	switch a := assertion.(type) {
	case ir.ItemSchemas:
		for len(n.items) <= len(a.Prefix)+p.below(2) {
			n.items = append(n.items, p.strange())
		}
	case ir.UnevaluatedItems:
		for range 1 + p.below(4) {
			n.items = append(n.items, p.strange())
		}
	default:
		p.addTo(n)
	}
}

// addTo adds a member with a new name.
func (p *pool) addTo(n *node) {
	name := p.name()
	if len(n.members) > 0 && p.one(3) {
		name = p.edit(pick(p.dice, n.members).name)
	}
	if n.get(name) == nil {
		n.insert(p.dice, member{name: name, value: p.strange()})
	}
}

// deny fails an assertion about the value itself.
func (p *pool) deny(n *node, c checks.Check) {
	switch a := c.Assertion.(type) {
	case ir.Equals:
		*n = *p.unequal(n, a)
	case ir.MultipleOf:
		off := a.Divisor * (float64(p.below(9)) + pick(p.dice, []float64{0.5, 0.1, 1e-9}))
		*n = *newNumber(strconv.FormatFloat(pick(p.dice, []float64{off, math.Ceil(off), float64(p.below(100))}), 'g', 15, 64))
	case ir.UniqueItems:
		p.repeatItem(n)
	case ir.MemberCount:
		p.recount(n, a)
	case ir.PropertyNames:
		p.addTo(n)
	case ir.Never:
		p.addForbidden(n, c.Schema)
	case ir.Not:
		*n = *p.sampleSchema(a.Schema, 2)
	case ir.ExactlyOne:
		p.chooseTwo(n, a)
	case ir.AnyOf:
		pick(p.dice, shakes)(p, n)
	case ir.Check:
		*n = *p.unmet(a, p.one(2), &ir.Value{Kind: ir.Any{}}, n)
	default:
		panic(fmt.Sprintf("mutants: unhandled assertion %T", a))
	}
}

// unequal is something like one of the values that enum or const names.
func (p *pool) unequal(n *node, a ir.Equals) *node {
	like, err := parse(pick(p.dice, append([]string{"null"}, a.Texts...)))
	if err != nil || p.one(4) {
		like = n.clone()
	}
	switch {
	case like.kind == text:
		return newText(p.edit(like.text))
	case like.kind == number && p.one(2):
		return newNumber(like.text + pick(p.dice, []string{"1", ".5", "e1"}))
	case like.kind == word && like.text != "null" && p.one(2):
		return newWord(map[string]string{"true": "false", "false": "true"}[like.text])
	case p.one(2):
		return p.otherKind(like)
	}
	pick(p.dice, shakes)(p, like)
	return like
}

// repeatItem repeats one item, sometimes with its members in another order.
func (p *pool) repeatItem(n *node) {
	if len(n.items) == 0 {
		n.items = append(n.items, p.strange())
	}
	again := pick(p.dice, n.items).clone()
	shuffle(p.dice, again.members)
	n.items = slices.Insert(n.items, p.below(len(n.items)+1), again)
}

// recount leaves members out, or adds some, so that their number is wrong.
func (p *pool) recount(n *node, a ir.MemberCount) {
	count := p.excess(a.Op, a.Limit)
	for len(n.members) > count {
		at := p.below(len(n.members))
		n.members = slices.Delete(n.members, at, at+1)
	}
	for i := 0; len(n.members) < count && i < tries; i++ {
		p.addTo(n)
	}
}

// addForbidden adds the member whose schema is false.
func (p *pool) addForbidden(n *node, never *ir.Schema) {
	name := p.forbidden[never]
	n.drop(name)
	n.insert(p.dice, member{name: name, value: p.strange()})
}

// chooseTwo makes a value that two of the schemas accept, or none.
func (p *pool) chooseTwo(n *node, a ir.ExactlyOne) {
	if p.one(2) {
		pick(p.dice, shakes)(p, n)
		return
	}
	two := slices.Clone(a.Schemas)
	shuffle(p.dice, two)
	*n = *p.sampleAll(two[:min(2, len(two))], 2, guessesBelow)
}
