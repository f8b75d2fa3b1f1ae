package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/command"
)

// result is the outcome of one command line.
type result struct {
	code     int
	out, err string
}

func conformed(t *testing.T, args ...string) result {
	t.Helper()
	var out, err bytes.Buffer
	code := run(args, command.Streams{In: strings.NewReader(""), Out: &out, Err: &err})
	return result{code, out.String(), err.String()}
}

// want checks the exit code, and that the two outputs together contain each of the texts.
func (r result) want(t *testing.T, code int, texts ...string) {
	t.Helper()
	if r.code != code {
		t.Errorf("exit %d, want %d\n%s%s", r.code, code, r.out, r.err)
	}
	for _, text := range texts {
		if !strings.Contains(r.out+r.err, text) {
			t.Errorf("%q is missing in\n%s%s", text, r.out, r.err)
		}
	}
}

func put(t *testing.T, file, data string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(data), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// contents returns every file of a folder by its path in there, and a file by ".".
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, file)
		files[filepath.ToSlash(name)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestHelpAndMistakes(t *testing.T) {
	conformed(t, "--help").want(t, 0, "Usage: envgen conformance", "derive", "export", "specs", "Exit codes")
	conformed(t, "export").want(t, 2, "envgen conformance: ", "<dir>")
	t.Chdir(t.TempDir())
	conformed(t).want(t, 2, "this folder is not a checkout of envgen; name an executor") // without a command, fixtures are run
}
