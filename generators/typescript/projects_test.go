package typescript

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/needs"
	"github.com/envgen/envgen/internal/output"
)

// TestOrdinaryProjects compiles generated code under the settings of ordinary projects: none may need a flag of its own. All support code is
// there, and protocols with rules, stages, time and parameters.
func TestOrdinaryProjects(t *testing.T) {
	tsc := needs.File(t, needs.Compiler)
	dir := t.TempDir()
	protocols := []string{"agh.ts", "foxctl.ts"}
	for place, options := range map[string]Options{"module": {}, "commonjs": {}, "ts": {Imports: "ts", Open: "index"}} {
		files, err := With(options).Support("")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range protocols {
			data, err := os.ReadFile(filepath.Join(root, "gen/ts", name))
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, output.File{Path: name, Data: between.ReplaceAllFunc(data, options.respelled)})
		}
		other, err := With(options).Generate(jobOf(t, base(), "./envelope"))
		if err != nil {
			t.Fatal(err)
		}
		if has := strings.Contains(string(other[0].Data), "[member: string]: unknown;"); has != (options.Open == "index") {
			t.Errorf("%s: there is an index signature: %t", place, has)
		}
		files = append(files, other...)
		kind := map[string]string{"commonjs": "commonjs"}[place]
		if kind == "" {
			kind = "module"
		}
		files = append(files, output.File{Path: "package.json", Data: []byte(`{"type":"` + kind + `"}`)})
		for _, f := range files {
			path := filepath.Join(dir, place, filepath.FromSlash(f.Path))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, f.Data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	script, err := filepath.Abs("testdata/projects/compile.mjs")
	if err != nil {
		t.Fatal(err)
	}
	compiler := filepath.Join(filepath.Dir(tsc), "../typescript/lib/typescript.js")
	if compiler, err = filepath.Abs(compiler); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("node", append([]string{script, compiler, dir}, append(protocols, "item2.ts", "envelope.ts", "envelope/evaluate.ts", "envelope/formats.ts")...)...).CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != "8 projects" {
		t.Errorf("%v\n%s", err, out)
	}
}
