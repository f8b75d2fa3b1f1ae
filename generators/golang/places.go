package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/plan"
)

// The variable with the locations of numbers with a declared type, and the function that returns the first location of a type.
const (
	numbersVariable = "numbers"
	numbersFunction = "numbersOf"
)

// numberPlaces declares both. Types without methods have the location in their form.
func (g *generator) numberPlaces(add func(...jen.Code)) {
	if len(g.protocol.Numbers) == 0 {
		return
	}
	places := treePrinter{generator: g, owner: "Numbers"}.list(plan.Places(g.protocol))
	add(commented(jen.Var().Id(numbersVariable).Op("=").Add(places),
		numbersVariable+" lists the places of numbers that have a declared type."))
	var cases []jen.Code
	for _, t := range g.protocol.Types {
		if g.hasMethods(t) && t.Numbers != nil {
			cases = append(cases, jen.Case(jen.Op("*").Id(g.names.Type(t))).Block(jen.Return(jen.Lit(int(plan.Place(t.Numbers))))))
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
