package source_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/internal/breaking/source"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
	files "github.com/envgen/envgen/internal/output"
)

var update = flag.Bool("update", false, "write the changes of the pairs")

var languages = []string{"go", "ts", "py"}

// generated returns the bindings of a spec.
func generated(t *testing.T, language, spec string) source.Files {
	t.Helper()
	if done := known[language+spec]; done != nil {
		return done
	}
	p, diags := compile.Source("pair.yaml", []byte(spec))
	if p == nil {
		t.Fatalf("%v\n%s", diags, spec)
	}
	owned, diags, err := generators.Run([]*ir.Protocol{p}, generators.Destination{Target: generators.Named(language), Dir: "out", GoImport: module, Whole: true})
	if err != nil || diags.HasErrors() {
		t.Fatal(err, diags)
	}
	known[language+spec] = files.Files(owned)
	return known[language+spec]
}

// known are the bindings that a test has generated.
var known = map[string]source.Files{}

const (
	module = "example.com/pair/bindings"
	header = "envgen: 1\nprotocol: pair\nversion: \"1\"\n"
)

// pair is two specs with the changes of each language.
type pair struct {
	title, old, new string
	want            []string
}

func pairs(t *testing.T) []pair {
	t.Helper()
	data, err := os.ReadFile("testdata/pairs.txt")
	if err != nil {
		t.Fatal(err)
	}
	var list []pair
	for _, block := range strings.Split(strings.TrimSpace(string(data)), "\n\n") {
		parts := strings.Split(block, "\n")
		old, isOld := strings.CutPrefix(parts[1], "old: ")
		new, isNew := strings.CutPrefix(parts[2], "new: ")
		if !isOld || !isNew {
			t.Fatalf("not a pair:\n%s", block)
		}
		list = append(list, pair{parts[0], old, new, parts[3:]})
	}
	return list
}

// spec is a spec with these types, and with the sections after two bars.
func spec(text string) string {
	types, rest, _ := strings.Cut(text, " || ")
	return header + "types: " + types + "\n" + strings.ReplaceAll(rest, " || ", "\n") + "\n"
}

// TestPairs compares pairs of specs, each with the changes of each language.
func TestPairs(t *testing.T) {
	var all []string
	for _, p := range pairs(t) {
		var got []string
		for _, language := range languages {
			for _, c := range source.Compare(language, generated(t, language, spec(p.old)), generated(t, language, spec(p.new))) {
				got = append(got, fmt.Sprintf("%s %s: %s", language, c.Rule, c.About))
			}
		}
		if !slices.Equal(got, p.want) && !*update {
			t.Errorf("%s\n%s\n%s\ngot:\n%s", p.title, p.old, p.new, strings.Join(got, "\n"))
		}
		all = append(all, strings.Join(append([]string{p.title, "old: " + p.old, "new: " + p.new}, got...), "\n")+"\n")
	}
	if *update {
		if err := os.WriteFile("testdata/pairs.txt", []byte(strings.Join(all, "\n")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
