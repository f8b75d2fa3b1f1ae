package typescript

import (
	"strconv"

	"github.com/envgen/envgen/internal/ir"
)

// slots are the members of an order with the remembered members of messages.
func (b *conversationSpeller) slots(o *ir.Order, words string) (members []part) {
	var lines, bound []node
	for _, l := range o.Lines {
		lines = append(lines, object(part{"letters", numbers(l.Letters)}, part{"keeps", keeps(l.Keeps)}))
	}
	for _, kept := range o.Bound {
		slot := []part{{"letters", numbers(kept.Letters)}}
		if kept.When != nil {
			slot = append(slot, part{"when", b.when(kept, words)})
		}
		bound = append(bound, object(append(slot, part{"keeps", keeps(kept.Keeps)})...))
	}
	if lines != nil {
		members = append(members, part{"lines", list(lines...)})
	}
	if bound != nil {
		members = append(members, part{"bound", list(bound...)})
	}
	return members
}

// keeps are, by record, the ways to members that are read later.
func keeps(all []ir.Snapshot) node {
	var records []node
	last := 0
	for i, snapshot := range all {
		var ways []node
		for _, k := range snapshot {
			var names []string
			for _, f := range k.At {
				names = append(names, f.Name)
			}
			ways = append(ways, quotes(names))
		}
		if records = append(records, list(ways...)); ways != nil {
			last = i + 1
		}
	}
	return list(records[:last]...)
}

// when are, by record, the conditions of messages that are bound.
func (b *conversationSpeller) when(bound *ir.Binding, words string) node {
	var records []node
	for i, when := range bound.When {
		if when == nil {
			records = append(records, atom("undefined"))
			continue
		}
		t := b.c.Records[i]
		name := b.free(words + "Binds" + b.names.Words(bound.Name) + strconv.Itoa(i+1))
		w := b.ruleWriter("self", t, &when.Program)
		w.body(when.Program)
		b.alone(name, comment("", "", "Whether a message is bound as "+bound.Name+":\n"+when.Text), "boolean", w, []*ir.Type{t})
		records = append(records, atom(name))
	}
	return list(records...)
}
