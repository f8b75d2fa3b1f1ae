package testbed_test

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
)

// celRow is the result of a file. Passed tests are all tests that are neither refused nor decided otherwise, because the
// test requires it.
type celRow struct{ tests, passed, otherwise, refused int }

func (r *celRow) add(o celRow) {
	r.tests += o.tests
	r.passed += o.passed
	r.otherwise += o.otherwise
	r.refused += o.refused
}

func (r celRow) String() string {
	return fmt.Sprintf("%d | %d | 0 | %s | %s", r.tests, r.passed, orNone(r.otherwise), orNone(r.refused))
}

func (f *celFile) row() celRow {
	r := celRow{tests: len(f.tests)}
	for _, c := range f.tests {
		switch {
		case c.refusal != "":
			r.refused++
		case c.reason != "":
			r.otherwise++
		default:
			r.passed++
		}
	}
	return r
}

// celTable is the document about the run, which the test compares with the committed one.
func celTable(files []*celFile, executors int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `# The conformance tests of CEL
Written by `+"`go test ./conformance/testbed -run TestCELSpec -update`"+`, and compared by `+"`make test`"+`.

Each test of cel-spec (module `+"`cel.dev/expr`"+`, tests/simple/testdata) that the compiler takes becomes two rules of a spec: `+"`EXPR == RESULT`, which must hold, and `EXPR != RESULT`"+`, which must fail; of a condition, it and its
negation; of an error, `+"`EXPR == EXPR`"+`, which must fail. They go to all %d executors. A variable is a member of the message (an integer beyond 2^53, a timestamp or a duration is a string that
the rule converts), and so is a map or an empty list of constants, of which rules have no literals. Where the literal of a timestamp or a duration, null beside a comparison or a map of
different values is refused, it is a member, too. Tests that the contract decides otherwise are in [cel.txt](cel.txt), with the reason; what the compiler refuses is counted below by its diagnostic.

| file | tests | passed | failed | decided otherwise | refused |
|---|---:|---:|---:|---:|---:|
`, executors)
	var sum celRow
	for _, f := range files {
		fmt.Fprintf(&b, "| %s | %v |\n", f.name, f.row())
		sum.add(f.row())
	}
	fmt.Fprintf(&b, "| **all** | %v |\n\n## Refused\n| tests | diagnostic | one of them |\n|---:|---|---|\n", sum)
	for _, group := range refusedTests(files) {
		fmt.Fprintf(&b, "| %d | %s | `%s` |\n", len(group), cell(group[0].diagnostic()), cell(shorten(group[0].Expr)))
	}
	return b.Bytes()
}

// refusedTests groups the tests that are refused by diagnostic, the largest group first.
func refusedTests(files []*celFile) [][]*celTest {
	groups := map[string][]*celTest{}
	for _, f := range files {
		for _, c := range f.tests {
			if c.refusal != "" {
				groups[c.diagnostic()] = append(groups[c.diagnostic()], c)
			}
		}
	}
	return slices.SortedFunc(maps.Values(groups), func(a, b []*celTest) int {
		return cmp.Or(len(b)-len(a), cmp.Compare(a[0].diagnostic(), b[0].diagnostic()))
	})
}

// subject is the name at fault in diagnostics that have another one in nearly every test.
var subject = regexp.MustCompile(`"[^"]*"( is unknown in rules)$`)

// diagnostic is the reason for refusing a test, without the name.
func (c *celTest) diagnostic() string { return subject.ReplaceAllString(c.refusal, "…$1") }

func shorten(s string) string {
	const enough = 60
	if text := []rune(s); len(text) > enough {
		return string(text[:enough]) + "…"
	}
	return s
}
