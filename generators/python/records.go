package python

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
)

// refuse writes the end of a reader for a value that is not an object.
func (r *reading) refuse(t *ir.Type) {
	r.Line("if type(value) is not dict:")
	r.Block(func() { r.expr(r.refusal(t).after("return "), "") })
}

// refusal returns the call that adds the failure of a value with another type.
func (r *reading) refusal(t *ir.Type) expr {
	args := []expr{text("value"), text("path"), text("out")}
	r.kinds = true
	mismatch := t.Value.Mismatch
	if _, isRecord := t.Value.Kind.(*ir.Record); isRecord {
		expect(mismatch.Rule == "type" && mismatch.Level == ir.Must, mismatch)
		args = append([]expr{text(r.generator.names.Type(t))}, args...)
		if mismatch.Message != "must be an object" && mismatch.Message != "" {
			args = append(args, text(quote(mismatch.Message)))
		}
		return call(kindsModule+".no_object", args...)
	}
	expect(mismatch.Level == ir.Must, mismatch)
	made := []expr{text(quote(mismatch.Message))}
	if mismatch.Rule != "type" && mismatch.Rule != "" {
		made = append(made, text("rule="+quote(mismatch.Rule)))
	}
	table := r.declare("_"+r.upper(t), r.annotation("Kind", r.generator.names.Type(t)), call(kindsModule+".Kind", made...), &r.tables)
	return call(table+".refuse", args...)
}

// memberwise describes how the members of a record are read.
type memberwise struct {
	// Undeclared members are found in one of two ways: declared members are removed from a copy, or present members are counted.
	taken, counted bool
	maker          string
	guards         []ir.Guard
}

func (r *reading) record(t *ir.Type, k *ir.Record) {
	if t.Value.Nullable {
		r.null()
	}
	r.refuse(t)
	r.support.use("new")
	m := r.memberwise(t)
	outer := r.printer
	r.printer = newPrinter(outer.Depth)
	if m.taken {
		r.Line("rest = value.copy()")
	}
	shared := r.sharedOf(t)
	for _, g := range shared {
		records := ""
		if g.Records[0] == t {
			records = r.anyOf(g)
		}
		r.inParts(r.membersOf(g), records, g.Fields, m)
	}
	own := plan.Unshared(k, shared)
	if len(own) > membersPerFunction {
		r.inParts("_read_"+r.snake(t), m.maker, own, m)
	} else {
		r.fields(own, m)
	}
	r.surplus(k, m)
	r.demands(k)
	if len(r.ruled.rulesOf(t)) > 0 {
		r.rules = true
		r.Line("out.apply(rules.%s_RULES, made, path)", r.upper(t))
	}
	body := r.String()
	r.printer = outer
	if body == "" { // linters refuse a variable that is only returned
		r.Line("return new(%s)", m.maker)
		return
	}
	r.Line("made = new(%s)", m.maker)
	r.WriteString(body)
	r.Line("return made")
}

// membersPerFunction keeps functions short enough for type checkers, which stop at very long ones.
const membersPerFunction = 50

func (r *reading) fields(fields []*ir.Field, m memberwise) {
	if len(fields) > 0 {
		r.Line("%s = %s", m.look(), map[bool]string{true: "rest.pop", false: "value.get"}[m.taken])
	}
	r.presets(fields, m)
	for _, f := range fields {
		r.field(f, m)
	}
}

// look returns the method that gets a member.
func (m memberwise) look() string { return map[bool]string{true: "pop", false: "get"}[m.taken] }

// inParts writes the calls of functions that each read some of the members. It writes the functions, too, unless another record has them: records is "".
func (r *reading) inParts(name, records string, fields []*ir.Field, m memberwise) {
	i := 0
	for part := range slices.Chunk(fields, membersPerFunction) {
		i++
		numbered := name
		if len(fields) > membersPerFunction {
			numbered += fmt.Sprintf("_part_%d", i)
		}
		if records != "" {
			r.part(numbered, records, part, m)
		}
		_, arguments := r.inputs(m, m.maker, part)
		r.call(numbered+"(", arguments, ")")
	}
}

// part writes a function that reads some members of records.
func (r *reading) part(name, records string, fields []*ir.Field, m memberwise) {
	outer := r.printer
	r.printer = newPrinter(1)
	r.fields(fields, m)
	body := r.String()
	r.support.use("JsonValue")
	r.printer = newPrinter(0)
	parameters, _ := r.inputs(m, records, fields)
	r.call("def "+name+"(", parameters, ") -> None:")
	r.WriteString(body)
	r.parts = append(r.parts, r.String())
	r.printer = outer
}

// inputs returns the parameters and the arguments of a function that reads some members.
func (r *reading) inputs(m memberwise, records string, fields []*ir.Field) (parameters, arguments []string) {
	for _, p := range []struct {
		name, hint string
		read       bool
	}{
		{"made", records, slices.ContainsFunc(fields, isSet)},
		{"value", "dict[str, " + r.own("JsonValue") + "]", !m.taken || slices.ContainsFunc(fields, m.isGuarded)},
		{"rest", "dict[str, " + r.own("JsonValue") + "]", m.taken},
		{"path", r.own("Path"), !m.areFree(fields)},
		{"out", r.own("Issues"), !m.areFree(fields)},
	} {
		if p.read {
			parameters, arguments = append(parameters, p.name+": "+p.hint), append(arguments, p.name)
		}
	}
	return parameters, arguments
}

// sharedOf returns the groups of members that functions for several records read. These records are read in the same way.
func (r *reading) sharedOf(t *ir.Type) []*plan.Members {
	return slices.DeleteFunc(slices.Clone(r.shared[t]), func(g *plan.Members) bool {
		return r.memberwise(g.Records[0]).taken != r.memberwise(t).taken
	})
}

// anyOf returns the hint of a record with the members of a group. For many records, it is an alias.
func (r *reading) anyOf(g *plan.Members) string {
	hints := make([]string, len(g.Records))
	for i, t := range g.Records {
		hints[i] = r.models.use(r.generator.names.Type(t))
	}
	if len(hints) < 4 {
		return strings.Join(hints, " | ")
	}
	r.typing.use("TypeAlias")
	alias := "_WithMembersOf" + r.generator.names.Type(g.Records[0])
	if g.Number > 1 {
		alias += "_" + fmt.Sprint(g.Number)
	}
	p := newPrinter(0)
	p.sum(alias+": "+r.own("TypeAlias")+" = ", hints)
	r.tables = append(r.tables, p.String())
	return alias
}

// membersOf returns the function that reads the members that records have in common.
func (r *reading) membersOf(g *plan.Members) string {
	name := "_members_of_" + r.snake(g.Records[0])
	if g.Number > 1 {
		name = fmt.Sprintf("%s_%d", name, g.Number)
	}
	return name
}

// memberwise decides how the members of a record are read.
func (r *reading) memberwise(t *ir.Type) memberwise {
	k := t.Value.Kind.(*ir.Record)
	m := memberwise{maker: r.generator.names.Type(t), guards: k.Guards}
	m.counted = r.isCounted(k, m)
	m.taken = !m.counted && len(k.Fields) > 0
	return m
}

// isSet reports whether reading a member sets an attribute. Constants belong to the class.
func isSet(f *ir.Field) bool {
	_, fixed := constant(f)
	return !fixed
}

// areFree reports whether all values of members are valid.
func (m memberwise) areFree(fields []*ir.Field) bool {
	return !slices.ContainsFunc(fields, func(f *ir.Field) bool { return f.Required || m.isGuarded(f) || !resolve(&f.Value).isFree() })
}

// isGuarded reports whether a guard requires or narrows a member.
func (m memberwise) isGuarded(f *ir.Field) bool { return plan.IsGuarded(m.guards, f) }

// field writes the tests of one member.
func (r *reading) field(f *ir.Field, m memberwise) {
	w := where{value: "x", path: []string{quote(f.Name)}, local: trimmed(r.generator.names.Field(f))}
	if strings.HasPrefix(w.local, "read_") {
		w.local = "made_" + w.local // a variable like read_x_value could be a reader's name
	}
	attribute := "made." + r.generator.names.Field(f)
	if r.isShort(f, m) {
		r.short(f, w, attribute, m)
		return
	}
	r.support.use("UNSET")
	r.Line("x = %s(%s, UNSET)", m.look(), quote(f.Name))
	b := &branches{printer: r.printer, absent: func() { r.absent(f, w, attribute, m) }}
	sink := func(made expr) { r.expr(made.after(attribute+" = "), "") }
	if _, fixed := constant(f); fixed {
		sink = nil
	}
	if f.Staged {
		r.staged(f, w, b, m, sink)
		return
	}
	r.narrowed(f, w, b, m, sink)
	r.value(resolve(&f.Value), w, b, sink)
}

// narrowed writes the branches of a member that other members narrow.
func (r *reading) narrowed(f *ir.Field, w where, b *branches, m memberwise, sink func(expr)) {
	for _, g := range m.guards {
		for _, n := range g.Narrowed {
			if n.Member != f.Name {
				continue
			}
			b.missing()
			b.whenText(r.guardTests().Where(g).Code, func() {
				inner := &branches{printer: r.printer}
				if p := resolve(&n.Value); p.typ == nil {
					r.value(p, w, inner, sink) // a scalar of the same kind
					return
				}
				reader := r.readerOf(n.Value.Kind.(ir.Ref).Type)
				inner.when(fmt.Sprintf("out.narrows(%s, %s, %s)", reader, w.value, passPath(w.path)), func() {
					r.value(resolve(&f.Value), w, &branches{printer: r.printer}, sink)
				})
			})
		}
	}
}

// staged defers the value of a member to a later stage, and writes the function that reads it in that stage.
func (r *reading) staged(f *ir.Field, w where, b *branches, m memberwise, sink func(expr)) {
	name := "_" + r.current + "__" + trimmed(r.generator.names.Field(f))
	b.missing()
	b.otherwise(func() { r.Line("out.defer(%d, %s, made, %s, path)", f.Stage, name, w.value) })
	outer, body := r.printer, newPrinter(1)
	r.printer, w.value = body, "x"
	r.value(resolve(&f.Value), w, &branches{printer: r.printer}, sink)
	r.printer = newPrinter(0)
	free := resolve(&f.Value).isFree()
	parameters := []string{param("made", isSet(f)) + m.maker, "x: " + r.own("JsonValue"), param("path", !free) + r.own("Path"), param("out", !free) + r.own("Issues")}
	r.support.use("JsonValue")
	r.call("def "+name+"(", parameters, ") -> None:")
	r.parts = append(r.parts, r.String()+body.String())
	r.printer = outer
}

// absent writes the code for an absent member.
func (r *reading) absent(f *ir.Field, w where, attribute string, m memberwise) {
	for _, g := range m.guards {
		for _, required := range g.Required {
			if required.Name == f.Name {
				r.Statement("if ", r.guardTests().Where(g).Code, ":")
				r.Block(func() { r.fatal(w.path, required.Failure) })
			}
		}
	}
	switch {
	case f.Required:
		r.fatal(w.path, f.Missing)
	case acceptsNull(&f.Value):
		r.Line("%s = UNSET", attribute)
	default:
		r.Line("%s = None", attribute)
	}
}

// isCounted reports whether the number of present members is counted, which takes a line.
func (r *reading) isCounted(k *ir.Record, m memberwise) bool {
	for _, f := range k.Fields {
		if !f.Required && !r.isShort(f, m) {
			return false // its attribute may be absent
		}
	}
	return len(k.Fields) > 0 && len(k.Forbidden) == 0 && (&printer{print.Lines{Layout: r.Layout, Depth: 1}}).Fits(r.counting(k, m))
}

// counting returns the line that tests for undeclared members. For an invalid value the count may be wrong, but then the record is not
// used.
func (r *reading) counting(k *ir.Record, m memberwise) string {
	required := 0
	var optional strings.Builder
	for _, f := range k.Fields {
		absent := "None"
		switch {
		case f.Required:
			required++
			continue
		case acceptsNull(&f.Value):
			absent = "UNSET"
		}
		fmt.Fprintf(&optional, " + (made.%s is not %s)", r.generator.names.Field(f), absent)
	}
	if k.Closed {
		return fmt.Sprintf("if out.invalid or len(value) != %d%s:", required, optional.String())
	}
	return fmt.Sprintf("made.extra = {} if len(value) == %d%s else others(value, %s)", required, optional.String(), m.maker)
}

// surplus writes the code for undeclared members.
func (r *reading) surplus(k *ir.Record, m memberwise) {
	rest := "value"
	if m.taken {
		rest = "rest"
	}
	switch {
	case m.counted:
		r.counted(k, m)
		return
	case !k.Closed && m.taken:
		r.Line("made.extra = rest or {}") // the copy contains all members
	case !k.Closed:
		r.Line("made.extra = value.copy()")
	default:
		r.unknown(k, rest)
	}
	r.forbidden(k.Forbidden, rest)
}

// counted is surplus for counted members.
func (r *reading) counted(k *ir.Record, m memberwise) {
	r.support.use("others")
	r.Line("%s", r.counting(k, m))
	if k.Closed {
		r.Block(func() { r.unknown(k, "others(value, "+m.maker+")") })
	}
}

// unknown writes the failures of undeclared members of a closed record.
func (r *reading) unknown(k *ir.Record, rest string) {
	r.Line("for name in %s:", rest)
	r.Block(func() {
		if len(k.Forbidden) == 0 {
			r.add([]string{"name"}, k.Surplus)
			return
		}
		names := make([]string, len(k.Forbidden))
		for i, f := range k.Forbidden {
			names[i] = quote(f.Name)
		}
		condition := "name != " + names[0]
		if len(names) > 1 {
			condition = "name not in (" + strings.Join(names, ", ") + ")"
		}
		(&branches{printer: r.printer}).when(condition, func() { r.add([]string{"name"}, k.Surplus) })
	})
}

func (r *reading) forbidden(list []ir.Forbidden, among string) {
	for _, f := range list {
		r.Line("if %s in %s:", quote(f.Name), among)
		r.Block(func() { r.add([]string{quote(f.Name)}, f.Failure) })
	}
}

// readerOf returns the function that reads values of a type. Two underscores distinguish readers of other protocols from the protocol's
// own.
func (r *reading) readerOf(t *ir.Type) string {
	name := "read_" + r.snake(t)
	if !r.isForeign(t) {
		return name
	}
	local := "read_" + t.Protocol + "__" + r.snake(t)
	if r.theirReaders[t.Protocol] == nil {
		r.theirReaders[t.Protocol] = names{}
	}
	r.theirReaders[t.Protocol].use(name + " as " + local)
	return local
}
