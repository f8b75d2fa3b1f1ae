package golang

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/needs"
)

// TestUsage runs a program that uses the exports of the generated packages.
func TestUsage(t *testing.T) {
	needs.Time(t, "builds programs")
	dir := write(t, compileSpec(t, "user.yaml"), "example.com/odd")
	program, err := os.ReadFile(filepath.Join("testdata", "usage.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	put := func(program string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put(string(program))
	goTool(t, dir, nil, "vet", "./...")
	if wrong := goTool(t, dir, nil, "run", "."); len(wrong) > 0 {
		t.Errorf("%s", wrong)
	}
	for _, c := range []struct{ from, to, want string }{
		{"func (s *shapes) HandleFramed(", "func (s *shapes) HandleFrame(", "missing method HandleFramed"},
		{"odd.ShapeSide(circle)", "odd.ShapeSide(odd.Data{})", "does not implement odd.Shape"},
		{"odd.ShapeSide(nil)", "odd.ShapeSide(odd.ShapeFromClient(&odd.Square{}))", "missing method isShapeFromClient"},
		{"m.Even = odd.Even(3)", "m.Even = odd.Positive(3)", "as odd.Even value"},
		{"m.Shape = struct{ *odd.Circle }{circle}", "m.Shape = *circle", "does not implement odd.Shape"},
		{"odd.Mixed{`true`: odd.MixedBoolean(true)", "odd.Mixed{`true`: true", "does not implement odd.Mixed"},
		{"	Circle odd.Circle\n", "	odd.Circle\n", "ambiguous selector"},
		{"	Circle odd.Circle\n", "	*odd.Circle\n", "ambiguous selector"},
	} {
		changed := strings.Replace(string(program), c.from, c.to, 1)
		if changed == string(program) {
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

// TestCounted runs a program that writes lines, with numbers in all possible locations.
func TestCounted(t *testing.T) { runProgram(t, "counted") }

// TestShortened runs a program that builds messages and shortens them, in all possible locations.
func TestShortened(t *testing.T) { runProgram(t, "shortened") }

// TestSecrets runs a program that builds, copies and prints secrets and stores large objects, in all possible locations.
func TestSecrets(t *testing.T) { runProgram(t, "secrets") }

// TestAsking runs a program of two sides that both have requests.
func TestAsking(t *testing.T) { runProgram(t, "asking") }

// runProgram runs a program that uses the code generated from a spec, and fails if the program prints anything.
func runProgram(t *testing.T, name string) {
	t.Helper()
	needs.Time(t, "builds programs")
	dir := write(t, compileSpec(t, name+".yaml"), "example.com/odd")
	program, err := os.ReadFile(filepath.Join("testdata", name+".go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), program, 0o644); err != nil {
		t.Fatal(err)
	}
	goTool(t, dir, nil, "vet", "./...")
	if wrong := goTool(t, dir, nil, "run", "."); len(wrong) > 0 {
		t.Errorf("%s", wrong)
	}
}
