package typescript

import (
	"fmt"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// compute is the entry of a member that is computed.
func (b *builderSpeller) compute(builder *ir.Builder, at []*ir.Field, f ir.FillComputed) node {
	words := b.wordsOf(at)
	members := []part{{"at", way(at)}}
	if f.When != nil {
		members = append(members, code("when", b.function(builder.Makes, "when"+words, "The condition of", at, f.When, ir.ExprType{Kind: ir.BoolExpr})))
	}
	members = append(members, code("value", b.function(builder.Makes, "fill"+words, "The value of", at, f.Value, f.Type)), code("or", zeros[f.Type.Kind]))
	return object(members...)
}

// wordsOf names a member after the way to it.
func (b *builderSpeller) wordsOf(at []*ir.Field) (words string) {
	for _, field := range at {
		words += b.names.Words(field.Name)
	}
	return words
}

// zeros are the values of types that stand for none.
var zeros = map[ir.ExprKind]string{ir.BoolExpr: "false", ir.IntExpr: "0", ir.DoubleExpr: "0", ir.StringExpr: `""`, ir.ListExpr: "[]"}

// function is the name of one that evaluates something of a message. Messages of several types share one that is spelt alike.
func (b *builderSpeller) function(t *ir.Type, name, about string, at []*ir.Field, e *ir.Predicate, result ir.ExprType) string {
	w := b.ruleWriter("self", t, &e.Program)
	w.body(e.Program)
	f := &ruleFunction{about: comment("", "", about+" the member "+inert(at[len(at)-1].Name)+" of a message that is built:\n"+e.Text), body: w.String(), uses: w.Usage}
	key := name + "\n" + f.about + f.body
	if b.known[key] == nil {
		f.name = name
		if b.taken[f.name] {
			f.name += "Of" + b.names.Type(t)
		}
		for n, stem := 2, f.name; b.taken[f.name]; n++ {
			f.name = fmt.Sprintf("%s%d", stem, n)
		}
		b.taken[f.name], b.known[key], b.results[f] = true, f, w.resultType(result)
		b.computed = append(b.computed, f)
	}
	f = b.known[key]
	if !slices.Contains(f.types, t) {
		f.types = append(f.types, t)
	}
	return f.name
}

func (b *builderSpeller) computedText(f *ruleFunction) string {
	var parameters []string
	if f.uses.ReadsThis {
		parameters = append(parameters, "self: any")
	} else if f.uses.Asks() {
		parameters = append(parameters, "_self: any")
	}
	if f.uses.Asks() {
		parameters = append(parameters, "run: any")
	}
	return function(f.name, f.about, parameters, b.results[f], f.body)
}

// computes reports whether a builder of messages of some type computes what reads the time or parameters; nil stands for any type.
func computes(p *ir.Protocol, t *ir.Type, asks func(ir.Usage) bool) bool {
	return slices.ContainsFunc(p.Builders, func(b *ir.Builder) bool {
		return (t == nil || b.Makes == t) && slices.ContainsFunc(computedBy(b), func(e *ir.Predicate) bool { return asks(ir.UsageOf(e.Program)) })
	})
}

// computedBy are the expressions of a builder.
func computedBy(b *ir.Builder) (list []*ir.Predicate) {
	for _, f := range b.Fills {
		if c, is := f.With.(ir.FillComputed); is {
			list = append(list, c.When, c.Value)
		}
	}
	for _, s := range b.Stores {
		list = append(list, s.Over)
	}
	for _, c := range b.Cuts {
		list = append(list, c.Head, c.Tail)
	}
	for _, k := range b.Keeps {
		list = append(list, k.Most)
	}
	for _, o := range b.Omits {
		list = append(list, o.When)
	}
	return slices.DeleteFunc(list, func(e *ir.Predicate) bool { return e == nil })
}
