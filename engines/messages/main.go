// Command messages writes mutants of the shipped protocols' messages, a file for each protocol, for the tests of engines: messages FOLDER N.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"unicode/utf8"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/fixtures"
	"github.com/envgen/envgen/conformance/mutants"
	"github.com/envgen/envgen/internal/ir"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "messages:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("want FOLDER N, got %q", args)
	}
	n, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	if err := os.MkdirAll(args[0], 0o777); err != nil {
		return err
	}
	cases, err := fixtures.ShippedCases()
	if err != nil {
		return err
	}
	for _, p := range fixtures.Protocols() {
		if err := write(filepath.Join(args[0], p.Name+".ndjson"), p, cases, n); err != nil {
			return err
		}
	}
	return nil
}

// rootTypes returns the names of the root and of the branches of its union: mutants of these are judged as the root.
func rootTypes(root *ir.Type) map[string]bool {
	names := map[string]bool{root.Name: true}
	if union, is := root.Value.Resolve().Kind.(*ir.Union); is {
		for _, leaf := range union.Leaves(union.Tag) {
			names[leaf.Type.Name] = true
		}
	}
	return names
}

// write writes n messages of the root type or of one of its branches; those that are no UTF-8 are left out, because the engines' strings cannot have them.
func write(file string, p *ir.Protocol, cases []*conformance.Case, n int) error {
	g, err := mutants.New(p, cases, 1)
	if err != nil {
		return err
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	lines := json.NewEncoder(w)
	roots := rootTypes(p.Root)
	for m := range g.Mutants(1 << 30) {
		if m.Type != "" && !roots[m.Type] || !utf8.Valid(m.Text) {
			continue
		}
		if err := lines.Encode(map[string]string{"text": string(m.Text)}); err != nil {
			return err
		}
		if n--; n <= 0 {
			break
		}
	}
	return w.Flush()
}
