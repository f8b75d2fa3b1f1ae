package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/checks"
	"github.com/envgen/envgen/conformance/fixtures"
	"github.com/envgen/envgen/conformance/mutants"
	"github.com/envgen/envgen/internal/command"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

// bench is the input of mutants and coverage: fixtures, the shipped protocols that have any, and their oracle.
type bench struct {
	cases     []*conformance.Case
	protocols []*ir.Protocol
	oracle    *reference.Reference
}

func (c *conformanceCmd) bench() (*bench, error) {
	files, _, err := c.files()
	if err != nil {
		return nil, err
	}
	all, err := conformance.LoadCases(files)
	if err != nil {
		return nil, err
	}
	b := &bench{}
	if b.cases, err = conformance.Select(all, c.Protocol, c.Case); err != nil {
		return nil, err
	}
	for _, p := range shipped() {
		if !slices.ContainsFunc(b.cases, func(c *conformance.Case) bool { return c.Protocol == p.Name }) {
			continue
		}
		b.protocols = append(b.protocols, p)
	}
	if len(b.protocols) == 0 {
		return nil, errors.New("none of the shipped protocols has fixtures here")
	}
	b.oracle, err = fixtures.Reference(b.protocols...)
	return b, err
}

// shipped compiles the embedded specs, which are part of the build and therefore right.
func shipped() []*ir.Protocol { return fixtures.Protocols() }

// runCoverage prints the checks without a fixture.
func (c *conformanceCmd) runCoverage(s command.Streams) error {
	b, err := c.bench()
	if err != nil {
		return err
	}
	covered := true
	for _, p := range b.protocols {
		coverage, err := checks.Cover(b.oracle, p, b.cases)
		if err != nil {
			return err
		}
		if err := coverage.Print(s.Out); err != nil {
			return err
		}
		covered = covered && len(coverage.Gaps()) == 0
	}
	return command.InvalidUnless(covered)
}

// runMutants compares the executors with the reference, which is part of this program. So it works with any executors, and the reference's
// reasons fill the histogram.
func (c *conformanceCmd) runMutants(ctx context.Context, s command.Streams) error {
	executors, err := c.executors()
	if err != nil {
		return err
	}
	b, err := c.bench()
	if err != nil {
		return err
	}
	var histograms []*checks.Histogram
	var probes []iter.Seq[conformance.Probe]
	for _, p := range b.protocols {
		g, err := mutants.New(p, b.cases, c.Seed)
		if err != nil {
			return err
		}
		histograms = append(histograms, checks.NewHistogram(p))
		probes = append(probes, g.Mutants(c.Mutants))
	}
	differences, err := conformance.Compare(ctx, conformance.Comparison{
		Executors: executors,
		Probes:    concat(probes),
		Baseline:  func(p conformance.Probe) (conformance.Answer, error) { return b.answer(p, histograms) },
	})
	if err != nil {
		return err
	}
	for _, h := range histograms {
		if err := h.Print(s.Out); err != nil {
			return err
		}
	}
	fmt.Fprintf(s.Out, "seed %d\n\n", c.Seed)
	if err := differences.Print(s.Out); err != nil {
		return err
	}
	return command.InvalidUnless(differences.OK())
}

func concat[T any](all []iter.Seq[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, part := range all {
			for item := range part {
				if !yield(item) {
					return
				}
			}
		}
	}
}

// answer is the oracle's, counted.
func (b *bench) answer(p conformance.Probe, histograms []*checks.Histogram) (conformance.Answer, error) {
	options, err := reference.ReadOptions(p.Now, p.Params())
	if err != nil {
		return conformance.Answer{}, err
	}
	trace, err := b.oracle.Trace(p.Protocol, p.Type, p.Text, options)
	if err != nil {
		return conformance.Answer{}, err
	}
	histograms[slices.IndexFunc(histograms, func(h *checks.Histogram) bool { return h.Protocol == p.Protocol })].Add(trace)
	var a conformance.Answer
	for _, i := range trace.Issues {
		a.Issues = append(a.Issues, conformance.Issue(i))
	}
	if trace.Valid {
		output := string(trace.Output)
		a.Output = &output
	}
	return a, nil
}
