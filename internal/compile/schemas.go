package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// falseSchema is the failure of the schema false if no other keyword reports it.
var falseSchema = ir.Failure{Rule: "false-schema", Message: "is not allowed here"}

// unfilled is a Schema without its assertions. Schemas can be recursive, so the assertions are added later.
type unfilled struct {
	to      *ir.Schema
	schemas []*syntax.Schema
	scope   dynamicScope
}

// schemaOf returns the Schema of a conjunction of schemas.
func (c *compiler) schemaOf(schemas []*syntax.Schema) *ir.Schema {
	scope := c.joint(schemas)
	for len(schemas) == 1 && c.targets[schemas[0]] != nil && !schemas[0].Constrains() {
		schemas = []*syntax.Schema{c.targets[schemas[0]].schema} // it is another name
		scope = c.entering(scope, schemas[0])
	}
	k := c.unit.file.Protocol.Value + " " + scope.key() + addresses(schemas)
	s := c.nodes[k]
	if s == nil {
		s = &ir.Schema{Index: len(c.unit.schemas), Place: c.placeOf(schemas[len(schemas)-1], scope), Type: c.typeOf(schemas, scope)}
		c.nodes[k] = s
		c.unit.schemas = append(c.unit.schemas, s)
		c.unfilled = append(c.unfilled, unfilled{s, schemas, scope})
		c.spend(&c.budget.members, 1, schemas[0].Pos)
	}
	return s
}

// typeOf returns the declared type whose schema a conjunction is, or nil. No value is of a part. In another dynamic scope, the schema is not the type's.
func (c *compiler) typeOf(schemas []*syntax.Schema, scope dynamicScope) *ir.Type {
	d := c.bySchema[schemas[0]]
	if len(schemas) > 1 || d == nil || d.typ.Lifted || d.schema.Part.Value || c.placeOf(schemas[0], scope) != c.address[schemas[0]] {
		return nil
	}
	return d.typ
}

// addresses identifies a list of schemas by their places.
func addresses(schemas []*syntax.Schema) string {
	var b strings.Builder
	for _, s := range schemas {
		fmt.Fprintf(&b, "%p ", s)
	}
	return b.String()
}

func (c *compiler) one(s *syntax.Schema) *ir.Schema { return c.schemaOf([]*syntax.Schema{s}) }

func (c *compiler) each(list []*syntax.Schema) []*ir.Schema {
	var out []*ir.Schema
	for _, s := range list {
		out = append(out, c.one(s))
	}
	return out
}

// finishSchemas fills the Schemas of the unit, and those that they lead to.
func (c *compiler) finishSchemas() {
	for len(c.unfilled) > 0 && !c.exhausted {
		next := c.unfilled[0]
		c.unfilled = c.unfilled[1:]
		c.entered = next.scope
		if len(next.schemas) > 1 {
			next.to.Assertions = []ir.Assertion{ir.AllOf{Schemas: c.each(next.schemas)}}
			continue
		}
		next.to.Assertions = c.assertions(next.schemas[0])
	}
	c.unfilled, c.entered = nil, nil
	c.dynamicCycles(c.unit.schemas)
	markRecursive(c.unit.schemas)
	markRemembered(c.unit.schemas)
}

// assertions spells the keywords of one schema.
func (c *compiler) assertions(s *syntax.Schema) []ir.Assertion {
	if s.Bool != nil {
		if *s.Bool {
			return nil
		}
		return []ir.Assertion{ir.Never{Failure: falseSchema}}
	}
	var list []ir.Assertion
	if d := c.targets[s]; d != nil {
		list = append(list, ir.AllOf{Schemas: []*ir.Schema{c.one(d.schema)}})
	}
	if to := c.dynamicTarget(s); to != nil {
		list = append(list, ir.AllOf{Schemas: []*ir.Schema{c.one(to)}})
	}
	if len(s.AllOf) > 0 {
		list = append(list, ir.AllOf{Schemas: c.each(s.AllOf)})
	}
	list = append(list, c.scalarAssertions(s)...)
	list = append(list, c.objectAssertions(s)...)
	list = append(list, c.arrayAssertions(s)...)
	list = append(list, c.branchAssertions(s)...)
	// These depend on the parts that the others have evaluated.
	if u := s.Unevaluated; u != nil {
		list = append(list, ir.UnevaluatedProperties{Schema: c.unlessFalse(u), Closed: closed(u, "unevaluatedProperties", "member")})
	}
	if u := s.UnevaluatedItems; u != nil {
		list = append(list, ir.UnevaluatedItems{Schema: c.unlessFalse(u), Closed: closed(u, "unevaluatedItems", "item")})
	}
	return list
}

func (c *compiler) scalarAssertions(s *syntax.Schema) []ir.Assertion {
	var list []ir.Assertion
	if len(s.Type) > 0 {
		types := typesNamed(s.Type)
		list = append(list, ir.IsType{Types: types.named(), Failure: ir.Failure{Rule: "type", Message: "must be " + types.article()},
			Range: rangeFailure(widths[s.Width]), Width: widths[s.Width]})
	}
	if s.Const != nil {
		list = append(list, ir.Equals{Texts: []string{wording.JSON(s.Const)}, Failure: ir.Failure{Rule: "const", Message: "must be " + wording.Show(s.Const)}})
	}
	if s.Enum != nil {
		values := distinct(s, s.Enum.Items)
		e := ir.Equals{Failure: ir.Failure{Rule: "enum", Message: "must be " + wording.OneOfNodes(values)}}
		for _, n := range values {
			e.Texts = append(e.Texts, wording.JSON(n))
		}
		list = append(list, e)
	}
	n := c.merge([]conjunct{{kind: own, schema: s.Scalars()}})
	for _, check := range slices.Concat(n.bounds(), c.stringChecks(n), n.checks(arrayType)) {
		list = append(list, check.(ir.Assertion))
	}
	if l := s.Limit("multipleOf"); l != nil {
		list = append(list, multipleOf(*l, widths[s.Width]))
	}
	return list
}

// named is the set in the words of the ir.
func (t typeSet) named() ir.JSONTypes {
	var set ir.JSONTypes
	for _, w := range []struct {
		of   typeSet
		name ir.JSONTypes
	}{{nullType, ir.NullType}, {booleanType, ir.BooleanType}, {objectType, ir.ObjectType}, {arrayType, ir.ArrayType}, {integerType, ir.IntegerType},
		{numberType, ir.NumberType}, {stringType, ir.StringType}} {
		if t&w.of == w.of {
			set |= w.name
		}
	}
	return set
}

func (c *compiler) objectAssertions(s *syntax.Schema) []ir.Assertion {
	var list []ir.Assertion
	for _, count := range []struct {
		keyword string
		op      ir.Op
		text    string
	}{{"minProperties", ir.AtLeast, "must have at least %s"}, {"maxProperties", ir.AtMost, "must have at most %s"}} {
		if l := s.Limit(count.keyword); l != nil {
			list = append(list, ir.MemberCount{Op: count.op, Limit: int(l.Value), Failure: ir.Failure{Rule: count.keyword, Message: fmt.Sprintf(count.text, counted(l.Value, "member"))}})
		}
	}
	if len(s.Required) > 0 {
		list = append(list, ir.Requires{Members: values(s.Required), Failure: isRequired})
	}
	for _, d := range s.DependentRequired {
		list = append(list, ir.DependentRequired{Trigger: d.Trigger.Value,
			Members: values(d.Members), Failure: isRequiredWhere(d.Trigger)})
	}
	if p := c.properties(s); p != nil {
		list = append(list, *p)
	}
	if s.PropertyNames != nil {
		list = append(list, ir.PropertyNames{Schema: c.one(s.PropertyNames), Failure: ir.Failure{Rule: "propertyNames", Message: "has a name that is not allowed here"}})
	}
	for _, d := range s.DependentSchemas {
		list = append(list, ir.DependentSchema{Trigger: d.Name.Value, Schema: c.one(d.Schema)})
	}
	return list
}

var isRequired = ir.Failure{Rule: "required", Message: "is required"}

func isRequiredWhere(trigger syntax.Text) ir.Failure {
	return ir.Failure{Rule: "dependentRequired", Message: "is required where " + wording.Quote(wording.Cut(trigger.Value)) + " is present"}
}

func values(texts []syntax.Text) []string {
	var list []string
	for _, t := range texts {
		list = append(list, t.Value)
	}
	return list
}

func (c *compiler) properties(s *syntax.Schema) *ir.Properties {
	if !s.PropertiesPos.IsValid() && len(s.PatternProperties) == 0 && s.Additional == nil {
		return nil
	}
	p := &ir.Properties{}
	for _, m := range s.Properties {
		c.unstaged(m.Schema)
		p.Named = append(p.Named, ir.NamedSchema{Name: m.Name.Value, Schema: c.one(m.Schema)})
	}
	for _, m := range s.PatternProperties {
		if re := c.translate(m.Name); re != nil {
			p.Patterns = append(p.Patterns, ir.PatternSchema{Regexp: re, Schema: c.one(m.Schema)})
		}
	}
	if s.Additional != nil {
		p.Additional, p.Closed = c.unlessFalse(s.Additional), closed(s.Additional, "additionalProperties", "member")
	}
	return p
}

// unlessFalse is the Schema of a keyword that reports false itself.
func (c *compiler) unlessFalse(s *syntax.Schema) *ir.Schema {
	if s == nil || s.Bool != nil && !*s.Bool {
		return nil
	}
	return c.one(s)
}

// closed is the failure of a member or item if the keyword is false, or nil.
func closed(s *syntax.Schema, rule, what string) *ir.Failure {
	if s == nil || s.Bool == nil || *s.Bool {
		return nil
	}
	article := "a"
	if what == "item" {
		article = "an"
	}
	return &ir.Failure{Rule: rule, Message: "is not " + article + " " + what + " that is allowed here"}
}

func (c *compiler) arrayAssertions(s *syntax.Schema) []ir.Assertion {
	var list []ir.Assertion
	if s.Unique.Value {
		list = append(list, ir.UniqueItems{Failure: ir.Failure{Rule: "uniqueItems", Message: "must not have two equal items"}})
	}
	if s.Items != nil || len(s.PrefixItems) > 0 {
		list = append(list, ir.ItemSchemas{Prefix: c.each(s.PrefixItems), Rest: c.unlessFalse(s.Items), Closed: closed(s.Items, "items", "item")})
	}
	if s.Contains == nil {
		return list
	}
	k := ir.Contains{Schema: c.one(s.Contains), Least: 1, Most: -1, TooFew: ir.Failure{Rule: "contains", Message: "must have at least 1 item of a certain kind"}}
	if l := s.Limit("minContains"); l != nil {
		k.Least, k.TooFew = int(l.Value), ir.Failure{Rule: "minContains", Message: "must have at least " + counted(l.Value, "item") + " of a certain kind"}
	}
	if l := s.Limit("maxContains"); l != nil {
		k.Most, k.TooMany = int(l.Value), ir.Failure{Rule: "maxContains", Message: "must have at most " + counted(l.Value, "item") + " of a certain kind"}
	}
	return append(list, k)
}

func (c *compiler) exactlyOne(s *syntax.Schema) ir.Assertion {
	return ir.ExactlyOne{Schemas: c.each(s.OneOf), Failure: c.oneOf(s)}
}

func (c *compiler) anyOf(s *syntax.Schema) ir.Failure {
	return ir.Failure{Rule: "anyOf", Message: c.branchMessage(s.AnyOf, "at least one", constantsOf(s.AnyOf, false))}
}

func (c *compiler) oneOf(s *syntax.Schema) ir.Failure {
	return ir.Failure{Rule: "oneOf", Message: c.branchMessage(s.OneOf, "exactly one", constantsOf(s.OneOf, true))}
}

var notFailure = ir.Failure{Rule: "not", Message: "must not be what is excluded here"}

// eitherNull is oneOf of null and a schema that may accept null as well: only for null is it a choice.
func (c *compiler) eitherNull(s, inner *syntax.Schema) ir.Assertion {
	null := s.OneOf[0]
	if null == inner {
		null = s.OneOf[1]
	}
	one := c.exactlyOne(s)
	choice := &ir.Schema{Index: len(c.unit.schemas), Place: c.address[s] + "/oneOf", Assertions: []ir.Assertion{one}}
	c.unit.schemas = append(c.unit.schemas, choice)
	return ir.If{If: c.one(null), Then: choice, Else: c.one(inner)}
}

func (c *compiler) branchAssertions(s *syntax.Schema) []ir.Assertion {
	var list []ir.Assertion
	switch inner := orNull(s.AnyOf); {
	case inner != nil:
		list = append(list, ir.Nullable{Schema: c.one(inner)})
	case len(s.AnyOf) > 0:
		list = append(list, ir.AnyOf{Schemas: c.each(s.AnyOf), Failure: c.anyOf(s)})
	}
	switch inner := orNull(s.OneOf); {
	case len(s.OneOf) > 0 && s.Tag.Pos.IsValid():
		list = append(list, c.selection(s))
	case inner != nil && c.typesOfSchema(inner)&nullType == 0:
		list = append(list, ir.Nullable{Schema: c.one(inner)})
	case inner != nil:
		list = append(list, c.eitherNull(s, inner))
	case len(s.OneOf) > 0:
		list = append(list, c.exactlyOne(s))
	}
	if s.Not != nil {
		list = append(list, ir.Not{Schema: c.one(s.Not), Failure: notFailure})
	}
	if s.If != nil {
		k := ir.If{If: c.one(s.If)}
		if s.Then != nil {
			k.Then = c.one(s.Then)
		}
		if s.Else != nil {
			k.Else = c.one(s.Else)
		}
		list = append(list, k)
	}
	return list
}

// branchMessage is the message of anyOf or oneOf: the values of a vocabulary, the types if the branches require nothing else, or the number of branches.
func (c *compiler) branchMessage(branches []*syntax.Schema, how string, values *constants) string {
	if values != nil {
		return "must be " + wording.OneOf(values.literal)
	}
	var types typeSet
	for _, b := range branches {
		if !isBareType(b) || b.Ref.Pos.IsValid() || types&typesNamed(b.Type) != 0 {
			return fmt.Sprintf("must match %s of %s", how, counted(float64(len(branches)), "schema"))
		}
		types |= typesNamed(b.Type)
	}
	return "must be " + types.article()
}

// selection spells oneOf with discriminator.
func (c *compiler) selection(s *syntax.Schema) ir.Assertion {
	u := c.unionTypes[s]
	if u == nil { // no Kind needed it, so it is no type either
		c.union(s, site{name: strings.ReplaceAll(c.address[s], "/", "."), pos: s.Pos})
		u = c.unionTypes[s]
		c.finishUnion(c.finished[u])
		c.unit.out = slices.DeleteFunc(c.unit.out, func(t *ir.Type) bool { return t.Value.Kind == ir.Kind(u) })
	}
	if u.By == ir.ByPresence {
		return c.present(s, u)
	}
	k := ir.Select{Tag: u.Tag, By: u.By, Mismatch: ir.Failure{Rule: "type", Message: "must be an object"}, MissingTag: u.MissingTag, UnknownTag: u.UnknownTag,
		Refused: u.Refused}
	for i, v := range u.Variants {
		if i < len(s.OneOf) { // fewer variants than branches have been reported
			k.Cases = append(k.Cases, ir.Case{Tags: v.Tags, Schema: c.one(s.OneOf[i])})
		}
	}
	return k
}

// present spells a choice by presence. The schemas of the branches require an object.
func (c *compiler) present(s *syntax.Schema, u *ir.Union) ir.Assertion {
	there := &ir.Schema{Index: len(c.unit.schemas), Place: c.address[s] + "/discriminator",
		Assertions: []ir.Assertion{ir.Requires{Members: []string{u.Tag}, Failure: isRequired}}}
	c.unit.schemas = append(c.unit.schemas, there)
	if len(u.Variants) != 2 || len(s.OneOf) != 2 {
		return ir.If{If: there} // which has been reported
	}
	first, second := s.OneOf[0], s.OneOf[1]
	if c.finished[u].reversed {
		first, second = second, first
	}
	return ir.If{If: there, Then: c.one(first), Else: c.one(second)}
}

// counted returns a number with its unit: "1 item", "2 items".
func counted(n float64, unit string) string {
	text := wording.SpellNumber(n) + " " + unit
	if n != 1 {
		text += "s"
	}
	return text
}
