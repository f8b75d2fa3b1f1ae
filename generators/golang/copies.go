package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// copies returns the statements that set absent members of the draft to those of the answered message.
func (p *builderPrinter) copies(answered string) (code []any) {
	b, g := p.b, p.g
	if b.Answered == nil || len(b.Copies) == 0 {
		return nil
	}
	if !isUnion(b.Answered.Value.Kind) {
		var all []guarded
		for i := range b.Copies {
			all = append(all, p.copied(answered, i, 0)...)
		}
		return append(append([]any{"if ", answered, " != nil {\n"}, blocks(all)...), "}\n")
	}
	head, rest := p.headCopies()
	if len(head) > 0 {
		code = append(code, "a := ", answered, ".", g.headName(b.Answered), "()\n")
		var all []guarded
		for _, i := range head {
			all = append(all, p.copied("a", i, 0)...)
		}
		code = append(code, blocks(all)...)
	}
	var cases []any
	for record, t := range b.Answers {
		var one []guarded
		for _, i := range rest {
			one = append(one, p.copied("a", i, record)...)
		}
		if one != nil {
			cases = append(append(cases, "case ", g.variantType(t), ":\n"), blocks(one)...)
		}
	}
	if cases != nil {
		code = append(append(append(code, "switch a := ", answered, ".(type) {\n"), cases...), "}\n")
	}
	if code == nil {
		return nil
	}
	return append(append([]any{"if !wire.IsNil(", answered, ") {\n"}, code...), "}\n")
}

// headCopies returns the numbers of the copies that the head of the union contains, and of the others.
func (p *builderPrinter) headCopies() (head, rest []int) {
	fields := p.g.sharedFields[p.b.Answered]
	for i, c := range p.b.Copies {
		if len(c.From) == 1 && slices.ContainsFunc(fields, func(f *ir.Field) bool { return f.Name == c.From[0] }) {
			head = append(head, i)
		} else {
			rest = append(rest, i)
		}
	}
	return head, rest
}

// copied copies one member of a record of the answered message.
func (p *builderPrinter) copied(from string, i, record int) []guarded {
	g, c := p.g, p.b.Copies[i]
	if c.Values[record] == nil || !isStored(c.At[len(c.At)-1]) {
		return nil
	}
	to := p.place(c.At)
	var guards string // for records on the path that may be absent
	at, of := p.b.Answers[record], (*ir.Field)(nil)
	for n, name := range c.From {
		of = at.Field(name)
		if from += "." + g.names.Field(of); !isStored(of) {
			from += "()"
		}
		if n < len(c.From)-1 && modeOf(of.Value, of.Required) != plain {
			if g.cycles.byPointer(at, of.Value) {
				from += ".Or(nil)"
			} else {
				from += ".Ptr()"
			}
			guards += from + " != nil && "
		}
		at = recordOf(of.Value)
	}
	last, has := c.At[len(c.At)-1], modeOf(of.Value, of.Required)
	switch {
	case guards == "" && (has == plain || !isStored(of)):
		return []guarded{to.orElse(g, g.converted(jen.Op(from), of.Value, last.Value))}
	case has == plain || !isStored(of):
		return []guarded{to.in("if ", guards, to.absent(), " {\n", to.set(g, g.converted(jen.Op(from), of.Value, last.Value)), "\n}")}
	case guards == "" && has == to.mode && g.typeKey(of.Value) == g.typeKey(last.Value):
		return []guarded{to.in("wire.Else(&", to.at, ", ", from, ")")}
	}
	set := to.set(g, g.converted(jen.Id("x"), of.Value, last.Value))
	var setNull any // for a null that is copied
	if to.mode == optionalNullable {
		setNull = to.at + ".SetNull()"
	} else if isAny(last.Value) {
		setNull = to.set(g, g.wire("Computed").Call(jen.Nil()))
	}
	if guards == "" && (setNull == nil || has == optional) {
		return []guarded{to.in("if x, ok := ", from, ".Get(); ok && ", to.absent(), " {\n", set, "\n}")}
	}
	code := []any{"if x, ok := ", from, ".Get(); ok {\n", set, "\n}"}
	if setNull != nil {
		switch has {
		case nullable:
			code = append(code, " else {\n", setNull, "\n}")
		case optionalNullable:
			code = append(code, " else if ", from, ".IsNull() {\n", setNull, "\n}")
		}
	}
	return []guarded{to.in(append(append([]any{"if ", guards, to.absent(), " {\n"}, code...), "\n}")...)}
}

// placeOf returns the field of the message at a path.
func (g *generator) placeOf(way []*ir.Field) *jen.Statement {
	return g.placeIn("v", way)
}

// placeIn returns the field at the end of a path from a message.
func (g *generator) placeIn(message string, way []*ir.Field) *jen.Statement {
	return g.fieldsOf(jen.Id(message), way)
}

func (g *generator) fieldsOf(place *jen.Statement, way []*ir.Field) *jen.Statement {
	for _, f := range way {
		place.Dot(g.names.Field(f))
	}
	return place
}

// converted converts a scalar from the type of one location to that of another.
func (g *generator) converted(x *jen.Statement, from, to ir.Value) *jen.Statement {
	if g.typeKey(from) == g.typeKey(to) {
		return x
	}
	if _, isAny := resolve(to).Kind.(ir.Any); isAny {
		return g.wire("Computed").Call(x)
	}
	return g.goType(to).Call(x)
}

// given converts a value to the type of a member's field.
func (g *generator) given(f *ir.Field, x *jen.Statement) *jen.Statement {
	if holder := holders[modeOf(f.Value, f.Required)]; holder.of != "" {
		return g.own(holder.of).Call(x)
	}
	return x
}
