// Package dispatches compiles the actions of programs on messages: dispatches by a word, exit codes, layouts, and the refusal of a text.
package dispatches

import (
	"math"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// mostIndent bounds the spaces of an indentation: JSON.stringify has no more.
const mostIndent = 10

// Layout compiles how builders lay messages out.
func Layout(s *host.Spec) ir.Layout {
	w := s.File.Output
	if w == nil || s.Diags.HasErrors() {
		return ir.Layout{}
	}
	l := ir.Layout{End: w.End.Value}
	if n := w.Indent; n != nil {
		if n.Kind != syntax.NumberNode || n.Number != math.Trunc(n.Number) || n.Number < 0 || n.Number > mostIndent {
			s.Fail(n.Pos, "output", "", "`indent` must be a number of spaces from 0 to %d", mostIndent)
			return l
		}
		l.Indent = int(n.Number)
	}
	if strings.Trim(l.End, " \t\r\n") != "" {
		s.Fail(w.End.Pos, "output", "write \"\\n\"", "`end` contains more than white space, so the text would not be valid JSON")
	}
	if w.Exit.Pos.IsValid() {
		l.Exit = exit(s, w.Exit)
	}
	return l
}

// exit finds the exit code of each message, in the column of a catalog. The message contains a word of that catalog.
func exit(s *host.Spec, by syntax.Text) *ir.Exit {
	catalog, column := columnNamed(s, by, "output")
	if catalog == nil {
		return nil
	}
	exit := &ir.Exit{Over: s.Protocol.Root, Records: host.RecordsIn(s.Protocol.Root)}
	for _, t := range exit.Records {
		at := memberOf(t, catalog)
		if at == nil {
			s.Fail(by.Pos, "output", "", "%s has no member whose value is a single word of %s", t.Name, catalog.Name)
			return nil
		}
		word, _ := at.Value.Resolve().Kind.(ir.Const)
		cell := cellOf(catalog, word.Literal.String, column)
		if word.Of != catalog || !cell.IsInteger() || cell.Number < 0 || cell.Number > 255 {
			s.Fail(by.Pos, "output", "name a column of integers from 0 to 255, and fix one word in each message", "%s has no exit code in %q", t.Name, by.Value)
			return nil
		}
		exit.Codes = append(exit.Codes, int(cell.Number))
	}
	return exit
}

// Refusal compiles the answer to a text that is no valid message, or returns nil.
func Refusal(s *host.Spec) *ir.Refusal {
	w := s.File.Refusal
	if w == nil || s.Diags.HasErrors() {
		return nil
	}
	d := s.Type(w.Makes)
	if d == nil {
		return nil
	}
	record, is := d.Type.Value.Kind.(*ir.Record)
	if !is || !d.Own {
		s.Fail(w.Makes.Pos, "refusal", "name an object type of this spec", "`%s` is not an object type with members", w.Makes.Value)
		return nil
	}
	out := &ir.Refusal{Makes: d.Type, Most: sizeParam(s, w)}
	if d.Type.Error != nil {
		out.Message = d.Type.Error.Message
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
		if _, single := host.OnlyValue(f); value == nil && f.Required && !single && f != out.Message {
			s.Fail(w.Pos, "refusal", "give it in `members`", "%[2]s requires %[1]q, but `members` does not supply it", f.Name, d.Type.Name)
		}
		if value == nil {
			continue
		}
		m := ir.RefusalMember{Field: f, Value: wording.Literal(value), JSON: wording.Literal(value), Long: wording.Literal(value)}
		if other := find(w.JSON, f.Name); other != nil {
			m.JSON = wording.Literal(other)
		}
		if other := find(w.Long, f.Name); other != nil {
			m.Long = wording.Literal(other)
		}
		for _, l := range []ir.Literal{m.Value, m.JSON, m.Long} {
			if !host.HoldsLiteral(f.Value.Resolve(), l) {
				s.Fail(value.Pos, "refusal", "", "%q can never be %s", f.Name, wording.Show(value))
			}
		}
		out.Members = append(out.Members, m)
	}
	for _, m := range slices.Concat(w.Members, w.JSON, w.Long) {
		switch {
		case !slices.Contains(names, m.Key.Value):
			s.Fail(m.Key.Pos, "refusal", s.Nearest(m.Key.Value, names), "%s has no member %q", d.Type.Name, m.Key.Value)
		case find(w.Members, m.Key.Value) == nil:
			s.Fail(m.Key.Pos, "refusal", "give it in `members` as well", "`members` supplies %q for some texts only", m.Key.Value)
		}
	}
	return out
}

// sizeParam returns the number of the parameter with the longest accepted size of a text, or -1.
func sizeParam(s *host.Spec, w *syntax.Refusal) int {
	if !w.Most.Pos.IsValid() {
		if w.Long != nil {
			s.Fail(w.Pos, "refusal", "add `most`, a parameter of the type size", "`long` requires `most`, the longest accepted text")
		}
		return -1
	}
	var names []string
	for i, p := range s.Protocol.Params {
		if p.Name == w.Most.Value && p.Size {
			return i
		}
		if p.Size {
			names = append(names, p.Name)
		}
	}
	s.Fail(w.Most.Pos, "refusal", s.Nearest(w.Most.Value, names), "there is no parameter %q of the type size", w.Most.Value)
	return -1
}

// columnNamed finds a column of a catalog by `Catalog.column`, or `protocol.Catalog.column`.
func columnNamed(s *host.Spec, by syntax.Text, code diag.Code) (*ir.Type, int) {
	name, column := by.Value, ""
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		name, column = name[:i], name[i+1:]
	}
	d := s.Type(syntax.Text{Pos: by.Pos, Value: name})
	if d == nil {
		return nil, 0
	}
	enum, is := d.Type.Value.Kind.(*ir.Enum)
	if !is || enum.Catalog == nil {
		s.Fail(by.Pos, code, "write it as Catalog.column", "`%s` is not a catalog", name)
		return nil, 0
	}
	var columns []string
	for _, k := range enum.Catalog.Columns {
		columns = append(columns, k.Name)
	}
	if i := slices.Index(columns, column); i >= 0 {
		return d.Type, i
	}
	s.Fail(by.Pos, code, s.Nearest(column, columns), "the catalog %s has no column %q", name, column)
	return nil, 0
}

// memberOf returns the required member of a record with words of a vocabulary, or nil.
func memberOf(t *ir.Type, of *ir.Type) *ir.Field {
	for _, f := range t.Value.Kind.(*ir.Record).Fields {
		if f.Required && host.VocabularyOf(f.Value.Resolve()) == of {
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

// Dispatches compiles the dispatches of a spec: by a word of a message, or by a column of its catalog.
func Dispatches(s *host.Spec) []*ir.Dispatch {
	if s.Diags.HasErrors() {
		return nil // their types may be incomplete
	}
	var list []*ir.Dispatch
	for i := range s.File.Dispatches {
		w := &s.File.Dispatches[i]
		if d := dispatch(s, w); d != nil {
			list = append(list, d)
		}
	}
	return list
}

func dispatch(s *host.Spec, w *syntax.Dispatch) *ir.Dispatch {
	if !host.ParamName.MatchString(w.Name.Value) {
		s.Fail(w.Name.Pos, "dispatch", "use lower-case letters, digits and underscores; start with a letter", "%q is not a valid name of a dispatch", w.Name.Value)
		return nil
	}
	over := s.Type(w.Over)
	if over == nil {
		return nil
	}
	d := &ir.Dispatch{Name: w.Name.Value, Rename: s.Renames(w.Rename), Doc: ir.Doc{Text: w.Doc.Value, Source: w.Source.Value}, Pos: w.Name.Pos, Over: over.Type, Records: host.RecordsIn(over.Type), Unaccepted: -1}
	if d.Records == nil {
		s.Fail(w.Over.Pos, "dispatch", "name a message", "`%s` is not an object type, so it is not a message", w.Over.Value)
		return nil
	}
	ok := false
	if strings.HasPrefix(w.By.Value, "/") {
		ok = byMember(s, d, w)
	} else {
		ok = byColumn(s, d, w)
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
			s.Fail(w.Unaccepted.Pos, "dispatch", s.Nearest(w.Unaccepted.Value, names), "%q is not a case", w.Unaccepted.Value)
			return nil
		}
	}
	return d
}

// byMember makes a case of each word that a member can be.
func byMember(s *host.Spec, d *ir.Dispatch, w *syntax.Dispatch) bool {
	way, ok := s.Pointer(w.By)
	if !ok {
		return false
	}
	d.At = way
	for _, t := range d.Records {
		fields := host.FieldsOf(t, way)
		words := []string(nil)
		var of *ir.Type
		if fields != nil && fields[len(fields)-1].Required {
			words, of = wordsOf(fields[len(fields)-1].Value)
		}
		if words == nil {
			s.Fail(w.By.Pos, "dispatch", "name a required member whose values are a closed list of words", "%s has no such member at %q", t.Name, w.By.Value)
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

// byColumn makes a case of each word in a column of a catalog. The case is for the messages whose own word has that cell.
func byColumn(s *host.Spec, d *ir.Dispatch, w *syntax.Dispatch) bool {
	catalog, column := columnNamed(s, w.By, "dispatch")
	if catalog == nil {
		return false
	}
	of := host.VocabularyOf(catalog.Value.Kind.(*ir.Enum).Catalog.Columns[column].Value.Resolve())
	if of == nil || of.Value.Kind.(*ir.Enum).Open {
		s.Fail(w.By.Pos, "dispatch", "name a column whose cells are words of another catalog", "the words of the column %q are not a closed list", w.By.Value)
		return false
	}
	d.Of = of
	for _, t := range d.Records {
		at := memberOf(t, catalog)
		if at == nil || d.At != nil && d.At[0] != at.Name {
			s.Fail(w.By.Pos, "dispatch", "", "%s has no member that is a word of %s", t.Name, catalog.Name)
			return false
		}
		d.At = []string{at.Name}
		words, _ := wordsOf(at.Value)
		for _, word := range words {
			cell := cellOf(catalog, word, column)
			if cell.Kind != ir.StringLiteral {
				s.Fail(w.By.Pos, "dispatch", "", "the word %q has no cell in the column %q", word, w.By.Value)
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
	of := host.VocabularyOf(r)
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
