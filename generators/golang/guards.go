package golang

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
)

// guards contains the parts of a record's reader that implement its Guards. Requirements for the whole object are checked after the record.
// A narrowed member needs its condition before it is read: the reader looks ahead for the members in the condition.
type guards struct {
	*generator
	print.Members[*jen.Statement]
	numbers   map[string]int // of members, by name
	record    *ir.Record
	variables map[string]string     // of tests, by their conditions
	early     map[string]bool       // the tests that narrow a member
	ahead     []jen.Code            // the code before the record
	behind    []jen.Code            // the code after it
	tests     map[string][]jen.Code // the code before a member is read, by its name
	narrowed  map[string]jen.Code   // the condition for reading a member, by its name
}

func (g *generator) guardsOf(t *ir.Type, record *ir.Record) *guards {
	gs := &guards{generator: g, record: record, numbers: map[string]int{}, variables: map[string]string{}, early: map[string]bool{},
		tests: map[string][]jen.Code{}, narrowed: map[string]jen.Code{}}
	gs.Members = print.Members[*jen.Statement]{Printer: print.Printer[*jen.Statement]{Operators: print.Go, Emitter: emitter{}}, Atom: gs.test, NotOne: gs.notOne}
	for i, f := range record.Fields {
		gs.numbers[f.Name] = i
	}
	for i, name := range record.Noted {
		gs.numbers[name] = len(record.Fields) + len(record.Forbidden) + i
	}
	for _, guard := range record.Guards {
		for _, atom := range guard.If {
			if len(guard.Narrowed) > 0 {
				gs.early[testKey(atom)] = true
			}
		}
	}
	for _, guard := range record.Guards {
		for _, n := range guard.Narrowed {
			name := g.names.Type(t) + g.names.Field(record.Fields[gs.numbers[n.Member]])
			gs.narrowed[n.Member] = gs.Logic(true, gs.Holds(guard.If, !guard.Not), primary(jen.Id("r").Dot("Narrows").Call(g.narrower(n, name)))).Code
		}
		gs.require(guard)
		for _, count := range guard.Counts {
			gs.behind = append(gs.behind, jen.If(gs.Where(guard, gs.Broken(count)).Code).Block(raise(count.Failure)))
		}
	}
	return gs
}

// require checks the members that a guard requires.
func (gs *guards) require(guard ir.Guard) {
	var failures []ir.Failure
	members := map[ir.Failure][]jen.Code{}
	for _, required := range guard.Required {
		f := required.Failure
		if members[f] == nil {
			failures = append(failures, f)
		}
		members[f] = append(members[f], jen.Lit(gs.numbers[required.Name]))
	}
	var calls []jen.Code
	for _, f := range failures {
		calls = append(calls, jen.Id("m").Dot("Require").Call(append([]jen.Code{gs.failure(f)}, members[f]...)...))
	}
	if len(guard.If) > 0 && calls != nil {
		calls = []jen.Code{jen.If(gs.Where(guard).Code).Block(calls...)}
	}
	gs.behind = append(gs.behind, calls...)
}

// notOne prints that, of more than two conditions, the number of true ones is not one.
func (gs *guards) notOne(sides []operand) operand {
	var conditions []jen.Code
	for _, side := range sides {
		conditions = append(conditions, side.Code)
	}
	return gs.Compare(ir.Unequal, primary(gs.wire("Count").Call(conditions...)), primary(jen.Lit(1)))
}

// test prints the test of one member.
func (gs *guards) test(a ir.Atom) operand {
	presence := a.Is == nil && a.Types == 0
	if presence && !gs.early[testKey(a)] {
		has := primary(jen.Id("m").Dot("Has").Call(jen.Lit(gs.numbers[a.Member])))
		if a.Not {
			return gs.Deny(has)
		}
		return has
	}
	name := gs.variables[testKey(a)]
	if name == "" {
		name = gs.testName(a)
		gs.variables[testKey(a)] = name
		gs.decide(name, a)
	}
	if a.Not {
		return gs.Deny(primary(jen.Id(name)))
	}
	return primary(jen.Id(name))
}

// testKey is equal for a test and its negation.
func testKey(a ir.Atom) string {
	return fmt.Sprintf("%q %#v %d %t", a.Member, a.Is, a.Types, a.Vacuous) // words may contain any text
}

// testName returns an unused variable for a test.
func (gs *guards) testName(a ir.Atom) string {
	name := "is" + gs.identifier(a.Member)
	switch {
	case a.Is == nil && a.Types == 0:
		name = "has" + gs.identifier(a.Member)
	case a.Is != nil && a.Is[0].Kind == ir.BoolLiteral && !a.Is[0].Bool:
		name = "isNot" + gs.identifier(a.Member)
	}
	others := slices.Collect(maps.Values(gs.variables))
	unique := name
	for i := 2; slices.Contains(others, unique); i++ {
		unique = name + strconv.Itoa(i)
	}
	return unique
}

// identifier returns the part of a name for a member.
func (gs *guards) identifier(member string) string {
	if i := slices.IndexFunc(gs.record.Fields, func(f *ir.Field) bool { return f.Name == member }); i >= 0 {
		return gs.names.Field(gs.record.Fields[i])
	}
	return exported(placeName(member))
}

// decide sets a variable to the result of a test, ignoring Not: before the record if the test narrows a member, otherwise when the member
// is read.
func (gs *guards) decide(variable string, a ir.Atom) {
	is, has, args := question(a)
	if !gs.early[testKey(a)] {
		gs.ahead = append(gs.ahead, jen.Id(variable).Op(":=").Lit(a.Vacuous))
		gs.tests[a.Member] = append(gs.tests[a.Member], jen.Id(variable).Op("=").Id("r").Dot(is).Call(args...))
		return
	}
	condition := jen.Id("r").Dot(has).Call(append([]jen.Code{jen.Lit(a.Member)}, args...)...)
	if a.Vacuous {
		condition = condition.Op("||").Op("!").Id("r").Dot("Has").Call(jen.Lit(a.Member))
	}
	gs.ahead = append(gs.ahead, jen.Id(variable).Op(":=").Add(condition))
}

// question returns the methods of Reader that test the next value and a member of it, with their arguments.
func question(a ir.Atom) (is, has string, args []jen.Code) {
	switch {
	case a.Types != 0:
		return "Begins", "HasBeginning", []jen.Code{jen.Lit(firstBytes(a.Types))}
	case a.Is == nil:
		return "", "Has", nil
	}
	for _, l := range a.Is {
		switch l.Kind {
		case ir.BoolLiteral:
			is, has, args = "IsBool", "HasBool", append(args, jen.Lit(l.Bool))
		case ir.NumberLiteral:
			is, has, args = "IsNumber", "HasNumber", append(args, number(l.Number))
		default:
			is, has, args = "IsWord", "HasWord", append(args, jen.Lit(l.String))
		}
	}
	return is, has, args
}

// firstBytes returns the possible first bytes of values of some JSON types.
func firstBytes(types ir.JSONTypes) string {
	first := ""
	for _, t := range []struct {
		of    ir.JSONTypes
		bytes string
	}{{ir.NullType, "n"}, {ir.BooleanType, "tf"}, {ir.NumberType, "-0123456789"}, {ir.StringType, `"`}, {ir.ArrayType, "["}, {ir.ObjectType, "{"}} {
		if types&t.of != 0 {
			first += t.bytes
		}
	}
	return first
}

// around adds the code before a member is read, and the condition for reading it.
func (gs *guards) around(name string, read ...jen.Code) []jen.Code {
	if condition := gs.narrowed[name]; condition != nil {
		read = []jen.Code{jen.If(condition).Block(read...)}
	}
	return append(slices.Clip(gs.tests[name]), read...)
}

// narrower returns the function that validates the narrower value of a member and discards it.
func (g *generator) narrower(n ir.Narrowing, owner string) jen.Code {
	names := []string{"check" + owner + "Narrowed"}
	if ref, ok := n.Value.Kind.(ir.Ref); ok {
		names = append([]string{"drop" + g.names.Type(ref.Type)}, names...)
	}
	return jen.Id(g.helper(&g.reading, "narrower "+g.key(n.Value), names, func(name string) jen.Code {
		read := g.dropped(n.Value, owner)
		return jen.Func().Id(name).Params(g.readerParam()).Block(read)
	}))
}

// dropped reads a value and discards it.
func (g *generator) dropped(v ir.Value, owner string) jen.Code {
	var read jen.Code
	switch {
	case g.decoded(v) != nil:
		read = decode(jen.New(g.goType(v)))
	case isConstant(v):
		read = g.expect(v, owner)
	default:
		read = g.readCall(v, owner)
	}
	if isNullable(v) {
		return jen.If(jen.Op("!").Id("r").Dot("Null").Call()).Block(read)
	}
	return read
}
