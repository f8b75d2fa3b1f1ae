package python

import (
	"fmt"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// accepted spells the question whether a schema accepts a value. It adds the issues if not.
func (r *reading) accepted(s *ir.Schema, w where) string {
	return fmt.Sprintf("%s(schemas.%s, %s, %s, out)", r.support.use("accepted"), r.table.root(s), w.value, passPath(w.path))
}

// general writes the reading of a value that a schema judges.
func (r *reading) general(p place, w where, b *branches, sink func(string)) {
	b.missing()
	if _, null := p.kind.(ir.Null); null && p.orNull && sink != nil {
		b.whenAny(" or ", []string{w.value + " is None", r.accepted(p.general, w)}, func() { sink("None") })
		return
	}
	if p.orNull {
		b.when(w.value+" is None", func() { sink("None") })
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
func (r *reading) sure(p place, w where, b *branches, sink func(string)) {
	b.missing()
	if p.nullable && !isNull(p.kind) && !p.ownNull() {
		b.when(w.value+" is None", func() { sink("None") })
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
func (r *reading) tells(p place, w where) (test string, made func(sink func(string))) {
	as := func(made string) func(func(string)) { return func(sink func(string)) { sink(made) } }
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
		table := r.lookup(p.typ)
		return fmt.Sprintf("type(%s) is str and %[1]s in %s", w.value, table), as(table + "[" + w.value + "]")
	}
	return r.tellsParts(p, w)
}

func (r *reading) tellsParts(p place, w where) (test string, made func(sink func(string))) {
	if p.typ != nil {
		conditions, local := r.called(p, w)
		test = strings.Join(conditions, " or ")
		if len(conditions) > 1 {
			test = "(" + test + ")"
		}
		return test, func(sink func(string)) { sink(local) }
	}
	switch k := p.kind.(type) {
	case ir.Array:
		return "type(" + w.value + ") is list", func(sink func(string)) { r.array(k, w, true, sink) }
	case ir.Map:
		return "type(" + w.value + ") is dict", func(sink func(string)) { r.members(k, w, true, sink) }
	}
	panic(fmt.Sprintf("python: no reader for kind %T", p.kind))
}

// choice writes the reading of a value whose JSON type says which option it is. A schema has accepted it.
func (r *reading) choice(k *ir.Choice) {
	b := &branches{printer: r.printer, sure: true}
	w := where{value: "value", local: "made"}
	give := func(made string) { r.Line("return %s", made) }
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
		b.when(strings.Join(asIs, " or "), func() { give(w.value) })
	}
	r.Line("return None")
}

// options writes the reading of a choice that no schema has looked at.
func (r *reading) options(k *ir.Choice, v *ir.Value) {
	b := &branches{printer: r.printer}
	if v.Nullable {
		b.when("value is None", func() { r.Line("return None") })
	}
	w := where{value: "value", local: "made"}
	give := func(made string) { r.Line("return %s", made) }
	var asIs []string
	for i := range k.Options {
		p := resolve(&k.Options[i])
		switch kind := p.kind.(type) {
		case ir.Integer:
			b.when("type(value) is int or type(value) is float", func() {
				inner := &branches{printer: r.printer}
				r.integer(p, kind, w, inner, give)
			})
		case ir.Number:
			b.when("(r := "+r.support.use("real")+"(value)) is not None", func() { r.checked(p.checks, w, "r", give) })
		case ir.Array:
			if p.typ == nil {
				b.when("type(value) is list", func() {
					r.checks(p.checks, w, w.value)
					r.array(kind, w, false, give)
				})
				continue
			}
			b.when("type(value) is list", func() { r.Line("return %s(value, path, out)", r.readerOf(p.typ)) })
		case ir.Map:
			if p.typ == nil {
				b.when("type(value) is dict", func() { r.members(kind, w, false, give) })
				continue
			}
			b.when("type(value) is dict", func() { r.Line("return %s(value, path, out)", r.readerOf(p.typ)) })
		case *ir.Record:
			b.when("type(value) is dict", func() { r.Line("return %s(value, path, out)", r.readerOf(p.typ)) })
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
		b.when(strings.Join(asIs, " or "), func() { give(w.value) })
	}
	b.otherwise(func() { r.fatal(nil, v.Mismatch) })
	r.Line("return None")
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
