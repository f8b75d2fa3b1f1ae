package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// The variable that says where numbers have a declared type, and the function that says where a type's begin.
const (
	numbersVariable = "numbers"
	numbersFunction = "numbersOf"
)

// numberPlaces declares both. Types without methods have a form that says it.
func (g *generator) numberPlaces(add func(...jen.Code)) {
	if len(g.protocol.Numbers) == 0 {
		return
	}
	var rows []jen.Code
	for _, n := range g.protocol.Numbers {
		rows = append(rows, jen.Values(g.numberFields(n)...))
	}
	add(commented(jen.Var().Id(numbersVariable).Op("=").Index().Add(g.wire("Numbers")).Add(onePerLine(rows)),
		numbersVariable+" lists the places of numbers that have a declared type."))
	var cases []jen.Code
	for _, t := range g.protocol.Types {
		if g.hasMethods(t) && t.Numbers != nil {
			cases = append(cases, jen.Case(jen.Op("*").Id(g.names.Type(t))).Block(jen.Return(numbersLit(t.Numbers))))
		}
	}
	if len(cases) > 0 {
		add(commented(jen.Func().Id(numbersFunction).Params(jen.Id("of").Any()).Int().Block(
			jen.Switch(jen.Id("of").Assert(jen.Type())).Block(cases...), jen.Return(jen.Lit(0))),
			numbersFunction+" returns the index of the first place of a type."))
	}
}

// hasNumbersFunction reports whether the function is declared.
func (g *generator) hasNumbersFunction() bool {
	for _, t := range g.protocol.Types {
		if g.hasMethods(t) && t.Numbers != nil {
			return true
		}
	}
	return false
}

// numbersLit is what the table calls its entries: their index plus one, 0 for none.
func numbersLit(n *ir.Numbers) jen.Code {
	if n == nil {
		return jen.Lit(0)
	}
	return jen.Lit(n.Index + 1)
}

func (g *generator) numberFields(n *ir.Numbers) []jen.Code {
	var fields []jen.Code
	list := func(key string, all []*ir.Numbers) {
		if len(all) > 0 {
			var lits []jen.Code
			for _, to := range all {
				lits = append(lits, numbersLit(to))
			}
			fields = append(fields, keyed(key, jen.Index().Int().Values(lits...)))
		}
	}
	one := func(key string, to *ir.Numbers) {
		if to != nil {
			fields = append(fields, keyed(key, numbersLit(to)))
		}
	}
	if n.Declared {
		fields = append(fields, keyed("Declared", jen.True()))
	}
	if len(n.Members) > 0 {
		fields = append(fields, keyed("Members", jen.Index().Add(g.wire("NumbersMember")).Values(numberMembers(n)...)))
	}
	if len(n.Patterns) > 0 {
		var rows []jen.Code
		for _, p := range n.Patterns {
			rows = append(rows, jen.Values(keyed("Test", g.pattern(p.Regexp, "Numbers")), keyed("To", numbersLit(p.To))))
		}
		fields = append(fields, keyed("Patterns", jen.Index().Add(g.wire("NumbersPattern")).Values(rows...)))
	}
	one("Rest", n.Rest)
	one("Any", n.Any)
	list("Prefix", n.Prefix)
	one("Items", n.Items)
	if n.Tag != nil {
		fields = append(fields, keyed("Tag", g.numbersTag(n.Tag)))
	}
	list("Also", n.Also)
	return fields
}

func numberMembers(n *ir.Numbers) []jen.Code {
	var rows []jen.Code
	for _, m := range n.Members {
		row := []jen.Code{keyed("Name", jen.Lit(m.Name))}
		if m.To != nil {
			row = append(row, keyed("To", numbersLit(m.To)))
		}
		if m.Stage >= 0 {
			row = append(row, keyed("Step", jen.Lit(m.Stage+1)))
		}
		rows = append(rows, jen.Values(row...))
	}
	return rows
}

func (g *generator) numbersTag(t *ir.NumbersTag) jen.Code {
	fields := []jen.Code{keyed("Name", jen.Lit(t.Name))}
	if t.By == ir.ByPresence {
		fields = append(fields, keyed("Presence", jen.True()))
	}
	var cases []jen.Code
	for _, c := range t.Cases {
		for _, tag := range c.Tags {
			cases = append(cases, jen.Values(keyed("Tag", jen.Lit(tag)), keyed("To", numbersLit(c.To))))
		}
	}
	if cases != nil {
		fields = append(fields, keyed("Cases", jen.Index().Add(g.wire("NumbersCase")).Values(cases...)))
	}
	return jen.Op("&").Add(g.wire("NumbersTag")).Values(fields...)
}
