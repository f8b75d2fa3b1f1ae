package workshop_test

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// celTable is the document about the run, which the test compares with the committed one.
func celTable(files []*celFile, executors int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `# The conformance tests of CEL
Written by `+"`go test ./conformance/workshop -run TestCELSpec -update`"+`, and compared by `+"`make test`"+`.
`)
	b.WriteString("\n| file | tests | passed | failed | refused |\n|---|---:|---:|---:|---:|\n")
	tests, passed := 0, 0
	reasons := map[string]int{}
	for _, f := range files {
		taken := 0
		for _, c := range f.tests {
			if c.refusal == "" {
				taken++
			} else {
				reasons[c.refusal]++
			}
		}
		fmt.Fprintf(&b, "| %s | %d | %s | | %s |\n", f.name, len(f.tests), orNone(taken), orNone(len(f.tests)-taken))
		tests, passed = tests+len(f.tests), passed+taken
	}
	fmt.Fprintf(&b, "| **all** | %d | %d | %s | %d |\n\n## Refused\n| tests | diagnostic |\n|---:|---|\n", tests, passed, "0", tests-passed)
	list := slices.SortedFunc(maps.Keys(reasons), func(x, y string) int { return cmp.Or(reasons[y]-reasons[x], cmp.Compare(x, y)) })
	for _, reason := range list {
		fmt.Fprintf(&b, "| %d | %s |\n", reasons[reason], cell(reason))
	}
	return b.Bytes()
}
