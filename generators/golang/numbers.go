package golang

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// numbering is the table of a member by which writers count messages.
func (p *conversationPrinter) numbering(n *ir.Numbering, kinds [][][]ir.LetterOf, part string) jen.Code {
	name := p.free(part + "Number" + p.g.names.Words(strings.Join(n.At, " ")))
	body := p.perRecord(nil, func(i int) []jen.Code {
		counts := func(k ir.LetterOf) bool { return slices.Contains(n.Letters, k.Letter) }
		if !slices.ContainsFunc(kinds, func(way [][]ir.LetterOf) bool { return slices.ContainsFunc(way[i], counts) }) {
			return nil
		}
		return p.setNumber(p.c.Records[i], jen.Id("v"), n.At)
	})
	p.code = append(p.code, commented(
		jen.Func().Id(name).Params(p.messageParam(), jen.Id("n").Int64()).Block(body...), name+" sets /"+strings.Join(n.At, "/")+"."))
	return jen.Values(keyed("Letters", numbers(n.Letters)), keyed("At", texts(n.At)), keyed("Set", jen.Id(name)))
}

// wrappers make what a place holds of a value.
var wrappers = map[mode]string{optional: "Some", nullable: "NonNull", optionalNullable: "OptNonNull"}

// setNumber sets a member on the way from a record, if all that it stands in is there.
func (p *conversationPrinter) setNumber(t *ir.Type, place *jen.Statement, way []string) []jen.Code {
	f := fieldNamed(t, way[0])
	place = place.Dot(p.g.names.Field(f))
	how := modeOf(f.Value, f.Required)
	if len(way) == 1 {
		if !isStored(f) {
			return nil // the spec has said the number
		}
		value := jen.Id("n")
		if p.g.owner(f.Value) != nil {
			value = p.g.goType(f.Value).Call(value)
		}
		if wrap := wrappers[how]; wrap != "" {
			value = jen.Id(wrap).Call(value)
		}
		return []jen.Code{place.Op("=").Add(value)}
	}
	inner, pointer := recordOf(f.Value), p.g.cycles.byPointer(t, f.Value)
	found := place
	switch {
	case how == plain && !pointer:
		return p.setNumber(inner, place, way[1:])
	case how != plain && pointer:
		found = place.Dot("Or").Call(jen.Nil())
	case how != plain:
		found = place.Dot("Ptr").Call()
	}
	part := jen.Id("part").Op(":=").Add(found)
	return []jen.Code{jen.If(part, jen.Id("part").Op("!=").Nil()).Block(p.setNumber(inner, jen.Id("part"), way[1:])...)}
}
