package typescript

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
)

// checks returns the arms for a value's Checks and items, which are reached if its kind is right. A failing OneOf
// keeps the others from being looked at; those do not depend on one another.
func (b *body) checks(v ir.Value, at location) []arm {
	var arms []arm
	rest := v.Checks
	if len(rest) > 0 {
		if oneOf, ok := rest[0].(ir.OneOf); ok {
			arms = append(arms, b.fails(compare(at.expr, oneOf.Literals, " !== ", " && "), oneOf.Failure, at))
			rest = rest[1:]
		}
	}
	below := b.below(v, at)
	switch {
	case below != nil:
		return append(arms, arm{then: func() {
			b.each(rest, at)
			below()
		}})
	case len(rest) == 1:
		return append(arms, b.fails(b.violates(rest[0], at.expr), rest[0].Fails(), at))
	case len(rest) > 1:
		return append(arms, arm{then: func() { b.each(rest, at) }})
	}
	return arms
}

func (b *body) each(checks []ir.Check, at location) {
	for _, c := range checks {
		b.chain([]arm{b.fails(b.violates(c, at.expr), c.Fails(), at)})
	}
}

// violates returns the condition under which a check fails.
func (b *body) violates(c ir.Check, x string) string {
	switch c := c.(type) {
	case ir.Bound:
		limit := number(c.Limit)
		if c.Digits != "" && !(ir.Literal{Kind: ir.NumberLiteral, Number: c.Limit}).IsInteger() {
			limit = bigint(c.Digits)
		}
		return x + " " + print.Failing(c.Op) + " " + limit
	case ir.Items:
		return fmt.Sprintf("%s.length %s %d", x, print.Failing(c.Op), c.Limit)
	}
	return "!" + b.fulfilled(c, x)
}

// fulfilled returns the call under whose condition a check of a string succeeds.
func (b *body) fulfilled(c ir.Check, x string) string {
	switch c := c.(type) {
	case ir.Length:
		return fmt.Sprintf("%s(%s, %d)", b.use(hasAtLeast(c.Op)), x, c.Limit)
	case ir.Pattern:
		if text, method := plainPattern(c.Regexp.JS); method != "" {
			return x + "." + method + "(" + quote(text) + ")"
		}
		return b.pattern(c.Regexp) + ".test(" + x + ")"
	case ir.Format:
		return b.use(formatTest(c.Name)) + "(" + x + ")"
	default:
		panic(fmt.Sprintf("%T is not the first check, or unknown", c))
	}
}

var plainText = regexp.MustCompile(`^(\^?)([A-Za-z0-9 _:;,@#%&=<>!~'"-]+)(\$?)$`)

// plainPattern returns the text that a string begins or ends with, and the method that tests that, if a pattern requires no more:
// RegExp takes twice as long.
func plainPattern(pattern string) (text, method string) {
	m := plainText.FindStringSubmatch(pattern)
	if m == nil {
		return "", ""
	}
	return m[2], map[string]string{"^": "startsWith", "$": "endsWith", "": "includes"}[m[1]+m[3]]
}

// hasAtLeast names the support function that compares the length of a string.
func hasAtLeast(op ir.Op) string {
	return [...]string{ir.AtLeast: "hasAtLeast", ir.AtMost: "hasAtMost"}[op]
}

// formatTest is the support function that tests a format: isJsonPointer.
func formatTest(f ir.FormatName) string {
	name := "is"
	for word := range strings.SplitSeq(string(f), "-") {
		name += strings.ToUpper(word[:1]) + word[1:]
	}
	return name
}

// below returns a function that writes the loop over a value's items or members, or nil if those can be anything.
func (b *body) below(v ir.Value, at location) func() {
	switch k := v.Kind.(type) {
	case ir.Array:
		if !acceptsAll(*k.Items) {
			return func() { b.items(*k.Items, at) }
		}
	case ir.Map:
		if !acceptsAll(*k.Values) {
			return func() { b.values(*k.Values, at) }
		}
	}
	return nil
}

// items writes the loop over the items of an array. It ends where nothing that follows could be reported.
func (b *body) items(v ir.Value, array location) {
	i, item := b.within(array, "i", "atIndex")
	b.Line("const { dropped } = collector;")
	b.block(fmt.Sprintf("for (let %[1]s = 0; %[1]s < %[2]s.length && collector.dropped === dropped; %[1]s++) {", i, array.expr), func() {
		b.Line("const %s: unknown = %s[%s];", item.expr, array.expr, i)
		b.chain(b.value(v, item))
	}, "}")
}

// values writes the loop over the members of a map; one that is undefined is absent.
func (b *body) values(v ir.Value, object location) {
	if object.place != "at" { // else it would be put together for each member
		place := numbered("place", object.depth)
		b.Line("const %s = %s;", place, object.place)
		object.place = place
	}
	name, item := b.within(object, "name", "atMember")
	b.block(fmt.Sprintf("for (const %s in %s) {", name, object.expr), func() {
		b.Line("const %s: unknown = %s[%s];", item.expr, object.expr, name)
		b.chain(b.guard(item.expr+" !== undefined && collector.isOpen("+object.place+", "+name+")", b.value(v, item)))
	}, "}")
}

// within names the variables of a loop over the parts of a value: their index or name, and the location of the part itself.
func (b *body) within(outer location, index, step string) (string, location) {
	index = numbered(index, outer.depth)
	return index, location{
		expr:  numbered("item", outer.depth),
		place: outer.place + " + " + b.use(step) + "(" + index + ")",
		depth: outer.depth + 1,
	}
}

// numbered is the name of a variable before which there are some of its kind, around it or beside it.
func numbered(name string, before int) string {
	if before == 0 {
		return name
	}
	return name + strconv.Itoa(before+1)
}

// compare joins the comparisons of a value with literals.
func compare(x string, list []ir.Literal, op, join string) string {
	var parts []string
	for _, l := range list {
		parts = append(parts, x+op+literal(l))
	}
	return strings.Join(parts, join)
}

// isNot is the arm for a value of another type than the required result of typeof.
func (b *body) isNot(typeOf string, v ir.Value, at location) arm {
	return b.mismatch("typeof "+at.expr+" !== "+quote(typeOf), v.Mismatch, at)
}

// jsType is the result of typeof for a literal.
func jsType(l ir.Literal) string {
	switch l.Kind {
	case ir.BoolLiteral:
		return "boolean"
	case ir.NumberLiteral:
		return "number"
	case ir.StringLiteral:
		return "string"
	default:
		panic(fmt.Sprintf("a constant of literal kind %d", l.Kind))
	}
}
