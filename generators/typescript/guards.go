package typescript

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// condition is a test of an object's members: parts that && joins, or ||.
type condition struct {
	parts []string
	any   bool
}

// test is a condition that is spelled already, or none.
func test(text string) condition {
	if text == "" {
		return condition{}
	}
	return condition{parts: []string{text}}
}

// operand spells a condition beside others.
func (c condition) operand() string {
	if len(c.parts) == 1 {
		return c.parts[0]
	}
	return "(" + c.text() + ")"
}

func (c condition) text() string {
	if c.any {
		return strings.Join(c.parts, " || ")
	}
	return strings.Join(c.parts, " && ")
}

// conjunction spells that all of some conditions hold.
func conjunction(conditions ...condition) string {
	conditions = slices.DeleteFunc(conditions, func(c condition) bool { return len(c.parts) == 0 })
	if len(conditions) == 1 {
		return conditions[0].text()
	}
	var joined condition
	for _, c := range conditions {
		if c.any && len(c.parts) > 1 {
			joined.parts = append(joined.parts, c.operand())
		} else {
			joined.parts = append(joined.parts, c.parts...)
		}
	}
	return joined.text()
}

// holds is the condition that all of some atoms hold, or that not all do.
func (b *body) holds(atoms []ir.Atom, not bool) condition {
	made := condition{any: not}
	for _, a := range atoms {
		a.Not = a.Not != not
		switch next := b.atom(a); {
		case len(atoms) == 1:
			return next
		case next.any == not:
			made.parts = append(made.parts, next.parts...)
		default:
			made.parts = append(made.parts, next.operand())
		}
	}
	return made
}

// atom is the test of one member.
func (b *body) atom(a ir.Atom) condition {
	is, not := " === ", ""
	if a.Not {
		is, not = " !== ", "!"
	}
	member := b.member("value", a.Member)
	made := condition{any: !a.Not}
	add := func(text string) { made.parts = append(made.parts, text) }
	presence := len(a.Is) == 0 && a.Types == 0
	switch {
	case presence && a.Not:
		add(member + " === undefined")
	case presence:
		add(member + " !== undefined")
	case a.Vacuous:
		add(member + is + "undefined")
	}
	for _, l := range a.Is {
		add(member + is + literal(l))
	}
	for _, t := range []struct {
		of   ir.JSONTypes
		name string
	}{{ir.BooleanType, "boolean"}, {ir.NumberType, "number"}, {ir.StringType, "string"}} {
		if a.Types&t.of != 0 {
			add("typeof " + member + is + quote(t.name))
		}
	}
	if a.Types&ir.NullType != 0 {
		add(member + is + "null")
	}
	if a.Types&ir.ArrayType != 0 {
		add(not + "Array.isArray(" + member + ")")
	}
	if a.Types&ir.ObjectType != 0 {
		add(not + b.use("isObject") + "(" + member + ")")
	}
	return made
}

// demands writes what guards ask of the whole object, and of members that are no fields.
func (b *body) demands(r *ir.Record) {
	for _, g := range r.Guards {
		for _, required := range g.Required {
			if slices.Contains(r.Noted, required.Name) {
				missing := b.atom(ir.Atom{Member: required.Name, Not: true})
				b.chain([]arm{b.fails(conjunction(b.holds(g.If, g.Not), missing), required.Failure, spot{place: "at + " + place(required.Name)})})
			}
		}
		for _, count := range g.Counts {
			b.chain([]arm{b.fails(conjunction(append([]condition{b.holds(g.If, g.Not)}, b.broken(count)...)...), count.Failure, spot{place: "at"})})
		}
	}
}

// broken are the conditions under all of which too few or too many of some conditions hold.
func (b *body) broken(count ir.Count) []condition {
	var opposites []condition
	var sides []string
	for _, atoms := range count.Of {
		opposites = append(opposites, b.holds(atoms, true))
		sides = append(sides, b.holds(atoms, false).text())
	}
	switch {
	case count.Most == 0:
		return []condition{b.holds(count.Of[0], false)}
	case count.Most == len(sides):
		return opposites
	case len(sides) == 2:
		return []condition{test("(" + sides[0] + ") === (" + sides[1] + ")")}
	}
	return []condition{test("Number(" + strings.Join(sides, ") + Number(") + ") !== 1")}
}

// isGuarded reports whether anything said of a member depends on another one.
func isGuarded(r *ir.Record, f *ir.Field) bool {
	return slices.ContainsFunc(r.Guards, func(g ir.Guard) bool {
		return slices.ContainsFunc(g.Required, func(m ir.RequiredMember) bool { return m.Name == f.Name }) ||
			slices.ContainsFunc(g.Narrowed, func(n ir.Narrowing) bool { return n.Member == f.Name })
	})
}
