package docs

import (
	"strconv"
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
			if s.Open != "" {
				open.add(prose(section.Heading), sentence(s.Says), leftTo(s.Open), sentence(s.Why))
				continue
			}
			t.add(prose(section.Heading), sentence(s.Says), g.carriers(s), codes(s.Cases))
		}
	}
	g.put("The demands of the document, section by section, in other words, with the fixtures that show them. A test removes each carrier: a fixture must then fail.")
	g.put("%s", t.String())
	if len(open.rows) > 0 {
		g.put("Statements that no message can show, with the reason:")
		g.put("%s", open.String())
	}
}

// summary counts the statements by what carries them out.
func (g *page) summary() string {
	counts := map[string]int{} // by what they are open for
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
	list = append(list, steps(s.Builders)...)
	for _, name := range s.Dispatches {
		list = append(list, "dispatch "+code(name))
	}
	return strings.Join(list, ", ")
}

// steps are the steps of builders, those of one builder together.
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
	switch kind {
	case normative.Outside:
		return "nobody: outside of messages"
	case normative.Rule:
		return "a rule, which the language cannot say yet"
	default:
		return "a " + kind
	}
}
