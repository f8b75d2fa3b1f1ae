package docs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
)

// vocabulary compares words, and the cells of catalogs.
func (c *comparison) vocabulary(old, new *ir.Type, a, b *ir.Enum) {
	noun := "Value"
	if new.ErrorCode || old.ErrorCode {
		noun = "Error code"
	}
	for _, v := range b.Values {
		before := wordNamed(a, v.Value)
		if before == nil {
			c.add(Added, diag.Pos{}, new.Pos, "%s", sentences(fmt.Sprintf("%s %s of %s.", noun, code(v.Value), c.named(new))+firstOf(v.Doc), "")).word = v.Value
			continue
		}
		if lines := cellChanges(a, b, before, &v); len(lines) > 0 {
			c.add(Changed, old.Pos, new.Pos, "%s %s of %s.\n%s", noun, code(v.Value), c.named(new), strings.Join(lines, "\n")).word = v.Value
		}
	}
	for _, v := range a.Values {
		if wordNamed(b, v.Value) == nil {
			c.add(Removed, old.Pos, new.Pos, "%s %s of %s.", noun, code(v.Value), c.named(new)).word = v.Value
		}
	}
	switch {
	case a.Open && !b.Open:
		c.add(Changed, old.Pos, new.Pos, "%s has no values beyond its list any longer.", c.named(new))
	case !a.Open && b.Open:
		c.add(Changed, old.Pos, new.Pos, "%s may have values beyond its list.", c.named(new))
	}
}

func wordNamed(e *ir.Enum, value string) *ir.EnumValue {
	for i := range e.Values {
		if e.Values[i].Value == value {
			return &e.Values[i]
		}
	}
	return nil
}

// cellChanges compares the columns of a word in a catalog.
func cellChanges(a, b *ir.Enum, old, new *ir.EnumValue) (lines []string) {
	was, is := cells(a, old), cells(b, new)
	for _, name := range columnNames(a, b) {
		switch {
		case was[name] == is[name]:
		case was[name] == "":
			lines = append(lines, fmt.Sprintf("%s is %s.", code(name), is[name]))
		case is[name] == "":
			lines = append(lines, fmt.Sprintf("%s was %s and is gone.", code(name), was[name]))
		default:
			lines = append(lines, fmt.Sprintf("%s is %s and was %s.", code(name), is[name], was[name]))
		}
	}
	return lines
}

// cells are the texts of a word's cells by column.
func cells(e *ir.Enum, v *ir.EnumValue) map[string]string {
	all := map[string]string{}
	for i, cell := range v.Cells {
		all[e.Catalog.Columns[i].Name] = code(literal(cell))
	}
	return all
}

func columnNames(enums ...*ir.Enum) (names []string) {
	for _, e := range enums {
		if e.Catalog == nil {
			continue
		}
		for _, c := range e.Catalog.Columns {
			if !slices.Contains(names, c.Name) {
				names = append(names, c.Name)
			}
		}
	}
	return names
}

func (c *comparison) rules() {
	was, is := statements(c.old.protocol), statements(c.new.protocol)
	for _, s := range is {
		before := ruleOf(was, s.ID)
		switch {
		case before == nil:
			c.add(Added, diag.Pos{}, s.Pos, "Rule %s of %s: %s", code(s.ID), typeNames(s.of), sentence(s.Failure.Message))
		case before.Text != s.Text || typeNames(before.of) != typeNames(s.of) || before.Failure.Level != s.Failure.Level:
			c.add(Changed, before.Pos, s.Pos, "Rule %s of %s: %s\n%s", code(s.ID), typeNames(s.of), sentence(s.Failure.Message), ruleChange(before, s))
		}
	}
	for _, s := range was {
		if ruleOf(is, s.ID) == nil {
			c.add(Removed, s.Pos, diag.Pos{}, "Rule %s of %s: %s", code(s.ID), typeNames(s.of), sentence(s.Failure.Message))
		}
	}
}

func ruleOf(list []statement, id string) *statement {
	for i := range list {
		if list[i].ID == id {
			return &list[i]
		}
	}
	return nil
}

func typeNames(types []*ir.Type) string {
	var names []string
	for _, t := range types {
		names = append(names, code(t.Name))
	}
	slices.Sort(names)
	return list(names, "and")
}

func ruleChange(old *statement, new statement) string {
	var parts []string
	if old.Text != new.Text {
		parts = append(parts, fmt.Sprintf("It is now %s and was %s.", code(oneLine(new.Text)), code(oneLine(old.Text))))
	}
	if old.Failure.Level != new.Failure.Level {
		parts = append(parts, fmt.Sprintf("Its level is now %s and was %s.", code(new.Failure.Level.String()), code(old.Failure.Level.String())))
	}
	if was := typeNames(old.of); was != typeNames(new.of) {
		parts = append(parts, fmt.Sprintf("It was a rule of %s.", was))
	}
	return strings.Join(parts, "\n")
}

// part is a named section of a protocol, with its lines on the page.
type part struct {
	name  string
	pos   diag.Pos
	lines []string
}

// orders compares conversations, builders and dispatches by the lines that pages show.
func (c *comparison) orders() {
	conversations := func(g *page) (list []part) {
		for _, one := range g.protocol.Conversations {
			list = append(list, part{one.Name, one.Pos, g.conversationLines(one)})
		}
		return list
	}
	builders := func(g *page) (list []part) {
		for _, one := range g.protocol.Builders {
			list = append(list, part{one.Name, one.Pos, g.builderLines(one)})
		}
		return list
	}
	dispatches := func(g *page) (list []part) {
		for _, one := range g.protocol.Dispatches {
			list = append(list, part{one.Name, one.Pos, g.block(func() { g.put("%s", g.cases(one).String()) })})
		}
		return list
	}
	c.parts("Conversation", conversations(c.old), conversations(c.new))
	c.parts("Builder", builders(c.old), builders(c.new))
	c.parts("Dispatch", dispatches(c.old), dispatches(c.new))
}

func (c *comparison) parts(noun string, old, new []part) {
	for _, p := range new {
		i := slices.IndexFunc(old, func(o part) bool { return o.name == p.name })
		switch {
		case i < 0 && p.isNew(c.old.protocol):
			c.add(Added, diag.Pos{}, p.pos, "%s %s.", noun, code(p.name))
		case i >= 0 && !slices.Equal(old[i].lines, p.lines):
			text := fmt.Sprintf("%s %s.", noun, code(p.name))
			for _, line := range missing(p.lines, old[i].lines) {
				text += "\nNow: " + plainLine(line)
			}
			for _, line := range missing(old[i].lines, p.lines) {
				text += "\nNo longer: " + plainLine(line)
			}
			c.add(Changed, old[i].pos, p.pos, "%s", text)
		}
	}
	for _, p := range old {
		if !slices.ContainsFunc(new, func(n part) bool { return n.name == p.name }) && p.isNew(c.new.protocol) {
			c.add(Removed, p.pos, diag.Pos{}, "%s %s.", noun, code(p.name))
		}
	}
}

// isNew reports whether a part is more than the consequence of a type that only one version has, as a builder is.
func (p part) isNew(other *ir.Protocol) bool {
	return !slices.ContainsFunc(p.lines, func(line string) bool { return strings.Contains(line, " makes ") }) ||
		slices.ContainsFunc(other.Types, func(t *ir.Type) bool { return strings.Contains(p.lines[0]+" ", " "+prose(t.Name)+".") })
}

// plainLine is a line of a page inside of a list. The cells of a table are apart by semicolons.
func plainLine(line string) string {
	if strings.HasPrefix(line, "|") {
		var cells []string
		for _, cell := range strings.Split(strings.Trim(line, "|"), " | ") {
			if cell = strings.TrimSpace(cell); cell != "" {
				cells = append(cells, cell)
			}
		}
		line = strings.Join(cells, "; ") + "."
	}
	return line
}

func (c *comparison) params() {
	for _, p := range c.new.protocol.Params {
		before := paramNamed(c.old.protocol, p.Name)
		is := paramType(p) + ", default " + paramDefault(p)
		if before == nil {
			c.add(Added, diag.Pos{}, p.Pos, "Parameter %s: %s.", code(p.Name), is)
		} else if was := paramType(before) + ", default " + paramDefault(before); was != is {
			c.add(Changed, before.Pos, p.Pos, "Parameter %s: %s.\nIt was: %s.", code(p.Name), is, was)
		}
	}
	for _, p := range c.old.protocol.Params {
		if paramNamed(c.new.protocol, p.Name) == nil {
			c.add(Removed, p.Pos, diag.Pos{}, "Parameter %s.", code(p.Name))
		}
	}
}

func paramNamed(p *ir.Protocol, name string) *ir.Param {
	for _, one := range p.Params {
		if one.Name == name {
			return one
		}
	}
	return nil
}
