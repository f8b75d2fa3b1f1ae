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
	t.own = []string{"Case", "Exchange", "Final", "Given", "Order", "SequenceCheck", "State", "Table", "Use"}
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

// asks reports whether a condition or check of a conversation depends on what the caller gives.
func asks(c *ir.Conversation) bool {
	orders := []*ir.Order{&c.Whole}
	for _, x := range c.Exchanges {
		orders = append(orders, &x.Order)
	}
	var programs []ir.Program
	for _, o := range orders {
		for _, kinds := range o.Kinds {
			for _, k := range kinds {
				if k.When != nil {
					programs = append(programs, k.When.Folded)
				}
			}
		}
		for _, check := range o.Checks {
			for _, one := range check.Cases {
				programs = append(programs, one.Folded)
			}
		}
	}
	return slices.ContainsFunc(programs, func(p ir.Program) bool { return ir.UsageOf(p).Asks() })
}

// table spells the constant that trackers follow.
func (p *conversationPrinter) table() string {
	c := p.c
	var records []expr
	for i, t := range c.Records {
		records = append(records, text(fmt.Sprintf("%s: %d", p.model(t, p.names.Type(t)), i)))
	}
	args := []expr{dictOf(records...), p.order("Order", &c.Whole)}
	for _, x := range c.Exchanges {
		args = append(args, p.exchange(x))
	}
	if len(c.Tag) > 0 {
		args = append(args, quoted(c.Tag).after("tag="))
	}
	if len(c.Sides) > 0 {
		args = append(args, quoted(c.Sides).after("sides="), quoted(c.From).after("senders="))
	}
	if p.asks {
		args = append(args, text("given="+p.inputs()))
	}
	out := newPrinter(0)
	out.expr(call(p.uses.support.use("Table"), args...).after(p.constantOf(c)+": "+p.uses.typing.use("Final")+" = "), "")
	out.Line("%s", docstring("", lettersOf(c)))
	return out.String()
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

// inputs is the class of what the caller gives.
func (p *conversationPrinter) inputs() string {
	if len(p.protocol.Params) == 0 {
		return p.uses.support.use("Given")
	}
	p.uses.rules = true
	return "rules.Parameters"
}

// order spells an order, as a call of its class.
func (p *conversationPrinter) order(class string, o *ir.Order, more ...expr) expr {
	args := append([]expr{p.letters(o), p.states(o)}, more...)
	if len(o.Bound) > 0 {
		var bound []expr
		for _, b := range o.Bound {
			bound = append(bound, numbers(b.Letters))
		}
		args = append(args, tupleOf(bound...).after("bound="))
	}
	var checks []expr
	for _, check := range o.Checks {
		if cases := p.cases(o, check); cases != nil {
			checks = append(checks, p.check(check, cases))
		}
	}
	if checks != nil {
		args = append(args, tupleOf(checks...).after("checks="))
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
			args = append(args, numbers(s.Next), text(quote(s.Refused.Message)))
		}
		if !s.Accepts {
			args = append(args, text("cut="+quote(s.Cut.Message)))
		}
		states = append(states, call(p.uses.support.use("State"), args...))
	}
	return tupleOf(states...)
}

func (p *conversationPrinter) exchange(x *ir.Exchange) expr {
	e := p.order("Exchange", &x.Order, p.keys(x))
	if len(x.One) > 0 {
		e.items = append(e.items, numbers(x.One).after("one="))
	}
	if len(x.All) > 0 {
		e.items = append(e.items, numbers(x.All).after("all="))
	}
	return e
}

// letters spells, by record, how the letters of messages are told.
func (p *conversationPrinter) letters(o *ir.Order) expr {
	conditions := p.conditions(o)
	var records []expr
	for _, kinds := range o.Kinds {
		var list []expr
		for _, k := range kinds {
			if k.When == nil {
				list = append(list, text(fmt.Sprintf("(None, %d)", k.Letter)))
				break // the first that applies is the letter
			}
			list = append(list, text(fmt.Sprintf("(%s, %d)", conditions[k.When], k.Letter)))
		}
		switch {
		case len(kinds) == 0:
			records = append(records, text("-1"))
		case kinds[0].When == nil:
			records = append(records, text(fmt.Sprint(kinds[0].Letter)))
		default:
			records = append(records, tupleOf(list...))
		}
	}
	return tupleOf(records...)
}

// conditions prints the functions that tell letters, and returns their names.
func (p *conversationPrinter) conditions(o *ir.Order) map[*ir.Predicate]string {
	type condition struct {
		this   *ir.Type
		letter string
		when   *ir.Predicate
		body   string
	}
	var list []condition
	for i, kinds := range o.Kinds {
		for _, k := range kinds {
			if t := p.c.Records[i]; k.When != nil {
				list = append(list, condition{t, o.Letters[k.Letter], k.When, p.programOf(t, ruleOf(k.When)).body()})
			}
		}
	}
	names := map[*ir.Predicate]string{}
	for _, same := range grouped(list, func(c condition) string { return c.letter + "\n" + c.body }) {
		first := same[0]
		f := function{stem: "_is_" + snakeOf(first.letter), doc: "Return whether a message is the letter " + first.letter + ".\n\n" + inCEL(first.when.Text), result: "bool", body: first.body}
		this := message{name: "this", read: ir.UsageOf(first.when.Folded).ReadsThis}
		for _, c := range same {
			this.add(c.this)
		}
		f.messages = []message{this}
		name := p.define(f, &first.when.Folded)
		for _, c := range same {
			names[c.when] = name
		}
	}
	return names
}

func ruleOf(when *ir.Predicate) *ir.Rule {
	return &ir.Rule{Text: when.Text, Program: when.Program, Folded: when.Folded}
}

// keys spells, by record, how the exchange of a message is told.
func (p *conversationPrinter) keys(x *ir.Exchange) expr {
	bodies := make([]string, len(p.c.Records))
	var having []int
	for i, key := range x.Keys {
		asked := slices.ContainsFunc(x.Kinds[i], func(k ir.LetterOf) bool { return !slices.Contains(x.All, k.Letter) })
		if key != nil && asked {
			bodies[i] = p.keyBody(p.c.Records[i], key)
			having = append(having, i)
		}
	}
	names := make([]expr, len(p.c.Records))
	for i := range names {
		names[i] = text("None")
	}
	for _, same := range grouped(having, func(i int) string { return bodies[i] }) {
		this := message{name: "this", read: true}
		for _, i := range same {
			this.add(p.c.Records[i])
		}
		doc := "Return /" + strings.Join(x.At, "/") + " of a message, which tells its exchange, or None."
		name := text(p.define(function{stem: "_key_of_" + snakeOf(x.Name), messages: []message{this}, result: "str | int | float | None", doc: doc, body: bodies[same[0]]}, nil))
		for _, i := range same {
			names[i] = name
		}
	}
	return tupleOf(names...)
}

func (p *conversationPrinter) keyBody(t *ir.Type, key *ir.Key) string {
	body := p.programOf(t, &ir.Rule{})
	body.temps, body.named = map[int]string{}, map[string]int{}
	value := body.Expr(key.Value)
	if _, always := ir.Decided(key.There); !always {
		if there := body.Expr(key.There); there.Code.Flat != value.Code.Flat+" is not None" {
			value = body.Choose(there, value, atom("None"))
		}
	}
	body.Statement("return ", value.Code, "")
	return body.String()
}
