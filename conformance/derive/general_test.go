package derive

import (
	"testing"

	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/reference"
)

// TestTextsOfProposals requires that proposals, which share the text around their place, have the texts of their values.
func TestTextsOfProposals(t *testing.T) {
	p, diags := compile.Source("general.yaml", []byte(`envgen: 1
protocol: general
version: "1"
root: T
types:
  T:
    type: object
    required: [a, b]
    properties:
      a: {type: object, properties: {x: {type: string, minLength: 1}, y: {type: integer}, z: {type: object, properties: {p: {type: string}, q: {type: string}}}}, not: {required: [x, y]}}
      b: {type: object, properties: {x: {type: string, minLength: 1}, y: {type: integer}, z: {type: string}}, anyOf: [{required: [x]}, {required: [y]}]}
`))
	if p == nil {
		t.Fatal(diags)
	}
	oracle, err := reference.New(reference.Source{Protocol: p})
	if err != nil {
		t.Fatal(err)
	}
	d := newDeriver(p, oracle, nil)
	d.derive(p.Root)
	for _, proposal := range d.proposals {
		if text := write(proposal.value); text != proposal.text {
			t.Errorf("%s, want %s", proposal.text, text)
		}
	}
	if d.err != nil || len(d.proposals) < 20 {
		t.Errorf("%d proposals: %v", len(d.proposals), d.err)
	}
}
