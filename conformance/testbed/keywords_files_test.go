package testbed_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/needs"
)

// suiteFiles returns the files of the pinned state of the suite, which the table counts, and the further cases of the state beside the
// checkout, if it is present.
func suiteFiles(t *testing.T) (pinned, newer []*keywordFile) {
	t.Helper()
	needs.File(t, "build/suites/JSON-Schema-Test-Suite")
	for _, suite := range needs.Suites(t, "JSON-Schema-Test-Suite") {
		files := keywordFiles(t, filepath.Join(suite.Path, "tests", "draft2020-12"))
		remotes := remoteDocuments(t, filepath.Join(suite.Path, "remotes"))
		for _, f := range files {
			f.remotes, f.newer = remotes, !suite.Pinned
		}
		if suite.Pinned {
			pinned = files
		} else {
			newer = without(t, files, pinned)
		}
	}
	return pinned, newer
}

// without leaves out the cases that others have, and the groups and files that then have none.
func without(t *testing.T, files, others []*keywordFile) []*keywordFile {
	t.Helper()
	known := map[string]bool{}
	for _, f := range others {
		for _, g := range f.groups {
			for _, c := range g.Tests {
				known[f.name+g.text(t, c)] = true
			}
		}
	}
	var left []*keywordFile
	for _, f := range files {
		for _, g := range f.groups {
			g.Tests = slices.DeleteFunc(g.Tests, func(c *keywordTest) bool { return known[f.name+g.text(t, c)] })
		}
		f.groups = slices.DeleteFunc(f.groups, func(g *keywordGroup) bool { return len(g.Tests) == 0 })
		if len(f.groups) > 0 {
			left = append(left, f)
		}
	}
	return left
}

// text distinguishes cases with different content.
func (g *keywordGroup) text(t *testing.T, c *keywordTest) string {
	t.Helper()
	var b bytes.Buffer
	for _, part := range []json.RawMessage{g.Schema, c.Data} {
		if err := json.Compact(&b, part); err != nil {
			t.Fatal(err)
		}
	}
	return fmt.Sprint(b.String(), c.Valid)
}

// refusedNewer are the diagnostics of newer groups that the table does not have.
var refusedNewer = map[string]string{
	"enum/empty-enum": "`enum` is an empty list, so no value can be valid",
	"optional/refofunknownkeyword/reference-of-a-root-arbitrary-keyword-with-encoded-ref":             `unknown key "unknown/keyword"`,
	"optional/refofunknownkeyword/reference-of-an-arbitrary-keyword-of-a-sub-schema-with-encoded-ref": `unknown key "unknown/keyword"`,
}

// refusedAlike fails where a newer group is refused with a diagnostic that is neither in the table nor above.
func refusedAlike(t *testing.T, newer []*keywordFile, table string) {
	t.Helper()
	run, cases, refused := 0, 0, 0
	for _, f := range newer {
		for _, g := range f.groups {
			switch {
			case g.refusal == "":
				run++
				cases += len(g.Tests)
			case strings.Contains(table, cell(g.refusal)) || refusedNewer[g.id] == g.refusal:
				refused++
			default:
				t.Errorf("%s is newer than the table and refused: %s", g.id, g.refusal)
			}
		}
	}
	t.Logf("newer than the table: %d groups with %d cases run, %d refused", run, cases, refused)
}

// keywordFiles reads every file of the suite but those of formats that are annotations here.
func keywordFiles(t *testing.T, folder string) []*keywordFile {
	t.Helper()
	var names []string
	for _, pattern := range []string{"*.json", "optional/*.json"} {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range found {
			rel, err := filepath.Rel(folder, file)
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, strings.TrimSuffix(filepath.ToSlash(rel), ".json"))
		}
	}
	if len(names) < 50 {
		t.Fatalf("only %d files of keywords in %s", len(names), folder)
	}
	for _, format := range slices.Concat(ir.Formats(), []ir.FormatName{"unknown"}) {
		names = append(names, "optional/format/"+string(format))
	}
	var files []*keywordFile
	for _, name := range names {
		files = append(files, readKeywords(t, folder, name))
	}
	return files
}

func readKeywords(t *testing.T, folder, name string) *keywordFile {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)+".json"))
	if err != nil {
		t.Fatal(err)
	}
	f := &keywordFile{name: name}
	if err := json.Unmarshal(data, &f.groups); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	base := strings.ReplaceAll(strings.ToLower(name), "_", "-")
	seen := map[string]int{}
	unique := func(id string) string {
		if seen[id]++; seen[id] > 1 {
			id += fmt.Sprintf("-%d", seen[id])
		}
		return id
	}
	for _, g := range f.groups {
		g.id = unique(base + "/" + inWords(g.Description))
		for _, c := range g.Tests {
			c.id = unique(g.id + "/" + inWords(c.Description))
		}
	}
	return f
}
