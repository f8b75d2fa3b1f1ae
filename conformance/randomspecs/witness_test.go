package randomspecs

import (
	"strings"
	"testing"

	"github.com/envgen/envgen/conformance/testbed"
	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/internal/compile"
	oracle "github.com/envgen/envgen/internal/reference"
)

// TestWitness compares the verdicts of the witness with the reference, on more specs than a test can build. TestRandomSpecs compares the executors
// with the reference.
func TestWitness(t *testing.T) {
	const count = 100
	r := &Report{Refused: map[string][]*Spec{}, Specs: count}
	var specs []*Spec
	for n := range count {
		specs = append(specs, Write(usualSeed, n))
	}
	b := &batch{report: r, specs: r.legal(specs), options: Options{Root: checkout(t)}}
	b.testbed = judges(t, b.specs)
	var known []answered
	for _, s := range b.specs {
		for _, m := range s.messages(amounts{sound: 10, shaken: 10, random: 5}) {
			a, err := b.testbed.Answer(m)
			if err != nil {
				t.Errorf("%s: %s: %v", s, m.Text, err)
				continue
			}
			known = append(known, answered{m, a})
		}
	}
	if err := b.witness(t.Context(), known); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := r.Print(&text); err != nil {
		t.Fatal(err)
	}
	t.Log(text.String())
	if !r.OK() || r.Valid < r.Witnessed/4 || r.Valid > r.Witnessed*3/4 {
		t.Error("the witness contradicts, or has seen too little")
	}
}

func judges(t *testing.T, specs []*Spec) *testbed.Testbed {
	t.Helper()
	var sources []oracle.Source
	for _, s := range specs {
		p, diags := compile.Source(s.Name+".yaml", s.YAML)
		if p == nil {
			t.Fatal(diags)
		}
		bundle, err := jsonschema.Bundle(p)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, oracle.Source{Protocol: p, Bundle: bundle})
	}
	w, err := testbed.Judges(sources...)
	if err != nil {
		t.Fatal(err)
	}
	return w
}
