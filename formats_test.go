package envgen_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

// TestFormatsStandEverywhere compares the texts that list the asserted formats, and the specs that use each of them, with ir.Formats. No other test
// reports a missing format there.
func TestFormatsStandEverywhere(t *testing.T) {
	for _, file := range []string{"docs/contract.md", "docs/reference/spec/keywords.md", "spec/spec.schema.json", "conformance/odd/formats.yaml", "conformance/suite/formats.yaml"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range ir.Formats() {
			if !regexp.MustCompile(`(^|[^-\w])` + regexp.QuoteMeta(string(name)) + `($|[^-\w])`).Match(text) {
				t.Errorf("%s does not name the format %s", file, name)
			}
		}
	}
}
