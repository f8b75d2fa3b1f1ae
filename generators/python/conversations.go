package python

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// A conversation is a table that trackers follow, with functions for what tables cannot say: conditions, keys, and checks between messages.

// conversationModule is what conversations.tmpl needs.
type conversationModule struct {
	Header        string
	About         string
	Imports       string
	Tables        []string // patterns, catalogs, and names of several types together
	Functions     []string
	Conversations []string // the constants
}

// conversationPrinter spells one conversation.
type conversationPrinter struct {
	*ruleTable
	c         *ir.Conversation
	asks      bool // whether functions get what the caller gives to rules
	functions *[]string
	defined   map[string]string // names of functions by their text
}

func (g *generator) conversationModule() conversationModule {
	t := emptyRuleTable(g)
	t.own = []string{"Case", "Exchange", "Final", "Given", "Key", "Memory", "Numbering", "Parts", "SequenceCheck", "Slot", "State", "Table", "Through", "Unique", "Use", "Way", "Whole"}
	m := conversationModule{Header: g.header(), About: docstring("", "The conversations of "+g.protocol.Name+": their tables, and the checks between messages.")}
	var entries []expr
	defined := map[string]string{}
	for _, c := range g.protocol.Conversations {
		p := &conversationPrinter{ruleTable: t, c: c, asks: asks(c), functions: &m.Functions, defined: defined}
		m.Conversations = append(m.Conversations, p.table())
		entries = append(entries, text(quote(c.Name)+": "+g.constantOf(c)))
	}
	p := newPrinter(0)
	p.expr(dictOf(entries...).after("TABLES: "+t.uses.typing.use("Final")+" = "), "")
	m.Conversations = append(m.Conversations, p.String())
	m.Tables, m.Imports = t.tables, g.importLines(t.uses)
	return m
}

// constantOf is the constant of a conversation, here and in the package.
func (g *generator) constantOf(c *ir.Conversation) string {
	return naming.Constant(g.names.Conversation(c))
}

// asks reports whether a condition or check of a conversation depends on what the caller gives. What is remembered depends on the time.
func asks(c *ir.Conversation) bool {
	var programs []ir.Program
	conditions := func(all [][]ir.LetterOf) {
		for _, k := range slices.Concat(all...) {
			if k.When != nil {
				programs = append(programs, k.When.Folded)
			}
		}
	}
	conditions(c.Whole.Kinds)
	orders := []*ir.Order{&c.Whole}
	for _, x := range c.Exchanges {
		orders = append(orders, &x.Order)
		for _, way := range waysOf(x) {
			conditions(way.Kinds)
		}
	}
	for _, o := range orders {
		for _, bound := range o.Bound {
			for _, when := range bound.When {
				if when != nil {
					programs = append(programs, when.Folded)
				}
			}
		}
		for _, check := range o.Checks {
			for _, one := range check.Cases {
				programs = append(programs, one.Folded)
			}
		}
	}
	return len(c.Unique) > 0 || slices.ContainsFunc(programs, func(p ir.Program) bool { return ir.UsageOf(p).Asks() })
}

// table spells the constant that trackers follow.
func (p *conversationPrinter) table() string {
	c := p.c
	whole := p.order("Whole", &c.Whole, p.letters(c.Records, c.Whole.Kinds, p.conditions(&c.Whole, c.Whole.Kinds)), []*ir.Way{{Kinds: c.Whole.Kinds}})
	args := []expr{whole}
	for _, x := range c.Exchanges {
		args = append(args, p.exchange(x))
	}
	if len(c.Unique) > 0 {
		var unique []expr
		for _, u := range c.Unique {
			unique = append(unique, p.unique(u))
		}
		args = append(args, tupleOf(unique...).after("unique="))
	}
	if len(c.Tag) > 0 {
		args = append(args, quoted(c.Tag).after("tag="))
	}
	if len(c.Sides) > 0 {
		args = append(args, p.sides().after("sides="))
	}
	if p.asks {
		args = append(args, text("given="+p.inputs()))
	}
	out := newPrinter(0)
	out.expr(call(p.uses.support.use("Table"), args...).after(p.constantOf(c)+": "+p.uses.typing.use("Final")+" = "), "")
	out.Line("%s", docstring("", lettersOf(c)))
	return out.String()
}

// sides spells who takes part, and what each side sends.
func (p *conversationPrinter) sides() expr {
	var sides []expr
	for _, side := range p.c.Sides {
		var sends []*ir.Type
		for i, t := range p.c.Records {
			if p.c.From[i] == side {
				sends = append(sends, t)
			}
		}
		sides = append(sides, p.kinds(sends).after(quote(side)+": "))
	}
	return dictOf(sides...)
}

// kinds spells the classes of records.
func (p *conversationPrinter) kinds(records []*ir.Type) expr {
	var names []expr
	for _, t := range records {
		names = append(names, text(p.model(t, p.names.Type(t))))
	}
	return tupleOf(names...)
}

// lettersOf says what the numbers of letters stand for.
func lettersOf(c *ir.Conversation) string {
	named := func(letters []string) string {
		list := make([]string, len(letters))
		for i, l := range letters {
			list[i] = fmt.Sprintf("%d is %s", i, l)
		}
		return strings.Join(list, ", ") + "."
	}
	text := "Of the letters, " + named(c.Whole.Letters)
	for _, x := range c.Exchanges {
		text += "\n\nIn the exchange " + x.Name + ", " + named(x.Letters)
	}
	return text
}

// order spells an order, as a call of its class, with how its letters are told.
func (p *conversationPrinter) order(class string, o *ir.Order, letters expr, ways []*ir.Way) expr {
	var names []expr
	for _, letter := range o.Letters {
		names = append(names, text(quote(letter)))
	}
	args := []expr{letters, p.states(o), tupleOf(names...).after("names=")}
	args = append(args, p.slots(o)...)
	var checks []expr
	for _, check := range o.Checks {
		if cases := p.cases(o, check); cases != nil {
			checks = append(checks, p.check(check, cases))
		}
	}
	if checks != nil {
		args = append(args, tupleOf(checks...).after("checks="))
	}
	if len(o.Numbers) > 0 {
		args = append(args, p.numberings(o, ways).after("numbers="))
	}
	return call(p.uses.support.use(class), args...)
}

func numbers(list []int) expr {
	var items []expr
	for _, n := range list {
		items = append(items, text(fmt.Sprint(n)))
	}
	return tupleOf(items...)
}

func (p *conversationPrinter) states(o *ir.Order) expr {
	var states []expr
	for _, s := range o.States {
		var args []expr
		if !s.Ends {
			var next []expr
			for letter, to := range s.Next {
				if to >= 0 {
					next = append(next, text(fmt.Sprintf("%d: %d", letter, to)))
				}
			}
			args = append(args, dictOf(next...), text(quote(s.Refused.Message)))
		}
		if !s.Accepts {
			args = append(args, text("cut="+quote(s.Cut.Message)))
		}
		states = append(states, call(p.uses.support.use("State"), args...))
	}
	return tupleOf(states...)
}

func (p *conversationPrinter) exchange(x *ir.Exchange) expr {
	e := p.order("Exchange", &x.Order, p.ways(x), waysOf(x))
	e.items = append(e.items, text("name="+quote(x.Name)), text(fmt.Sprintf("most=%d", x.Most)))
	if len(x.One) > 0 {
		e.items = append(e.items, numbers(x.One).after("one="))
	}
	if len(x.All) > 0 {
		e.items = append(e.items, numbers(x.All).after("all="))
	}
	return e
}
