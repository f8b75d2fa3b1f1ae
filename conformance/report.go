package conformance

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Report is the result of a run.
type Report struct {
	runs     []*run
	problems []string // faults of the run itself, each counted as failed
}

// Counts are numbers of pairs of case and executor.
type Counts struct{ Passed, Failed, Skipped int }

func (c *Counts) add(o outcome) {
	switch o {
	case passed:
		c.Passed++
	case failed:
		c.Failed++
	case skipped:
		c.Skipped++
	}
}

// String is the closing line of a report.
func (c Counts) String() string {
	return fmt.Sprintf("%d passed, %d failed, %d skipped", c.Passed, c.Failed, c.Skipped)
}

// Counts sums up the whole run; its problems outside of any case count as failed.
func (r *Report) Counts() Counts {
	var c Counts
	for _, run := range r.runs {
		for _, result := range run.results {
			c.add(result.outcome)
		}
		c.Failed += len(run.trouble)
	}
	c.Failed += len(r.problems)
	return c
}

// OK reports whether the run shows no fault. One in which everything is skipped shows nothing.
func (r *Report) OK() bool {
	c := r.Counts()
	return c.Failed == 0 && c.Passed > 0
}

func (r *Report) find(executor, caseID string) *result {
	for _, run := range r.runs {
		for _, result := range run.results {
			if run.executor.Name == executor && result.of.ID == caseID {
				return result
			}
		}
	}
	return nil
}

// Print writes a block for every failure, the reasons of the skips, a table and the counts as the last line.
func (r *Report) Print(w io.Writer) error {
	var b strings.Builder
	for _, run := range r.runs {
		run.printFailures(&b)
		run.printSkips(&b)
	}
	for _, p := range r.problems {
		fmt.Fprintf(&b, "FAIL %s\n\n", p)
	}
	r.printTable(&b)
	c := r.Counts()
	if c.Failed+c.Passed == 0 {
		fmt.Fprintln(&b, "FAIL no fixture was put to any executor, so this shows nothing")
	}
	fmt.Fprintln(&b, c)
	_, err := io.WriteString(w, b.String())
	return err
}

// printFailures shows each way to fail once, at its first case.
func (r *run) printFailures(b *strings.Builder) {
	for _, t := range r.trouble {
		fmt.Fprintf(b, "FAIL %s\n\n", t)
	}
	groups := r.grouped(failed)
	for _, g := range groups {
		fmt.Fprintf(b, "FAIL %s: %s\n", r.executor.Name, g[0].of.ID)
		fmt.Fprintf(b, "    about:   %s (%s)\n    request: %s\n", g[0].of.About, g[0].of.Source, g[0].of.requestLine())
		fmt.Fprintf(b, "    %s\n", indent(g[0].detail))
		printOthers(b, g)
	}
	if len(groups)+len(r.trouble) > 0 {
		r.printStderr(b)
	}
}

func (r *run) printStderr(b *strings.Builder) {
	if stderr := strings.TrimSpace(r.stderr.String()); stderr != "" {
		fmt.Fprintf(b, "end of the standard error of %s:\n    %s\n\n", r.executor.Name, indent(stderr))
	}
}

func (r *run) printSkips(b *strings.Builder) {
	for _, g := range r.grouped(skipped) {
		fmt.Fprintf(b, "SKIP %s: %s\n    %s\n", r.executor.Name, g[0].of.ID, indent(g[0].detail))
		printOthers(b, g)
	}
}

// grouped returns the results with one outcome, those of one reason together, in order of appearance.
func (r *run) grouped(o outcome) [][]*result {
	var groups [][]*result
	place := map[string]int{}
	for _, result := range r.results {
		if result.outcome != o {
			continue
		}
		at, known := place[result.detail]
		if !known {
			at = len(groups)
			place[result.detail] = at
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], result)
	}
	return groups
}

// printOthers names the rest of a group, as far as it helps.
func printOthers(b *strings.Builder, group []*result) {
	const most = 10
	others := group[1:]
	if len(others) > 0 {
		fmt.Fprintf(b, "    the same in %d more:", len(others))
		for _, result := range others[:min(most, len(others))] {
			fmt.Fprintf(b, " %s", result.of.ID)
		}
		if len(others) > most {
			b.WriteString(" …")
		}
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
}

func indent(s string) string { return strings.ReplaceAll(s, "\n", "\n    ") }

func (r *Report) printTable(b *strings.Builder) {
	var rows []row
	for _, protocol := range r.protocols() {
		for _, run := range r.runs {
			var c Counts
			for _, result := range run.results {
				if result.of.Protocol == protocol {
					c.add(result.outcome)
				}
			}
			rows = append(rows, row{protocol, run, c})
		}
	}
	printTable(b, rows)
}

// row is one line of a table.
type row struct {
	protocol string
	run      *run
	Counts
}

// printTable writes a line for each protocol and executor, with the executor's own name.
func printTable(b *strings.Builder, rows []row) {
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "protocol\texecutor\tis\tlanguage\tpassed\tfailed\tskipped")
	for _, r := range rows {
		is, language := orDash(r.run.identity.Executor), orDash(r.run.identity.Language)
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%d\t%d\t%d\n", r.protocol, r.run.executor.Name, is, language, r.Passed, r.Failed, r.Skipped)
	}
	_ = t.Flush() // a strings.Builder takes everything
	b.WriteByte('\n')
}

// protocols returns the protocols of the run in the order of its cases.
func (r *Report) protocols() []string {
	var names []string
	for _, result := range r.runs[0].results {
		if len(names) == 0 || names[len(names)-1] != result.of.Protocol {
			names = append(names, result.of.Protocol)
		}
	}
	return names
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
