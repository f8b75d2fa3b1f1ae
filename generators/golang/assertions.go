package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// assertion spells one assertion as a literal of package wire. Patterns are named after the owner.
func (g *generator) assertion(a ir.Assertion, owner string) jen.Code {
	switch a := a.(type) {
	case ir.IsType:
		return g.isType(a)
	case ir.Equals:
		var texts []jen.Code
		for _, text := range a.Texts {
			texts = append(texts, jen.Lit(text))
		}
		return g.supportLiteral("Equals", field{"Texts", jen.Index().String().Values(chunked(texts)...)}, g.failed(a.Failure))
	case ir.Requires:
		return g.supportLiteral("Requires", g.requiredMembers(a.Members, a.Failure))
	case ir.DependentRequired:
		return g.supportLiteral("DependentRequired", field{"Trigger", jen.Lit(a.Trigger)}, g.requiredMembers(a.Members, a.Failure))
	case ir.Never:
		return g.supportLiteral("Never", g.failed(a.Failure))
	case ir.Bound, ir.MultipleOf, ir.Length, ir.Pattern, ir.Format, ir.Items, ir.MemberCount:
		return g.scalarAssertion(a, owner)
	case ir.UniqueItems, ir.ItemSchemas, ir.Contains, ir.UnevaluatedItems:
		return g.arrayAssertion(a)
	case ir.Properties, ir.PropertyNames, ir.UnevaluatedProperties:
		return g.objectAssertion(a, owner)
	}
	return g.applicator(a)
}

func (g *generator) isType(a ir.IsType) jen.Code {
	fields := []field{{"Types", g.jsonTypes(a.Types)}, g.failed(a.Failure)}
	if a.Types&ir.IntegerType != 0 && a.Types&ir.NumberType == 0 {
		fields = append(fields, field{"Range", g.failure(a.Range)})
	}
	return g.supportLiteral("OfType", fields...)
}

func (g *generator) requiredMembers(members []string, f ir.Failure) field {
	var list []jen.Code
	for _, name := range members {
		list = append(list, jen.Values(keyed("Name", jen.Lit(name)), keyed("Failure", g.failure(f))))
	}
	return field{"Members", jen.Index().Add(g.wire("RequiredMember")).Add(onePerLine(list))}
}

func (g *generator) scalarAssertion(a ir.Assertion, owner string) jen.Code {
	size := func(of string, op ir.Op, limit int, f ir.Failure) jen.Code {
		return g.supportLiteral("Size", field{"Of", g.wire(of)}, field{"Op", g.op(op)}, field{"Limit", jen.Lit(limit)}, g.failed(f))
	}
	switch a := a.(type) {
	case ir.Bound:
		return g.supportLiteral("Bound", field{"Op", g.op(a.Op)}, field{"Limit", number(a.Limit)}, g.failed(a.Failure))
	case ir.MultipleOf:
		return g.supportLiteral("MultipleOf", field{"Divisor", number(a.Divisor)}, g.failed(a.Failure))
	case ir.Length:
		return size("StringType", a.Op, a.Limit, a.Failure)
	case ir.Items:
		return size("ArrayType", a.Op, a.Limit, a.Failure)
	case ir.MemberCount:
		return size("ObjectType", a.Op, a.Limit, a.Failure)
	case ir.Pattern:
		return g.supportLiteral("Matches", field{"Test", g.pattern(a.Regexp, exported(owner))}, g.failed(a.Failure))
	case ir.Format:
		return g.supportLiteral("Matches", field{"Test", g.wire("Is" + formatTitle(a.Name))}, g.failed(a.Failure))
	}
	panic(unhandled(a))
}

func (g *generator) arrayAssertion(a ir.Assertion) jen.Code {
	switch a := a.(type) {
	case ir.UniqueItems:
		return g.supportLiteral("UniqueItems", g.failed(a.Failure))
	case ir.ItemSchemas:
		var fields []field
		if len(a.Prefix) > 0 {
			fields = append(fields, field{"Prefix", g.idList(a.Prefix)})
		}
		return g.supportLiteral("Items", append(fields, g.rest("Rest", a.Rest, a.Closed)...)...)
	case ir.Contains:
		fields := []field{{"Schema", g.id(a.Schema)}, {"Least", jen.Lit(a.Least)}, {"Most", jen.Lit(a.Most)}}
		if a.Least > 0 {
			fields = append(fields, field{"TooFew", g.failure(a.TooFew)})
		}
		if a.Most >= 0 {
			fields = append(fields, field{"TooMany", g.failure(a.TooMany)})
		}
		return g.supportLiteral("Contains", fields...)
	case ir.UnevaluatedItems:
		return g.supportLiteral("Unevaluated", append([]field{{"Of", g.wire("ArrayType")}}, g.rest("Schema", a.Schema, a.Closed)...)...)
	}
	panic(unhandled(a))
}

func (g *generator) objectAssertion(a ir.Assertion, owner string) jen.Code {
	switch a := a.(type) {
	case ir.Properties:
		return g.supportLiteral("Properties", g.properties(a, owner)...)
	case ir.PropertyNames:
		return g.supportLiteral("PropertyNames", field{"Schema", g.id(a.Schema)}, g.failed(a.Failure))
	case ir.UnevaluatedProperties:
		return g.supportLiteral("Unevaluated", append([]field{{"Of", g.wire("ObjectType")}}, g.rest("Schema", a.Schema, a.Closed)...)...)
	}
	panic(unhandled(a))
}

func (g *generator) properties(a ir.Properties, owner string) []field {
	var fields []field
	var named, patterns []jen.Code
	for _, m := range sortedBy(a.Named, func(m ir.NamedSchema) string { return m.Name }) {
		named = append(named, jen.Values(keyed("Name", jen.Lit(m.Name)), keyed("Schema", g.id(m.Schema))))
	}
	for _, m := range a.Patterns {
		test := g.pattern(m.Regexp, exported(owner))
		patterns = append(patterns, jen.Values(keyed("Test", test), keyed("Schema", g.id(m.Schema))))
	}
	if named != nil {
		fields = append(fields, field{"Named", jen.Index().Add(g.wire("NamedSchema")).Add(onePerLine(named))})
	}
	if patterns != nil {
		fields = append(fields, field{"Patterns", jen.Index().Add(g.wire("PatternSchema")).Add(onePerLine(patterns))})
	}
	return append(fields, g.rest("Additional", a.Additional, a.Closed)...)
}

// rest says what holds for all others: a schema, a failure, or nothing.
func (g *generator) rest(name string, s *ir.Schema, closed *ir.Failure) []field {
	switch {
	case closed != nil:
		return []field{{"Closed", g.failure(*closed)}}
	case s != nil:
		return []field{{name, g.id(s)}}
	}
	return nil
}

// applicator spells an assertion that is about the same value as its schemas are.
func (g *generator) applicator(a ir.Assertion) jen.Code {
	switch a := a.(type) {
	case ir.DependentSchema:
		return g.supportLiteral("DependentSchema", field{"Trigger", jen.Lit(a.Trigger)}, field{"Schema", g.id(a.Schema)})
	case ir.AllOf:
		return g.supportLiteral("AllOf", field{"Schemas", g.idList(a.Schemas)})
	case ir.Nullable:
		return g.supportLiteral("OrNull", field{"Schema", g.id(a.Schema)})
	case ir.AnyOf:
		return g.supportLiteral("AnyOf", field{"Schemas", g.idList(a.Schemas)}, g.failed(a.Failure))
	case ir.ExactlyOne:
		return g.supportLiteral("ExactlyOne", field{"Schemas", g.idList(a.Schemas)}, g.failed(a.Failure))
	case ir.Not:
		return g.supportLiteral("Not", field{"Schema", g.id(a.Schema)}, g.failed(a.Failure))
	case ir.If:
		return g.supportLiteral("If", append(append([]field{{"Condition", g.id(a.If)}}, g.rest("Then", a.Then, nil)...), g.rest("Else", a.Else, nil)...)...)
	case ir.Select:
		return g.selects(a)
	}
	panic(unhandled(a))
}

func (g *generator) selects(a ir.Select) jen.Code {
	type tagged struct {
		tag    string
		schema *ir.Schema
	}
	var all []tagged
	for _, c := range a.Cases {
		for _, tag := range c.Tags {
			all = append(all, tagged{tag, c.Schema})
		}
	}
	var cases []jen.Code
	for _, c := range sortedBy(all, func(c tagged) string { return c.tag }) {
		cases = append(cases, jen.Values(keyed("Tag", jen.Lit(c.tag)), keyed("Schema", g.id(c.schema))))
	}
	fields := []field{{"Tag", jen.Lit(a.Tag)}}
	if a.Boolean {
		fields = append(fields, field{"Boolean", jen.True()})
	}
	return g.supportLiteral("Select", append(fields,
		field{"Cases", jen.Index().Add(g.wire("Case")).Add(onePerLine(cases))},
		field{"Mismatch", g.failure(a.Mismatch)},
		field{"MissingTag", g.failure(a.MissingTag)},
		field{"UnknownTag", g.failure(a.UnknownTag)})...)
}
