package golang

import (
	"go/types"
	"slices"
	"testing"
)

// TestPredeclared compares the list with the one of go/types.
func TestPredeclared(t *testing.T) {
	if want := types.Universe.Names(); !slices.Equal(predeclared, want) {
		t.Errorf("got  %q\nwant %q", predeclared, want)
	}
}
