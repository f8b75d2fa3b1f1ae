package compile_test

import (
	"bytes"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/naming"
	"github.com/envgen/envgen/internal/syntax"
)

var update = flag.Bool("update", false, "rewrite the expected diagnostics")

// diagnose returns all diagnostics of a spec: those of the compiler, then the name collisions.
func diagnose(name string, data []byte) diag.List {
	library := compile.Library{
		Read: func(file string) ([]byte, error) { return os.ReadFile(filepath.Join("testdata", "bad", file)) },
		Shipped: func(protocol string) ([]byte, bool) {
			data, err := os.ReadFile("../../spec/" + protocol + ".yaml")
			return data, err == nil
		},
	}
	p, diags := library.Source(name, data)
	if p != nil {
		for _, l := range []*naming.Language{naming.Go, naming.TypeScript, naming.Python} {
			_, more := naming.Assign(p, l)
			diags = append(diags, more...)
		}
	}
	return diags
}

// TestBadSpecs compares the whole list of each spec in testdata/bad: codes, places, sentences, notes, suggestions and
// source lines. An extra diagnostic fails as a missing one does.
func TestBadSpecs(t *testing.T) { testDiagnostics(t, "bad", 50, true) }

// TestWarnedSpecs does the same for valid specs with warnings.
func TestWarnedSpecs(t *testing.T) { testDiagnostics(t, "warned", 10, false) }

func testDiagnostics(t *testing.T, folder string, least int, refused bool) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", folder, "*.yaml"))
	if err != nil || len(files) < least {
		t.Fatalf("%d specs in %s, %v", len(files), folder, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			list := diagnose(filepath.Base(file), data)
			if list.HasErrors() != refused || len(list) == 0 {
				t.Errorf("of %d diagnostics, some are errors: %v", len(list), list.HasErrors())
			}
			source := func(name string) []byte { // of the spec, of one that it imports, or of the module that it extends
				if text := syntax.ModuleText(name); text != nil {
					return text
				}
				data, err := os.ReadFile(filepath.Join("testdata", folder, name))
				if err != nil {
					t.Error(err)
				}
				return data
			}
			var got bytes.Buffer
			if err := diag.WriteText(&got, list, source); err != nil {
				t.Fatal(err)
			}
			golden := strings.TrimSuffix(file, ".yaml") + ".txt"
			if *update {
				if err := os.WriteFile(golden, got.Bytes(), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got.String() != string(want) {
				t.Errorf("got\n%swant\n%s", got.String(), want)
			}
		})
	}
}

// TestXNameResolvesCollisions compiles specs whose names clash in some language unless x-name is read.
func TestXNameResolvesCollisions(t *testing.T) {
	for name, types := range map[string]string{
		"types":      "  T: {type: string}\n  t: {type: integer, x-name: Other}\n",
		"members":    "  T: {type: object, properties: {a_b: {type: string}, aB: {type: string, x-name: other}}}\n",
		"Go":         "  T: {type: string}\n  ParseT: {type: integer, x-name: {go: Parser}}\n",
		"a constant": "  T: {type: string, enum: [ok]}\n  TOk: {type: object, x-name: {go: Okay}}\n",
		"TypeScript": "  Note: {type: string}\n  NoteCodec: {type: integer, x-name: {ts: Coder}}\n  T: {type: string}\n",
		"Python":     "  T: {type: object, properties: {fi: {type: string}, ﬁ: {type: string, x-name: {py: ligature}}}}\n",
	} {
		head := "envgen: 1\nprotocol: demo\nversion: \"1\"\nroot: T\ntypes:\n"
		if list := diagnose("demo.yaml", []byte(head+types)); len(list) > 0 {
			t.Errorf("%s: %v", name, list[0])
		}
		without := regexp.MustCompile(`, x-name: (\{[^}]*\}|\w+)`).ReplaceAllString(types, "")
		if list := diagnose("demo.yaml", []byte(head+without)); len(list) == 0 || list[0].Code != "name-collision" {
			t.Errorf("%s: nothing clashes without x-name", name)
		}
	}
}

// TestEveryCodeHasABadSpec finds the codes in the sources and looks for each in the expected diagnostics.
func TestEveryCodeHasABadSpec(t *testing.T) {
	shown := map[string]bool{}
	goldens, err := filepath.Glob("testdata/[bw]a*/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range goldens {
		data, err := os.ReadFile(g)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)(?:error|warning)\[([a-z0-9-]+)\]: `).FindAllSubmatch(data, -1) {
			shown[string(m[1])] = true
		}
	}
	codes := codesIn(t, "../syntax", ".", "rules", "../naming", "../diag")
	for _, kind := range []string{"syntax", "unportable", "too-large"} {
		codes["pattern-"+kind] = true
	}
	if len(codes) < 30 {
		t.Fatalf("found only %d codes", len(codes))
	}
	for code := range codes {
		if !shown[code] {
			t.Errorf("no spec in testdata/bad or testdata/warned shows %s", code)
		}
	}
}

// codesIn collects the literal codes: second arguments of fail, and values of a field Code.
func codesIn(t *testing.T, dirs ...string) map[string]bool {
	codes := map[string]bool{}
	take := func(e ast.Expr) {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			s, _ := strconv.Unquote(lit.Value)
			codes[s] = true
		}
	}
	for _, dir := range dirs {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CallExpr:
					if sel, ok := n.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "fail" && len(n.Args) > 2 {
						take(n.Args[1])
					}
				case *ast.KeyValueExpr:
					if id, ok := n.Key.(*ast.Ident); ok && id.Name == "Code" {
						take(n.Value)
					}
				}
				return true
			})
		}
	}
	return codes
}
