package testbed_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"text/template"

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

// TestLayouts generates the shipped protocols in both layouts, with only the support code that they need: the bindings judge each text of
// the fixtures as expected. All protocols are in one folder for each language.
func TestLayouts(t *testing.T) {
	t.Parallel()
	needs.Checkers(t)
	var protocols []*ir.Protocol
	for _, name := range shippedNames {
		data, err := os.ReadFile("../../spec/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		p, diags := compile.Source(name+".yaml", data)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		protocols = append(protocols, p)
	}
	cases := layoutCases(t)
	for _, single := range []bool{false, true} {
		t.Run(map[bool]string{false: "folder", true: "single"}[single], func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for _, target := range generators.Targets {
				if target.Language == nil {
					continue
				}
				d := generators.Destination{Target: target, Dir: filepath.Join(dir, target.Name), GoImport: "example.com/layouts/go", Single: single}
				owned, diags, err := generators.Run(protocols, d)
				if err != nil || diags.HasErrors() {
					t.Fatal(err, diags)
				}
				if _, err := (written.Writer{Generator: "test"}).Write(t.Context(), d.Dir, owned); err != nil {
					t.Fatal(err)
				}
			}
			for language, judge := range map[string]func(*testing.T, string, bool) *exec.Cmd{"go": judgeInGo, "ts": judgeInTypeScript, "py": judgeInPython} {
				t.Run(language, func(t *testing.T) { compareAnswers(t, judge(t, dir, single), cases, language == "go") })
			}
		})
	}
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
			if n < len(got.Issues) && issue["message"] == "" { // the fixture leaves it open
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

func judgeInTypeScript(t *testing.T, dir string, _ bool) *exec.Cmd {
	dir = filepath.Join(dir, "ts")
	var table strings.Builder
	for _, name := range shippedNames {
		fmt.Fprintf(&table, "import * as %s from \"./%s.js\";\n", name, name)
	}
	fmt.Fprintf(&table, `
interface Protocol {
  readonly rootName: string;
  lookup(name: string): { safeDecode(text: string | Uint8Array, options: never): { readonly ok: boolean; readonly value?: unknown; readonly issues: readonly unknown[] }; encodeUnchecked(value: never, options: never): string } | undefined;
}

export const PROTOCOLS: { readonly [name: string]: Protocol } = { %s } as never;
`, strings.Join(shippedNames, ", "))
	write(t, filepath.Join(dir, "protocols.ts"), []byte(table.String()))
	write(t, filepath.Join(dir, "package.json"), []byte(`{"type": "module"}`))
	write(t, filepath.Join(dir, "tsconfig.json"), fmt.Appendf(nil, `{"extends": %q, "compilerOptions": {"rootDir": ".", "outDir": "out", "types": ["node"], "typeRoots": [%q]}, "include": ["**/*.ts"], "references": []}`,
		absolute(t, "../../gen/ts/tsconfig.json"), absolute(t, "../../tools/node_modules/@types")))
	copyJudge(t, "judge.ts", filepath.Join(dir, "judge.ts"))
	compile := exec.CommandContext(t.Context(), absolute(t, "../../tools/node_modules/.bin/tsc"), "-p", dir)
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%.3000s", err, out)
	}
	return exec.CommandContext(t.Context(), "node", filepath.Join(dir, "out", "judge.js"))
}

func judgeInPython(t *testing.T, dir string, single bool) *exec.Cmd {
	prefix := ""
	if !single {
		prefix = "py."
	} else {
		dir = filepath.Join(dir, "py")
	}
	return exec.CommandContext(t.Context(), "python3", "-I", "-S", absolute(t, "testdata/layouts/judge.py"), dir, prefix)
}

func judgeInGo(t *testing.T, dir string, _ bool) *exec.Cmd {
	tmpl, err := template.ParseFiles("testdata/layouts/judge.go.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := tmpl.Execute(&text, shippedNames); err != nil {
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
