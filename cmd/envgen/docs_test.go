package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

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
