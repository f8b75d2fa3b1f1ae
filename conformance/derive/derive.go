// Package derive makes fixtures out of a protocol alone: of every declared type the smallest and the fullest valid
// value, and values that differ from them in one thing, as a rule one that is wrong.
//
// Nothing in it is left to chance, so the same spec and fixtures always give the same cases. It judges nothing: what
// a value owes is the reference's answer. Where a type's schema is more than a shape, valid fixtures help out.
package derive

import (
	"fmt"
	"strings"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

// Derivation is what came of one protocol.
type Derivation struct {
	Protocol string
	Cases    []*conformance.Case
	Left     []Left
}

// Left is a type that nothing could be derived for.
type Left struct {
	Type   *ir.Type
	Reason string
}

// String names the type and says why.
func (l Left) String() string { return l.Type.Name + ": " + l.Reason }

// Topic is the name of the file that holds derived cases. Its cases are never taken as fixtures to start from.
const Topic = "derived"

// New derives the cases of p, which the oracle must know, with the help of its valid fixtures among all. An error means
// that the oracle could not answer.
func New(p *ir.Protocol, oracle *reference.Reference, all []*conformance.Case) (Derivation, error) {
	d := &deriver{protocol: p, oracle: oracle, sampler: newSampler(p), seeds: map[*ir.Value][]value{}, ids: map[string]bool{}}
	for _, c := range all {
		if c.Protocol == p.Name && *c.Expect.Valid && c.Text != nil && c.Params == nil && !derived(c) {
			d.adopt(c)
		}
	}
	for _, t := range p.Types {
		if !t.Lifted && t.Protocol == p.Name {
			d.derive(t)
		}
	}
	return Derivation{Protocol: p.Name, Cases: d.cases, Left: d.left}, d.err
}

func derived(c *conformance.Case) bool { return strings.HasPrefix(c.ID, c.Protocol+"/"+Topic+"/") }

// Smallest returns the text of the smallest value of a type, or "".
func (d Derivation) Smallest(t *ir.Type) string {
	for _, c := range d.Cases {
		if c.Type == t.Name && *c.Expect.Valid {
			return *c.Text // the first one
		}
	}
	return ""
}

type deriver struct {
	protocol *ir.Protocol
	oracle   *reference.Reference
	sampler  *sampler
	seeds    map[*ir.Value][]value // from valid fixtures, for each definition of a value
	cases    []*conformance.Case
	ids      map[string]bool
	left     []Left
	err      error // the first one; with it, nothing more is asked
}

// check is the oracle's answer; after an error, it is none.
func (d *deriver) check(t *ir.Type, v value) (reference.Result, bool) {
	if d.err != nil {
		return reference.Result{}, false
	}
	text := write(v)
	result, err := d.oracle.Check(d.protocol.Name, t.Name, []byte(text), reference.Options{})
	if err != nil {
		d.err = fmt.Errorf("derive: %s %s: %w", t.Name, text, err)
		return reference.Result{}, false
	}
	return result, true
}

func (d *deriver) valid(t *ir.Type, v value) bool {
	result, ok := d.check(t, v)
	return ok && result.Valid
}

func (d *deriver) derive(t *ir.Type) {
	if d.sampler.typeHeight(t) == endless {
		d.left = append(d.left, Left{t, "no value of it is finite"})
		return
	}
	smallest, ok := d.smallest(t)
	if !ok {
		if d.err == nil {
			d.left = append(d.left, Left{t, "neither its shape nor its examples nor a fixture give a valid value"})
		}
		return
	}
	w := &walker{deriver: d, typ: t, smallest: smallest, fullest: d.fullest(t, smallest), texts: map[string]bool{}}
	top := place{}
	w.add(top, "smallest", "The smallest %s.", smallest)
	w.add(top, "fullest", "A full %s.", w.fullest)
	w.value(&t.Value, top, smallest)
}

// adopt notes the parts of a fixture as values of what they are defined by.
func (d *deriver) adopt(c *conformance.Case) {
	const most = 4 << 10 // what is special about a longer one is its length
	v, err := read(*c.Text)
	if err != nil || len(*c.Text) > most {
		return
	}
	t := d.protocol.Root
	for _, o := range d.protocol.Types {
		if o.Name == c.Type {
			t = o
		}
	}
	d.adoptValue(&t.Value, v)
}

func (d *deriver) adoptValue(v *ir.Value, part value) {
	if part == nil {
		return
	}
	d.seeds[v] = append(d.seeds[v], part)
	switch k := v.Kind.(type) {
	case ir.Ref:
		d.adoptValue(&k.Type.Value, part)
	case ir.Array:
		for _, item := range part.(array) {
			d.adoptValue(k.Items, item)
		}
	case ir.Map:
		for _, m := range part.(object) {
			d.adoptValue(k.Values, m.value)
		}
	case *ir.Record:
		for _, f := range k.Fields {
			if m, ok := at(part, []string{f.Name}); ok {
				d.adoptValue(&f.Value, m)
			}
		}
	case *ir.Union:
		if t := variantOf(k, part.(object)); t != nil {
			d.adoptValue(&t.Value, part)
		}
	}
}

func variantOf(u *ir.Union, o object) *ir.Type {
	tag, _ := at(o, []string{u.Tag})
	for _, v := range u.Variants {
		for _, t := range v.Tags {
			if t == tag {
				return v.Type
			}
		}
	}
	return nil
}
