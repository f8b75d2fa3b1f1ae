package compile

import (
	"fmt"
	"regexp"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// catalogSchema is the schema of the strings that a catalog lists.
func catalogSchema(k *syntax.Catalog) *syntax.Schema {
	pos := k.Name.Pos
	s := &syntax.Schema{Pos: pos, Description: k.Description, Source: k.Source, Rename: k.Rename, TypePos: pos, Type: []syntax.Text{{Pos: pos, Value: "string"}}}
	if k.Open {
		return s
	}
	s.Enum = &syntax.Node{Pos: pos, Kind: syntax.ListNode}
	for _, e := range k.Entries {
		s.Enum.Items = append(s.Enum.Items, &syntax.Node{Pos: e.Word.Pos, Kind: syntax.TextNode, Text: e.Word.Value})
		if e.Rename != nil {
			s.ValueNames = append(s.ValueNames, syntax.ValueName{Value: e.Word, Rename: e.Rename})
		}
	}
	return s
}

// open reports whether d is a catalog that knows some of its words only.
func (d *decl) open() bool { return d.catalog != nil && d.catalog.Open }

// openEnum is the kind of a catalog that knows some of its words only.
func (c *compiler) openEnum(d *decl) *ir.Enum {
	e := &ir.Enum{Open: true}
	for _, entry := range d.catalog.Entries {
		e.Values = append(e.Values, ir.EnumValue{Value: entry.Word.Value, Rename: c.renames(entry.Rename)})
	}
	c.spend(&c.budget.members, len(e.Values), d.name.Pos)
	return e
}

// catalog gives a catalog's type its table.
func (c *compiler) catalog(d *decl) {
	e, ok := d.typ.Value.Kind.(*ir.Enum)
	if !ok {
		return // it has been reported
	}
	e.Catalog = &ir.Catalog{}
	for _, column := range d.catalog.Columns {
		e.Catalog.Columns = append(e.Catalog.Columns, c.column(d, column))
	}
	for i, entry := range d.catalog.Entries {
		if i < len(e.Values) {
			e.Values[i].Cells = c.cells(e.Catalog.Columns, d.catalog.Columns, entry)
		}
	}
}

var columnName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)

func (c *compiler) column(d *decl, p syntax.Property) ir.Column {
	if !columnName.MatchString(p.Name.Value) || p.Name.Value == "value" {
		c.fail(p.Name.Pos, "column", "use letters, digits and underscores, a letter first; `value` is the word itself", "%q cannot name a column", p.Name.Value)
	}
	col := ir.Column{Name: p.Name.Value, Rename: c.renames(p.Schema.Rename), Doc: docOf(p.Schema), Pos: p.Name.Pos}
	col.Value = c.value([]*syntax.Schema{p.Schema}, site{name: d.typ.Name + "." + step(p.Name.Value, p.Schema), pos: p.Schema.Pos})
	if !isCell(col.Value) {
		c.fail(p.Schema.Pos, "column", "a cell is a string, a number, true or false, or a word of an enum or catalog", "the column %q has a type that no cell can have", p.Name.Value)
		col.Value = ir.Value{Kind: ir.String{}}
	}
	return col
}

func isCell(v ir.Value) bool {
	if v.Schema != nil {
		return false
	}
	switch k := v.Kind.(type) {
	case ir.Boolean, ir.Integer, ir.Number, ir.String:
		return true
	case ir.Ref:
		_, isEnum := k.Type.Value.Kind.(*ir.Enum)
		return isEnum || isCell(k.Type.Value)
	}
	return false
}

// cells checks and returns the data of one entry, a cell for each column.
func (c *compiler) cells(columns []ir.Column, declared []syntax.Property, entry syntax.Entry) []ir.Literal {
	cells := make([]ir.Literal, len(columns))
	given := map[string]bool{}
	var names []string
	for _, col := range columns {
		names = append(names, col.Name)
	}
	for _, cell := range entry.Cells {
		known := false
		for i, col := range columns {
			if col.Name != cell.Key.Value {
				continue
			}
			known, given[col.Name] = true, true
			if isComposite(cell.Value) {
				c.fail(cell.Value.Pos, "cell", "", "a cell is a string, a number, true, false or null, here stands %s", cell.Value.Kind)
				break
			}
			if reason := newAsker().value(&col.Value, cell.Value); reason != nil {
				c.diags.Add(diag.Diagnostic{Pos: cell.Value.Pos, Code: "cell", Message: fmt.Sprintf("the column %q refuses this: %s", col.Name, reason),
					Notes: []diag.Note{{Pos: declared[i].Schema.Pos, Message: "the column is declared here"}}})
			}
			cells[i] = literal(cell.Value)
		}
		if !known {
			c.fail(cell.Key.Pos, "unknown-key", c.nearest(cell.Key.Value, names), "the catalog has no column %q", cell.Key.Value)
		}
	}
	for _, col := range columns {
		if !given[col.Name] && !col.Value.Nullable {
			c.fail(entry.Word.Pos, "missing-key", "a column whose `type` admits null may be left out", "the entry %q has no %q", entry.Word.Value, col.Name)
		}
	}
	return cells
}

// valueNames checks and returns the names that x-value-names gives one value.
func (c *compiler) valueNames(n *norm, value string) []ir.Rename {
	for _, s := range n.enums {
		for _, v := range s.ValueNames {
			if v.Value.Value == value {
				return c.renames(v.Rename)
			}
		}
	}
	return nil
}

// valueNamesKnown reports names for values that an enum does not list.
func (c *compiler) valueNamesKnown(s *syntax.Schema) {
	for _, v := range s.ValueNames {
		var words []string
		if s.Enum != nil {
			for _, n := range s.Enum.Items {
				if n.Kind == syntax.TextNode {
					words = append(words, n.Text)
				}
			}
		}
		known := false
		for _, w := range words {
			known = known || w == v.Value.Value
		}
		if !known {
			c.fail(v.Value.Pos, "unknown-value", c.nearest(v.Value.Value, words), "no `enum` beside `x-value-names` lists %q", v.Value.Value)
		}
	}
}
