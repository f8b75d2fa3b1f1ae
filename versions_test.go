package envgen_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestVersions compares the table of docs/explanation/stability.md with the versions that `make test-versions` runs.
func TestVersions(t *testing.T) {
	read := func(name string) string {
		t.Helper()
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	find := func(name, pattern string) []string {
		t.Helper()
		m := regexp.MustCompile(pattern).FindStringSubmatch(read(name))
		if m == nil {
			t.Fatalf("%s has no %s", name, pattern)
		}
		return m[1:]
	}
	minor := func(version string) string {
		parts := strings.Split(version[strings.LastIndex(version, "@")+1:], ".")
		return strings.Join(parts[:2], ".")
	}
	var lowest, compilers struct {
		Dev      map[string]string `json:"devDependencies"`
		Optional map[string]string `json:"optionalDependencies"`
	}
	for name, into := range map[string]any{"tools/versions/package.json": &lowest, "tools/compilers/package.json": &compilers} {
		if err := json.Unmarshal([]byte(read(name)), into); err != nil {
			t.Fatal(err)
		}
	}
	page := read("docs/explanation/stability.md")
	want := func(language, oldest, newest string) {
		t.Helper()
		row := "| " + language + " | " + minor(oldest) + " | " + minor(newest) + " |"
		if !strings.Contains(page, row) {
			t.Errorf("the page has no %q", row)
		}
	}
	gos := find("tools/versions/run", `gos=\((\S+) (\S+)\)`)
	want("Go, for generated code", gos[0], gos[1])
	tool := find("go.mod", `(?m)^go (\S+)$`)[0]
	want("Go, for building envgen", tool, tool)
	want("TypeScript", lowest.Dev["typescript"], compilers.Dev["typescript-7"])
	want("Node", lowest.Optional["node-oldest"], lowest.Optional["node-newest"])
	python := find("gen/py/pyproject.toml", `requires-python = ">=(\S+)"`)[0]
	if !strings.Contains(page, "| Python | "+python+" |") || !strings.Contains(read("tools/versions/run"), "pythons=(python"+python+")") {
		t.Errorf("the oldest Python is %s in pyproject.toml, and another one on the page or in tools/versions/run", python)
	}
}
