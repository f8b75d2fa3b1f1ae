package python

import (
	"github.com/envgen/envgen/internal/ir"
)

// isShort reports whether one fast path reads a member, and nothing else depends on the member.
func (r *reading) isShort(f *ir.Field, m memberwise) bool {
	return !f.Staged && !m.isGuarded(f)
}

// presets writes the default values of members that a fast path reads.
func (r *reading) presets(fields []*ir.Field, m memberwise) {
	var none, unset []string
	for _, f := range fields {
		switch attribute := "made." + r.generator.names.Field(f) + " = "; {
		case f.Required || !r.isShort(f, m) || r.staysUnset(f):
		case acceptsNull(&f.Value):
			unset = append(unset, attribute)
		default:
			none = append(none, attribute)
		}
	}
	r.preset(none, "None")
	r.preset(unset, "UNSET")
}

func (r *reading) preset(attributes []string, value string) {
	line := ""
	for _, a := range attributes {
		if line != "" && !r.Fits(line+a+value) {
			r.Line("%s", line+value)
			line = ""
		}
		line += a
	}
	if line != "" {
		r.Line("%s", line+value)
	}
}

// staysUnset reports whether the attribute always equals the result of get, for a present and for an absent member.
func (r *reading) staysUnset(f *ir.Field) bool { return !f.Required && resolve(&f.Value).isFree() }

// short writes the fast path of a member.
func (r *reading) short(f *ir.Field, w where, attribute string, m memberwise) {
	r.support.use("UNSET")
	p := resolve(&f.Value)
	get := m.look() + "(" + quote(f.Name) + ", UNSET)"
	sink := func(made expr) { r.expr(made.after(attribute+" = "), "") }
	b := &branches{printer: r.printer}
	if _, fixed := constant(f); fixed {
		r.fixed(p, w, get)
		return
	}
	if r.staysUnset(f) {
		sink(text(get))
		return
	}
	there := "(x := " + get + ") is not UNSET"
	null := p.nullable && !r.takesNull(p)
	if null {
		b.when("(x := "+get+") is None", func() { sink(text("None")) })
		p.nullable, there = false, "x is not UNSET"
	}
	read := r.fastPath(p, w)
	switch {
	case null && f.Required:
		r.settle(read, w.value, b, sink)
	case f.Required:
		r.required(read, get, b, sink)
	case read.isEmpty() || r.fitsInLine(true, read.either(read.tests(w.value)), sink):
		b.when(there, func() { sink(read.either(read.tests(w.value))) })
	default:
		tests := read.tests(w.value)
		if !null {
			tests = read.binding(w.value, get)
		}
		b.whenAny(" and ", tests, func() { sink(text(read.good)) })
		b.when("x is not UNSET", func() { sink(read.rest) })
	}
}

// required writes the reading of a required member.
func (r *reading) required(read fastPath, get string, b *branches, sink func(expr)) {
	if read.isEmpty() {
		direct := read.rest
		direct.items = append([]expr{text(get)}, direct.items[1:]...)
		sink(direct)
		return
	}
	bound := read.binding("x", get)
	switch {
	case r.fitsInLine(false, read.either(bound), sink):
		sink(read.either(bound))
	case r.fitsInLine(false, read.either(read.tests("x")), sink):
		r.Line("x = %s", get)
		sink(read.either(read.tests("x")))
	default:
		b.whenAny(" and ", bound, func() { sink(text(read.good)) })
		b.otherwise(func() { sink(read.rest) })
	}
}

// fixed writes the test of a member that is a constant of the class.
func (r *reading) fixed(p place, w where, get string) {
	if p.general != nil { // the schema may refuse the constant
		direct := r.rest(p, w)
		direct.items = append([]expr{text(get)}, direct.items[1:]...)
		r.expr(direct, "")
		return
	}
	r.Line("if %s:", r.differs(p, w).binding(w.value, get))
	r.Block(func() { r.expr(r.rest(p, w), "") })
}
