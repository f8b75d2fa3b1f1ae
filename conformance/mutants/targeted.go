package mutants

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/checks"
	"github.com/envgen/envgen/internal/ir"
)

// goal is a keyword of a type that must be violated as often as any other.
type goal struct {
	pair   checks.Pair
	checks []checks.Check
	tried  int // how often one of the checks was broken, or was to be: they take turns
	done   int // how many mutants violate it
}

// progress orders goals: the least violated one comes first, unless it was tried often.
func (o *goal) progress() int {
	if o.pair.IsRule() {
		return rarity * max(o.done, o.tried)
	}
	return max(o.done, o.tried/patience)
}

// rarity is how much less often a rule is aimed at: a message that breaks one breaks nothing else, and there may be no way.
const rarity = 4

const patience = 8

func byProgress(a, b *goal) int { return a.progress() - b.progress() }

// credit counts the violations of a mutant, independent of its target.
func (g *Generator) credit(p conformance.Probe) {
	t := g.protocol.Root
	if p.Type != "" {
		t = g.protocol.Types[slices.IndexFunc(g.protocol.Types, func(t *ir.Type) bool { return t.Name == p.Type })]
	}
	for _, pair := range g.observer.Violated(t, p.Text, p.Now) {
		if i := slices.IndexFunc(g.goals, func(o *goal) bool { return o.pair == pair }); i >= 0 {
			g.goals[i].done++
		}
	}
}

func (g *Generator) setGoals() {
	for _, c := range checks.List(g.protocol) {
		if len(g.spots(c)) == 0 {
			continue // no value was found in which it is checked
		}
		i := slices.IndexFunc(g.goals, func(o *goal) bool { return o.pair == c.Pair() })
		if i < 0 {
			i = len(g.goals)
			g.goals = append(g.goals, &goal{pair: c.Pair()})
		}
		g.goals[i].checks = append(g.goals[i].checks, c)
	}
}

// spots are where c can be broken: at the values of its type, or where its schema applies. The schema false applies
// nowhere in a valid message, but beside a member that it forbids.
func (g *Generator) spots(c checks.Check) []spot {
	switch {
	case c.Schema == nil:
		return g.subject(c.Type).spots
	case forbids(c.Schema):
		return g.beside(c.Schema)
	default:
		return g.applied[c.Schema]
	}
}

// beside are the objects that may have no member for the sake of never.
func (g *Generator) beside(never *ir.Schema) []spot {
	var all []spot
	for _, s := range g.protocol.Schemas {
		for _, a := range s.Assertions {
			if p, ok := a.(ir.Properties); ok && slices.ContainsFunc(p.Named, func(m ir.NamedSchema) bool { return m.Schema == never }) {
				all = append(all, g.applied[s]...)
			}
		}
	}
	return all
}

// needsTop reports whether c can only be violated in a value without an enclosing value. A union's branch with a changed tag is another branch, or
// none, and a place may accept null or another type.
func (g *Generator) needsTop(c checks.Check) bool {
	if c.Schema != nil {
		return false // all enclosing values are tried
	}
	if c.Member == "" && c.Aspect == checks.Mismatch {
		return true
	}
	way := steps(c.Member)
	return len(way) > 0 && slices.ContainsFunc(g.protocol.Types, func(t *ir.Type) bool {
		u, ok := t.Value.Kind.(*ir.Union)
		return ok && u.Tag == way[0] && selects(u, c.Type)
	})
}

// selects reports whether t is a branch of the union, or of a branch.
func selects(u *ir.Union, t *ir.Type) bool {
	return slices.ContainsFunc(u.Variants, func(v ir.Variant) bool {
		inner, ok := v.Type.Value.Kind.(*ir.Union)
		return v.Type == t || ok && selects(inner, t)
	})
}

// depends reports whether only trying shows if a change violates c. Several schemas may restrict a value. Requests cannot name an inline type, and
// its enclosing value may accept the value as another type, or select a branch by it. Rules always need trying.
func (g *Generator) depends(c checks.Check) bool {
	return c.Schema != nil || c.Type.Lifted || takesLuck(c)
}

// target is a message that is being broken.
type target struct {
	of      *ir.Type
	root    *node
	whole   spot              // the origin of the root
	types   map[*ir.Type]bool // that the root itself is a value of: a union, its branch
	touched []string          // where it has been broken: pointers in the parent
	lucky   []checks.Check    // violated checks that a change of another part could satisfy again
}

// take is a copy of a value of a parent.
func (g *Generator) take(t *ir.Type, s spot) *target {
	made := &target{of: t, root: g.taken(s), whole: s, types: map[*ir.Type]bool{}}
	visit(t, made.root, "", func(t *ir.Type, at string) {
		if at == "" {
			made.types[t] = true
		}
	})
	return made
}

// aimed violates some keywords of one message, the ones first that were violated least so far.
func (g *Generator) aimed() conformance.Probe {
	first := slices.MinFunc(g.goals, byProgress)
	t := g.firstStrike(first)
	others := slices.DeleteFunc(slices.Clone(g.goals), func(o *goal) bool { return o == first || o.pair.IsRule() })
	if first.pair.IsRule() {
		others = nil // other violations would disable the rule
	}
	shuffle(g.dice, others)
	slices.SortStableFunc(others, byProgress)
	for strikes := 1; strikes < 10 && len(others) > 0; others = others[1:] {
		if g.strikeToo(t, others[0]) {
			strikes++
		}
	}
	return g.probe(t.of, t.root, g.one(4))
}

// firstStrike takes a message in which the goal's next check can be broken, and breaks it.
func (g *Generator) firstStrike(o *goal) *target {
	c := o.checks[o.tried%len(o.checks)]
	o.tried++
	for i := 1; ; i++ {
		at := g.richer(pick(g.dice, g.spots(c)), pick(g.dice, g.spots(c)))
		t := g.around(c, at)
		if g.strike(t, c, at) || i == strikes {
			return t
		}
	}
}

// richer is the value of the two in which more can be broken at once.
func (g *Generator) richer(a, b spot) spot {
	if g.parents[a.parent].root.find(a.at).size() >= g.parents[b.parent].root.find(b.at).size() {
		return a
	}
	return b
}

// strikes is how many ways of breaking a check of a schema are tried.
const strikes = 12

// around takes the value at s alone, or with an enclosing value.
func (g *Generator) around(c checks.Check, s spot) *target {
	if g.depends(c) {
		return pick(g.dice, append(g.outer(s), g.take(g.parents[s.parent].of, spot{s.parent, ""})))
	}
	if g.needsTop(c) || !g.one(8) {
		return g.take(c.Type, s)
	}
	return g.take(g.parents[s.parent].of, spot{s.parent, ""})
}

// outer are the values of declared types that contain s, or s itself.
func (g *Generator) outer(s spot) []*target {
	var all []*target
	for _, subject := range g.subjects {
		for _, o := range subject.spots {
			if !subject.of.Lifted && o.parent == s.parent && within(s.at, o.at) {
				all = append(all, g.take(subject.of, o))
			}
		}
	}
	return all
}

// within reports whether a pointer leads to or into the target of another one.
func within(at, whole string) bool { return at == whole || strings.HasPrefix(at, whole+"/") }

// strikeToo breaks another goal in the same message, where nothing has been broken yet.
func (g *Generator) strikeToo(t *target, o *goal) bool {
	for i := range min(len(o.checks), strikes) {
		c := o.checks[(o.tried+i)%len(o.checks)]
		if open := g.open(t, c); len(open) > 0 && g.strike(t, c, pick(g.dice, open)) {
			o.tried += i + 1
			return true
		}
	}
	return false
}

// open are the spots in t at which c can still be broken.
func (g *Generator) open(t *target, c checks.Check) []spot {
	top := g.needsTop(c) && !g.depends(c)
	if top && t.of != c.Type {
		return nil
	}
	var all []spot
	part := head(c)
	for _, s := range g.spots(c) {
		isWhole := s.at == t.whole.at
		if s.parent != t.whole.parent || !within(s.at, t.whole.at) || top && !isWhole || isWhole && c.Schema == nil && !t.types[c.Type] {
			continue
		}
		site := s.at + part
		if !slices.ContainsFunc(t.touched, func(at string) bool { return within(at, site) || within(site, at) }) {
			all = append(all, s)
		}
	}
	return all
}

// head is the part of a value that c speaks of: a member, the surplus ones (which have no name yet), or the whole ("").
func head(c checks.Check) string {
	switch {
	case c.Aspect == checks.Surplus:
		return "/\xff"
	case c.Member == "":
		return ""
	default:
		return "/" + escaper.Replace(steps(c.Member)[0])
	}
}

// strike violates c at s. If only trying shows the result, it checks whether c is violated, and whether earlier lucky violations remain.
func (g *Generator) strike(t *target, c checks.Check, s spot) bool {
	n := t.root.find(strings.TrimPrefix(s.at, t.whole.at))
	if n == nil {
		return false
	}
	lucky := t.lucky
	if g.depends(c) {
		lucky = append(slices.Clip(lucky), c)
	}
	whole := n.clone()
	for range strikes {
		if c.Schema == nil {
			g.violate(n, c)
		} else {
			g.breakSchema(n, c)
		}
		if len(lucky) == 0 || g.observer.Breaks(lucky, t.of, []byte(compact(t.root))) {
			t.touched = append(t.touched, s.at+head(c))
			t.lucky = lucky
			return true
		}
		*n = *whole.clone()
	}
	return false
}
