package testbed_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/envgen/envgen/conformance/testbed"
)

// camel and snake are how the bindings name the function of a rule.
func (c costCase) camel() string {
	words := strings.Split(c.rule, "-")
	for i := 1; i < len(words); i++ {
		words[i] = strings.ToUpper(words[i][:1]) + words[i][1:]
	}
	return strings.Join(words, "")
}

func (c costCase) snake() string { return strings.ReplaceAll(c.rule, "-", "_") }

func put(b testing.TB, file, text string) {
	b.Helper()
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		b.Fatal(err)
	}
}

func output(b *testing.B, w *testbed.Testbed, name string, args ...string) string {
	b.Helper()
	c := exec.CommandContext(b.Context(), name, args...)
	c.Dir = w.Dir
	out, err := c.CombinedOutput()
	if err != nil {
		b.Fatalf("%v: %v\n%s", c.Args, err, out)
	}
	return string(out)
}

// goBenchmark is in the package of the rule.
const goBenchmark = `
func Benchmark_%[1]s(b *testing.B) {
	var values [2]*%[2]s
	for i, text := range []string{%[3]q, %[4]q} {
		var err error
		if values[i], err = Parse%[2]s([]byte(text)); err != nil || !values[i].%[1]s() {
			b.Fatal(text, err)
		}
	}
	for i := 0; b.Loop(); i++ {
		values[i&1].%[1]s()
	}
}
`

// goName writes the initialisms of the types that are measured as Go does.
var goName = strings.NewReplacer("Json", "JSON")

var goResult = regexp.MustCompile(`(?m)^Benchmark_(\w+?)(?:-\d+)?\s+\d+\s+([0-9.]+) ns/op`)

func goCosts(b *testing.B, w *testbed.Testbed) []float64 {
	b.Helper()
	files := map[string]string{}
	for _, c := range costCases {
		if files[c.protocol] == "" {
			files[c.protocol] = "package " + c.protocol + "\n\nimport \"testing\"\n"
		}
		files[c.protocol] += fmt.Sprintf(goBenchmark, c.camel(), goName.Replace(c.typ), c.messages[0], c.messages[1])
	}
	for protocol, text := range files {
		put(b, filepath.Join(w.Dir, "gen", "go", protocol, "cost_test.go"), text)
	}
	out := output(b, w, "go", "test", "-run", "^$", "-bench", ".", "-benchtime", "50ms", "-count", strconv.Itoa(costRuns), "./gen/go/...")
	runs := map[string][]float64{}
	for _, m := range goResult.FindAllStringSubmatch(out, -1) {
		ns, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			b.Fatal(err)
		}
		runs[m[1]] = append(runs[m[1]], ns)
	}
	var costs []float64
	for _, c := range costCases {
		if len(runs[c.camel()]) != costRuns {
			b.Fatalf("no benchmark of %s:\n%s", c.rule, out)
		}
		costs = append(costs, median(runs[c.camel()]))
	}
	return costs
}

// tsScript measures the function of one rule, named in its arguments with the file, the type and the messages.
const tsScript = `
const [file, type, name, runs, ...texts] = process.argv.slice(2);
const module = await import(file);
const rule = module[name];
const values = texts.map((text) => module.lookup(type).decode(text));
function timed(n) {
  const start = process.hrtime.bigint();
  let held = 0;
  for (let i = 0; i < n; i++) if (rule(values[i & 1])) held++;
  const took = Number(process.hrtime.bigint() - start);
  if (held !== n) throw new Error(name);
  return took;
}
let n = 2;
while (timed(n) < 5e7) n *= 2;
console.log(JSON.stringify(Array.from({ length: Number(runs) }, () => timed(n) / n)));
`

func tsCosts(b *testing.B, w *testbed.Testbed) []float64 {
	b.Helper()
	put(b, filepath.Join(w.Dir, "cost.mjs"), tsScript)
	var costs []float64
	for _, c := range costCases {
		module := filepath.Join(w.Dir, "build", "ts", "gen", "ts", c.protocol+".js")
		code, err := os.ReadFile(module)
		if err != nil {
			b.Fatal(err)
		}
		name := "rule" + strings.ToUpper(c.rule[:1]) + c.camel()[1:]
		put(b, module, string(code)+"\nexport { "+name+" };\n")
		costs = append(costs, medianOf(b, output(b, w, "node", "cost.mjs", module, c.typ, name, strconv.Itoa(costRuns), c.messages[0], c.messages[1])))
	}
	return costs
}

// pyScript is the same in Python.
const pyScript = `
import importlib, json, sys, time
protocol, type_name, name, runs, *texts = sys.argv[1:]
sys.path.insert(0, "gen/py")
package = importlib.import_module("envgen_protocols." + protocol)
rule = vars(importlib.import_module("envgen_protocols." + protocol + "._rules"))[name]
a, b = (package.lookup(type_name).decode(text) for text in texts)
assert rule(a, None) is True and rule(b, None) is True
def timed(n):
    start = time.perf_counter_ns()
    for _ in range(n // 2):
        rule(a, None)
        rule(b, None)
    return time.perf_counter_ns() - start
n = 2
while timed(n) < 5e7:
    n *= 2
print(json.dumps([timed(n) / n for _ in range(int(runs))]))
`

func pyCosts(b *testing.B, w *testbed.Testbed) []float64 {
	b.Helper()
	put(b, filepath.Join(w.Dir, "cost.py"), pyScript)
	var costs []float64
	for _, c := range costCases {
		out := output(b, w, "python3", "-I", "-S", "cost.py", c.protocol, c.typ, "_"+c.snake(), strconv.Itoa(costRuns), c.messages[0], c.messages[1])
		costs = append(costs, medianOf(b, out))
	}
	return costs
}

// medianOf reads the output of a script.
func medianOf(b *testing.B, out string) float64 {
	b.Helper()
	var runs []float64
	if err := json.Unmarshal([]byte(out), &runs); err != nil || len(runs) != costRuns {
		b.Fatalf("%v: %s", err, out)
	}
	return median(runs)
}
