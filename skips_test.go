package envgen_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/needs"
)

// TestNothingIsMissing makes skips visible in `go test ./...`, which shows no reason for them. It fails if other tests are skipped because a tool or
// a suite is missing.
func TestNothingIsMissing(t *testing.T) {
	needs.Time(t, "tells what other tests need")
	t.Log("tests that need what is missing here are skipped; `go test -short` leaves this test out")
	needs.Everything(t)
}

// skippers are the only files that may skip a test: each fails it instead where ENVGEN_REQUIRE is set.
var skippers = []string{"internal/needs/needs.go", "internal/needs/needs_test.go", "skips_test.go", "templates/py/tests/suites.py", "templates/ts/tests/suites.ts"}

// skip finds statements that skip a test in Python and TypeScript.
var skip = regexp.MustCompile(`unittest\.skip|SkipTest|skipTest|skipIf|skipUnless|expectedFailure|pytest\.skip|\.skip\(|\bskip:|\.todo\(|\btodo:|\.only\(|\bonly: *true`)

// TestSkips finds every place that could leave a test out without a word.
func TestSkips(t *testing.T) {
	checked := 0
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := filepath.ToSlash(file)
		if d.IsDir() {
			if name != "." && strings.HasPrefix(d.Name(), ".") || slices.Contains([]string{"node_modules", "build", "gen"}, d.Name()) {
				return fs.SkipDir
			}
			return nil
		}
		isTest := strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, ".test.ts") || strings.HasSuffix(name, ".py") || strings.Contains(name, "/tests/")
		if !isTest || slices.Contains(skippers, name) {
			return nil
		}
		checked++
		for _, found := range skipsIn(t, file) {
			t.Errorf("%s: a test is skipped by internal/needs, suites.py or suites.ts alone", found)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if checked < 100 {
		t.Errorf("only %d files of tests", checked)
	}
}

func skipsIn(t *testing.T, file string) []string {
	t.Helper()
	if strings.HasSuffix(file, ".go") {
		return goSkips(t, file)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for i, line := range strings.Split(string(data), "\n") {
		if skip.MatchString(line) {
			found = append(found, position(file, i+1))
		}
	}
	return found
}

func position(file string, line int) string {
	return token.Position{Filename: file, Line: line}.String()
}

// goSkips finds calls of Skip, Skipf, SkipNow and testing.Short. The Skip of a Reader is none: it takes nothing, and the
// reader is called r.
func goSkips(t *testing.T, file string) []string {
	t.Helper()
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	ast.Inspect(parsed, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		method, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || !slices.Contains([]string{"Skip", "Skipf", "SkipNow", "Short"}, method.Sel.Name) {
			return true
		}
		if of, ok := method.X.(*ast.Ident); ok && of.Name == "r" && len(call.Args) == 0 {
			return true
		}
		at := files.Position(call.Pos())
		found = append(found, position(at.Filename, at.Line))
		return true
	})
	return found
}

// TestSkipsAreFound plants a skip of each kind.
func TestSkipsAreFound(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a_test.go": "package a\n\nimport \"testing\"\n\nfunc TestA(x *testing.T) {\n\tx.Skip()\n}\n",
		"b_test.go": "package a\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {\n\tt.SkipNow()\n}\n",
		"c_test.go": "package a\n\nimport \"testing\"\n\nfunc TestA(r *testing.T) {\n\tr.Skip(1)\n}\n",
		"d_test.go": "package a\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {\n\tif testing.Short() {\n\t\treturn\n\t}\n}\n",
		"a.test.ts": "import { test } from \"node:test\";\ntest(\"a\", { skip: true }, () => {});\n",
		"b.test.ts": "import { test } from \"node:test\";\ntest.skip(\"a\", () => {});\n",
		"test_a.py": "import unittest\n\n@unittest.skip(\"no\")\nclass A(unittest.TestCase): ...\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if found := skipsIn(t, file); len(found) != 1 {
			t.Errorf("%s: %v", name, found)
		}
	}
}
