package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// A slot stores the last message of some letters: a message of the same type with only the members that are read later.

// keep returns the function that copies the members of a message that are read later.
func (p *conversationPrinter) keep(k plan.Keeps) string {
	name := p.free(append(k.Words, "keep")...)
	body := p.switched(jen.Return(jen.Id("into"), jen.Lit(0)), func(i int) recordBody {
		if k.Kept[i] == nil {
			return recordBody{}
		}
		return p.kept(p.c.Records[i], k.Kept[i], name)
	})
	p.code = append(p.code, commented(
		jen.Func().Id(name).Params(jen.List(jen.Id("m"), jen.Id("into")).Add(p.g.wire("Message"))).Params(p.g.wire("Message"), jen.Int()).Block(body...),
		name+" keeps the members of a message that are read later, and returns their size."))
	return name
}

// kept copies members of a record.
func (p *conversationPrinter) kept(t *ir.Type, snapshot ir.Snapshot, name string) recordBody {
	g := p.g
	kept := g.wire("Kept").Types(g.typeName(t)).Call(jen.Id("into"))
	if len(snapshot) == 0 {
		return recordBody{group: t.Name, code: []jen.Code{jen.Return(kept, jen.Lit(0))}, ends: true}
	}
	printer := newProgramPrinter(g, t, &ir.Rule{}, name)
	var code []jen.Code
	var size *jen.Statement
	sizes := 0
	for _, k := range snapshot {
		if len(k.At) == 0 {
			return recordBody{typed: true, code: []jen.Code{jen.Return(g.wire("OwnValue").Call(jen.Id("v")), printer.sizeOf(k.Value))}, ends: true}
		}
		if to := k.At[len(k.At)-1]; isStored(to) {
			place := g.placeIn("kept", k.At)
			code = append(code, place.Clone().Op("=").Add(p.owned(t, to, place, g.placeOf(k.At))))
		}
		if c, always := k.There.(ir.Constant); always && c.Bool {
			switch sizes++; {
			case size == nil:
				size = printer.sizeOf(k.Value)
			case sizes > 2: // on a separate line
				size = size.Op("+").Line().Add(printer.sizeOf(k.Value))
			default:
				size = size.Op("+").Add(printer.sizeOf(k.Value))
			}
			continue
		}
		code = append(code, jen.If(printer.Code(k.There)).Block(jen.Id("size").Op("+=").Add(printer.sizeOf(k.Value))))
	}
	if size == nil {
		size = jen.Lit(0)
	}
	code = append([]jen.Code{jen.List(jen.Id("kept"), jen.Id("size")).Op(":=").List(kept, size)}, code...)
	return recordBody{typed: true, code: append(code, jen.Return(jen.Id("kept"), jen.Id("size"))), ends: true}
}

// owned returns a member that shares no memory with its message.
func (p *conversationPrinter) owned(t *ir.Type, f *ir.Field, known, from jen.Code) jen.Code {
	mode := modeOf(f.Value, f.Required)
	switch kind := ir.TypeOfValue(&f.Value).Kind; {
	case kind == ir.StringExpr && mode == plain:
		return p.g.wire("OwnText").Call(known, from)
	case kind == ir.StringExpr && mode == optional:
		return p.g.wire("OwnOpt").Call(known, from)
	case kind < ir.StringExpr:
		return from
	case mode == optional && recordOf(f.Value) != nil && !p.g.cycles.byPointer(t, f.Value):
		return p.g.wire("OwnPart").Call(from)
	}
	return p.g.wire("OwnValue").Call(from)
}

// sizeOf returns the size of a member.
func (p *programPrinter) sizeOf(e ir.Expr) *jen.Statement {
	name := map[ir.ExprKind]string{ir.BoolExpr: "BooleanSize", ir.IntExpr: "IntegerSize", ir.DoubleExpr: "NumberSize", ir.StringExpr: "TextSize"}[p.TypeOf(e).Kind]
	if kind := p.TypeOf(e).Kind; kind > ir.StringExpr {
		return p.count(ir.Call{Function: ir.JSONSize, Args: []ir.Expr{e}})
	}
	return p.g.wire(name).Call(p.Code(e))
}

// setNumber sets a member on a path from a record, if all members around it are present.
func (p *conversationPrinter) setNumber(t *ir.Type, place *jen.Statement, way []string) []jen.Code {
	g, f := p.g, t.Field(way[0])
	place, how := place.Dot(g.names.Field(f)), modeOf(f.Value, f.Required)
	if len(way) == 1 {
		if !isStored(f) {
			return nil // the spec defines the number as a constant
		}
		value := jen.Id("n")
		if g.owner(f.Value) != nil {
			value = g.goType(f.Value).Call(value)
		}
		return []jen.Code{place.Op("=").Add(g.given(f, value))}
	}
	inner := recordOf(f.Value)
	switch {
	case how != plain:
		g.pointed(place, t, f)
	case !g.cycles.byPointer(t, f.Value):
		return p.setNumber(inner, place, way[1:])
	}
	part := jen.Id("part").Op(":=").Add(place)
	return []jen.Code{jen.If(part, jen.Id("part").Op("!=").Nil()).Block(p.setNumber(inner, jen.Id("part"), way[1:])...)}
}
