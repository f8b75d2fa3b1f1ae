package compile

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/envgen/envgen/internal/compile/annotate"
	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// catalogSchema is the schema of the strings or integers that a catalog lists.
func catalogSchema(k *syntax.Catalog) *syntax.Schema {
	pos := k.Name.Pos
	s := &syntax.Schema{Pos: pos, Description: k.Description, Source: k.Source, Rename: k.Rename, TypePos: pos,
		Type: []syntax.Text{{Pos: pos, Value: cmp.Or(k.Type.Value, "string")}}}
	if k.Open {
		return s
	}
	s.Enum = &syntax.Node{Pos: pos, Kind: syntax.ListNode}
	for _, e := range k.Entries {
		if isOfIntegers(k) {
			if n, ok := codeOf(e.Word.Value); ok {
				s.Enum.Items = append(s.Enum.Items, &syntax.Node{Pos: e.Word.Pos, Kind: syntax.NumberNode, Number: float64(n)})
			}
			continue
		}
		s.Enum.Items = append(s.Enum.Items, &syntax.Node{Pos: e.Word.Pos, Kind: syntax.TextNode, Text: e.Word.Value})
		if e.Rename != nil {
			s.ValueNames = append(s.ValueNames, syntax.ValueName{Value: e.Word, Rename: e.Rename})
		}
	}
	return s
}

func isOfIntegers(k *syntax.Catalog) bool { return k.Type.Value == "integer" }

// codeOf returns an integer whose digits are those of canonical JSON.
func codeOf(digits string) (int64, bool) {
	n, err := strconv.ParseInt(digits, 10, 64)
	return n, err == nil && strconv.FormatInt(n, 10) == digits && max(n, -n) <= 1<<53-1
}

// open reports whether d is a catalog with an open list of words.
func (d *decl) open() bool { return d.catalog != nil && d.catalog.Open && !isOfIntegers(d.catalog) }

// codes returns the table of a catalog of integers.
func (c *compiler) codes(d *decl) *ir.Enum {
	if _, isInteger := d.typ.Value.Kind.(ir.Integer); !isInteger {
		return nil // it has been reported
	}
	e := c.openEnum(d)
	e.Open = d.catalog.Open
	for _, entry := range d.catalog.Entries {
		if _, ok := codeOf(entry.Word.Value); !ok {
			c.Fail(entry.Word.Pos, "catalog", "write it in decimal digits, between -9007199254740991 and 9007199254740991", "%q is not an integer", entry.Word.Value)
			return nil
		}
		if entry.Rename == nil {
			c.Fail(entry.Word.Pos, "missing-key", "add `x-name: ...`", "the integer %s has no name for its constants", entry.Word.Value)
			return nil
		}
	}
	return e
}

// openEnum returns the kind of a catalog with an open list of words.
func (c *compiler) openEnum(d *decl) *ir.Enum {
	e := &ir.Enum{Open: true}
	for _, entry := range d.catalog.Entries {
		e.Values = append(e.Values, ir.EnumValue{Value: entry.Word.Value, Rename: c.Renames(entry.Rename)})
	}
	c.spend(&c.budget.members, len(e.Values), d.name.Pos)
	return e
}

// catalog gives a catalog's type its table.
func (c *compiler) catalog(d *decl) {
	if isOfIntegers(d.catalog) {
		d.typ.Codes = c.codes(d)
	}
	e := d.typ.Vocabulary()
	if e == nil {
		return // it has been reported
	}
	t := table{declared: d.catalog.Columns, index: map[string]int{}}
	for i, column := range d.catalog.Columns {
		col, fine := c.column(d, column)
		t.columns, t.refused = append(t.columns, col), append(t.refused, !fine)
		t.names, t.index[col.Name] = append(t.names, col.Name), i
	}
	e.Catalog = &ir.Catalog{Columns: t.columns}
	for i, entry := range d.catalog.Entries {
		if i < len(e.Values) {
			e.Values[i].Cells = c.cells(t, entry)
		}
	}
}

// table validates the cells of a catalog's entries.
type table struct {
	declared []syntax.Property
	columns  []ir.Column
	refused  []bool // columns that have been reported
	names    []string
	index    map[string]int // of columns by name
}

var columnName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)

// column compiles a column; it returns false if it has reported it.
func (c *compiler) column(d *decl, p syntax.Property) (col ir.Column, fine bool) {
	fine = true
	if !columnName.MatchString(p.Name.Value) || p.Name.Value == "value" {
		c.Fail(p.Name.Pos, "column", "use letters, digits and underscores, and start with a letter; `value` is reserved for the word itself", "%q is not a valid name of a column", p.Name.Value)
		fine = false
	}
	col = ir.Column{Name: p.Name.Value, Rename: c.Renames(p.Schema.Rename), Doc: docOf(p.Schema), Pos: p.Name.Pos}
	col.Value = c.value([]*syntax.Schema{p.Schema}, site{name: d.typ.Name + "." + step(p.Name.Value, p.Schema), pos: p.Schema.Pos})
	if !isCell(col.Value) {
		c.Fail(p.Schema.Pos, "column", "a cell must be a string, a number, a boolean, or a word of an enum or catalog", "the type of the column %q is not valid for a cell", p.Name.Value)
		col.Value, fine = ir.Value{Kind: ir.String{}}, false
	}
	return col, fine
}

func isCell(v ir.Value) bool {
	if v.Schema != nil {
		return false
	}
	switch k := v.Kind.(type) {
	case ir.Boolean, ir.Number, ir.String:
		return true
	case ir.Integer:
		return k.Width == ir.Safe
	case ir.Ref:
		_, isEnum := k.Type.Value.Kind.(*ir.Enum)
		return isEnum || isCell(k.Type.Value)
	}
	return false
}

// cells checks and returns the data of one entry, a cell for each column.
func (c *compiler) cells(t table, entry syntax.Entry) []ir.Literal {
	c.spend(&c.budget.members, len(t.columns), entry.Word.Pos)
	if c.exhausted {
		return nil
	}
	cells, given := make([]ir.Literal, len(t.columns)), map[string]bool{}
	for _, cell := range entry.Cells {
		i, known := t.index[cell.Key.Value]
		if !known {
			c.Fail(cell.Key.Pos, "unknown-key", c.Nearest(cell.Key.Value, t.names), "the catalog has no column %q", cell.Key.Value)
			continue
		}
		given[cell.Key.Value] = true
		if wording.IsComposite(cell.Value) {
			c.Fail(cell.Value.Pos, "cell", "", "a cell must be a string, a number, true, false or null, not %s", cell.Value.Kind)
			continue
		}
		if reason := annotate.NewValidator().Cell(&t.columns[i].Value, cell.Value); reason != nil && !t.refused[i] {
			c.Diags.Add(diag.Diagnostic{Pos: cell.Value.Pos, Code: "cell", Message: fmt.Sprintf("this cell of the column %q is not valid: %s", cell.Key.Value, reason),
				Notes: []diag.Note{{Pos: t.declared[i].Schema.Pos, Message: "the column is declared here"}}})
		}
		cells[i] = wording.Literal(cell.Value)
	}
	for i, col := range t.columns {
		if !given[col.Name] && !col.Value.Nullable && !t.refused[i] {
			c.Fail(entry.Word.Pos, "missing-key", "a cell may be absent if the `type` of its column admits null", "the entry %q has no %q", entry.Word.Value, col.Name)
		}
	}
	return cells
}

// valueNames checks and returns the names that x-value-names gives the values of an enum.
func (c *compiler) valueNames(n *normalForm) map[string][]ir.Rename {
	names := map[string][]ir.Rename{}
	for _, s := range slices.Backward(n.enums) { // the first schema counts
		for _, v := range s.ValueNames {
			names[v.Value.Value] = c.Renames(v.Rename)
		}
	}
	return names
}

// valueNamesKnown reports names for values that an enum does not list.
func (c *compiler) valueNamesKnown(s *syntax.Schema) {
	var words []string
	known := map[string]bool{}
	for _, n := range s.Enum.Items {
		if n.Kind == syntax.TextNode {
			words, known[n.Text] = append(words, n.Text), true
		}
	}
	for _, v := range s.ValueNames {
		if !known[v.Value.Value] {
			c.Fail(v.Value.Pos, "unknown-value", c.Nearest(v.Value.Value, words), "`x-value-names` names %q, which `enum` does not contain", v.Value.Value)
		}
	}
}
