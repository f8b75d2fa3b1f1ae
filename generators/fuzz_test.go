package generators_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
)

// FuzzSpec passes mutated specs to all stages from the YAML reader to the last back end.
func FuzzSpec(f *testing.F) {
	for _, pattern := range []string{"../spec/*.yaml", "../internal/compile/testdata/bad/*.yaml", "../internal/compile/testdata/warned/*.yaml", "../conformance/odd/*.yaml", "*/testdata/*.yaml", "../cmd/envgen/*.yaml"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			if len(data) < 10_000 {
				f.Add(data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			return
		}
		p, diags := compile.Source("fuzz.yaml", data)
		checkDiagnostics(t, diags, data)
		if (p == nil) != diags.HasErrors() {
			t.Fatalf("protocol %v beside %v", p, diags)
		}
		if p != nil {
			generateEverything(t, p, data)
		}
	})
}

// generateEverything runs all targets. Names may clash; any other error is a failure.
func generateEverything(t *testing.T, p *ir.Protocol, data []byte) {
	for _, target := range generators.Targets {
		_, diags, err := generators.Run([]*ir.Protocol{p}, generators.Destination{Target: target, GoImport: "example.com/gen"})
		if err != nil {
			t.Fatal(err)
		}
		checkDiagnostics(t, diags, data)
	}
}

// checkDiagnostics checks that diagnostics refer to positions within the file, or within the module that it extends, and can be printed.
func checkDiagnostics(t *testing.T, diags diag.List, data []byte) {
	t.Helper()
	inside := func(p diag.Pos) bool {
		lines := bytes.Split(data, []byte("\n"))
		if module := compile.ModuleText(p.File); module != nil {
			lines = bytes.Split(module, []byte("\n"))
		} else if p.File != "fuzz.yaml" {
			return false
		}
		return p.Line >= 1 && p.Line <= len(lines) && p.Column >= 1 && p.Column <= utf8.RuneCount(lines[p.Line-1])+1
	}
	for _, d := range diags {
		if !inside(d.Pos) && d.Code != "too-many" || d.Message == "" || !utf8.ValidString(d.Message) || strings.HasSuffix(d.Message, ".") {
			t.Fatalf("bad diagnostic %+v", d)
		}
		for _, n := range d.Notes {
			if !inside(n.Pos) || n.Message == "" {
				t.Fatalf("bad note in %+v", d)
			}
		}
	}
	if err := diag.WriteText(io.Discard, diags, func(string) []byte { return data }); err != nil {
		t.Fatal(err)
	}
}

// FuzzInjection plants text into a spec. It checks that only comments and the contents of literals of the Go program change. TestInjection
// checks the other languages.
func FuzzInjection(f *testing.F) {
	for _, text := range nastyTexts() {
		f.Add(text, text, text, text)
	}
	var want map[string]skeleton
	f.Fuzz(func(t *testing.T, doc, name, value, pattern string) {
		if want == nil {
			want = goSkeletons(t, harmless)
		}
		p := planted{doc, name, value, pattern}
		if !p.usable() {
			return
		}
		got := goSkeletons(t, p)
		if got == nil { // usually because of the pattern
			p.pattern = harmless.pattern
			got = goSkeletons(t, p)
		}
		if got == nil {
			return
		}
		for file := range want {
			if list := differences(got[file], want[file]); len(list) > 0 {
				t.Errorf("%s: %s", file, strings.Join(list, "; "))
			}
		}
	})
}
