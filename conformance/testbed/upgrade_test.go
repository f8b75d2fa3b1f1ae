package testbed_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/testbed"
	"github.com/envgen/envgen/internal/needs"
)

// TestRollingUpgrade puts messages, conversations and streams of one version of a spec to the bindings of the other, both ways: in a rolling
// upgrade, old and new programs talk to each other. Then each output goes through the other version's bindings and must come back as it was.
func TestRollingUpgrade(t *testing.T) {
	const folder = "testdata/upgrade"
	w, err := testbed.New(needs.Checkers(t), t.TempDir(), os.DirFS(filepath.Join(folder, "spec")))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	files := os.DirFS(filepath.Join(folder, "cases"))
	report, err := conformance.Run(t.Context(), conformance.Options{Executors: w.Executors(), Cases: files})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := report.Print(&b); err != nil {
		t.Fatal(err)
	}
	if c := report.Counts(); !report.OK() || c.Skipped > 0 {
		t.Fatal(b.String())
	}
	cases, err := conformance.LoadCases(files)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, w, func(yield func(conformance.Probe) bool) {
		for _, c := range cases {
			if c.Expect.Output == nil {
				continue
			}
			for _, protocol := range []string{"relay1", "relay2"} {
				through, err := w.Answer(conformance.Probe{Protocol: protocol, Text: []byte(*c.Expect.Output)})
				if err != nil {
					t.Error(err)
					return
				}
				if through.Output != nil && *through.Output != *c.Expect.Output {
					t.Errorf("%s: through %s it became %s", c.ID, protocol, *through.Output)
				}
				if !yield(conformance.Probe{Protocol: protocol, Text: []byte(*c.Expect.Output)}) {
					return
				}
			}
		}
	})
}
