package acceptor_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/acceptor"
	"github.com/envgen/envgen/internal/compile"
)

// TestManyTypes finds rules through many types that lead to one another, and words in a large vocabulary, which has no table of places.
func TestManyTypes(t *testing.T) {
	const types, words = 10_000, 5_000
	var b strings.Builder
	b.WriteString("envgen: 1\nprotocol: many\nversion: \"1\"\ntypes:\n")
	for i := range types {
		fmt.Fprintf(&b, "  T%d: {type: object, properties: {next: T%d, list: {type: array, items: T%d}, n: {type: integer}}}\n", i, (i+1)%types, (i+7)%types)
	}
	b.WriteString("  Word: {enum: [")
	for i := range words {
		fmt.Fprintf(&b, "word%d, ", i)
	}
	b.WriteString("last]}\nroot: T0\nrules:\n  - {id: small, for: [T9999], check: '!has(this.n) || this.n < 5', message: must be small}\n")
	p, diags := compile.Source("many.yaml", []byte(b.String()))
	if p == nil {
		t.Fatal(diags)
	}
	a := acceptor.New(p)
	for typ, texts := range map[string]map[string]bool{
		"Word":  {`"word4999"`: true, `"last"`: true, `"word5000"`: false},
		"T9997": {`{"next":{"next":{"n":4}}}`: true, `{"next":{"next":{"n":5}}}`: false, `{"list":[{"next":{"n":5}}]}`: true, `{"next":{"n":5.5}}`: false},
	} {
		j, err := a.Judge(typ, acceptor.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for text, want := range texts {
			if j.Accepts([]byte(text)) != want {
				t.Errorf("%s as %s: accepted is %v", text, typ, !want)
			}
		}
	}
}
