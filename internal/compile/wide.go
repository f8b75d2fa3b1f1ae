package compile

import (
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// std is the module of the types that every spec can refer to without an import. A spec that is imported under this name hides it.
const std = "std"

// widths are the types of std, by their names.
var widths = map[string]ir.Width{"Int64": ir.Int64, "UInt64": ir.UInt64}

// standard replaces the references to std of a schema, and of those inside: the type is an integer of 64 bits.
func (c *compiler) standard(u *unit, s *syntax.Schema) {
	name, isStd := strings.CutPrefix(s.Ref.Value, std+".")
	switch {
	case !isStd || u.imports[std] != nil || slices.ContainsFunc(u.file.Imports, func(i syntax.Import) bool { return i.Name.Value == std }):
	case widths[name] == ir.Safe:
		c.Fail(s.Ref.Pos, "unknown-type", c.Nearest(name, []string{"Int64", "UInt64"}), "%q has no type %q: its types are Int64 and UInt64", std, name)
	case len(s.Type) > 0:
		c.Fail(s.TypePos, "wide-type", "remove `type`", "`%s` is an integer of 64 bits, and has no `type` beside it", s.Ref.Value)
	default:
		s.Wide, s.Type, s.TypePos = name, []syntax.Text{{Pos: s.Ref.Pos, Value: "integer"}}, s.Ref.Pos
		s.Ref = syntax.Text{}
		c.hasWide = true
	}
	for _, sub := range s.Subschemas() {
		c.standard(u, sub.Schema)
	}
}

// widen gives every schema the width of the integers that it applies to. All schemas that apply to one value have the same.
func (c *compiler) widen() {
	if c.hasWide {
		var all []*syntax.Schema
		for _, u := range c.units {
			for _, s := range u.roots() {
				all = append(all, withInner(s)...)
			}
		}
		c.widenAll(all)
		for _, d := range c.decls {
			d.typ.Doc = docOf(d.schema) // with exact defaults
		}
	}
	for _, u := range c.units {
		for _, s := range u.roots() {
			c.roundBelow(s)
		}
	}
}

// roundBelow drops the digits of the limits of all other numbers, which are compared as doubles, and reports constants that need them.
func (c *compiler) roundBelow(s *syntax.Schema) {
	if s.Width == "" {
		for i := range s.Limits {
			s.Limits[i].Digits = ""
		}
		for _, list := range literalNodes(s) {
			c.roundedLiterals(list, len(s.Type) > 0 && typesNamed(s.Type)&numberType == integerType)
		}
	}
	for _, sub := range s.Subschemas() {
		c.roundBelow(sub.Schema)
	}
}

// roundedLiterals reports integers beyond ±(2^53-1) among the values of const and enum: those that no double is, and those of a type integer.
func (c *compiler) roundedLiterals(list []*syntax.Node, integers bool) {
	for _, n := range list {
		if rounds(n, integers) {
			c.Fail(n.Pos, "wide-literal", "refer to `std.Int64` or `std.UInt64` beside it", "%s is beyond ±(2^53-1): only integers of 64 bits are that exact", n.Digits())
		}
		c.roundedLiterals(n.Items, false)
		for _, m := range n.Members {
			c.roundedLiterals([]*syntax.Node{m.Value}, false)
		}
	}
}

// withInner returns a schema and all schemas inside.
func withInner(s *syntax.Schema) []*syntax.Schema {
	list := []*syntax.Schema{s}
	for _, sub := range s.Subschemas() {
		list = append(list, withInner(sub.Schema)...)
	}
	return list
}

// widenAll widens schemas. It begins with those that apply to a value by no other schema, because each of them widens all that it leads to.
func (c *compiler) widenAll(all []*syntax.Schema) {
	inner := map[*syntax.Schema]bool{}
	for _, s := range all {
		for _, same := range c.forSameValue(s, false) {
			inner[same] = true
		}
	}
	for _, s := range all {
		if !inner[s] {
			c.widenTogether([]*syntax.Schema{s}, nil)
		}
	}
}

// widenTogether widens schemas for one value, and those of its parts. The branches of a union by tag exclude each other; selected are unions of which
// one branch is among the schemas.
func (c *compiler) widenTogether(schemas []*syntax.Schema, selected map[*syntax.Schema]bool) {
	var all []*syntax.Schema
	seen := map[*syntax.Schema]bool{}
	for work := schemas; len(work) > 0; work = work[1:] {
		s := work[0]
		if seen[s] {
			continue
		}
		seen[s] = true
		all = append(all, s)
		work = append(slices.Clip(work), c.forSameValue(s, true)...)
	}
	key := addresses(all)
	if c.widened[key] || c.exhausted {
		return
	}
	c.widened[key] = true
	c.spend(&c.budget.merged, len(all), all[0].Pos)
	c.joinWidths(all)
	for _, s := range all {
		if !s.Tag.Pos.IsValid() || selected[s] {
			continue
		}
		within := maps.Clone(selected)
		if within == nil {
			within = map[*syntax.Schema]bool{}
		}
		within[s] = true
		for _, branch := range s.OneOf {
			c.widenTogether(append(slices.Clip(all), branch), within)
		}
	}
	c.widenParts(all)
}

// widenParts widens the schemas for each part of a value to which several of some schemas apply.
func (c *compiler) widenParts(schemas []*syntax.Schema) {
	var order []string
	parts := map[string][]*syntax.Schema{}
	for _, s := range schemas {
		for _, sub := range s.Subschemas() {
			switch sub.Keyword {
			case "properties", "items", "additionalProperties":
				part := sub.Keyword + " " + sub.Key
				if parts[part] == nil {
					order = append(order, part)
				}
				parts[part] = append(parts[part], sub.Schema)
			}
		}
	}
	for _, part := range order {
		if len(parts[part]) > 1 {
			c.widenTogether(parts[part], nil)
		}
	}
}

// joinWidths gives the width of one of some schemas for one value to all of them.
func (c *compiler) joinWidths(schemas []*syntax.Schema) {
	if !c.hasWide {
		return
	}
	var first, other *syntax.Schema // of different widths
	for _, s := range schemas {
		n := c.numeric(s)
		for _, of := range []*syntax.Schema{n.wide, n.other} {
			switch {
			case of == nil:
			case first == nil:
				first = of
			case first.Wide != of.Wide:
				other = of
			}
		}
	}
	switch {
	case first == nil || first.Wide == "" && other == nil:
	case other != nil:
		if first.Wide == "" {
			first, other = other, first
		}
		c.differentWidths(first, other)
	default:
		for _, s := range schemas {
			c.spread(s, first.Wide)
		}
	}
}

// differentWidths reports each pair once.
func (c *compiler) differentWidths(first, other *syntax.Schema) {
	if c.clashing[other] {
		return
	}
	c.clashing[other] = true
	c.Diags.Add(diag.Diagnostic{Pos: other.TypePos, Code: "wide-type", Message: "a value cannot be an integer of 64 bits and a number of another type",
		Suggestion: "refer to one type of std at all places, or write the limits without `type`", Notes: []diag.Note{{Pos: first.TypePos, Message: "std." + first.Wide + " is here"}}})
}

// rounds reports whether a value is an integer beyond ±(2^53-1) that no double is, or is of a type integer.
func rounds(n *syntax.Node, integers bool) bool {
	exact, beyond := new(big.Int).SetString(n.Digits(), 10)
	double, _ := integerOf("", n.Number)
	return beyond && (integers || exact.Cmp(double) != 0)
}

// numericTypes are two schemas of different numeric types for one value, or the only one. wide is one of 64 bits.
type numericTypes struct{ wide, other *syntax.Schema }

// numeric finds the numeric types that a schema, or another one for the same value, names.
func (c *compiler) numeric(s *syntax.Schema) numericTypes {
	n, done := c.numerics[s]
	if done {
		return n
	}
	add := func(of *syntax.Schema) {
		switch {
		case of == nil:
		case of.Wide != "" && (n.wide == nil || n.wide.Wide == of.Wide):
			n.wide = of
		default:
			n.other = of
		}
	}
	if typesNamed(s.Type)&numberType != 0 {
		add(s)
	}
	for _, same := range c.forSameValue(s, false) {
		found := c.numeric(same)
		add(found.wide)
		add(found.other)
	}
	c.numerics[s] = n
	return n
}

// forSameValue returns the schemas that apply to the same value. With certain, those are left out of which a tag selects one.
func (c *compiler) forSameValue(s *syntax.Schema, certain bool) []*syntax.Schema {
	var list []*syntax.Schema
	if d := c.targets[s]; d != nil {
		list = append(list, d.schema)
	}
	for _, sub := range s.Subschemas() {
		isBranch := sub.Keyword == "oneOf" || sub.Keyword == fallbackKeyword
		if inPlace(sub.Keyword) && !(certain && isBranch && s.Tag.Pos.IsValid()) {
			list = append(list, sub.Schema)
		}
	}
	return list
}

// spread gives a width to a schema and to all others for the same value.
func (c *compiler) spread(s *syntax.Schema, width string) {
	if s.Width != "" {
		return
	}
	s.Width = width
	exactNumbers(s)
	for _, same := range c.forSameValue(s, false) {
		c.spread(same, width)
	}
}

// exactNumbers stores the digits of the limits and values that integers of 64 bits are compared with.
func exactNumbers(s *syntax.Schema) {
	for i := range s.Limits {
		if n, whole := integerOf(s.Limits[i].Digits, s.Limits[i].Value); whole {
			s.Limits[i].Digits = n.String()
		}
	}
	for _, n := range slices.Concat([]*syntax.Node{s.Const, s.Default}, s.Examples, itemsOf(s.Enum)) {
		if n == nil || n.Kind != syntax.NumberNode {
			continue
		}
		if whole, ok := integerOf(n.Digits(), n.Number); ok {
			n.Exact = whole.String()
		}
	}
}

func itemsOf(n *syntax.Node) []*syntax.Node {
	if n == nil {
		return nil
	}
	return n.Items
}

// integerOf returns the integer that some digits spell, or that the double is.
func integerOf(digits string, f float64) (n *big.Int, whole bool) {
	if n, whole = new(big.Int).SetString(digits, 10); whole {
		return n, true
	}
	if f != math.Trunc(f) {
		return nil, false
	}
	n, _ = big.NewFloat(f).Int(nil)
	return n, true
}
