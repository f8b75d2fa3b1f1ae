package witnesses_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/fixtures"
	. "github.com/envgen/envgen/conformance/witnesses"
	"github.com/envgen/envgen/internal/needs"
)

const (
	perlProgram = "examples/perl/executor.pl"
	perlPage    = "docs/executors.md"
	perlLines   = 150
)

var (
	perlRow   = regexp.MustCompile(`(?m)^(\w+) +perl +perl +perl +(\d+) +(\d+) +(\d+)$`)
	perlTable = regexp.MustCompile(`(?s)(<!-- go test \./conformance/witnesses -run TestPerl -update[^\n]*\n).*?(<!-- end -->)`)
)

// TestPerl runs all fixtures against the executor in Perl, and compares the page with its score. It fails only fixtures beyond
// schemas, except for a few.
func TestPerl(t *testing.T) {
	root := needs.Root(t)
	if data, err := os.ReadFile(filepath.Join(root, perlProgram)); err != nil || strings.Count(string(data), "\n") >= perlLines {
		t.Errorf("%s has %d lines or more (%v)", perlProgram, perlLines, err)
	}
	cases, _, err := fixtures.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	report, err := conformance.Run(t.Context(), conformance.Options{Cases: cases, Executors: []conformance.Executor{
		{Name: "perl", Announces: "perl", Command: []string{needs.Program(t, "perl"), filepath.Join(root, perlProgram), filepath.Join(root, "gen", "schema")}}}})
	if err != nil {
		t.Fatal(err)
	}
	var printed strings.Builder
	if err := report.Print(&printed); err != nil {
		t.Fatal(err)
	}
	beyond := beyondSchemas(t)
	table := "| protocol | passed | failed | of these, beyond schemas | skipped |\n|---|---|---|---|---|\n"
	rows := perlRow.FindAllStringSubmatch(printed.String(), -1)
	for _, row := range rows {
		table += fmt.Sprintf("| %s | %s | %s | %d | %s |\n", row[1], row[2], row[3], beyond[row[1]], row[4])
		if failed, err := strconv.Atoi(row[3]); err != nil || failed < beyond[row[1]] || failed > beyond[row[1]]+9 {
			t.Errorf("%s: %d fixtures failed, and %d are beyond schemas", row[1], failed, beyond[row[1]])
		}
	}
	if len(rows) != 5 {
		t.Errorf("%d protocols in\n%s", len(rows), printed.String())
	}
	comparePart(t, filepath.Join(root, filepath.FromSlash(perlPage)), table)
}

// beyondSchemas counts the fixtures that the executor answers and that expect an issue of a rule, of a version or of level should, or the
// message of an issue.
func beyondSchemas(t *testing.T) map[string]int {
	t.Helper()
	all, err := fixtures.ShippedCases()
	if err != nil {
		t.Fatal(err)
	}
	bundles, err := Bundles(needs.Root(t))
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, c := range all {
		b := bundles[slices.IndexFunc(bundles, func(b *Bundle) bool { return b.Protocol == c.Protocol })]
		if _, ok := b.Defs[c.Type]; c.Op != "check" || c.Params != nil || c.Type != "" && !ok {
			continue
		}
		if slices.ContainsFunc(c.Expect.Issues, func(i conformance.ExpectedIssue) bool {
			return i.Message != nil || i.Level == "should" || i.Rule == "version" || slices.Contains(specRules(c.Protocol), i.Rule)
		}) {
			counts[c.Protocol]++
		}
	}
	return counts
}

// comparePart compares the part of a page between two marks, or writes it.
func comparePart(t *testing.T, page, want string) {
	t.Helper()
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if !perlTable.Match(data) {
		t.Fatalf("%s has no marks", page)
	}
	current := perlTable.ReplaceAllString(string(data), "${1}\n"+want+"\n${2}")
	switch {
	case current == string(data):
	case !*update:
		t.Errorf("%s is not current; go test ./conformance/witnesses -run TestPerl -update writes it:\n%s", perlPage, want)
	default:
		if err := os.WriteFile(page, []byte(current), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
