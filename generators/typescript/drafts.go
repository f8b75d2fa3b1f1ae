package typescript

import (
	"strings"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// draft declares the input of a builder.
func (b *builderPrinter) draft(p *printer, builder *ir.Builder) {
	name := b.names.Builder(builder) + "Draft"
	base := b.drafted(builder.Draft)
	p.WriteString(comment("", "", "Input of the builder of "+b.names.Type(builder.Makes)+"."+filledIn(builder)))
	if b.chosen.Open == "index" && !builder.Makes.Value.Kind.(*ir.Record).Closed {
		base.members = append(base.members, draftMember{name: "[member: string]", doc: "  /** Undeclared members. */\n", of: drafted{text: "unknown"}})
	}
	open := "export interface " + name + " extends " + base.text
	switch {
	case p.Fits(open + " {}"):
	case len(base.arguments) == 1:
		p.Line("export interface %s", name)
		open = "  extends " + base.text
	default:
		p.Line("export interface %s", name)
		p.block("  extends "+b.make("Drafted")+"<", func() {
			p.Block(func() {
				for i, argument := range base.arguments {
					p.union(argument, i < len(base.arguments)-1)
				}
			})
		}, "")
		open = "  >"
	}
	if base.members == nil {
		p.Line("%s {}", open)
		return
	}
	p.block(open+" {", func() {
		for _, m := range base.members {
			p.WriteString(m.doc)
			p.typed(m)
		}
	}, "}")
}

// drafted is the type of a draft: its base, and the members that differ further.
type drafted struct {
	text      string
	arguments []string // of Drafted
	members   []draftMember
}

type draftMember struct {
	name, doc string
	of        drafted
	end       string // of its type
}

// typed writes a member, with lines for the members of its own where one line is too long.
func (p *printer) typed(m draftMember) {
	if line := m.name + ": " + m.of.flat() + m.end + ";"; p.Fits(line) || m.of.members == nil {
		p.Line("%s", line)
		return
	}
	p.block(m.name+": "+m.of.text+" & {", func() {
		for _, in := range m.of.members {
			p.typed(in)
		}
	}, "}"+m.end+";")
}

// flat is a type on one line.
func (d drafted) flat() string {
	if d.members == nil {
		return d.text
	}
	var members []string
	for _, m := range d.members {
		members = append(members, m.name+": "+m.of.flat()+m.end)
	}
	return d.text + " & { " + strings.Join(members, "; ") + " }"
}

// union writes an argument of a type, with a line for each of its alternatives where it is too long.
func (p *printer) union(argument string, more bool) {
	comma := ""
	if more {
		comma = ","
	}
	if p.Fits(argument + comma) {
		p.Line("%s%s", argument, comma)
		return
	}
	words := strings.Split(argument, " | ")
	for i, word := range words {
		if i == len(words)-1 {
			word += comma
		}
		p.Line("| %s", word)
	}
}

// filledIn lists the members that a caller may leave out because they are filled in.
func filledIn(builder *ir.Builder) string {
	var names []string
	for _, way := range plan.FilledIn(builder) {
		names = append(names, "`"+strings.Join(plan.Way(way).Names(), ".")+"`")
	}
	if names == nil {
		return ""
	}
	return " Filled in if absent: " + strings.Join(names, ", ") + "."
}

// drafted is the type of a draft.
func (b *builderPrinter) drafted(d *ir.Draft) (of drafted) {
	var without, filled []string
	for _, m := range d.Members {
		name := quote(m.Field.Name)
		key, about := propertyName(m.Field.Name), comment("  ", "", m.Field.Doc.Text)
		switch {
		case m.Fixed:
			without = append(without, name)
		case m.Draft != nil && m.Must:
			without = append(without, name)
			of.members = append(of.members, draftMember{key, about, b.drafted(m.Draft), ""})
		case m.Draft != nil:
			without = append(without, name)
			of.members = append(of.members, draftMember{key + "?", about, b.drafted(m.Draft), " | undefined"})
		case m.Must && !m.Field.Required:
			without = append(without, name)
			of.members = append(of.members, draftMember{key, about, drafted{text: strings.Join(b.typeOf(m.Field.Value), " | ")}, ""})
		case !m.Must && m.Field.Required:
			filled = append(filled, name)
		}
	}
	of.arguments = []string{b.valueName(d.Of)}
	switch {
	case without == nil && filled == nil:
		of.text = of.arguments[0]
		return of
	case without == nil:
		of.arguments = append(of.arguments, "never")
	default:
		of.arguments = append(of.arguments, strings.Join(without, " | "))
	}
	if filled != nil {
		of.arguments = append(of.arguments, strings.Join(filled, " | "))
	}
	of.text = b.make("Drafted") + "<" + strings.Join(of.arguments, ", ") + ">"
	return of
}
