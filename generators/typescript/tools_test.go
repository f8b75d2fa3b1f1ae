package typescript

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
	"github.com/envgen/envgen/internal/needs"
	"github.com/envgen/envgen/internal/output"
)

const root = "../.."

// compiler returns a function that runs tsc in a folder and returns its output.
func compiler(t *testing.T) func(dir string, args ...string) string {
	t.Helper()
	tsc := needs.File(t, needs.Compiler)
	return func(dir string, args ...string) string {
		cmd := exec.Command("node", append([]string{tsc, "--pretty", "false"}, args...)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil && len(out) == 0 {
			t.Fatal(err)
		}
		return string(out)
	}
}

// generated returns the module of a protocol that imports no other.
func generated(t *testing.T, p *ir.Protocol) output.File {
	t.Helper()
	return moduleOf(t, p, "./envelope")
}

// moduleOf returns the module of a protocol.
func moduleOf(t *testing.T, p *ir.Protocol, support string, imports ...target.Import) output.File {
	t.Helper()
	files, err := Target.Generate(jobOf(t, p, support, imports...))
	if err != nil {
		t.Fatal(err)
	}
	return files[0]
}

func jobOf(t *testing.T, p *ir.Protocol, support string, imports ...target.Import) target.Job {
	t.Helper()
	names, diags := naming.Assign(p, naming.TypeScript)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	return target.Job{Protocol: p, Names: names, Support: support, Imports: imports}
}

// writePackage puts modules, the support code and the settings of gen/ts into a folder.
func writePackage(t *testing.T, dir string, modules ...output.File) {
	t.Helper()
	files, err := Target.Support("")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"tsconfig.json", "package.json"} {
		data, err := os.ReadFile(filepath.Join(root, "gen/ts", name))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, output.File{Path: name, Data: data})
	}
	for _, f := range append(files, modules...) {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
