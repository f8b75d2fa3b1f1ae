package envgen_test

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

var updateComparison = flag.Bool("update", false, "write the speed table of docs/comparison.md")

// compared are the rows of bench/RESULTS.md that docs/comparison.md quotes: all libraries of these works.
var compared = []struct{ section, message, work string }{
	{"Go", "foxctl-full", "read"},
	{"TypeScript", "foxctl-full", "structure"},
	{"TypeScript", "foxctl-full", "read"},
	{"TypeScript", "public suite", "assertStrict"},
	{"Python", "foxctl-full", "read"},
}

// TestComparison compares the speed table of docs/comparison.md with the results of `make bench`.
func TestComparison(t *testing.T) {
	const page, begin, end = "docs/comparison.md", "<!-- speed: go test . -run TestComparison -update -->\n", "<!-- end -->"
	results, err := os.ReadFile("bench/RESULTS.md")
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	table.WriteString("| language | message and work | library | factor | remark |\n|---|---|---|---:|---|\n")
	for _, c := range compared {
		_, section, _ := strings.Cut(string(results), "\n## "+c.section+"\n")
		section, _, _ = strings.Cut(section, "\n## ")
		count, language := 0, c.section
		for line := range strings.Lines(section) {
			// The part of Go has a table for each toolchain.
			if _, version, found := strings.Cut(line, "go version go"); found {
				version, _, _ = strings.Cut(version, " ")
				language = "Go " + version
			}
			cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			if len(cells) != 7 || cells[0] != c.message || cells[1] != c.work || cells[5] == "" {
				continue
			}
			ratio, err := strconv.ParseFloat(cells[5], 64)
			if err != nil || ratio <= 0 {
				t.Fatalf("the ratio of %s: %v", line, err)
			}
			count++
			fmt.Fprintf(&table, "| %s | %s, %s | %s | %s | %s |\n", language, c.message, c.work, cells[2], factor(1/ratio), cells[6])
		}
		if count < 3 {
			t.Errorf("bench/RESULTS.md has %d rows of %+v", count, c)
		}
	}
	before, rest, found := strings.Cut(string(data), begin)
	_, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no place for the table", page)
	}
	want := before + begin + table.String() + end + after
	if want == string(data) {
		return
	}
	if *updateComparison {
		if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("%s is not current: go test . -run TestComparison -update", page)
}

func factor(f float64) string {
	if f < 0.1 {
		return fmt.Sprintf("%.2f", f)
	}
	return fmt.Sprintf("%.1f", f)
}
