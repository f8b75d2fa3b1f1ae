package main

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/walks"
	"github.com/envgen/envgen/internal/command"
)

// runWalks has the executors follow random conversations, and compares them with the reference, which is part of this program.
func (c *conformanceCmd) runWalks(ctx context.Context, s command.Streams) error {
	executors, err := c.executors()
	if err != nil {
		return err
	}
	b, err := c.bench()
	if err != nil {
		return err
	}
	var probes []iter.Seq[conformance.Probe]
	for _, p := range b.protocols {
		texts, err := walks.Texts(b.cases, p)
		if err != nil {
			return err
		}
		for _, conversation := range p.Conversations {
			w, err := walks.New(b.oracle, p, conversation, texts, c.Seed)
			if err != nil {
				return err
			}
			probes = append(probes, w.Walks(c.Walks))
		}
	}
	events, issues := 0, map[string]int{}
	differences, err := conformance.Compare(ctx, conformance.Comparison{
		Executors: executors,
		Probes:    concat(probes),
		Baseline: func(p conformance.Probe) (conformance.Answer, error) {
			a, err := walks.Answer(b.oracle, p)
			for _, i := range a.Issues {
				if i.Rule == conformance.EventRule {
					events++
				} else {
					issues[i.Rule]++
				}
			}
			return a, err
		},
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "%d events\n", events)
	for _, rule := range sortedByCount(issues) {
		fmt.Fprintf(s.Out, "  %d %s\n", issues[rule], rule)
	}
	fmt.Fprintf(s.Out, "seed %d\n\n", c.Seed)
	if err := differences.Print(s.Out); err != nil {
		return err
	}
	return command.InvalidUnless(differences.OK())
}

// sortedByCount are the keys, those of the greatest counts first.
func sortedByCount(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
}
