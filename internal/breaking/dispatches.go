package breaking

import (
	"fmt"
	"slices"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

// dispatches compares which case a message has in both versions, and the exit code of a process that writes it.
func (c *comparison) dispatches() error {
	if !c.chosen(Issues) {
		return nil
	}
	c.exits()
	for _, a := range c.old.Protocol.Dispatches {
		i := slices.IndexFunc(c.new.Protocol.Dispatches, func(b *ir.Dispatch) bool { return a.Name == b.Name })
		if i < 0 || casesOf(a) == casesOf(c.new.Protocol.Dispatches[i]) {
			continue
		}
		b := c.new.Protocol.Dispatches[i]
		f := Finding{Category: Issues, Rule: "dispatch", Type: a.Over.Name, Old: a.Pos, New: b.Pos}
		for _, text := range c.alike(a.Over, b.Over) {
			before, after, err := c.cases(a, b, text)
			if err != nil {
				return err
			}
			if before != after && (f.Witness == "" || len(text) < len(f.Witness)) {
				f.Witness, f.About = text, fmt.Sprintf("the dispatch %s has the case %s, and had %s", a.Name, after, before)
			}
		}
		if f.Witness != "" { // cases of words that no common message has do not matter
			c.findings = append(c.findings, f)
		}
	}
	return nil
}

// casesOf spells a dispatch.
func casesOf(d *ir.Dispatch) string {
	text := fmt.Sprintf("%q %d", d.At, d.Unaccepted)
	for _, one := range d.Cases {
		text += fmt.Sprintf(" %q %q", one.Name, one.Words)
	}
	return text
}

// alike are messages with one verdict in both versions.
func (c *comparison) alike(old, new *ir.Type) (list []string) {
	for _, text := range slices.Concat(c.old.messages(old), c.new.messages(new)) {
		if c.old.valid(old, text) == c.new.valid(new, text) {
			list = append(list, text)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// common are messages that both versions accept.
func (c *comparison) common(old, new *ir.Type) []string {
	return slices.DeleteFunc(c.alike(old, new), func(text string) bool { return !c.old.valid(old, text) })
}

// cases are the cases of a message in both versions; "" for none.
func (c *comparison) cases(a, b *ir.Dispatch, text string) (before, after string, err error) {
	if before, err = c.old.caseOf(a, text); err == nil {
		after, err = c.new.caseOf(b, text)
	}
	return before, after, err
}

func (s *side) caseOf(d *ir.Dispatch, text string) (string, error) {
	oracle, err := s.reference()
	if err != nil {
		return "", err
	}
	one, err := oracle.Dispatch(s.Protocol.Name, d.Name, d.Over.Name, []byte(text), reference.Options{})
	if err != nil {
		return "", nil // the message has no word that decides
	}
	return one.Case, nil
}

// exits compares the exit codes of messages that both versions accept.
func (c *comparison) exits() {
	a, b := c.old.Protocol.Layout.Exit, c.new.Protocol.Layout.Exit
	if a == nil || b == nil {
		return
	}
	for i, old := range a.Records {
		j := slices.IndexFunc(b.Records, func(t *ir.Type) bool { return paired(old, t) })
		if j < 0 || a.Codes[i] == b.Codes[j] {
			continue
		}
		f := Finding{Category: Issues, Rule: "exit", Type: old.Name, About: fmt.Sprintf("a process that writes it exits with %d, and did with %d", b.Codes[j], a.Codes[i]), Old: old.Pos, New: b.Records[j].Pos, Unknown: true}
		for _, text := range c.common(old, b.Records[j]) {
			if f.Unknown || len(text) < len(f.Witness) {
				f.Unknown, f.Witness = false, text
			}
		}
		c.findings = append(c.findings, f)
	}
}

// tables compares the cells of catalogs, such as retry classes, for words that both versions have.
func (c *comparison) tables(old, new *ir.Type) {
	a, b := old.Vocabulary(), new.Vocabulary()
	if !c.chosen(Issues) || a == nil || b == nil || a.Catalog == nil || b.Catalog == nil {
		return
	}
	for _, word := range a.Values {
		i := slices.IndexFunc(b.Values, func(v ir.EnumValue) bool { return v.Value == word.Value })
		if i < 0 {
			continue
		}
		for n, column := range a.Catalog.Columns {
			m := slices.IndexFunc(b.Catalog.Columns, func(o ir.Column) bool { return o.Name == column.Name })
			if m < 0 || n >= len(word.Cells) || m >= len(b.Values[i].Cells) || equal(word.Cells[n], b.Values[i].Cells[m]) {
				continue
			}
			c.findings = append(c.findings, Finding{Category: Issues, Rule: "table", Type: old.Name, Old: column.Pos, New: b.Catalog.Columns[m].Pos, Witness: text(old.Word(word.Value)),
				About: fmt.Sprintf("the %s of %s is %s, and was %s", column.Name, word.Value, text(b.Values[i].Cells[m]), text(word.Cells[n]))})
			break // one cell of a word is enough
		}
	}
}
