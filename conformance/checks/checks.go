// Package checks keeps the books on the checks of a protocol: which there are, which of them the fixtures break and
// keep, and which of them mutants broke.
//
// It takes the answers of the reference and decides nothing about messages itself.
package checks

import (
	"fmt"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

// Aspect is the part of an ir.Value, a record or a union that raises the failure.
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
	Forbidden                // ir.Forbidden.Failure
	Asserted                 // one of ir.Schema.Assertions, where it raises one failure only, for the value itself
	TooFew                   // ir.Contains.TooFew
	TooMany                  // ir.Contains.TooMany
	Accepted                 // ir.Accepts.Failure
	Ruled                    // ir.Rule.Failure
)

// Check is one check of a protocol.
type Check struct {
	reference.Place
	Failure   ir.Failure
	Aspect    Aspect
	Value     *ir.Value // the definition of the checked value; for a tag, that of the union
	Condition ir.Check  // of the aspect Condition
	// Assertion raises the failure if it belongs to a Schema. Then the aspects have the same meaning for it as for an ir.Value, and Value is nil.
	Assertion ir.Assertion
	Rule      *ir.Rule // of the aspect Ruled
}

// String names the check in reports.
func (c Check) String() string {
	return strings.TrimSpace(c.Owner()+" "+c.Member) + ": " + c.Failure.Rule
}

// key distinguishes the checks of a protocol. An issue could never distinguish two equal checks at one place. A rule is one check, even if it applies
// to several types.
type key struct {
	place   reference.Place
	failure ir.Failure
}

func (c Check) key() key { return newKey(c.Place, c.Failure, c.placeless()) }

// placeless reports whether the check is a rule of the spec, or the version acceptance.
func (c Check) placeless() bool { return c.Aspect == Ruled || c.Aspect == Accepted }

func keyOf(a reference.Asked) key { return newKey(a.Place, a.Failure, placeless(a)) }

func newKey(p reference.Place, f ir.Failure, placeless bool) key {
	if placeless {
		return key{failure: f}
	}
	return key{p, f}
}

// versionRule is the rule of every version acceptance.
const versionRule = "version"

// placeless reports whether it is a rule of the spec, or the version acceptance.
func placeless(a reference.Asked) bool { return a.Rule != nil || a.Failure.Rule == versionRule }

// List returns every check of p that a message can meet, in the order of the spec. Checks of imported protocols are in
// their own lists.
func List(p *ir.Protocol) []Check {
	asked := met(p)
	l := lister{listed: map[context]bool{}, raised: map[key]bool{}}
	for _, t := range p.Types {
		if asked[t] {
			l.value(&t.Value, reference.Place{Type: t})
		}
	}
	l.rules(p)
	return l.found
}

// rules lists the version acceptance, and every rule where it is met first.
func (l *lister) rules(p *ir.Protocol) {
	place := func(t *ir.Type, at []string) reference.Place {
		place := reference.Place{Type: t}
		for _, name := range at {
			place = place.Of(name)
		}
		return place
	}
	if a := p.Accepts; a != nil {
		l.add(Accepted, a.Failure, &p.Root.Value, place(p.Root, a.At))
	}
	for _, t := range p.Types {
		for _, r := range t.Rules {
			c := Check{Place: place(t, r.At), Failure: r.Failure, Aspect: Ruled, Value: &t.Value, Rule: r}
			if !l.raised[c.key()] {
				l.raised[c.key()] = true
				l.found = append(l.found, c)
			}
		}
	}
}

// met are the types whose own definitions are checked: the declared ones, and the inline ones that they lead to. A Schema checks the definitions
// below it, and a column of a catalog is never checked.
func met(p *ir.Protocol) map[*ir.Type]bool {
	found := map[*ir.Type]bool{}
	var typ func(*ir.Type)
	var value func(*ir.Value)
	typ = func(t *ir.Type) {
		if !found[t] {
			found[t] = true
			value(&t.Value)
		}
	}
	value = func(v *ir.Value) {
		if v.Schema != nil {
			return
		}
		switch k := v.Kind.(type) {
		case ir.Ref:
			typ(k.Type)
		case ir.Array:
			value(k.Items)
		case ir.Map:
			value(k.Values)
		case *ir.Record:
			for _, f := range k.Fields {
				value(&f.Value)
			}
		case *ir.Union:
			for _, variant := range k.Variants {
				typ(variant.Type)
			}
		}
	}
	for _, t := range p.Types {
		if !t.Lifted {
			typ(t)
		}
	}
	return found
}

type lister struct {
	found  []Check
	listed map[context]bool
	raised map[key]bool // by schemas
}

func (l *lister) add(a Aspect, f ir.Failure, v *ir.Value, p reference.Place) {
	l.found = append(l.found, Check{Place: p, Failure: f, Aspect: a, Value: v})
}

func (l *lister) value(v *ir.Value, p reference.Place) {
	if v.Schema != nil {
		l.schema(context{schema: v.Schema})
		return
	}
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
		if k.Open {
			l.add(Mismatch, v.Mismatch, v, p)
		} else {
			l.either(Vocabulary, k.NotOneOf, v, p)
		}
	case ir.Array:
		l.add(Mismatch, v.Mismatch, v, p)
		l.value(k.Items, p.Items())
	case ir.Map:
		l.add(Mismatch, v.Mismatch, v, p)
		l.value(k.Values, p.Items())
	case *ir.Record:
		l.add(Mismatch, v.Mismatch, v, p)
		l.record(k, v, p)
	case *ir.Union:
		l.add(Mismatch, v.Mismatch, v, p)
		if k.Tagged() {
			l.add(MissingTag, k.MissingTag, v, p.Of(k.Tag))
			l.add(UnknownTag, k.UnknownTag, v, p.Of(k.Tag))
		}
	default:
		panic(fmt.Sprintf("checks: unhandled kind %T", k))
	}
	for _, c := range v.Checks {
		l.found = append(l.found, Check{Place: p, Failure: c.Fails(), Aspect: Condition, Value: v, Condition: c})
	}
}

// either adds the failures of a value with another JSON type and of another value with the same type. If the spec declares no type, both are one
// failure, and so one check.
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
	for _, f := range r.Forbidden {
		l.add(Forbidden, f.Failure, v, p.Of(f.Name))
	}
	if r.Closed {
		l.add(Surplus, r.Surplus, v, p)
	}
}

// Pair is a keyword of a type. The checks of a Schema count for its declared type. The rules of the spec have no type, because a rule can apply to
// several.
type Pair struct{ Type, Rule string }

// IsRule reports whether the pair is a rule of the spec.
func (p Pair) IsRule() bool { return p.Type == "" }

// Pair returns the pair of the check in a histogram.
func (c Check) Pair() Pair { return pairOf(c.Place, c.Failure, c.placeless()) }

func pairOf(p reference.Place, f ir.Failure, placeless bool) Pair {
	switch {
	case placeless:
		return Pair{Rule: f.Rule}
	case p.Schema == nil:
		return Pair{p.Type.Name, f.Rule}
	}
	declared, _, _ := strings.Cut(p.Schema.Place, "/")
	return Pair{declared, f.Rule}
}
