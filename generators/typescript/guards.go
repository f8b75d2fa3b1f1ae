package typescript

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
)

// conditions puts tests of members together.
var conditions = print.Printer[print.Text]{Operators: print.TypeScript, Emitter: print.Texts{}}

// all spells that all of some conditions hold.
func all(list ...term) string {
	return conditions.Logic(false, slices.DeleteFunc(list, func(t term) bool { return t.Code.Flat == "" })...).Code.Flat
}

// test is a condition that is spelled already, or none.
func test(text string) term { return print.Word(text, print.Comparison) }

// holds is the condition that all of some atoms hold, or that not all do. Of none, nothing is to be asked.
func (b *body) holds(atoms []ir.Atom, not bool) term {
	var list []term
	for _, a := range atoms {
		a.Not = a.Not != not
		list = append(list, b.atom(a))
	}
	if len(list) == 0 {
		return term{}
	}
	return conditions.Logic(not, list...)
}

// atom is the test of one member.
func (b *body) atom(a ir.Atom) term {
	is, not := " === ", ""
	if a.Not {
		is, not = " !== ", "!"
	}
	member := b.member("value", a.Member)
	var list []term
	add := func(text string) { list = append(list, test(text)) }
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
	return conditions.Logic(!a.Not, list...)
}

// demands writes what guards ask of the whole object, and of members that are no fields.
func (b *body) demands(r *ir.Record) {
	for _, g := range r.Guards {
		for _, required := range g.Required {
			if slices.Contains(r.Noted, required.Name) {
				missing := b.atom(ir.Atom{Member: required.Name, Not: true})
				b.chain([]arm{b.fails(all(b.holds(g.If, g.Not), missing), required.Failure, spot{place: "at + " + place(required.Name)})})
			}
		}
		for _, count := range g.Counts {
			b.chain([]arm{b.fails(all(b.holds(g.If, g.Not), b.broken(count)), count.Failure, spot{place: "at"})})
		}
	}
}

// broken is the condition that too few or too many of some conditions hold.
func (b *body) broken(count ir.Count) term {
	var opposites, sides []term
	for _, atoms := range count.Of {
		opposites = append(opposites, b.holds(atoms, true))
		sides = append(sides, b.holds(atoms, false))
	}
	switch {
	case count.Most == 0:
		return sides[0]
	case count.Most == len(sides):
		return conditions.Logic(false, opposites...)
	case len(sides) == 2:
		return conditions.Compare(ir.Equal, sides[0], sides[1])
	}
	var numbers []string
	for _, side := range sides {
		numbers = append(numbers, "Number("+side.Code.Flat+")")
	}
	return conditions.Compare(ir.Unequal, print.Word(strings.Join(numbers, " + "), print.Sum), whole("1"))
}

// isGuarded reports whether anything said of a member depends on another one.
func isGuarded(r *ir.Record, f *ir.Field) bool {
	return slices.ContainsFunc(r.Guards, func(g ir.Guard) bool {
		return slices.ContainsFunc(g.Required, func(m ir.RequiredMember) bool { return m.Name == f.Name }) ||
			slices.ContainsFunc(g.Narrowed, func(n ir.Narrowing) bool { return n.Member == f.Name })
	})
}
