package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// readTagged reads the variant of the value of the variable tag, if there is one.
func (g *generator) readTagged(union *ir.Union) jen.Code {
	var cases []jen.Code
	for _, v := range union.Variants {
		if tags := spelledTags(union, v.Tags); len(tags) > 0 {
			cases = append(cases, jen.Case(chunked(tags)...).Block(g.readVariant(v.Type)...))
		}
	}
	if fallback := union.Fallback(); fallback != nil {
		if len(union.Refused) > 0 {
			cases = append(cases, jen.Case(chunked(spelledTags(union, union.Refused))...))
		}
		cases = append(cases, jen.Default().Block(g.readVariant(fallback)...))
	}
	return jen.Switch(jen.Id("tag")).Block(cases...)
}

// spelledTags are tags as literals.
func spelledTags(union *ir.Union, tags []string) []jen.Code {
	if union.By != ir.ByInteger {
		return literals(tags)
	}
	var list []jen.Code
	for _, tag := range tags {
		list = append(list, jen.Id(tag))
	}
	return list
}

// unlessAll leaves a statement behind a selection out if the selection has a variant for every tag.
func unlessAll(union *ir.Union, statement jen.Code) jen.Code {
	if union.Fallback() != nil && len(union.Refused) == 0 {
		return jen.Null()
	}
	return statement
}

// ifFound checks that the tag is present, if the result of Tag for an absent tag is also a variant's tag.
func (g *generator) ifFound(union *ir.Union, selection jen.Code) jen.Code {
	absent := ""
	if union.By == ir.ByInteger {
		absent = "0"
	}
	if union.Fallback() == nil && !slices.ContainsFunc(union.Variants, func(v ir.Variant) bool { return slices.Contains(v.Tags, absent) }) {
		return selection
	}
	return jen.If(jen.Id("state").Op("==").Add(g.wire("TagFound"))).Block(selection)
}

// refuseTag raises the issue of a value that selects no variant.
func refuseTag(t *ir.Type, union *ir.Union) jen.Code {
	return jen.Id("r").Dot("RefuseTag").Call(jen.Lit(union.Tag), jen.Id("state"),
		jen.Lit(t.Value.Mismatch.Message), jen.Lit(union.MissingTag.Message), jen.Lit(union.UnknownTag.Message))
}
