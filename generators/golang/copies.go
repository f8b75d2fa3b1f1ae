package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// What a builder takes from the message that is answered stands in the message before the caller's functions see it.

// copies puts members of the answered message into the literal where one expression says what they are, and returns what stands before it, and
// statements for the others behind it.
func (p *builderPrinter) copies(answered string, literal *part) (before, behind []jen.Code) {
	b := p.b
	switch {
	case b.Answered == nil:
		return nil, nil
	case !isUnion(b.Answered.Value.Kind):
		return p.copiesOfRecord(answered, literal)
	}
	head, rest := p.headCopies()
	var code []jen.Code
	if len(head) > 0 {
		code = append(code, jen.Id("a").Op(":=").Id(answered).Dot(p.g.headName(b.Answered)).Call())
		for _, i := range head {
			code = append(code, p.copied(i, 0, func() *jen.Statement { return jen.Id("a") }, nil)...)
		}
	}
	var cases []jen.Code
	for record, t := range b.Answers {
		var one []jen.Code
		for _, i := range rest {
			one = append(one, p.copied(i, record, func() *jen.Statement { return jen.Id("a") }, nil)...)
		}
		if one != nil {
			cases = append(cases, jen.Case(p.g.variantType(t)).Block(one...))
		}
	}
	if cases != nil {
		code = append(code, jen.Switch(jen.Id("a").Op(":=").Id(answered).Assert(jen.Type())).Block(cases...))
	}
	if code == nil {
		return nil, nil
	}
	return nil, []jen.Code{jen.If(jen.Op("!").Add(p.g.wire("IsNil").Call(jen.Id(answered)))).Block(code...)}
}

func (p *builderPrinter) copiesOfRecord(answered string, literal *part) (before, behind []jen.Code) {
	source := func() *jen.Statement { return p.g.wire("Given").Call(jen.Id(answered)) }
	if len(p.b.Copies) > 1 {
		before = []jen.Code{jen.Id(answered).Op("=").Add(source())}
		source = func() *jen.Statement { return jen.Id(answered) }
	}
	for i := range p.b.Copies {
		behind = append(behind, p.copied(i, 0, source, literal)...)
	}
	return before, behind
}

// headCopies are the numbers of the copies of what all variants hold in the same way, and of the others.
func (p *builderPrinter) headCopies() (head, rest []int) {
	fields := p.g.heads[p.b.Answered]
	for i, c := range p.b.Copies {
		if len(c.From) == 1 && slices.ContainsFunc(fields, func(f *ir.Field) bool { return f.Name == c.From[0] }) {
			head = append(head, i)
		} else {
			rest = append(rest, i)
		}
	}
	return head, rest
}

// copied copies one member of a record of the answered message. Into a literal, if there is one, goes what is always there.
func (p *builderPrinter) copied(i, record int, source func() *jen.Statement, literal *part) []jen.Code {
	g, c := p.g, p.b.Copies[i]
	if c.Values[record] == nil || demands(p.b.Draft, c.At) {
		return nil
	}
	var guards []jen.Code // of records on the way that may be absent
	at, of, place := p.b.Answers[record], (*ir.Field)(nil), source
	for n, name := range c.From {
		of = at.Field(name)
		place = g.memberOf(place, of)
		if n < len(c.From)-1 && modeOf(of.Value, of.Required) != plain {
			around := place
			place = func() *jen.Statement { return around().Dot("Ptr").Call() }
			guards = append(guards, place().Op("!=").Nil())
		}
		at = recordOf(of.Value)
	}
	to := c.At[len(c.At)-1]
	if !isStored(to) {
		return nil
	}
	var value *jen.Statement
	if modeOf(of.Value, of.Required) == plain || !isStored(of) {
		value = g.given(to, g.converted(place(), of.Value, to.Value))
	} else if guards == nil && modeOf(of.Value, of.Required) == modeOf(to.Value, to.Required) && g.typeKey(of.Value) == g.typeKey(to.Value) {
		value = place()
	}
	if value != nil {
		if literal != nil && guards == nil && len(c.At) == 1 {
			literal.parts = append(literal.parts, &part{field: to, value: value})
			return nil
		}
		return guarded(guards, g.placeOf(c.At).Op("=").Add(value))
	}
	set := g.placeOf(c.At).Op("=").Add(g.given(to, g.converted(jen.Id("x"), of.Value, to.Value)))
	copied := jen.If(jen.List(jen.Id("x"), jen.Id("ok")).Op(":=").Add(place()).Dot("Get").Call(), jen.Id("ok")).Block(set)
	if modeOf(to.Value, to.Required) == optionalNullable {
		null := g.placeOf(c.At).Dot("SetNull").Call()
		switch modeOf(of.Value, of.Required) {
		case nullable:
			copied.Else().Block(null)
		case optionalNullable:
			copied.Else().If(place().Dot("IsNull").Call()).Block(null)
		}
	}
	return guarded(guards, copied)
}

// demands reports whether a caller has to give the member at a way.
func demands(d *ir.Draft, way []*ir.Field) bool {
	i := slices.IndexFunc(d.Members, func(m ir.DraftMember) bool { return m.Field == way[0] })
	if i < 0 || len(way) > 1 && d.Members[i].Draft == nil {
		return i >= 0 && d.Members[i].Must
	}
	return len(way) == 1 && d.Members[i].Must || len(way) > 1 && demands(d.Members[i].Draft, way[1:])
}

// alwaysCopied reports whether all messages that are answered have a member that is copied.
func (p *builderPrinter) alwaysCopied(i int) bool {
	return !slices.ContainsFunc(p.b.Copies[i].Values, func(k *ir.Key) bool {
		if k == nil {
			return true
		}
		c, is := k.There.(ir.Constant)
		return !is || !c.Bool
	})
}

// memberOf is the field or method of a member, spelled anew for each use.
func (g *generator) memberOf(place func() *jen.Statement, f *ir.Field) func() *jen.Statement {
	return func() *jen.Statement { return g.fieldIn(place(), f) }
}

func guarded(guards []jen.Code, code jen.Code) []jen.Code {
	for _, guard := range slices.Backward(guards) {
		code = jen.If(guard).Block(code)
	}
	return []jen.Code{code}
}

// placeOf is the field of the message at a way.
func (g *generator) placeOf(way []*ir.Field) *jen.Statement {
	return g.placeIn("v", way)
}

// placeIn is the field of a message that a way leads to.
func (g *generator) placeIn(message string, way []*ir.Field) *jen.Statement {
	return g.fieldsOf(jen.Id(message), way)
}

func (g *generator) fieldsOf(place *jen.Statement, way []*ir.Field) *jen.Statement {
	for _, f := range way {
		place.Dot(g.names.Field(f))
	}
	return place
}

// converted makes a scalar that stands at one place one that can stand at another.
func (g *generator) converted(x *jen.Statement, from, to ir.Value) *jen.Statement {
	if g.typeKey(from) == g.typeKey(to) && g.goType(from).GoString() == g.goType(to).GoString() {
		return x
	}
	if _, isAny := resolve(to).Kind.(ir.Any); isAny {
		return g.wire("Computed").Call(x)
	}
	return g.goType(to).Call(x)
}

// given is a value as a member holds it.
func (g *generator) given(f *ir.Field, x *jen.Statement) *jen.Statement {
	if holder := holders[modeOf(f.Value, f.Required)]; holder.of != "" {
		return jen.Id(holder.of).Call(x)
	}
	return x
}
