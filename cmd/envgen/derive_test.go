package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func TestDerive(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "helper", "derived.txt")
	args := []string{"conformance", "derive", "helper", "--cases", dir}
	envgen(t, "", append(args, "--check")...).want(t, 1, "stale: "+file)
	envgen(t, "", args...).want(t, 0, "helper: ", " fixtures, 0 streams\n", "1 wrote")
	envgen(t, "", append(args, "--check")...).want(t, 0, "1 unchanged")
	run := []string{"conformance", "--cases", dir, "--executor", referenceExecutor}
	envgen(t, "", run...).want(t, 0, "envgen-reference", " passed, 0 failed, 0 skipped\n")

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
		checked := envgen(t, "", append(args, "--check")...)
		checked.want(t, 1, c.want+"\n", "stale: "+file)
		if n := strings.Count(checked.err, "\n") - strings.Count(checked.err, "skipped: "); n != 2 {
			t.Errorf("%s: %d lines, not 2:\n%s", name, n, checked.err)
		}
		envgen(t, "", run...).want(t, 2, c.want, "`envgen conformance derive` writes it")
	}
	envgen(t, "", args...).want(t, 0, "1 wrote") // the lines are not believed
	if again, err := os.ReadFile(file); err != nil || string(again) != string(data) {
		t.Errorf("another file: %v", err)
	}
	envgen(t, "", "conformance", "derive", "nobody", "--cases", dir).want(t, 2, `no protocol "nobody"`)
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
			for _, args := range [][]string{{"conformance", "derive"}, {"conformance", "derive", "agh"}, {"conformance", "derive", "--check"}} {
				envgen(t, "", args...).want(t, 2, "this is not the top folder of a checkout of envgen", "--cases DIR")
			}
			if got := contents(t, dir); len(got) != len(files) {
				t.Errorf("%d files, not %d", len(got), len(files))
			}
		})
	}
}

func TestDocs(t *testing.T) {
	dir := t.TempDir()
	spec := put(t, filepath.Join(dir, "small.yaml"), small)
	page := filepath.Join(dir, "docs", "small.md")
	args := []string{"docs", spec, "--out", filepath.Dir(page)}
	envgen(t, "", append(args, "--check")...).want(t, 1, "stale: "+page)
	envgen(t, "", args...).want(t, 0, "1 wrote")
	envgen(t, "", append(args, "--check")...).want(t, 0, "1 unchanged")
	holds(t, page, "### Small", "| `a` | yes | integer |  |", "No additional members.", "\"a\": 0\n")

	cases := filepath.Join(dir, "cases")
	put(t, filepath.Join(cases, "small", "examples.json"), `[{"id":"small/examples/one","about":"a","source":"s","op":"check","text":"{\"a\":7}","expect":{"valid":true}}]`)
	envgen(t, "", append(args, "--cases", cases)...).want(t, 0, "1 wrote")
	holds(t, page, "\"a\": 7\n")

	statements := filepath.Join(dir, "statements")
	args = append(args, "--statements", statements)
	envgen(t, "", args...).want(t, 0, "1 wrote") // the folder need not have a list of this protocol; the fixtures are gone again
	put(t, filepath.Join(statements, "small.json"), `{"document":"d","protocol":"small","sections":[{"heading":"H","statements":[{"says":"one","by":["Small.a"],"cases":["small/a"]}]}]}`)
	envgen(t, "", args...).want(t, 0, "1 wrote")
	holds(t, page, "- one.\n  Carriers: [Small](#small-1) `a`.\n  Fixtures: `small/a`.")
	put(t, filepath.Join(statements, "small.json"), `{"protocol":"other"}`)
	envgen(t, "", args...).want(t, 2, `small.json: is about "other"`)

	envgen(t, "", "docs", spec).want(t, 2, "--out")
	envgen(t, "", "docs", put(t, filepath.Join(dir, "bad.yaml"), "envgen: 1\n"), "--out", dir).want(t, 1, "missing-key")
}

func holds(t *testing.T, file string, texts ...string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range texts {
		if !strings.Contains(string(data), text) {
			t.Errorf("no %q in\n%s", text, data)
		}
	}
}

// TestHostileDocs documents specs whose values or conditions could grow without end.
func TestHostileDocs(t *testing.T) {
	number := func(i int) string { return strconv.Itoa(i) }
	var doubling, optional, chain, branches strings.Builder
	for i := range 60 {
		line := "  T" + number(i) + ": {type: object, properties: {a: T" + number(i+1) + ", b: T" + number(i+1) + "}"
		optional.WriteString(line + "}\n")
		doubling.WriteString(line + ", required: [a, b]}\n")
	}
	for i := range 2000 {
		chain.WriteString("  T" + number(i) + ": {type: object, required: [next], properties: {next: T" + number(i+1) + "}}\n")
	}
	for i := range 30 {
		branches.WriteString("{properties: {p" + number(i) + ": {$ref: \"#\"}, a: {$ref: \"#/anyOf/" + number((i+1)%30) + "\"}}, required: [p" + number(i) + ", a]}, ")
	}
	for name, types := range map[string]string{
		"doubling": doubling.String() + "  T60: {type: object}\n",
		"optional": optional.String() + "  T60: {type: object}\n",
		"chain":    chain.String() + "  T2000: {type: object}\n",
		"branches": "  T0: {anyOf: [" + branches.String() + "]}\n",
	} {
		spec := put(t, filepath.Join(t.TempDir(), "demo.yaml"), "envgen: 1\nprotocol: demo\nversion: \"1\"\nroot: T0\ntypes:\n"+types)
		out := t.TempDir()
		envgen(t, "", "docs", spec, "--out", out).want(t, 0, "1 wrote")
		if info, err := os.Stat(filepath.Join(out, "demo.md")); err != nil || info.Size() > 2<<20 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
}
