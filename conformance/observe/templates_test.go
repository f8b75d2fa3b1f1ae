package observe

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/gen/go/envelope"
	"github.com/envgen/envgen/gen/go/envelope/wire"
	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/bulk"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/spec"
)

// TestTemplates compares the table of observers with the templates of envgen bulk: on random paths for all types of the odd specs.
func TestTemplates(t *testing.T) {
	files, err := filepath.Glob("../odd/*.yaml")
	if err != nil || len(files) < 30 {
		t.Fatal(files, err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	compared, declared := 0, 0
	for _, file := range files {
		p := compiled(t, file)
		names := &wire.ObservedNames{Protocol: p.Name, Text: strings.Join(plan.Observe(p).Lines(), "")}
		words := wordsOf(p)
		for _, of := range p.Types {
			for range 100 {
				path := randomPath(random, words)
				expected := bulk.Template(of, path)
				if got := observedPath(names, of.Name, path); got != expected {
					t.Errorf("%s: %s: %q is %q, not %q", filepath.Base(file), of.Name, path, got, expected)
				}
				compared++
				if strings.Trim(expected, "/*") != "" {
					declared++
				}
			}
		}
	}
	if compared < 10_000 || declared < compared/20 {
		t.Errorf("%d of %d paths have a declared name", declared, compared)
	}
}

// observedPath returns the path that an observer reports for an issue.
func observedPath(names *wire.ObservedNames, of, path string) (template string) {
	o := wire.NewObserver(names, func(o envelope.Observation) { template = o.Issues[0].Path })
	envelope.ObserveCheck(o, of, func(struct{}, ...envelope.Option) []envelope.Issue { return []envelope.Issue{{Path: path}} })(struct{}{})
	return template
}

func compiled(t *testing.T, file string) *ir.Protocol {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	library := compile.Library{Shipped: func(protocol string) ([]byte, bool) {
		data, err := spec.FS.ReadFile(protocol + ".yaml")
		return data, err == nil
	}, Read: os.ReadFile}
	p, diags := library.Source(file, data)
	if p == nil {
		t.Fatal(diags)
	}
	return p
}

// wordsOf returns the declared names of a protocol, and names that no spec declares.
func wordsOf(p *ir.Protocol) []string {
	words := []string{"0", "17", "*", "", "__proto__", "undeclared"}
	for _, t := range p.Types {
		switch k := t.Value.Kind.(type) {
		case *ir.Record:
			for _, f := range k.Fields {
				words = append(words, f.Name)
			}
			for _, f := range k.Forbidden {
				words = append(words, f.Name)
			}
		case *ir.Union:
			words = append(words, k.Tag)
		}
	}
	return words
}

func randomPath(random *rand.Rand, words []string) string {
	var b strings.Builder
	for range random.IntN(5) {
		b.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(words[random.IntN(len(words))]))
	}
	return b.String()
}
