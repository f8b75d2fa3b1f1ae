package python

import (
	"fmt"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// question is what several builders ask in the same way when they store a part of a message, or shorten it.
type question struct {
	*computation
	of           *ir.Predicate
	name, result string
	doc          string
}

// questions spells the functions of how much is kept, and whether something is.
func (b *builderPrinter) questions() []string {
	var list []*question
	known := map[string]*question{}
	ask := func(makes *ir.Type, at []*ir.Field, of *ir.Predicate, name, doc string) {
		if _, said := numberOf(of); said {
			return
		}
		q := &question{of: of, name: name + snakeOf(b.attribute(at)), doc: fmt.Sprintf(doc, b.attribute(at)), result: "int"}
		q.computation = &computation{asks: ir.UsageOf(of.Folded).Asks(), zero: "0"}
		if strings.HasPrefix(name, "_omits") {
			q.result, q.zero = "bool", "False"
		}
		q.bodies[0] = b.bodyOf(makes, of)
		key := q.name + "\x00" + q.bodies[0]
		if known[key] == nil {
			known[key], list = q, append(list, q)
		}
		q = known[key]
		b.asked[of] = q.computation
		if len(q.types) == 0 || q.types[len(q.types)-1] != makes {
			q.types = append(q.types, makes)
		}
	}
	for _, builder := range b.protocol.Builders {
		for _, store := range builder.Stores {
			ask(builder.Makes, store.At, store.Over, "_most_bytes_of_", "Return the greatest size in bytes at which `%s` stays in the message.")
		}
		for _, cut := range builder.Cuts {
			if cut.Head != nil && cut.Tail != nil && cut.Head.Text == cut.Tail.Text {
				ask(builder.Makes, cut.At, cut.Head, "_ends_of_", "Return how many bytes at each end of `%s` are kept.")
				b.asked[cut.Tail] = b.asked[cut.Head]
				continue
			}
			ask(builder.Makes, cut.At, cut.Head, "_head_of_", "Return how many bytes at the beginning of `%s` are kept.")
			ask(builder.Makes, cut.At, cut.Tail, "_tail_of_", "Return how many bytes at the end of `%s` are kept.")
		}
		for _, keep := range builder.Keeps {
			ask(builder.Makes, keep.At, keep.Most, "_most_of_", "Return how many items of `%s` are kept.")
		}
		for _, omit := range builder.Omits {
			ask(builder.Makes, omit.At, omit.When, "_omits_", "Return whether `%s` is left out.")
		}
	}
	var functions []string
	for _, q := range list {
		q.value = b.free(q.name, "__"+b.snake(q.types[0]))
		functions = append(functions, b.function(q.computation, q.value, q.result, q.doc, q.of, q.bodies[0]))
	}
	return functions
}

func (b *builderPrinter) attribute(at []*ir.Field) string { return b.names.Field(at[len(at)-1]) }

// numberOf is the number that is always the answer; 0 where nothing is asked.
func numberOf(p *ir.Predicate) (n int64, said bool) {
	if p == nil {
		return 0, true
	}
	c, is := p.Folded.Holds.(ir.Constant)
	if !is || len(p.Folded.Steps) > 0 || c.Type.Kind != ir.IntExpr {
		return 0, false
	}
	return max(c.Int, 0), true
}

// changes spells how a builder shortens its message.
func (b *builderPrinter) changes(builder *ir.Builder) []expr {
	var list []expr
	for _, cut := range builder.Cuts {
		args := append(b.place(cut.At), append(b.amount("head=", cut.Head), b.amount("tail=", cut.Tail)...)...)
		if cut.Mark != "" {
			args = append(args, text("mark="+quote(cut.Mark)))
		}
		list = append(list, call(b.uses.support.use("Cut"), args...))
	}
	for _, keep := range builder.Keeps {
		args := append(b.place(keep.At), text("most=0"))
		if most := b.amount("most=", keep.Most); most != nil {
			args[len(args)-1] = most[0]
		}
		if keep.By != nil {
			args = append(args, text("by="+quote(keep.By.Name)))
			if keep.By.Value.IsDateTime() {
				args = append(args, text("times=True"))
			}
		}
		list = append(list, call(b.uses.support.use("Keep"), args...))
	}
	for _, omit := range builder.Omits {
		list = append(list, call(b.uses.support.use("Omit"), append(b.place(omit.At), b.computing(b.asked[omit.When]).after("when="))...))
	}
	return list
}

// place spells a way by names in JSON, because the caller may give a whole record as a mapping.
func (b *builderPrinter) place(at []*ir.Field) []expr {
	var list []expr
	for _, f := range at {
		list = append(list, text(quote(f.Name)))
	}
	return list
}

// amount spells a number as an argument, or nothing where that is 0.
func (b *builderPrinter) amount(name string, of *ir.Predicate) []expr {
	n, said := numberOf(of)
	switch {
	case !said:
		return []expr{b.computing(b.asked[of]).after(name)}
	case n == 0:
		return nil
	}
	return []expr{text(fmt.Sprint(name, n))}
}
