package python

import (
	"strconv"

	"github.com/envgen/envgen/internal/ir"
)

// numbersModule is what numbers.tmpl needs: the places where numbers have a declared type.
type numbersModule struct {
	Header     string
	About      string
	Imports    string
	Tables     []string // patterns
	Definition string
}

func (g *generator) numbersModule() numbersModule {
	m := numbersModule{Header: g.header(), About: docstring("", "Where the numbers of "+g.protocol.Name+" have a declared type.")}
	u := newUses()
	patterns := newPatternTable(u.support, &m.Tables)
	var places, types []expr
	for _, n := range g.protocol.Numbers {
		places = append(places, numbersPlace(n, patterns))
	}
	for _, t := range g.protocol.Types {
		if t.Numbers != nil && !t.Lifted {
			types = append(types, text(quote(t.Name)+": "+strconv.Itoa(t.Numbers.Index)))
		}
	}
	for _, name := range []string{"Numbers", "Place"} {
		u.support.use(name)
	}
	u.typing.use("Final")
	p := newPrinter(0)
	p.expr(call("NUMBERS: Final = Numbers", tupleOf(places...), dictOf(types...)), "")
	m.Definition = p.String()
	m.Imports = g.importLines(u)
	return m
}

func numbersPlace(n *ir.Numbers, patterns patternTable) expr {
	var args []expr
	one := func(name string, to *ir.Numbers) {
		if to != nil {
			args = append(args, text(name+"="+numbersIndex(to)))
		}
	}
	several := func(name string, all []*ir.Numbers) {
		if len(all) > 0 {
			var items []expr
			for _, to := range all {
				items = append(items, text(numbersIndex(to)))
			}
			args = append(args, tupleOf(items...).after(name+"="))
		}
	}
	if n.Declared {
		args = append(args, text("declared=True"))
	}
	args = append(args, numbersMembers(n)...)
	var matching []expr
	for _, m := range n.Patterns {
		matching = append(matching, tupleOf(text(patterns.name(m.Regexp)), text(numbersIndex(m.To))))
	}
	if len(matching) > 0 {
		args = append(args, tupleOf(matching...).after("patterns="))
	}
	one("rest", n.Rest)
	one("any", n.Any)
	several("prefix", n.Prefix)
	one("items", n.Items)
	if n.Tag != nil {
		args = append(args, numbersTag(n.Tag)...)
	}
	several("also", n.Also)
	return call("Place", args...)
}

func numbersMembers(n *ir.Numbers) []expr {
	var args, members, stages []expr
	for _, m := range n.Members {
		members = append(members, text(quote(m.Name)+": "+numbersIndex(m.To)))
		if m.Stage >= 0 {
			stages = append(stages, text(quote(m.Name)+": "+strconv.Itoa(m.Stage)))
		}
	}
	if len(members) > 0 {
		args = append(args, dictOf(members...).after("members="))
	}
	if len(stages) > 0 {
		args = append(args, dictOf(stages...).after("stages="))
	}
	return args
}

func numbersTag(t *ir.NumbersTag) []expr {
	args := []expr{text("tag=" + quote(t.Name))}
	if t.By == ir.ByPresence {
		args = append(args, text("presence=True"))
	}
	var cases []expr
	for _, c := range t.Cases {
		for _, word := range c.Tags {
			cases = append(cases, text(quote(word)+": "+numbersIndex(c.To)))
		}
	}
	if len(cases) > 0 {
		args = append(args, dictOf(cases...).after("cases="))
	}
	return args
}

func numbersIndex(n *ir.Numbers) string {
	if n == nil {
		return "None"
	}
	return strconv.Itoa(n.Index)
}
