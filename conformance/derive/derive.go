// Package derive makes fixtures from a protocol alone: the smallest and the fullest valid value of every declared type, and values that differ from
// them in one part, usually an invalid one.
//
// No part is random, so the same spec and fixtures always give the same cases. The package does not validate: the reference gives the expected
// answers. If a type's schema is more than a shape, valid fixtures supply values.
package derive

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

// Derivation is the result for one protocol.
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

// String returns the name of the type and the reason.
func (l Left) String() string { return l.Type.Name + ": " + l.Reason }

// Topic is the name of the file with the derived cases. Its cases are never used as a base of further fixtures.
const Topic = "derived"

// New derives the cases of p, which the oracle must support, with the help of its valid fixtures among all. An error means that the oracle could not
// answer.
func New(p *ir.Protocol, oracle *reference.Reference, all []*conformance.Case) (Derivation, error) {
	d := newDeriver(p, oracle, all)
	for _, t := range p.Types {
		if !t.Lifted {
			d.derive(t)
		}
	}
	d.settle()
	return Derivation{Protocol: p.Name, Cases: d.cases, Left: d.left}, d.err
}

// Examples returns a function that returns a value of a type as JSON text: the first one in an example among the fixtures, else the smallest derived
// value, or "" without either.
func Examples(p *ir.Protocol, oracle *reference.Reference, all []*conformance.Case) func(*ir.Type) string {
	d := newDeriver(p, oracle, all)
	return func(t *ir.Type) string {
		if text, ok := d.examples[t]; ok || t.Lifted || d.sampler.typeHeight(t) == endless {
			return text
		}
		if e := d.extremesOf(t); e.found {
			return write(e.smallest)
		}
		return ""
	}
}

func newDeriver(p *ir.Protocol, oracle *reference.Reference, all []*conformance.Case) *deriver {
	d := &deriver{protocol: p, oracle: oracle, seeds: map[*ir.Value][]value{}, ids: map[string]bool{},
		extremes: map[*ir.Type]*extremes{}, examples: map[*ir.Type]string{}, judged: map[question]reference.Result{}}
	d.sampler = newSampler(p, d.known)
	d.named = d.vocabulary()
	for _, c := range all {
		if c.Protocol == p.Name && *c.Expect.Valid && c.Text != nil && c.Params == nil && !derived(c) {
			d.adopt(c)
		}
	}
	return d
}

func derived(c *conformance.Case) bool { return strings.HasPrefix(c.ID, c.Protocol+"/"+Topic+"/") }

type deriver struct {
	protocol *ir.Protocol
	oracle   *reference.Reference
	sampler  *sampler
	seeds    map[*ir.Value][]value // from valid fixtures, for each definition of a value
	examples map[*ir.Type]string   // from those of the topic "examples", the first one for each type
	cases    []*conformance.Case
	ids      map[string]bool
	left     []Left
	err      error // the first one; with it, nothing more is checked

	named     map[string][]value // values that members of a name may have
	extremes  map[*ir.Type]*extremes
	judged    map[question]reference.Result
	proposals []proposal
}

// question is a text that the oracle judges as a type.
type question struct {
	of   *ir.Type
	text string
}

// check is the oracle's answer, without Output; after an error, it is none. Searches for values try many of them again.
func (d *deriver) check(t *ir.Type, text string) (reference.Result, bool) {
	if d.err != nil {
		return reference.Result{}, false
	}
	asked := question{t, text}
	if result, known := d.judged[asked]; known {
		return result, true
	}
	result, err := d.oracle.Verdict(d.protocol.Name, t.Name, []byte(text), reference.Options{})
	if err != nil {
		d.err = fmt.Errorf("derive: %s %s: %w", t.Name, text, err)
		return reference.Result{}, false
	}
	d.judged[asked] = result
	return result, true
}

func (d *deriver) valid(t *ir.Type, v value) bool { return d.accepts(t, write(v)) }

func (d *deriver) accepts(t *ir.Type, text string) bool {
	result, ok := d.check(t, text)
	return ok && result.Valid
}

func (d *deriver) derive(t *ir.Type) {
	if d.sampler.typeHeight(t) == endless {
		d.left = append(d.left, Left{t, "none of its values is finite and of a sensible size"})
		return
	}
	e := d.extremesOf(t)
	if !e.found {
		if d.err == nil {
			d.left = append(d.left, Left{t, "neither its shape nor its schema, its examples or a fixture give a valid value"})
		}
		return
	}
	w := &walker{deriver: d, typ: t, smallest: e.smallest, fullest: e.fullest, models: d.models(t), texts: map[string]bool{}, proposed: map[string]bool{}}
	top := place{}
	w.add(top, "smallest", "The smallest %s.", e.smallest)
	w.add(top, "fullest", "A full %s.", w.fullest)
	w.value(&t.Value, top, e.smallest)
}

// known returns the extremes of a declared type that a general schema restricts.
func (d *deriver) known(t *ir.Type) *extremes {
	if t.Lifted || !general(&t.Value) || !slices.Contains(d.protocol.Types, t) {
		return nil
	}
	if e := d.extremesOf(t); e.found {
		return e
	}
	return nil
}

// general reports whether a schema decides about v or an inline part of it.
func general(v *ir.Value, within ...*ir.Type) bool {
	if v.Schema != nil {
		return true
	}
	switch k := v.Kind.(type) {
	case ir.Array:
		return general(k.Items, within...)
	case ir.Map:
		return general(k.Values, within...)
	case *ir.Record:
		return slices.ContainsFunc(k.Fields, func(f *ir.Field) bool { return general(&f.Value, within...) })
	case ir.Ref:
		return k.Type.Lifted && !slices.Contains(within, k.Type) && general(&k.Type.Value, append(within, k.Type)...)
	default:
		return false
	}
}

// Messages returns a function that returns the texts that follow from a declared type, valid and invalid ones.
func Messages(p *ir.Protocol, oracle *reference.Reference) func(*ir.Type) []string {
	return func(t *ir.Type) []string {
		if t.Protocol != p.Name {
			return nil
		}
		d := newDeriver(p, oracle, nil)
		d.derive(t)
		var texts []string
		for _, c := range d.cases {
			texts = append(texts, *c.Text)
		}
		for _, proposal := range d.proposals {
			texts = append(texts, proposal.text)
		}
		return texts
	}
}
