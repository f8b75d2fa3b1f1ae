package conformance

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/envgen/envgen/internal/jsontext"
)

// Differences is the result of a comparison.
type Differences struct {
	sides  []*side
	faults findings // of the baseline
}

// finding is a probe that was not answered as it should be.
type finding struct {
	probe  Probe
	detail string // replaces the two texts
	want   Answer
	got    answer
}

// findings are grouped by difference, in order of appearance. Each group keeps its shortest probe.
type findings struct{ groups []*group }

type group struct {
	what     string
	count    int
	shortest finding
}

func (f *findings) add(what string, found finding) {
	i := slices.IndexFunc(f.groups, func(g *group) bool { return g.what == what })
	if i < 0 {
		f.groups = append(f.groups, &group{what, 1, found})
		return
	}
	g := f.groups[i]
	if g.count++; len(found.probe.Text) < len(g.shortest.probe.Text) {
		g.shortest = found
	}
}

// difference describes the difference between an answer and the baseline's in a few words, or returns "".
func difference(want Answer, got answer) string {
	issues := *got.Issues
	sameShape := (want.Output == nil) == (got.Output == nil)
	if sameShape && disagreement(answer{Issues: &want.Issues, Output: want.Output, Exit: want.Exit}, got) == "" {
		return ""
	}
	lacks, adds := without(rules(want.Issues), rules(issues)), without(rules(issues), rules(want.Issues))
	var parts []string
	if len(lacks) > 0 {
		parts = append(parts, "lacks "+strings.Join(lacks, ", "))
	}
	if len(adds) > 0 {
		parts = append(parts, "adds "+strings.Join(adds, ", "))
	}
	switch {
	case len(parts) > 0:
		return strings.Join(parts, " and ")
	case !sameShape && got.Output != nil:
		return "writes a value that is not valid"
	case !sameShape:
		return "does not write a valid value"
	case len(issues) > 0:
		return "reports the same rules with another path, level or message, or in another order"
	default:
		return "writes another output"
	}
}

func rules(issues []Issue) []string {
	all := make([]string, len(issues))
	for i := range issues {
		all[i] = issues[i].Rule
	}
	return all
}

// without returns the elements that occur more often in a than in b, each once.
func without(a, b []string) []string {
	var rest []string
	for _, s := range a {
		if i := slices.Index(b, s); i >= 0 {
			b = slices.Delete(slices.Clone(b), i, i+1)
		} else if !slices.Contains(rest, s) {
			rest = append(rest, s)
		}
	}
	slices.Sort(rest)
	return rest
}

// Counts sums up all pairs of probe and executor. Faults outside of them count as failed.
func (d *Differences) Counts() Counts {
	var c Counts
	for _, s := range d.sides {
		for _, p := range s.counts {
			c.Passed, c.Failed, c.Skipped = c.Passed+p.Passed, c.Failed+p.Failed, c.Skipped+p.Skipped
		}
		c.Failed += len(s.trouble)
	}
	for _, g := range d.faults.groups {
		c.Failed += g.count
	}
	return c
}

// OK reports whether there are none.
func (d *Differences) OK() bool { return d.Counts().Failed == 0 }

// Print writes the differences of each executor, a table, and the counts as the last line.
func (d *Differences) Print(w io.Writer) error {
	var b strings.Builder
	var rows []row
	d.faults.print(&b, "FAIL the baseline")
	for _, s := range d.sides {
		for _, t := range s.trouble {
			fmt.Fprintf(&b, "FAIL %s\n\n", t)
		}
		s.findings.print(&b, "FAIL "+s.executor.Name)
		if len(s.trouble)+len(s.findings.groups) > 0 {
			s.printStderr(&b)
		}
		s.skips.print(&b, "SKIP "+s.executor.Name)
	}
	for i := range d.sides[0].counts {
		for _, s := range d.sides {
			rows = append(rows, row{s.counts[i].protocol, s.run, s.counts[i].Counts})
		}
	}
	printTable(&b, rows)
	fmt.Fprintln(&b, d.Counts())
	_, err := io.WriteString(w, b.String())
	return err
}

// print shows the first ways to differ whole, so that they can become fixtures, and counts the others.
func (f *findings) print(b *strings.Builder, who string) {
	const whole = 10
	for i, g := range f.groups {
		fmt.Fprintf(b, "%s %s: %d\n", who, g.what, g.count)
		if i < whole {
			g.shortest.print(b)
		}
	}
	if len(f.groups) > 0 {
		b.WriteByte('\n')
	}
}

func (f finding) print(b *strings.Builder) {
	c := map[string]any{"op": "check", "protocol": f.probe.Protocol}
	if f.probe.Type != "" {
		c["type"] = f.probe.Type
	}
	if params := f.probe.Params(); params != nil {
		c["params"] = params
	}
	if f.probe.Now != "" {
		c["now"] = f.probe.Now
	}
	if f.probe.Conversation != "" {
		c["op"], c["conversation"] = f.probe.request().Op, f.probe.Conversation
	}
	if f.probe.Pieces > 0 {
		c["pieces"] = f.probe.Pieces
	}
	if call := f.probe.Building; call != nil {
		delete(c, "type")
		c["op"], c["builder"], c["args"], c["ids"], c["env"] = "build", call.Builder, call.Args, call.IDs, call.Env
		if call.Answers != nil {
			c["answers"] = call.Answers
		}
		if call.Started != "" {
			c["started"] = call.Started
		}
		if call.Secrets != nil {
			c["secrets"] = call.Secrets
		}
		if call.Store {
			c["store"] = true
		}
	} else if r := f.probe.request(); utf8.Valid(f.probe.Text) {
		c["text"] = string(f.probe.Text) // readable, even where it was sent as bytes
		if r.Base64 != nil {
			b.WriteString("    sent as base64\n")
		}
	} else {
		c["base64"] = *r.Base64
	}
	if f.detail != "" {
		fmt.Fprintf(b, "    request:  %s\n    %s\n", jsontext.Of(c), indent(cut(f.detail)))
		return
	}
	must := slices.ContainsFunc(f.want.Issues, func(i Issue) bool { return i.Level == "must" })
	expect := map[string]any{"valid": !must, "issues": append([]Issue{}, f.want.Issues...)}
	if f.want.Output != nil {
		expect["output"] = *f.want.Output
	}
	c["expect"] = expect
	answered := map[string]any{"issues": *f.got.Issues}
	if f.got.Output != nil {
		answered["output"] = *f.got.Output
	}
	fmt.Fprintf(b, "    fixture:  %s\n    answered: %s\n", jsontext.Of(c), jsontext.Of(answered))
}
