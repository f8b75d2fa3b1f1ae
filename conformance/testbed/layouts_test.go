package testbed_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/mutants"
	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/needs"
	written "github.com/envgen/envgen/internal/output"
)

// layoutCase is a fixture of the operation `check`.
type layoutCase struct {
	ID       string          `json:"id"`
	Op       string          `json:"op"`
	Protocol string          `json:"protocol"`
	Type     string          `json:"type,omitempty"`
	Text     string          `json:"text,omitempty"`
	Base64   string          `json:"base64,omitempty"`
	Now      string          `json:"now,omitempty"`
	Params   map[string]any  `json:"params,omitempty"`
	Expect   json.RawMessage `json:"expect,omitempty"`
}

type layoutAnswer struct {
	Issues []map[string]string `json:"issues"`
	Output *string             `json:"output"`
	Valid  bool                `json:"valid"`
	Error  any                 `json:"error"`
}

// layoutSet is a set of protocols with texts and the answers to them.
type layoutSet struct {
	protocols []*ir.Protocol
	cases     []layoutCase
}

// layoutRun is a form of the output.
type layoutRun struct {
	name          string
	set           func(*testing.T) layoutSet
	single, small bool
	// typed lets tsc and mypy check the types. Ruff finds names without a declaration in all Python.
	typed bool
}

// TestLayouts generates protocols with only the support code that they need: the bindings judge each text as expected. In the layout `folder`
// all protocols share the support code of one folder. In the layout `single` each has the features of its own spec alone.
func TestLayouts(t *testing.T) {
	t.Parallel()
	needs.Checkers(t)
	for _, run := range []layoutRun{
		{"folder", shippedSet, false, false, false}, {"folder-small", shippedSet, false, true, true}, {"single", shippedSet, true, false, true},
		{"odd", oddSet, true, false, true}, {"odd-small", oddSet, true, true, false},
	} {
		run.typed = run.typed || *all
		t.Run(run.name, func(t *testing.T) {
			t.Parallel()
			set := run.set(t)
			dir := t.TempDir()
			for language, judge := range map[string]func(layoutRun, *testing.T, string, []string) *exec.Cmd{"go": layoutRun.inGo, "ts": layoutRun.inTypeScript, "py": layoutRun.inPython} {
				if run.small && language == "go" {
					continue // without code that only saves time, Go has the same files
				}
				t.Run(language, func(t *testing.T) {
					names, cases := run.generate(t, set, language, dir)
					compareAnswers(t, judge(run, t, dir, names), cases, language == "go")
				})
			}
		})
	}
}

// generate writes the bindings of a set for a language. It returns the names of the packages, and the cases with these names. The layout `single` refuses
// protocols that import others, and protocols whose types have names of support code: they are left out.
func (run layoutRun) generate(t *testing.T, set layoutSet, language, dir string) (names []string, cases []layoutCase) {
	t.Helper()
	d := generators.Destination{Target: generators.Named(language), Dir: filepath.Join(dir, language), GoImport: "example.com/layouts/go", Single: run.single, Small: run.small}
	groups := [][]*ir.Protocol{set.protocols}
	if run.single {
		groups = slices.Collect(slices.Chunk(set.protocols, 1))
	}
	refused, owned, packages := 0, []written.Owned{}, map[string]string{}
	for _, group := range groups {
		one, diags, err := generators.Run(group, d)
		if err != nil {
			t.Fatal(err)
		}
		if diags.HasErrors() {
			refused++
			continue
		}
		owned = append(owned, one[:len(group)]...)
		if !run.single {
			owned = one
		}
		for i, p := range group {
			first, _, _ := strings.Cut(one[i].Files[0].Path, "/")
			packages[p.Name] = strings.TrimSuffix(first, path.Ext(first))
		}
	}
	if 4*refused > len(groups) {
		t.Fatalf("%d of %d protocols are refused", refused, len(groups))
	}
	if _, err := (written.Writer{Generator: "test"}).Write(t.Context(), d.Dir, owned); err != nil {
		t.Fatal(err)
	}
	for _, c := range set.cases {
		if name, ok := packages[c.Protocol]; ok {
			c.Protocol = name
			cases = append(cases, c)
		}
	}
	return slices.Sorted(maps.Values(packages)), cases
}

func shippedSet(t *testing.T) (set layoutSet) {
	t.Helper()
	for _, name := range shippedNames {
		data, err := os.ReadFile("../../spec/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		p, diags := compile.Source(name+".yaml", data)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		set.protocols = append(set.protocols, p)
	}
	set.cases = layoutCases(t)
	return set
}

// layoutMutants is the number of mutants for each odd spec.
const layoutMutants = 20

// oddSet contains an odd spec for each set of features, its examples and mutants of these. The flag -all selects all odd specs.
func oddSet(t *testing.T) (set layoutSet) {
	t.Helper()
	w := bedFor(t, "TestOddSpecs")
	if set.protocols = featured(w); *only == "" && len(set.protocols) < 10 {
		t.Fatalf("only %d sets of features", len(set.protocols))
	}
	for _, p := range set.protocols {
		valid, _ := examples(t, p)
		probes := []conformance.Probe{}
		for _, one := range valid {
			probes = append(probes, conformance.Probe{Protocol: p.Name, Text: []byte(*one.Text)})
		}
		g, err := mutants.New(p, valid, 1)
		if err != nil {
			t.Fatal(err)
		}
		for probe := range g.Mutants(layoutMutants) {
			probes = append(probes, probe)
		}
		for _, probe := range probes {
			a, err := w.Answer(probe)
			if err != nil {
				t.Fatal(err)
			}
			set.cases = append(set.cases, caseOf(t, probe, a))
		}
	}
	return set
}

func caseOf(t *testing.T, p conformance.Probe, a conformance.Answer) layoutCase {
	t.Helper()
	issues := []map[string]string{}
	for _, i := range a.Issues {
		issues = append(issues, map[string]string{"rule": i.Rule, "path": i.Path, "level": i.Level, "message": i.Message})
	}
	var params map[string]any
	if raw := p.Params(); raw != nil {
		if err := json.Unmarshal(raw, &params); err != nil {
			t.Fatal(err)
		}
	}
	expect, err := json.Marshal(layoutAnswer{Issues: issues, Output: a.Output, Valid: a.Output != nil})
	if err != nil {
		t.Fatal(err)
	}
	return layoutCase{ID: p.Protocol, Protocol: p.Protocol, Type: p.Type, Base64: base64.StdEncoding.EncodeToString(p.Text), Now: p.Now, Params: params, Expect: expect}
}

var shippedNames = []string{"agh", "delegator", "foxctl", "helper", "hotrepl"}

func layoutCases(t *testing.T) []layoutCase {
	t.Helper()
	var cases []layoutCase
	for _, name := range shippedNames {
		files, err := filepath.Glob("../cases/" + name + "/*.json")
		if err != nil || len(files) == 0 {
			t.Fatal(name, err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var all []layoutCase
			if err := json.Unmarshal(data, &all); err != nil {
				t.Fatal(file, err)
			}
			for _, c := range all {
				if c.Protocol = name; c.Op == "check" {
					cases = append(cases, c)
				}
			}
		}
	}
	if len(cases) < 1000 {
		t.Fatalf("only %d fixtures", len(cases))
	}
	return cases
}

// compareAnswers runs a program on all cases. Go's packages in one file have options for parameters, and none by name: their cases are left out.
func compareAnswers(t *testing.T, program *exec.Cmd, cases []layoutCase, limitsOnly bool) {
	if limitsOnly {
		cases = slices.DeleteFunc(slices.Clone(cases), func(c layoutCase) bool {
			for name, value := range c.Params {
				n, isNumber := value.(float64)
				if !strings.HasPrefix(name, "max_") || name == "max_output_bytes" || name == "max_age" || !isNumber || n != float64(int(n)) {
					return true
				}
			}
			return false
		})
	}
	var in bytes.Buffer
	for _, c := range cases {
		c.Expect = nil
		if err := json.NewEncoder(&in).Encode(c); err != nil {
			t.Fatal(err)
		}
	}
	program.Stdin = &in
	var failure bytes.Buffer
	program.Stderr = &failure
	out, err := program.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, failure.String())
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != len(cases) {
		t.Fatalf("%d answers to %d cases", len(lines), len(cases))
	}
	wrong := 0
	for i, c := range cases {
		var got, want layoutAnswer
		if err := json.Unmarshal([]byte(lines[i]), &got); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(c.Expect, &want); err != nil {
			t.Fatal(err)
		}
		for n, issue := range want.Issues {
			if n < len(got.Issues) && (issue["message"] == "" || issue["rule"] == "json") { // each language words it in its own way
				delete(issue, "message")
				delete(got.Issues[n], "message")
			}
		}
		same := reflect.DeepEqual(got.Issues, want.Issues) && (got.Output != nil) == want.Valid && (want.Output == nil || reflect.DeepEqual(got.Output, want.Output))
		if isError := got.Error != nil; isError != (want.Error != nil) || !isError && !same {
			if wrong++; wrong < 4 {
				t.Errorf("%s: %s, want %s", c.ID, lines[i], c.Expect)
			}
		}
	}
	t.Logf("%d of %d cases", len(cases)-wrong, len(cases))
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

func copyJudge(t *testing.T, name, to string) {
	t.Helper()
	data, err := os.ReadFile("testdata/layouts/" + name)
	if err != nil {
		t.Fatal(err)
	}
	write(t, to, data)
}

func (run layoutRun) inTypeScript(t *testing.T, dir string, names []string) *exec.Cmd {
	t.Helper()
	dir = filepath.Join(dir, "ts")
	var table strings.Builder
	var list []string
	for i, name := range names {
		fmt.Fprintf(&table, "import * as p%d from \"./%s.js\";\n", i, name)
		list = append(list, fmt.Sprintf("%q: p%d", name, i))
	}
	fmt.Fprintf(&table, `
interface Protocol {
  readonly rootName: string;
  lookup(name: string): { safeDecode(text: string | Uint8Array, options: never): { readonly ok: boolean; readonly value?: unknown; readonly issues: readonly unknown[] }; encodeUnchecked(value: never, options: never): string } | undefined;
}

export const PROTOCOLS: { readonly [name: string]: Protocol } = { %s } as never;
`, strings.Join(list, ", "))
	write(t, filepath.Join(dir, "protocols.ts"), []byte(table.String()))
	write(t, filepath.Join(dir, "package.json"), []byte(`{"type": "module"}`))
	write(t, filepath.Join(dir, "tsconfig.json"), fmt.Appendf(nil, `{"extends": %q, "compilerOptions": {"rootDir": ".", "outDir": "out", "types": ["node"], "typeRoots": [%q]}, "include": ["**/*.ts"], "references": []}`,
		absolute(t, "../../gen/ts/tsconfig.json"), absolute(t, "../../tools/node_modules/@types")))
	copyJudge(t, "judge.ts", filepath.Join(dir, "judge.ts"))
	compile := exec.CommandContext(t.Context(), absolute(t, "../../tools/node_modules/.bin/tsc"), "-p", dir, "--noCheck", fmt.Sprint(!run.typed))
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%.3000s", err, out)
	}
	return exec.CommandContext(t.Context(), "node", filepath.Join(dir, "out", "judge.js"))
}

func (run layoutRun) inPython(t *testing.T, dir string, _ []string) *exec.Cmd {
	t.Helper()
	linters := [][]string{{"../../.venv/bin/ruff", "check", "--isolated", "--no-cache", "--select", "F", filepath.Join(dir, "py")}}
	if run.typed {
		linters = append(linters, []string{"../../.venv/bin/mypy", "--strict", "--no-incremental", filepath.Join(dir, "py")})
	}
	for _, line := range linters {
		linter := exec.CommandContext(t.Context(), absolute(t, line[0]), line[1:]...)
		linter.Dir = dir
		if out, err := linter.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%.3000s", line[0], err, out)
		}
	}
	prefix := ""
	if !run.single {
		prefix = "py."
	} else {
		dir = filepath.Join(dir, "py")
	}
	return exec.CommandContext(t.Context(), "python3", "-I", "-S", absolute(t, "testdata/layouts/judge.py"), dir, prefix)
}

func (layoutRun) inGo(t *testing.T, dir string, names []string) *exec.Cmd {
	t.Helper()
	// A name that the protocol uses has a prefix.
	own := func(protocol, name string) (string, error) {
		files, err := filepath.Glob(filepath.Join(dir, "go", protocol, "*.go"))
		for _, file := range files {
			data, failed := os.ReadFile(file)
			if err = errors.Join(err, failed); regexp.MustCompile(`(?m)^(\t|type |func )Envgen` + name + `\b`).Match(data) {
				return protocol + ".Envgen" + name, err
			}
		}
		return protocol + "." + name, err
	}
	tmpl, err := template.New("judge.go.tmpl").Funcs(template.FuncMap{"own": own}).ParseFiles("testdata/layouts/judge.go.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := tmpl.Execute(&text, names); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "main.go"), text.Bytes())
	write(t, filepath.Join(dir, "go.mod"), []byte("module example.com/layouts\n\ngo 1.26.0\n"))
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-o", "judge", ".")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%.3000s", err, out)
	}
	return exec.CommandContext(t.Context(), filepath.Join(dir, "judge"))
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}
