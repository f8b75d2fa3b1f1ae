package checks

import (
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

// schema lists the checks of s and of the schemas that it applies. What it only tries (a branch of a choice, a condition)
// raises nothing.
func (l *lister) schema(s *ir.Schema) {
	if s == nil || l.schemas[s] {
		return
	}
	l.schemas[s] = true
	for _, a := range s.Assertions {
		l.assertion(s, a)
		for _, below := range applied(a) {
			l.schema(below)
		}
	}
}

// raise adds a check of s, unless an equal one is there: two triggers may require one member.
func (l *lister) raise(s *ir.Schema, a ir.Assertion, aspect Aspect, f ir.Failure, member ...string) {
	c := Check{Place: reference.Place{Schema: s}, Failure: f, Aspect: aspect, Assertion: a}
	for _, name := range member {
		c.Place = c.Of(name)
	}
	for i := len(l.found) - 1; i >= 0 && l.found[i].Schema == s; i-- {
		if l.found[i].key() == c.key() {
			return
		}
	}
	l.found = append(l.found, c)
}

func (l *lister) assertion(s *ir.Schema, assertion ir.Assertion) {
	switch a := assertion.(type) {
	case ir.IsType:
		l.raise(s, a, Mismatch, a.Failure)
		if a.Types&(ir.IntegerType|ir.NumberType) == ir.IntegerType {
			l.raise(s, a, Range, a.Range)
		}
	case ir.Requires:
		l.requires(s, a, a.Members)
	case ir.DependentRequired:
		l.requires(s, a, a.Members)
	case ir.Contains:
		l.contains(s, a)
	case ir.Select:
		l.raise(s, a, Mismatch, a.Mismatch)
		l.raise(s, a, MissingTag, a.MissingTag, a.Tag)
		l.raise(s, a, UnknownTag, a.UnknownTag, a.Tag)
	case ir.Properties:
		l.closed(s, a, a.Closed)
	case ir.ItemSchemas:
		l.closed(s, a, a.Closed)
	case ir.UnevaluatedProperties:
		l.closed(s, a, a.Closed)
	case ir.UnevaluatedItems:
		l.closed(s, a, a.Closed)
	default:
		if f := failure(assertion); f != nil {
			l.raise(s, assertion, Asserted, *f)
		}
	}
}

func (l *lister) requires(s *ir.Schema, a ir.Assertion, members []ir.RequiredMember) {
	for _, m := range members {
		l.raise(s, a, Missing, m.Failure, m.Name)
	}
}

func (l *lister) contains(s *ir.Schema, a ir.Contains) {
	if a.Least > 0 {
		l.raise(s, a, TooFew, a.TooFew)
	}
	if a.Most >= 0 {
		l.raise(s, a, TooMany, a.TooMany)
	}
}

func (l *lister) closed(s *ir.Schema, a ir.Assertion, f *ir.Failure) {
	if f != nil {
		l.raise(s, a, Surplus, *f)
	}
}

// failure is what an assertion raises that can raise one thing only, or nil if it raises nothing.
func failure(assertion ir.Assertion) *ir.Failure {
	switch a := assertion.(type) {
	case ir.Equals:
		return &a.Failure
	case ir.MultipleOf:
		return &a.Failure
	case ir.UniqueItems:
		return &a.Failure
	case ir.MemberCount:
		return &a.Failure
	case ir.PropertyNames:
		return &a.Failure
	case ir.AnyOf:
		return &a.Failure
	case ir.ExactlyOne:
		return &a.Failure
	case ir.Not:
		return &a.Failure
	case ir.Never:
		return &a.Failure
	case ir.Check:
		f := a.Fails()
		return &f
	}
	return nil
}

// applied are the schemas whose failures an assertion reports; some may be nil.
func applied(assertion ir.Assertion) []*ir.Schema {
	switch a := assertion.(type) {
	case ir.If:
		return []*ir.Schema{a.Then, a.Else}
	case ir.PropertyNames, ir.Contains, ir.AnyOf, ir.ExactlyOne, ir.Not:
		return nil
	default:
		return (&ir.Schema{Assertions: []ir.Assertion{assertion}}).Subschemas()
	}
}
