package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// vocabulary declares a string type, its constants and, for a catalog, its table.
func (g *generator) vocabulary(t *ir.Type, enum *ir.Enum) []jen.Code {
	name := g.names.Type(t)
	var constants, all []jen.Code
	for i, v := range enum.Values {
		constant := jen.Id(g.names.Value(t, i)).Id(name).Op("=").Add(wordLiteral(t, v.Value))
		constants = append(constants, commented(constant, docParagraphs(v.Doc)...))
		all = append(all, jen.Id(g.names.Value(t, i)))
	}
	order, test, doc := "all values, in the order of the spec.", "IsValid", "IsValid reports whether v is one of "+name+"Values."
	if enum.Open {
		order, test = "the values that the spec lists, in its order.", "IsKnown"
		doc = "IsKnown reports whether v is one of " + name + "Values. Other values are valid, too."
	}
	base, shape := jen.String(), g.shape(t.Value)
	if t.Codes != nil {
		base, shape = jen.Int64(), "an integer from a closed list"
		if enum.Open {
			shape = "an integer; the spec lists known values"
		}
	}
	code := []jen.Code{
		g.documented(jen.Type().Id(name).Add(base), t, shape),
		commented(jen.Const().Defs(constants...), "The values of "+name+"."),
		commented(jen.Func().Id(name+"Values").Params().Index().Id(name).Block(
			jen.Return(jen.Index().Id(name).Values(chunked(all)...))),
			name+"Values returns "+order),
		commented(jen.Func().Params(jen.Id("v").Id(name)).Id(test).Params().Bool().Block(
			jen.Switch(jen.Id("v")).Block(jen.Case(chunked(all)...).Block(jen.Return(jen.True()))),
			jen.Return(jen.False())), doc),
	}
	if enum.Catalog != nil {
		code = append(code, g.catalog(t, enum)...)
	}
	return code
}

// wordLiteral returns a value of a vocabulary, or of a catalog of integers.
func wordLiteral(t *ir.Type, value string) jen.Code {
	if l := t.Word(value); l.Kind == ir.NumberLiteral {
		return jen.Lit(int(l.Number))
	}
	return jen.Lit(value)
}

// catalog declares the table of a vocabulary whose values carry data.
func (g *generator) catalog(t *ir.Type, enum *ir.Enum) []jen.Code {
	name := g.names.Type(t)
	fields := []jen.Code{jen.Id("Value").Id(name)}
	for i, c := range enum.Catalog.Columns {
		field := jen.Id(g.names.Column(t, i)).Add(g.cellType(c))
		fields = append(fields, commented(field, docParagraphs(c.Doc)...))
	}
	table := g.free([]string{unexported(name) + "Entries"})
	var rows []jen.Code
	for i := range enum.Values {
		rows = append(rows, jen.Values(g.cells(t, enum, i)...))
	}
	entry := jen.Id(name + "Entry")
	return []jen.Code{
		commented(jen.Type().Id(name+"Entry").Struct(fields...), name+"Entry is the entry of a value in the catalog "+oneLine(t.Name)+"."),
		jen.Var().Id(table).Op("=").Index(jen.Op("...")).Add(entry).Add(onePerLine(rows)),
		commented(jen.Func().Id(name+"Entries").Params().Index().Add(entry).Block(
			jen.Id("entries").Op(":=").Id(table), // a copy
			jen.Return(jen.Id("entries").Index(jen.Op(":")))),
			name+"Entries returns all entries of the catalog, in the order of the spec."),
		commented(jen.Func().Params(jen.Id("v").Id(name)).Id("Entry").Params().Params(entry.Clone(), jen.Bool()).Block(
			jen.Return(g.wire("Found").Call(jen.Id("v").Dot("entry").Call()))),
			"Entry returns the catalog entry of v, and whether there is one."),
		commented(jen.Func().Params(jen.Id("v").Id(name)).Id("entry").Params().Op("*").Add(entry.Clone()).Block(
			jen.For(jen.Id("i").Op(":=").Range().Id(table)).Block(
				jen.If(jen.Id(table).Index(jen.Id("i")).Dot("Value").Op("==").Id("v")).Block(
					jen.Return(jen.Op("&").Id(table).Index(jen.Id("i"))))),
			jen.Return(jen.Nil())),
			"entry returns a pointer to the catalog entry of v, which must not be modified, or nil."),
	}
}

// cellType returns the Go type of a column.
func (g *generator) cellType(c ir.Column) *jen.Statement {
	if c.Value.Nullable {
		return g.own("Opt").Types(g.goType(c.Value))
	}
	return g.goType(c.Value)
}

// cells returns the fields of one entry; omitted cells are absent.
func (g *generator) cells(t *ir.Type, enum *ir.Enum, i int) []jen.Code {
	list := []jen.Code{keyed("Value", jen.Id(g.names.Value(t, i)))}
	for j, c := range enum.Catalog.Columns {
		l := enum.Values[i].Cells[j]
		if l.Kind == ir.NullLiteral {
			continue
		}
		cell := g.cell(c.Value, l)
		if c.Value.Nullable {
			cell = g.some(c.Value).Call(cell)
		}
		list = append(list, keyed(g.names.Column(t, j), cell))
	}
	return list
}

// some returns the function that creates an Opt. A number needs an explicit type.
func (g *generator) some(v ir.Value) *jen.Statement {
	switch v.Kind.(type) {
	case ir.Integer, ir.Number:
		return g.own("Some").Types(g.goType(v))
	}
	return g.own("Some")
}

// cell prints one datum; for a vocabulary, its constant if it has one.
func (g *generator) cell(v ir.Value, l ir.Literal) jen.Code {
	ref, ok := v.Kind.(ir.Ref)
	if !ok {
		return literalOf(l)
	}
	enum, ok := ref.Type.Value.Kind.(*ir.Enum)
	if !ok {
		panic(fmt.Sprintf("golang: unhandled column %T", ref.Type.Value.Kind))
	}
	for i, known := range enum.Values {
		if known.Value == l.String {
			return g.from(ref.Type, g.names.Value(ref.Type, i))
		}
	}
	return jen.Lit(l.String)
}
