package docs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
)

// Kind is the heading of a change.
type Kind int

const (
	Added Kind = iota
	Changed
	Removed
)

// Change is one change of a protocol for its users.
type Change struct {
	Kind     Kind
	Old, New diag.Pos // where it is in each version; the zero Pos where a version does not have it
	Text     string   // Markdown: the sentences of one item
	Example  string   // a message that the change is about, or ""
	word     string   // of a vocabulary, or ""
}

// Changes lists the differences between two versions of a protocol: types, members, vocabularies, rules, orders of messages, builders, dispatches
// and parameters, in the order of the new version. Descriptions, positions and order are no changes.
func Changes(old, new *ir.Protocol, example func(*ir.Type) string) []Change {
	c := &comparison{old: plainPage(old), new: plainPage(new), example: example}
	c.types()
	c.rules()
	c.orders()
	c.params()
	return c.changes
}

// plainPage is a page of which only the words are used: names of types are no links.
func plainPage(p *ir.Protocol) *page {
	g := newPage(p, func(*ir.Type) string { return "" }, nil)
	g.anchors = map[*ir.Type]string{}
	return g
}

// comparison collects changes.
type comparison struct {
	old, new *page
	example  func(*ir.Type) string
	changes  []Change
}

func (c *comparison) add(kind Kind, old, new diag.Pos, format string, args ...any) *Change {
	c.changes = append(c.changes, Change{Kind: kind, Old: old, New: new, Text: fmt.Sprintf(format, args...)})
	return &c.changes[len(c.changes)-1]
}

func (c *comparison) types() {
	for _, t := range c.new.protocol.Types {
		before := typeNamed(c.old.protocol, t)
		switch {
		case before != nil:
			c.pair(before, t)
		case declared(t):
			c.addedType(t)
		}
	}
	for _, t := range c.old.protocol.Types {
		if declared(t) && typeNamed(c.new.protocol, t) == nil {
			c.add(Removed, t.Pos, diag.Pos{}, "%s %s.", capital(c.old.noun(t)), code(t.Name))
		}
	}
}

// declared reports whether the spec names a type. Others belong to the member that contains them.
func declared(t *ir.Type) bool { return !t.Lifted && t.Of == nil }

func typeNamed(p *ir.Protocol, t *ir.Type) *ir.Type {
	for _, other := range p.Types {
		if other.Name == t.Name && other.Lifted == t.Lifted && (other.Of == nil) == (t.Of == nil) {
			return other
		}
	}
	return nil
}

// noun is the kind of a type for users.
func (g *page) noun(t *ir.Type) string {
	switch {
	case t.ErrorCode:
		return "list of error codes"
	case t.Vocabulary() != nil:
		return "vocabulary"
	case slices.Contains(g.protocol.Messages, t):
		return "message"
	}
	return "type"
}

func (c *comparison) addedType(t *ir.Type) {
	text := capital(c.new.noun(t)) + " " + code(t.Name)
	for _, u := range c.new.protocol.Types {
		if union, is := u.Value.Kind.(*ir.Union); is && declared(u) && typeNamed(c.old.protocol, u) != nil && hasVariant(union, t.Name) {
			text += ", one of " + code(u.Name)
		}
	}
	if words := t.Vocabulary(); words != nil {
		text += ": " + firstWords(words)
	}
	change := c.add(Added, diag.Pos{}, t.Pos, "%s", sentences(text+"."+firstOf(t.Doc), ""))
	if slices.Contains(c.new.protocol.Messages, t) {
		change.Example = c.example(t)
	}
}

// firstWords lists the words of a vocabulary, if they are many only the first.
func firstWords(e *ir.Enum) string {
	const most = 10
	var words []string
	for _, v := range e.Values {
		words = append(words, code(v.Value))
	}
	if len(words) > most {
		return strings.Join(words[:most], ", ") + fmt.Sprintf(" and %d more", len(words)-most)
	}
	return list(words, "and")
}

// firstOf is the first sentence of a description, behind another one.
func firstOf(d ir.Doc) string {
	if d.Text == "" {
		return ""
	}
	return " " + strings.TrimSuffix(prose(firstSentence(d.Text)), ".") + "."
}

func hasVariant(u *ir.Union, name string) bool {
	return slices.ContainsFunc(u.Variants, func(v ir.Variant) bool { return v.Type.Name == name })
}

// pair compares a type in both versions.
func (c *comparison) pair(old, new *ir.Type) {
	if new.Of != nil {
		return // follows from its union
	}
	a, wasVocabulary := old.Vocabulary(), old.Vocabulary() != nil
	b := new.Vocabulary()
	switch one := old.Value.Kind.(type) {
	case *ir.Record:
		if other, is := new.Value.Kind.(*ir.Record); is {
			c.record(old, new, one, other)
			c.lines(old, new, c.old.conditionLines(old), c.new.conditionLines(new))
			return
		}
	case *ir.Union:
		if other, is := new.Value.Kind.(*ir.Union); is {
			c.union(old, new, one, other)
			c.lines(old, new, c.old.conditionLines(old), c.new.conditionLines(new))
			return
		}
	}
	if wasVocabulary && b != nil {
		if isWordList(old) && isWordList(new) {
			return // the words are in the line of the member
		}
		c.vocabulary(old, new, a, b)
		return
	}
	if was, is := c.old.shape(old), c.new.shape(new); was != is {
		c.add(Changed, old.Pos, new.Pos, "%s is now %s.\nIt was %s.", c.named(new), is, was)
	}
}

// named is how texts call a type.
func (c *comparison) named(t *ir.Type) string { return code(t.Name) }

func (g *page) shape(t *ir.Type) string {
	switch t.Value.Kind.(type) {
	case *ir.Record:
		return "an object with members"
	case *ir.Union:
		return "one of several types"
	}
	if t.Vocabulary() != nil {
		return "one of the words of a list"
	}
	return g.words(&t.Value)
}

func (c *comparison) record(old, new *ir.Type, a, b *ir.Record) {
	for _, f := range b.Fields {
		before := fieldNamed(a, f.Name)
		if before == nil {
			c.add(Added, diag.Pos{}, f.Pos, "%s", sentences(fmt.Sprintf("Member %s of %s: %s.", code(f.Name), c.named(new), c.new.memberWords(new, f))+firstOf(f.Doc), ""))
			continue
		}
		if was, is := c.old.memberWords(old, before), c.new.memberWords(new, f); was != is {
			c.add(Changed, before.Pos, f.Pos, "Member %s of %s: %s.\nIt was: %s.", code(f.Name), c.named(new), is, was)
		}
		if f.Doc.Deprecated && !before.Doc.Deprecated {
			c.add(Changed, before.Pos, f.Pos, "Member %s of %s is deprecated.", code(f.Name), c.named(new))
		}
	}
	for _, f := range a.Fields {
		if fieldNamed(b, f.Name) == nil {
			c.add(Removed, f.Pos, diag.Pos{}, "Member %s of %s.", code(f.Name), c.named(new))
		}
	}
	switch {
	case a.Closed && !b.Closed:
		c.add(Changed, old.Pos, new.Pos, "%s may have undeclared members.", c.named(new))
	case !a.Closed && b.Closed:
		c.add(Changed, old.Pos, new.Pos, "%s has no undeclared members any longer.", c.named(new))
	}
}

func fieldNamed(r *ir.Record, name string) *ir.Field {
	for _, f := range r.Fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// member describes the values of a member on one line.
func (g *page) memberWords(t *ir.Type, f *ir.Field) string {
	words := g.memberType(t, f)
	if f.Required {
		words += ", required"
	} else {
		words += ", optional"
	}
	if f.Secret {
		words += ", secret"
	}
	return words
}

func (c *comparison) union(old, new *ir.Type, a, b *ir.Union) {
	if a.Tag != b.Tag {
		c.add(Changed, old.Pos, new.Pos, "The type of %s follows from %s.\nIt followed from %s.", c.named(new), tagWords(b), tagWords(a))
	}
	for _, v := range b.Variants {
		if !hasVariant(a, v.Type.Name) && typeNamed(c.old.protocol, v.Type) != nil {
			c.add(Added, diag.Pos{}, new.Pos, "%s may also be %s.", c.named(new), code(v.Type.Name))
		}
	}
	for _, v := range a.Variants {
		if !hasVariant(b, v.Type.Name) && typeNamed(c.new.protocol, v.Type) != nil {
			c.add(Removed, old.Pos, diag.Pos{}, "%s as a %s.", code(v.Type.Name), c.named(new))
		}
	}
}

func tagWords(u *ir.Union) string {
	if u.Tag == "" {
		return "its members"
	}
	return "the member " + code(u.Tag)
}

// conditionLines are the conditions of a type that the list of its members does not show.
func (g *page) conditionLines(t *ir.Type) []string {
	return g.block(func() { g.conditions(t) })
}

// block returns the lines that a function writes.
func (g *page) block(write func()) []string {
	before := g.Len()
	write()
	var lines []string
	for _, line := range strings.Split(g.String()[before:], "\n") {
		if line = strings.TrimSpace(strings.TrimPrefix(line, "- ")); line != "" && !strings.HasSuffix(line, ":") {
			lines = append(lines, line)
		}
	}
	return lines
}

// lines reports the sentences that only one version has.
func (c *comparison) lines(old, new *ir.Type, a, b []string) {
	for _, line := range missing(b, a) {
		c.add(Added, old.Pos, new.Pos, "Condition of %s: %s", c.named(new), line)
	}
	for _, line := range missing(a, b) {
		c.add(Removed, old.Pos, new.Pos, "Condition of %s: %s", c.named(new), line)
	}
}

// missing returns the texts of one list that the other one does not have.
func missing(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(one string) bool { return slices.Contains(other, one) })
}
