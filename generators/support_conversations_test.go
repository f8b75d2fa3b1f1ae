package generators_test

import (
	"slices"
	"testing"

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
