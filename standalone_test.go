package envgen_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/needs"
)

// The tests of this file show that bindings need nothing but a language's standard library, by running them where
// nothing else is.

func TestGoBindingsStandAlone(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", "./gen/go/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.FieldsSeq(string(out)) {
		if !strings.HasPrefix(name, module+"/gen/go/") {
			t.Errorf("the Go bindings depend on %s", name)
		}
	}
	// Reading the sources makes the go command's test cache notice when they change.
	for _, file := range copied(t, "gen/go", t.TempDir()) {
		if strings.HasSuffix(file, ".go") {
			return
		}
	}
	t.Error("there are no Go bindings")
}

func TestPythonBindingsStandAlone(t *testing.T) {
	run, err := os.ReadFile("conformance/executors/py/run")
	if err != nil || !strings.Contains(string(run), "exec python3 -I -S ") {
		t.Errorf("the executor does not start as python3 -I -S: %v", err)
	}
	dir := t.TempDir()
	copied(t, "gen/py", filepath.Join(dir, "gen", "py"))
	copied(t, "conformance/executors/py", filepath.Join(dir, "conformance", "executors", "py"))
	answers(t, exec.Command("sh", filepath.Join(dir, "conformance", "executors", "py", "run")))
}

func TestTypeScriptBindingsStandAlone(t *testing.T) {
	const built = "build/ts"
	needs.File(t, built)
	dir := t.TempDir()
	for _, file := range copied(t, built, filepath.Join(dir, built)) {
		if strings.Contains(file, "node_modules") {
			t.Fatalf("%s is among the compiled files", file)
		}
	}
	copied(t, "conformance/executors/ts", filepath.Join(dir, "conformance", "executors", "ts"))
	answers(t, exec.Command("sh", filepath.Join(dir, "conformance", "executors", "ts", "run")))
}

// answers lets an executor judge one message, far away from everything that is installed for tests.
func answers(t *testing.T, executor *exec.Cmd) {
	t.Helper()
	executor.Dir = t.TempDir()
	executor.Stdin = strings.NewReader(`{"seq":1,"op":"start","contract":1}
{"seq":2,"op":"check","protocol":"agh","type":"PeerId","text":"\"ada\""}
{"seq":3,"op":"stop"}
`)
	out, err := executor.CombinedOutput()
	if err != nil || !strings.Contains(strings.ReplaceAll(string(out), " ", ""), `"output":"\"ada\""`) {
		t.Errorf("%v\n%s", err, out)
	}
}

// copied copies a tree and returns the names of its files.
func copied(t *testing.T, from, to string) []string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	var files []string
	err := filepath.WalkDir(from, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
