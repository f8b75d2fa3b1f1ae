package testbed_test

import (
	"bytes"
	"fmt"
	"strings"
)

// row is the result of a file.
type row struct{ groups, run, straight, cases, otherwise, refused int }

func (r *row) add(o row) {
	r.groups += o.groups
	r.run += o.run
	r.straight += o.straight
	r.cases += o.cases
	r.otherwise += o.otherwise
	r.refused += o.refused
}

func (r row) String() string {
	return fmt.Sprintf("%d | %d | %s | %d | %d | %s", r.groups, r.run, orNone(r.straight), r.cases, r.otherwise, orNone(r.refused))
}

func orNone(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

func (f *keywordFile) row() row {
	r := row{groups: len(f.groups)}
	for _, g := range f.groups {
		if g.refusal != "" {
			r.refused++
			continue
		}
		r.run++
		if g.straight {
			r.straight++
		}
		r.cases += len(g.Tests)
		for _, c := range g.Tests {
			if c.reason != "" {
				r.otherwise++
			}
		}
	}
	return r
}

// keywordTable is the document about the run, which the test compares with the committed one.
func keywordTable(files []*keywordFile, executors int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `# JSON-Schema-Test-Suite, keyword by keyword
Written by `+"`go test ./conformance/testbed -run TestKeywords -update`"+`, and compared by `+"`make test`"+`.

Each group of the suite's draft2020-12 (as [tools/suites](../../tools/suites) pins it) is a type of a spec, its schema unchanged; documents that it refers to are types beside it. Every case of a group that is run goes to all %d executors, which must
give the suite's verdict and the same issues, byte for byte. Where the contract decides otherwise, [keywords.txt](keywords.txt) says why; groups that the compiler
refuses stand below with its diagnostic. Of `+"`optional/format`"+`, the formats that are asserted are run. "As straight line" counts the
groups that generated code checks without the evaluator; most have no `+"`type`"+`, and so say something of every JSON type.

| file | groups | run | as straight line | cases | of them decided otherwise | groups refused |
|---|---:|---:|---:|---:|---:|---:|
`, executors)
	var sum row
	for _, f := range files {
		fmt.Fprintf(&b, "| %s | %v |\n", f.name, f.row())
		sum.add(f.row())
	}
	fmt.Fprintf(&b, "| **all** | %v |\n\n## Refused\n| group | diagnostic |\n|---|---|\n", sum)
	for _, f := range files {
		for _, g := range f.groups {
			if g.refusal != "" {
				fmt.Fprintf(&b, "| %s: %s | %s |\n", f.name, cell(g.Description), cell(g.refusal))
			}
		}
	}
	return b.Bytes()
}

func cell(s string) string { return strings.NewReplacer("|", "\\|", "\n", " ").Replace(s) }
