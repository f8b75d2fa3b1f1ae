package checks

import (
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

// context is a schema with the known properties of the values that it applies to.
type context struct {
	schema *ir.Schema
	scope
}

// scope is the scope of a union: the value is an object, and the selected schema's requirement on the tag is decided.
type scope struct {
	selected bool
	tag      string
}

// decides reports whether nothing can be wrong with the named member any more.
func (s scope) decides(name string) bool { return s.selected && s.tag == name }

// schema lists the checks of s and of the schemas that it applies. Schemas of which only the verdict counts (a branch of a choice, a condition) raise
// no failure.
func (l *lister) schema(c context) {
	if c.schema == nil || l.listed[c] {
		return
	}
	l.listed[c] = true
	for _, a := range c.schema.Assertions {
		l.assertion(c, a)
		l.below(c, a)
	}
}

// below lists the schemas that an assertion applies, in place or to parts of the value.
func (l *lister) below(c context, assertion ir.Assertion) {
	switch a := assertion.(type) {
	case ir.PropertyNames, ir.Contains, ir.AnyOf, ir.ExactlyOne, ir.Not:
	case ir.If:
		l.schema(context{a.Then, c.scope})
		l.schema(context{a.Else, c.scope})
	case ir.AllOf:
		for _, s := range a.Schemas {
			l.schema(context{s, c.scope})
		}
	case ir.Nullable:
		l.schema(context{a.Schema, c.scope})
	case ir.DependentSchema:
		l.schema(context{a.Schema, c.scope})
	case ir.Select:
		for _, k := range a.Cases {
			l.schema(context{k.Schema, scope{true, a.Tag}})
		}
	case ir.Properties:
		for _, m := range a.Named {
			if !c.decides(m.Name) {
				l.schema(context{schema: m.Schema})
			}
		}
		for _, m := range a.Patterns {
			l.schema(context{schema: m.Schema})
		}
		l.schema(context{schema: a.Additional})
	default:
		for _, s := range (&ir.Schema{Assertions: []ir.Assertion{assertion}}).Subschemas() {
			l.schema(context{schema: s})
		}
	}
}

// raise adds a check of s, unless an equal one is there: two triggers may require one member.
func (l *lister) raise(s *ir.Schema, a ir.Assertion, aspect Aspect, f ir.Failure, member ...string) {
	c := Check{Place: reference.Place{Schema: s}, Failure: f, Aspect: aspect, Assertion: a}
	for _, name := range member {
		c.Place = c.Of(name)
	}
	if !l.raised[c.key()] {
		l.raised[c.key()] = true
		l.found = append(l.found, c)
	}
}

func (l *lister) assertion(c context, assertion ir.Assertion) {
	switch a := assertion.(type) {
	case ir.IsType:
		if !c.selected || a.Types&ir.ObjectType == 0 {
			l.raise(c.schema, a, Mismatch, a.Failure)
		}
		if onlyIntegers(a) {
			l.raise(c.schema, a, Range, a.Range)
		}
	case ir.Requires:
		l.requires(c, a, a.Members, a.Failure)
	case ir.DependentRequired:
		l.requires(c, a, a.Members, a.Failure)
	case ir.Contains:
		l.contains(c.schema, a)
	case ir.Select:
		l.selects(c, a)
	case ir.Properties:
		l.closed(c.schema, a, a.Closed)
	case ir.ItemSchemas:
		l.closed(c.schema, a, a.Closed)
	case ir.UnevaluatedProperties:
		l.closed(c.schema, a, a.Closed)
	case ir.UnevaluatedItems:
		l.closed(c.schema, a, a.Closed)
	default:
		if f := failure(assertion); f != nil {
			l.raise(c.schema, assertion, Asserted, *f)
		}
	}
}

func (l *lister) requires(c context, a ir.Assertion, members []string, f ir.Failure) {
	for _, name := range members {
		if !c.decides(name) {
			l.raise(c.schema, a, Missing, f, name)
		}
	}
}

func (l *lister) selects(c context, a ir.Select) {
	if !c.selected {
		l.raise(c.schema, a, Mismatch, a.Mismatch)
	}
	if !c.decides(a.Tag) {
		l.raise(c.schema, a, MissingTag, a.MissingTag, a.Tag)
		l.raise(c.schema, a, UnknownTag, a.UnknownTag, a.Tag)
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

// failure returns the single failure of an assertion, or nil if it has none.
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
