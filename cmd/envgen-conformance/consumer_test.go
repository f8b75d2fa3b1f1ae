package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/needs"
)

const (
	orders      = "testdata/orders/orders.yaml"
	ordersCases = "testdata/orders/cases"
)

// TestConsumer runs the fixtures of a consumer in three languages. One fixture fails on purpose.
func TestConsumer(t *testing.T) {
	needs.File(t, needs.Compiler)
	kept := filepath.Join(t.TempDir(), "kept")
	r := conformed(t, "run", "--spec", orders, "--cases", ordersCases, "--keep", kept)
	r.want(t, 1, "generated bindings of orders in "+kept, "building 3 executors", "built the executor in Go", "built the executor in TypeScript", "built the executor in Python",
		"6 passed, 3 failed, 0 skipped")
	for _, language := range []string{"go", "ts", "py"} {
		if !strings.Contains(r.out, "FAIL "+language+": orders/order/reason\n") {
			t.Errorf("%s does not report the failure", language)
		}
	}
	for _, file := range []string{"gen/go/orders/protocol.go", "gen/ts/orders.ts", "gen/py/envgen_protocols/orders/__init__.py"} {
		if _, err := os.Stat(filepath.Join(kept, file)); err != nil {
			t.Error(err)
		}
	}
	conformed(t, "run", "--spec", orders, "--cases", ordersCases, "--keep", kept, "--languages", "py").want(t, 2, "--keep: "+kept+" is not empty")
}

// TestConsumerInOneLanguage needs no compiler.
func TestConsumerInOneLanguage(t *testing.T) {
	args := []string{"run", "--spec", orders, "--cases", ordersCases, "--languages", "py"}
	known := put(t, filepath.Join(t.TempDir(), "known.txt"), "py orders/order/reason the reason is optional\n")
	conformed(t, append(args, "--known-failing", known)...).want(t, 0, "2 passed, 0 failed, 1 skipped")
	conformed(t, append(args, "--case", "orders/order/plain", "--executor", "other=false")...).want(t, 1, "FAIL other: orders/order/plain", "did not start")
	// Local and shipped specs that a spec imports are generated, too.
	dir := t.TempDir()
	put(t, filepath.Join(dir, "part.yaml"), "envgen: 1\nprotocol: part\nversion: \"1\"\ntypes:\n  Part: {type: string, minLength: 2}\nroot: Part\n")
	whole := put(t, filepath.Join(dir, "whole.yaml"), "envgen: 1\nprotocol: whole\nversion: \"1\"\nimports: {part: part.yaml, agh: {}}\ntypes:\n"+
		"  Whole: {type: object, required: [by, part], properties: {by: agh.PeerId, part: part.Part}}\nroot: Whole\n")
	put(t, filepath.Join(dir, "cases", "whole", "all.json"), `[{"id": "whole/all/short", "about": "A short part.", "source": "none", "op": "check",
		"text": "{\"by\":\"A\",\"part\":\"a\"}", "expect": {"valid": false, "issues": [
		{"rule": "pattern", "path": "/by", "level": "must"}, {"rule": "minLength", "path": "/part", "level": "must"}]}}]`)
	put(t, filepath.Join(dir, "cases", "others", "all.json"), `[{"id": "others/all/none", "about": "Not of the spec.", "source": "none", "op": "check", "text": "1",
		"expect": {"valid": true}}]`)
	conformed(t, "run", "--spec", whole, "--cases", filepath.Join(dir, "cases"), "--languages", "py").want(t, 0, "bindings of whole, part, agh", "1 passed, 0 failed, 0 skipped")
}

// TestConsumerMistakes reports each mistake with its mend.
func TestConsumerMistakes(t *testing.T) {
	dir := t.TempDir()
	faulty := filepath.Join(dir, "faulty")
	put(t, filepath.Join(faulty, "orders", "all.json"), `[{"id": "orders/all/one", "op": "check", "text": "1", "expect": {"valid": true}}]`)
	wrong := put(t, filepath.Join(dir, "wrong.yaml"), "envgen: 1\nprotocol: wrong\nversion: \"1\"\ntypes:\n  A: {type: strin}\nroot: A\n")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--spec", orders}, "--spec requires --cases"},
		{[]string{"--keep", dir}, "--keep requires --spec"},
		{[]string{"--spec", orders, "--cases", ordersCases, "--languages", "py,rust"}, `"rust" is not a language: write some of go,ts,py`},
		{[]string{"--spec", orders, "--cases", ordersCases, "--mutants", "5"}, "--spec runs the fixtures of --cases"},
		{[]string{"--spec", orders, "--cases", dir, "--languages", "py"}, "there is no orders/<topic>.json"},
		{[]string{"--spec", orders, "--cases", faulty}, "orders/all.json: case 0 (orders/all/one): about and source are required"},
		{[]string{"--spec", orders, "--cases", ordersCases, "--known-failing", filepath.Join(dir, "none.txt")}, "none.txt"},
		{[]string{"--spec", wrong, "--cases", ordersCases, "--languages", "py"}, "wrong.yaml:5:"},
		{[]string{"--spec", filepath.Join(dir, "none.yaml"), "--cases", ordersCases, "--languages", "py"}, "none.yaml"},
		{[]string{"--spec", orders, "--spec", orders, "--cases", ordersCases, "--languages", "py"}, "declare the same protocol, orders"},
	} {
		r := conformed(t, append([]string{"run"}, c.args...)...)
		r.want(t, 2, c.want)
		if strings.Contains(r.err, "building") {
			t.Errorf("%q builds executors before it reports %s", c.args, c.want)
		}
	}
	t.Setenv("PATH", dir)
	for language, want := range map[string]string{
		"go": "go is missing, which the executor in Go needs: install Go 1.24",
		"ts": "node is missing, which the executor in TypeScript needs: install Node 20",
		"py": "python3 is missing, which the executor in Python needs: install Python 3.11",
	} {
		conformed(t, "run", "--spec", orders, "--cases", ordersCases, "--languages", language).want(t, 2, want, "leave the language out with --languages")
	}
}
