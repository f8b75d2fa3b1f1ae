package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDerive(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "helper", "derived.txt")
	args := []string{"derive", "helper", "--cases", dir}
	conformed(t, append(args, "--check")...).want(t, 1, "stale: "+file)
	conformed(t, args...).want(t, 0, "helper: ", " fixtures, 0 streams\n", "1 wrote")
	conformed(t, append(args, "--check")...).want(t, 0, "1 unchanged")
	run := []string{"--cases", dir, "--executor", referenceExecutor}
	conformed(t, run...).want(t, 0, "envgen-reference", " passed, 0 failed, 0 skipped\n")

	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(data), "\n")
	first, _, _ := strings.Cut(lines[0], " ")
	second, _, _ := strings.Cut(lines[1], " ")
	for name, c := range map[string]struct{ text, want string }{
		"added":   {strings.Join(lines[1:], ""), "added: " + first},
		"removed": {string(data) + "helper/derived/nothing 0123456789ab\n", "removed: helper/derived/nothing"},
		"changed": {lines[0] + second + " 0123456789ab\n" + strings.Join(lines[2:], ""), "changed: " + second},
		"order":   {lines[1] + lines[0] + strings.Join(lines[2:], ""), "the lines are in another order"},
	} {
		put(t, file, c.text)
		checked := conformed(t, append(args, "--check")...)
		checked.want(t, 1, c.want+"\n", "stale: "+file)
		if n := strings.Count(checked.err, "\n") - strings.Count(checked.err, "skipped: "); n != 2 {
			t.Errorf("%s: %d lines, not 2:\n%s", name, n, checked.err)
		}
		conformed(t, run...).want(t, 2, c.want, "`envgen conformance derive` writes it")
	}
	conformed(t, args...).want(t, 0, "1 wrote") // the lines are not believed
	if again, err := os.ReadFile(file); err != nil || string(again) != string(data) {
		t.Errorf("another file: %v", err)
	}
	conformed(t, "derive", "nobody", "--cases", dir).want(t, 2, `no protocol "nobody"`)
}

// TestDeriveElsewhere writes nothing to folders that only look like a checkout of envgen.
func TestDeriveElsewhere(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"an empty folder":   {},
		"another module":    {"go.mod": "module example.com/m\n", "conformance/cases/x": ""},
		"a part of envgen":  {"go.mod": "module github.com/envgen/envgen\n"},
		"no module at all":  {"conformance/cases/x": ""},
		"a folder of cases": {"conformance/cases/agh/one.json": "[]"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for file, data := range files {
				put(t, filepath.Join(dir, file), data)
			}
			t.Chdir(dir)
			for _, args := range [][]string{{"derive"}, {"derive", "agh"}, {"derive", "--check"}} {
				conformed(t, args...).want(t, 2, "this is not the top folder of a checkout of envgen", "--cases DIR")
			}
			if got := contents(t, dir); len(got) != len(files) {
				t.Errorf("%d files, not %d", len(got), len(files))
			}
		})
	}
}
