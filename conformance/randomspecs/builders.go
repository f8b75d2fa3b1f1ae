package randomspecs

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/compile/host"
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

// typeNamed is the record of a name, or nil.
func typeNamed(p *ir.Protocol, name string) *ir.Type {
	for _, t := range slices.Concat(p.Types, p.Parts) {
		if _, is := t.Value.Kind.(*ir.Record); is && t.Name == name && t.Protocol == p.Name {
			return t
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
		for _, to := range m.some(all, func(w way) bool { return w.always() && host.Takes(w.last(), kind) }) {
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
