package python

import (
	"fmt"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// object writes what readers of records and unions start with.
func (r *reading) object(v *ir.Value) {
	if v.Nullable {
		r.line("if value is None:")
		r.block(func() { r.line("return None") })
	}
	r.line("if type(value) is not dict:")
	r.block(func() {
		r.fatal(nil, v.Mismatch)
		r.line("return None")
	})
}

func (r *reading) record(t *ir.Type, k *ir.Record) {
	r.object(&t.Value)
	r.support.use("new")
	name := r.generator.names.Type(t)
	r.line("made = new(%s)", name)
	switch count := len(k.Fields); {
	case count > membersPerFunction:
		r.inParts(t, k.Fields)
	case count > 0:
		r.members(k.Fields)
	}
	r.surplus(name, k)
	r.line("return made")
}

// membersPerFunction keeps functions short enough for type checkers, which give up on very long ones.
const membersPerFunction = 100

func (r *reading) members(fields []*ir.Field) {
	r.line("get = value.get")
	r.line("absent = 0")
	for _, f := range fields {
		r.field(f)
	}
}

// inParts writes the calls of functions that read some of the members each, and these functions.
func (r *reading) inParts(t *ir.Type, fields []*ir.Field) {
	outer := r.printer
	r.line("absent = 0")
	i := 0
	for part := range slices.Chunk(fields, membersPerFunction) {
		i++
		name := fmt.Sprintf("_read_%s_%d", r.snake(t), i)
		outer.line("absent += %s(made, value, path, out)", name)
		r.printer = &printer{}
		r.line("def %s(made: %s, value: dict[str, JsonValue], path: Path, out: Issues) -> int:", name, r.generator.names.Type(t))
		r.block(func() {
			r.members(part)
			r.line("return absent")
		})
		r.parts = append(r.parts, r.b.String())
	}
	r.printer = outer
}

// field writes the tests of one member.
func (r *reading) field(f *ir.Field) {
	w := where{value: "x", path: []string{quote(f.Name)}, local: trimmed(r.generator.names.Field(f))}
	attribute := "made." + r.generator.names.Field(f)
	r.support.use("UNSET")
	r.line("x = get(%s, UNSET)", quote(f.Name))
	b := &branches{printer: r.printer, absent: func() {
		r.line("absent += 1")
		switch {
		case f.Required:
			r.fatal(w.path, f.Missing)
		case acceptsNull(&f.Value):
			r.line("%s = UNSET", attribute)
		default:
			r.line("%s = None", attribute)
		}
	}}
	if _, ok := constant(f); ok {
		r.value(resolve(&f.Value), w, b, nil)
		return
	}
	r.value(resolve(&f.Value), w, b, func(made string) { r.line("%s = %s", attribute, made) })
}

// surplus writes what happens to members that the type does not name.
func (r *reading) surplus(name string, k *ir.Record) {
	condition := "if value:"
	if len(k.Fields) > 0 {
		condition = fmt.Sprintf("if len(value) + absent != %d:", len(k.Fields))
	}
	others := r.support.use("surplus") + "(value, " + name + ".__envelope_names__)"
	if !k.Closed {
		r.line("made.extra = {}")
		r.line("%s", condition)
		r.block(func() {
			r.line("for name in %s:", others)
			r.block(func() { r.line("made.extra[name] = value[name]") })
		})
		return
	}
	r.line("%s", condition)
	r.block(func() {
		r.line("for name in %s:", others)
		r.block(func() { r.add([]string{"name"}, k.Surplus) })
	})
}

// union writes the choice of a variant by its tag.
func (r *reading) union(t *ir.Type, k *ir.Union) {
	r.object(&t.Value)
	table := "_TAGS_" + r.upper(t)
	r.tags = append(r.tags, r.tagTable(t, k, table))
	r.support.use("UNSET")
	tag := []string{quote(k.Tag)}
	r.line("tag = value.get(%s, UNSET)", tag[0])
	r.line("if type(tag) is str and (read := %s.get(tag)) is not None:", table)
	r.block(func() { r.line("return read(value, path, out)") })
	r.line("if tag is UNSET:")
	r.block(func() { r.fatal(tag, k.MissingTag) })
	r.line("else:")
	r.block(func() { r.fatal(tag, k.UnknownTag) })
	r.line("return None")
}

func (r *reading) tagTable(t *ir.Type, k *ir.Union, table string) string {
	var p printer
	p.line("%s: Final[dict[str, Callable[[JsonValue, Path, Issues], %s | None]]] = {", table, r.generator.names.Type(t))
	p.block(func() {
		for _, variant := range k.Variants {
			for _, tag := range variant.Tags {
				p.line("%s: read_%s,", quote(tag), r.snake(variant.Type))
			}
		}
	})
	p.line("}")
	return p.b.String()
}

// lookup returns the table that tells words of a vocabulary from other strings and gives them their type.
func (r *reading) lookup(t *ir.Type) string {
	if name, ok := r.lookups[t]; ok {
		return name
	}
	name := "_WORDS_" + r.upper(t)
	r.lookups[t] = name
	r.models.use(r.generator.names.Type(t))
	r.tables = append(r.tables, fmt.Sprintf("%s: Final[dict[str, %s]] = {word: word for word in %s}\n",
		name, r.generator.names.Type(t), r.models.use(r.upper(t)+"_VALUES")))
	return name
}

// pattern returns the name of a compiled pattern.
func (r *reading) pattern(e *ir.Regexp) string {
	if name, ok := r.patterns[e.Python]; ok {
		return name
	}
	name := fmt.Sprintf("_PATTERN_%d", len(r.patterns)+1)
	r.patterns[e.Python] = name
	var p printer
	if table := e.Table(); table != nil {
		p.line("%s: Final = %s(", name, r.support.use("of_any_length"))
		p.block(func() {
			p.line("%s,", quotePattern(e.Python))
			p.line(`"""`)
			for _, line := range table.Lines() {
				p.line("%s", line)
			}
			p.line(`""",`)
		})
		p.line(")")
	} else {
		p.call(name+": Final = "+r.support.use("Pattern")+"(", []string{quotePattern(e.Python)}, ")")
	}
	r.tables = append(r.tables, p.b.String())
	return name
}
