package python

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
	"github.com/envgen/envgen/internal/output"
	"github.com/envgen/envgen/internal/version"
)

// job compiles a spec of testdata.
func job(t *testing.T, name string) target.Job {
	t.Helper()
	read := func(file string) ([]byte, error) { return os.ReadFile(filepath.Join("testdata", file)) }
	data, err := read(name)
	if err != nil {
		t.Fatal(err)
	}
	p, diags := compile.Library{Read: read}.Source(name, data)
	if p == nil {
		t.Fatalf("%s does not compile: %v", name, diags)
	}
	return named(t, p)
}

func named(t *testing.T, p *ir.Protocol) target.Job {
	t.Helper()
	names, diags := naming.Assign(p, naming.Python)
	if diags.HasErrors() {
		t.Fatalf("names: %v", diags)
	}
	job := target.Job{Protocol: p, Names: names, Support: ".."}
	for _, other := range p.Imports {
		job.Imports = append(job.Imports, target.Import{Protocol: other, Path: ".." + other.Name})
	}
	return job
}

// generated returns all files for one protocol.
func generated(t *testing.T, j target.Job) []output.File {
	t.Helper()
	files, err := Target.Generate(j)
	if err != nil {
		t.Fatal(err)
	}
	shared, err := Target.Support("")
	if err != nil {
		t.Fatal(err)
	}
	return append(files, shared...)
}

// written writes the files as the package "generated" and returns the folder above it.
func written(t *testing.T, files []output.File) string {
	t.Helper()
	root := t.TempDir()
	for _, f := range files {
		path := filepath.Join(root, "generated", filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// python runs an interpreter that can import only the standard library. Warnings, such as for an unknown escape, are errors.
func python(t *testing.T, input []byte, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("python3", append([]string{"-I", "-S", "-B", "-W", "error"}, args...)...)
	cmd.Stdin = bytes.NewReader(input)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("python3 %v: %v\n%s", args, err, stderr.Bytes())
	}
	return out
}

func TestNastySpec(t *testing.T) {
	root := written(t, generated(t, job(t, "nasty.yaml")))
	python(t, nil, filepath.Join("testdata", "nasty.py"), root)
}

func TestGeneralSpec(t *testing.T) {
	root := written(t, generated(t, job(t, "general.yaml")))
	python(t, nil, filepath.Join("testdata", "general.py"), root)
}

func TestBuildingSpec(t *testing.T) {
	root := written(t, generated(t, job(t, "building.yaml")))
	python(t, nil, filepath.Join("testdata", "building.py"), root)
}

func TestShorteningSpec(t *testing.T) {
	root := written(t, generated(t, job(t, "shortening.yaml")))
	python(t, nil, filepath.Join("testdata", "shortening.py"), root)
}

func TestStoringSpec(t *testing.T) {
	root := written(t, generated(t, job(t, "storing.yaml")))
	python(t, nil, filepath.Join("testdata", "storing.py"), root)
}

func TestImportingSpec(t *testing.T) {
	importing := job(t, "importing.yaml")
	files, err := Target.Generate(named(t, importing.Protocol.Imports[0]))
	if err != nil {
		t.Fatal(err)
	}
	root := written(t, append(files, generated(t, importing)...))
	python(t, nil, filepath.Join("testdata", "importing.py"), root)
}

// Packages of other protocols may be anywhere; so may the support code, beside them.
func TestImportStatements(t *testing.T) {
	for path, want := range map[string][]string{
		"..base":   {"from .. import base as base_\n", "from ..base._readers import read_meta as read_base__meta\n", "from .._values import "},
		"a.b.base": {"from a.b import base as base_\n", "from a.b.base._readers import read_meta as read_base__meta\n", "\nfrom a.b._values import "},
		"a.bases":  {"from a import bases as base_\n", "from a.bases._readers import read_meta as read_base__meta\n", "\nfrom a._values import "},
	} {
		importing := job(t, "importing.yaml")
		importing.Imports[0].Path = path
		importing.Support, _, _ = strings.Cut(path, ".base")
		if importing.Support == "." {
			importing.Support = ".."
		}
		files, err := Target.Generate(importing)
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(files, func(f output.File) bool { return strings.HasSuffix(f.Path, "/_readers.py") })
		readers := string(files[at].Data)
		for _, w := range want {
			if !strings.Contains(readers, w) {
				t.Errorf("%s: the readers lack %q:\n%.900s", path, w, readers)
			}
		}
	}
}

func TestOutputIsDeterministic(t *testing.T) {
	first, second := generated(t, job(t, "nasty.yaml")), generated(t, job(t, "nasty.yaml"))
	for i, f := range first {
		if !bytes.Equal(f.Data, second[i].Data) {
			t.Errorf("%s differs between two runs", f.Path)
		}
	}
}

func TestHeaders(t *testing.T) {
	j := job(t, "nasty.yaml")
	j.Protocol.File = "a\nb.yaml"
	for _, f := range generated(t, j) {
		line, _, _ := strings.Cut(string(f.Data), "\n")
		want := "# " + version.Header("")
		if strings.Contains(f.Path, "/") {
			want = "# " + version.Header(`a\x0ab.yaml`)
		}
		if f.Path != "py.typed" && line != want {
			t.Errorf("%s starts with %q, want %q", f.Path, line, want)
		}
	}
}

// hostile contains texts that could end the surrounding literal or comment.
var hostile = []string{
	"", " ", "plain", `"`, `'`, `"'`, `""`, `"""`, `""""`, `x"""y`, `"""""`, `\`, `\\`, `\"`, `x\`, `"""\`, "\n", "a\nb", "a\r\nb", "\r", "\t",
	"\x00", "\x1b[0m", "\x7f", "\u0085", "\u00a0", "\u2028", "\u2029", "\u202e", "\ufeff", "\U0001F600", "\U000E0001", "é", "${x}", "{x}", "%s", "*/", "</script>", "# x", `\N{BULLET}`, `\u0041`,
	"  two\n    four\n", "\n\n", strings.Repeat("word ", 60), strings.Repeat("x", 300),
}

func TestLiteralsMeanTheText(t *testing.T) {
	type pair struct{ Literal, Text string }
	var pairs []pair
	for _, s := range hostile {
		pairs = append(pairs, pair{quote(s), s}, pair{quotePattern(s), s})
	}
	input, err := json.Marshal(pairs)
	if err != nil {
		t.Fatal(err)
	}
	python(t, input, "-c", `
import ast, json, sys
for pair in json.load(sys.stdin):
    assert pair["Literal"].isprintable(), pair
    assert ast.literal_eval(pair["Literal"]) == pair["Text"], pair`)
}

func TestDocstringsStayInside(t *testing.T) {
	var sources []string
	for _, s := range hostile {
		for _, text := range []string{s, s + "\nsecond line", "first line\n" + s} {
			if doc := docstring("    ", text); doc != "" {
				sources = append(sources, "class A:\n    "+doc+"\n    b = 1  # "+comment(s)+"\n    c = 2\n")
			}
		}
	}
	input, err := json.Marshal(sources)
	if err != nil {
		t.Fatal(err)
	}
	python(t, input, "-c", `
import ast, json, sys
for source in json.load(sys.stdin):
    (body,) = ast.parse(source).body
    assert [type(node).__name__ for node in body.body] == ["Expr", "Assign", "Assign"], source
    assert type(body.body[0].value.value) is str, source`)
}

func TestPatternLiteralsAreRawWherePossible(t *testing.T) {
	for source, want := range map[string]string{
		`\A\d+\Z`: `r"\A\d+\Z"`, `[a-z]`: `"[a-z]"`, `\"`: `r'\"'`, `\"'`: `"\\\"'"`, `x\`: `"x\\"`, "\\d\n": `"\\d\n"`,
	} {
		if got := quotePattern(source); got != want {
			t.Errorf("quotePattern(%q) = %s, want %s", source, got, want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for n, want := range map[float64]string{
		0: "0", -3: "-3", 1 << 53: "9.007199254740992e15", 1<<53 - 1: "9007199254740991", 0.5: "0.5", 1e300: "1e300", 1e-7: "1e-7", 1e-10: "1e-10",
	} {
		if got := number(n); got != want {
			t.Errorf("number(%v) = %s, want %s", n, got, want)
		}
	}
}

// unknown is a kind and a check that no back end implements.
type unknown struct {
	ir.Kind
	ir.Check
	ir.Assertion
}

func TestUnknownVariantsPanic(t *testing.T) {
	must := ir.Failure{Rule: "type", Message: "m"}
	general := func(a ir.Assertion) ir.Value {
		return ir.Value{Kind: ir.Any{}, Schema: &ir.Schema{Assertions: []ir.Assertion{a}}}
	}
	for name, value := range map[string]ir.Value{
		"assertion":     general(unknown{}),
		"schema format": general(ir.Format{Name: "tea-time", Failure: must}),
		"schema level":  general(ir.Never{Failure: ir.Failure{Rule: "false-schema", Message: "m", Level: ir.Should}}),
		"kind":          {Kind: unknown{}, Mismatch: must},
		"check":         {Kind: ir.String{}, Mismatch: must, Checks: []ir.Check{unknown{}}},
		"op":            {Kind: ir.Number{}, Mismatch: must, Checks: []ir.Check{ir.Bound{Op: 99, Failure: must}}},
		"format":        {Kind: ir.String{}, Mismatch: must, Checks: []ir.Check{ir.Format{Name: "tea-time", Failure: must}}},
		"literal":       {Kind: ir.Const{Literal: ir.Literal{Kind: 99}, Failure: must}, Mismatch: must},
		"level":         {Kind: ir.String{}, Mismatch: ir.Failure{Rule: "type", Message: "m", Level: ir.Should}},
	} {
		t.Run(name, func(t *testing.T) {
			root := &ir.Type{Name: "Root", Value: value}
			defer func() {
				if recover() == nil {
					t.Error("generated something")
				}
			}()
			Target.Generate(named(t, &ir.Protocol{Name: "p", Types: []*ir.Type{root}, Root: root}))
		})
	}
}

func TestRuledSpec(t *testing.T) {
	root := written(t, generated(t, job(t, "ruled.yaml")))
	python(t, nil, filepath.Join("testdata", "ruled.py"), root)
}

// If null is tested before a schema, it is not tested again: pyright reports a condition that is never true.
func TestNullIsAskedForOnce(t *testing.T) {
	p, diags := compile.Source("null.yaml", []byte(`envgen: 1
protocol: null_once
version: "1"
root: T
types:
  T: {type: object, properties: {kind: {anyOf: [Kind, {type: "null"}]}}}
  Kind: {oneOf: [{const: a}, {const: b}]}
`))
	if p == nil {
		t.Fatal(diags)
	}
	for _, f := range generated(t, named(t, p)) {
		if n := strings.Count(string(f.Data), " is None"); strings.HasSuffix(f.Path, "null_once/_readers.py") && n != 1 {
			t.Errorf("null is asked for %d times\n%s", n, f.Data)
		}
	}
}
