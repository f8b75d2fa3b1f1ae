package testbed_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"cel.dev/cel-go/cel"

	"github.com/envgen/envgen/conformance/testbed"
	"github.com/envgen/envgen/internal/ir"
)

// costCase is a rule to measure, and two messages that satisfy it. Alternating between them keeps compilers from moving the work out
// of the loop.
type costCase struct {
	protocol, typ, rule string
	messages            [2]string
}

var costCases = []costCase{
	{"delegator", "JsonError", "retryable-by-code", [2]string{`{"code":"INTERNAL","message":"m","retryable":true}`, `{"code":"NOT_FOUND","message":"m","retryable":false}`}},
	{"cost", "Job", "in-time", [2]string{`{"started":"2026-05-12T08:00:00Z","finished":"2026-05-12T08:19:59.5Z"}`, `{"started":"2026-05-12T08:00:00Z","finished":"2026-05-12T10:10:00+02:00"}`}},
	{"cost", "Label", "well-named", [2]string{`{"owner":"team","name":"team/nightly-build"}`, `{"owner":"team","name":"team/nightly-build/2026-05-12"}`}},
}

// costRuns is how often each cost is measured; the median counts.
const costRuns = 7

// BenchmarkRules prints the cost of one evaluation of a rule on a parsed value: by the generated function in each
// language, and by cel-go's interpreter, which has parsed the rule and converted the value before. The generated functions are private,
// so they are measured in a copy of the bindings that exports them.
func BenchmarkRules(b *testing.B) {
	w := costWorkshop(b)
	costs := map[string][]float64{}
	for _, c := range costCases {
		costs["cel-go"] = append(costs["cel-go"], celCost(b, w, c))
	}
	costs["Go"], costs["TypeScript"], costs["Python"] = goCosts(b, w), tsCosts(b, w), pyCosts(b, w)
	var table strings.Builder
	table.WriteString("| rule | language | ns an evaluation | times faster than cel-go |\n| --- | --- | ---: | ---: |\n")
	for i, c := range costCases {
		for _, language := range []string{"cel-go", "Go", "TypeScript", "Python"} {
			fmt.Fprintf(&table, "| %s | %s | %.1f | %.1f |\n", c.rule, language, costs[language][i], costs["cel-go"][i]/costs[language][i])
		}
	}
	fmt.Printf("medians of %d runs\n%s", costRuns, table.String())
}

func costWorkshop(b *testing.B) *testbed.Testbed {
	b.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		b.Fatal(err)
	}
	specs := fstest.MapFS{}
	for _, file := range []string{"../../spec/delegator.yaml", "testdata/cost.yaml"} {
		data, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		specs[filepath.Base(file)] = &fstest.MapFile{Data: data}
	}
	w, err := testbed.New(root, b.TempDir(), specs)
	if err != nil {
		b.Fatal(err)
	}
	if err := w.Build(b.Context()); err != nil {
		b.Fatal(err)
	}
	return w
}

func median(costs []float64) float64 {
	slices.Sort(costs)
	return costs[len(costs)/2]
}

// celCost measures cel-go at its best: its own timestamps, and all optimizations that it has.
func celCost(b *testing.B, w *testbed.Testbed, c costCase) float64 {
	b.Helper()
	p := w.Protocols[slices.IndexFunc(w.Protocols, func(p *ir.Protocol) bool { return p.Name == c.protocol })]
	t := p.Types[slices.IndexFunc(p.Types, func(t *ir.Type) bool { return t.Name == c.typ })]
	r := t.Rules[slices.IndexFunc(t.Rules, func(r *ir.Rule) bool { return r.ID == c.rule })]
	program := celProgram(b, r.Text)
	var values [2]map[string]any
	for i, message := range c.messages {
		var this map[string]any
		if err := json.Unmarshal([]byte(message), &this); err != nil {
			b.Fatal(err)
		}
		values[i] = map[string]any{"this": this}
		for _, t := range p.Types {
			if e, isEnum := t.Value.Kind.(*ir.Enum); isEnum && e.Catalog != nil {
				values[i][t.Name] = tableOf(e)
			}
		}
		if got, _, err := program.Eval(values[i]); err != nil || got.Value() != true {
			b.Fatalf("%s is %v, %v for %s", c.rule, got, err, message)
		}
	}
	return timed(func(n int) {
		for i := range n {
			_, _, _ = program.Eval(values[i&1])
		}
	})
}

func celProgram(b *testing.B, text string) cel.Program {
	b.Helper()
	env, err := cel.NewEnv()
	if err != nil {
		b.Fatal(err)
	}
	parsed, issues := env.Parse(text)
	if issues.Err() != nil {
		b.Fatal(issues.Err())
	}
	program, err := env.Program(parsed, cel.EvalOptions(cel.OptOptimize))
	if err != nil {
		b.Fatal(err)
	}
	return program
}

// tableOf is a catalog as the interpreter reads it.
func tableOf(e *ir.Enum) map[string]any {
	entries := map[string]any{}
	for _, v := range e.Values {
		entry := map[string]any{}
		for i, cell := range v.Cells {
			entry[e.Catalog.Columns[i].Name] = cell.String
		}
		entries[v.Value] = entry
	}
	return entries
}

// timed is the median time of a call in nanoseconds, where f makes n of them.
func timed(f func(n int)) float64 {
	n, took := 1, time.Duration(0)
	for took < 50*time.Millisecond {
		n *= 2
		start := time.Now()
		f(n)
		took = time.Since(start)
	}
	var costs []float64
	for range costRuns {
		start := time.Now()
		f(n)
		costs = append(costs, float64(time.Since(start).Nanoseconds())/float64(n))
	}
	return median(costs)
}
