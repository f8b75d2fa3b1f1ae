package randomspecs

import (
	"flag"
	"strings"
	"testing"

	"github.com/envgen/envgen/conformance/testbed"
	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/oracle"
	judge "github.com/envgen/envgen/internal/reference"
)

var (
	witnessSeed  = flag.Uint64("witness.seed", usualSeed, "the seed of the specs that only the reference and the witness judge")
	witnessFrom  = flag.Int("witness.from", 0, "the number of the first one")
	witnessCount = flag.Int("witness", 100, "how many there are")
)

// TestWitness compares the reference, the spec as it is written and the witness, on more specs than a test can build. TestRandomSpecs compares the
// executors with the reference.
func TestWitness(t *testing.T) {
	r := &Report{Refused: map[string][]*Spec{}, Specs: *witnessCount}
	var specs []*Spec
	for n := range *witnessCount {
		specs = append(specs, Complete(*witnessSeed, *witnessFrom+n))
	}
	b := &batch{report: r, specs: r.legal(specs), options: Options{Root: checkout(t)}}
	var known []answered
	for _, s := range b.specs {
		b.testbed = judges(t, s)
		for _, m := range s.messages(amounts{sound: 10, shaken: 15, random: 5}) {
			a, err := b.testbed.Answer(m)
			if err != nil {
				t.Errorf("%s: %s: %s: %v", s, m.Type, m.Text, err)
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

// judges judge by a spec and its library.
func judges(t *testing.T, s *Spec) *testbed.Testbed {
	t.Helper()
	var sources []judge.Source
	for file, text := range s.files() {
		compiled, diags := compile.Library{Read: s.read}.Source(file, text.Data)
		if compiled == nil {
			t.Fatal(diags)
		}
		bundle, err := jsonschema.Bundle(compiled)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, judge.Source{Protocol: compiled, Bundle: bundle, Spec: &oracle.Spec{Name: file, Data: text.Data, Read: s.read}})
	}
	w, err := testbed.Judges(sources...)
	if err != nil {
		t.Fatal(err)
	}
	return w
}
