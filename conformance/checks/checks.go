// Package checks keeps the books on the checks of a protocol: which there are, which of them the fixtures break and
// keep, and which of them mutants broke.
//
// It asks the reference and decides nothing about messages itself.
package checks

import (
	"fmt"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

// Aspect says which part of an ir.Value, a record or a union raises the failure.
type Aspect uint8

const (
	Mismatch   Aspect = iota // ir.Value.Mismatch
	Range                    // ir.Integer.Range
	Constant                 // ir.Const.Failure, and the Mismatch where it is the same
	Vocabulary               // ir.Enum.NotOneOf, and the Mismatch where it is the same
	Condition                // one of ir.Value.Checks
	Missing                  // ir.Field.Missing
	Surplus                  // ir.Record.Surplus
	MissingTag               // ir.Union.MissingTag
	UnknownTag               // ir.Union.UnknownTag
)

// Check is one check of a protocol.
type Check struct {
	reference.Place
	Failure   ir.Failure
	Aspect    Aspect
	Value     *ir.Value // the definition of what is checked; of a tag, the union's
	Condition ir.Check  // of the aspect Condition
}

// String names the check in reports.
func (c Check) String() string {
	return strings.TrimSpace(c.Type.Name+" "+c.Member) + ": " + c.Failure.Rule
}

// key tells the checks of a protocol apart. Two equal ones at one place could never be told apart by an issue.
type key struct {
	place   reference.Place
	failure ir.Failure
}

func (c Check) key() key { return key{c.Place, c.Failure} }

func keyOf(a reference.Asked) key { return key{a.Place, a.Failure} }

// List returns every check of p, in the order of the spec.
func List(p *ir.Protocol) []Check {
	var l lister
	for _, t := range p.Types {
		l.value(&t.Value, reference.Place{Type: t})
	}
	return l.found
}

type lister struct{ found []Check }

func (l *lister) add(a Aspect, f ir.Failure, v *ir.Value, p reference.Place) {
	l.found = append(l.found, Check{Place: p, Failure: f, Aspect: a, Value: v})
}

func (l *lister) value(v *ir.Value, p reference.Place) {
	switch k := v.Kind.(type) {
	case ir.Any, ir.Ref: // raise nothing themselves
	case ir.Null, ir.Boolean, ir.Number, ir.String, ir.Object:
		l.add(Mismatch, v.Mismatch, v, p)
	case ir.Integer:
		l.add(Mismatch, v.Mismatch, v, p)
		l.add(Range, k.Range, v, p)
	case ir.Const:
		l.either(Constant, k.Failure, v, p)
	case *ir.Enum:
		l.either(Vocabulary, k.NotOneOf, v, p)
	case ir.Array:
		l.add(Mismatch, v.Mismatch, v, p)
		l.value(k.Items, p.Items())
	case *ir.Record:
		l.add(Mismatch, v.Mismatch, v, p)
		l.record(k, v, p)
	case *ir.Union:
		l.add(Mismatch, v.Mismatch, v, p)
		l.add(MissingTag, k.MissingTag, v, p.Of(k.Tag))
		l.add(UnknownTag, k.UnknownTag, v, p.Of(k.Tag))
	default:
		panic(fmt.Sprintf("checks: unhandled kind %T", k))
	}
	for _, c := range v.Checks {
		l.found = append(l.found, Check{p, c.Fails(), Condition, v, c})
	}
}

// either adds what a value of another JSON type and another value of the same one raise. Where the spec names no
// type that is one failure, and so one check.
func (l *lister) either(a Aspect, f ir.Failure, v *ir.Value, p reference.Place) {
	if v.Mismatch != f {
		l.add(Mismatch, v.Mismatch, v, p)
	}
	l.add(a, f, v, p)
}

func (l *lister) record(r *ir.Record, v *ir.Value, p reference.Place) {
	for _, f := range r.Fields {
		if f.Required {
			l.add(Missing, f.Missing, &f.Value, p.Of(f.Name))
		}
		l.value(&f.Value, p.Of(f.Name))
	}
	if r.Closed {
		l.add(Surplus, r.Surplus, v, p)
	}
}

// Pair is a keyword of a type.
type Pair struct{ Type, Rule string }

// Pair returns what the check counts for in a histogram.
func (c Check) Pair() Pair { return Pair{c.Type.Name, c.Failure.Rule} }
