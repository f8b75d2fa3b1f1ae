package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestGoldenFiles validates the files that the builders of all languages write.
func TestGoldenFiles(t *testing.T) {
	files, err := filepath.Glob("../../conformance/golden/foxctl/*")
	if err != nil || len(files) < 4 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		args := []string{"validate", "--spec", "foxctl", "--strict", file}
		if strings.HasSuffix(file, ".ndjson") {
			args = append(args, "--stream", "run")
		}
		envgen(t, "", args...).want(t, 0, "valid")
	}
}
