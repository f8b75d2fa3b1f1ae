package typescript

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

// evil is text that tries to leave every comment and literal that could contain it.
const evil = "*/ } \" ' ` ${x} \\ </script> <!-- // /* \n\r\u2028\u2029 @ts-nocheck {@link x} 😀 \x00"

func must(rule string) ir.Failure   { return ir.Failure{Rule: rule, Message: evil} }
func should(rule string) ir.Failure { return ir.Failure{Rule: rule, Message: evil, Level: ir.Should} }

func value(k ir.Kind, checks ...ir.Check) ir.Value {
	return ir.Value{Kind: k, Mismatch: must("type"), Checks: checks}
}

func nullable(v ir.Value) ir.Value {
	v.Nullable = true
	return v
}

func array(items ir.Value) ir.Array { return ir.Array{Items: &items} }
func text(s string) ir.Literal      { return ir.Literal{Kind: ir.StringLiteral, String: s} }
func num(f float64) ir.Literal      { return ir.Literal{Kind: ir.NumberLiteral, Number: f} }

func constant(l ir.Literal) ir.Const { return ir.Const{Literal: l, Failure: must("const")} }

func named(name string, v ir.Value) *ir.Type {
	return &ir.Type{Name: name, Value: v, Doc: ir.Doc{Text: evil, Source: evil}}
}

func field(name string, v ir.Value) *ir.Field {
	return &ir.Field{Name: name, Value: v, Doc: ir.Doc{Text: evil}, Missing: must("required")}
}

func required(name string, v ir.Value) *ir.Field {
	f := field(name, v)
	f.Required = true
	return f
}

// nasty returns a protocol that contains every variant of ir and every name that could break out.
func nasty() *ir.Protocol {
	integer := ir.Integer{Range: must("integer-range")}
	dfa := ir.DFA{States: []ir.State{
		{Edges: []ir.Edge{{Lo: 0, Hi: ')', To: 2}, {Lo: '*', Hi: '*', To: 4}, {Lo: '+', Hi: '.', To: 2}, {Lo: '/', Hi: '/', To: 4}, {Lo: '0', Hi: '_', To: 2}, {Lo: '`', Hi: '`', To: 1}, {Lo: 'a', Hi: 0x10ffff, To: 2}}},
		{Edges: []ir.Edge{{Lo: 0, Hi: '.', To: 2}, {Lo: '/', Hi: '/', To: 3}, {Lo: '0', Hi: '_', To: 2}, {Lo: '`', Hi: '`', To: 1}, {Lo: 'a', Hi: 0x10ffff, To: 2}}},
		{Edges: []ir.Edge{{Lo: 0, Hi: '_', To: 2}, {Lo: '`', Hi: '`', To: 1}, {Lo: 'a', Hi: 0x10ffff, To: 2}}},
		{Accept: true, Edges: []ir.Edge{{Lo: 0, Hi: '_', To: 2}, {Lo: '`', Hi: '`', To: 1}, {Lo: 'a', Hi: 0x10ffff, To: 2}}},
		{Final: true},
	}}
	pattern := ir.Pattern{Regexp: &ir.Regexp{Engine: ir.ShortStrings, JS: "^[/*]|`\\/$", DFA: dfa}, Failure: must("pattern")}
	word := named("Partial", value(&ir.Enum{NotOneOf: must("enum"), Values: []ir.EnumValue{
		{Value: "__proto__", Doc: ir.Doc{Text: evil}}, {Value: "constructor"}, {Value: evil}, {Value: ""}, {Value: "/"},
	}}))
	anything := named("Anything", value(ir.Any{}))
	other := named("Other", value(ir.Ref{Type: anything}))
	line := named("Line", value(ir.String{},
		ir.OneOf{Literals: []ir.Literal{text("/a"), text("*"), text(evil)}, Failure: must("enum")},
		ir.Length{Op: ir.AtMost, Limit: 1, Failure: should("maxLength")}, pattern))
	exact := named("Exact", value(ir.Number{},
		ir.Bound{Op: ir.AtLeast, Limit: 0, Failure: must("minimum")}, ir.Bound{Op: ir.AtMost, Limit: 1e21, Failure: must("maximum")},
		ir.Bound{Op: ir.Above, Limit: -1, Failure: must("exclusiveMinimum")}, ir.Bound{Op: ir.Below, Limit: 10, Failure: must("exclusiveMaximum")}))
	grid := named("Grid", value(array(value(array(value(integer)), ir.Items{Op: ir.AtLeast, Limit: 1, Failure: must("minItems")})),
		ir.Items{Op: ir.AtMost, Limit: 2, Failure: must("maxItems")}))
	tree := &ir.Type{Name: "Tree"}
	tree.Value = nullable(value(&ir.Record{Fields: []*ir.Field{
		field("b", value(array(nullable(value(ir.Ref{Type: tree}))))), field("a", value(ir.Boolean{})),
	}}))
	forest := &ir.Type{Name: "Forest"}
	forest.Value = value(array(value(ir.Ref{Type: forest})))
	odd := named("Error", value(&ir.Record{Closed: true, Surplus: must("additionalProperties"), Fields: []*ir.Field{
		required("constructor", value(constant(text("*/")))),
		field("__proto__", value(ir.Ref{Type: word})),
		field("toString", nullable(value(ir.String{}, ir.Length{Op: ir.AtLeast, Limit: 2, Failure: must("minLength")}))),
		field(evil, value(ir.Ref{Type: line})),
		field("a/b~c", value(integer)),
		field("0", nullable(value(ir.Ref{Type: grid}))),
		field("", value(ir.Ref{Type: other})),
		field("new", value(constant(num(-1.5)))),
		field("readonly", value(constant(ir.Literal{Kind: ir.BoolLiteral, Bool: true}))),
		field("null", value(ir.Null{})),
		field("when", value(ir.String{}, ir.Format{Name: ir.DateTime, Failure: must("format")})),
		field("free", value(ir.Object{})),
		field("forest", value(ir.Ref{Type: forest})),
		field("exact", value(ir.Ref{Type: exact})),
	}}))
	empty := named("Empty", value(&ir.Record{Closed: true, Surplus: must("additionalProperties")}))
	plain := named("Plain", value(&ir.Record{Fields: []*ir.Field{required("constructor", value(constant(text("plain")))), field("tree", value(ir.Ref{Type: tree}))}}))
	union := named("Either", nullable(value(&ir.Union{Tag: "constructor", MissingTag: must("required"), UnknownTag: must("discriminator"),
		Variants: []ir.Variant{{Tags: []string{"*/"}, Type: odd}, {Tags: []string{"plain", evil}, Type: plain}}})))
	return &ir.Protocol{Name: "nasty", Title: evil, Source: evil, Doc: evil, File: "nasty.yaml", Root: union,
		Types: append([]*ir.Type{word, anything, other, line, exact, grid, tree, forest, odd, empty, plain, union}, nastyGeneral(tree, pattern)...)}
}

// nastyCases are texts with the issues (rule and path) or, if there are none, the output that must come of them.
var nastyCases = [][]string{
	{"Either", `null`, `null`},
	{"Either", `[]`, "type "},
	{"Either", `{}`, "required /constructor"},
	{"Either", `{"constructor":1}`, "discriminator /constructor"},
	{"Either", `{"constructor":"toString"}`, "discriminator /constructor"},
	{"Either", `{"tree":{"x":1,"a":true,"b":[null,{"a":false,"b":[]}]},"constructor":"plain"}`,
		`{"constructor":"plain","tree":{"b":[null,{"b":[],"a":false}],"a":true,"x":1}}`},
	{"Either", `{"constructor":"*/","toString":null,"__proto__":"/","0":null,"":{"__proto__":[1]},"new":-1.50,"readonly":true,"null":null}`,
		`{"constructor":"*/","__proto__":"/","toString":null,"0":null,"":{"__proto__":[1]},"new":-1.5,"readonly":true,"null":null}`},
	{"Error", `{"constructor":"x","__proto__":"constructor","toString":"a","a/b~c":1e300,"new":0,"readonly":false,"null":0,"hasOwnProperty":1}`,
		"integer-range /a~1b~0c|const /constructor|additionalProperties /hasOwnProperty|const /new|type /null|const /readonly|minLength /toString"},
	{"Error", `{"constructor":"*/","__proto__":"toString","toString":1,"a/b~c":0.5,"new":"-1.5","when":"now","free":[],"0":[]}`,
		"enum /__proto__|type /a~1b~0c|type /free|type /new|type /toString|format /when"},
	{"Error", `{"constructor":"*/","forest":[[],[[]],[1]],"exact":3}`, "type /forest/2/0"},
	{"Error", `{"constructor":"*/","exact":-1}`, "exclusiveMinimum /exact|minimum /exact"},
	{"Exact", `10`, "exclusiveMaximum "},
	{"Exact", `1e22`, "exclusiveMaximum |integer-range |maximum "},
	{"Exact", `"1"`, "type "},
	{"Grid", `[[1],[],["a",1.5,9007199254740992]]`, "maxItems |minItems /1|type /2/0|type /2/1|integer-range /2/2"},
	{"Grid", `[[1.0,-0]]`, `[[1,0]]`},
	{"Line", `"/a"`, "maxLength "},
	{"Line", `"**"`, "enum "},
	{"Line", `"*"`, `"*"`},
	{"Partial", `"__proto__"`, `"__proto__"`},
	{"Partial", `"toString"`, "enum "},
	{"Tree", `null`, `null`},
	{"Empty", `{}`, `{}`},
	{"Empty", `{"a":1}`, "additionalProperties /a"},
	{"Other", `[{"b":1,"a":null}]`, `[{"b":1,"a":null}]`},
}

// driver prints the result of each case, in the form of nastyCases. A fourth element of a case is the options.
const driver = `
import { readFileSync } from "node:fs";
import { lookup } from "./nasty.js";
for (const [type, text, , options] of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  const codec = lookup(type);
  const result = codec.safeDecode(text, options && JSON.parse(options));
  const issues = result.issues.map((issue) => issue.rule + " " + issue.path).join("|");
  console.log(issues === "" ? codec.encodeUnchecked(result.value) : issues);
}`

// TestNasty compiles the worst protocol with the strictest settings, and runs the module.
func TestNasty(t *testing.T) {
	runCases(t, "nasty", slices.Concat(nastyCases, nastyGeneralCases))
}

// runCases gives cases to the module called nasty of a project.
func runCases(t *testing.T, project string, list [][]string) {
	t.Helper()
	dir := compiled(t, project)
	cases, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"cases.json": cases, "driver.js": []byte(driver)} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("node", "driver.js", "cases.json")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) != len(list) {
		t.Fatalf("got %d answers, want %d:\n%s", len(lines), len(list), out)
	}
	for i, c := range list {
		if lines[i] != c[2] {
			t.Errorf("%s %s:\n got %s\nwant %s", c[0], c[1], lines[i], c[2])
		}
	}
}
