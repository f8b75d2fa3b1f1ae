package python

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
)

// conditions combines tests of members.
var conditions = print.Printer[print.Text]{Operators: print.Python, Emitter: print.Texts{}}

// guardTests combines the tests of guards.
func (r *reading) guardTests() print.Members[print.Text] {
	return print.Members[print.Text]{Printer: conditions, Atom: r.atom, NotOne: func(sides []term) term {
		sum := sides[0]
		for _, side := range sides[1:] {
			sum = conditions.Infix(print.Infix{Binds: print.Sum, Word: "+"}, sum, side)
		}
		return conditions.Compare(ir.Unequal, sum, print.Word("1", print.Atom))
	}}
}

// atom prints the test of one member.
func (r *reading) atom(a ir.Atom) term {
	test := func(text string) term { return print.Word(text, print.Comparison) }
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
			return test(get("None") + is + "None")
		}
		of := "type(" + get(classes[0].instance) + ")"
		if len(classes) == 1 {
			return test(of + is + classes[0].name)
		}
		var names []string
		for _, c := range classes {
			names = append(names, c.name)
		}
		return test(of + among + "(" + strings.Join(names, ", ") + ")")
	case len(a.Is) == 0:
		return test(name + among + "value")
	}
	var words []string
	for _, l := range a.Is {
		words = append(words, literal(l))
	}
	member := get(words[0])
	var made term
	switch {
	case len(words) > 1:
		made = test(member + among + "(" + strings.Join(words, ", ") + ")")
	case a.Is[0].Kind == ir.BoolLiteral:
		made = test(member + is + words[0])
	default:
		made = test(member + equals + words[0])
	}
	// A boolean equals 0 or 1.
	if slices.ContainsFunc(a.Is, func(l ir.Literal) bool { return l.Kind == ir.NumberLiteral && (l.Number == 0 || l.Number == 1) }) {
		opposite := " is not "
		if a.Not {
			opposite = " is "
		}
		return conditions.Logic(a.Not, made, test("type("+member+")"+opposite+"bool"))
	}
	return made
}

// jsonClass is a class of the results of json.loads, and an instance of it.
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

// demands writes the requirements of guards for the whole object, and for members without fields.
func (r *reading) demands(k *ir.Record) {
	tests := r.guardTests()
	for _, g := range k.Guards {
		for _, required := range g.Required {
			if slices.Contains(k.Noted, required.Name) {
				missing := r.atom(ir.Atom{Member: required.Name, Not: true})
				r.Statement("if ", tests.Where(g, missing).Code, ":")
				r.Block(func() { r.fatal([]string{quote(required.Name)}, required.Failure) })
			}
		}
		for _, count := range g.Counts {
			r.Statement("if ", tests.Where(g, tests.Broken(count)).Code, ":")
			r.Block(func() { r.add(nil, count.Failure) })
		}
	}
}
