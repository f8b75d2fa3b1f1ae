package compile

import (
	"github.com/envgen/envgen/internal/ir"
)

// mostTries is the number of readings of one part of a value up to which the branches of unions are tried one after the other.
const mostTries = 32

// collapse lets the variants of a union without a tag decide its validity, where each of them is exactly its branch. Generated code then has no schema
// for the union.
func (c *compiler) collapse() {
	t := tries{c: c, of: map[*ir.Type]int{}, around: map[*ir.Type]bool{}}
	for _, p := range c.collapsible {
		t.collapsed(p)
	}
	c.collapsible = nil
}

// tries counts how often the readers of a type read a part of its values.
type tries struct {
	c      *compiler
	of     map[*ir.Type]int
	around map[*ir.Type]bool // the types that are being visited
}

// collapsed reports whether a union decides the validity of its values.
func (t tries) collapsed(p *pendingUnion) bool {
	of := p.owner
	if of.Value.Straight {
		return true
	}
	if p.single == nil || of.Value.Schema == nil || t.around[of] {
		return false
	}
	if p.only && p.union.Tagged() && len(p.union.Variants) < len(p.branches) {
		return false // two branches accept the same
	}
	t.around[of] = true
	defer delete(t.around, of)
	for _, b := range p.branches {
		if !t.exact(b) {
			return false
		}
	}
	if p.union.By == ir.ByBranch && (of.Value.Schema.Recursive || t.count(of) > mostTries) {
		return false
	}
	of.Value.Straight, of.Value.Mismatch = true, *p.mismatch
	p.union.Single, p.union.Exclusive = p.single, p.only && p.union.By == ir.ByBranch
	return true
}

// exact reports whether a branch has no keywords beside its type, and the type decides the validity of its values.
func (t tries) exact(branch ir.Value) bool {
	ref, isRef := branch.Kind.(ir.Ref)
	if !isRef || branch.Schema != nil {
		return false
	}
	to := ref.Type
	for {
		alias, isAlias := to.Value.Kind.(ir.Ref)
		if !isAlias || to.Value.Schema != nil {
			break
		}
		to = alias.Type
	}
	switch k := to.Value.Kind.(type) {
	case *ir.Record:
		return to.Value.Evaluated() == nil
	case *ir.Union:
		p := t.c.finished[k]
		if p != nil && p.accepted {
			return t.collapsed(p)
		}
		return to.Value.Evaluated() == nil
	}
	return false
}

// count returns the number of readings. Values of a type that contains itself count once, because their unions have tags.
func (t tries) count(of *ir.Type) int {
	n, done := t.of[of]
	if done {
		return n
	}
	t.of[of] = 1
	n = t.inside(of.Value)
	t.of[of] = n
	return n
}

func (t tries) inside(v ir.Value) int {
	most := 1
	switch k := v.Kind.(type) {
	case ir.Ref:
		return t.count(k.Type)
	case *ir.Union:
		for _, variant := range k.Variants {
			most = max(most, t.count(variant.Type))
		}
		if k.By == ir.ByBranch {
			most *= len(k.Branches)
		}
	}
	for _, inner := range v.Inside() {
		most = max(most, t.inside(inner))
	}
	return min(most, mostTries+1)
}
