package golang

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// A draft is the caller's part of a record. It has the fields of the record, but each of them can be absent:
//
//	optional member         same as in the record
//	required scalar         Opt, or OptNullable if it may be null
//	required list, map,
//	union, any value        same as in the record; nil is absent
//	required record         a pointer; or a draft, if the builder completes it: an Opt if the caller must set it

// drafts contains the drafts of a protocol's builders.
type drafts struct {
	names map[*ir.Draft]string
	taken map[string]bool // the names of types
	code  []jen.Code
}

// givenMember is a member of a draft.
type givenMember struct {
	ir.DraftMember
	of   *ir.Type // the record that contains it
	name string
	typ  *jen.Statement
	mode      // the mode in the draft: plain for values that are nil if absent, and for drafts that the builder begins
	same bool // whether the record has the same field
}

// newDrafts declares the drafts inside of messages.
func (g *generator) newDrafts() *drafts {
	d := &drafts{names: map[*ir.Draft]string{}, taken: map[string]bool{}}
	for _, t := range g.protocol.Types {
		d.taken[g.names.Type(t)] = true
	}
	inner, number := plan.Drafts(g.protocol)
	alike := make([][]*ir.Draft, len(inner))
	for draft, of := range number {
		alike[of] = append(alike[of], draft)
	}
	names, given, drafted := make([]string, len(inner)), map[string]bool{}, map[*ir.Type]bool{}
	for n, one := range inner {
		name := g.names.Type(one.Of) + "Draft"
		if given[name] { // another builder needs other members of the record
			name = g.names.Words(one.Builder.Name) + name
		}
		names[n] = d.free(name)
		given[names[n]] = true
		for _, draft := range alike[n] {
			d.names[draft] = names[n]
		}
		if !d.isRecord(g, one.Draft) {
			d.code = append(d.code, d.declare(g, one.Draft, names[n]), d.method(g, one.Draft, names[n]))
			if one.Of.Error != nil && !g.isForeign(one.Of) && !drafted[one.Of] {
				drafted[one.Of] = true
				if method := d.ofError(g, one.Draft, names[n]); method != nil {
					d.code = append(d.code, method)
				}
			}
		}
	}
	return d
}

// declareRoots declares the drafts of messages. Builders of a message with the same members share a draft, which has the name of the
// message.
func (d *drafts) declareRoots(g *generator, printers []*builderPrinter) {
	sharing, keys := map[string][]*builderPrinter{}, []string{}
	for _, p := range printers {
		key := g.names.Type(p.b.Makes)
		for _, m := range d.members(g, p.b.Draft) {
			key += fmt.Sprint(" ", m.name, m.mode, m.same, d.names[m.Draft])
		}
		if sharing[key] == nil {
			keys = append(keys, key)
		}
		sharing[key] = append(sharing[key], p)
	}
	for _, key := range keys {
		first := sharing[key][0]
		name := first.name
		if len(sharing[key]) > 1 {
			name = g.names.Type(first.b.Makes)
		}
		name = d.free(name + "Draft")
		for _, p := range sharing[key] {
			p.draft, d.names[p.b.Draft] = name, name
		}
		d.code = append(d.code, d.declare(g, first.b.Draft, name), d.method(g, first.b.Draft, name))
	}
}

// free returns an unused name for a type, and takes it.
func (d *drafts) free(name string) string {
	for d.taken[name] {
		name += "_"
	}
	d.taken[name] = true
	return name
}

// isRecord reports whether a record is its own draft: each of its members can be absent.
func (d *drafts) isRecord(g *generator, draft *ir.Draft) bool {
	return g.cycles.records[draft.Of] == 0 && !slices.ContainsFunc(d.members(g, draft), func(m givenMember) bool { return !m.same || m.Field.Required && m.Draft == nil })
}

// members returns the members of a draft.
func (d *drafts) members(g *generator, draft *ir.Draft) (list []givenMember) {
	for _, m := range draft.Members {
		if !isStored(m.Field) {
			continue
		}
		v, pointer := m.Field.Value, g.cycles.byPointer(draft.Of, m.Field.Value)
		of := givenMember{DraftMember: m, of: draft.Of, name: g.names.Field(m.Field), typ: g.placeType(v, m.Field.Required, pointer), mode: modeOf(v, m.Field.Required), same: true}
		switch {
		case m.Draft != nil && d.isRecord(g, m.Draft):
			if m.Must && of.mode == plain {
				of.mode, of.same, of.typ = optional, false, g.own("Opt").Types(of.typ)
			}
		case m.Draft != nil && (m.Must || m.Optional):
			of.mode, of.same, of.typ = optional, false, g.own("Opt").Types(jen.Id(d.names[m.Draft]))
		case m.Draft != nil:
			of.mode, of.same, of.typ = plain, false, jen.Id(d.names[m.Draft])
		case of.mode == nullable:
			of.mode, of.same, of.typ = optionalNullable, false, g.own("OptNullable").Types(g.innerType(v, pointer))
		case of.mode != plain || pointer || isNilable(v):
		case isRecord(resolve(v).Kind):
			of.same, of.typ = false, jen.Op("*").Add(of.typ)
		default:
			of.mode, of.same, of.typ = optional, false, g.own("Opt").Types(of.typ)
		}
		list = append(list, of)
	}
	return list
}

// isNilable reports whether a field can be nil.
func isNilable(v ir.Value) bool {
	switch resolve(v).Kind.(type) {
	case ir.Boolean, ir.Integer, ir.Number, ir.String, *ir.Enum, ir.Const, *ir.Record, ir.Object, ir.Map:
		return false
	}
	return true
}

// declare declares the type of a draft.
func (d *drafts) declare(g *generator, draft *ir.Draft, name string) jen.Code {
	var fields []jen.Code
	for _, m := range d.members(g, draft) {
		fields = append(fields, jen.Id(m.name).Add(m.typ).Tag(map[string]string{"member": m.Field.Name}))
	}
	if !draft.Of.Value.Kind.(*ir.Record).Closed {
		fields = append(fields, jen.Id("Extra").Add(g.own("Object")))
	}
	return commented(jen.Type().Id(name).Struct(fields...), name+" is the caller's part of "+withArticle(g.names.Type(draft.Of))+".")
}

// method converts a draft to a record.
func (d *drafts) method(g *generator, draft *ir.Draft, name string) jen.Code {
	return g.p("func (d ", name, ") message() ", g.typeName(draft.Of), " { return ", d.literal(g, draft, "d"), " }\n")
}

// ofError converts an error to a draft, for a builder that fills in some of its members. Zero members are absent in the draft. It returns nil if a
// builder fills in members of its parts.
func (d *drafts) ofError(g *generator, draft *ir.Draft, name string) jen.Code {
	method, filled, code := "Draft", "", []any{}
	members := d.members(g, draft)
	for _, m := range members {
		if m.name == method {
			method += "_"
		}
		value := "v." + m.name
		switch {
		case m.same:
		case m.Draft != nil:
			return nil
		case m.mode == plain:
			value = "&" + value
		case m.mode == optionalNullable:
			code = append(code, m.name, ": wire.OptNullableOf(", value, "),\n")
			continue
		case m.Must:
			value = own("Some") + "(" + value + ")"
		default:
			code, filled = append(code, m.name, ": wire.NonZero(", value, "),\n"), " Zero members that a builder fills in are absent."
			continue
		}
		code = append(code, m.name, ": ", value, ",\n")
	}
	head := []any{"func (v ", g.names.Type(draft.Of), ") ", method, "() ", name, " {"}
	if areSame(members) {
		return commented(g.p(append(head, " return ", name, "(v) }\n")...), method+" returns the draft of an error.")
	}
	if !draft.Of.Value.Kind.(*ir.Record).Closed {
		code = append(code, "Extra: v.Extra,\n")
	}
	head = append(head, "\nreturn ", name, "{\n")
	return commented(g.p(append(append(head, code...), "}\n}\n")...), method+" returns the draft of an error."+filled)
}

// areSame reports whether the fields of a draft are those of the record, so that one is a conversion of the other.
func areSame(members []givenMember) bool {
	return !slices.ContainsFunc(members, func(m givenMember) bool { return !m.same })
}

// literal returns the record of a draft.
func (d *drafts) literal(g *generator, draft *ir.Draft, from string) *jen.Statement {
	parts := []any{g.typeName(draft.Of), "{"}
	members, more := d.members(g, draft), ""
	if areSame(members) {
		return g.p(g.typeName(draft.Of), "(", from, ")")
	}
	if len(members) >= mostInLine {
		more = "\n"
	}
	for _, m := range members {
		parts = append(parts, more, m.name, ": ", d.held(g, m, from+"."+m.name), ",")
	}
	if !draft.Of.Value.Kind.(*ir.Record).Closed {
		parts = append(parts, more, "Extra: ", from, ".Extra,")
	}
	return g.p(append(parts, more, "}")...)
}

// held returns the value of a draft's member with the type of the record's field.
func (d *drafts) held(g *generator, m givenMember, at string) *jen.Statement {
	pointer := g.cycles.byPointer(m.of, m.Field.Value)
	made := func(x *jen.Statement) *jen.Statement {
		if m.Draft == nil || d.isRecord(g, m.Draft) {
			return x
		}
		if x = g.p(x, ".message()"); pointer {
			return g.p("wire.Pointer(", x, ")")
		}
		return x
	}
	switch {
	case m.same:
		return g.p(at)
	case m.Draft != nil && m.Optional && pointer:
		return g.p("wire.Made(", at, ", func(d ", d.names[m.Draft], ") *", g.typeName(m.Draft.Of), " { return wire.Pointer(d.message()) })")
	case m.Draft != nil && m.Optional:
		return g.p("wire.Made(", at, ", ", d.names[m.Draft], ".message)")
	case m.mode == optional:
		return made(g.p("wire.Value(", at, ".Get())"))
	case m.mode == optionalNullable:
		return g.p("wire.NullableOf(", at, ")")
	case m.Draft != nil:
		return made(g.p(at))
	}
	return g.p("*wire.Given(", at, ")")
}

// place is a member of a draft in the code of its builder: its location, with the if statements for drafts on the path that may be absent.
type place struct {
	givenMember
	at     string
	around []string // if statements
}

// place returns a member of a draft.
func (p *builderPrinter) place(way []*ir.Field) place {
	draft, to := p.b.Draft, place{at: "d"}
	for i, f := range way {
		members := p.drafts.members(p.g, draft)
		n := slices.IndexFunc(members, func(m givenMember) bool { return m.Field == f })
		to.givenMember, to.at = members[n], to.at+"."+members[n].name
		if draft = members[n].Draft; i == len(way)-1 {
			break
		}
		if to.mode == plain {
			continue
		}
		name := p.local(unexported(to.name))
		to.around, to.at = append(to.around, "if "+name+" := "+to.at+".Ptr(); "+name+" != nil {\n"), name
	}
	return to
}

// isKnown reports whether a path leads to a member of a draft.
func isKnown(d *ir.Draft, way []*ir.Field) bool {
	for i, f := range way {
		n := slices.IndexFunc(d.Members, func(m ir.DraftMember) bool { return m.Field == f })
		if i == len(way)-1 {
			return n >= 0
		}
		if d = d.Members[n].Draft; d == nil {
			return false
		}
	}
	return false
}

// guarded is a statement about a member of a draft.
type guarded struct {
	around []string
	code   []any
}

func (to place) in(code ...any) guarded { return guarded{to.around, code} }

// blocks encloses statements in the conditions that the drafts around their members are present.
func blocks(list []guarded) (code []any) {
	for i, s := range list {
		if same := i > 0 && slices.Equal(list[i-1].around, s.around); !same {
			for _, open := range s.around {
				code = append(code, open)
			}
		}
		code = append(append(code, s.code...), "\n")
		if same := i+1 < len(list) && slices.Equal(list[i+1].around, s.around); !same {
			for range s.around {
				code = append(code, "}\n")
			}
		}
	}
	return code
}

// absent returns the condition that the caller omits the member.
func (to place) absent() string {
	switch {
	case to.mode != plain:
		return "!" + to.at + ".Has()"
	case to.same && isAny(to.Field.Value):
		return "wire.IsUnset(" + to.at + ")"
	}
	return to.at + " == nil"
}

func isAny(v ir.Value) bool { _, is := resolve(v).Kind.(ir.Any); return is }

// set returns the statement that sets the member.
func (to place) set(g *generator, x jen.Code) *jen.Statement {
	switch {
	case to.mode != plain:
		return g.p(to.at, ".Set(", x, ")")
	case !to.same:
		return g.p(to.at, " = wire.Pointer(", x, ")")
	}
	return g.p(to.at, " = ", x)
}

// lacks returns the statements that record absent required members.
func (p *builderPrinter) lacks(draft *ir.Draft, at []*ir.Field) (code []guarded) {
	for _, m := range p.drafts.members(p.g, draft) {
		way := append(slices.Clone(at), m.Field)
		to := p.place(way)
		if m.Field.Required && (m.Draft == nil || m.Must) && !p.isFilled(way) {
			parts := []any{"f.Lacks(", to.absent()}
			for _, f := range way {
				parts = append(parts, ", ", jen.Lit(f.Name))
			}
			code = append(code, to.in(append(parts, ")")...))
		}
		if m.Draft != nil && !m.same {
			code = append(code, p.lacks(m.Draft, way)...)
		}
	}
	return code
}

// orElse sets an absent member to a value without side effects.
func (to place) orElse(g *generator, x jen.Code) guarded {
	if to.mode == plain {
		return to.in("if ", to.absent(), " {\n", to.set(g, x), "\n}")
	}
	return to.in("wire.Else(&", to.at, ", ", own(holders[to.mode].of), "(", x, "))")
}
