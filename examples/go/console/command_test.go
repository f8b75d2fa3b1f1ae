package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/gen/go/hotrepl"
)

// TestCommand calls a command that is a job.
func TestCommand(t *testing.T) {
	s, _, _ := start(t)
	if value, err := s.line(t.Context(), "1", ":build"); err != nil || value != "42" {
		t.Error(value, err)
	}
}

// TestArtifacts has a command with an artifact: the content is used only if its digest is the announced one.
func TestArtifacts(t *testing.T) {
	s, _, _ := start(t)
	path := filepath.Join(t.TempDir(), "export")
	if err := os.WriteFile(path, []byte("content"), 0o644); err != nil {
		t.Fatal(err)
	}
	export := func(id int, content, rest string) (string, error) {
		args := fmt.Sprintf(`{"file":{"uri":"file:///export","sha256":"%x","byteSize":7,"contentType":"text/plain",%s}}`, sha256.Sum256([]byte(content)), rest)
		return s.line(t.Context(), hotrepl.RequestID(fmt.Sprint(id)), ":export "+args)
	}
	written := fmt.Sprintf(`"path":%q,"finalized":true`, path)
	if value, err := export(1, "content", written); err != nil || value != "1\n# file: 7 bytes" {
		t.Error(value, err)
	}
	if value, err := export(2, "another", written); err == nil || !strings.Contains(err.Error(), "artifact file") {
		t.Errorf("another digest: %s, %v", value, err)
	}
	if value, err := export(3, "content", `"finalized":false`); err == nil {
		t.Errorf("no file: %s", value)
	}
}
