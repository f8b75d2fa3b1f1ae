package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// eachName is the variable with the name of the member for which a rule is evaluated.
const eachName = "name"

// evaluation evaluates the rule for the value v that the Reader r has read, or for each member of an object in it.
func (p *programPrinter) evaluation() jen.Code {
	report := jen.If(jen.Op("!").Add(p.condition())).Block(p.g.broken(p.rule))
	each := p.rule.Each
	if each == nil {
		return report
	}
	loop := jen.For(p.members(each)).Block(report)
	if always, known := ir.Decided(each.There); known && always || each.Record == nil && len(p.rule.At) == 1 { // an absent map has no members
		return loop
	}
	return jen.If(p.Code(each.There)).Block(loop)
}

// members returns the head of the loop over the members for which a rule is evaluated.
func (p *programPrinter) members(each *ir.Each) *jen.Statement {
	object := p.native(each.Object).Code
	if each.Record == nil {
		return jen.Id(eachName).Op(":=").Range().Add(object).Dot("All").Call()
	}
	if m, ok := each.Object.(ir.MemberOf); ok && modeOf(m.Field.Value, m.Field.Required) == plain && !p.g.cycles.byPointer(m.Record, m.Field.Value) {
		object = jen.Op("&").Add(object)
	}
	return jen.List(jen.Id("_"), jen.Id(eachName)).Op(":=").Range().Id(p.g.namesOf(each.Record)).Call(object)
}

// namesOf returns the function that returns the names of a record's members.
func (g *generator) namesOf(t *ir.Type) string {
	key, first := t.Protocol+" "+t.Name, "namesOf"+g.names.Type(t)
	return g.helper(&g.members, key, []string{first}, func(function string) jen.Code {
		signature := jen.Func().Id(function).Params(jen.Id("v").Op("*").Add(g.typeName(t))).Index().String()
		return commented(signature.Block(g.collectNames(t.Value.Kind.(*ir.Record))...), function+" returns the names of the members that v has.")
	})
}

func (g *generator) collectNames(record *ir.Record) []jen.Code {
	var always, body []jen.Code
	found := func(name *jen.Statement) *jen.Statement {
		return jen.Id("names").Op("=").Append(jen.Id("names"), name)
	}
	for _, f := range record.Fields {
		if f.Required {
			always = append(always, jen.Lit(f.Name))
			continue
		}
		body = append(body, jen.If(jen.Id("v").Dot(g.names.Field(f)).Dot("Has").Call()).Block(found(jen.Lit(f.Name))))
	}
	if !record.Closed {
		extra := jen.Id("v").Dot("Extra").Dot("All").Call()
		body = append(body, jen.For(jen.Id(eachName).Op(":=").Range().Add(extra)).Block(found(jen.Id(eachName))))
	}
	names := jen.Var().Id("names").Index().String()
	if always != nil {
		names = jen.Id("names").Op(":=").Index().String().Values(chunked(always)...)
	}
	return append(append([]jen.Code{names}, body...), jen.Return(jen.Id("names")))
}
