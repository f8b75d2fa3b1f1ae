package python

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// composite writes the call of a reader, or the loop over an array or a map that has none.
func (r *reading) composite(p place, w where, b *branches, sink func(expr)) {
	if p.typ != nil {
		conditions, made := r.called(p, w)
		b.any(conditions, func() {
			if len(p.checks) > 0 {
				r.Line("if type(%s) is list:", w.value)
				r.Block(func() { r.checks(p.checks, w, w.value) })
			}
			sink(made)
		})
		return
	}
	if k, ok := p.kind.(ir.Map); ok {
		b.when("type("+w.value+") is dict", func() { r.members(k, w, false, sink) })
	} else {
		b.when("type("+w.value+") is list", func() {
			r.checks(p.checks, w, w.value)
			r.array(p.kind.(ir.Array), w, false, sink)
		})
	}
	b.otherwise(func() { r.fatal(w.path, p.mismatch) })
}

// called spells the tests of what a reader returns, and the variable that holds it; of one that is total, its call alone.
func (r *reading) called(p place, w where) (conditions []string, made expr) {
	if r.total(p.typ) {
		return nil, call(r.readerOf(p.typ), text(w.value), text(passPath(w.path)), text("out"))
	}
	local := w.local + "_value"
	conditions = []string{fmt.Sprintf("(%s := %s(%s, %s, out)) is not None", local, r.readerOf(p.typ), w.value, passPath(w.path))}
	if p.ownNull() {
		conditions = append(conditions, w.value+" is None")
	}
	return conditions, text(local)
}

func (r *reading) array(k ir.Array, w where, sure bool, sink func(expr)) {
	list, items := w.local+"_list", resolve(k.Items)
	if isAny(items.kind) && (sure || items.general == nil) {
		r.Line("%s: list[%s] = list(%s)", list, r.localHint(k.Items), w.value)
		sink(text(list))
		return
	}
	index, item := fmt.Sprintf("i%d", w.depth), fmt.Sprintf("item%d", w.depth)
	inner := where{value: item, path: append(slices.Clone(w.path), index), local: w.local + "_item", depth: w.depth + 1}
	if test, made := r.comprehended(items, inner, sure); made != "" {
		r.comprehension(fmt.Sprintf("%s: list[%s] = [", list, r.localHint(k.Items)), "]", made, "for "+used(item, test+made)+" in "+w.value, test)
		sink(text(list))
		return
	}
	r.Line("%s: list[%s] = []", list, r.localHint(k.Items))
	dropped := fmt.Sprintf("dropped%d", w.depth)
	if !sure {
		r.Line("%s = out.dropped", dropped)
	}
	if sure && !callsReader(items) {
		r.Line("for %s in %s:", item, w.value)
	} else {
		r.Line("for %s, %s in enumerate(%s):", index, item, w.value)
	}
	r.Block(func() {
		if !sure {
			r.Line("if out.dropped != %s:", dropped)
			r.Block(func() { r.Line("break") })
		}
		r.value(items, inner, &branches{printer: r.printer, sure: sure}, func(made expr) { r.expr(call(list+".append", made), "") })
	})
	sink(text(list))
}

// localHint is the hint of a part, whose names the module then imports.
func (r *reading) localHint(v *ir.Value) string {
	r.hintUses(v, r.uses)
	references(v, func(t *ir.Type) {
		if !r.isForeign(t) {
			r.models.use(r.generator.names.Type(t))
		}
	})
	return r.hint(v)
}

// judged is comprehended for parts of which a schema says all that is wrong with them.
func (r *reading) judged(p place, w where) (test, made string) {
	if p.general == nil || p.orNull {
		return "", ""
	}
	test, made = r.comprehended(p, w, true)
	if made == "" {
		return "", ""
	}
	if told, is := strings.CutPrefix(test, " if "); is {
		test = " and " + told
	}
	return " if " + r.accepted(p.general, w) + test, made
}

// comprehended spells the condition of a comprehension and what it makes of each part, or "" where that takes statements.
func (r *reading) comprehended(p place, w where, sure bool) (test, made string) {
	if _, composed := p.kind.(ir.Array); !sure || composed || callsReader(p) || p.nullable && !isNull(p.kind) {
		return "", ""
	}
	if _, composed := p.kind.(ir.Map); composed {
		return "", ""
	}
	test, give := r.tells(p, w)
	give(func(e expr) { made = e.flat() })
	if test != "" {
		test = " if " + test
	}
	return test, made
}

// used is a loop variable, if anything uses it.
func used(variable, by string) string {
	if strings.Contains(by, variable) {
		return variable
	}
	return "_"
}

// comprehension writes a comprehension, in several lines if it is long. The condition begins with a space, if there is one.
func (p *printer) comprehension(open, close, made, loop, test string) {
	whole := made + " " + loop + test
	if p.Fits(open + whole + close) {
		p.Line("%s", open+whole+close)
		return
	}
	p.Line("%s", open)
	p.Block(func() {
		if p.Fits(whole) {
			p.Line("%s", whole)
			return
		}
		p.Line("%s", made)
		p.Line("%s", loop)
		if test != "" {
			p.Line("%s", strings.TrimPrefix(test, " "))
		}
	})
	p.Line("%s", close)
}

// callsReader reports whether the reading of a value that is known to be good needs its path.
func callsReader(p place) bool {
	switch k := p.kind.(type) {
	case ir.Array:
		return p.typ != nil || callsReader(resolve(k.Items))
	case ir.Map:
		return p.typ != nil || callsReader(resolve(k.Values))
	case *ir.Record, *ir.Union, *ir.Choice:
		return true
	}
	return false
}

func (r *reading) members(k ir.Map, w where, sure bool, sink func(expr)) {
	made, name, item := w.local+"_map", fmt.Sprintf("name%d", w.depth), fmt.Sprintf("item%d", w.depth)
	inner := where{value: item, path: append(slices.Clone(w.path), name), local: w.local + "_item", depth: w.depth + 1}
	if values := resolve(k.Values); isAny(values.kind) && (sure || values.general == nil) {
		r.Line("%s: dict[str, %s] = dict(%s)", made, r.localHint(k.Values), w.value)
		sink(text(made))
		return
	}
	test, one := r.comprehended(resolve(k.Values), inner, sure)
	if one == "" && !sure {
		test, one = r.judged(resolve(k.Values), inner)
	}
	if one != "" {
		loop := fmt.Sprintf("for %s, %s in %s.items()", name, used(item, test+one), w.value)
		r.comprehension(fmt.Sprintf("%s: dict[str, %s] = {", made, r.localHint(k.Values)), "}", name+": "+one, loop, test)
		sink(text(made))
		return
	}
	r.Line("%s: dict[str, %s] = {}", made, r.localHint(k.Values))
	r.Line("for %s, %s in %s.items():", name, item, w.value)
	r.Block(func() {
		if values := resolve(k.Values); !sure && (values.general != nil || callsReader(values)) {
			r.Line("if out.invalid and not out.is_open(%s):", passPath(inner.path))
			r.Block(func() { r.Line("continue") })
		}
		r.value(resolve(k.Values), inner, &branches{printer: r.printer, sure: sure}, func(one expr) { r.expr(one.after(made+"["+name+"] = "), "") })
	})
	sink(text(made))
}
