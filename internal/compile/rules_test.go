package compile_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
)

// ruled compiles the spec of testdata/rules with one more rule.
func ruled(t *testing.T, rule string) *ir.Protocol {
	t.Helper()
	head, err := os.ReadFile("testdata/rules/demo.yaml")
	if err != nil {
		t.Fatal(err)
	}
	p, diags := compile.Source("demo.yaml", append(head, rule...))
	if p == nil {
		t.Fatalf("%s\n%v", rule, diags)
	}
	for _, d := range diags {
		if d.Code != "no-effect" { // the parameters that this rule leaves
			t.Errorf("%s\n%v", rule, d)
		}
	}
	return p
}

// TestUnusedParams warns of parameters that neither a rule nor the version check reads.
func TestUnusedParams(t *testing.T) {
	p, diags := compile.Source("demo.yaml", []byte(`envgen: 1
protocol: demo
version: "1"
params:
  spare: {type: integer, default: 3}
  least: {type: integer, default: 1}
  accepted: {type: string, default: 1.0.0}
accepts: {at: /v, policy: semver-major, version: params.accepted}
root: T
types:
  T: {type: object, required: [n, v], properties: {n: {type: integer}, v: {type: string, pattern: '^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$'}}}
rules:
  - {id: enough, for: [T], check: "this.n >= params.least", message: must be enough}
`))
	if p == nil || len(diags) != 1 || diags[0].Severity != diag.Warning || diags[0].Pos.Line != 5 || diags[0].Message != `no rule reads the parameter "spare"` {
		t.Error(diags)
	}
}

// TestPrograms compares lowered expressions with testdata/rules/programs.txt. The narrower members of a composed type may lead to another program of
// a rule. That program follows under the name of the type.
func TestPrograms(t *testing.T) {
	const golden = "testdata/rules/programs.txt"
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	count := 0
	for line := range strings.Lines(string(want)) {
		expression, isHead := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "== ")
		if !isHead {
			continue
		}
		count++
		p := ruled(t, "  - {id: r, for: [Frame], stage: freshness, message: m, check: "+fmt.Sprintf("%q", expression)+"}\n")
		frame := find(t, p, "Frame").Rules
		fmt.Fprintf(&got, "== %s\n", expression)
		if frame[0].Text != expression {
			fmt.Fprintf(&got, "text %s\n", frame[0].Text)
		}
		own := text(&frame[0].Program)
		got.WriteString(own + "\n")
		for _, name := range []string{"Ok", "Err"} {
			switch rules := find(t, p, name).Rules; {
			case len(rules) == 0:
				fmt.Fprintf(&got, "%s: always\n", name)
			case text(&rules[0].Program) != own:
				fmt.Fprintf(&got, "%s:\n%s\n", name, text(&rules[0].Program))
			}
		}
	}
	if count < 30 {
		t.Errorf("only %d expressions", count)
	}
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		want = []byte(got.String())
	}
	if got.String() != string(want) {
		t.Errorf("got\n%s", got.String())
	}
}

func TestRules(t *testing.T) {
	p := ruled(t, `
  - id: with-meta
    for: [Frame]
    stage: body
    level: should
    at: /meta/b
    source: Section 1
    check: |
      !has(this.meta) ||
        this.meta.b == 1
    message: must be one
`)
	r := find(t, p, "Ok").Rules[0]
	want := ir.Failure{Rule: "with-meta", Message: "must be one", Level: ir.Should}
	if r.ID != "with-meta" || r.Stage != 2 || strings.Join(r.At, "/") != "meta/b" || r.Source != "Section 1" || r.Failure != want ||
		r.Text != "!has(this.meta) ||\n  this.meta.b == 1" {
		t.Errorf("rule %+v", r)
	}
	if got := len(find(t, p, "Err").Rules); got != 0 {
		t.Errorf("Err, which has no meta, has %d rules", got)
	}
	if got := strings.Join(p.Stages, " "); got != "envelope freshness body" {
		t.Errorf("stages %s", got)
	}
	if a := p.Accepts; a == nil || a.Param != 2 || strings.Join(a.At, "/") != "version" || a.Failure.Rule != "version" {
		t.Errorf("accepts %+v", a)
	}
	for i, want := range []ir.Literal{{Kind: ir.NumberLiteral, Number: 32768}, {Kind: ir.NumberLiteral, Number: 300e9}, {Kind: ir.StringLiteral, String: "1.0.0"}} {
		if p.Params[i].Default != want {
			t.Errorf("default of %s is %v", p.Params[i].Name, p.Params[i].Default)
		}
	}
	body := find(t, p, "Ok").Value.Kind.(*ir.Record).Fields[2]
	if !body.Staged || body.Stage != 2 || find(t, p, "Frame").Value.Kind.(*ir.Record).Fields[2].Staged {
		t.Errorf("body is %+v", body)
	}
}

// TestEach checks rules for the members of an object: their locations, and the values that they read.
func TestEach(t *testing.T) {
	p := ruled(t, `
  - {id: map, for: [Frame], each: /map, message: m, check: "name in Code && has(this.map) && this.map[name] > 0"}
  - {id: meta, for: [Frame], each: /meta, message: m, check: "['a'].exists(name, name == 'b') || name == 'a'"}
  - {id: own, for: [Frame], each: "", stage: body, message: m, check: "name.size() > 1 && name != this.status"}
`)
	for _, c := range []struct{ typ, rule, there, object, record, program string }{
		{"Frame", "map", "has(this.map)", "this.map", "", "if (!inCatalog(name) || !has(this.map))\n  return false\ntry t0, t1 = valueAt(this.map, name)\n(t1 && (t0 > 0))"},
		{"Frame", "meta", "has(this.meta)", "this.meta", "Meta", ""},
		{"Frame", "own", "true", "this", "Frame", "((size(name) > 1) && (name != this.status))"},
		{"Ok", "meta", "has(this.meta)", "this.meta", "Meta", ""},
		{"Ok", "own", "true", "this", "Ok", `((size(name) > 1) && (name != "ok"))`},
		{"Err", "own", "true", "this", "Err", `((size(name) > 1) && (name != "error"))`},
	} {
		i := slices.IndexFunc(find(t, p, c.typ).Rules, func(r *ir.Rule) bool { return r.ID == c.rule })
		if i < 0 {
			t.Errorf("%s: no rule %s", c.typ, c.rule)
			continue
		}
		r, record := find(t, p, c.typ).Rules[i], ""
		if r.Each.Record != nil {
			record = r.Each.Record.Name
		}
		if got := expr(r.Each.There); got != c.there || expr(r.Each.Object) != c.object || record != c.record {
			t.Errorf("%s %s: %s of %s, which is %s", c.typ, c.rule, got, expr(r.Each.Object), record)
		}
		if got := text(&r.Program); c.program != "" && got != c.program {
			t.Errorf("%s %s: %s", c.typ, c.rule, got)
		}
	}
	if rules := find(t, p, "Err").Rules; len(rules) != 2 {
		t.Errorf("Err, which has no meta, has %d rules", len(rules))
	}
}

// TestImportedRules composes a type of another protocol: its rules, parameters and stages come along.
func TestImportedRules(t *testing.T) {
	shipped, err := os.ReadFile("testdata/rules/demo.yaml")
	if err != nil {
		t.Fatal(err)
	}
	shipped = append(shipped, "  - {id: small, for: [Frame], stage: freshness, message: m, check: \"jsonSize(this.version) < params.inline_max && Code['A'].retryable != this.version\"}\n"...)
	library := compile.Library{Shipped: func(name string) ([]byte, bool) { return shipped, name == "demo" }}
	p, diags := library.Source("own.yaml", []byte(`envgen: 1
protocol: own
version: "1"
root: T
params: {mine: {type: integer, default: 1}}
types:
  T: {allOf: [demo.Frame], properties: {more: {type: integer}}}
rules:
  - {id: more, for: [T], message: m, check: "!has(this.more) || this.more > params.mine || this.version in demo.Code"}
`))
	if p == nil {
		t.Fatal(diags)
	}
	var names []string
	for _, param := range p.Params {
		names = append(names, param.Name)
	}
	rules := find(t, p, "T").Rules
	if strings.Join(names, " ") != "mine inline_max replay_age schema_version" || len(p.Stages) != 3 || len(rules) != 2 {
		t.Fatalf("params %s, stages %s, %d rules", names, p.Stages, len(rules))
	}
	if got := text(&rules[0].Program); got != `((jsonSize(this.version) < param1) && ("always" != this.version))` && !strings.Contains(got, "param1") {
		t.Error(got)
	}
	if rules[0].ID != "small" || rules[0].Stage != 1 || rules[1].Stage != 0 {
		t.Errorf("rules %+v", rules)
	}
}

// However deep a rule nests, its expressions do not: Python takes 200 parentheses, and Go four functions within each other.
func TestNestedRules(t *testing.T) {
	asked, chained := "this.a", "this.p"
	for i := range 60 {
		asked = fmt.Sprintf("((%s) == %d ? %d : %d)", asked, i, i, i+1)
		chained += " == this.p"
	}
	p := compiled(t, `
  T: {type: object, required: [a, p], properties: {a: {type: integer}, p: {type: boolean}}}
rules:
  - {id: asked, for: [T], message: m, check: "`+asked+` == this.a"}
  - {id: chained, for: [T], message: m, check: "`+chained+strings.Repeat(" == this.p", 120)+`"}
`)
	for _, r := range find(t, p, "T").Rules {
		for line := range strings.SplitSeq(text(&r.Program), "\n") {
			deep, deepest := 0, 0
			for _, c := range line {
				switch c {
				case '(':
					deep++
					deepest = max(deepest, deep)
				case ')':
					deep--
				}
			}
			if functions := strings.Count(line, " ? "); deepest > 100 || functions > 4 {
				t.Errorf("%s: %d levels, %d conditionals: %s", r.ID, deepest, functions, line)
			}
		}
	}
}

// TestEveryFunctionHasAProgram compares programs.txt with the functions of ir: no other test of this package compares a function with CEL's.
func TestEveryFunctionHasAProgram(t *testing.T) {
	programs, err := os.ReadFile("testdata/rules/programs.txt")
	if err != nil {
		t.Fatal(err)
	}
	for f := ir.SizeOf; f <= ir.EntryOf; f++ {
		if name := functionNames[f]; name == "" {
			t.Errorf("functionNames has no name for function %d", f)
		} else if !strings.Contains(string(programs), name+"(") {
			t.Errorf("programs.txt has no expression that calls %s", name)
		}
	}
}
