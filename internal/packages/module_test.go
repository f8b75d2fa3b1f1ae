package packages

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	modzip "golang.org/x/mod/zip"

	"github.com/envgen/envgen/internal/needs"
	"github.com/envgen/envgen/internal/version"
)

// mostZip is the limit of the zip of the Go module, in bytes.
const mostZip = 4_000_000

// unwanted are files that no user of the module needs: fixtures for tests, and generated code and tests of other languages. Each folder has a
// go.mod of its own. Fixtures of the shipped protocols are part of envgen-conformance.
var unwanted = regexp.MustCompile(`/testdata/|^/(docs|accel|tools|conformance/(breaks/data|odd|sessions|suite)|gen/(py|ts|schema)|templates/(py|ts)/tests|examples/(dap|python|typescript|(mcp|lsp|observe)/(py|ts))|bench/(gen|py|ts)|engines/py|generators/(python|typescript)/usage)/`)

func TestModule(t *testing.T) {
	r := Release{Root: needs.Root(t), Version: version.Released, Out: t.TempDir()}
	name, err := r.Module()
	if err != nil {
		t.Fatal(err)
	}
	archive, err := zip.OpenReader(filepath.Join(r.Out, name))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = archive.Close() }()
	seen := map[string]bool{}
	for _, f := range archive.File {
		path := strings.TrimPrefix(f.Name, version.Module+"@v"+r.Version)
		seen[path] = true
		if unwanted.MatchString(path) {
			t.Errorf("the module contains %s", path)
		}
	}
	for _, path := range []string{"/go.mod", "/LICENSE", "/cmd/envgen/main.go", "/templates/py/_codec.py", "/templates/ts/envelope.ts", "/conformance/cases/agh/text.json", "/spec/agh.yaml", "/gen/go/agh/types.go"} {
		if !seen[path] {
			t.Errorf("the module lacks %s", path)
		}
	}
	info, err := os.Stat(filepath.Join(r.Out, name))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files, %d bytes", len(archive.File), info.Size())
	if info.Size() > mostZip {
		t.Errorf("%d bytes, at most %d", info.Size(), mostZip)
	}
}

// TestModuleOfCommit compares the zip of a checkout with the one that the module proxy makes of its commit.
func TestModuleOfCommit(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module " + version.Module + "\n\ngo 1.26.0\n", "LICENSE": "licence", "a/a.go": "package a\n", "b/go.mod": "module b\n", "b/b.txt": "b", ".gitignore": "ignored\n", "ignored": "x"} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{"init -q", "add -A", "-c user.name=A -c user.email=a@example.com commit -q -m x"} {
		git := exec.Command("git", strings.Fields(line)...)
		git.Dir = root
		if out, err := git.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", line, err, out)
		}
	}
	r := Release{Root: root, Version: "1.2.3-rc.1", Out: t.TempDir()}
	name, err := r.Module()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(r.Out, name))
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := modzip.CreateFromVCS(&want, module.Version{Path: version.Module, Version: "v1.2.3-rc.1"}, root, "HEAD", ""); err != nil {
		t.Fatal(err)
	}
	if contents(t, got) != contents(t, want.Bytes()) || contents(t, got) == "" {
		t.Errorf("%s\nand\n%s", contents(t, got), contents(t, want.Bytes()))
	}
}

// contents returns names and checksums of the files of a zip. Times of a module's zip are not part of its checksum.
func contents(t *testing.T, data []byte) string {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, f := range archive.File {
		lines = append(lines, fmt.Sprintf("%s %08x", f.Name, f.CRC32))
	}
	return strings.Join(lines, "\n")
}
