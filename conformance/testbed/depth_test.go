package testbed_test

import (
	"strings"
	"testing"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/testbed"
)

// mostDepth is the greatest max_depth.
const mostDepth = 256

// testDepth nests values of recursive types up to the maximum depth, and one level deeper. Every language reads and writes
// them with every checker and on its default stack.
func testDepth(t *testing.T, w *testbed.Testbed) {
	var probes []conformance.Probe
	for _, nest := range []struct{ typ, open, last, end string }{
		{"Node", `{"a":`, `{"v":1}`, `}`}, {"Node", `{"a":`, `{"v":""}`, `}`}, {"Node", `{"a":`, `{"w":1}`, `}`}, {"Node", `{"l":[`, `{"v":1}`, `]}`},
		{"Any", `[`, `[1]`, `]`}, {"Any", `[`, `[""]`, `]`}, {"One", `[`, `[1]`, `]`}, {"One", `{"a":`, `{"a":""}`, `}`},
		{"Not", `[`, `[1]`, `]`}, {"Not", `[`, `[""]`, `]`}, {"If", `[`, `[1,2]`, `]`}, {"If", `[`, `[1,1]`, `]`},
		{"Tower", `[`, `[]`, `]`}, {"Tower", `[`, `{}`, `]`}, {"Hall", `[`, `[]`, `]`}, {"Map", `{"":`, `{}`, `}`},
		{"Named", `{"next":`, `{}`, `}`}, {"Named", `{"next":`, `[]`, `}`}, {"Named", `{"other":`, `{}`, `}`},
		{"Tree", `{"t":"twig","bough":`, `{"t":"leaf"}`, `}`}, {"Tree", `{"t":"twig","bough":`, `{"t":"root"}`, `}`},
	} {
		levels := strings.Count(nest.open, "[") + strings.Count(nest.open, "{")
		for _, depth := range []int{128, 129, mostDepth, mostDepth + 1} {
			times := (depth - 1 + levels - 1) / levels // and one for the innermost
			text := strings.Repeat(nest.open, times) + nest.last + strings.Repeat(nest.end, times)
			for _, most := range []int{0, 129, mostDepth} {
				probes = append(probes, conformance.Probe{Protocol: "deep", Type: nest.typ, Text: []byte(text), Limits: conformance.Limits{MaxDepth: most}})
			}
		}
	}
	accepted := 0
	for _, p := range probes {
		if a, err := w.Answer(p); err == nil && a.Output != nil && p.Limits.MaxDepth == mostDepth && len(p.Text) > mostDepth {
			accepted++
		}
	}
	if accepted < 30 {
		t.Errorf("only %d deep values are valid", accepted)
	}
	compare(t, w, func(yield func(conformance.Probe) bool) {
		for _, p := range probes {
			if !yield(p) {
				return
			}
		}
	})
}
