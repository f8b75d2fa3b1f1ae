package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/envgen/envgen/internal/bulk"
	"github.com/envgen/envgen/internal/ir"
)

// report writes the summary to the output, and the page to its file.
func (c *bulkCmd) report(out io.Writer, sum *bulk.Summary, took time.Duration) error {
	if c.HTML != "" {
		page := bulkPage(c, sum)
		if err := writeAtomically(c.HTML, page); err != nil {
			return err
		}
	}
	if c.Format == "json" {
		enc := json.NewEncoder(out)
		enc.SetEscapeHTML(false)
		return enc.Encode(sum)
	}
	_, err := io.WriteString(out, bulkText(sum, took))
	return err
}

func bulkText(sum *bulk.Summary, took time.Duration) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s, %s in %s (%s/s)\n", grouped(sum.Files, "file"), grouped(sum.Records, "record"), megabytes(sum.Bytes), took.Round(10*time.Millisecond),
		megabytes(int64(float64(sum.Bytes)/max(took.Seconds(), 0.001))))
	for _, row := range verdictRows(sum) {
		fmt.Fprintf(&b, "%*s  %s\n", len(ir.Grouped(max(sum.Records, sum.Skipped, sum.Unfinished, sum.Abandoned))), ir.Grouped(row.n), row.name)
	}
	if sum.Records > 0 {
		countsTable(&b, "type", sum.Types)
	}
	countsTable(&b, "group", sum.Groups)
	countsTable(&b, "day", sum.Days)
	issuesTable(&b, sum.Issues)
	return b.String()
}

type verdictRow struct {
	name string
	n    int64
}

// verdictRows are the numbers of records by verdict that are not zero.
func verdictRows(sum *bulk.Summary) []verdictRow {
	return slices.DeleteFunc([]verdictRow{
		{"valid", sum.Valid},
		{"of these with issues of level should", sum.Advised},
		{"not valid", sum.Invalid},
		{"without a message", sum.Skipped},
		{"conversations without a proper end", sum.Unfinished},
		{"conversations dropped, because more than --open were open", sum.Abandoned},
	}, func(r verdictRow) bool { return r.n == 0 })
}

// shownRows is the number of rows of a table for people; --format json has all.
const shownRows = 30

func countsTable(b *strings.Builder, title string, counts map[string]bulk.Counts) {
	if len(counts) == 0 {
		return
	}
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "\n%s\trecords\tnot valid\n", title)
	names := byCount(title, counts)
	for i, name := range names {
		if i == shownRows {
			fmt.Fprintf(t, "(%d more)\t\t\n", len(names)-i)
			break
		}
		fmt.Fprintf(t, "%s\t%s\t%s\n", visible(cmp.Or(name, "(unknown)")), ir.Grouped(counts[name].Records), ir.Grouped(counts[name].Invalid))
	}
	t.Flush()
}

// byCount sorts days by date, and other names by their invalid records.
func byCount(title string, counts map[string]bulk.Counts) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		if title == "day" {
			return strings.Compare(a, b)
		}
		return cmp.Or(cmp.Compare(counts[b].Invalid, counts[a].Invalid), cmp.Compare(counts[b].Records, counts[a].Records), strings.Compare(a, b))
	})
}

func issuesTable(b *strings.Builder, issues []*bulk.Found) {
	for i, f := range issues {
		if i == 0 {
			b.WriteString("\nissues\n")
		}
		if i == shownRows {
			fmt.Fprintf(b, "(%d more kinds)\n", len(issues)-i)
			return
		}
		fmt.Fprintf(b, "%s × %s%s: %s [%s, %s]\n", ir.Grouped(f.Count), cmp.Or(f.Type, "(unknown)"), f.Path, visible(f.Message), f.Rule, f.Level)
		for _, e := range f.Examples {
			fmt.Fprintf(b, "  %s\n", exampleAt(e))
		}
	}
}

func exampleAt(p bulk.Place) string {
	return fmt.Sprintf("%s:%d (byte %d)", visible(p.File), p.Line, p.Offset)
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }

func grouped(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return ir.Grouped(n) + " " + noun + "s"
}
