package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/fixtures"
	"github.com/envgen/envgen/internal/version"
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
	compareIndex(t, files, len(want))
	licence, err := os.ReadFile("../../LICENSE")
	if err != nil || files["LICENSE"] != string(licence) {
		t.Errorf("the licence of the fixtures is not that of the repository (%v)", err)
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

// compareIndex compares index.json with the other files of an export.
func compareIndex(t *testing.T, files map[string]string, cases int) {
	t.Helper()
	var x index
	if err := json.Unmarshal([]byte(files["index.json"]), &x); err != nil {
		t.Fatal(err)
	}
	if x.Envgen != version.Tool() || x.Contract != 1 || x.Licence != "Apache-2.0" || x.Cases != cases || len(x.Protocols) != 5 {
		t.Errorf("version %s, contract %d, licence %s, %d cases of %d protocols", x.Envgen, x.Contract, x.Licence, x.Cases, len(x.Protocols))
	}
	listed := 0
	for _, p := range x.Protocols {
		if files[p.Spec] == "" || p.Version == "" {
			t.Errorf("%s: version %q, spec %s", p.Name, p.Version, p.Spec)
		}
		for _, f := range p.Files {
			listed++
			ops := 0
			for _, n := range f.Ops {
				ops += n
			}
			if n := strings.Count(files[f.Path], `"op":`); n < f.Cases || ops != f.Cases || f.Cases == 0 {
				t.Errorf("%s: %d cases, %d operations, and %d in the file", f.Path, f.Cases, ops, n)
			}
		}
	}
	if there := len(files) - len(x.Protocols) - 4; listed != there { // README.md, LICENSE, index.json and the manifest
		t.Errorf("%d files listed, and %d are there", listed, there)
	}
}
