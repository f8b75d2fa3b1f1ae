package conformance_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/conformance"
)

// golden is the folder of the files that the document of foxctl names.
const golden = "golden/foxctl"

// TestGolden compares the files with the fixtures foxctl/golden/NAME, which the builders of all languages pass. Fixtures whose names end
// in a number are the lines of one stream.
func TestGolden(t *testing.T) {
	cases, err := conformance.LoadCases(os.DirFS("cases"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, c := range cases {
		name, is := strings.CutPrefix(c.ID, "foxctl/golden/")
		if !is {
			continue
		}
		if stream := strings.TrimRight(name, "0123456789"); stream != name {
			files[strings.TrimSuffix(stream, "-")+".ndjson"] += *c.Expect.Output
		} else {
			files[name+".json"] = *c.Expect.Output
		}
	}
	for _, want := range []string{"ok-inline.json", "ok-cas.json", "progress-stream.ndjson"} {
		if files[want] == "" {
			t.Errorf("no fixture gives %s", want)
		}
	}
	for name, text := range files {
		path := filepath.Join(golden, name)
		if *update {
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if data, err := os.ReadFile(path); err != nil || string(data) != text {
			t.Errorf("%s is not what the builders write (%v): run with -update", path, err)
		}
	}
	entries, err := os.ReadDir(golden)
	if err != nil || len(entries) != len(files) {
		t.Errorf("%d files, %d of them made by builders: %v", len(entries), len(files), err)
	}
}
