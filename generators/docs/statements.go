package docs

import (
	"strings"

	"github.com/envgen/envgen/internal/normative"
)

const statementsTitle = "Statements of the document"

// demands is the section of what the document demands, and what carries it out.
func (g *page) demands() {
	g.put("## %s", statementsTitle)
	t := table{header: []string{"Section", "Statement", "Carried out by", "Shown by"}}
	open := table{header: []string{"Section", "Statement", "Open for", "Why"}}
	for _, section := range g.document.Sections {
		for _, s := range section.Statements {
			by := g.carriers(s)
			if s.Open != "" {
				open.add(prose(section.Heading), sentence(s.Says), prose(openFor(s.Open)), sentence(s.Why))
			}
			t.add(prose(section.Heading), sentence(s.Says), by, codes(s.Cases))
		}
	}
	g.put("What the document demands, in other words, section by section; and the fixtures that show it. *Open* is explained below.")
	g.put("%s", t.String())
	if len(open.rows) > 0 {
		g.put("What is open, in whole or in part, and what is going to carry it out:")
		g.put("%s", open.String())
	}
}

// carriers are the types, members and rules that carry a statement out.
func (g *page) carriers(s normative.Statement) string {
	var list []string
	for _, name := range s.By {
		list = append(list, g.carrier(name))
	}
	if len(s.Rules) > 0 {
		rule := "rule "
		if len(s.Rules) > 1 {
			rule = "rules "
		}
		list = append(list, rule+codes(s.Rules))
	}
	if s.Open != "" {
		list = append(list, "*open*")
	}
	return strings.Join(list, ", ")
}

// carrier links "Type", and "Type.member" with the member behind the link.
func (g *page) carrier(name string) string {
	t, member := normative.Resolve(g.protocol, name)
	switch {
	case t == nil:
		return code(name)
	case member == "":
		return g.link(t)
	default:
		return g.link(t) + " " + code(member)
	}
}

func openFor(kind string) string {
	if kind == normative.Outside {
		return "nothing: outside of messages"
	}
	return "a " + kind
}
