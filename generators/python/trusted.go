package python

import (
	"fmt"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// accepted spells the question whether a schema accepts a value. It adds the issues if not.
func (r *reading) accepted(s *ir.Schema, w where) string {
	return fmt.Sprintf("%s(schemas.%s, %s, %s, out)", r.support.use("accepted"), schemaName(r.table.Schema(s).Schema), w.value, passPath(w.path))
}

// general writes the reading of a value that a schema judges.
func (r *reading) general(p place, w where, b *branches, sink func(expr)) {
	b.missing()
	if _, null := p.kind.(ir.Null); null && p.orNull && sink != nil {
		b.whenAny(" or ", []string{w.value + " is None", r.accepted(p.general, w)}, func() { sink(text("None")) })
		return
	}
	if p.orNull {
		b.when(w.value+" is None", func() { sink(text("None")) })
		p.nullable = isNull(p.kind)
	}
	accepted := r.accepted(p.general, w)
	test, made := r.tells(p, w)
	switch {
	case sink == nil:
		b.when(accepted, func() { r.Line("pass") })
	case test != "" && (!p.nullable || p.ownNull()):
		b.whenAny(" and ", []string{accepted, test}, func() { made(sink) })
	default:
		b.when(accepted, func() { r.sure(p, w, &branches{printer: r.printer, sure: true}, sink) })
	}
}

// sure writes the reading of a value that is known to be good.
func (r *reading) sure(p place, w where, b *branches, sink func(expr)) {
	b.missing()
	if p.nullable && !isNull(p.kind) && !p.ownNull() {
		b.when(w.value+" is None", func() { sink(text("None")) })
	}
	if p.typ != nil && callsReader(p) {
		r.composite(p, w, b, sink)
		return
	}
	if test, made := r.tells(p, w); test != "" {
		b.when(test, func() { made(sink) })
	} else {
		b.otherwise(func() { made(sink) })
	}
}

// tells returns the test by which type checkers know the type of a value that is known to be good, or "" where none is
// needed, and what writes the making of what stands for it.
func (r *reading) tells(p place, w where) (test string, made func(sink func(expr))) {
	as := func(made string) func(func(expr)) { return func(sink func(expr)) { sink(text(made)) } }
	switch k := p.kind.(type) {
	case ir.Any:
		return "", as(w.value)
	case ir.Null:
		return "", as("None")
	case ir.Const:
		return "", as(literal(k.Literal))
	case ir.Boolean, ir.String, ir.Object:
		return "type(" + w.value + ") is " + classOf(k), as(w.value)
	case ir.Integer:
		return fmt.Sprintf("(n := %s if type(%[1]s) is int else %s(%[1]s)) is not None", w.value, r.support.use("whole")), as("n")
	case ir.Number:
		return fmt.Sprintf("(r := %s(%s)) is not None", r.support.use("real"), w.value), as("r")
	case *ir.Enum:
		if k.Open {
			return "type(" + w.value + ") is str", as(w.value)
		}
		p.nullable, p.checks = false, nil
		return strings.Join(r.word(r.kind(p), w), " and "), as(w.word())
	}
	return r.tellsParts(p, w)
}

func (r *reading) tellsParts(p place, w where) (test string, made func(sink func(expr))) {
	if p.typ != nil {
		conditions, made := r.called(p, w)
		test = strings.Join(conditions, " or ")
		if len(conditions) > 1 {
			test = "(" + test + ")"
		}
		return test, func(sink func(expr)) { sink(made) }
	}
	switch k := p.kind.(type) {
	case ir.Array:
		return "type(" + w.value + ") is list", func(sink func(expr)) { r.array(k, w, true, sink) }
	case ir.Map:
		return "type(" + w.value + ") is dict", func(sink func(expr)) { r.members(k, w, true, sink) }
	}
	panic(fmt.Sprintf("python: no reader for kind %T", p.kind))
}

// choice writes the reading of a value whose JSON type says which option it is. A schema has accepted it.
func (r *reading) choice(k *ir.Choice) {
	b := &branches{printer: r.printer, sure: true}
	w := where{value: "value", local: "made"}
	give := func(made expr) { r.expr(made.after("return "), "") }
	var asIs []string
	for i := range k.Options {
		p := resolve(&k.Options[i])
		p.general = nil
		switch test := typeTest(p); {
		case test != "" && p.typ != nil && len(p.checks) == 0 && hasReader(p.typ):
			b.when(test, func() { r.Line("return %s(value, path, out)", r.readerOf(p.typ)) })
		case test != "":
			b.when(test, func() { r.sure(p, w, &branches{printer: r.printer, sure: true}, give) })
		case staysAsItIs(p):
			test, _ := r.tells(p, w)
			asIs = append(asIs, test)
		default:
			r.sure(p, w, b, give)
		}
	}
	if len(asIs) > 0 {
		b.when(strings.Join(asIs, " or "), func() { give(text(w.value)) })
	}
	r.Line("return None")
}

// options writes the reading of a choice that no schema has looked at.
func (r *reading) options(t *ir.Type, k *ir.Choice) {
	b := &branches{printer: r.printer}
	if t.Value.Nullable {
		b.when("value is None", func() { r.Line("return None") })
	}
	w := where{value: "value", local: "made"}
	give := func(made expr) { r.expr(made.after("return "), "") }
	var asIs []string
	for i := range k.Options {
		p := resolve(&k.Options[i])
		switch kind := p.kind.(type) {
		case ir.Integer, ir.Number:
			b.when("type(value) is int or type(value) is float", func() { r.value(p, w, &branches{printer: r.printer}, give) })
		case ir.Array:
			b.when("type(value) is list", func() { r.option(p, w, give) })
		case ir.Map, *ir.Record:
			b.when("type(value) is dict", func() { r.option(p, w, give) })
		default:
			test := "type(value) is " + classOf(kind)
			if len(p.checks) == 0 {
				asIs = append(asIs, test)
				continue
			}
			b.when(test, func() { r.checked(p.checks, w, "value", give) })
		}
	}
	if len(asIs) > 0 {
		b.when(strings.Join(asIs, " or "), func() { give(text(w.value)) })
	}
	if r.total(t) {
		r.expr(r.refusal(t).after("return "), "")
		return
	}
	b.otherwise(func() { r.fatal(nil, t.Value.Mismatch) })
	r.Line("return None")
}

// option writes the reading of an array or object of a choice.
func (r *reading) option(p place, w where, give func(expr)) {
	switch k := p.kind.(type) {
	case ir.Array:
		if p.typ == nil && !r.tabular(p) {
			r.checks(p.checks, w, w.value)
			r.array(k, w, false, give)
			return
		}
	case ir.Map:
		if p.typ == nil && !r.tabular(p) {
			r.members(k, w, false, give)
			return
		}
	}
	give(r.rest(p, w))
}

func staysAsItIs(p place) bool {
	switch k := p.kind.(type) {
	case ir.Boolean, ir.String, ir.Object:
		return true
	case *ir.Enum:
		return k.Open
	}
	return false
}

// typeTest spells the test that a choice needs for options whose reading does not begin with one.
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
