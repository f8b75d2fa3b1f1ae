package typescript

import (
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

// staged is a protocol with rules at every place where a value can be, two stages, and rules of a protocol that it imports.
func staged(other *ir.Protocol) *ir.Protocol {
	leaf := other.Types[0]
	ref := value(ir.Ref{Type: leaf})
	kind := func(tag string, fields ...*ir.Field) *ir.Type {
		return named("Kind"+tag, value(&ir.Record{Fields: append([]*ir.Field{required("constructor", value(constant(text(tag))))}, fields...)}))
	}
	alias := named("Alias", ref)
	maybe := named("Maybe", nullable(value(&ir.Record{Fields: []*ir.Field{field("leaf", ref)}})))
	maybe.Rules = []*ir.Rule{{ID: "maybe-leaf", Stage: 1, Failure: must("maybe-leaf"), Text: "has(this.leaf)", Program: holding(
		ir.HasMember{Of: ir.This{}, Record: maybe, Field: maybe.Value.Kind.(*ir.Record).Fields[0]})}}
	perhaps := named("Perhaps", nullable(value(ir.Ref{Type: leaf})))
	choice := named("Choice", ir.Value{Schema: schema("", is(ir.ObjectType|ir.ArrayType|ir.StringType)),
		Kind: &ir.Choice{Options: []ir.Value{value(ir.String{}), ref, value(array(ref))}}})
	a, b := kind("a", field("leaf", ref)), kind("b")
	inner := named("Inner", value(&ir.Union{Tag: "constructor", MissingTag: must("required"), UnknownTag: must("discriminator"), Variants: []ir.Variant{{Tags: []string{"a"}, Type: a}}}))
	union := named("Either", value(&ir.Union{Tag: "constructor", MissingTag: must("required"), UnknownTag: must("discriminator"),
		Variants: []ir.Variant{{Tags: []string{"a"}, Type: inner}, {Tags: []string{"b"}, Type: b}}}))
	late, lateText := field("late", ref), required("late/text", nullable(value(ir.String{}, ir.Length{Op: ir.AtMost, Limit: 2, Failure: must("maxLength")})))
	late.Staged, late.Stage, lateText.Staged, lateText.Stage = true, 1, true, 1
	grid, byName := value(array(value(array(nullable(ref))))), nullable(ref)
	message := named("Message", value(&ir.Record{Closed: true, Surplus: must("additionalProperties"), Fields: []*ir.Field{
		field("version", value(ir.String{})), field("optional", ref), field("null", nullable(ref)), field("grid", grid), field("map", value(ir.Map{Values: &byName})),
		field("alias", value(ir.Ref{Type: alias})), field("maybe", nullable(value(ir.Ref{Type: maybe}))), field("perhaps", nullable(value(ir.Ref{Type: perhaps}))),
		field("choice", value(ir.Ref{Type: choice})), field("union", value(ir.Ref{Type: union})), field("constructor", ref), late, lateText,
	}}))
	now := compareAs(timeType, ir.Less, ir.Now{}, constTime(10, 0))
	message.Rules = []*ir.Rule{
		{ID: "early", Failure: should("early"), Text: evil, At: []string{"late/text"}, Program: holding(now)},
		{ID: "in-time", Stage: 1, Failure: must("in-time"), Text: evil, Program: holding(compareAs(timeType, ir.Less, ir.Now{}, constTime(20, 0)))},
	}
	this, byMap, asMaybe := ir.This{}, message.Value.Kind.(*ir.Record).Fields[4], message.Value.Kind.(*ir.Record).Fields[6]
	maybeThere := both(ir.HasMember{Of: this, Record: message, Field: asMaybe}, not(ir.IsNull{Of: this, Record: message, Field: asMaybe}))
	message.Rules = append(message.Rules,
		&ir.Rule{ID: "each", Stage: 1, Failure: must("each"), Text: evil, At: []string{"map"}, Program: holding(compareAs(stringType, ir.Unequal, ir.Name{}, constText("x/y"))),
			Each: &ir.Each{There: ir.HasMember{Of: this, Record: message, Field: byMap}, Object: ir.MemberOf{Of: this, Record: message, Field: byMap}}},
		&ir.Rule{ID: "each-maybe", Failure: should("each-maybe"), Text: evil, At: []string{"maybe"}, Program: holding(compareAs(timeType, ir.Less, ir.Now{}, constTime(-1, 0))),
			Each: &ir.Each{There: maybeThere, Object: ir.MemberOf{Of: this, Record: message, Field: asMaybe}, Record: maybe}},
		&ir.Rule{ID: "each-own", Failure: should("each-own"), Text: evil, Program: holding(compareAs(stringType, ir.Unequal, ir.Name{}, constText("alias"))),
			Each: &ir.Each{There: constBool(true), Object: this, Record: message}})
	root := named("Root", value(ir.Ref{Type: message}))
	return owned(&ir.Protocol{Name: "nasty", File: "nasty.yaml", Root: root, Imports: []*ir.Protocol{other}, Stages: []string{"first", "second"},
		Params:  []*ir.Param{{Name: "accepted", Type: stringType, Default: text("1.0.0")}, other.Params[0]},
		Accepts: &ir.Accepts{At: []string{"version"}, Failure: should("version")}, Messages: []*ir.Type{root, message},
		Types: []*ir.Type{alias, maybe, perhaps, choice, a, b, inner, union, message, root}})
}

// leaves is a protocol with rules in two stages, of which one has a parameter.
func leaves() *ir.Protocol {
	leaf := named("Leaf", value(&ir.Record{Fields: []*ir.Field{required("n", value(ir.Integer{Range: must("integer-range")}))}}))
	n := ir.MemberOf{Of: ir.This{}, Record: leaf, Field: leaf.Value.Kind.(*ir.Record).Fields[0]}
	leaf.Rules = []*ir.Rule{
		{ID: "small", Failure: must("small"), At: []string{"n"}, Text: "this.n < params.most", Program: holding(compareAs(intType, ir.Less, n, ir.ParamValue{Index: 0}))},
		{ID: "even", Stage: 1, Failure: should("even"), Text: "this.n != 3", Program: holding(compareAs(intType, ir.Unequal, n, constInt(3)))},
	}
	return owned(&ir.Protocol{Name: "leaves", File: "leaves.yaml", Root: leaf, Stages: []string{"first", "second"}, Types: []*ir.Type{leaf},
		Params: []*ir.Param{{Name: "most", Type: intType, Default: num(10)}}})
}

const early = `{"now":"1970-01-01T00:00:00Z"}`

var stagedCases = [][]string{
	{"Message", `{"late/text":null}`, `{"late/text":null}`, early},
	{"Message", `{}`, "required /late~1text", early},
	{"Message", `{"late/text":"abc"}`, "maxLength /late~1text", early},
	{"Message", `{"late/text":"abc","extra":1}`, "additionalProperties /extra", early},
	{"Message", `{"late/text":"abc","optional":{"n":10}}`, "small /optional/n", early},
	{"Message", `{"late/text":"","late":{"n":10}}`, `{"late":{"n":10},"late/text":""}`, early},
	{"Message", `{"late/text":"","late":{"n":3},"optional":{"n":3}}`, "even /late|even /optional", early},
	{"Message", `{"late/text":"","late":{}}`, "required /late/n", early},
	{"Message", `{"late/text":"","grid":[[{"n":1},null],[{"n":10},{"n":11}]]}`, "small /grid/1/0/n|small /grid/1/1/n", early},
	{"Message", `{"late/text":"","grid":[[{"n":10}]]}`, `{"grid":[[{"n":10}]],"late/text":""}`, `{"now":"1970-01-01T00:00:00Z","params":{"most":11}}`},
	{"Message", `{"late/text":"","map":{"a/b":{"n":10},"__proto__":{"n":10},"c":null}}`, "small /map/__proto__/n|small /map/a~1b/n", early},
	{"Message", `{"late/text":"","alias":{"n":10},"null":{"n":10},"constructor":{"n":10}}`, "each-own /alias|small /alias/n|small /constructor/n|small /null/n", early},
	{"Message", `{"late/text":"","maybe":{},"perhaps":{"n":3}}`, "maybe-leaf /maybe|even /perhaps", early},
	{"Message", `{"late/text":"","maybe":null,"perhaps":null,"null":null}`, `{"null":null,"maybe":null,"perhaps":null,"late/text":""}`, early},
	{"Message", `{"late/text":"","choice":{"n":10}}`, "small /choice/n", early},
	{"Message", `{"late/text":"","choice":[{"n":1},{"n":10}]}`, `{"choice":[{"n":1},{"n":10}],"late/text":""}`, `{"now":"1970-01-01T00:00:00Z","params":{"most":20}}`},
	{"Message", `{"late/text":"","choice":[{"n":1},{"n":10}]}`, "small /choice/1/n", early},
	{"Message", `{"late/text":"","choice":"x","union":{"constructor":"b"}}`, `{"choice":"x","union":{"constructor":"b"},"late/text":""}`, early},
	{"Message", `{"late/text":"","union":{"constructor":"a","leaf":{"n":10}}}`, "small /union/leaf/n", early},
	{"Message", `{"late/text":"","version":"2.0.0"}`, "version /version", early},
	{"Root", `{"late/text":"","version":"2.0.0"}`, "version /version", early},
	{"Root", `{"late/text":"","version":"1.2.3"}`, `{"version":"1.2.3","late/text":""}`, early},
	{"Root", `{"late/text":"","version":"2.0.0"}`, `{"version":"2.0.0","late/text":""}`, `{"now":"1970-01-01T00:00:00Z","params":{"accepted":"2.5.0"}}`},
	{"Root", `{"late/text":""}`, "early /late~1text", `{"now":"1970-01-01T00:00:10Z"}`},
	{"Root", `{"late/text":""}`, "in-time |early /late~1text", `{"now":"1970-01-01T00:00:20Z"}`},
	{"Message", `{"late/text":"","map":{"x/y":null,"__proto__":null,"x":null}}`, "each /map/x~1y", early},
	{"Message", `{"late/text":"","maybe":{"leaf":{"n":1},"toString":1}}`, "each-maybe /maybe/leaf|each-maybe /maybe/toString", early},
	{"Message", `{"late/text":"","map":{},"maybe":null}`, `{"map":{},"maybe":null,"late/text":""}`, early},
	{"Alias", `{"n":10}`, "small /n"},
	{"Maybe", `null`, "null"},
	{"Perhaps", `{"n":3}`, "even "},
	{"Perhaps", `null`, "null"},
}

// TestWalks evaluates rules at every place, stage by stage, and those of an imported protocol.
func TestWalks(t *testing.T) {
	runCases(t, "walks", stagedCases)
}

// TestNoRulesNoPrice shows that a protocol without rules has nothing of them.
func TestNoRulesNoPrice(t *testing.T) {
	module := string(generated(t, nasty()).Data)
	for _, unwanted := range []string{"/rules.js", "rulebook", "Params", "later("} {
		if strings.Contains(module, unwanted) {
			t.Errorf("%q is in a protocol without rules", unwanted)
		}
	}
}
