package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/envgen/envgen/gen/go/helper"
)

func script(b helper.Builder) helperScript { return helperScript{b, os.ReadDir} }

// TestUnforeseen has a folder that panics, and a folder whose read does not return before the interrupt: each run ends with an output.
func TestUnforeseen(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for want, read := range map[string]func(string) ([]os.DirEntry, error){
		"unforeseen: a defect": func(string) ([]os.DirEntry, error) { panic("a defect") },
		"interrupted: context canceled": func(string) ([]os.DirEntry, error) {
			cancel()
			select {}
		},
	} {
		var out bytes.Buffer
		at := t.Context()
		if strings.HasPrefix(want, "interrupted") {
			at = ctx
		}
		code := helperScript{read: read}.run(at, &out, []string{"folder"})
		m, err := helper.ParseEnvelope(out.Bytes(), helper.Strict())
		if failure, is := m.(*helper.ErrorOutput); err != nil || code != 1 || !is || failure.Error.Message != want {
			t.Errorf("%s: %d, %v, %s", want, code, err, &out)
		}
	}
}

func TestNotes(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a.md"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	b := helper.Builder{
		Now:    func() time.Time { return time.Date(2026, 5, 12, 8, 0, 0, 0, time.UTC) },
		Getenv: func(string) string { return "" },
	}
	const head = "{\n  \"schema_version\": \"1.0.0\",\n  \"status\": "
	for name, c := range map[string]struct {
		folders []string
		want    string
	}{
		"all":  {[]string{folder}, head + "\"ok\",\n  \"error\": null,\n  \"agent\": \"claude\",\n  \"ts\": \"2026-05-12T08:00:00.000Z\",\n  \"notes\": [\n    \"a.md\"\n  ]\n}\n"},
		"none": {nil, head + "\"tool-missing\",\n  \"error\": {\n    \"code\": \"no-folder\",\n    \"message\": \"name the folders that hold notes\"\n  },\n  \"agent\": \"claude\",\n  \"ts\": \"2026-05-12T08:00:00.000Z\"\n}\n"},
	} {
		var out bytes.Buffer
		if code := script(b).run(t.Context(), &out, c.folders); code != 0 || out.String() != c.want {
			t.Errorf("%s: %d, %s", name, code, &out)
		}
	}
	var out bytes.Buffer
	code := script(b).run(t.Context(), &out, []string{folder, filepath.Join(folder, "gone")})
	m, err := helper.ParseEnvelope(out.Bytes(), helper.Strict())
	if _, partial := m.(*helper.PartialOutput); !partial || code != 0 || err != nil {
		t.Errorf("%d, %T, %v", code, m, err)
	}
	b.Options = []helper.Option{helper.WithSchemaVersion("1")}
	if code := script(b).run(t.Context(), &out, nil); code != 1 {
		t.Errorf("a version that is none gives %d", code)
	}
}
