package golang

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// guards are the parts of a record's reader that carry out its Guards. Which members must be there is known behind the record; what narrows
// a member is known before it is read, so that the reader looks ahead for the member on which that depends.
type guards struct {
	ahead    []jen.Code // before the record
	behind   []jen.Code // behind it
	tables   []jen.Code
	asked    map[string][]jen.Code // before a member is read, by its name
	narrowed map[string]jen.Code   // the condition under which a member is read, by its name
}

func (g *generator) guardsOf(t *ir.Type, record *ir.Record, words int) guards {
	made := guards{asked: map[string][]jen.Code{}, narrowed: map[string]jen.Code{}}
	bit := func(name string) int {
		return slices.IndexFunc(record.Fields, func(f *ir.Field) bool { return f.Name == name })
	}
	identifier := func(name string) string { return g.names.Field(record.Fields[bit(name)]) }
	variables := map[string]string{}
	for _, guard := range record.Guards {
		holds, fails := seenBit(words, bit(guard.Member))
		narrows := slices.ContainsFunc(record.Guards, func(g ir.Guard) bool { return len(g.Narrowed) > 0 && conditionKey(g) == conditionKey(guard) })
		if narrows || guard.Is != nil {
			name := variables[conditionKey(guard)]
			if name == "" {
				name = conditionName(guard, identifier(guard.Member), variables)
				variables[conditionKey(guard)] = name
				made.decide(name, guard, narrows)
			}
			holds, fails = jen.Id(name), jen.Op("!").Id(name)
		}
		if guard.Not {
			holds, fails = fails, holds
		}
		for _, n := range guard.Narrowed {
			made.narrowed[n.Member] = fails.Clone().Op("||").Id("r").Dot("Narrows").Call(g.narrower(n, g.names.Type(t)+identifier(n.Member)))
		}
		for word := range words {
			var rows []jen.Code
			for _, required := range guard.Required {
				if i := bit(required.Name); i/wordBits == word {
					rows = append(rows, g.missing(i%wordBits, required.Name, required.Failure))
				}
			}
			if rows == nil {
				continue
			}
			name := g.free([]string{unexported(g.names.Type(t)) + "RequiredWith" + identifier(guard.Member)})
			made.tables = append(made.tables, jen.Var().Id(name).Op("=").Index().Add(g.envelope("Missing")).Add(onePerLine(rows)))
			made.behind = append(made.behind, jen.If(holds.Clone()).Block(jen.Id("r").Dot("Require").Call(seenWord(words, word), jen.Id(name))))
		}
	}
	return made
}

// seenBit spells that the member with a bit has come, and that it has not.
func seenBit(words, bit int) (seen, missing *jen.Statement) {
	word := seenWord(words, bit/wordBits).Op("&").Parens(jen.Lit(1).Op("<<").Lit(bit % wordBits))
	return word.Clone().Op("!=").Lit(0), word.Clone().Op("==").Lit(0)
}

// conditionKey is the same for guards on the same condition and on its opposite.
func conditionKey(guard ir.Guard) string {
	return fmt.Sprintf("%q %#v %t", guard.Member, guard.Is, guard.Vacuous) // words may hold anything
}

// conditionName is a variable for a condition that no other one has.
func conditionName(guard ir.Guard, member string, taken map[string]string) string {
	name := "is" + member
	switch {
	case guard.Is == nil:
		name = "has" + member
	case guard.Is[0].Kind == ir.BoolLiteral && !guard.Is[0].Bool:
		name = "isNot" + member
	}
	others := slices.Collect(maps.Values(taken))
	unique := name
	for i := 2; slices.Contains(others, unique); i++ {
		unique = name + strconv.Itoa(i)
	}
	return unique
}

// decide gives a variable whether the condition of a guard holds, Not aside: before the record where it narrows a member, else once its
// member comes.
func (gs *guards) decide(variable string, guard ir.Guard, ahead bool) {
	has := jen.Id("r").Dot("Has").Call(jen.Lit(guard.Member))
	if !ahead {
		gs.ahead = append(gs.ahead, jen.Id(variable).Op(":=").Lit(guard.Vacuous))
		gs.asked[guard.Member] = append(gs.asked[guard.Member], jen.Id(variable).Op("=").Id("r").Dot("Is"+kindOfWords(guard)).Call(wordsOf(guard)...))
		return
	}
	condition := has.Clone()
	if guard.Is != nil {
		condition = jen.Id("r").Dot("Has" + kindOfWords(guard)).Call(append([]jen.Code{jen.Lit(guard.Member)}, wordsOf(guard)...)...)
	}
	if guard.Vacuous {
		condition = condition.Op("||").Op("!").Add(has)
	}
	gs.ahead = append(gs.ahead, jen.Id(variable).Op(":=").Add(condition))
}

func kindOfWords(guard ir.Guard) string {
	if guard.Is[0].Kind == ir.BoolLiteral {
		return "Bool"
	}
	return "Word"
}

func wordsOf(guard ir.Guard) []jen.Code {
	var words []jen.Code
	for _, l := range guard.Is {
		if l.Kind == ir.BoolLiteral {
			words = append(words, jen.Lit(l.Bool))
			continue
		}
		words = append(words, jen.Lit(l.String))
	}
	return words
}

// around puts what depends on a member, and the condition under which it is read, before its reading.
func (gs guards) around(f *ir.Field, read []jen.Code) []jen.Code {
	if condition := gs.narrowed[f.Name]; condition != nil {
		read = []jen.Code{jen.If(condition).Block(read...)}
	}
	return append(slices.Clip(gs.asked[f.Name]), read...)
}

// narrower names the function that checks the narrower value of a member and drops it.
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

// dropped reads a value and keeps nothing.
func (g *generator) dropped(v ir.Value, owner string) jen.Code {
	if record := recordOf(v); record != nil {
		return g.readFunc(record).Call(jen.Id("r"), jen.New(g.goType(v)))
	}
	read := g.readCall(v, owner)
	if isConstant(v) {
		read = g.expect(v, owner)
	}
	if isNullable(v) {
		return jen.If(jen.Op("!").Id("r").Dot("Null").Call()).Block(read)
	}
	return read
}
