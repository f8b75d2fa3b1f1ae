package typescript

import "github.com/envgen/envgen/internal/ir"

func schema(place string, assertions ...ir.Assertion) *ir.Schema {
	return &ir.Schema{Place: place, Assertions: assertions}
}

func is(types ir.JSONTypes) ir.IsType {
	return ir.IsType{Types: types, Failure: must("type"), Range: must("integer-range")}
}

func refers(s *ir.Schema) *ir.Schema { return schema("", ir.AllOf{Schemas: []*ir.Schema{s}}) }

func raises(rule string) *ir.Failure {
	f := must(rule)
	return &f
}

// objectNames are members that every object has, own or not, and one that tries to break out.
func objectNames(s *ir.Schema) []ir.NamedSchema {
	return []ir.NamedSchema{{Name: "__proto__", Schema: s}, {Name: "constructor", Schema: s}, {Name: "toString", Schema: schema("", is(ir.StringType))}, {Name: evil, Schema: s}}
}

func requires(names ...string) ir.Requires {
	return ir.Requires{Members: names, Failure: must("required")}
}

// everything returns a schema that contains every assertion, and leads back to itself.
func everything(pattern ir.Pattern) *ir.Schema {
	text := schema("Text", is(ir.StringType), pattern, ir.Length{Op: ir.AtLeast, Limit: 1, Failure: must("minLength")},
		ir.Length{Op: ir.AtMost, Limit: 3, Failure: should("maxLength")}, ir.Format{Name: ir.IPv4, Failure: must("format")})
	number := schema("", is(ir.IntegerType|ir.NullType), ir.Bound{Op: ir.Above, Limit: -1, Failure: must("exclusiveMinimum")},
		ir.MultipleOf{Divisor: 0.5, Failure: must("multipleOf")}, ir.Bound{Op: ir.AtMost, Limit: 1e21, Failure: must("own-rule")})
	all := schema(evil)
	all.Recursive = true
	list := schema("", is(ir.ArrayType), ir.Items{Op: ir.AtMost, Limit: 9, Failure: must("maxItems")}, ir.UniqueItems{Failure: must("uniqueItems")},
		ir.ItemSchemas{Prefix: []*ir.Schema{number}, Rest: refers(all)},
		ir.Contains{Schema: schema("", is(ir.NullType)), Least: 0, Most: 1, TooFew: must("contains"), TooMany: must("maxContains")})
	pair := schema("", ir.ItemSchemas{Prefix: []*ir.Schema{schema(""), schema("")}, Closed: raises("items")})
	branch := schema("", requires("__proto__"), ir.DependentRequired{Trigger: "toString", Members: []string{"new"}, Failure: must("dependentRequired")})
	all.Assertions = []ir.Assertion{
		ir.UnevaluatedProperties{Closed: raises("unevaluatedProperties")},
		ir.UnevaluatedItems{Schema: text},
		is(ir.ObjectType | ir.ArrayType | ir.StringType | ir.BooleanType),
		ir.Properties{Named: objectNames(refers(all)), Patterns: []ir.PatternSchema{{Regexp: pattern.Regexp, Schema: list}, {Regexp: &ir.Regexp{Engine: ir.ShortStrings, JS: "^pair$", DFA: ir.DFA{States: []ir.State{{Edges: []ir.Edge{{Lo: 0, Hi: 0x10ffff, To: 0}}}}}}, Schema: pair}}},
		ir.PropertyNames{Schema: schema("", ir.Not{Schema: schema("", ir.Equals{Texts: []string{`"no"`}, Failure: must("const")}), Failure: must("not")}), Failure: must("propertyNames")},
		ir.MemberCount{Op: ir.AtMost, Limit: 5, Failure: must("maxProperties")},
		ir.DependentSchema{Trigger: "constructor", Schema: branch},
		ir.AnyOf{Schemas: []*ir.Schema{schema("", is(ir.ObjectType)), schema("", ir.Length{Op: ir.AtMost, Limit: 2, Failure: must("maxLength")})}, Failure: must("anyOf")},
		ir.ExactlyOne{Schemas: []*ir.Schema{schema("", ir.Equals{Texts: []string{`{"__proto__":[1,{"a":null}],"b":"\u2028"}`}, Failure: must("enum")}), schema("")}, Failure: must("oneOf")},
		ir.If{If: schema("", is(ir.ArrayType)), Then: schema("", ir.Items{Op: ir.AtLeast, Limit: 1, Failure: must("minItems")}), Else: schema("", ir.Nullable{Schema: schema("")})},
	}
	return all
}

// choose returns a schema that selects by a tag with values that every object has.
func choose() *ir.Schema {
	return schema("Chosen", ir.Select{Tag: "toString", Mismatch: must("type"), MissingTag: must("required"), UnknownTag: must("discriminator"), Cases: []ir.Case{
		{Tags: []string{"__proto__", "constructor"}, Schema: schema("", requires("a"))},
		{Tags: []string{evil}, Schema: schema("", ir.Properties{Named: []ir.NamedSchema{{Name: "never", Schema: schema("", ir.Never{Failure: must("false-schema")})}}})},
	}})
}

// nastyGeneral returns types for the cases that nasty itself lacks; tree is one of its records.
func nastyGeneral(tree *ir.Type, pattern ir.Pattern) []*ir.Type {
	under := func(s *ir.Schema, v ir.Value) ir.Value {
		v.Schema = s
		return v
	}
	reading := must("type")
	all := named("Everything", under(everything(pattern), ir.Value{Kind: ir.Any{}}))
	chosen := named("Chosen", under(choose(), value(ir.Object{})))
	treeMap := ir.Map{Values: &ir.Value{Kind: ir.Ref{Type: tree}, Nullable: true}}
	byName := named("ByName", value(ir.Map{Values: &ir.Value{Kind: treeMap, Mismatch: reading}}))
	choice := named("Choice", ir.Value{Nullable: true, Schema: schema("", is(ir.StringType|ir.ArrayType|ir.ObjectType|ir.IntegerType|ir.NullType)),
		Kind: &ir.Choice{Options: []ir.Value{value(ir.String{}), value(array(value(ir.Ref{Type: tree}))), value(treeMap), value(ir.Integer{})}}})
	open := named("Open", value(&ir.Enum{Open: true, Values: []ir.EnumValue{
		{Value: "__proto__", Cells: []ir.Literal{text(evil), num(-1.5), {}}},
		{Value: evil, Cells: []ir.Literal{text(""), num(1e21), text("*/")}},
	}, Catalog: &ir.Catalog{Columns: []ir.Column{
		{Name: "__proto__", Value: value(ir.String{}), Doc: ir.Doc{Text: evil}}, {Name: evil, Value: value(ir.Number{})}, {Name: "new", Value: nullable(value(ir.String{}))},
	}}}))
	closed := named("Check", value(&ir.Enum{NotOneOf: must("enum"), Values: []ir.EnumValue{{Value: "a"}, {Value: "constructor"}}, Catalog: &ir.Catalog{}}))
	word := ir.Value{Kind: ir.Ref{Type: open}, Nullable: true, Checks: []ir.Check{ir.Length{Op: ir.AtMost, Limit: 2, Failure: must("maxLength")}, pattern}}
	client := named("Client", value(&ir.Record{
		Fields:    []*ir.Field{required("tag", value(constant(text("__proto__")))), required("toString", value(constant(text("x")))), field("word", word), field("closed", value(ir.Ref{Type: closed}))},
		Forbidden: []ir.Forbidden{{Name: "__proto__", Failure: must("false-schema")}, {Name: "gone", Failure: must("false-schema")}},
		Closed:    true, Surplus: must("additionalProperties"),
	}))
	client.Side = evil
	server := named("Server", value(&ir.Record{Fields: []*ir.Field{
		required("tag", value(constant(text("__proto__")))), required("toString", value(constant(text(evil)))), field("map", value(ir.Ref{Type: byName})), field("choice", value(ir.Ref{Type: choice})),
		field("impossible", ir.Value{Kind: ir.Any{}, Schema: schema("", ir.Never{Failure: must("false-schema")})}),
	}}))
	server.Side, server.Doc = "server", ir.Doc{Text: evil, Deprecated: true, ReadOnly: true, WriteOnly: true, Default: `"*/"`, Examples: []string{`"@x"`, "{}"}}
	inner := named("Inner", value(&ir.Union{Tag: "toString", MissingTag: must("required"), UnknownTag: must("discriminator"),
		Variants: []ir.Variant{{Tags: []string{"x"}, Type: client}, {Tags: []string{evil}, Type: server}}}))
	other := named("Peer", value(&ir.Record{Fields: []*ir.Field{required("tag", value(constant(text("peer"))))}}))
	other.Side = "server"
	outer := named("Outer", value(&ir.Union{Tag: "tag", MissingTag: must("required"), UnknownTag: must("discriminator"),
		Variants: []ir.Variant{{Tags: []string{"__proto__"}, Type: inner}, {Tags: []string{"peer"}, Type: other}}}))
	nothing := named("Nothing", ir.Value{Kind: ir.Any{}, Schema: schema("", ir.Never{Failure: must("false-schema")})})
	return []*ir.Type{all, chosen, byName, choice, open, closed, client, server, inner, other, outer, nothing}
}

var nastyGeneralCases = [][]string{
	{"Everything", `{"toString":"","__proto__":{"constructor":true},"constructor":{"a":1}}`, "required /__proto__/__proto__|unevaluatedProperties /constructor/a|dependentRequired /new"},
	{"Everything", `{"__proto__":true,"toString":1,"constructor":1,"no":null}`,
		"type /constructor|dependentRequired /new|propertyNames /no|unevaluatedProperties /no|type /toString"},
	{"Everything", `["1.1.1.1"]`, "maxLength /0|pattern /0"},
	{"Everything", `[]`, "minItems "},
	{"Everything", `"abc"`, "anyOf "},
	{"Everything", `{"pair":[1,2,3]}`, "items /pair/2"},
	{"Everything", `{"*":[1]}`, `{"*":[1]}`},
	{"Everything", `{"*":[0.5,"a","a",null,null]}`, "maxContains /*|uniqueItems /*|type /*/0|type /*/3|type /*/4"},
	{"Everything", `{"b":"` + "\u2028" + `","__proto__":[1,{"a":null}]}`, "oneOf |type /__proto__/0|type /__proto__/1"},
	{"Chosen", `{"toString":"constructor"}`, "required /a"},
	{"Chosen", `{"toString":"valueOf"}`, "discriminator /toString"},
	{"Chosen", `{}`, "required /toString"},
	{"ByName", `{"b":{"2":{"a":true,"b":[]},"1":null},"__proto__":{"x":{"a":1}}}`, "type /__proto__/x/a"},
	{"ByName", `{"b":{"2":{"a":true,"b":[]},"1":null},"0":{}}`, `{"0":{},"b":{"1":null,"2":{"b":[],"a":true}}}`},
	{"Choice", `[{"a":true,"b":[]}]`, `[{"b":[],"a":true}]`},
	{"Choice", `{"z":{"a":true,"b":[]}}`, `{"z":{"b":[],"a":true}}`},
	{"Choice", `9007199254740992`, "integer-range "},
	{"Choice", `null`, `null`},
	{"Open", `"anything"`, `"anything"`},
	{"Open", `1`, "type "},
	{"Check", `"toString"`, "enum "},
	{"Outer", `{"tag":"__proto__","toString":"x","word":null,"closed":"a"}`, `{"tag":"__proto__","toString":"x","word":null,"closed":"a"}`},
	{"Outer", `{"tag":"__proto__","toString":"x","word":"abc","__proto__":1,"gone":null,"more":1}`,
		"false-schema /__proto__|false-schema /gone|additionalProperties /more|maxLength /word|pattern /word"},
	{"Outer", `{"tag":"__proto__","toString":"y"}`, "discriminator /toString"},
	{"Outer", `{"tag":"__proto__"}`, "required /toString"},
	{"Outer", `{"toString":"x"}`, "required /tag"},
	{"Outer", `{"tag":"peer"}`, `{"tag":"peer"}`},
	{"Nothing", `1`, "false-schema "},
}
