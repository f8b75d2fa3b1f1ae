package envgen_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestExamplesAreImported compares the specs of published protocols with their schemas in ../shared/schemas, which are not part of the repository,
// if they are there. The overlays have at most 200 lines.
func TestExamplesAreImported(t *testing.T) {
	overlays, err := filepath.Glob("examples/*/*.overlay.yaml")
	if err != nil || len(overlays) < 2 {
		t.Fatal(overlays, err)
	}
	for _, overlay := range overlays {
		data, err := os.ReadFile(overlay)
		if err != nil {
			t.Fatal(err)
		}
		if lines := strings.Count(string(data), "\n"); lines > 200 {
			t.Errorf("%s has %d lines", overlay, lines)
		}
		spec := strings.TrimSuffix(overlay, ".overlay.yaml") + ".yaml"
		if _, err := os.Stat("../shared/schemas"); err != nil {
			continue
		}
		if out, err := exec.Command(filepath.Join(command(t), "envgen"), "import", "--check", "--out", spec).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", spec, err, out)
		}
	}
}
