package conformance_test

import (
	"bytes"
	"testing"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/fixtures"
)

// The cases themselves are held to the reference: an expectation that it does not meet is wrong, or it is.
func TestReferencePassesEveryCase(t *testing.T) {
	files, _, err := fixtures.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	found, err := conformance.Discover(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range found {
		if e.Name != "reference" {
			continue
		}
		report, err := conformance.Run(t.Context(), conformance.Options{Executors: []conformance.Executor{e}, Cases: files})
		if err != nil {
			t.Fatal(err)
		}
		if c := report.Counts(); !report.OK() || c.Skipped > 0 {
			var b bytes.Buffer
			if err := report.Print(&b); err != nil {
				t.Fatal(err)
			}
			t.Error(b.String())
		}
		return
	}
	t.Error("the reference executor was not found")
}
