package compile

import (
	"math"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// mostIndent bounds the spaces of an indentation: JSON.stringify has no more.
const mostIndent = 10

// layout compiles how builders lay messages out.
func (c *compiler) layout(u *unit) ir.Layout {
	w := u.file.Output
	if w == nil || c.diags.HasErrors() {
		return ir.Layout{}
	}
	l := ir.Layout{End: w.End.Value}
	if n := w.Indent; n != nil {
		if n.Kind != syntax.NumberNode || n.Number != math.Trunc(n.Number) || n.Number < 0 || n.Number > mostIndent {
			c.fail(n.Pos, "output", "", "`indent` is a number of spaces from 0 to %d", mostIndent)
			return l
		}
		l.Indent = int(n.Number)
	}
	if strings.Trim(l.End, " \t\r\n") != "" {
		c.fail(w.End.Pos, "output", "write \"\\n\"", "`end` holds more than white space, so the text would be no JSON")
	}
	if w.Exit.Pos.IsValid() {
		l.Exit = c.exit(u, w.Exit)
	}
	return l
}

// exit finds the code of each message in a column of a catalog of which it holds a word.
func (c *compiler) exit(u *unit, by syntax.Text) *ir.Exit {
	catalog, column := c.columnNamed(u, by, "output")
	if catalog == nil {
		return nil
	}
	exit := &ir.Exit{Over: u.protocol.Root, Records: recordsIn(u.protocol.Root)}
	for _, t := range exit.Records {
		at := memberOf(t, catalog)
		if at == nil {
			c.fail(by.Pos, "output", "", "%s has no member that is one word of %s", t.Name, catalog.Name)
			return nil
		}
		word, _ := at.Value.Resolve().Kind.(ir.Const)
		cell := cellOf(catalog, word.Literal.String, column)
		if word.Of != catalog || !cell.IsInteger() || cell.Number < 0 || cell.Number > 255 {
			c.fail(by.Pos, "output", "name a column of integers from 0 to 255, and give each message one word", "%s has no exit code in %q", t.Name, by.Value)
			return nil
		}
		exit.Codes = append(exit.Codes, int(cell.Number))
	}
	return exit
}

// refusal compiles what a text that is no valid message becomes.
func (c *compiler) refusal(u *unit) *ir.Refusal {
	w := u.file.Refusal
	if w == nil || c.diags.HasErrors() {
		return nil
	}
	d := c.lookup(u, w.Makes)
	if d == nil {
		return nil
	}
	record, is := d.typ.Value.Kind.(*ir.Record)
	if !is || d.unit != u {
		c.fail(w.Makes.Pos, "refusal", "name an object type of this spec", "`%s` is no object with members", w.Makes.Value)
		return nil
	}
	out := &ir.Refusal{Makes: d.typ, Most: c.sizeParam(u, w)}
	if d.typ.Error != nil {
		out.Message = d.typ.Error.Message
	}
	find := func(list []syntax.Member, name string) *syntax.Node {
		if i := slices.IndexFunc(list, func(m syntax.Member) bool { return m.Key.Value == name }); i >= 0 {
			return list[i].Value
		}
		return nil
	}
	var names []string
	for _, f := range record.Fields {
		names = append(names, f.Name)
		value := find(w.Members, f.Name)
		if _, single := onlyValue(f); value == nil && f.Required && !single && f != out.Message {
			c.fail(w.Pos, "refusal", "give it in `members`", "nothing says what %q is, which %s requires", f.Name, d.typ.Name)
		}
		if value == nil {
			continue
		}
		m := ir.RefusalMember{Field: f, Value: literal(value), JSON: literal(value), Long: literal(value)}
		if other := find(w.JSON, f.Name); other != nil {
			m.JSON = literal(other)
		}
		if other := find(w.Long, f.Name); other != nil {
			m.Long = literal(other)
		}
		for _, l := range []ir.Literal{m.Value, m.JSON, m.Long} {
			if !holdsLiteral(f.Value.Resolve(), l) {
				c.fail(value.Pos, "refusal", "", "%q can never be %s", f.Name, show(value))
			}
		}
		out.Members = append(out.Members, m)
	}
	for _, m := range slices.Concat(w.Members, w.JSON, w.Long) {
		switch {
		case !slices.Contains(names, m.Key.Value):
			c.fail(m.Key.Pos, "refusal", c.nearest(m.Key.Value, names), "%s has no member %q", d.typ.Name, m.Key.Value)
		case find(w.Members, m.Key.Value) == nil:
			c.fail(m.Key.Pos, "refusal", "give it in `members` as well", "%q is said for some texts only", m.Key.Value)
		}
	}
	return out
}

// sizeParam is the number of the parameter that says how long a text may be, or -1.
func (c *compiler) sizeParam(u *unit, w *syntax.Refusal) int {
	if !w.Most.Pos.IsValid() {
		if w.Long != nil {
			c.fail(w.Pos, "refusal", "add `most`, a parameter of the type size", "`long` speaks of texts that are too long, and nothing says which are")
		}
		return -1
	}
	var names []string
	for i, p := range u.protocol.Params {
		if p.Name == w.Most.Value && p.Size {
			return i
		}
		if p.Size {
			names = append(names, p.Name)
		}
	}
	c.fail(w.Most.Pos, "refusal", c.nearest(w.Most.Value, names), "there is no parameter %q of the type size", w.Most.Value)
	return -1
}

// columnNamed finds a column of a catalog by `Catalog.column`.
func (c *compiler) columnNamed(u *unit, by syntax.Text, code diag.Code) (*ir.Type, int) {
	name, column, _ := strings.Cut(by.Value, ".")
	d := c.lookup(u, syntax.Text{Pos: by.Pos, Value: name})
	if d == nil {
		return nil, 0
	}
	enum, is := d.typ.Value.Kind.(*ir.Enum)
	if !is || enum.Catalog == nil {
		c.fail(by.Pos, code, "write it as Catalog.column", "`%s` is no catalog", name)
		return nil, 0
	}
	var columns []string
	for _, k := range enum.Catalog.Columns {
		columns = append(columns, k.Name)
	}
	if i := slices.Index(columns, column); i >= 0 {
		return d.typ, i
	}
	c.fail(by.Pos, code, c.nearest(column, columns), "the catalog %s has no column %q", name, column)
	return nil, 0
}

// memberOf is the required member of a record that holds words of a vocabulary, or nil.
func memberOf(t *ir.Type, of *ir.Type) *ir.Field {
	for _, f := range t.Value.Kind.(*ir.Record).Fields {
		if f.Required && vocabularyOf(f.Value.Resolve()) == of {
			return f
		}
	}
	return nil
}

func cellOf(catalog *ir.Type, word string, column int) ir.Literal {
	for _, v := range catalog.Value.Kind.(*ir.Enum).Values {
		if v.Value == word {
			return v.Cells[column]
		}
	}
	return ir.Literal{}
}

// dispatches compiles what is done by what messages say.
func (c *compiler) dispatches(u *unit) []*ir.Dispatch {
	if c.diags.HasErrors() {
		return nil // what they speak of may be incomplete
	}
	var list []*ir.Dispatch
	for i := range u.file.Dispatches {
		w := &u.file.Dispatches[i]
		if d := c.dispatch(u, w); d != nil {
			list = append(list, d)
		}
	}
	return list
}

func (c *compiler) dispatch(u *unit, w *syntax.Dispatch) *ir.Dispatch {
	if !paramName.MatchString(w.Name.Value) {
		c.fail(w.Name.Pos, "dispatch", "use lower-case letters, digits and underscores, a letter first", "%q cannot be the name of a dispatch", w.Name.Value)
		return nil
	}
	over := c.lookup(u, w.Over)
	if over == nil {
		return nil
	}
	d := &ir.Dispatch{Name: w.Name.Value, Rename: c.renames(w.Rename), Doc: ir.Doc{Text: w.Doc.Value, Source: w.Source.Value}, Pos: w.Name.Pos, Over: over.typ, Records: recordsIn(over.typ), Unaccepted: -1}
	if d.Records == nil {
		c.fail(w.Over.Pos, "dispatch", "name a message", "`%s` is no object, which a message is", w.Over.Value)
		return nil
	}
	ok := false
	if strings.HasPrefix(w.By.Value, "/") {
		ok = c.byMember(d, w)
	} else {
		ok = c.byColumn(u, d, w)
	}
	if !ok {
		return nil
	}
	if w.Unaccepted.Pos.IsValid() {
		var names []string
		for _, k := range d.Cases {
			names = append(names, k.Name)
		}
		if d.Unaccepted = slices.Index(names, w.Unaccepted.Value); d.Unaccepted < 0 {
			c.fail(w.Unaccepted.Pos, "dispatch", c.nearest(w.Unaccepted.Value, names), "%q is no case", w.Unaccepted.Value)
			return nil
		}
	}
	return d
}

// byMember makes a case of each word that a member can be.
func (c *compiler) byMember(d *ir.Dispatch, w *syntax.Dispatch) bool {
	way, ok := c.pointer(w.By)
	if !ok {
		return false
	}
	d.At = way
	for _, t := range d.Records {
		fields := fieldsOf(t, way)
		words := []string(nil)
		var of *ir.Type
		if fields != nil && fields[len(fields)-1].Required {
			words, of = wordsOf(fields[len(fields)-1].Value)
		}
		if words == nil {
			c.fail(w.By.Pos, "dispatch", "name a required member that is one of some words", "%s has no word at %q", t.Name, w.By.Value)
			return false
		}
		if d.Of == nil {
			d.Of = of
		}
		for _, word := range words {
			addCase(d, caseNamed(word, of), word, t)
		}
	}
	return true
}

// byColumn makes a case of each word that stands in a column of a catalog, for the messages whose words have it there.
func (c *compiler) byColumn(u *unit, d *ir.Dispatch, w *syntax.Dispatch) bool {
	catalog, column := c.columnNamed(u, w.By, "dispatch")
	if catalog == nil {
		return false
	}
	of := vocabularyOf(catalog.Value.Kind.(*ir.Enum).Catalog.Columns[column].Value.Resolve())
	if of == nil || of.Value.Kind.(*ir.Enum).Open {
		c.fail(w.By.Pos, "dispatch", "name a column whose cells are words of another catalog", "the column %q has no closed list of words", w.By.Value)
		return false
	}
	d.Of = of
	for _, t := range d.Records {
		at := memberOf(t, catalog)
		if at == nil || d.At != nil && d.At[0] != at.Name {
			c.fail(w.By.Pos, "dispatch", "", "%s has no member that is a word of %s", t.Name, catalog.Name)
			return false
		}
		d.At = []string{at.Name}
		words, _ := wordsOf(at.Value)
		for _, word := range words {
			cell := cellOf(catalog, word, column)
			if cell.Kind != ir.StringLiteral {
				c.fail(w.By.Pos, "dispatch", "", "%q has nothing in the column %q", word, w.By.Value)
				return false
			}
			addCase(d, caseNamed(cell.String, of), word, t)
		}
	}
	return true
}

// wordsOf are the strings that a value can be, if they are known, and the vocabulary that they belong to.
func wordsOf(v ir.Value) ([]string, *ir.Type) {
	r := v.Resolve()
	of := vocabularyOf(r)
	if r.Nullable {
		return nil, nil
	}
	switch k := r.Kind.(type) {
	case ir.Const:
		if k.Literal.Kind == ir.StringLiteral {
			return []string{k.Literal.String}, of
		}
	case *ir.Enum:
		var words []string
		for _, w := range k.Values {
			words = append(words, w.Value)
		}
		for _, check := range r.Checks {
			if one, is := check.(ir.OneOf); is {
				words = slices.DeleteFunc(words, func(w string) bool {
					return !slices.ContainsFunc(one.Literals, func(l ir.Literal) bool { return l.String == w })
				})
			}
		}
		if !k.Open {
			return words, of
		}
	}
	return nil, nil
}

// caseNamed is a case that is called after a word of a vocabulary.
func caseNamed(word string, of *ir.Type) ir.DispatchCase {
	k := ir.DispatchCase{Name: word}
	if of != nil {
		for _, v := range of.Value.Kind.(*ir.Enum).Values {
			if v.Value == word {
				k.Rename, k.Doc = v.Rename, v.Doc
			}
		}
	}
	return k
}

// addCase notes that messages of a record with a word belong to a case.
func addCase(d *ir.Dispatch, k ir.DispatchCase, word string, t *ir.Type) {
	i := slices.IndexFunc(d.Cases, func(known ir.DispatchCase) bool { return known.Name == k.Name })
	if i < 0 {
		i = len(d.Cases)
		d.Cases = append(d.Cases, k)
	}
	of := &d.Cases[i]
	if !slices.Contains(of.Words, word) {
		of.Words = append(of.Words, word)
	}
	if !slices.Contains(of.Records, t) {
		of.Records = append(of.Records, t)
	}
}
