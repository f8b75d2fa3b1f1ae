package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDefects compares every defect with the sources: each contains the lines to replace exactly once.
func TestDefects(t *testing.T) {
	defects, err := read("data/breaks.txt")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, d := range defects {
		data, err := os.ReadFile(filepath.Join("../..", filepath.FromSlash(d.file)))
		if err != nil {
			t.Error(err)
			continue
		}
		if n := strings.Count(string(data), d.from); n != 1 {
			t.Errorf("%s: %s holds the text %d times", d.name, d.file, n)
		}
		if names[d.name] {
			t.Errorf("two defects are called %q", d.name)
		}
		names[d.name] = true
	}
	if len(defects) < 60 {
		t.Errorf("%d defects", len(defects))
	}
}
