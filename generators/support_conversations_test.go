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
		for _, file := range []string{"_orders.py", "_table.py"} {
			if got := slices.Contains(files, file); got != want {
				t.Errorf("%s: %s is written: %t, want %t", pattern, file, got, want)
			}
		}
	}
}

// TestFramesAreThereWhereNeeded generates protocols of lines: the support code of frames is absent.
func TestFramesAreThereWhereNeeded(t *testing.T) {
	frames := []string{"envelope/frames.go", "envelope/wire/frames_read.go", "envelope/wire/frames_write.go", "envelope/frames.ts", "_cutter.py", "_headers.py", "_frames.py"}
	batches := []string{"envelope/batches.go", "envelope/wire/batches_read.go", "envelope/wire/batches_write.go", "envelope/batches.ts", "_batched.py", "_batches.py", "_headed.py"}
	for pattern, want := range map[string]struct{ frames, batches bool }{"../spec/foxctl.yaml": {}, "../conformance/odd/headers.yaml": {frames: true}, "../conformance/odd/batch.yaml": {true, true}} {
		var found []string
		for _, target := range generators.Targets {
			found = append(found, written(t, target, protocolsOf(t, pattern))...)
		}
		for i, file := range slices.Concat(frames, batches) {
			wanted := want.frames
			if i >= len(frames) {
				wanted = want.batches
			}
			if got := slices.Contains(found, file); got != wanted {
				t.Errorf("%s: %s is written: %t, want %t", pattern, file, got, wanted)
			}
		}
	}
}
