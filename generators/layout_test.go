package generators_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/output"
)

// TestLayoutsChange generates two protocols in one layout and then in the other: nothing of the first layout stays. A protocol of another run
// keeps its support code.
func TestLayoutsChange(t *testing.T) {
	protocols := protocolsOf(t, "../conformance/odd/main.yaml")
	protocols = append(protocols, protocolsOf(t, "../conformance/odd/guards.yaml")...)
	for _, target := range generators.Targets {
		if target.Language == nil {
			continue
		}
		dir := t.TempDir()
		whole := layOut(t, target, dir, protocols, false)
		if single := layOut(t, target, dir, protocols, true); len(single) != len(protocols)+1 { // with the manifest
			t.Errorf("%s: %v are files of the layout single", target.Name, single)
		}
		if again := layOut(t, target, dir, protocols, false); !slices.Equal(again, whole) {
			t.Errorf("%s: %v are files of the layout folder, want %v", target.Name, again, whole)
		}
		if mixed := layOut(t, target, dir, protocols[:1], true); len(mixed) < len(protocols)+3 {
			t.Errorf("%s: the second protocol has lost its support code: %v", target.Name, mixed)
		}
	}
}

// TestSingleOfBothSides generates one file of a protocol whose sides request and are requested: the classes have names of their own.
func TestSingleOfBothSides(t *testing.T) {
	files := layOut(t, generators.Named("py"), t.TempDir(), protocolsOf(t, "../conformance/odd/replies.yaml"), true)
	text, err := os.ReadFile(files[slices.IndexFunc(files, func(name string) bool { return filepath.Ext(name) == ".py" })])
	if err != nil {
		t.Fatal(err)
	}
	for _, class := range []string{"class RunClient(_Client[", "class RunClientPeer(_Peer[", "\"RunServerPeer\",", "class RunClientHandler("} {
		if bytes.Count(text, []byte(class)) != 1 {
			t.Errorf("%q is not in the file once", class)
		}
	}
}

// layOut generates, and returns the files of the folder.
func layOut(t *testing.T, target target.Target, dir string, protocols []*ir.Protocol, single bool) []string {
	t.Helper()
	owned, diags, err := generators.Run(protocols, generators.Destination{Target: target, Dir: dir, GoImport: "example.com/x", Single: single})
	if err != nil || diags.HasErrors() {
		t.Fatal(err, diags)
	}
	if _, err := (output.Writer{Generator: "test"}).Write(t.Context(), dir, owned); err != nil {
		t.Fatal(err)
	}
	var files []string
	if err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files = append(files, path)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return files
}

// TestSmallSpecsStaySmall generates the spec of `envgen init`, and counts files and lines of both layouts, with and without code that only saves time.
func TestSmallSpecsStaySmall(t *testing.T) {
	protocols := protocolsOf(t, "testdata/small.yaml")
	for _, want := range []struct {
		language              string
		small                 bool
		files, folder, single int
	}{{"go", false, 10, 5300, 5000}, {"ts", false, 10, 2180, 2010}, {"ts", true, 10, 1820, 1700}, {"py", false, 10, 2980, 2900}, {"py", true, 10, 2120, 2000}} {
		for _, single := range []bool{false, true} {
			d := generators.Destination{Target: generators.Named(want.language), Dir: "out", GoImport: "example.com/x", Single: single, Small: want.small}
			owned, diags, err := generators.Run(protocols, d)
			if err != nil || diags.HasErrors() {
				t.Fatal(err, diags)
			}
			files, lines, most := output.Files(owned), 0, want.folder
			for _, text := range files {
				lines += bytes.Count(text, []byte("\n"))
			}
			if single {
				most = want.single
			}
			if t.Logf("%s, single %t, small %t: %d files, %d lines", want.language, single, want.small, len(files), lines); len(files) > want.files || lines > most {
				t.Errorf("%s, single %t, small %t: more than %d files or %d lines", want.language, single, want.small, want.files, most)
			}
		}
	}
}
