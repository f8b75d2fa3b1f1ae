package typescript

import (
	"math"
	"strconv"

	"github.com/envgen/envgen/internal/ir"
)

// shortened is what a builder takes away, in order.
func (b *builderSpeller) shortened(builder *ir.Builder) (list []node) {
	of := builder.Makes
	for _, c := range builder.Cuts {
		members := b.shortening(c.At, "cut")
		head, tail := "head", "tail"
		if c.Head != nil && c.Tail != nil && c.Head.Text == c.Tail.Text {
			head, tail = "kept", "kept" // one function for both
		}
		if c.Head != nil {
			members = append(members, code("head", b.amount(of, head, c.At, c.Head)))
		}
		if c.Tail != nil {
			members = append(members, code("tail", b.amount(of, tail, c.At, c.Tail)))
		}
		if c.Mark != "" {
			members = append(members, quoted("mark", c.Mark))
		}
		list = append(list, object(members...))
	}
	for _, k := range builder.Keeps {
		by := "keepLast"
		if k.By != nil {
			by = "keepGreatest"
			if k.By.Value.IsDateTime() {
				by = "keepLatest"
			}
		}
		members := append(b.shortening(k.At, by), code("most", b.amount(of, "most", k.At, k.Most)))
		if k.By != nil {
			members = append(members, quoted("member", k.By.Name))
		}
		list = append(list, object(members...))
	}
	for _, o := range builder.Omits {
		when := b.function(of, "omits"+b.wordsOf(o.At), "What leaves out", o.At, o.When, ir.ExprType{Kind: ir.BoolExpr})
		list = append(list, object(append(b.shortening(o.At, "omit"), code("when", when))...))
	}
	return list
}

func (b *builderSpeller) shortening(at []*ir.Field, by string) []part {
	return []part{{"at", way(at)}, code("by", b.make(by))}
}

// amount is how much is kept: a number, or the function that finds it.
func (b *builderSpeller) amount(t *ir.Type, name string, at []*ir.Field, e *ir.Predicate) string {
	return b.number(t, name+b.wordsOf(at), "How much is kept of", at, e)
}

// number is a number, or the function that finds it.
func (b *builderSpeller) number(t *ir.Type, name, about string, at []*ir.Field, e *ir.Predicate) string {
	if n, err := strconv.Atoi(e.Text); err == nil && n >= 0 && n <= math.MaxInt32 {
		return strconv.Itoa(n)
	}
	return b.function(t, name, about, at, e, ir.ExprType{Kind: ir.IntExpr})
}
