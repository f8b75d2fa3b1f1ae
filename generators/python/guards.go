package python

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// condition is a test of an object's members: parts that "and" joins, or "or".
type condition struct {
	parts []string
	any   bool
}

// text spells a condition as an operand.
func (c condition) text() string {
	word := " and "
	if c.any {
		word = " or "
	}
	if len(c.parts) == 1 {
		return c.parts[0]
	}
	return "(" + strings.Join(c.parts, word) + ")"
}

// all joins conditions by "and", which a single one may be without brackets.
func all(conditions ...condition) (operator string, parts []string) {
	conditions = slices.DeleteFunc(conditions, func(c condition) bool { return len(c.parts) == 0 })
	if len(conditions) == 1 && conditions[0].any {
		return " or ", conditions[0].parts
	}
	for _, c := range conditions {
		if c.any {
			parts = append(parts, c.text())
		} else {
			parts = append(parts, c.parts...)
		}
	}
	return " and ", parts
}

// holds spells that all of some atoms hold, or that not all do. Of none, nothing is to be asked.
func (r *reading) holds(atoms []ir.Atom, not bool) condition {
	c := condition{any: not}
	for _, a := range atoms {
		a.Not = a.Not != not
		switch next := r.atom(a); {
		case len(atoms) == 1:
			return next
		case next.any == not:
			c.parts = append(c.parts, next.parts...)
		default:
			c.parts = append(c.parts, next.text())
		}
	}
	return c
}

// atom spells the test of one member.
func (r *reading) atom(a ir.Atom) condition {
	is, equals, among := " is ", " == ", " in "
	if a.Not {
		is, equals, among = " is not ", " != ", " not in "
	}
	name := quote(a.Member)
	get := func(vacuous string) string {
		if !a.Vacuous {
			return "value.get(" + name + ")"
		}
		return "value.get(" + name + ", " + vacuous + ")"
	}
	switch {
	case a.Types != 0:
		classes := classesOf(a.Types)
		if !a.Vacuous && a.Types&ir.NullType != 0 {
			r.support.use("UNSET")
			get = func(string) string { return "value.get(" + name + ", UNSET)" }
		}
		if a.Types == ir.NullType {
			return condition{parts: []string{get("None") + is + "None"}}
		}
		of := "type(" + get(classes[0].instance) + ")"
		if len(classes) == 1 {
			return condition{parts: []string{of + is + classes[0].name}}
		}
		var names []string
		for _, c := range classes {
			names = append(names, c.name)
		}
		return condition{parts: []string{of + among + "(" + strings.Join(names, ", ") + ")"}}
	case len(a.Is) == 0:
		return condition{parts: []string{name + among + "value"}}
	}
	var words []string
	for _, l := range a.Is {
		words = append(words, literal(l))
	}
	member := get(words[0])
	made := condition{any: a.Not} // where it has parts
	switch {
	case len(words) > 1:
		made.parts = []string{member + among + "(" + strings.Join(words, ", ") + ")"}
	case a.Is[0].Kind == ir.BoolLiteral:
		made.parts = []string{member + is + words[0]}
	default:
		made.parts = []string{member + equals + words[0]}
	}
	// A boolean equals 0 or 1.
	if slices.ContainsFunc(a.Is, func(l ir.Literal) bool { return l.Kind == ir.NumberLiteral && (l.Number == 0 || l.Number == 1) }) {
		opposite := " is not "
		if a.Not {
			opposite = " is "
		}
		made.parts = append(made.parts, "type("+get(words[0])+")"+opposite+"bool")
	}
	return made
}

// jsonClass is a class of what json.loads returns, and a value of it.
type jsonClass struct{ name, instance string }

func classesOf(types ir.JSONTypes) []jsonClass {
	var list []jsonClass
	for _, t := range []struct {
		of      ir.JSONTypes
		classes []jsonClass
	}{
		{ir.BooleanType, []jsonClass{{"bool", "False"}}},
		{ir.NumberType, []jsonClass{{"int", "0"}, {"float", "0.0"}}},
		{ir.StringType, []jsonClass{{"str", `""`}}},
		{ir.ArrayType, []jsonClass{{"list", "[]"}}},
		{ir.ObjectType, []jsonClass{{"dict", "{}"}}},
		{ir.NullType, []jsonClass{{"type(None)", "None"}}},
	} {
		if types&t.of != 0 {
			list = append(list, t.classes...)
		}
	}
	return list
}

// counts writes the tests of how many conditions hold, under a condition of their own.
func (r *reading) counts(g ir.Guard) {
	for _, count := range g.Counts {
		outer := r.holds(g.If, g.Not)
		b := &branches{printer: r.printer}
		var operator string
		var parts []string
		switch n := len(count.Of); {
		case count.Most == 0:
			operator, parts = all(outer, r.holds(count.Of[0], false))
		case count.Most == n: // none holds
			conditions := []condition{outer}
			for _, atoms := range count.Of {
				conditions = append(conditions, r.holds(atoms, true))
			}
			operator, parts = all(conditions...)
		default:
			var sides []string
			for _, atoms := range count.Of {
				side := r.holds(atoms, false).text()
				if !strings.HasPrefix(side, "(") {
					side = "(" + side + ")"
				}
				sides = append(sides, side)
			}
			if n == 2 {
				operator, parts = " == ", sides
			} else {
				sides[n-1] += " != 1"
				operator, parts = " + ", sides
			}
			if len(outer.parts) > 0 {
				operator, parts = all(outer, condition{parts: []string{strings.Join(parts, operator)}})
			}
		}
		b.whenAny(operator, parts, func() { r.add(nil, count.Failure) })
	}
}

// demands writes what guards ask of the whole object, and of members that are no fields.
func (r *reading) demands(k *ir.Record) {
	for _, g := range k.Guards {
		for _, required := range g.Required {
			if slices.Contains(k.Noted, required.Name) {
				missing := r.atom(ir.Atom{Member: required.Name, Not: true})
				operator, parts := all(r.holds(g.If, g.Not), missing)
				b := &branches{printer: r.printer}
				b.whenAny(operator, parts, func() { r.fatal([]string{quote(required.Name)}, required.Failure) })
			}
		}
		r.counts(g)
	}
}
