package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// distribution turns a conjunction with unions that the presence of one member selects into one union. Each branch is a branch of the unions together
// with the other conjuncts, so a type that narrows such a union is a union too. Unions by a tag stay with the evaluator: an unknown tag is an issue
// of its own.
type distribution struct {
	c      *compiler
	seen   map[*decl]bool
	all    []conjunct // unions, own keywords, and references that lead to no union
	unions []presence
}

// presence is a union by presence.
type presence struct {
	schema   *syntax.Schema
	declared *decl             // the declaration that consists only of the union, or nil
	branches [2]*syntax.Schema // where the member is there, and where it is not
}

// distributed compiles a conjunction with unions in it as one union, or reports that it cannot.
func (c *compiler) distributed(list []conjunct, at site) (ir.Value, bool) {
	d := distribution{c: c, seen: map[*decl]bool{}}
	if !d.unfold(list, nil) || len(d.unions) == 0 {
		return ir.Value{}, false
	}
	tag := d.unions[0].schema.Tag.Value
	if slices.ContainsFunc(d.unions, func(u presence) bool { return u.schema.Tag.Value != tag }) {
		return ir.Value{}, false
	}
	var sides [2][]conjunct
	var merged [2]*normalForm
	for i := range sides {
		sides[i] = d.side(i)
		if merged[i] = c.branchOf(sides[i], tag, i == 0); merged[i] == nil {
			return ir.Value{}, false
		}
	}
	if at.self == nil {
		d.bothRequire(tag, at)
	}
	if owner := d.declared(sides); owner != nil {
		return c.referring(conjunct{kind: reference, ref: owner, pos: owner.schema.Pos}), true
	}
	return d.union(sides, merged, at), true
}

// unfold follows references that lead to a union. It reports whether the list has no other keywords than can be distributed.
func (d *distribution) unfold(list []conjunct, from *decl) bool {
	for _, a := range list {
		a.from = from
		switch a.kind {
		case own:
			d.all = append(d.all, a)
		case reference:
			if d.seen[a.ref] {
				continue
			}
			d.seen[a.ref] = true
			if !d.c.leadsToUnion(a.ref, map[*decl]bool{}) {
				d.all = append(d.all, a)
				continue
			}
			parts := d.c.conjuncts(a.ref.schema)
			owner := a.ref
			if len(parts) > 1 {
				owner = nil
			}
			if !d.unfold(parts, owner) {
				return false
			}
		case union:
			there := d.c.branchThere(a.schema)
			if there < 0 {
				return false
			}
			d.all = append(d.all, a)
			d.unions = append(d.unions, presence{a.schema, from, [2]*syntax.Schema{a.schema.OneOf[there], a.schema.OneOf[1-there]}})
		default:
			return false
		}
	}
	return true
}

// leadsToUnion reports whether a declaration is composed of a union.
func (c *compiler) leadsToUnion(d *decl, seen map[*decl]bool) bool {
	if seen[d] {
		return false
	}
	seen[d] = true
	return slices.ContainsFunc(c.conjuncts(d.schema), func(a conjunct) bool {
		return a.kind == union || a.kind == reference && c.leadsToUnion(a.ref, seen)
	})
}

// side returns the conjuncts for a present member (0), or for an absent one (1).
func (d *distribution) side(side int) []conjunct {
	var list []conjunct
	unions := d.unions
	for _, a := range d.all {
		if a.kind != union {
			list = append(list, a)
			continue
		}
		list = append(list, d.c.conjuncts(unions[0].branches[side])...)
		unions = unions[1:]
	}
	return d.c.reduce(list)
}

// branchThere is the one branch of two that requires the member whose presence selects, or -1.
func (c *compiler) branchThere(s *syntax.Schema) int {
	if !s.Presence || len(s.OneOf) != 2 {
		return -1
	}
	found := -1
	for i, branch := range s.OneOf {
		if !slices.ContainsFunc(c.required(c.conjuncts(branch)), func(t syntax.Text) bool { return t.Value == s.Tag.Value }) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

// branchOf merges one side, or returns nil if that is no record that the presence of the member selects.
func (c *compiler) branchOf(list []conjunct, tag string, there bool) *normalForm {
	f := flattening{c: c, done: map[*decl]bool{}}
	f.add(list, nil, conjunct{})
	if len(f.rest) > 0 || slices.ContainsFunc(f.out, func(a conjunct) bool { return a.schema.Additional != nil }) {
		return nil
	}
	before := len(*c.Diags)
	n := c.merge(f.out)
	if n.impossible { // no value satisfies this side, which the evaluator minds less
		*c.Diags = (*c.Diags)[:before]
		return nil
	}
	n.parts = f.declarations()
	p := n.byName[tag]
	switch {
	case n.irregular() || n.hasLits || !n.typed || n.types != objectType || !n.isRecord:
		return nil
	case n.isRequired[tag] != there || !there && p != nil && !p.forbidden():
		return nil
	}
	return n
}

// bothRequire warns of a narrower member that both branches require, although only one of them can need it.
func (d *distribution) bothRequire(tag string, at site) {
	required := map[string]bool{tag: true}
	for _, u := range d.unions {
		for _, name := range d.c.required(d.c.conjuncts(u.branches[0])) {
			required[name.Value] = true
		}
	}
	for _, a := range d.all {
		if a.kind == union {
			continue
		}
		for _, name := range d.c.required([]conjunct{a}) {
			if required[name.Value] {
				continue
			}
			other := "{...}"
			if a.kind == reference {
				other = d.c.nameHere(a.ref)
			}
			tagged := d.unions[0].branches[0]
			there := tagged.String()
			if target := d.c.targets[tagged]; target != nil {
				there = d.c.nameHere(target)
			}
			d.c.Diags.Add(diag.Diagnostic{Pos: at.pos, Severity: diag.Warning, Code: "both-branches",
				Message:    fmt.Sprintf("this narrows both branches of a union: where %q is present, %q is required too", tag, name.Value),
				Suggestion: fmt.Sprintf("to narrow only the other branch, write {oneOf: [%s, %s], discriminator: {presence: %s}}", there, other, tag)})
			return
		}
	}
}

// nameHere returns the name of a declaration in the compiled spec.
func (c *compiler) nameHere(d *decl) string {
	if d.unit != c.unit {
		return d.unit.file.Protocol.Value + "." + d.name.Value
	}
	return d.name.Value
}

// required are the members that a conjunction requires.
func (c *compiler) required(list []conjunct) []syntax.Text {
	f := flattening{c: c, done: map[*decl]bool{}}
	f.add(list, nil, conjunct{})
	var names []syntax.Text
	for _, a := range f.out {
		names = append(names, a.schema.Required...)
	}
	return names
}

// declared is a declared union that has these very branches, or nil.
func (d *distribution) declared(sides [2][]conjunct) *decl {
	for _, u := range d.unions {
		same := u.declared != nil
		for i, side := range sides {
			branch := d.c.reduce(d.c.conjuncts(u.branches[i]))
			same = same && len(side) == 1 && len(branch) == 1 && branch[0].kind == reference && side[0].kind == reference && side[0].ref == branch[0].ref
		}
		if same {
			return u.declared
		}
	}
	return nil
}

// union compiles the union of two sides.
func (d *distribution) union(sides [2][]conjunct, merged [2]*normalForm, at site) ir.Value {
	written := d.unions[len(d.unions)-1]
	last := written.schema
	u := &ir.Union{Tag: last.Tag.Value, By: ir.ByPresence}
	mismatch := ir.Failure{Rule: "type", Message: "must be an object"}
	v := ir.Value{Kind: u, Mismatch: mismatch}
	t, known := d.c.named(&normalForm{key: merged[0].key + "or " + merged[1].key + "by " + u.Tag, pos: at.pos, doc: docOf(last)}, &v, at)
	if known {
		return v
	}
	t.Value = ir.Value{Kind: u, Mismatch: mismatch}
	schema := &syntax.Schema{Pos: last.Pos, OneOf: written.branches[:], OneOfPos: last.OneOfPos, Tag: last.Tag, Presence: true}
	p := &pendingUnion{schema: schema, union: u}
	for i, side := range sides {
		p.branches = append(p.branches, d.branch(side, merged[i], at, schema.OneOf[i]))
	}
	d.c.unions = append(d.c.unions, p)
	d.c.finished[u] = p
	return v
}

// branch is the value of one side: the type that all of it comes down to, or a new one.
func (d *distribution) branch(side []conjunct, n *normalForm, at site, written *syntax.Schema) ir.Value {
	if len(side) == 1 && side[0].kind == reference {
		return d.c.referring(side[0])
	}
	step := d.c.place[written][strings.LastIndex(d.c.place[written], ".")+1:]
	if target := d.c.targets[written]; target != nil {
		step = target.name.Value
	}
	d.c.unreachable(n)
	return d.c.merged(n, site{name: at.name + "." + step, pos: written.Pos, renames: written.Rename})
}
