// Package mutants derives new messages from those of the fixtures, to find differences between bindings.
//
// A seed, a spec and its fixtures always give the same sequence, on every machine. The package does not validate: the reference decides whether a
// mutant violates its target.
package mutants

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"

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
	applied  map[*ir.Schema][]spot
	goals    []*goal
	moments  []string // to check at, if a rule reads the clock
	ruled    bool
	made     int
}

// parent is a valid message.
type parent struct {
	of   *ir.Type
	root *node
}

// subject is a type with the places in the parents whose values its own definition checks.
type subject struct {
	of    *ir.Type
	spots []spot
}

// spot is a value in a parent.
type spot struct {
	parent int
	at     string // a JSON Pointer
}

// maxParent keeps mutants small: a long fixture only adds length.
const maxParent = 4 << 10

// New reads the valid cases of p among all. Its output depends on p, on these cases and on the seed.
func New(p *ir.Protocol, all []*conformance.Case, seed uint64) (*Generator, error) {
	pool, err := newPool(newDice(seed, p.Name), p)
	if err != nil {
		return nil, fmt.Errorf("mutants: %w", err)
	}
	g := &Generator{pool: pool, protocol: p, applied: map[*ir.Schema][]spot{}, moments: moments(p, all), ruled: hasRules(p)}
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
	asked := map[*ir.Type]bool{}
	for _, c := range checks.List(p) {
		asked[c.Type] = true
	}
	for _, s := range g.subjects {
		if asked[s.of] || !s.of.Lifted {
			g.invent(s)
		}
	}
	g.explore()
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
	if _, valid := g.observer.Applied(t, []byte(*c.Text)); valid { // without the case's time, too
		g.note(t, root)
	}
	return nil
}

// invent makes a value of the type, even if no fixture shows one.
func (g *Generator) invent(s *subject) {
	for i := 0; len(s.spots) == 0 && i < 100*tries; i++ {
		holder := s.of
		if s.of.Lifted { // which occurs in others only
			holder = g.declared().of
		}
		root, shows := g.sound(holder), false
		visit(holder, root, "", func(t *ir.Type, _ string) { shows = shows || t == s.of })
		if shows {
			g.note(holder, root)
		}
	}
}

// declared is any type that a request can name.
func (g *Generator) declared() *subject {
	for {
		if s := pick(g.dice, g.subjects); !s.of.Lifted {
			return s
		}
	}
}

// mostSpots is how many places are remembered for a schema: some fixtures repeat themselves.
const mostSpots = 100

// note remembers a valid message, every value of a type in it and every place where a schema applies.
func (g *Generator) note(t *ir.Type, root *node) {
	g.parents = append(g.parents, parent{t, root})
	number := len(g.parents) - 1
	visit(t, root, "", func(t *ir.Type, at string) {
		s := g.subject(t)
		s.spots = append(s.spots, spot{number, at})
	})
	applied, _ := g.observer.Applied(t, []byte(compact(root)))
	for _, a := range applied {
		if len(g.applied[a.Schema]) < mostSpots {
			g.applied[a.Schema] = append(g.applied[a.Schema], spot{number, a.Path})
		}
	}
}

// enough is the number of samples of a type beside the fixtures.
const enough = 3

// explore adds samples: some of every type, because fixtures rarely combine features. It adds more samples of types with schemas, until each schema
// applies somewhere.
func (g *Generator) explore() {
	for _, s := range g.subjects {
		for i := range tries / 8 {
			if s.of.Lifted || i >= enough && len(g.protocol.Schemas) == 0 {
				break
			}
			g.rich = i < enough
			root := g.sample(&s.of.Value)
			g.rich = false
			applied, valid := g.observer.Applied(s.of, []byte(compact(root)))
			if valid && (i < enough || slices.ContainsFunc(applied, func(a checks.Applied) bool { return len(g.applied[a.Schema]) == 0 })) {
				g.note(s.of, root)
			}
		}
	}
}

// visit calls f for n, a valid t, and for every value of a type in it that its type checks: below a schema, there is none.
func visit(t *ir.Type, n *node, at string, tell func(*ir.Type, string)) {
	tell(t, at)
	visitBelow(&t.Value, n, at, tell)
}

func visitBelow(v *ir.Value, n *node, at string, tell func(*ir.Type, string)) {
	if v.Schema != nil {
		return
	}
	switch k := v.Kind.(type) {
	case ir.Ref:
		if n.kind != word || n.text != "null" {
			visit(k.Type, n, at, tell)
		}
	case ir.Array:
		for i, item := range n.items {
			visitBelow(k.Items, item, at+"/"+strconv.Itoa(i), tell)
		}
	case ir.Map:
		for _, m := range n.members {
			visitBelow(k.Values, m.value, at+"/"+escaper.Replace(m.name), tell)
		}
	case *ir.Record:
		for _, m := range n.members {
			if f := slices.IndexFunc(k.Fields, func(f *ir.Field) bool { return f.Name == m.name }); f >= 0 {
				visitBelow(&k.Fields[f].Value, m.value, at+"/"+escaper.Replace(m.name), tell)
			}
		}
	case *ir.Union:
		tag := n.get(k.Tag)
		for _, variant := range k.Variants {
			if names(k, variant, tag) {
				visit(variant.Type, n, at, tell)
			}
		}
	}
}

// subject returns the entry of a type of the protocol; an imported one gets its own here.
func (g *Generator) subject(t *ir.Type) *subject {
	i := slices.IndexFunc(g.subjects, func(s *subject) bool { return s.of == t })
	if i < 0 {
		return &subject{of: t}
	}
	return g.subjects[i]
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

// shares are how many of a hundred mutants are aimed, shaken and harmless; the rest is damaged. Of those that are not aimed,
// one in tight is checked with tight limits.
type shares struct{ aimed, shaken, harmless, tight int }

var (
	usual   = shares{37, 28, 21, 12}
	behind  = shares{61, 4, 21, 12}
	ruled   = shares{62, 0, 23, 9}  // behind, where some aim at rules: such a message violates no keyword
	aimless = shares{0, 65, 21, 12} // nothing can be violated
)

// pace is how often every keyword of a type is to be violated, a hundred mutants.
const pace = 1

// shares aims more where a protocol has more keywords than the usual share can keep pace with.
func (g *Generator) shares() shares {
	switch {
	case len(g.goals) == 0:
		return aimless
	case slices.MinFunc(g.goals, byProgress).progress() <= g.made*pace/100:
		if g.ruled {
			return ruled
		}
		return behind
	default:
		return usual
	}
}

func (g *Generator) next() conformance.Probe {
	of := g.shares()
	g.made++
	var probe conformance.Probe
	switch n := g.below(100); {
	case n < of.aimed:
		probe = g.aimed()
		g.credit(probe)
		return probe
	case n < of.aimed+of.shaken:
		probe = g.shaken()
	case n < of.aimed+of.shaken+of.harmless:
		probe = g.harmless()
	default:
		probe = g.damaged()
	}
	probe.Now = g.moment()
	switch {
	case g.one(of.tight):
		g.limit(&probe)
	case len(g.protocol.Params) > 0 && g.one(4):
		g.tune(&probe)
	default:
		g.credit(probe)
	}
	return probe
}

// limit adds tight limits, which may or may not be kept.
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

// shaken is changed in a few places, with any effect.
func (g *Generator) shaken() conformance.Probe {
	t, root := g.base()
	for range 1 + g.below(2)*g.below(4) {
		pick(g.dice, shakes)(&g.pool, root)
	}
	return g.probe(t, root, g.one(4))
}

// harmless is usually valid, so it tests the output.
func (g *Generator) harmless() conformance.Probe {
	t, root := g.base()
	if g.one(2) {
		root = g.sound(t)
	}
	if g.one(3) {
		g.reorder(root)
	}
	if g.one(8) {
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
	return s.of, g.taken(pick(g.dice, s.spots))
}

// taken is a copy of one value of a parent.
func (g *Generator) taken(s spot) *node { return g.parents[s.parent].root.find(s.at).clone() }

func (g *Generator) probe(t *ir.Type, root *node, loose bool) conformance.Probe {
	w := writer{dice: g.dice, loose: loose}
	w.value(root)
	name := t.Name
	if t == g.protocol.Root && g.one(2) {
		name = ""
	}
	return conformance.Probe{Protocol: g.protocol.Name, Type: name, Text: []byte(w.String()), Bytes: g.one(4)}
}
