package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// guards are the parts of a record's reader that carry out its Guards. Which members must be there is known behind the record; what narrows
// a member is known before it is read, so that the reader looks ahead for the member on which that depends.
type guards struct {
	ahead    []jen.Code // before the record
	behind   []jen.Code // behind it
	tables   []jen.Code
	narrowed map[string]jen.Code // the condition under which a member is read, by its name
}

func (g *generator) guardsOf(t *ir.Type, record *ir.Record, words int) guards {
	made := guards{narrowed: map[string]jen.Code{}}
	bit := func(name string) int {
		return slices.IndexFunc(record.Fields, func(f *ir.Field) bool { return f.Name == name })
	}
	identifier := func(name string) string { return g.names.Field(record.Fields[bit(name)]) }
	for _, guard := range record.Guards {
		if len(guard.Narrowed) > 0 {
			present := "has" + identifier(guard.Member)
			made.ahead = append(made.ahead, jen.Id(present).Op(":=").Id("r").Dot("Has").Call(jen.Lit(guard.Member)))
			for _, n := range guard.Narrowed {
				made.narrowed[n.Member] = jen.Op("!").Id(present).Op("||").Id("r").Dot("Narrows").Call(g.narrower(n, g.names.Type(t)+identifier(n.Member)))
			}
		}
		trigger := bit(guard.Member)
		seen := seenWord(words, trigger/wordBits).Op("&").Parens(jen.Lit(1).Op("<<").Lit(trigger % wordBits)).Op("!=").Lit(0)
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
			made.behind = append(made.behind, jen.If(seen.Clone()).Block(jen.Id("r").Dot("Require").Call(seenWord(words, word), jen.Id(name))))
		}
	}
	return made
}

// around puts the condition under which a member is read before its reading.
func (gs guards) around(f *ir.Field, read []jen.Code) []jen.Code {
	if condition := gs.narrowed[f.Name]; condition != nil {
		return []jen.Code{jen.If(condition).Block(read...)}
	}
	return read
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
