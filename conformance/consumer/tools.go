package consumer

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

var titles = map[string]string{"go": "Go", "ts": "TypeScript", "py": "Python"}

// tools are the programs that build and run executors; a program of an unselected language is "".
type tools struct{ golang, node, tsc, python string }

// MissingError is a program that a language needs and that is not installed.
type MissingError struct {
	Program, Language, Mend string
}

func (e *MissingError) Error() string {
	return fmt.Sprintf("%s is missing, which the executor in %s needs: %s, or leave the language out with --languages", e.Program, titles[e.Language], e.Mend)
}

// find finds the programs of some languages.
func find(languages []string) (t tools, err error) {
	for _, language := range languages {
		switch language {
		case "go":
			t.golang, err = onPath(language, "install Go 1.24 or later and put it on PATH", "go")
		case "ts":
			if t.node, err = onPath(language, "install Node 20 or later and put it on PATH", "node"); err == nil {
				t.tsc, err = compiler()
			}
		case "py":
			t.python, err = onPath(language, "install Python 3.11 or later and put it on PATH", "python3", "python")
		default:
			err = fmt.Errorf("%q is not a language: write some of %s", language, strings.Join(Languages, ","))
		}
		if err != nil {
			return t, err
		}
	}
	return t, nil
}

func onPath(language, mend string, names ...string) (string, error) {
	for _, name := range names {
		if file, err := exec.LookPath(name); err == nil {
			return filepath.Abs(file)
		}
	}
	return "", &MissingError{names[0], language, mend}
}

// compiler finds the compiler of TypeScript: in the node_modules of the working directory or of a folder above, in a checkout of envgen, or on PATH.
func compiler() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	name := "tsc"
	if runtime.GOOS == "windows" {
		name = "tsc.cmd"
	}
	for ; ; dir = filepath.Dir(dir) {
		for _, folder := range []string{dir, filepath.Join(dir, "tools")} {
			file := filepath.Join(folder, "node_modules", ".bin", name)
			if _, err := os.Stat(file); err == nil {
				return file, nil
			}
		}
		if dir == filepath.Dir(dir) {
			return onPath("ts", "run `npm install --save-dev typescript`", "tsc")
		}
	}
}

// build compiles the executor of a language, and returns the command that runs it.
func (t tools) build(ctx context.Context, language, dir string) ([]string, error) {
	in := filepath.Join(dir, "conformance", "executors", language)
	switch language {
	case "go":
		program := filepath.Join(dir, "build", "executor")
		if runtime.GOOS == "windows" {
			program += ".exe"
		}
		return []string{program}, run(ctx, dir, t.golang, "build", "-o", program, "./conformance/executors/go")
	case "ts":
		program := filepath.Join(dir, "build", "conformance", "executors", "ts", "executor.js")
		return []string{t.node, program}, run(ctx, dir, t.tsc, "-p", ".")
	default:
		return []string{t.python, "-I", "-S", filepath.Join(in, "executor.py")}, nil
	}
}

// run runs a compiler without the settings of a workspace around the folder.
func run(ctx context.Context, dir, name string, args ...string) error {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod -trimpath", "GO111MODULE=on")
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err, strings.TrimSpace(string(out)))
	}
	return nil
}
