//go:build unix

package main

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// soon fails where a command line takes long: then it waits for a pipe.
func soon(t *testing.T, args ...string) result {
	t.Helper()
	done := make(chan result, 1)
	go func() { done <- envgen(t, "", args...) }()
	select {
	case r := <-done:
		return r
	case <-time.After(watchdog):
		t.Fatalf("envgen %s does not end", strings.Join(args, " "))
		panic("unreachable")
	}
}

// TestIrregularSpecs has specs, and imports of specs, that are no regular files.
func TestIrregularSpecs(t *testing.T) {
	dir := t.TempDir()
	importing := func(file string) string {
		return strings.Replace(small, "types:", "imports: {other: "+file+"}\ntypes:", 1)
	}
	make := map[string]func(path string) error{
		"a pipe":   func(path string) error { return syscall.Mkfifo(path, 0o666) },
		"a device": func(path string) error { return os.Symlink("/dev/zero", path) },
		"a folder": func(path string) error { return os.Mkdir(path, 0o777) },
		"a socket": func(path string) error {
			l, err := net.Listen("unix", path)
			if err == nil {
				t.Cleanup(func() { l.Close() })
			}
			return err
		},
	}
	for what, create := range make {
		name := strings.ReplaceAll(what, " ", "-")
		file := filepath.Join(dir, name)
		if err := create(file); err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(dir, "out")
		for _, args := range [][]string{{"check", file}, {"gen", "--spec", file, "--ts", out}, {"validate", "--spec", file, "x.json"}, {"docs", file, "--out", out}} {
			soon(t, args...).want(t, 2, file, "it is "+what+", not a regular file")
		}
		spec := put(t, filepath.Join(dir, "importing.yaml"), importing(name))
		want := "it is " + what + ", not a regular file"
		if what == "a device" {
			want = "a symbolic link leads outside the folder of the spec"
		}
		for _, args := range [][]string{{"check", spec}, {"gen", "--spec", spec, "--ts", out}, {"validate", "--spec", spec, "x.json"}} {
			soon(t, args...).want(t, 1, "importing.yaml:4:18: error[import]", want)
		}
	}
}

// TestSymbolicLinks has imports that lead to files elsewhere, whose text no diagnostic shows, and links that are fine.
func TestSymbolicLinks(t *testing.T) {
	dir, away := t.TempDir(), t.TempDir()
	secret := put(t, filepath.Join(away, "secret"), "the-password: hunter2\n")
	put(t, filepath.Join(dir, "specs", "other.yaml"), strings.ReplaceAll(small, "small", "other"))
	link := func(target, path string) {
		t.Helper()
		path = filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, path); err != nil {
			t.Fatal(err)
		}
	}
	link(secret, "specs/file.yaml")
	link(away, "specs/folder")
	link("file.yaml", "specs/again.yaml")
	link("loop.yaml", "specs/loop.yaml")
	link("other.yaml", "specs/alias.yaml")
	link(filepath.Join(dir, "specs", "other.yaml"), "specs/absolute.yaml")
	spec := func(file string) string {
		return put(t, filepath.Join(dir, "specs", "spec.yaml"), strings.Replace(small, "types:", "imports: {other: "+file+"}\ntypes:", 1))
	}
	for _, file := range []string{"file.yaml", "folder/secret", "again.yaml"} {
		r := envgen(t, "", "check", spec(file))
		r.want(t, 1, "spec.yaml:4:18: error[import]", "a symbolic link leads outside the folder of the spec")
		if strings.Contains(r.out+r.err, "password") || strings.Contains(r.out+r.err, "hunter2") {
			t.Errorf("%s: the foreign file is shown:\n%s%s", file, r.out, r.err)
		}
	}
	envgen(t, "", "check", spec("loop.yaml")).want(t, 1, "spec.yaml:4:18: error[import]", "cannot be read")
	for _, file := range []string{"other.yaml", "alias.yaml", "absolute.yaml"} {
		envgen(t, "", "check", spec(file)).want(t, 0)
	}

	// A tree of links, as build systems make them to limit the visible files of a step.
	spec("other.yaml")
	link(filepath.Join(dir, "specs", "spec.yaml"), "sandbox/spec.yaml")
	link(filepath.Join(dir, "specs", "other.yaml"), "sandbox/other.yaml")
	envgen(t, "", "check", filepath.Join(dir, "sandbox", "spec.yaml")).want(t, 0)
	link(filepath.Join(dir, "specs"), "whole")
	envgen(t, "", "check", filepath.Join(dir, "whole", "spec.yaml")).want(t, 0)
	t.Chdir(filepath.Join(dir, "whole"))
	envgen(t, "", "check", "spec.yaml").want(t, 0)
}
