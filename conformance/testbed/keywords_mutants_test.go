package testbed_test

import (
	"iter"
	"slices"
	"testing"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/checks"
	"github.com/envgen/envgen/conformance/mutants"
	"github.com/envgen/envgen/conformance/testbed"
	"github.com/envgen/envgen/internal/ir"
)

// perFile is how many mutants of the suite's valid values the groups of a file get together.
const perFile = 200

// testKeywordMutants compares the executors on values that no suite has.
func testKeywordMutants(t *testing.T, w *testbed.Testbed, files []*keywordFile) {
	valid := map[string][]*conformance.Case{} // by protocol
	for _, f := range files {
		for _, g := range f.groups {
			valid[g.protocol] = append(valid[g.protocol], g.validCases()...)
		}
	}
	compare(t, w, func(yield func(conformance.Probe) bool) {
		for _, p := range w.Protocols {
			for probe := range mutantsOf(t, p, valid[p.Name]) {
				if !yield(probe) {
					return
				}
			}
		}
	})
}

// mutantsOf returns none if there is no valid value or no check to aim at: every value violates the schema false.
func mutantsOf(t *testing.T, p *ir.Protocol, valid []*conformance.Case) iter.Seq[conformance.Probe] {
	t.Helper()
	aims := slices.ContainsFunc(checks.List(p), func(c checks.Check) bool { return c.Failure.Rule != "false-schema" })
	if !aims || len(valid) == 0 {
		return func(func(conformance.Probe) bool) {}
	}
	g, err := mutants.New(p, valid, 1)
	if err != nil {
		t.Fatal(err)
	}
	return g.Mutants(perFile)
}

func (g *keywordGroup) validCases() []*conformance.Case {
	var list []*conformance.Case
	for _, c := range g.Tests {
		if valid, text := c.Valid == (c.reason == ""), string(c.Data); valid && g.refusal == "" {
			list = append(list, &conformance.Case{ID: g.protocol + "/" + c.id, Protocol: g.protocol, Op: "check", Type: g.typ, Text: &text, Expect: conformance.Expect{Valid: &valid}})
		}
	}
	return list
}
