package typescript

import (
	"fmt"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// catalog is a vocabulary's table: a type for its rows, the rows, and a function that finds one.
type catalog struct {
	Word    string // the type of the words in the table
	Columns []member
	Entries []string
	Find    string
	Of      string // the type of a value that may have no entry
	Codes   string // the integers by name, or ""
	Closed  bool   // every word has an entry
}

// catalog returns the table of an enum, or nil.
func (s *generator) catalog(t *ir.Type) *catalog {
	e := t.Vocabulary()
	if e == nil || e.Catalog == nil {
		return nil
	}
	name := s.names.Type(t)
	c := &catalog{Word: name, Find: s.find(t), Closed: !e.Open && !t.Value.Nullable, Of: "string"}
	if t.Codes != nil {
		c.Of, c.Codes = "number", s.codes(t)
	}
	switch {
	case t.Codes != nil && !t.Value.Nullable:
	case e.Open:
		c.Word = "keyof typeof " + name // all other strings are of the type, too
	case t.Value.Nullable:
		c.Word = "NonNullable<" + name + ">"
	}
	for i, column := range e.Catalog.Columns {
		c.Columns = append(c.Columns, member{
			Name: propertyName(s.names.Column(t, i)),
			Doc:  doc("  ", column.Doc, ir.Value{}),
			Type: strings.Join(s.typeOf(column.Value), " | "),
		})
	}
	for _, v := range e.Values {
		cells := []item{code("value", literal(t.Word(v.Value)))}
		for i, cell := range v.Cells {
			cells = append(cells, code(keyOfLiteral(s.names.Column(t, i)), literal(cell)))
		}
		p := newPrinter(1)
		p.literal("", object(cells...), ",")
		c.Entries = append(c.Entries, p.String())
	}
	return c
}

// codes returns the constant with the integers of a catalog.
func (s *generator) codes(t *ir.Type) string {
	p := newPrinter(0)
	p.WriteString(comment("", "", "The values of "+s.names.Type(t)+" by name."))
	p.block("export const "+s.names.Type(t)+"Value = {", func() {
		for i, v := range t.Codes.Values {
			p.Line("%s: %s,", keyOfLiteral(s.names.Value(t, i)), v.Value)
		}
	}, "} as const;")
	return p.String()
}

// column is one column of a catalog, for rules: they would bring the whole table into a bundle for it.
type column struct {
	of   *ir.Type
	at   int
	name string
	text string
}

// column returns the constant that contains the cells of a column by their words.
func (s *generator) column(t *ir.Type, at int) string {
	for _, c := range s.columns {
		if c.of == t && c.at == at {
			return c.name
		}
	}
	name := "column" + s.names.Type(t) + s.names.Words(s.names.Column(t, at))
	for n := 2; s.taken[name]; n++ {
		name = fmt.Sprintf("column%s%s%d", s.names.Type(t), s.names.Words(s.names.Column(t, at)), n)
	}
	s.taken[name] = true
	e := t.Value.Kind.(*ir.Enum)
	var cells []item
	for _, v := range e.Values {
		cells = append(cells, code(keyOfLiteral(v.Value), literal(v.Cells[at])))
	}
	p := newPrinter(0)
	p.WriteString(comment("", "", "The column "+s.names.Column(t, at)+" of the catalog of "+t.Name+"."))
	p.block("const "+name+": ReadonlyMap<string, "+strings.Join(s.typeOf(e.Catalog.Columns[at].Value), " | ")+"> = /* @__PURE__ */ new Map(", func() {
		p.literal("/* @__PURE__ */ Object.entries(", object(cells...), "),")
	}, ");")
	s.columns = append(s.columns, column{t, at, name, p.String()})
	return name
}

// columnsRead returns the columns of catalogs, one of each, of which a program reads cells without a look for the entry.
func columnsRead(p ir.Program) map[*ir.Type]int {
	found, columns := map[int]bool{}, map[*ir.Type]int{}
	read := func(e ir.Expr) {
		if cell, ok := e.(ir.Cell); ok {
			if word, ok := cell.Word.(ir.Temp); !ok || !found[word.Number] {
				columns[cell.Catalog] = cell.Column
			}
		}
	}
	ir.Visit(p.Steps, func(s ir.Statement) {
		if try, ok := s.(ir.Try); ok {
			found[try.Temp] = try.Call.Function == ir.EntryOf
		}
		ir.VisitExprs(ir.Asked(s), read)
	})
	ir.VisitExprs([]ir.Expr{p.Holds}, read)
	return columns
}

// senders lists the values of a union's tag, each with the side that sends the selected message; none if the spec does not declare sides.
func senders(t *ir.Type) []string {
	var list []string
	if len(naming.Sides(t)) > 0 {
		for _, sent := range t.Value.Kind.(*ir.Union).TagSides() {
			list = append(list, keyOfLiteral(sent.Tag)+": "+quote(sent.Side))
		}
	}
	return list
}
