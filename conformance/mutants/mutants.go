// Package mutants makes messages that no fixture holds out of those that the fixtures hold, to find what bindings
// disagree about.
//
// A seed, a spec and its fixtures always give the same sequence, on every machine. The package judges nothing:
// whether a mutant breaks what it was made to break is for the reference to say.
package mutants

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/checks"
	"github.com/envgen/envgen/internal/ir"
)

// Generator makes the mutants of one protocol.
type Generator struct {
	pool
	protocol *ir.Protocol
	parents  []parent
	subjects []*subject // one a type, in the order of the spec
	goals    []*goal
}

// parent is a valid message.
type parent struct {
	of   *ir.Type
	root *node
}

// subject is a type and where the parents hold values of it.
type subject struct {
	of     *ir.Type
	places []place
}

type place struct {
	parent int
	path   []int // positions from the root of the parent
}

// goal is a keyword of a type that must be violated as often as any other.
type goal struct {
	pair    checks.Pair
	subject *subject
	checks  []checks.Check
	done    int // how often it was violated, at the checks in turn
}

func (o *goal) next() checks.Check { return o.checks[o.done%len(o.checks)] }

// maxParent keeps mutants small: what is special about a long fixture is its length.
const maxParent = 4 << 10

// New reads the valid cases of p among all. What it makes depends on p, on these cases and on the seed.
func New(p *ir.Protocol, all []*conformance.Case, seed uint64) (*Generator, error) {
	g := &Generator{pool: newPool(newDice(seed, p.Name), p), protocol: p}
	for _, t := range p.Types {
		g.subjects = append(g.subjects, &subject{of: t})
	}
	for _, c := range all {
		if c.Protocol != p.Name || !*c.Expect.Valid || c.Text == nil || c.Params != nil || len(*c.Text) > maxParent {
			continue
		}
		if err := g.adopt(c); err != nil {
			return nil, fmt.Errorf("mutants: %s: %w", c.ID, err)
		}
	}
	if len(g.parents) == 0 {
		return nil, fmt.Errorf("mutants: no valid fixture of %s to begin with", p.Name)
	}
	for _, s := range g.subjects {
		g.invent(s)
	}
	g.setGoals()
	return g, nil
}

func (g *Generator) adopt(c *conformance.Case) error {
	root, err := parse(*c.Text)
	if err != nil {
		return err
	}
	t := g.protocol.Root
	if c.Type != "" {
		i := slices.IndexFunc(g.protocol.Types, func(t *ir.Type) bool { return t.Name == c.Type })
		if i < 0 {
			return errors.New("there is no such type")
		}
		t = g.protocol.Types[i]
	}
	g.note(t, root)
	return nil
}

// invent sees to it that there is a value of the type, even if no fixture shows one.
func (g *Generator) invent(s *subject) {
	for i := 0; len(s.places) == 0 && i < 100*tries; i++ {
		holder := s.of
		if s.of.Lifted { // which stands in others only
			holder = g.declared().of
		}
		root, shows := g.sample(&holder.Value), false
		visit(holder, root, nil, func(t *ir.Type, _ []int) { shows = shows || t == s.of })
		if shows {
			g.note(holder, root)
		}
	}
}

// declared is any type that can be asked for by name.
func (g *Generator) declared() *subject {
	for {
		if s := pick(g.dice, g.subjects); !s.of.Lifted {
			return s
		}
	}
}

// note remembers a valid message and every value of a type in it.
func (g *Generator) note(t *ir.Type, root *node) {
	g.parents = append(g.parents, parent{t, root})
	visit(t, root, nil, func(t *ir.Type, path []int) {
		s := g.subject(t)
		s.places = append(s.places, place{len(g.parents) - 1, slices.Clone(path)})
	})
}

// visit tells of n, a valid t, and of every value of a type in it.
func visit(t *ir.Type, n *node, path []int, tell func(*ir.Type, []int)) {
	tell(t, path)
	visitBelow(&t.Value, n, path, tell)
}

func visitBelow(v *ir.Value, n *node, path []int, tell func(*ir.Type, []int)) {
	switch k := v.Kind.(type) {
	case ir.Ref:
		if n.kind != word || n.text != "null" {
			visit(k.Type, n, path, tell)
		}
	case ir.Array:
		for i, item := range n.items {
			visitBelow(k.Items, item, append(path, i), tell)
		}
	case *ir.Record:
		for i, m := range n.members {
			if at := slices.IndexFunc(k.Fields, func(f *ir.Field) bool { return f.Name == m.name }); at >= 0 {
				visitBelow(&k.Fields[at].Value, m.value, append(path, i), tell)
			}
		}
	case *ir.Union:
		tag := n.get(k.Tag)
		for _, variant := range k.Variants {
			if tag != nil && slices.Contains(variant.Tags, tag.text) {
				visit(variant.Type, n, path, tell)
			}
		}
	}
}

func (g *Generator) subject(t *ir.Type) *subject {
	return g.subjects[slices.IndexFunc(g.subjects, func(s *subject) bool { return s.of == t })]
}

func (g *Generator) setGoals() {
	for _, c := range checks.List(g.protocol) {
		if c.Type.Lifted && (g.needsTop(c) || len(g.subject(c.Type).places) == 0) {
			continue // an inline type cannot be asked for by name
		}
		i := slices.IndexFunc(g.goals, func(o *goal) bool { return o.pair == c.Pair() })
		if i < 0 {
			i = len(g.goals)
			g.goals = append(g.goals, &goal{pair: c.Pair(), subject: g.subject(c.Type)})
		}
		g.goals[i].checks = append(g.goals[i].checks, c)
	}
}

// needsTop reports whether c can only be broken where nothing stands around the value: a branch of a union whose
// tag is changed is another branch, or none, and beside a type null or another type may be accepted.
func (g *Generator) needsTop(c checks.Check) bool {
	if c.Member == "" && c.Aspect == checks.Mismatch {
		return true
	}
	for _, t := range g.protocol.Types {
		u, ok := t.Value.Kind.(*ir.Union)
		if !ok || !slices.ContainsFunc(u.Variants, func(v ir.Variant) bool { return v.Type == c.Type }) {
			continue
		}
		if way := steps(c.Member); len(way) > 0 && way[0] == u.Tag {
			return true
		}
	}
	return false
}

// Mutants yields the first n mutants.
func (g *Generator) Mutants(n int) iter.Seq[conformance.Probe] {
	return func(yield func(conformance.Probe) bool) {
		for range n {
			if !yield(g.next()) {
				return
			}
		}
	}
}

func (g *Generator) next() conformance.Probe {
	var probe conformance.Probe
	switch n := g.below(100); {
	case n < 37:
		return g.aimed()
	case n < 69:
		probe = g.shaken()
	case n < 86:
		probe = g.harmless()
	default:
		probe = g.damaged()
	}
	if g.one(10) {
		g.limit(&probe)
	}
	return probe
}

// limit asks for tight limits, which may or may not be kept.
func (g *Generator) limit(p *conformance.Probe) {
	switch g.below(3) {
	case 0:
		p.Limits.MaxIssues = 1 + g.below(4)
	case 1:
		p.Limits.MaxDepth = 1 + g.below(4)
	default:
		p.Limits.MaxBytes = max(1, len(p.Text)-1+g.below(3))
	}
}

// shaken is changed in a few places, whatever that breaks.
func (g *Generator) shaken() conformance.Probe {
	t, root := g.base()
	for range 1 + g.below(2)*g.below(4) {
		pick(g.dice, shakes)(&g.pool, root)
	}
	return g.probe(t, root, g.one(4))
}

// harmless is most often valid: what there is to see is the output.
func (g *Generator) harmless() conformance.Probe {
	t, root := g.base()
	if g.one(2) {
		root = g.sample(&t.Value)
	}
	if g.one(3) {
		g.reorder(root)
	}
	if g.one(3) {
		g.addMember(root)
	}
	return g.probe(t, root, !g.one(4))
}

// damaged is changed as a text.
func (g *Generator) damaged() conformance.Probe {
	t, root := g.base()
	probe := g.probe(t, root, g.one(8))
	for range 1 + g.below(2)*g.below(2) {
		probe.Text = pick(g.dice, damages)(g.dice, probe.Text)
	}
	return probe
}

// base is a valid message of some type: a parent as it is, or a value taken out of one.
func (g *Generator) base() (*ir.Type, *node) {
	if g.one(2) {
		from := pick(g.dice, g.parents)
		return from.of, from.root.clone()
	}
	s := g.declared()
	return s.of, g.taken(pick(g.dice, s.places))
}

// taken is a copy of one value of a parent.
func (g *Generator) taken(p place) *node { return g.parents[p.parent].root.at(p.path).clone() }

// aimed violates some keywords of one type, the ones first that were violated least so far.
func (g *Generator) aimed() conformance.Probe {
	first := slices.MinFunc(g.goals, func(a, b *goal) int { return a.done - b.done })
	chosen := g.companions(first)
	at := pick(g.dice, first.subject.places)
	t, root := g.parents[at.parent].of, g.parents[at.parent].root.clone()
	n := root.at(at.path)
	if slices.ContainsFunc(chosen, g.needsTop) || !first.subject.of.Lifted && g.one(2) {
		t, root = first.subject.of, n
	}
	for _, c := range chosen {
		g.violate(n, c)
	}
	return g.probe(t, root, g.one(4))
}

// companions are first's next check and some of other keywords of the same type, each at a member of its own so
// that none hides another.
func (g *Generator) companions(first *goal) []checks.Check {
	chosen := []checks.Check{first.next()}
	first.done++
	others := slices.DeleteFunc(slices.Clone(g.goals), func(o *goal) bool { return o.subject != first.subject || o == first })
	shuffle(g.dice, others)
	slices.SortStableFunc(others, func(a, b *goal) int { return a.done - b.done })
	for _, other := range others {
		next := other.next()
		apart := func(c checks.Check) bool { return head(c) != "" && head(c) != head(next) }
		if head(next) != "" && !slices.ContainsFunc(chosen, func(c checks.Check) bool { return !apart(c) }) && !g.one(3) {
			chosen = append(chosen, next)
			other.done++
		}
		if len(chosen) == 4 {
			break
		}
	}
	return chosen
}

// head is the part of a type that c speaks of: a member, the surplus ones (/), or the whole ("").
func head(c checks.Check) string {
	if c.Aspect == checks.Surplus {
		return "/"
	}
	if c.Member == "" {
		return ""
	}
	return "/" + steps(c.Member)[0]
}

func (g *Generator) probe(t *ir.Type, root *node, loose bool) conformance.Probe {
	w := writer{dice: g.dice, loose: loose}
	w.value(root)
	name := t.Name
	if t == g.protocol.Root && g.one(2) {
		name = ""
	}
	return conformance.Probe{Protocol: g.protocol.Name, Type: name, Text: []byte(w.String()), Bytes: g.one(4)}
}
