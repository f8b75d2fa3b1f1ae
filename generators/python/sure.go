package python

import (
	"fmt"

	"github.com/envgen/envgen/internal/ir"
)

// accepted spells the question whether a schema accepts a value. It adds the issues if not.
func (r *reading) accepted(s *ir.Schema, w where) string {
	return fmt.Sprintf("%s(schemas.%s, %s, %s, out)", r.support.use("accepted"), r.schemas.root(s), w.value, passPath(w.path))
}

// general writes the reading of a value that a schema judges.
func (r *reading) general(p place, w where, b *branches, sink func(string)) {
	b.missing()
	if p.orNull {
		b.when(w.value+" is None", func() { sink("None") })
	}
	b.when(r.accepted(p.general, w), func() {
		if sink == nil {
			r.line("pass")
			return
		}
		r.sure(p, w, &branches{printer: r.printer, sure: true}, sink)
	})
}

// sure writes the reading of a value that is known to be good. Tests remain where the type has to be told.
func (r *reading) sure(p place, w where, b *branches, sink func(string)) {
	b.missing()
	if p.nullable && !isNull(p.kind) && !p.ownNull() {
		b.when(w.value+" is None", func() { sink("None") })
	}
	switch k := p.kind.(type) {
	case ir.Any:
		b.otherwise(func() { sink(w.value) })
	case ir.Null:
		b.otherwise(func() { sink("None") })
	case ir.Const:
		b.otherwise(func() { sink(literal(k.Literal)) })
	case ir.Boolean, ir.String, ir.Object:
		b.when("type("+w.value+") is "+classOf(k), func() { sink(w.value) })
	case ir.Integer:
		b.when(fmt.Sprintf("(n := %s if type(%[1]s) is int else %s(%[1]s)) is not None", w.value, r.support.use("whole")), func() { sink("n") })
	case ir.Number:
		b.when(fmt.Sprintf("(r := %s(%s)) is not None", r.support.use("real"), w.value), func() { sink("r") })
	case *ir.Enum:
		r.sureWord(p, k, w, b, sink)
	default:
		r.composite(p, w, b, sink)
	}
}

func (r *reading) sureWord(p place, k *ir.Enum, w where, b *branches, sink func(string)) {
	if k.Open {
		b.when("type("+w.value+") is str", func() { sink(w.value) })
		return
	}
	table := r.lookup(p.typ)
	b.when(fmt.Sprintf("type(%s) is str and %[1]s in %s", w.value, table), func() { sink(table + "[" + w.value + "]") })
}

// choice writes the reading of a value whose JSON type says which option it is. A schema has accepted it.
func (r *reading) choice(k *ir.Choice) {
	b := &branches{printer: r.printer, sure: true}
	w := where{value: "value", local: "made"}
	give := func(made string) { r.line("return %s", made) }
	for i := range k.Options {
		p := resolve(&k.Options[i])
		p.general = nil
		if test := typeTest(p); test != "" {
			b.when(test, func() { r.sure(p, w, &branches{printer: r.printer, sure: true}, give) })
		} else {
			r.sure(p, w, b, give)
		}
	}
	r.line("return None")
}

// typeTest spells the test of a choice for options whose reading does not start with one.
func typeTest(p place) string {
	switch k := p.kind.(type) {
	case ir.Array:
		if p.typ != nil {
			return "type(value) is list"
		}
	case ir.Map:
		if p.typ != nil {
			return "type(value) is dict"
		}
	case *ir.Record, *ir.Union:
		return "type(value) is dict"
	case *ir.Choice:
		panic("python: a choice is no option of another")
	case ir.Const:
		return constTest(k.Literal)
	}
	return ""
}

func constTest(l ir.Literal) string {
	switch l.Kind {
	case ir.StringLiteral:
		return "type(value) is str"
	case ir.BoolLiteral:
		return "type(value) is bool"
	case ir.NumberLiteral:
		return "type(value) is int or type(value) is float"
	}
	panic(fmt.Sprintf("python: constant of kind %d", l.Kind))
}
