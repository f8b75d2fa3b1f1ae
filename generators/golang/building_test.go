package golang

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/needs"
)

// TestFillsInside runs a program whose builders fill in members of objects that the caller sets as a whole.
func TestFillsInside(t *testing.T) {
	needs.Time(t, "builds programs")
	dir := write(t, compileSpec(t, "../../../conformance/odd/branches.yaml"), "example.com/odd")
	source, err := os.ReadFile(filepath.Join("testdata", "branches.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), source, 0o644); err != nil {
		t.Fatal(err)
	}
	goTool(t, dir, nil, "vet", "./...")
	if wrong := goTool(t, dir, nil, "run", "."); len(wrong) > 0 {
		t.Errorf("%s", wrong)
	}
}

// TestBuilding runs a program that builds messages. The program must not compile with a member of a wrong type, or with a handler that
// lacks a case.
func TestBuilding(t *testing.T) {
	needs.Time(t, "builds programs")
	dir := write(t, compileSpec(t, "../../../conformance/odd/builders.yaml"), "example.com/odd")
	source, err := os.ReadFile(filepath.Join("testdata", "building.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "main.go")
	put := func(text string) {
		t.Helper()
		if err := os.WriteFile(program, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put(string(source))
	goTool(t, dir, nil, "vet", "./...")
	if wrong := goTool(t, dir, nil, "run", "."); len(wrong) > 0 {
		t.Errorf("%s", wrong)
	}
	for _, c := range []struct{ from, to, want string }{
		{`Class: some("class")`, `Class: 5`, "as builders.Opt[string] value in struct literal"},
		{`b.Reply(note, `, `b.Reply(`, "not enough arguments in call to b.Reply"},
		{`b.Reply(note, `, `b.Reply(&builders.Reply{}, `, "as *builders.Note value"},
		{`Class: some("class")`, `Kind: some("note")`, "unknown field Kind"},
		{`func (router) Closed(*builders.Closed)`, `func (router) Close(*builders.Closed)`, "missing method Closed"},
		{`func (router) Reply(*builders.Reply)`, `func (router) Reply(builders.Message)`, "wrong type for method Reply"},
	} {
		changed := strings.Replace(string(source), c.from, c.to, 1)
		if changed == string(source) {
			t.Fatalf("the program has no %s", c.from)
		}
		put(changed)
		build := exec.Command("go", "build", "-o", os.DevNull, ".")
		build.Dir = dir
		out, err := build.CombinedOutput()
		if err == nil || !strings.Contains(string(out), c.want) {
			t.Errorf("%s: %v, %s; want %s", c.to, err, out, c.want)
		}
	}
}
