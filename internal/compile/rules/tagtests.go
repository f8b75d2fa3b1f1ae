package rules

import (
	"slices"
	"strconv"

	"github.com/envgen/envgen/internal/ir"
)

// tagRead is a tag that a rule reads.
type tagRead struct {
	typ    *ir.Type  // of the value
	union  *ir.Union // it, or one inside, that the tag selects in
	of     ir.Expr
	leaves []ir.Leaf
}

// values are the tags that the spec names; closed reports that there are no others.
func (t *tagRead) values() (list []string, closed bool) {
	for _, leaf := range t.leaves {
		list = append(list, leaf.Tags...)
	}
	return list, ir.TagsKnown(t.leaves) > 0
}

// is reports whether the tag is one of some.
func (t *tagRead) is(tags []string) ir.Expr {
	x := ir.IsVariant{Of: t.of, Union: t.typ, Tag: t.union.Tag, By: t.union.By, Known: ir.TagsKnown(t.leaves)}
	others := slices.DeleteFunc(slices.Clone(tags), func(tag string) bool { return slices.Contains(t.union.Refused, tag) })
	for _, leaf := range t.leaves {
		others = slices.DeleteFunc(others, func(tag string) bool { return slices.Contains(leaf.Tags, tag) })
	}
	slices.Sort(others)
	others = slices.Compact(others)
	named, _ := t.values()
	for _, leaf := range t.leaves {
		test := ir.VariantTest{Variant: leaf.Type, All: leaf.Tags}
		if leaf.Any {
			test.Tags, test.All, test.Other = others, named, true
		} else {
			for _, tag := range leaf.Tags {
				if slices.Contains(tags, tag) {
					test.Tags = append(test.Tags, tag)
				}
			}
		}
		if len(test.Tags) > 0 {
			x.Tests = append(x.Tests, test)
		}
	}
	if len(x.Tests) == 0 {
		return boolean(false)
	}
	return x
}

// value is the tag. If the spec gives it several names, one is read for each of them.
func (t *tagRead) value() ir.Expr {
	var groups []*tagRead                            // by the name
	for _, leaf := range slices.Backward(t.leaves) { // the fallback first
		i := slices.IndexFunc(groups, func(g *tagRead) bool {
			return slices.Equal(g.leaves[0].Type.Field(t.union.Tag).Rename, leaf.Type.Field(t.union.Tag).Rename)
		})
		if i < 0 {
			i, groups = len(groups), append(groups, &tagRead{t.typ, t.union, t.of, nil})
		}
		groups[i].leaves = append(groups[i].leaves, leaf)
	}
	var value ir.Expr
	for _, g := range groups {
		var read ir.Expr = ir.TagOf{Of: t.of, Union: t.typ, Tag: t.union.Tag, By: t.union.By, Variant: g.leaves[0].Type}
		if value != nil {
			named, _ := g.values()
			read = ir.Choose{If: t.is(named), Then: read, Else: value}
		}
		value = read
	}
	return value
}

// tagConstant is a constant as a tag.
func tagConstant(c ir.Constant) (tag string, is bool) {
	switch c.Type.Kind {
	case ir.StringExpr:
		return c.String, true
	case ir.IntExpr:
		return strconv.FormatInt(c.Int, 10), true
	}
	return "", false
}

// constantTags are the items of a literal list of strings or integers.
func constantTags(list ir.Expr) (tags []string, are bool) {
	literal, isLiteral := list.(ir.ListOf)
	if !isLiteral {
		return nil, false
	}
	for _, item := range literal.Items {
		c, isConstant := item.(ir.Constant)
		if !isConstant {
			return nil, false
		}
		tag, isTag := tagConstant(c)
		if !isTag {
			return nil, false
		}
		tags = append(tags, tag)
	}
	return tags, true
}

// joinedTests joins two tests of one tag by || to one test, or two opposites by &&. It is nil for other conditions.
func joinedTests(or bool, a, b ir.Expr) ir.Expr {
	if chain, is := a.(ir.Logic); is && chain.Or == or {
		if last := joinedTests(or, chain.R, b); last != nil {
			return join(or, chain.L, last)
		}
		return nil
	}
	if !or {
		no, isNot := a.(ir.Negation)
		not, alsoNot := b.(ir.Negation)
		if !isNot || !alsoNot {
			return nil
		}
		a, b = no.X, not.X
	}
	x, isTest := a.(ir.IsVariant)
	y, alsoTest := b.(ir.IsVariant)
	if !isTest || !alsoTest || x.Tag != y.Tag || x.Tests[0].Tags == nil || y.Tests[0].Tags == nil || key(x.Of) != key(y.Of) {
		return nil
	}
	x.Tests = eitherTest(x.Tests, y.Tests)
	if x.Known > 0 && len(x.TagValues()) >= x.Known {
		return boolean(or)
	}
	if !or {
		return ir.Negation{X: x}
	}
	return x
}

// eitherTest joins tests for variants.
func eitherTest(a, b []ir.VariantTest) []ir.VariantTest {
	list := slices.Clone(a)
	for _, t := range b {
		i := slices.IndexFunc(list, func(known ir.VariantTest) bool { return known.Variant == t.Variant })
		if i < 0 {
			list = append(list, t)
			continue
		}
		more := slices.DeleteFunc(slices.Clone(t.Tags), func(tag string) bool { return slices.Contains(list[i].Tags, tag) })
		list[i].Tags = slices.Concat(list[i].Tags, more)
	}
	return list
}
