package python

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// numberings prints the functions by which writers number messages, and spells of which messages they are.
func (p *conversationPrinter) numberings(o *ir.Order, ways []*ir.Way) expr {
	var list []expr
	for _, n := range o.Numbers {
		var having []int
		for i := range p.c.Records {
			if slices.ContainsFunc(ways, func(w *ir.Way) bool { return isOf(w.Kinds[i], n.Letters) }) {
				having = append(having, i)
			}
		}
		var kinds []expr
		body := func(i int) string { return p.numberBody(p.c.Records[i], n.At) }
		for _, same := range grouped(having, body) {
			this := p.reading(same)
			f := function{stem: "_numbered_" + snakeOf(strings.Join(n.At, "_")), messages: []message{this}, more: "__" + p.snake(this.of[0]), body: body(same[0])}
			f.counted, f.result = true, p.subject(this.of)
			f.doc = "Return a message with the number at /" + strings.Join(n.At, "/") + "."
			name := p.define(f, nil)
			for _, t := range this.of {
				kinds = append(kinds, text(p.model(t, p.names.Type(t))+": "+name))
			}
		}
		list = append(list, call(p.uses.support.use("Numbering"), numbers(n.Letters), dictOf(kinds...)))
	}
	return tupleOf(list...)
}

func isOf(kinds []ir.LetterOf, letters []int) bool {
	return slices.ContainsFunc(kinds, func(k ir.LetterOf) bool { return slices.Contains(letters, k.Letter) })
}

// numberBody spells the copy of a message with another number. A message without the object that has it stays as it is.
func (p *conversationPrinter) numberBody(t *ir.Type, at []string) string {
	out := newPrinter(1)
	place, value, end := "this", "", ""
	for i, name := range at {
		fields := t.Value.Kind.(*ir.Record).Fields
		f := fields[slices.IndexFunc(fields, func(f *ir.Field) bool { return f.Name == name })]
		value += place + ".__replace__(" + p.names.Field(f) + "="
		end += ")"
		if i == len(at)-1 {
			break
		}
		place += "." + p.names.Field(f)
		if t = ir.TypeOfValue(&f.Value).Record; !f.Required || resolve(&f.Value).nullable {
			out.Line("if not isinstance(%s, %s):", place, p.model(t, p.names.Type(t)))
			out.Block(func() { out.Line("return this") })
		}
	}
	out.Line("return %snumber%s", value, end)
	return out.String()
}
