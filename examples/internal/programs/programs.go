// Package programs runs the programs of an example in a test of its folder.
package programs

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"
)

var generated = []string{"bindings", "dist", "node_modules", "__pycache__", ".mypy_cache"}

// Visit has the go command repeat the test if a file of the example changes.
func Visit(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && slices.Contains(generated, d.Name()) {
			return fs.SkipDir
		}
		if err == nil {
			_, err = os.Stat(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Run runs a command in a folder.
func Run(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	command := exec.Command(name, args...)
	command.Dir = dir
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
}

var outputs = regexp.MustCompile("(?s)```text output\n(.*?)```")

// Output returns an output that the README shows, counted from 0.
func Output(t *testing.T, which int) string {
	t.Helper()
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	return outputs.FindAllStringSubmatch(string(page), -1)[which][1]
}

// Prints fails the test if a command does not succeed with an output.
func Prints(t *testing.T, want string, args ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, args[0], args[1:]...)
	var errors bytes.Buffer
	command.Stderr = &errors
	if out, err := command.Output(); err != nil || string(out) != want {
		t.Errorf("%q: %v\n%swant\n%s\n%s", args, err, out, want, &errors)
	}
}
