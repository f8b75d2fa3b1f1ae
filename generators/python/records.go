package python

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// object writes what readers of records and unions start with.
func (r *reading) object(v *ir.Value) {
	if v.Nullable && v.Evaluated() == nil {
		r.Line("if value is None:")
		r.Block(func() { r.Line("return None") })
	}
	r.Line("if type(value) is not dict:")
	r.Block(func() {
		if v.Evaluated() == nil {
			r.fatal(nil, v.Mismatch)
		}
		r.Line("return None")
	})
}

// memberwise says how the members of a record are read.
type memberwise struct {
	sure   bool // a schema has accepted the record
	counts bool // those that are not there are counted, so that the others are known
	maker  string
	guards []ir.Guard // unless sure
}

func (r *reading) record(t *ir.Type, k *ir.Record) {
	r.object(&t.Value)
	r.support.use("new")
	m := memberwise{sure: t.Value.Evaluated() != nil, maker: r.generator.names.Type(t), guards: k.Guards}
	m.counts = !m.sure || !k.Closed
	outer := r.printer
	r.printer = newPrinter(outer.Depth)
	if len(k.Fields) > membersPerFunction {
		r.inParts(t, k.Fields, m)
	} else {
		r.fields(k.Fields, m)
	}
	r.surplus(k, m)
	r.demands(k)
	if len(r.ruled.byType[t]) > 0 {
		r.rules = true
		r.Line("out.apply(rules.%s_RULES, made, path)", r.upper(t))
	}
	body := r.String()
	r.printer = outer
	if body == "" { // linters refuse a name for what is returned at once
		r.Line("return new(%s)", m.maker)
		return
	}
	r.Line("made = new(%s)", m.maker)
	r.WriteString(body)
	r.Line("return made")
}

// membersPerFunction keeps functions short enough for type checkers, which give up on very long ones.
const membersPerFunction = 50

func (r *reading) fields(fields []*ir.Field, m memberwise) {
	if slices.ContainsFunc(fields, m.looksUp) {
		r.Line("get = value.get")
	}
	if m.counts && len(fields) > 0 {
		r.Line("absent = 0")
	}
	for _, f := range fields {
		r.field(f, m)
	}
}

// looksUp reports whether the reading of a member starts with the test whether it is there.
func (m memberwise) looksUp(f *ir.Field) bool { return !m.sure || !f.Required }

// inParts writes the calls of functions that read some of the members each, and these functions.
func (r *reading) inParts(t *ir.Type, fields []*ir.Field, m memberwise) {
	outer := r.printer
	add, result := "", "None"
	if m.counts {
		r.Line("absent = 0")
		add, result = "absent += ", "int"
	}
	i := 0
	for part := range slices.Chunk(fields, membersPerFunction) {
		i++
		name := fmt.Sprintf("_read_%s_%d", r.snake(t), i)
		outer.Line("%s%s(made, value, path, out)", add, name)
		r.printer = newPrinter(0)
		r.Line("def %s(made: %s, value: dict[str, JsonValue], path: Path, out: Issues) -> %s:", name, m.maker, result)
		r.Block(func() {
			r.fields(part, m)
			if m.counts {
				r.Line("return absent")
			}
		})
		r.parts = append(r.parts, r.String())
	}
	r.printer = outer
}

// field writes the tests of one member.
func (r *reading) field(f *ir.Field, m memberwise) {
	_, fixed := constant(f)
	if fixed && m.sure {
		return
	}
	w := where{value: "x", path: []string{quote(f.Name)}, local: trimmed(r.generator.names.Field(f))}
	if strings.HasPrefix(w.local, "read_") {
		w.local = "made_" + w.local // a variable like read_x_value could be a reader's name
	}
	attribute := "made." + r.generator.names.Field(f)
	b := &branches{printer: r.printer, sure: m.sure}
	if m.looksUp(f) {
		r.support.use("UNSET")
		r.Line("x = get(%s, UNSET)", quote(f.Name))
		b.absent = func() { r.absent(f, w, attribute, m) }
	} else {
		w.value = "y" // to type checkers, x may be absent
		r.Line("y = value[%s]", quote(f.Name))
	}
	sink := func(made string) { r.Line("%s = %s", attribute, made) }
	if fixed {
		sink = nil
	}
	if f.Staged {
		r.staged(f, w, b, m, sink)
		return
	}
	r.narrowed(f, w, b, m, sink)
	r.value(resolve(&f.Value), w, b, sink)
}

// narrowed writes the branches of a member that has to be more where others are present.
func (r *reading) narrowed(f *ir.Field, w where, b *branches, m memberwise, sink func(string)) {
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
				conditions := []string{fmt.Sprintf("out.narrows(%s, %s, %s)", reader, w.value, passPath(w.path))}
				test, made := r.tells(resolve(&f.Value), w)
				if test != "" {
					conditions = append(conditions, test)
				}
				inner.whenAny(" and ", conditions, func() { made(sink) })
			})
		}
	}
}

// staged leaves the value of a member to a later stage, and writes the function that reads it there.
func (r *reading) staged(f *ir.Field, w where, b *branches, m memberwise, sink func(string)) {
	name := "_" + r.current + "__" + trimmed(r.generator.names.Field(f))
	b.missing()
	b.otherwise(func() { r.Line("out.defer(%d, %s, made, %s, path)", f.Stage, name, w.value) })
	outer, body := r.printer, newPrinter(1)
	r.printer, w.value = body, "x"
	r.value(resolve(&f.Value), w, &branches{printer: r.printer}, sink)
	r.printer = newPrinter(0)
	var parameters []string
	for _, p := range [][2]string{{"made", m.maker}, {"x", "JsonValue"}, {"path", "Path"}, {"out", "Issues"}} {
		if !speaksOfVariable(body.String(), p[0]) {
			p[0] = "_" + p[0] // of a value that may be anything, there is nothing to say
		}
		parameters = append(parameters, p[0]+": "+p[1])
	}
	r.call("def "+name+"(", parameters, ") -> None:")
	r.parts = append(r.parts, r.String()+body.String())
	r.printer = outer
}

// speaksOfVariable reports whether code uses a variable, not an attribute of the same name.
func speaksOfVariable(code, name string) bool {
	return regexp.MustCompile(`(?m)(^|[\s(*,])` + name + `([.,) ]|$)`).MatchString(code)
}

// absent writes what is to be done where a member is not there.
func (r *reading) absent(f *ir.Field, w where, attribute string, m memberwise) {
	if m.counts {
		r.Line("absent += 1")
	}
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

// surplus writes what happens to members that the type does not name.
func (r *reading) surplus(k *ir.Record, m memberwise) {
	if !m.counts {
		return
	}
	condition := "if value:"
	if len(k.Fields) > 0 {
		condition = fmt.Sprintf("if len(value) + absent != %d:", len(k.Fields))
	}
	if !k.Closed {
		r.Line("made.extra = {}")
	}
	r.Line("%s", condition)
	r.Block(func() {
		r.Line("for name in %s:", r.others(k, m))
		r.Block(func() {
			if k.Closed {
				r.add([]string{"name"}, k.Surplus)
			} else {
				r.Line("made.extra[name] = value[name]")
			}
		})
		if !m.sure {
			r.forbidden(k.Forbidden)
		}
	})
}

// others spells the names of members that the type does not name. Of a closed one, they are surplus.
func (r *reading) others(k *ir.Record, m memberwise) string {
	known := m.maker + ".__envelope_names__"
	if k.Closed && len(k.Forbidden) > 0 {
		names := make([]string, len(k.Forbidden))
		for i, f := range k.Forbidden {
			names[i] = quote(f.Name)
		}
		known += " | {" + strings.Join(names, ", ") + "}"
	}
	return r.support.use("surplus") + "(value, " + known + ")"
}

func (r *reading) forbidden(list []ir.Forbidden) {
	for _, f := range list {
		r.Line("if %s in value:", quote(f.Name))
		r.Block(func() { r.add([]string{quote(f.Name)}, f.Failure) })
	}
}

// union writes the choice of a variant by its tag.
func (r *reading) union(t *ir.Type, k *ir.Union) {
	r.object(&t.Value)
	if k.By != ir.ByString {
		r.otherUnion(t, k)
		return
	}
	table := "_TAGS_" + r.upper(t)
	r.tags = append(r.tags, r.tagTable(t, k, table))
	r.support.use("UNSET")
	r.Line("tag = value.get(%s, UNSET)", quote(k.Tag))
	r.Line("if type(tag) is str and (read := %s.get(tag)) is not None:", table)
	r.Block(func() { r.Line("return read(value, path, out)") })
	r.wrongTag(t, k)
}

// wrongTag writes what is left where no variant has been chosen.
func (r *reading) wrongTag(t *ir.Type, k *ir.Union) {
	if tag := []string{quote(k.Tag)}; t.Value.Evaluated() == nil {
		r.Line("if tag is UNSET:")
		r.Block(func() { r.fatal(tag, k.MissingTag) })
		r.Line("else:")
		r.Block(func() { r.fatal(tag, k.UnknownTag) })
	}
	r.Line("return None")
}

// otherUnion is union for a tag that is a boolean, or that selects by being there.
func (r *reading) otherUnion(t *ir.Type, k *ir.Union) {
	tag := quote(k.Tag)
	if k.By == ir.ByPresence {
		r.Line("if %s in value:", tag)
		r.Block(func() { r.Line("return %s(value, path, out)", r.readerOf(k.Variants[0].Type)) })
		r.Line("return %s(value, path, out)", r.readerOf(k.Variants[1].Type))
		return
	}
	r.support.use("UNSET")
	r.Line("tag = value.get(%s, UNSET)", tag)
	for _, v := range k.Variants {
		for _, word := range v.Tags {
			r.Line("if tag is %s:", map[bool]string{true: "True", false: "False"}[word == "true"])
			r.Block(func() { r.Line("return %s(value, path, out)", r.readerOf(v.Type)) })
		}
	}
	r.wrongTag(t, k)
}

func (r *reading) tagTable(t *ir.Type, k *ir.Union, table string) string {
	p := newPrinter(0)
	p.Line("%s: Final[dict[str, Callable[[JsonValue, Path, Issues], %s | None]]] = {", table, r.generator.names.Type(t))
	p.Block(func() {
		for _, variant := range k.Variants {
			for _, tag := range variant.Tags {
				p.Line("%s: %s,", quote(tag), r.readerOf(variant.Type))
			}
		}
	})
	p.Line("}")
	return p.String()
}

// readerOf returns the function that reads values of a type. Two underscores distinguish those of other protocols from the
// protocol's own.
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

// lookup returns the table that distinguishes words of a vocabulary from other strings and gives them their type.
func (r *reading) lookup(t *ir.Type) string {
	if name, ok := r.lookups[t]; ok {
		return name
	}
	name, words := "_WORDS_"+r.upper(t), r.upper(t)+"_VALUES"
	if r.isForeign(t) {
		r.packages[t.Protocol] = true
		name, words = "_WORDS_"+strings.ToUpper(t.Protocol)+"__"+r.upper(t), r.qualified(t, words)
	} else {
		r.models.use(r.typeName(t))
		r.models.use(words)
	}
	r.lookups[t] = name
	p := newPrinter(0)
	p.comprehension(fmt.Sprintf("%s: Final[dict[str, %s]] = {", name, r.typeName(t)), "word: word for word in "+words, "}")
	r.tables = append(r.tables, p.String())
	return name
}
