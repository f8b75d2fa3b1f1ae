package testbed_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/envgen/envgen/conformance"
)

const upgradeFolder = "testdata/upgrade"

func upgradeSpecs(*testing.T) fs.FS { return os.DirFS(filepath.Join(upgradeFolder, "spec")) }

// TestRollingUpgrade puts messages, conversations and streams of one version of a spec to the bindings of the other, both ways: in a rolling
// upgrade, old and new programs talk to each other. Then each output goes through the other version's bindings and must come back as it was.
func TestRollingUpgrade(t *testing.T) {
	t.Parallel()
	w := bedOf(t)
	files := os.DirFS(filepath.Join(upgradeFolder, "cases"))
	if runCases(t, w, files); t.Failed() {
		return
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
