package conformance

import (
	"fmt"
	"slices"
	"strings"
)

// knownFailure excuses one case of one executor, for a reason.
type knownFailure struct {
	executor, caseID, reason string
	line                     int
}

// parseKnown reads a known-failing.txt: executor, case and reason separated by spaces, one line each. Empty
// lines and lines that begin with # are ignored.
func parseKnown(text string) ([]knownFailure, error) {
	var known []knownFailure
	for i, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if len(fields) < 3 {
			return nil, fmt.Errorf("line %d of the known failures: executor, case and reason are required", i+1)
		}
		known = append(known, knownFailure{fields[0], fields[1], strings.Join(fields[2:], " "), i + 1})
	}
	return known, nil
}

// applyKnown turns known failures into skips and reports the lines that have outlived their reason.
func (r *Report) applyKnown(known []knownFailure, all []*Case) {
	for _, k := range known {
		stale := func(why string) {
			r.problems = append(r.problems, fmt.Sprintf("known-failing.txt:%d: %s %s: %s", k.line, k.executor, k.caseID, why))
		}
		if !slices.ContainsFunc(all, func(c *Case) bool { return c.ID == k.caseID }) {
			stale("there is no such case")
			continue
		}
		result := r.find(k.executor, k.caseID)
		switch {
		case result == nil: // not part of this run
		case result.outcome == passed:
			stale("it passes; remove the line")
		case result.outcome == failed:
			result.outcome, result.detail = skipped, "known failure: "+k.reason
		}
	}
}
