package packages

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/needs"
	"github.com/envgen/envgen/internal/version"
)

// TestLicences finds the terms of the modules in the binary, and of no other module.
func TestLicences(t *testing.T) {
	dir, host := folder(t)
	text, err := licences(needs.Root(t), filepath.Join(dir, host.BinaryName(version.Tool())))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"The standard library of Go: LICENSE\n", "cel.dev/cel-go v", "gopkg.in/yaml.v3 v3.0.1: NOTICE\n", "github.com/spf13/pflag v"} {
		if !bytes.Contains(text, []byte("\n"+want)) {
			t.Errorf("no %q", want)
		}
	}
	if bytes.Contains(text, []byte("go-cmp")) {
		t.Error("a module that only tests use")
	}
	wheel, err := filepath.Glob(filepath.Join(dir, "*.whl"))
	if err != nil || len(wheel) != 1 {
		t.Fatal(wheel, err)
	}
}

// TestLicenceTexts sorts modules and files, and refuses a module without a licence.
func TestLicenceTexts(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"b/LICENSE.txt": "text b\r\nend\r\n", "b/NOTICE": "notice b", "b/license_test.go": "x", "a/COPYING": "text a", "c/NOTICE": "notice c", "c/LICENSE/x": "x", "d/Licence": "text d"} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	source := func(name string) moduleSource { return moduleSource{name, filepath.Join(dir, name)} }
	got, err := licenceTexts([]moduleSource{source("d"), source("b"), source("a")})
	line := "\n" + strings.Repeat("=", 80) + "\n"
	want := "The command envgen contains code of these modules.\n" + line + "a: COPYING\n\ntext a\n" + line + "b: LICENSE.txt\n\ntext b\nend\n" + line + "b: NOTICE\n\nnotice b\n" + line + "d: Licence\n\ntext d\n"
	if string(got) != want || err != nil {
		t.Errorf("%s, %v", got, err)
	}
	if got, err := licenceTexts([]moduleSource{source("a"), source("c")}); err == nil || !strings.HasPrefix(err.Error(), "c has no file with a licence") {
		t.Errorf("%s, %v", got, err)
	}
}

// TestBindings requires the licence of the checkout in the folders that become packages, and a build backend that is not pinned to one version.
func TestBindings(t *testing.T) {
	root := needs.Root(t)
	for _, name := range []string{"LICENSE", "NOTICE"} {
		want, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, folder := range []string{"gen/ts", "gen/py"} {
			if got, err := os.ReadFile(filepath.Join(root, folder, name)); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s/%s is not a copy of %s: %v", folder, name, name, err)
			}
		}
	}
	text, err := os.ReadFile(filepath.Join(root, "gen/py/pyproject.toml"))
	if err != nil || !bytes.Contains(text, []byte("\nrequires = [\"setuptools>=")) {
		t.Errorf("gen/py/pyproject.toml pins its build backend: %v", err)
	}
}
