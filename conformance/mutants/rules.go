package mutants

import (
	"regexp"
	"slices"
	"strings"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/checks"
	"github.com/envgen/envgen/internal/ir"
)

// hasRules reports whether the protocol demands more of messages than their structure.
func hasRules(p *ir.Protocol) bool {
	return p.Accepts != nil || slices.ContainsFunc(p.Types, func(t *ir.Type) bool { return len(t.Rules) > 0 })
}

var readsClock = regexp.MustCompile(`\bnow\b`)

// moments are the times to check messages at: none if no rule reads the clock, else those of the fixtures and some that are
// far from any.
func moments(p *ir.Protocol, all []*conformance.Case) []string {
	timed := func(t *ir.Type) bool {
		return slices.ContainsFunc(t.Rules, func(r *ir.Rule) bool { return readsClock.MatchString(r.Text) })
	}
	if !slices.ContainsFunc(p.Types, timed) {
		return nil
	}
	list := []string{"0001-01-01T00:00:00Z", "1969-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999999999Z"}
	for _, c := range all {
		if c.Protocol == p.Name && c.Now != "" && !slices.Contains(list, c.Now) {
			list = append(list, c.Now)
		}
	}
	slices.Sort(list)
	return list
}

// moment is a time for a mutant that may be checked at any time. It is usually the default, which is before that of most messages: an expired message
// shows no other issue.
func (g *Generator) moment() string {
	if len(g.moments) == 0 || g.one(2) {
		return ""
	}
	return pick(g.dice, g.moments)
}

// tune sets one of the protocol's parameters, usually to a value that few messages satisfy.
func (g *Generator) tune(probe *conformance.Probe) {
	p := pick(g.dice, g.protocol.Params)
	var value any
	switch p.Type.Kind {
	case ir.BoolExpr:
		value = g.one(2)
	case ir.IntExpr:
		value = g.below(200)
		if p.Size && g.one(3) {
			value = pick(g.dice, []string{"0", "1B", "1KiB", "1GiB"})
		}
	case ir.DoubleExpr:
		value = pick(g.dice, []float64{0, -1, 0.1, 1, 1e300})
	case ir.DurationExpr:
		value = pick(g.dice, []string{"0s", "1ns", "-1h30m", "1.5s", "8760h", "2562047h"})
	default:
		value = pick(g.dice, append(slices.Clone(versions), "", "1.0.0", "1.2.3-a", "é"))
		if a := g.protocol.Accepts; a != nil && g.protocol.Params[a.Param] == p { // another one is an error of the call, which no message can show
			value = pick(g.dice, []string{"0.9.9", "1.0.0", "1.2.3-a", "2.0.0", "10.0.0+b.1"})
		}
	}
	probe.Own = map[string]any{p.Name: value}
}

// sound is a sample that keeps the rules, if that can be had.
func (g *Generator) sound(t *ir.Type) *node {
	root := g.sample(&t.Value)
	for i := 0; g.ruled && i < soundTries; i++ {
		if _, valid := g.observer.Applied(t, []byte(compact(root))); valid {
			break
		}
		root = g.sample(&t.Value)
	}
	return root
}

const soundTries = 8

// takesLuck reports whether only trying shows if a change violates c.
func takesLuck(c checks.Check) bool { return c.Aspect == checks.Ruled || c.Aspect == checks.Accepted }

// unsettle changes n, which v describes, in one place to something else of the same structure.
func (p *pool) unsettle(n *node, v *ir.Value) {
	switch k := v.Kind.(type) {
	case ir.Ref:
		p.unsettle(n, &k.Type.Value)
	case *ir.Union:
		for _, variant := range k.Variants {
			if names(k, variant, n.get(k.Tag)) {
				p.unsettle(n, &variant.Type.Value)
				return
			}
		}
	case *ir.Record:
		if n.kind == object && len(k.Fields) > 0 {
			p.unsettleMember(n, pick(p.dice, k.Fields))
		}
	case ir.Array:
		switch {
		case len(n.items) == 0 || p.one(3):
			n.items = append(n.items, p.sample(k.Items))
		case p.one(2):
			n.items = n.items[1:]
		default:
			p.unsettle(pick(p.dice, n.items), k.Items)
		}
	case ir.Map:
		if len(n.members) > 0 {
			p.unsettle(pick(p.dice, n.members).value, k.Values)
		}
	default:
		*n = *p.sample(v)
	}
}

func (p *pool) unsettleMember(n *node, f *ir.Field) {
	now := n.get(f.Name)
	switch {
	case now == nil:
		n.insert(p.dice, member{name: f.Name, value: p.sample(&f.Value)})
	case !f.Required && p.one(3):
		n.drop(f.Name)
	case (now.kind == object || now.kind == array) && !p.one(3):
		p.unsettle(now, &f.Value)
	default:
		*now = *p.sample(&f.Value)
	}
}

// populate adds a member to the object, somewhere in n, whose members a rule is evaluated for.
func (p *pool) populate(n *node, v *ir.Value, way []string) {
	record, isRecord := v.Kind.(*ir.Record)
	switch k := v.Kind.(type) {
	case ir.Ref:
		p.populate(n, &k.Type.Value, way)
		return
	case ir.Map:
		p.addNamed(n, p.sample(k.Values))
		return
	}
	if !isRecord || len(way) == 0 {
		p.addNamed(n, p.strange())
		return
	}
	i := slices.IndexFunc(record.Fields, func(f *ir.Field) bool { return f.Name == way[0] })
	field := &record.Fields[i].Value
	if inner := n.get(way[0]); inner == nil || inner.kind != object {
		n.drop(way[0])
		n.insert(p.dice, member{name: way[0], value: p.sample(field)})
	}
	p.populate(n.get(way[0]), field, way[1:])
}

// addNamed adds a member of any name to an object.
func (p *pool) addNamed(n, value *node) {
	if name := p.string(); n.kind == object && n.get(name) == nil {
		n.insert(p.dice, member{name: name, value: value})
	}
}

// foreignVersion gives a message a version that is, most often, well-formed and not accepted.
func (p *pool) foreignVersion(n *node, at []string) {
	for _, name := range at[:len(at)-1] {
		if n = n.get(name); n == nil {
			return
		}
	}
	last := at[len(at)-1]
	n.drop(last)
	if n.kind == object {
		n.insert(p.dice, member{name: last, value: newText(pick(p.dice, versions))})
	}
}

var versions = []string{"0.0.0", "2.0.0", "2.0.0-rc.1+build.5", "10.0.0", "11.1.1", "99999999999999999999.0.0", "3.0.0-0a.-", "2.0", "02.0.0", "2.0.0-01", "2.0.0+" + strings.Repeat("a", 100)}
