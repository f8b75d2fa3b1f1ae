package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/envgen/envgen/gen/go/helper"
)

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
		if code := run(&out, b, c.folders); code != 0 || out.String() != c.want {
			t.Errorf("%s: %d, %s", name, code, &out)
		}
	}
	var out bytes.Buffer
	code := run(&out, b, []string{folder, filepath.Join(folder, "gone")})
	m, err := helper.ParseEnvelope(out.Bytes(), helper.Strict())
	if _, partial := m.(*helper.PartialOutput); !partial || code != 0 || err != nil {
		t.Errorf("%d, %T, %v", code, m, err)
	}
	b.Options = []helper.Option{helper.WithSchemaVersion("1")}
	if code := run(&out, b, nil); code != 1 {
		t.Errorf("a version that is none gives %d", code)
	}
}
