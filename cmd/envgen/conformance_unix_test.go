//go:build unix

package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestConformance starts a program of PATH in place of envgen-conformance, with arguments that are flags of envgen as well.
func TestConformance(t *testing.T) {
	dir, path := t.TempDir(), os.Getenv("PATH")
	t.Chdir(dir)
	t.Setenv("PATH", dir)
	envgen(t, "", "conformance", "--coverage").want(t, 2, "envgen-conformance is not installed", "go install ./cmd/envgen-conformance")
	t.Setenv("PATH", dir+string(os.PathListSeparator)+path)
	put(t, filepath.Join(dir, conformanceProgram), "#!/bin/sh\necho \"[$*]\"\ncat\necho reason >&2\nexit 7\n")
	if err := os.Chmod(conformanceProgram, 0o755); err != nil {
		t.Fatal(err)
	}
	got := envgen(t, "input\n", "conformance", "export", "--help", "--version", "-x", "a b", "--")
	if got != (result{7, "[export --help --version -x a b --]\ninput\n", "reason\n"}) {
		t.Errorf("the program's arguments, streams or exit code are lost: %+v", got)
	}
}

// TestConformanceOfCheckout builds the program of the checkout.
func TestConformanceOfCheckout(t *testing.T) {
	t.Chdir("../..")
	envgen(t, "", "conformance", "--version").want(t, 0, "envgen 0.1.0-dev\n")
	envgen(t, "", "conformance", "--mutants=-1").want(t, 2, "envgen conformance: --mutants and --drafts must not be negative")
}
