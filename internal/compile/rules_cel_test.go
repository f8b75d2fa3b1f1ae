package compile_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/ext"
	"cel.dev/cel-go/parser"

	"github.com/envgen/envgen/internal/ir"
)

// against runs rules as they were lowered and, from their text, in CEL's own interpreter.
type against struct {
	t            *testing.T
	env          *cel.Env
	random       *rand.Rand
	held, broken int
}

func newAgainst(t *testing.T) *against {
	const seed = 5
	return &against{t: t, env: dynamicEnvironment(t), random: rand.New(rand.NewPCG(seed, seed))}
}

func (a *against) compare(rule *ir.Rule, rounds int) {
	a.t.Helper()
	ast, issues := a.env.Compile(rule.Text)
	if issues.Err() != nil {
		a.t.Errorf("%s: %v", rule.Text, issues.Err())
		return
	}
	program, err := a.env.Program(ast)
	if err != nil {
		a.t.Fatal(err)
	}
	now := time.Date(2026, 5, 12, 10, 0, 0, 500, time.UTC)
	catalog := map[string]any{"A": map[string]any{"retryable": "always", "note": "x"}, "B": map[string]any{"retryable": "never", "note": nil}}
	params := map[string]any{"inline_max": int64(32), "replay_age": 300 * time.Second, "schema_version": "1.0.0"}
	for range rounds {
		this := randomFrame(a.random)
		out, _, err := program.Eval(map[string]any{"this": this, "now": now, "params": params, "Code": catalog})
		want := err == nil && out == types.True
		m := machine{this: this, now: now, params: []any{int64(32), 300 * time.Second, "1.0.0"}}
		for _, form := range []*ir.Program{&rule.Program, &rule.Folded} {
			if got := m.holds(form); got != want {
				a.t.Errorf("%s\nof %v is %v, in CEL %v %v:\n%s", rule.Text, this, got, out, err, text(form))
				return
			}
		}
		if want {
			a.held++
		} else {
			a.broken++
		}
	}
}

// done fails where the values were not varied enough to show anything.
func (a *against) done() {
	if a.held < 1000 || a.broken < 1000 {
		a.t.Errorf("%d held and %d were broken", a.held, a.broken)
	}
}

// TestProgramsAgainstCEL takes the expressions of testdata/rules.
func TestProgramsAgainstCEL(t *testing.T) {
	programs, err := os.ReadFile("testdata/rules/programs.txt")
	if err != nil {
		t.Fatal(err)
	}
	a := newAgainst(t)
	for line := range strings.Lines(string(programs)) {
		if expression, isHead := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "== "); isHead {
			a.compare(frameRule(t, expression), 300)
		}
	}
	a.done()
}

// TestRandomLogicAgainstCEL joins conditions, of which some cannot be evaluated, at random.
func TestRandomLogicAgainstCEL(t *testing.T) {
	a := newAgainst(t)
	for range 150 {
		a.compare(frameRule(t, randomLogic(a.random, 4)), 40)
	}
	a.done()
}

// frameRule compiles an expression for the type Frame.
func frameRule(t *testing.T, expression string) *ir.Rule {
	t.Helper()
	text, err := json.Marshal(expression)
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.ReplaceAll(text, []byte(`\u0026`), []byte("&"))
	p := ruled(t, "  - {id: r, for: [Frame], stage: freshness, message: m, check: "+string(text)+"}\n")
	return find(t, p, "Frame").Rules[0]
}

// conditions fail depending on the value.
var conditions = []string{
	`this.status == "ok"`, `has(this.i)`, `this.version.size() / (this.version.size() - 1) == 2`, `int(this.version) > 2`, `Code[this.version].retryable == "always"`,
	`has(this.i) && 6 / this.i == 3`, `!has(this.i) || this.i * this.i > 4`, `has(this.tags) && this.tags.all(t, int(t) > 1)`, `has(this.tags) && this.tags.exists(t, int(t) == 3)`,
	`has(this.list) && this.list.exists_one(m, 4 / m.b == 2)`, `has(this.list) && this.list.map(m, 6 / m.b)[0] > 1`, `has(this.list) && this.list.filter(m, 6 / m.b > 1).size() > 1`,
	`has(this.map) && this.map["a"] == 2`, `(has(this.i) ? 6 / this.i : 1) == 1`, `has(this.list) && this.list[1].b > 0`, `has(this.n) && int(this.n) > 1`,
	`(has(this.i) ? this.i > 1 : 1 / 0 > 1) == (this.version < "b")`, `duration(this.version) > duration("1s")`,
	`bool(this.version)`, `double(this.version) > 2.0`, `(has(this.i) && 6 / this.i > 2) <= (this.version < "b")`, `has(this.tags) && this.tags.all(i, t, int(t) > i)`,
	`has(this.list) && this.list.transformList(i, m, i < 2, 6 / m.b)[1] > 1`, `has(this.map) && this.map.exists(k, v, 4 / (v - 1) == 4 && k < "b")`,
	`has(this.list) && this.list.exists_one(i, m, 4 / m.b > i)`, `has(this.tags) && this.tags != []`,
}

func randomLogic(r *rand.Rand, depth int) string {
	if depth == 0 || r.IntN(8) == 0 {
		return "(" + conditions[r.IntN(len(conditions))] + ")"
	}
	part := func() string { return randomLogic(r, depth-1) }
	switch r.IntN(7) {
	case 0:
		return "!" + part()
	case 1:
		return "(" + part() + " ? " + part() + " : " + part() + ")"
	case 2, 3, 4:
		return "(" + part() + " && " + part() + ")"
	}
	return "(" + part() + " || " + part() + ")"
}

func dynamicEnvironment(t *testing.T) *cel.Env {
	t.Helper()
	size := cel.Function("jsonSize", cel.Overload("json_size", []*cel.Type{cel.DynType}, cel.IntType, cel.UnaryBinding(func(v ref.Val) ref.Val {
		text, err := json.Marshal(v.Value())
		if err != nil {
			return types.NewErr("%v", err)
		}
		return types.Int(len(text))
	})))
	deep := cel.Function("jsonDepth", cel.Overload("json_depth", []*cel.Type{cel.DynType}, cel.IntType, cel.UnaryBinding(func(v ref.Val) ref.Val { return types.Int(depthOf(v.Value())) })))
	items := cel.Function("jsonItems", cel.Overload("json_items", []*cel.Type{cel.DynType}, cel.IntType, cel.UnaryBinding(func(v ref.Val) ref.Val {
		list, _ := v.Value().([]any)
		return types.Int(len(list))
	})))
	satisfies := cel.Function("satisfies", cel.Overload("satisfies", []*cel.Type{cel.DynType, cel.DynType}, cel.BoolType, cel.BinaryBinding(func(v, s ref.Val) ref.Val {
		return types.Bool(isWanted(v.Value(), s.Value()))
	})))
	env, err := cel.NewEnv(cel.Variable("this", cel.DynType), cel.Variable("now", cel.TimestampType), cel.Variable("params", cel.DynType),
		cel.Variable("Code", cel.DynType), size, deep, items, satisfies, cel.Macros(parser.ExistsOneMacroNew), ext.TwoVarComprehensions())
	if err != nil {
		t.Fatal(err)
	}
	return env
}

// randomFrame is a valid value of Frame.
func randomFrame(r *rand.Rand) map[string]any {
	pick := func(list ...any) any { return list[r.IntN(len(list))] }
	texts := []any{"", "a", "x", "aa", "3", "v1", "K5", "1.0.0", "é", "abc"}
	meta := func() map[string]any {
		m := map[string]any{"b": pick(int64(0), int64(1), int64(2), int64(3), int64(-7))}
		if r.IntN(2) == 0 {
			m["a"] = pick("x", "aaa", "b")
		}
		return m
	}
	many := func(one func() any) []any {
		list := []any{}
		for range r.IntN(4) {
			list = append(list, one())
		}
		return list
	}
	frame := map[string]any{"version": pick(texts...), "status": pick("ok", "error"), "body": map[string]any{}}
	for _, member := range []struct {
		name  string
		value func() any
	}{
		{"meta", func() any { return meta() }},
		{"n", func() any { return pick(0.0, 1.0, 1.5, 2.5, 3.0, -16.0, 3.7, 1e300) }},
		{"i", func() any {
			return pick(int64(0), int64(1), int64(2), int64(3), int64(-3), int64(1)<<53-1, int64(1)<<62, int64(1778579999), int64(1778576401))
		}},
		{"to", func() any { return pick(nil, "a", "b") }},
		{"tags", func() any { return many(func() any { return pick(texts...) }) }},
		{"list", func() any { return many(func() any { return meta() }) }},
		{"map", func() any {
			return pick(map[string]any{}, map[string]any{"a": int64(2), "b": int64(2)}, map[string]any{"xq": int64(1), "q": int64(1)})
		}},
		{"any", func() any { return pick(nil, true, "a long text that is long", int64(5)) }},
		{"code", func() any { return pick("A", "B") }},
		{"word", func() any { return pick("A", "B", "C") }},
		{"ts", func() any { return pick("2026-05-12T09:58:00Z", "2026-05-12T09:00:00Z", "2026-05-12T12:00:00+02:00") }},
	} {
		if r.IntN(4) > 0 {
			frame[member.name] = member.value()
		}
	}
	return frame
}

// depthOf returns the depth of nested lists and objects.
func depthOf(value any) int {
	inside := 0
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			inside = max(inside, depthOf(item))
		}
	case map[string]any:
		for _, member := range value {
			inside = max(inside, depthOf(member))
		}
	default:
		return 0
	}
	return inside + 1
}
