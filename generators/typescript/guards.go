package typescript

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
)

// conditions puts tests of members together.
var conditions = print.Printer[print.Text]{Operators: print.TypeScript, Emitter: print.Texts{}}

// test is a condition that is spelled already.
func test(text string) term { return print.Word(text, print.Comparison) }

// guardTests composes the tests of guards.
func (b *body) guardTests() print.Members[print.Text] {
	return print.Members[print.Text]{Printer: conditions, Atom: b.atom, NotOne: func(sides []term) term {
		var numbers []string
		for _, side := range sides {
			numbers = append(numbers, "Number("+side.Code.Flat+")")
		}
		return conditions.Compare(ir.Unequal, print.Word(strings.Join(numbers, " + "), print.Sum), whole("1"))
	}}
}

// where is the condition that a guard and other conditions, which are spelled already, are true.
func (b *body) where(g ir.Guard, others ...string) string {
	var terms []term
	for _, other := range others {
		if other != "" {
			terms = append(terms, test(other))
		}
	}
	if len(g.If) > 0 {
		terms = append(terms, b.guardTests().Holds(g.If, g.Not))
	}
	return conditions.Logic(false, terms...).Code.Flat
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

// demands writes the requirements of guards on the whole object, and on members that are no fields.
func (b *body) demands(r *ir.Record) {
	tests := b.guardTests()
	for _, g := range r.Guards {
		for _, required := range g.Required {
			if slices.Contains(r.Noted, required.Name) {
				missing := b.atom(ir.Atom{Member: required.Name, Not: true})
				b.chain([]arm{b.fails(tests.Where(g, missing).Code.Flat, required.Failure, location{place: "at + " + place(required.Name)})})
			}
		}
		for _, count := range g.Counts {
			b.chain([]arm{b.fails(tests.Where(g, tests.Broken(count)).Code.Flat, count.Failure, location{place: "at"})})
		}
	}
}
