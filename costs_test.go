package envgen_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// costed is a way to check an archive, with its measured rate.
type costed struct {
	name string
	rate float64 // MB/s of a core
	size float64 // GB behind the rate
}

// TestCosts compares the table of docs/explanation/cost.md with the results of `make bulk` and `make bulk-engines`.
func TestCosts(t *testing.T) {
	const page, begin, end = "docs/explanation/cost.md", "<!-- costs: go test . -run TestCosts -update -->\n", "<!-- end -->"
	ways := append(bulkRates(t), engineRates(t)...)
	if len(ways) != 6 {
		t.Fatalf("the results have %d rates: %v", len(ways), ways)
	}
	var table strings.Builder
	table.WriteString("| way | MB/s of a core | measured | 1 GB, 2 cores | 1 TB, 32 cores | 1 PB, 1,000 cores | core hours of 1 PB | input of 1,000 cores |\n|---|---:|---|---:|---:|---:|---:|---:|\n")
	for _, w := range ways {
		minutes := func(megabytes, cores float64) string { return duration(megabytes / w.rate / cores) }
		fmt.Fprintf(&table, "| %s | %.1f | %s | %s | %s | %s | %s | %.0f GB/s |\n", w.name, w.rate, fmt.Sprintf("%g GB", w.size),
			minutes(1e3, 2), minutes(1e6, 32), minutes(1e9, 1000), thousands(1e9/w.rate/3600), w.rate)
	}
	data := readPage(t, page)
	before, rest, found := strings.Cut(data, begin)
	_, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no place for the table", page)
	}
	want := before + begin + table.String() + end + after
	if want == data {
		return
	}
	if *updateComparison {
		if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("%s is not current: go test . -run TestCosts -update", page)
}

// bulkRates returns the rates of envgen bulk for each protocol of bench/BULK.md.
func bulkRates(t *testing.T) (ways []costed) {
	t.Helper()
	text := readPage(t, "bench/BULK.md")
	size := number(t, between(text, "The traffic has ", " GB, half of it")) / 2
	cores := number(t, between(text, "The machine has ", " cores"))
	section := ""
	for line := range strings.Lines(text) {
		if name, found := strings.CutPrefix(line, "## "); found {
			section = strings.TrimSpace(name)
		}
		if cells := cellsOf(line); len(cells) == 5 && cells[0] == "envgen bulk" {
			busy := number(t, strings.TrimSuffix(cells[3], " %")) / 100
			ways = append(ways, costed{"`envgen bulk`, " + section, number(t, cells[2]) / cores / busy, size})
		}
	}
	return ways
}

// engineRates returns the rates of the works of bench/ENGINES.md.
func engineRates(t *testing.T) (ways []costed) {
	t.Helper()
	text := readPage(t, "bench/ENGINES.md")
	size := number(t, between(text, "The traffic has ", " GB of foxctl"))
	for line := range strings.Lines(text) {
		if cells := cellsOf(line); len(cells) == 7 && (cells[0] == "loop" || cells[0] == "Spark") {
			ways = append(ways, costed{cells[0] + " with " + cells[1] + ", foxctl", number(t, cells[3]), size})
		}
	}
	return ways
}

func cellsOf(line string) []string {
	cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

func between(text, before, after string) string {
	_, rest, _ := strings.Cut(text, before)
	found, _, _ := strings.Cut(rest, after)
	return found
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || n <= 0 {
		t.Fatalf("%q is no number of the results: %v", text, err)
	}
	return n
}

// duration returns seconds in the unit that people use.
func duration(seconds float64) string {
	switch {
	case seconds < 120:
		return fmt.Sprintf("%.0f s", seconds)
	case seconds < 2*3600:
		return fmt.Sprintf("%.0f min", seconds/60)
	case seconds < 48*3600:
		return fmt.Sprintf("%.0f h", seconds/3600)
	}
	return fmt.Sprintf("%.0f days", seconds/86400)
}

func thousands(n float64) string {
	text := fmt.Sprintf("%.0f", n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
