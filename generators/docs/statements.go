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
	open := table{header: []string{"Section", "Statement", "Left to", "Why"}}
	for _, section := range g.document.Sections {
		for _, s := range section.Statements {
			by := g.carriers(s)
			if s.Open != "" {
				open.add(prose(section.Heading), sentence(s.Says), leftTo(s.Open), sentence(s.Why))
			}
			t.add(prose(section.Heading), sentence(s.Says), by, codes(s.Cases))
		}
	}
	g.put("What the document demands, in other words, section by section; and the fixtures that show it.")
	g.put("%s", t.String())
	if len(open.rows) > 0 {
		g.put("What types and rules do not carry out, in whole or in part, and why:")
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
	switch s.Open {
	case "":
	case normative.Outside:
		list = append(list, "*outside of messages*")
	default:
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

func leftTo(kind string) string {
	if kind == normative.Outside {
		return "nobody: outside of messages"
	}
	return "a " + kind
}
