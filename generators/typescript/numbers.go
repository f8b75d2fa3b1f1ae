package typescript

import (
	"strconv"

	"github.com/envgen/envgen/internal/ir"
)

// numbersConstant is the table of the places where numbers have a declared type.
const numbersConstant = "numberPlaces"

// numberPlaces declares it, or returns "".
func (s *speller) numberPlaces() string {
	if len(s.protocol.Numbers) == 0 {
		return ""
	}
	p := newPrinter(0)
	p.WriteString(comment("", "", "The places of numbers that have a declared type. Places refer to each other by index."))
	p.block("const "+numbersConstant+": readonly "+s.use("NumberPlaces")+"[] = [", func() {
		for _, n := range s.protocol.Numbers {
			p.literal("", s.numbersEntry(n), ",")
		}
	}, "];")
	return p.String()
}

// numbersOf returns where those of a type begin.
func numbersOf(t *ir.Type) string {
	return "() => [" + numbersConstant + ", " + strconv.Itoa(t.Numbers.Index) + "]"
}

func (s *speller) numbersEntry(n *ir.Numbers) node {
	var members []part
	one := func(key string, to *ir.Numbers) {
		if to != nil {
			members = append(members, part{key, numbersIndex(to)})
		}
	}
	several := func(key string, items []node) {
		if len(items) > 0 {
			members = append(members, part{key, list(items...)})
		}
	}
	if n.Declared {
		members = append(members, code("declared", "true"))
	}
	several("members", numbersMembers(n))
	var patterns []node
	for _, m := range n.Patterns {
		patterns = append(patterns, list(atom(s.pattern(m.Regexp)), numbersIndex(m.To)))
	}
	several("patterns", patterns)
	one("rest", n.Rest)
	one("any", n.Any)
	several("prefix", numbersIndexes(n.Prefix))
	one("items", n.Items)
	if n.Tag != nil {
		members = append(members, numbersTag(n.Tag)...)
	}
	several("also", numbersIndexes(n.Also))
	return object(members...)
}

func numbersMembers(n *ir.Numbers) []node {
	var items []node
	for _, m := range n.Members {
		row := []node{atom(quote(m.Name)), numbersIndex(m.To)}
		if m.Stage >= 0 {
			row = append(row, atom(strconv.Itoa(m.Stage)))
		}
		items = append(items, list(row...))
	}
	return items
}

func numbersTag(t *ir.NumbersTag) []part {
	members := []part{quoted("tag", t.Name)}
	if t.By == ir.ByPresence {
		members = append(members, code("presence", "true"))
	}
	var cases []node
	for _, c := range t.Cases {
		for _, word := range c.Tags {
			cases = append(cases, list(atom(quote(word)), numbersIndex(c.To)))
		}
	}
	if len(cases) > 0 {
		members = append(members, part{"cases", list(cases...)})
	}
	return members
}

func numbersIndex(n *ir.Numbers) node {
	if n == nil {
		return atom("undefined")
	}
	return atom(strconv.Itoa(n.Index))
}

func numbersIndexes(all []*ir.Numbers) []node {
	var items []node
	for _, n := range all {
		items = append(items, numbersIndex(n))
	}
	return items
}
