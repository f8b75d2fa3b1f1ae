package generators_test

import (
	"slices"
	"testing"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/generators/python"
)

// TestTrackersAreThereWhereNeeded generates a protocol without conversations: the support code of trackers is absent.
func TestTrackersAreThereWhereNeeded(t *testing.T) {
	for pattern, want := range map[string]bool{"../conformance/odd/main.yaml": false, "../spec/helper.yaml": true} {
		files := written(t, python.Target, protocolsOf(t, pattern))
		for _, file := range []string{"_conversation.py", "_orders.py", "_lines.py"} {
			if got := slices.Contains(files, file); got != want {
				t.Errorf("%s: %s is written: %t, want %t", pattern, file, got, want)
			}
		}
	}
}

// TestFramesAreThereWhereNeeded generates protocols of lines: the support code of frames is absent.
func TestFramesAreThereWhereNeeded(t *testing.T) {
	files := map[string][]string{"go": {"envelope/frames.go", "envelope/wire/frames_read.go", "envelope/wire/frames_write.go"}, "ts": {"envelope/frames.ts"}, "py": {"_headers.py", "_frames.py"}}
	seen := 0
	for _, target := range generators.Targets {
		for pattern, want := range map[string]bool{"../spec/foxctl.yaml": false, "../conformance/odd/headers.yaml": true} {
			found := written(t, target, protocolsOf(t, pattern))
			for _, file := range files[target.Name] {
				seen++
				if got := slices.Contains(found, file); got != want {
					t.Errorf("%s: %s is written: %t, want %t", pattern, file, got, want)
				}
			}
		}
	}
	if seen != 12 {
		t.Errorf("%d files are looked for", seen)
	}
}
