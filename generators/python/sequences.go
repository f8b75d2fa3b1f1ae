package python

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// function is one of messages. Records for which it reads the same share it.
type function struct {
	stem, more string // its name, and what is added to that if another one has it
	messages   []message
	counts     bool // whether it gets how many exchanges are open
	counted    bool // whether it gets the number of a message
	result     string
	doc, body  string
}

// message is a parameter of a function.
type message struct {
	name string
	read bool
	of   []*ir.Type // what it can be
}

func (m *message) add(t *ir.Type) {
	if !slices.Contains(m.of, t) {
		m.of = append(m.of, t)
	}
}

// define prints a function, unless one like it is there already, and returns its name. Where functions get what the caller gives, it has that as
// its last parameter; asking is its program, or nil for a function that never gets it.
func (p *conversationPrinter) define(f function, asking *ir.Program) string {
	var params []string
	for _, m := range f.messages {
		params = append(params, param(m.name, m.read)+p.subject(m.of))
	}
	if p.asks && asking != nil {
		params = append(params, param("given", ir.UsageOf(*asking).Asks())+p.inputs())
	}
	if f.counted {
		params = append(params, "number: int")
	}
	if f.counts {
		params = append(params, param("open", ir.UsageOf(*asking).ReadsOpen)+"int")
	}
	key := documented(f.stem, params, f.result, f.doc, f.body)
	if name, known := p.defined[key]; known {
		return name
	}
	name := p.free(f.stem, f.more)
	p.defined[key] = name
	*p.functions = append(*p.functions, documented(name, params, f.result, f.doc, f.body))
	return name
}

// grouped puts together what has the same key, in the order in which keys come.
func grouped[T any](list []T, key func(T) string) [][]T {
	var groups [][]T
	number := map[string]int{}
	for _, item := range list {
		n, known := number[key(item)]
		if !known {
			n = len(groups)
			number[key(item)], groups = n, append(groups, nil)
		}
		groups[n] = append(groups[n], item)
	}
	return groups
}

// snakeOf makes an identifier of a name in the spec.
func snakeOf(name string) string {
	return naming.Snake(noIdentifier.ReplaceAllString(name, "_"))
}

// check spells what trackers know of a check.
func (p *conversationPrinter) check(check *ir.SequenceCheck, cases []expr) expr {
	kinds := map[ir.SequenceKind]string{ir.CheckFirst: "first", ir.CheckNext: "next", ir.CheckEach: "each"}
	args := append([]expr{text(quote(check.Failure.Rule)), text(quote(check.Failure.Message)), text(quote(kinds[check.Kind])), numbers(check.Letters)}, cases...)
	if len(check.Uses) > 0 {
		args = append(args, p.usesOf(check).after("uses="))
	}
	if check.Counts {
		args = append(args, text("counts=True"))
	}
	if len(check.At) > 0 {
		args = append(args, quoted(check.At).after("at="))
	}
	if check.Failure.Level == ir.Should {
		args = append(args, text(`level="should"`))
	}
	return call(p.uses.support.use("SequenceCheck"), args...)
}

func (p *conversationPrinter) usesOf(check *ir.SequenceCheck) expr {
	var uses []expr
	for _, u := range check.Uses {
		args := []expr{numbers([]int{u.Number}).items[0]}
		if u.Whole {
			args = append(args, text("whole=True"))
		}
		uses = append(uses, call(p.uses.support.use("Use"), args...))
	}
	return tupleOf(uses...)
}

// cases prints the functions of a check and spells of what they are; nil if nothing can break it.
func (p *conversationPrinter) cases(o *ir.Order, check *ir.SequenceCheck) []expr {
	names := p.messagesOf(o, check)
	bodies := map[*ir.SequenceCase]string{}
	var list []*ir.SequenceCase
	for _, one := range check.Cases {
		body := p.caseOf(check, one, names[1:]).body()
		if bodies[one] = body; body != "    return True\n" {
			list = append(list, one)
		}
	}
	var cases []expr
	for _, alike := range grouped(list, func(one *ir.SequenceCase) string { return bodies[one] }) {
		for _, product := range products(alike, len(names)) {
			cases = append(cases, p.ofCase(check, product, names, bodies[product[0]], len(product) == len(check.Cases)))
		}
	}
	return cases
}

// messagesOf names the messages that a check sees.
func (p *conversationPrinter) messagesOf(o *ir.Order, check *ir.SequenceCheck) []string {
	names := []string{"this"}
	if check.Kind == ir.CheckNext {
		names = append(names, "prev")
	}
	for _, u := range check.Uses {
		bound := o.Bound
		if u.Whole {
			bound = p.c.Whole.Bound
		}
		names = append(names, "bound_"+snakeOf(bound[u.Number].Name)) // what the expression calls it, and no name that Python has
	}
	return names
}

func (p *conversationPrinter) caseOf(check *ir.SequenceCheck, one *ir.SequenceCase, earlier []string) *program {
	body := p.programOf(one.This, &ir.Rule{ID: check.ID, Text: one.Text, Program: one.Program, Folded: one.Folded})
	body.Earlier, body.earlier = one.Earlier, earlier
	return body
}

// ofCase prints the function of cases that read the same, and spells of which records they are, unless it is all of them.
func (p *conversationPrinter) ofCase(check *ir.SequenceCheck, cases []*ir.SequenceCase, names []string, body string, all bool) expr {
	first := cases[0]
	usage := ir.UsageOf(first.Folded)
	f := function{stem: "_" + snakeOf(check.ID), more: "__" + p.snake(first.This), counts: check.Counts, result: "bool", body: body}
	f.doc = ruleDoc(&ir.Rule{Text: first.Text, Source: check.Source, Failure: check.Failure})
	args := []expr{{}}
	for n, name := range names {
		m := message{name: name, read: n == 0 && usage.ReadsThis || slices.Contains(usage.ReadsEarlier, n-1)}
		for _, one := range cases {
			m.add(typeAt(one, n))
		}
		f.messages, args = append(f.messages, m), append(args, p.kinds(m.of))
	}
	args[0] = text(p.define(f, &first.Folded))
	if all {
		args = args[:1]
	}
	return call(p.uses.support.use("Case"), args...)
}

// typeAt is the type of the n-th message of a check.
func typeAt(one *ir.SequenceCase, n int) *ir.Type {
	if n == 0 {
		return one.This
	}
	return one.Earlier[n-1]
}

// products splits cases so that each part is all combinations of what its messages can be: what a function takes, and a Case says, one message
// at a time.
func products(cases []*ir.SequenceCase, messages int) [][]*ir.SequenceCase {
	combinations := 1
	for n := range messages {
		var m message
		for _, one := range cases {
			m.add(typeAt(one, n))
		}
		combinations *= len(m.of)
	}
	if combinations == len(cases) {
		return [][]*ir.SequenceCase{cases}
	}
	byEarlier := func(one *ir.SequenceCase) string {
		var names []string
		for _, t := range one.Earlier {
			names = append(names, t.Protocol+" "+t.Name)
		}
		return strings.Join(names, "\n")
	}
	return grouped(cases, byEarlier)
}
