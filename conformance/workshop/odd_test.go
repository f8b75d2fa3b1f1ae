package workshop_test

import (
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/mutants"
	"github.com/envgen/envgen/conformance/workshop"
	"github.com/envgen/envgen/internal/ir"
)

// perSpec is how many mutants of its examples each odd spec gets.
const perSpec = 200

const oddSpecs = "../odd"

// TestOddSpecs takes specs that are odd but legal through everything: each compiles, its bindings build and pass the
// strictest settings of each language's checkers, and all executors answer alike to its examples and their mutants.
func TestOddSpecs(t *testing.T) {
	root := checkout(t)
	w, err := workshop.New(root, t.TempDir(), os.DirFS(oddSpecs))
	if err != nil {
		t.Fatal(err)
	}
	if len(w.Protocols) < 30 {
		t.Errorf("only %d specs", len(w.Protocols))
	}
	if err := w.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Run("agree", func(t *testing.T) {
		t.Parallel()
		testAgreement(t, w)
	})
	lint(t, root, w)
}

// lint runs the linters over what has been generated, each as a test of its own.
func lint(t *testing.T, root string, w *workshop.Workshop) { lintWith(t, w, linters(root)) }

func lintWith(t *testing.T, w *workshop.Workshop, list []linter) {
	for _, c := range list {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.CommandContext(t.Context(), c.command[0], c.command[1:]...)
			cmd.Dir = w.Dir
			cmd.Env = append(os.Environ(), "GOFLAGS=-trimpath") // what was built before in another folder need not be built again
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v: %v\n%s", c.command, err, out)
			}
		})
	}
}

type linter struct {
	name    string
	command []string
}

// linters are those that the bindings in gen pass; the TypeScript compiler has spoken when the workshop was built.
func linters(root string) []linter {
	tool := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	return []linter{
		{"vet", []string{"go", "vet", "./gen/..."}},
		{"staticcheck", []string{tool("build/bin/staticcheck"), "./gen/..."}},
		{"gofmt", []string{"sh", "-c", `files=$(gofmt -l gen) && echo "$files" && test -z "$files"`}},
		{"mypy", []string{tool(".venv/bin/mypy"), "--config-file", "tools/mypy.ini", "gen/py/envgen_protocols"}},
		{"pyright", []string{tool("tools/node_modules/.bin/pyright"), "-p", "gen/py", "--pythonpath", tool(".venv/bin/python")}},
		{"ruff", []string{tool(".venv/bin/ruff"), "check", "--no-cache", "--config", "tools/ruff.toml", "gen/py"}},
	}
}

func testAgreement(t *testing.T, w *workshop.Workshop) {
	var probes []iter.Seq[conformance.Probe]
	for _, p := range w.Protocols {
		cases, others := examples(t, p)
		for _, text := range others {
			probes = append(probes, slices.Values([]conformance.Probe{{Protocol: p.Name, Text: []byte(text)}}))
		}
		for _, c := range cases {
			probe := conformance.Probe{Protocol: p.Name, Text: []byte(*c.Text)}
			if a, err := w.Answer(probe); err != nil || a.Output == nil {
				t.Errorf("%s: the example %s is not valid: %v, %v", p.File, *c.Text, a.Issues, err)
			}
			probes = append(probes, slices.Values([]conformance.Probe{probe}))
		}
		g, err := mutants.New(p, cases, 1)
		if err != nil {
			t.Errorf("%s: %v", p.File, err)
			continue
		}
		probes = append(probes, g.Mutants(perSpec))
	}
	compare(t, w, func(yield func(conformance.Probe) bool) {
		for _, part := range probes {
			for probe := range part {
				if !yield(probe) {
					return
				}
			}
		}
	})
}

// compare fails the test where an executor differs from the reference.
func compare(t *testing.T, w *workshop.Workshop, probes iter.Seq[conformance.Probe]) {
	t.Helper()
	differences, err := conformance.Compare(t.Context(), conformance.Comparison{Executors: w.Executors(), Probes: probes, Baseline: w.Answer})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := differences.Print(&b); err != nil {
		t.Fatal(err)
	}
	if c := differences.Counts(); !differences.OK() || c.Skipped > 0 {
		t.Error(b.String())
	}
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	t.Log(lines[len(lines)-1])
}

var exampleLine = regexp.MustCompile(`(?m)^# (example|probe): (.*)$`)

// examples are the messages that the comment on top of a spec gives: valid ones, and others.
func examples(t *testing.T, p *ir.Protocol) (cases []*conformance.Case, others []string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(oddSpecs, p.File))
	if err != nil {
		t.Fatal(err)
	}
	valid := true
	for _, m := range exampleLine.FindAllStringSubmatch(string(data), -1) {
		if m[1] == "probe" {
			others = append(others, m[2])
			continue
		}
		cases = append(cases, &conformance.Case{ID: p.Name + "/example", Protocol: p.Name, Op: "check", Text: &m[2], Expect: conformance.Expect{Valid: &valid}})
	}
	return cases, others
}

// checkout is the folder of the sources, if the tools that these tests need are installed there.
func checkout(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range []string{"tools/node_modules/.bin/tsc", "tools/node_modules/.bin/pyright", ".venv/bin/mypy", ".venv/bin/ruff", "build/bin/staticcheck"} {
		if _, err := os.Stat(filepath.Join(root, tool)); err != nil {
			t.Skipf("%s is not installed: `make tools` does that, and `make test` runs this test with it", tool)
		}
	}
	return root
}
