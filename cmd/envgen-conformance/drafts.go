package main

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/drafts"
	"github.com/envgen/envgen/conformance/walks"
	"github.com/envgen/envgen/internal/command"
)

// runDrafts has the executors build messages of random drafts, and compares them with the reference, which is part of this program.
func (c *conformanceCmd) runDrafts(ctx context.Context, s command.Streams) error {
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
		d, err := drafts.New(b.oracle, p, texts, c.Seed)
		if err != nil {
			return err
		}
		if lacking := d.Lacking(); lacking != nil {
			fmt.Fprintf(s.Err, "%s: no valid message to start with for %s\n", p.Name, strings.Join(lacking, ", "))
		}
		probes = append(probes, d.Calls(c.Drafts))
	}
	calls, valid := 0, 0
	differences, err := conformance.Compare(ctx, conformance.Comparison{
		Executors: executors,
		Probes:    concat(probes),
		Baseline: func(p conformance.Probe) (conformance.Answer, error) {
			a, err := drafts.Answer(b.oracle, p)
			if calls++; a.Output != nil {
				valid++
			}
			return a, err
		},
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "%d calls, %d of them return a message\nseed %d\n\n", calls, valid, c.Seed)
	if err := differences.Print(s.Out); err != nil {
		return err
	}
	return command.InvalidUnless(differences.OK())
}
