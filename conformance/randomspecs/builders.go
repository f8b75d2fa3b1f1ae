package randomspecs

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
)

// makers writes the builders of a spec, and the members that builders fill in. It reads the compiled spec, where each member has a single type.
type makers struct {
	*author
	names []string        // of builders, which are left
	late  map[string]bool // members that may be absent while a builder computes others
	auto  map[string]bool // members that always have a value then
}

// builderNames are words that languages or the generated code have a use for.
var builderNames = strings.Fields(`class new self import check message type none len open make_it a_1 to_string args options draft error build issues result store answers
	ulid param put div_int any max emit`)

// Build adds builders, `x-auto` and `x-secret`, from a source of its own. It leaves a spec as it is that the compiler refuses.
func (s *Spec) Build() {
	p := s.compiled()
	if p == nil {
		return
	}
	a := s.author
	before := a.Rand
	defer func() { a.Rand = before }()
	a.Rand = rand.New(rand.NewPCG(s.Seed+3<<32, uint64(s.Number)+1))
	if a.one(3) && a.planStore(p) {
		s.types = a.types
		s.YAML = s.print()
		if p = s.compiled(); p == nil {
			return
		}
	}
	m := &makers{author: a, names: slices.Clone(builderNames), late: map[string]bool{}, auto: map[string]bool{}}
	a.Shuffle(len(m.names), func(i, j int) { m.names[i], m.names[j] = m.names[j], m.names[i] })
	for _, t := range a.types {
		if record := typeNamed(p, t.name); record != nil {
			m.fillMembers(t, record)
		}
	}
	m.write(p)
	if a.one(3) {
		a.output = obj("indent", a.IntN(4), "end", pick(a, "\n", "", "\r\n"))
	}
	s.YAML = s.print()
}

// compiled is the spec as the compiler has it, or nil if that refuses it.
func (s *Spec) compiled() *ir.Protocol {
	p, diags := compile.Library{Read: s.read}.Source(s.Name+".yaml", s.YAML)
	if slices.ContainsFunc(diags, func(d diag.Diagnostic) bool { return d.Severity == diag.Error }) {
		return nil
	}
	return p
}

// planStore gives a message a member that may be stored: an object, or another one with the digest of that. It reports whether there is a message.
func (a *author) planStore(p *ir.Protocol) bool {
	var messages []*named
	for _, b := range p.Builders {
		for _, t := range a.types {
			s, isObject := t.schema.(*object)
			if !isObject || t.name != b.Makes.Name || s.get("type") != "object" || s.has("additionalProperties") || s.has("unevaluatedProperties") {
				continue
			}
			if properties, has := s.get("properties").(*object); has && !properties.has(storedMember) {
				messages = append(messages, t)
			}
		}
	}
	if len(messages) == 0 {
		return false
	}
	count := obj("type", "integer")
	kept := obj("type", "object", "required", []any{"digest"}, "properties", obj("digest", obj("type", "string"), "size", obj("type", "integer"), "count", count,
		"kind", obj("type", "string"), "about", obj("type", "object", "properties", obj("sample", obj(), "n", count)), "hint", obj("type", "string", "maxLength", 5)))
	given := obj("type", "object", "properties", obj("rows", obj("type", "array"), "hint", obj("type", "string"), "in", obj("type", "object")))
	if a.one(2) {
		given.get("properties").(*object).set("rest", obj("type", "array", "items", obj("type", "object")))
	}
	keptType, givenType := a.talkType(kept), a.talkType(given)
	either := a.talkType(obj("oneOf", []any{reference{keptType.name, false}, reference{givenType.name, false}}, "discriminator", obj("presence", "digest")))
	to := pick(a, messages...).schema.(*object)
	to.get("properties").(*object).set(storedMember, reference{either.name, false})
	if required, _ := to.get("required").([]any); a.one(2) {
		to.set("required", append(slices.Clone(required), storedMember))
	}
	return true
}

// storedMember is the name of the member that planStore adds.
const storedMember = "stored data"

// stores moves the member that may be stored.
func (m *makers) stores() *object {
	s := obj("over", pick(m.author, "0", "20", "60", "1 + 1"), "digest", "/digest")
	if strings.Contains(m.declared(), " most ") && m.one(2) {
		s.set("over", "params.most")
	}
	if m.one(2) {
		s.set("size", "/size")
	}
	if m.one(2) {
		s.set("count", "/count")
	}
	if m.one(2) {
		s.set("values", obj("/kind", pick(m.author, "", "k")))
	}
	if m.one(2) {
		s.set("preview", obj("at", "/about", "names", pick(m.author, "names", "é"), "record", pick(m.author, "sample", "r"), "most", number(pick(m.author, "64", "80", "200"))))
	}
	if m.one(2) {
		s.set("takes", []any{"/hint"})
	}
	return obj(pointerTo(storedMember), s)
}

// typeNamed is the record of a name, or nil.
func typeNamed(p *ir.Protocol, name string) *ir.Type {
	i := slices.IndexFunc(slices.Concat(p.Types, p.Parts), func(t *ir.Type) bool { return t.Name == name && t.Protocol == p.Name })
	if i < 0 {
		return nil
	}
	t := slices.Concat(p.Types, p.Parts)[i]
	if _, is := t.Value.Kind.(*ir.Record); !is {
		return nil
	}
	return t
}

// fillMembers writes `x-auto` or `x-secret` at some members of a type.
func (m *makers) fillMembers(t *named, record *ir.Type) {
	s, isObject := t.schema.(*object)
	if !isObject || s.get("type") != "object" {
		return
	}
	properties, _ := s.get("properties").(*object)
	if properties == nil {
		return
	}
	for i := range properties.members {
		f := record.Field(properties.members[i].name)
		if f == nil || !m.one(5) {
			continue
		}
		var own *object
		switch v := properties.members[i].value.(type) {
		case reference:
			own = obj("$ref", v)
		case *object:
			own = obj(asPairs(v)...)
		default:
			continue
		}
		r := f.Value.Resolve()
		if _, isText := r.Kind.(ir.String); isText && r.Schema == nil && len(r.Checks) == 0 && m.one(3) {
			own.set("x-secret", true)
		} else if auto := m.source(f, r); auto != nil {
			own.set("x-auto", auto)
			m.late[f.Name] = m.late[f.Name] || auto == "elapsed"
			m.auto[f.Name] = m.auto[f.Name] || auto != "elapsed"
		}
		properties.members[i].value = own
	}
}

// source is the value that a builder writes into a member, or nil.
func (m *makers) source(f *ir.Field, r ir.Resolved) any {
	var list []any
	switch k := r.Kind.(type) {
	case ir.Any:
		list = append(list, m.constant(number("1"), "a", true, nil))
	case ir.Boolean:
		list = append(list, m.constant(true, false))
	case ir.Integer:
		if k.Width == ir.Safe {
			list = append(list, "now", "elapsed", m.constant(number("0"), number("2"), number("-9007199254740991")), m.param("integer"))
		}
	case ir.Number:
		list = append(list, m.constant(number("0.5"), number("1e21"), number("0"), number("3")), m.param("number"))
	case ir.String:
		list = append(list, "uuid", "ulid", m.constant("", "a", "line\nend \" \u2028 é😀"), m.param("string"))
		if f.Value.IsDateTime() {
			list = []any{"now"}
		}
	case *ir.Enum:
		list = append(list, m.constant(k.Values[m.IntN(len(k.Values))].Value))
		if env := m.env(k); env != nil {
			list = append(list, env, env)
		}
	}
	if r.Nullable && m.one(3) {
		list = append(list, m.constant(nil))
	}
	list = slices.DeleteFunc(list, func(v any) bool { return v == nil })
	if len(list) == 0 {
		return nil
	}
	return pick(m.author, list...)
}

func (m *makers) constant(values ...any) any { return obj("value", pick(m.author, values...)) }

// param is a parameter of a type, or nil.
func (m *makers) param(json string) any {
	for _, p := range m.params {
		if p.get("type") == json {
			return obj("param", p.get("name"))
		}
	}
	return nil
}

// env is a column of a catalog that names environment variables, or nil.
func (m *makers) env(k *ir.Enum) any {
	if k.Catalog == nil {
		return nil
	}
	for i, column := range k.Catalog.Columns {
		if slices.ContainsFunc(k.Values, func(v ir.EnumValue) bool { return v.Cells[i].Kind == ir.StringLiteral }) {
			return obj("env", column.Name, "else", k.Values[0].Value)
		}
	}
	return nil
}

// write declares builders for half of the messages.
func (m *makers) write(p *ir.Protocol) {
	for _, part := range p.Parts {
		if fills := m.fills(part); len(fills.members) > 0 && part.Protocol == p.Name && m.one(2) && len(m.names) > 0 {
			m.builders = append(m.builders, member{m.names[0], obj("makes", reference{part.Name, false}, "fills", fills)})
			m.names = m.names[1:]
		}
	}
	var done []*ir.Type
	for _, b := range p.Builders {
		stores := b.Makes.Field(storedMember) != nil
		if slices.Contains(done, b.Makes) || !stores && !m.one(2) || !m.isDeclared(b.Makes.Name) || len(m.names) < 2 {
			continue
		}
		done = append(done, b.Makes)
		for range 1 + m.IntN(2) {
			m.builders = append(m.builders, member{m.names[0], m.builder(p, b.Makes)})
			m.names = m.names[1:]
		}
	}
}

// way leads from a message to a member.
type way []*ir.Field

func (w way) last() ir.Resolved { return w[len(w)-1].Value.Resolve() }

func (w way) pointer() string {
	var b strings.Builder
	for _, f := range w {
		b.WriteString(pointerTo(f.Name))
	}
	return b.String()
}

// always reports whether the objects on the way are required.
func (w way) always() bool {
	return !slices.ContainsFunc(w[:len(w)-1], func(f *ir.Field) bool { return !f.Required })
}

// ways are those to members, through at most two objects.
func ways(t *ir.Type, depth int) (list []way) {
	for _, f := range t.Value.Kind.(*ir.Record).Fields {
		list = append(list, way{f})
		r := f.Value.Resolve()
		if _, is := r.Kind.(*ir.Record); !is || r.Nullable || depth == 0 {
			continue
		}
		for _, inner := range ways(r.Types[len(r.Types)-1], depth-1) {
			list = append(list, append(way{f}, inner...))
		}
	}
	return list
}

// some are up to two different ways with a property.
func (m *makers) some(all []way, is func(w way) bool) []way {
	list := slices.DeleteFunc(slices.Clone(all), func(w way) bool { return !is(w) })
	m.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:min(len(list), m.IntN(3))]
}

func isList(w way) bool { _, is := w.last().Kind.(ir.Array); return is }
func isText(w way) bool { _, is := w.last().Kind.(ir.String); return is }

func optional(w way) bool { return !w[len(w)-1].Required }

// builder is the declaration of one builder of a message.
func (m *makers) builder(p *ir.Protocol, t *ir.Type) *object {
	all := ways(t, 2)
	b := obj("makes", reference{t.Name, false})
	if m.one(3) {
		m.answer(p, b, all)
	}
	list := func(word string, is func(w way) bool) {
		var pointers []any
		for _, w := range m.some(all, is) {
			pointers = append(pointers, w.pointer())
		}
		if pointers != nil {
			b.set(word, pointers)
		}
	}
	if m.one(2) {
		list("requires", func(w way) bool { return w.always() && optional(w) })
	}
	list("drops", func(w way) bool { return w.always() && optional(w) && isList(w) })
	if fills := m.fills(t); len(fills.members) > 0 {
		b.set("fills", fills)
	}
	if slices.ContainsFunc(all, func(w way) bool { return len(w) == 1 && w[0].Name == storedMember }) {
		b.set("stores", m.stores())
	}
	m.shorten(b, t, all)
	return b
}

// answer adds the message that a builder answers, and the members that it copies.
func (m *makers) answer(p *ir.Protocol, b *object, all []way) {
	var records []*ir.Type
	for _, t := range p.Types {
		if _, is := t.Value.Kind.(*ir.Record); is && m.isDeclared(t.Name) {
			records = append(records, t)
		}
	}
	answered := pick(m.author, records...)
	b.set("answers", reference{answered.Name, false})
	copies := obj()
	for _, from := range ways(answered, 1) {
		var kind ir.ExprType
		switch k := from.last().Kind.(type) {
		case ir.String:
			kind.Kind = ir.StringExpr
		case ir.Integer:
			if kind.Kind = ir.IntExpr; k.Width != ir.Safe {
				continue
			}
		case ir.Number:
			kind.Kind = ir.DoubleExpr
		default:
			continue
		}
		for _, to := range m.some(all, func(w way) bool { return w.always() && takes(w.last(), kind.Kind) }) {
			copies.set(to.pointer(), from.pointer())
			m.late[to[0].Name] = true
		}
	}
	if len(copies.members) > 0 {
		b.set("copies", copies)
	}
}

// isDeclared reports whether the spec gives a type its name.
func (m *makers) isDeclared(name string) bool {
	return slices.ContainsFunc(m.types, func(t *named) bool { return t.name == name })
}

// takes reports whether a value may be of a type of expressions.
func takes(r ir.Resolved, kind ir.ExprKind) bool {
	switch k := r.Kind.(type) {
	case ir.Any:
		return true
	case ir.Boolean:
		return kind == ir.BoolExpr
	case ir.Integer:
		return kind == ir.IntExpr && k.Width == ir.Safe
	case ir.Number:
		return kind == ir.IntExpr || kind == ir.DoubleExpr
	case ir.String, *ir.Enum:
		return kind == ir.StringExpr
	case ir.Array:
		return kind == ir.ListExpr && takes(k.Items.Resolve(), ir.StringExpr)
	}
	return false
}

// fills computes up to two members.
func (m *makers) fills(t *ir.Type) *object {
	fills := obj()
	some := m.some(ways(t, 2), func(w way) bool { return !m.auto[w[len(w)-1].Name] && len(m.expressions(t, w.last())) > 0 })
	for _, w := range some {
		m.late[w[0].Name] = true
	}
	for _, w := range some {
		if len(m.expressions(t, w.last())) == 0 {
			continue
		}
		cel := any(pick(m.author, m.expressions(t, w.last())...))
		if when := m.condition(t); when != "" && m.one(2) {
			cel = obj("when", when, "cel", cel)
		}
		fills.set(w.pointer(), cel)
	}
	return fills
}

// expressions are those whose values a member accepts.
func (m *makers) expressions(t *ir.Type, r ir.Resolved) (list []string) {
	texts, lists, integers, flags := m.read(t)
	add := func(kind ir.ExprKind, forms ...string) {
		if !takes(r, kind) {
			return
		}
		for _, form := range forms {
			if param := strings.Index(form, "params."); param < 0 || strings.Contains(m.declared(), " "+strings.Fields(form[param+7:])[0]+" ") {
				list = append(list, form)
			}
		}
	}
	add(ir.IntExpr, "3", "params.limit + 1", "int(now)")
	add(ir.DoubleExpr, "1.5", "params.ratio * 2.0")
	add(ir.StringExpr, `"a"`, `"é" + params.word`, "params.word")
	add(ir.BoolExpr, "true", "params.flag && true")
	add(ir.ListExpr, `["b", "a"]`, `[params.word ]`)
	for _, x := range texts {
		add(ir.StringExpr, x, `"x" + `+x)
		add(ir.IntExpr, "size("+x+")")
		add(ir.BoolExpr, x+` == "a"`)
		add(ir.ListExpr, "["+x+`, "b"]`)
	}
	for _, x := range lists {
		add(ir.IntExpr, "size("+x+") * 2")
		add(ir.DoubleExpr, "double(size("+x+")) + 0.5")
		add(ir.BoolExpr, "size("+x+") > 1")
	}
	for _, x := range integers {
		add(ir.StringExpr, "string("+x+")")
		add(ir.DoubleExpr, "double("+x+")")
	}
	for _, x := range flags {
		add(ir.BoolExpr, x)
		add(ir.IntExpr, x+" ? 1 : 2")
	}
	return list
}

// read returns the members that every message of a type has, as CEL reads them, by their types.
func (m *makers) read(t *ir.Type) (texts, lists, integers, flags []string) {
	for _, f := range t.Value.Kind.(*ir.Record).Fields {
		access, sayable := accessTo(f.Name)
		r := f.Value.Resolve()
		if !sayable || f.Required && m.late[f.Name] {
			continue
		}
		if !f.Required {
			flags = append(flags, "has("+access+")")
			continue
		}
		if r.Nullable || r.Schema != nil {
			continue
		}
		switch k := r.Kind.(type) {
		case ir.String:
			texts = append(texts, access)
		case ir.Array:
			lists = append(lists, access)
		case ir.Integer:
			if k.Width == ir.Safe {
				integers = append(integers, access)
			}
		case ir.Boolean:
			flags = append(flags, access)
		}
	}
	return texts, lists, integers, flags
}

// condition is a condition on a message, or "".
func (m *makers) condition(t *ir.Type) string {
	texts, lists, integers, flags := m.read(t)
	var forms []string
	for _, x := range texts {
		forms = append(forms, x+` != ""`, "size("+x+") < 3")
	}
	for _, x := range lists {
		forms = append(forms, "size("+x+") > 0")
	}
	for _, x := range integers {
		forms = append(forms, x+" > 1")
	}
	for _, x := range flags {
		forms = append(forms, x, "!"+x)
	}
	if len(forms) == 0 {
		return ""
	}
	return pick(m.author, forms...)
}

// shorten adds cuts, keeps and omits.
func (m *makers) shorten(b *object, t *ir.Type, all []way) {
	cuts, keeps, omits := obj(), obj(), obj()
	for _, w := range m.some(all, isText) {
		cut := obj()
		if m.one(2) {
			cut.set("head", m.amount(t))
		}
		if m.one(2) || len(cut.members) == 0 {
			cut.set("tail", m.amount(t))
		}
		if m.one(2) {
			cut.set("mark", pick(m.author, "...", "…", "", "\""))
		}
		cuts.set(w.pointer(), cut)
	}
	for _, w := range m.some(all, isList) {
		keep := obj("most", m.amount(t))
		if by := m.by(*w.last().Kind.(ir.Array).Items); by != "" && m.one(2) {
			keep.set("by", by)
		}
		keeps.set(w.pointer(), keep)
	}
	if when := m.condition(t); when != "" {
		for _, w := range m.some(all, optional) {
			omits.set(w.pointer(), when)
		}
	}
	for _, section := range []member{{"cuts", cuts}, {"keeps", keeps}, {"omits", omits}} {
		if len(section.value.(*object).members) > 0 {
			b.set(section.name, section.value)
		}
	}
}

// amount is a number of bytes or items.
func (m *makers) amount(t *ir.Type) string {
	texts, lists, _, _ := m.read(t)
	forms := []string{"0", "1", "2", "3", "-1", "1 + 1"}
	if strings.Contains(m.declared(), " limit ") {
		forms = append(forms, "params.limit - 2", "params.limit")
	}
	for _, x := range slices.Concat(texts, lists) {
		forms = append(forms, fmt.Sprintf("size(%s) / 2", x))
	}
	return pick(m.author, forms...)
}

// by is a string member of the items of a list, or "".
func (m *makers) by(items ir.Value) string {
	r := items.Resolve()
	record, is := r.Kind.(*ir.Record)
	if !is || r.Nullable {
		return ""
	}
	for _, f := range record.Fields {
		if _, isText := f.Value.Resolve().Kind.(ir.String); isText {
			return f.Name
		}
	}
	return ""
}
