package golang

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/needs"
	"github.com/envgen/envgen/internal/reference"
)

// evil is text that could end every comment and literal that contains it.
const evil = "*/ `\"'\\ ${x} %s %!d\nfunc Evil() {}\n//go:build ignore\n+build ignore\r\u2028func Evil() {}\u0085\x00\ufeff\ufffd😀\t// Deprecated: no"

func must(rule string) ir.Failure   { return ir.Failure{Rule: rule, Message: evil} }
func should(rule string) ir.Failure { return ir.Failure{Rule: rule, Message: evil, Level: ir.Should} }

func value(k ir.Kind, checks ...ir.Check) ir.Value {
	return ir.Value{Kind: k, Mismatch: must("type"), Checks: checks}
}

func ref(t *ir.Type, checks ...ir.Check) ir.Value {
	return ir.Value{Kind: ir.Ref{Type: t}, Nullable: t.Value.Nullable, Checks: checks}
}

var evilDoc = ir.Doc{Text: evil, Source: evil, Deprecated: true, ReadOnly: true, WriteOnly: true, Default: evil, Examples: []string{evil, evil}}

func named(name string, v ir.Value) *ir.Type {
	return &ir.Type{Name: name, Value: v, Doc: evilDoc}
}

func member(name string, v ir.Value) *ir.Field {
	return &ir.Field{Name: name, Value: v, Required: true, Missing: must("required"), Doc: ir.Doc{Text: evil, Source: evil}}
}

func text(s string) ir.Literal { return ir.Literal{Kind: ir.StringLiteral, String: s} }

// evilProtocol uses features that no spec can express yet. All its words are evil.
func evilProtocol() *ir.Protocol {
	pattern := &ir.Regexp{Source: evil + "^a", DFA: ir.DFA{States: []ir.State{{Edges: []ir.Edge{{Lo: 'a', Hi: 'a', To: 1}}}, {Final: true}}}}
	never := &ir.Regexp{Source: "[^\\s\\S]", DFA: ir.DFA{States: []ir.State{{}}}}
	empty := &ir.Regexp{Source: "^$", DFA: ir.DFA{States: []ir.State{{Accept: true}}}}
	any := &ir.Regexp{Source: ".*", DFA: ir.DFA{States: []ir.State{{Final: true}}}}
	loop := &ir.Regexp{Source: "^[^]*b$", DFA: ir.DFA{States: []ir.State{
		{Edges: []ir.Edge{{Lo: 0, Hi: 'a', To: 0}, {Lo: 'b', Hi: 'b', To: 1}, {Lo: 'c', Hi: 0xd7ff, To: 0}, {Lo: 0xe000, Hi: 0x10ffff, To: 0}}},
		{Accept: true, Edges: []ir.Edge{{Lo: 0, Hi: 0x10ffff, To: 0}}},
	}}}
	words := named("Words", value(&ir.Enum{NotOneOf: must("enum"), Values: []ir.EnumValue{{Value: evil, Doc: ir.Doc{Text: evil}}, {Value: "ok"}}},
		ir.Length{Op: ir.AtMost, Limit: 5, Failure: should("maxLength")}))
	line := named("Line", value(ir.String{}, ir.OneOf{Literals: []ir.Literal{text("a"), text("ab"), text(evil)}, Failure: must("enum")},
		ir.Length{Op: ir.AtMost, Limit: 1, Failure: should("maxLength")}))
	items := value(ir.Integer{Range: must("integer-range")}, ir.Bound{Op: ir.Below, Limit: 1e300, Failure: must("exclusiveMaximum")},
		ir.Bound{Op: ir.AtLeast, Limit: 0.5, Failure: should("minimum")},
		ir.OneOf{Literals: []ir.Literal{{Kind: ir.NumberLiteral, Number: 0.5}}, Failure: should("enum")})
	record := named("Record", value(&ir.Record{Closed: true, Surplus: must("additionalProperties"), Fields: []*ir.Field{
		member(evil, ref(line, ir.Pattern{Regexp: pattern, Failure: should("pattern")}, ir.OneOf{Literals: []ir.Literal{text("ab")}, Failure: must("enum")})),
		member("words", ref(words, ir.Format{Name: ir.DateTime, Failure: should("format")})),
		member("tag", value(ir.Const{Literal: text(evil), Failure: must("const")}, ir.Length{Op: ir.AtLeast, Limit: 2, Failure: should("minLength")})),
		member("items", value(ir.Array{Items: &items}, ir.Items{Op: ir.AtLeast, Limit: 2, Failure: should("minItems")}, ir.Items{Op: ir.AtLeast, Failure: should("never")})),
	}}))
	union := named("Union", value(&ir.Union{Tag: "tag", MissingTag: must("required"), UnknownTag: must("discriminator"),
		Variants: []ir.Variant{{Tags: []string{evil}, Type: record}}}))
	flag := named("Flag", value(ir.Boolean{}, ir.OneOf{Literals: []ir.Literal{{Kind: ir.BoolLiteral, Bool: true}}, Failure: must("enum")}))
	types := []*ir.Type{words, line, record, union, flag, named("OK", value(ir.Ref{Type: words}))}
	general, schemas := evilSchemas(pattern)
	types = append(types, general, evilCatalog())
	for i, re := range []*ir.Regexp{never, empty, any, loop} {
		types = append(types, named("Pattern"+string(rune('A'+i)), value(ir.String{}, ir.Pattern{Regexp: re, Failure: should("pattern")})))
	}
	return &ir.Protocol{Name: "evil", File: evil + ".yaml", Title: evil, Source: evil, Doc: evil, Types: types, Root: union, Schemas: schemas}
}

// evilCatalog has a table of evil data.
func evilCatalog() *ir.Type {
	column := ir.Column{Name: evil, Rename: []ir.Rename{{Name: "cell"}}, Doc: evilDoc, Value: ir.Value{Kind: ir.String{}}}
	return named("Catalog", value(&ir.Enum{Open: true, Catalog: &ir.Catalog{Columns: []ir.Column{column}},
		Values: []ir.EnumValue{{Value: evil, Doc: evilDoc, Cells: []ir.Literal{text(evil)}}}}))
}

// evilSchemas returns a type with one member for each assertion. A member has the name of its rule.
func evilSchemas(pattern *ir.Regexp) (*ir.Type, []*ir.Schema) {
	var all []*ir.Schema
	add := func(assertions ...ir.Assertion) *ir.Schema {
		s := &ir.Schema{Index: len(all), Place: evil, Assertions: assertions}
		all = append(all, s)
		return s
	}
	root, nothing, anything := add(), add(ir.Never{Failure: should("false-schema")}), add()
	members := []ir.NamedSchema{}
	assertions := map[string]ir.Assertion{
		"type":                  ir.IsType{Types: ir.StringType | ir.IntegerType, Failure: must("type"), Range: must("integer-range")},
		"const":                 ir.Equals{Texts: []string{evil}, Failure: should("const")},
		"multipleOf":            ir.MultipleOf{Divisor: 1e-7, Failure: should("multipleOf")},
		"uniqueItems":           ir.UniqueItems{Failure: must("uniqueItems")},
		"minProperties":         ir.MemberCount{Op: ir.AtLeast, Limit: 2, Failure: must("minProperties")},
		"minItems":              ir.Items{Op: ir.AtLeast, Limit: 2, Failure: must("minItems")},
		"maxLength":             ir.Length{Op: ir.AtMost, Limit: 2, Failure: must("maxLength")},
		"maximum":               ir.Bound{Op: ir.AtMost, Limit: -1.5, Failure: must("maximum")},
		"pattern":               ir.Pattern{Regexp: pattern, Failure: must("pattern")},
		"format":                ir.Format{Name: ir.UUID, Failure: must("format")},
		"required":              ir.Requires{Members: []string{evil}, Failure: must("required")},
		"dependentRequired":     ir.DependentRequired{Trigger: evil, Members: []string{"x"}, Failure: must("dependentRequired")},
		"additionalProperties":  ir.Properties{Named: []ir.NamedSchema{{Name: evil, Schema: anything}}, Closed: &ir.Failure{Rule: "additionalProperties", Message: evil}},
		"patternProperties":     ir.Properties{Patterns: []ir.PatternSchema{{Regexp: pattern, Schema: nothing}}, Additional: anything},
		"propertyNames":         ir.PropertyNames{Schema: nothing, Failure: must("propertyNames")},
		"items":                 ir.ItemSchemas{Prefix: []*ir.Schema{anything}, Closed: &ir.Failure{Rule: "items", Message: evil}},
		"contains":              ir.Contains{Schema: nothing, Least: 1, Most: 2, TooFew: must("contains"), TooMany: must("maxContains")},
		"dependentSchemas":      ir.DependentSchema{Trigger: evil, Schema: nothing},
		"allOf":                 ir.AllOf{Schemas: []*ir.Schema{nothing}},
		"nullable":              ir.Nullable{Schema: nothing},
		"anyOf":                 ir.AnyOf{Schemas: []*ir.Schema{nothing}, Failure: must("anyOf")},
		"oneOf":                 ir.ExactlyOne{Schemas: []*ir.Schema{nothing, anything, anything}, Failure: must("oneOf")},
		"not":                   ir.Not{Schema: anything, Failure: must("not")},
		"if":                    ir.If{If: anything, Then: nothing, Else: anything},
		"discriminator":         ir.Select{Tag: evil, Cases: []ir.Case{{Tags: []string{evil, "a"}, Schema: nothing}}, Mismatch: must("type"), MissingTag: must("required"), UnknownTag: must("discriminator")},
		"unevaluatedProperties": ir.UnevaluatedProperties{Closed: &ir.Failure{Rule: "unevaluatedProperties", Message: evil}},
		"unevaluatedItems":      ir.UnevaluatedItems{Schema: nothing},
	}
	for _, rule := range slices.Sorted(maps.Keys(assertions)) {
		members = append(members, ir.NamedSchema{Name: rule, Schema: add(assertions[rule])})
	}
	root.Assertions = []ir.Assertion{ir.Properties{Named: members}}
	return named("General", ir.Value{Kind: ir.Object{}, Schema: root}), all
}

// TestEvilTexts fails if text of the spec becomes code.
func TestEvilTexts(t *testing.T) {
	dir := write(t, evilProtocol(), "example.com/evil")
	sources, err := filepath.Glob(filepath.Join(dir, "evil", "*.go"))
	if err != nil || len(sources) != 9 {
		t.Fatal(sources, err)
	}
	for _, source := range sources {
		f, err := parser.ParseFile(token.NewFileSet(), source, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.Name == "Evil" {
				t.Errorf("%s: text became code", source)
			}
		}
		for _, group := range f.Comments {
			for _, c := range group.List {
				if strings.HasPrefix(c.Text, "/*") || strings.HasPrefix(c.Text, "//go:") || strings.Contains(c.Text, "+build") {
					t.Errorf("%s: a comment that does something: %s", source, c.Text)
				}
			}
		}
	}
}

// generalText violates every assertion of evilSchemas.
var generalText = `{"type":1e300,"const":0,"multipleOf":1.00000001,"uniqueItems":[0,0],"minProperties":{},"minItems":[],"maxLength":"abc","maximum":0,"pattern":"b",` +
	`"format":"x","required":{},"dependentRequired":{` + evilName + `:1},"additionalProperties":{"x":1},"patternProperties":{"a":1},"propertyNames":{"x":1},"items":[1,2],` +
	`"contains":[1],"dependentSchemas":{` + evilName + `:1},"allOf":1,"nullable":1,"anyOf":1,"oneOf":1,"not":1,"if":1,"discriminator":{` + evilName + `:"b"},` +
	`"unevaluatedProperties":{"x":1},"unevaluatedItems":[1]}`

// evilName is evil as a JSON string, evilStep as a step of a JSON Pointer.
var evilName, evilStep = func() (string, string) {
	quoted, err := json.Marshal(evil)
	if err != nil {
		panic(err)
	}
	return string(quoted), "/" + strings.ReplaceAll(strings.ReplaceAll(evil, "~", "~0"), "/", "~1")
}()

func generalIssues() []string {
	return []string{
		"must additionalProperties /additionalProperties/x", "should false-schema /allOf", "must anyOf /anyOf", "should const /const", "must contains /contains",
		"must dependentRequired /dependentRequired/x", "should false-schema /dependentSchemas", "must discriminator /discriminator" + evilStep, "must format /format",
		"should false-schema /if", "must items /items/1", "must maxLength /maxLength", "must maximum /maximum", "must minItems /minItems", "must minProperties /minProperties",
		"should multipleOf /multipleOf", "must not /not", "should false-schema /nullable", "must oneOf /oneOf", "must pattern /pattern", "should false-schema /patternProperties/a",
		"must propertyNames /propertyNames/x", "must required /required" + evilStep, "must integer-range /type", "should false-schema /unevaluatedItems/0",
		"must unevaluatedProperties /unevaluatedProperties/x", "must uniqueItems /uniqueItems",
	}
}

// TestEveryFailure raises every failure, including those that no spec can express yet.
func TestEveryFailure(t *testing.T) {
	needs.Time(t, "builds a program")
	dir := write(t, evilProtocol(), "example.com/evil")
	program, err := os.ReadFile(filepath.Join("testdata", "issues.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), program, 0o644); err != nil {
		t.Fatal(err)
	}
	goTool(t, dir, nil, "vet", "./...")

	name, pointer := evilName, evilStep
	cases := []struct {
		typ, text string
		want      []string // level, rule, path
	}{
		{"Words", `5`, []string{"must type "}},
		{"Words", `"no"`, []string{"must enum "}},
		{"Words", name, []string{"should maxLength "}},
		{"OK", `"ok"`, nil},
		{"Line", `"ab"`, []string{"should maxLength "}},
		{"Line", `"abc"`, []string{"must enum "}},
		{"Record", `{}`, []string{"must required " + pointer, "must required /items", "must required /tag", "must required /words"}},
		{"Record", `{` + name + `:"a","words":"ok","tag":` + name + `,"items":[1],"more":1}`,
			[]string{"must enum " + pointer, "should minItems /items", "should enum /items/0", "must additionalProperties /more", "should format /words"}},
		{"Record", `{` + name + `:"ab","words":"no","tag":"x","items":[0,1e300,1.5]}`,
			[]string{"should maxLength " + pointer, "should enum /items/0", "should minimum /items/0", "must integer-range /items/1", "must type /items/2", "must const /tag", "must enum /words"}},
		{"Union", `[]`, []string{"must type "}},
		{"Union", `{}`, []string{"must required /tag"}},
		{"Union", `{"tag":""}`, []string{"must discriminator /tag"}},
		{"Flag", `false`, []string{"must enum "}},
		{"Catalog", `""`, nil},
		{"General", generalText, generalIssues()},
		{"PatternA", `""`, []string{"should pattern "}},
		{"PatternB", `""`, nil},
		{"PatternB", `"x"`, []string{"should pattern "}},
		{"PatternC", `"x"`, nil},
		{"PatternD", `"bab"`, nil},
		{"PatternD", `"éb😀"`, []string{"should pattern "}},
	}
	args := []string{"run", "."}
	for _, c := range cases {
		args = append(args, c.typ, c.text)
	}
	var got [][]reference.Issue
	if err := json.Unmarshal(goTool(t, dir, nil, args...), &got); err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		var list []string
		for _, issue := range got[i] {
			list = append(list, issue.Level+" "+issue.Rule+" "+issue.Path)
			if issue.Message != evil {
				t.Errorf("%s %s: message %q", c.typ, c.text, issue.Message)
			}
		}
		if !slices.Equal(list, c.want) {
			t.Errorf("%s %s\n got %q\nwant %q", c.typ, c.text, list, c.want)
		}
	}
}
