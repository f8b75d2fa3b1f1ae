package typescript

import (
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// catalog is a vocabulary's table: a type for its rows, the rows, and a function that finds one.
type catalog struct {
	Word    string // the type of the words that stand in the table
	Columns []member
	Entries []string
	Find    string
	Closed  bool // every word has an entry
}

// catalog returns the table of an enum, or nil.
func (s *speller) catalog(t *ir.Type) *catalog {
	e := t.Value.Kind.(*ir.Enum)
	if e.Catalog == nil {
		return nil
	}
	name := s.names.Type(t)
	c := &catalog{Word: wordType(name, t.Value), Find: s.find(t), Closed: !e.Open && !t.Value.Nullable}
	if e.Open {
		c.Word = "keyof typeof " + name // all other strings are of the type, too
	}
	for i, column := range e.Catalog.Columns {
		c.Columns = append(c.Columns, member{
			Name: propertyName(s.names.Column(t, i)),
			Doc:  doc("  ", column.Doc, ir.Value{}),
			Type: strings.Join(s.typeOf(column.Value), " | "),
		})
	}
	for _, v := range e.Values {
		cells := []part{quoted("value", v.Value)}
		for i, cell := range v.Cells {
			cells = append(cells, code(keyOfLiteral(s.names.Column(t, i)), literal(cell)))
		}
		p := newPrinter(1)
		p.literal("", object(cells...), ",")
		c.Entries = append(c.Entries, p.String())
	}
	return c
}

// senders lists the values of a union's tag, each with the side that sends what it selects; none if the spec does not say.
func senders(t *ir.Type) []string {
	var list []string
	if len(naming.Sides(t)) > 0 {
		for _, sent := range t.Value.Kind.(*ir.Union).TagSides() {
			list = append(list, keyOfLiteral(sent.Tag)+": "+quote(sent.Side))
		}
	}
	return list
}
