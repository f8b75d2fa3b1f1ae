package golang

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
)

// raise returns the statement that reports a failure at the last value read.
func raise(f ir.Failure) jen.Code {
	return jen.Id("r").Dot(levelMethod(f.Level, "")).Call(jen.Lit(f.Rule), jen.Lit(f.Message))
}

func levelMethod(l ir.Level, suffix string) string {
	if l == ir.Should {
		return "Should" + suffix
	}
	return "Must" + suffix
}

// checks returns the statements that check the variable x, of v's kind. A failing OneOf ends the function and returns x.
func (g *generator) checks(list []ir.Check, v ir.Value, x string, owner string) []jen.Code {
	var code []jen.Code
	for _, c := range list {
		if oneOf, ok := c.(ir.OneOf); ok {
			code = append(code, g.oneOf(oneOf, v, x)...)
			continue
		}
		if fails := g.fails(c, v, x, owner); fails != nil {
			code = append(code, jen.If(fails).Block(raise(c.Fails())))
		}
	}
	return code
}

func (g *generator) oneOf(c ir.OneOf, v ir.Value, x string) []jen.Code {
	fail := []jen.Code{raise(c.Failure), jen.Return(jen.Id(x))}
	cases := oneOfCases(c, v)
	if len(cases) == 0 {
		return fail
	}
	return []jen.Code{jen.Switch(jen.Id(x)).Block(jen.Case(cases...), jen.Default().Block(fail...))}
}

// oneOfCases returns the literals that can equal a value of v's kind.
func oneOfCases(c ir.OneOf, v ir.Value) []jen.Code {
	var cases []jen.Code
	for _, l := range c.Literals {
		if _, whole := v.Kind.(ir.Integer); whole && l.Digits == "" && !l.IsInteger() {
			continue // no integer equals it
		}
		cases = append(cases, literalOf(l))
	}
	return cases
}

func literalOf(l ir.Literal) jen.Code {
	switch l.Kind {
	case ir.StringLiteral:
		return jen.Lit(l.String)
	case ir.BoolLiteral:
		return jen.Lit(l.Bool)
	case ir.NumberLiteral:
		if l.Digits != "" {
			return jen.Id(l.Digits)
		}
		return number(l.Number)
	}
	panic(fmt.Sprintf("golang: unhandled literal %d", l.Kind))
}

// number prints a double as a constant that fits both int64 and float64 if possible.
func number(f float64) jen.Code { return jen.Id(numberText(f)) }

func numberText(f float64) string {
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return strconv.FormatInt(int64(f), 10)
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// fails returns the condition under which a check fails, or nil if it never fails.
func (g *generator) fails(check ir.Check, v ir.Value, x, owner string) jen.Code {
	value := jen.Id(x)
	text := value.Clone()
	if _, isEnum := v.Kind.(*ir.Enum); isEnum {
		text = jen.String().Call(jen.Id(x))
	}
	switch c := check.(type) {
	case ir.Bound:
		if c.Digits != "" {
			return value.Op(print.Failing(c.Op)).Id(c.Digits)
		}
		if _, whole := v.Kind.(ir.Integer); whole && c.Limit != math.Trunc(c.Limit) {
			value = jen.Float64().Call(value)
		} else if whole && math.Abs(c.Limit) >= 1<<53 {
			value = jen.Float64().Call(value)
		}
		return value.Op(print.Failing(c.Op)).Add(number(c.Limit))
	case ir.Length:
		switch {
		case c.Op == ir.AtLeast && c.Limit <= 0:
			return nil
		case c.Op == ir.AtLeast && c.Limit == 1:
			return text.Op("==").Lit("")
		}
		return g.wire("Length").Call(text).Op(print.Failing(c.Op)).Lit(c.Limit)
	case ir.Items:
		if c.Op == ir.AtLeast && c.Limit <= 0 {
			return nil
		}
		// The length of the result would be wrong: it does not include items that a schema refused.
		return jen.Id("r").Dot("Count").Call().Op(print.Failing(c.Op)).Lit(c.Limit)
	case ir.Pattern:
		return jen.Op("!").Add(g.pattern(c.Regexp, owner)).Call(text)
	case ir.Format:
		return jen.Op("!").Add(g.wire("Is" + formatTitle(c.Name))).Call(text)
	}
	panic(fmt.Sprintf("golang: unhandled check %T", check))
}

// formatTitle returns the name of the support function for a format, without its prefix Is: JSONPointer.
func formatTitle(f ir.FormatName) string {
	var title strings.Builder
	for word := range strings.SplitSeq(string(f), "-") {
		switch word {
		case "json", "uri", "uuid":
			title.WriteString(strings.ToUpper(word))
		case "ipv4", "ipv6":
			title.WriteString("IP" + word[2:])
		default:
			title.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return title.String()
}
