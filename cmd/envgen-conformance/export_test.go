package main

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/fixtures"
)

// TestExport writes the fixtures, and runs them as somebody who has nothing else of envgen.
func TestExport(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "fixtures")
	conformed(t, "export", dir).want(t, 0, "export", dir, " wrote")
	want, err := fixtures.ShippedCases()
	if err != nil {
		t.Fatal(err)
	}
	got, err := conformance.LoadCases(os.DirFS(dir))
	if err != nil || len(got) != len(want) {
		t.Fatalf("%d cases, not %d: %v", len(got), len(want), err)
	}
	for i, c := range got {
		if c.ID != want[i].ID {
			t.Errorf("%s is where %s should be", c.ID, want[i].ID)
		}
	}
	files := contents(t, dir)
	for _, name := range []string{"README.md", "envgen.manifest.json", "spec/agh.yaml", "agh/derived.json", "agh/edges.json", "agh/body.json"} {
		if files[name] == "" {
			t.Errorf("no %s", name)
		}
	}
	for name := range files {
		if strings.HasSuffix(name, fixtures.List) {
			t.Errorf("%s: an export contains the fixtures themselves", name)
		}
	}
	conformed(t, "--cases", dir, "--protocol", "helper", "--executor", referenceExecutor).want(t, 0, "envgen-reference", " passed, 0 failed, 0 skipped\n")
	conformed(t, "export", dir).want(t, 0, " unchanged")

	stale := filepath.Join(dir, "agh", "derived.json")
	put(t, stale, "[]")
	put(t, filepath.Join(dir, "agh", "mine.json"), "[]")
	conformed(t, "export", dir).want(t, 0, "1 wrote")
	if now := contents(t, dir); now["agh/derived.json"] != files["agh/derived.json"] || now["agh/mine.json"] != "[]" {
		t.Error("the export is not up to date, or a file of somebody else has changed")
	}
}

// TestExportRefuses leaves folders with other content alone.
func TestExportRefuses(t *testing.T) {
	project := t.TempDir()
	spec := put(t, filepath.Join(project, "small.yaml"), "envgen: 1\n")
	generated := filepath.Join(project, "gen")
	put(t, filepath.Join(generated, "envgen.manifest.json"), `{"files":[{"path":"small.ts","owner":"ts/small"}]}`)
	broken := t.TempDir()
	put(t, filepath.Join(broken, "envgen.manifest.json"), "{")
	for dir, want := range map[string]string{
		project:   "contains gen, but is not an export of fixtures; name a new or empty folder",
		generated: "contains other output of envgen (ts",
		spec:      "small.yaml",
		broken:    "envgen.manifest.json: ",
	} {
		before := contents(t, dir)
		conformed(t, "export", dir).want(t, 2, want)
		if !maps.Equal(contents(t, dir), before) {
			t.Errorf("%s: its files have changed", dir)
		}
	}
	conformed(t, "export").want(t, 2, "<dir>")
	conformed(t, "export", t.TempDir()).want(t, 0, " wrote") // an empty folder
	killed := t.TempDir()
	put(t, filepath.Join(killed, ".envgen-run", "x"), "")
	conformed(t, "export", killed).want(t, 0, " wrote")
}
