package python

import (
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// catalog prints the class of a catalog's entries, and the entries.
func (g *generator) catalog(t *ir.Type, e *ir.Enum, u *uses) string {
	u.typing.use("NamedTuple")
	entry, word := g.names.Type(t)+"Entry", g.wordHint(t, e)
	p := newPrinter(0)
	p.Line("class %s("+g.own("NamedTuple")+"):", entry)
	p.Block(func() {
		p.Line(`"""The catalog entry of a value of %s."""`, g.names.Type(t))
		p.Line("")
		p.Line("value: %s", word)
		for i, c := range e.Catalog.Columns {
			p.Line("%s: %s", g.names.Column(t, i), g.hint(&c.Value))
			g.hintUses(&c.Value, u)
			if doc := docstring(p.Margin(), columnDoc(c, g.names.Column(t, i))); doc != "" {
				p.Line("%s", doc)
			}
		}
	})
	p.Line("")
	p.Line("")
	rows := make([]expr, len(e.Values))
	for i, v := range e.Values {
		rows[i] = call(entry, g.row(t, e, v)...)
	}
	p.expr(tupleOf(rows...).after(g.upper(t)+"_ENTRIES: "+g.own("Final")+"[tuple["+entry+", ...]] = "), "")
	p.Line(`"""All catalog entries of %s, in the order of the spec."""`, g.names.Type(t))
	return p.String()
}

func (g *generator) row(t *ir.Type, e *ir.Enum, v ir.EnumValue) []expr {
	args := []expr{text(literal(t.Word(v.Value)))}
	for i, cell := range v.Cells {
		args = append(args, text(g.names.Column(t, i)+"="+cellText(e.Catalog.Columns[i], cell)))
	}
	return args
}

// cellText prints a cell. A cell in a column of numbers is a float, like numbers from readers.
func cellText(c ir.Column, cell ir.Literal) string {
	s := literal(cell)
	if _, ok := c.Value.Kind.(ir.Number); ok && cell.Kind == ir.NumberLiteral && !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// columnDoc returns the description of a column in the spec. It adds the name in the spec if the identifier differs.
func columnDoc(c ir.Column, identifier string) string {
	return describe(renamed(c.Doc, "In the spec", c.Name, identifier))
}

// codes prints the class with the integers of a catalog.
func (g *generator) codes(t *ir.Type, u *uses) string {
	u.typing.use("Final")
	p := newPrinter(0)
	p.Line("class %sValue:", g.names.Type(t))
	p.Block(func() {
		p.Line(`"""The values of %s by name."""`, g.names.Type(t))
		p.Line("")
		for i, v := range t.Codes.Values {
			p.Line("%s: "+g.own("Final")+" = %s", g.names.Value(t, i), v.Value)
			if doc := docstring(p.Margin(), describe(v.Doc)); doc != "" {
				p.Line("%s", doc)
			}
		}
	})
	return p.String()
}

// wordHint returns the hint of one word of a vocabulary: the type, unless the type includes null.
func (g *generator) wordHint(t *ir.Type, e *ir.Enum) string {
	switch {
	case t.Value.Nullable && t.Codes != nil:
		return "int"
	case t.Value.Nullable:
		return g.kindHint(e)
	}
	return g.names.Type(t)
}

// senders returns the table of the sides that send the variants, by tag.
func (g *generator) senders(t *ir.Type, k *ir.Union, u *uses) []alias {
	if !hasSenders(t) {
		return nil
	}
	u.abstract.use("Mapping")
	u.typing.use("Final")
	var tags []expr
	for _, s := range k.TagSides() {
		tags = append(tags, text(spelledTag(k, s.Tag)+": "+quote(s.Side)))
	}
	p, key := newPrinter(0), "str"
	if k.By == ir.ByInteger {
		key = "int"
	}
	p.expr(dictOf(tags...).after(g.upper(t)+"_SIDES: "+g.own("Final")+"["+g.own("Mapping")+"["+key+", str]] = "), "")
	return []alias{{Target: p.String(), Doc: docstring("", "The senders of the variants of "+g.names.Type(t)+", by discriminator value.")}}
}

// hasSenders reports whether the tag determines the sender of a union's variants.
func hasSenders(t *ir.Type) bool {
	return len(naming.Sides(t)) > 0 && len(t.Value.Kind.(*ir.Union).TagSides()) > 0
}
