package python

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/output"
)

func TestDump(t *testing.T) {
	spec, dir := os.Getenv("DUMP_SPEC"), os.Getenv("DUMP_DIR")
	if spec == "" {
		t.Skip()
	}
	data, _ := os.ReadFile(spec)
	p, diags := compile.Library{Read: os.ReadFile}.Source(spec, data)
	if p == nil {
		t.Fatal(diags)
	}
	t.Log(diags)
	for _, f := range generated(t, named(t, p)) {
		write(t, dir, f)
	}
}

func write(t *testing.T, dir string, f output.File) {
	path := filepath.Join(dir, filepath.FromSlash(f.Path))
	os.MkdirAll(filepath.Dir(path), 0o755)
	os.WriteFile(path, f.Data, 0o644)
	os.WriteFile(filepath.Join(dir, "__init__.py"), nil, 0o644)
}
