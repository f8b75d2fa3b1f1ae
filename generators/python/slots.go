package python

import (
	"github.com/envgen/envgen/internal/ir"
)

// slots are the arguments of an order with the remembered members of messages.
func (p *conversationPrinter) slots(o *ir.Order) (args []expr) {
	var lines, bound []expr
	for _, l := range o.Lines {
		lines = append(lines, p.slot(l.Letters, l.Keeps))
	}
	for _, b := range o.Bound {
		slot := p.slot(b.Letters, b.Keeps)
		if b.When != nil {
			slot.items = append(slot.items, p.binds(b).after("when="))
		}
		bound = append(bound, slot)
	}
	if lines != nil {
		args = append(args, tupleOf(lines...).after("lines="))
	}
	if bound != nil {
		args = append(args, tupleOf(bound...).after("bound="))
	}
	return args
}

func (p *conversationPrinter) slot(letters []int, keeps []ir.Snapshot) expr {
	args := []expr{numbers(letters)}
	var records []expr
	for i, snapshot := range keeps {
		if len(snapshot) == 0 {
			continue
		}
		var ways []expr
		for _, k := range snapshot {
			var names []string
			for _, f := range k.At {
				names = append(names, p.names.Field(f))
			}
			ways = append(ways, quoted(names))
		}
		t := p.c.Records[i]
		records = append(records, tupleOf(ways...).after(p.model(t, p.names.Type(t))+": "))
	}
	if records != nil {
		args = append(args, dictOf(records...))
	}
	return call(p.uses.support.use("Slot"), args...)
}

// binds spells, by record, the conditions of messages that are bound.
func (p *conversationPrinter) binds(b *ir.Binding) expr {
	bodies := make([]string, len(p.c.Records))
	var having []int
	for i, when := range b.When {
		if when != nil {
			bodies[i] = p.programOf(p.c.Records[i], ruleOf(when)).body()
			having = append(having, i)
		}
	}
	names := map[int]string{}
	for _, same := range grouped(having, func(i int) string { return bodies[i] }) {
		when := b.When[same[0]]
		this := p.reading(same)
		this.read = ir.UsageOf(when.Folded).ReadsThis
		f := function{stem: "_binds_" + snakeOf(b.Name), doc: "Return whether a message is bound as " + b.Name + ".\n\n" + inCEL(when.Text), result: "bool", body: bodies[same[0]], messages: []message{this}}
		name := p.define(f, &when.Folded)
		for _, i := range same {
			names[i] = name
		}
	}
	var entries []expr
	for _, i := range having {
		t := p.c.Records[i]
		entries = append(entries, text(p.model(t, p.names.Type(t))+": "+names[i]))
	}
	return dictOf(entries...)
}
