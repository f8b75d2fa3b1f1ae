package docs

import (
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/normative"
)

const statementsTitle = "Statements of the document"

// demands writes the section about the requirements of the document and their implementation.
func (g *page) demands() {
	g.put("## %s", statementsTitle)
	g.put("%s", strings.Join([]string{
		"The statements of the document, in other words.",
		"Each one names its carriers: the types, members, rules and builders that carry it out.",
		"It also names the fixtures that show it.",
		"A test removes each carrier and expects a fixture to fail.",
	}, "\n"))
	open := table{header: []string{"Statement", "Section", "Left to", "Reason"}}
	for _, section := range g.document.Sections {
		var items []string
		for _, s := range section.Statements {
			if s.Open != "" {
				open.add(sentence(s.Says), prose(section.Heading), leftTo(s.Open), sentence(s.Why))
				continue
			}
			items = append(items, g.carriedOut(s))
		}
		if len(items) > 0 {
			g.put("### %s", sectionTitle(section.Heading))
			g.put("%s", strings.Join(items, "\n"))
		}
	}
	if len(open.rows) > 0 {
		g.put("### Not carried out")
		g.put("No message can show these statements:")
		g.put("%s", open.String())
	}
}

// sectionTitle returns the heading of a section. The text before the first heading of the document has none.
func sectionTitle(heading string) string {
	if heading == "" {
		return "Introduction"
	}
	return prose(heading)
}

// carriedOut returns the item of a statement: a line each for the statement, its carriers and its fixtures.
func (g *page) carriedOut(s normative.Statement) string {
	item := "- " + sentence(s.Says) + "\n  Carriers: " + strings.Join(g.carriers(s), "; ") + "."
	if len(s.Cases) > 0 {
		item += "\n  Fixtures: " + codes(s.Cases) + "."
	}
	return item
}

// summary counts the statements by the way in which they are implemented.
func (g *page) summary() string {
	counts := map[string]int{} // by the reason why they are open
	all := 0
	for _, section := range g.document.Sections {
		for _, s := range section.Statements {
			counts[s.Open]++
			all++
		}
	}
	t := table{header: []string{"Statements", "Carried out", "Outside"}}
	row := []string{strconv.Itoa(all), strconv.Itoa(counts[""]), strconv.Itoa(counts[normative.Outside])}
	for _, open := range []string{normative.Conversation, normative.Dispatch, normative.Builder, normative.Rule} {
		if counts[open] > 0 {
			t.header, row = append(t.header, "Open for "+open+"s"), append(row, strconv.Itoa(counts[open]))
		}
	}
	t.add(row...)
	return t.String()
}

// carriers returns the types, members, rules, builders and dispatches that implement a statement. Members of one type share an item.
func (g *page) carriers(s normative.Statement) (list []string) {
	var last *ir.Type
	for _, name := range s.By {
		t, member := normative.Resolve(g.protocol, name)
		switch {
		case t == nil:
			list = append(list, code(name))
		case member == "":
			list = append(list, g.link(t))
		case t == last:
			list[len(list)-1] += ", " + code(member)
		default:
			list = append(list, g.link(t)+" "+code(member))
		}
		if last = t; member == "" {
			last = nil
		}
	}
	add := func(kind string, names []string) {
		if len(names) > 1 {
			kind += "s"
		}
		if len(names) > 0 {
			list = append(list, kind+" "+codes(names))
		}
	}
	add("rule", s.Rules)
	list = append(list, steps(s.Builders)...)
	for _, name := range s.Dispatches {
		list = append(list, "dispatch "+code(name))
	}
	return list
}

// steps returns the steps of builders, those of one builder together.
func steps(texts []string) (list []string) {
	last := ""
	for _, text := range texts {
		builder, step, _ := strings.Cut(text, ": ")
		words := strings.Fields(step)
		for i, word := range words {
			if strings.HasPrefix(word, "/") {
				words[i] = code(word)
			}
		}
		step = strings.Join(words, " ")
		switch {
		case builder == "digest":
			list = append(list, "the function that verifies digests")
		case builder == last:
			list[len(list)-1] = strings.TrimSuffix(list[len(list)-1], ")") + ", " + step + ")"
		case builder == "output" || builder == "refusal":
			list = append(list, builder+" ("+step+")")
		default:
			list = append(list, "builder "+code(builder)+" ("+step+")")
		}
		last = builder
	}
	return list
}

func leftTo(kind string) string {
	switch kind {
	case normative.Outside:
		return "nobody, because it is outside of messages"
	case normative.Rule:
		return "a rule, which the language cannot express yet"
	default:
		return "a " + kind
	}
}
