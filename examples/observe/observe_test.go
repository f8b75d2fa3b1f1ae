// Package observe_test runs the adapters for OpenTelemetry, and compares the dashboard with the metrics that they export.
package observe_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/examples/internal/programs"
	"github.com/envgen/envgen/internal/needs"
)

// secret is part of the password, ids, member names and invalid texts that the programs send.
const secret = "hunter2"

// TestAdapters has the program of each language send messages, and print the metrics and log events that the SDK has received.
func TestAdapters(t *testing.T) {
	programs.Visit(t)
	needs.File(t, "build/example-observe.stamp")
	root := needs.Root(t)
	python := filepath.Join(root, "build/example-observe/bin/python")
	report := filepath.Join(t.TempDir(), "report")
	programs.Run(t, ".", "go", "run", filepath.Join(root, "cmd/envgen"), "gen", "--project", "envgen.yaml")
	programs.Run(t, "ts", filepath.Join(root, needs.Compiler), "-p", ".")
	programs.Run(t, "go", "go", "vet", "./...")
	programs.Run(t, "go", "go", "build", "-o", report, "./report")

	want := programs.Output(t, 0)
	if strings.Contains(want, secret) {
		t.Error("the output contains a value of a message")
	}
	for name, command := range map[string][]string{"Go": {report}, "TypeScript": {"node", "ts/dist/report.js"}, "Python": {python, "py/report.py"}} {
		t.Run(name, func(t *testing.T) { programs.Prints(t, want, command...) })
		if source, err := os.ReadFile(map[string]string{"Go": "go/report/main.go", "TypeScript": "ts/report.ts", "Python": "py/report.py"}[name]); err != nil || strings.Count(string(source), secret) < 6 {
			t.Errorf("%s sends no secret: %v", name, err)
		}
	}
	t.Run("types", func(t *testing.T) {
		mypy := exec.Command(needs.File(t, ".venv/bin/mypy"), "--config-file", filepath.Join(root, "tools/mypy.ini"), "--python-executable", python, "adapter.py", "report.py")
		mypy.Dir = "py"
		if out, err := mypy.CombinedOutput(); err != nil {
			t.Errorf("mypy: %v\n%s", err, out)
		}
	})
	t.Run("dashboard", func(t *testing.T) {
		metrics, err := exec.Command(report, "prometheus").Output()
		if err != nil || strings.Contains(string(metrics), secret) {
			t.Fatalf("%v\n%s", err, metrics)
		}
		compare := exec.Command("go", "-C", "go", "run", "./dashboard", "../dashboard.json")
		compare.Stdin = strings.NewReader(string(metrics))
		if out, err := compare.CombinedOutput(); err != nil || string(out) != "4 metrics\n" {
			t.Errorf("%v\n%s", err, out)
		}
	})
}
