package docs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

const (
	maxClause  = 5   // the maximum depth of schemas within schemas
	maxClauses = 100 // the maximum for one line, for readability
)

// named reports whether the schema belongs to a type with a section, so that a link replaces its text.
func (g *page) named(s *ir.Schema) bool { return g.typeOf(s) != nil }

func (g *page) typeOf(s *ir.Schema) *ir.Type {
	if s.Type == nil || g.byName[s.Type.Name] != s.Type {
		return nil
	}
	return s.Type
}

// conditions lists the assertions of a type's schema that its shape does not show.
func (g *page) conditions(t *ir.Type) {
	if t.Value.Schema == nil {
		return
	}
	var lines []string
	for _, a := range g.flat(t.Value.Schema, nil) {
		if beyondShape(a) {
			g.clauses = 0
			lines = append(lines, "- "+capital(g.clause(a, 0))+".")
		}
	}
	if len(lines) > 0 {
		g.put("Conditions:")
		g.put("%s", strings.Join(slices.Compact(lines), "\n"))
	}
}

// beyondShape reports whether neither the kind nor the table of members shows the assertion.
func beyondShape(a ir.Assertion) bool {
	switch a := a.(type) {
	case ir.IsType, ir.Requires, ir.Properties, ir.AllOf, ir.Nullable, ir.Select, ir.Equals:
		return false
	case ir.UnevaluatedProperties:
		return a.Closed == nil
	default:
		return true
	}
}

// flat lists the assertions of a schema and of the schemas that it always applies, except those behind a link.
func (g *page) flat(s *ir.Schema, within []*ir.Schema) []ir.Assertion {
	if slices.Contains(within, s) || len(within) > 0 && g.named(s) && !g.isBase(s) {
		return nil
	}
	within = append(within, s)
	var list []ir.Assertion
	for _, a := range s.Assertions {
		list = append(list, a)
		switch a := a.(type) {
		case ir.AllOf:
			for _, part := range a.Schemas {
				list = append(list, g.flat(part, within)...)
			}
		case ir.Nullable:
			list = append(list, g.flat(a.Schema, within)...)
		}
	}
	return list
}

// isBase reports whether the schema belongs to the base of a record. The members of the record include those of its base.
func (g *page) isBase(s *ir.Schema) bool {
	_, ok := g.typeOf(s).Value.Kind.(*ir.Record)
	return ok
}

func (g *page) membersNamed(s *ir.Schema, name string) []*ir.Schema {
	var found []*ir.Schema
	for _, a := range g.flat(s, nil) {
		if p, ok := a.(ir.Properties); ok {
			for _, n := range p.Named {
				if n.Name == name {
					found = append(found, n.Schema)
				}
			}
		}
	}
	return found
}

// limits returns the conditions of a schema on a value whose kind is already in the text.
func (g *page) limits(s *ir.Schema) []string {
	if g.named(s) {
		return nil
	}
	return g.ownLimits(s)
}

// ownLimits returns the conditions of a type's schema in its own section.
func (g *page) ownLimits(s *ir.Schema) []string {
	g.clauses = 0
	var list []string
	for _, a := range g.flat(s, nil) {
		switch a := a.(type) {
		case ir.Never:
			list = append(list, "never present")
		case ir.AnyOf, ir.ExactlyOne: // the kind names the options
		case ir.ItemSchemas:
			if len(a.Prefix) > 0 || a.Closed != nil { // the kind names the items of other arrays
				list = append(list, g.items(a, 1))
			}
		case interface{ Fails() ir.Failure }:
			list = append(list, limit(a))
		case ir.MultipleOf:
			list = append(list, shortened(a.Failure))
		case ir.UniqueItems:
			list = append(list, "all different")
		default:
			if beyondShape(a) {
				list = append(list, g.clause(a, 1))
			}
		}
	}
	return list
}

// says returns the conditions of a schema in words, as in "`a` is 1 and `b` is present".
func (g *page) says(s *ir.Schema, depth int) string {
	switch {
	case s == nil:
		return "is anything"
	case depth > 0 && g.named(s):
		return "is " + g.a(g.typeOf(s))
	case depth > maxClause || g.clauses > maxClauses:
		return "…"
	}
	var parts []string
	for _, a := range s.Assertions {
		if text := g.clause(a, depth+1, s); text != "" {
			parts = append(parts, text)
		}
	}
	if len(parts) == 0 {
		return "is anything"
	}
	return list(parts, "and")
}

// clause returns one assertion in words. Within a schema, a clause about a member implies that the member is required.
func (g *page) clause(a ir.Assertion, depth int, in ...*ir.Schema) string {
	g.clauses++
	switch a := a.(type) {
	case ir.Pattern:
		return "matches " + code(a.Regexp.Source)
	case interface{ Fails() ir.Failure }:
		return verb(a.Fails())
	case ir.IsType:
		return verb(a.Failure)
	case ir.Equals:
		return "is " + list(eachCode(a.Texts), "or")
	case ir.MultipleOf:
		return verb(a.Failure)
	case ir.UniqueItems:
		return verb(a.Failure)
	case ir.MemberCount:
		return verb(a.Failure)
	case ir.Contains:
		return "has an item that " + g.says(a.Schema, depth)
	case ir.Never:
		return "is absent"
	case ir.Requires:
		return g.requires(a, in)
	case ir.Properties:
		return g.properties(a, depth)
	case ir.PropertyNames:
		return "each name of a member " + g.says(a.Schema, depth)
	case ir.ItemSchemas:
		return g.items(a, depth)
	default:
		return g.applied(a, depth)
	}
}

// applied returns the clause of an assertion that applies schemas to the same value.
func (g *page) applied(a ir.Assertion, depth int) string {
	switch a := a.(type) {
	case ir.DependentRequired:
		return fmt.Sprintf("if %s is present, so %s %s", code(a.Trigger), be(a.Members), memberNames(a.Members))
	case ir.DependentSchema:
		return fmt.Sprintf("if %s is present, %s", code(a.Trigger), g.says(a.Schema, depth))
	case ir.AllOf:
		return g.each(a.Schemas, "and", depth)
	case ir.Nullable:
		return "is null, or " + g.says(a.Schema, depth)
	case ir.AnyOf:
		return "at least one holds: " + g.each(a.Schemas, "or", depth)
	case ir.ExactlyOne:
		return "exactly one holds: " + g.each(a.Schemas, "or", depth)
	case ir.Not:
		return "it is not so that " + g.says(a.Schema, depth)
	case ir.If:
		return g.condition(a, depth)
	case ir.Select:
		return fmt.Sprintf("is of the type that %s selects", code(a.Tag))
	case ir.UnevaluatedProperties:
		if a.Closed != nil {
			return "has no other members"
		}
		return "each other member " + g.says(a.Schema, depth)
	case ir.UnevaluatedItems:
		if a.Closed != nil {
			return "has no other items"
		}
		return "each other item " + g.says(a.Schema, depth)
	default:
		panic(fmt.Sprintf("docs: unhandled assertion %T", a))
	}
}

func (g *page) condition(a ir.If, depth int) string {
	var parts []string
	if a.Then != nil {
		parts = append(parts, fmt.Sprintf("if %s, then %s", g.says(a.If, depth), g.says(a.Then, depth)))
	}
	if a.Else != nil && a.Then != nil {
		parts = append(parts, "else "+g.says(a.Else, depth))
	} else if a.Else != nil {
		parts = append(parts, fmt.Sprintf("unless %s, %s", g.says(a.If, depth), g.says(a.Else, depth)))
	}
	return strings.Join(parts, ", ")
}

func (g *page) each(schemas []*ir.Schema, word string, depth int) string {
	var parts []string
	for _, s := range schemas {
		text := g.says(s, depth)
		if len(schemas) > 1 && strings.Contains(text, " and ") {
			text = "(" + text + ")"
		}
		parts = append(parts, text)
	}
	return list(parts, word)
}

// requires omits the members for which the same schema has other clauses.
func (g *page) requires(a ir.Requires, in []*ir.Schema) string {
	var left []string
	for _, name := range a.Members {
		if !slices.ContainsFunc(in, func(s *ir.Schema) bool { return saysMore(s, name) }) {
			left = append(left, name)
		}
	}
	if len(left) == 0 {
		return ""
	}
	return memberNames(left) + " " + be(left) + " present"
}

func saysMore(s *ir.Schema, name string) bool {
	return slices.ContainsFunc(s.Assertions, func(a ir.Assertion) bool {
		p, ok := a.(ir.Properties)
		return ok && slices.ContainsFunc(p.Named, func(n ir.NamedSchema) bool { return n.Name == name && len(n.Schema.Assertions) > 0 })
	})
}

// memberNames lists members as in "`a` and `b`".
func memberNames(members []string) string { return list(eachCode(members), "and") }

// be returns the verb for a number of members.
func be(members []string) string {
	if len(members) == 1 {
		return "is"
	}
	return "are"
}

func (g *page) properties(a ir.Properties, depth int) string {
	var parts []string
	for _, n := range a.Named {
		parts = append(parts, g.member(n.Name, n.Schema, depth)...)
	}
	for _, p := range a.Patterns {
		parts = append(parts, "each member that matches "+code(p.Regexp.Source)+" "+g.says(p.Schema, depth))
	}
	if a.Closed != nil {
		parts = append(parts, "has no other members")
	} else if a.Additional != nil {
		parts = append(parts, "each other member "+g.says(a.Additional, depth))
	}
	return list(parts, "and")
}

// member returns the clauses about a member. For an object with clauses about its members only, it returns those clauses.
func (g *page) member(name string, s *ir.Schema, depth int) []string {
	if len(s.Assertions) == 0 {
		return nil
	}
	inner := onlyMembers(s)
	if inner == nil || depth > maxClause {
		return []string{code(name) + " " + g.says(s, depth)}
	}
	var parts []string
	for _, n := range inner.Named {
		parts = append(parts, g.member(name+"."+n.Name, n.Schema, depth+1)...)
	}
	return parts
}

// onlyMembers returns the members in a schema, if the schema has no other assertion about an object.
func onlyMembers(s *ir.Schema) *ir.Properties {
	var found *ir.Properties
	for _, a := range s.Assertions {
		switch a := a.(type) {
		case ir.IsType:
			if a.Types != ir.ObjectType {
				return nil
			}
		case ir.Properties:
			if found != nil || a.Closed != nil || a.Additional != nil || len(a.Patterns) > 0 {
				return nil
			}
			found = &a
		case ir.Requires:
			if slices.ContainsFunc(a.Members, func(name string) bool { return !saysMore(s, name) }) {
				return nil
			}
		default:
			return nil
		}
	}
	return found
}

func (g *page) items(a ir.ItemSchemas, depth int) string {
	var parts []string
	for i, s := range a.Prefix {
		parts = append(parts, fmt.Sprintf("item %d %s", i, g.says(s, depth)))
	}
	further := "further "
	if len(a.Prefix) == 0 {
		further = ""
	}
	if a.Closed != nil {
		parts = append(parts, "has no "+further+"items")
	} else if a.Rest != nil {
		parts = append(parts, "each "+further+"item "+g.says(a.Rest, depth))
	}
	return list(parts, "and")
}

// verb converts the requirement in a message to a statement about the value: "is at least 0", "has at most 3 items".
func verb(f ir.Failure) string {
	for _, words := range [][2]string{{"must not be ", "is not "}, {"must not have ", "does not have "}, {"must be ", "is "}, {"must have ", "has "}, {"must match ", "matches "}} {
		if rest, ok := strings.CutPrefix(f.Message, words[0]); ok {
			return words[1] + prose(rest)
		}
	}
	return prose(f.Message)
}
