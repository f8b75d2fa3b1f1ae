package testbed_test

import (
	"cmp"
	"encoding/json"
	"flag"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/testbed"
)

var update = flag.Bool("update", false, "write the tables of suites instead of comparing them")

// TestKeywords runs JSON-Schema-Test-Suite in every executor: each group of a file becomes a type whose schema is the
// group's, unchanged. keywords.md lists the groups that the compiler refuses, with the diagnostic. The other cases must have the suite's
// result, or the one in keywords.txt. All executors agree about mutants of the values.
func TestKeywords(t *testing.T) {
	t.Parallel()
	w, files := bedOf(t), slices.Concat(keywordSuite.pinned, keywordSuite.newer)
	t.Run("agree", func(t *testing.T) {
		t.Parallel()
		testKeywordMutants(t, w, files)
	})
	runKeywords(t, w, files)
	table := keywordTable(keywordSuite.pinned, len(w.Executors()))
	compareTable(t, tableFile, table)
	refusedAlike(t, keywordSuite.newer, string(table))
}

// keywordSuite are the files of the suite, as keywordSpecs read them.
var keywordSuite struct{ pinned, newer []*keywordFile }

func keywordSpecs(t *testing.T) fs.FS {
	keywordSuite.pinned, keywordSuite.newer = suiteFiles(t)
	files := slices.Concat(keywordSuite.pinned, keywordSuite.newer)
	specs := fstest.MapFS{}
	for _, f := range files {
		maps.Copy(specs, f.split(t))
	}
	applyExceptions(t, files)
	return specs
}

const tableFile = suiteSpecs + "/keywords.md"

// keywordFile is one file of the suite.
type keywordFile struct {
	name    string // below draft2020-12, without .json
	newer   bool   // it contains only cases that the pinned state lacks
	groups  []*keywordGroup
	remotes []*keywordGroup // documents that groups may refer to
}

// keywordGroup is a schema and its verdicts on some values.
type keywordGroup struct {
	Description string
	Schema      json.RawMessage
	Tests       []*keywordTest

	id       string // <file>/<words of the description>
	protocol string // where its type is, unless refused
	typ      string
	straight bool // no evaluator is needed for it
	refusal  string
}

type keywordTest struct {
	Description string
	Data        json.RawMessage
	Valid       bool

	id     string
	reason string // why it is decided otherwise, or ""
}

func inWords(s string) string {
	return cmp.Or(strings.Trim(noWord.ReplaceAllString(strings.ToLower(s), "-"), "-"), "signs")
}

// exceptionsFile lists the different decisions of the contract: a pattern of ids, in which * matches anything but a
// slash, and the reason.
const exceptionsFile = suiteSpecs + "/keywords.txt"

func applyExceptions(t *testing.T, files []*keywordFile) {
	t.Helper()
	data, err := os.ReadFile(exceptionsFile)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(data), "\n") {
		pattern, reason, _ := strings.Cut(line, " ")
		if pattern == "" || pattern == "#" {
			continue
		}
		used := false
		for _, f := range files {
			for _, g := range f.groups {
				used = g.except(pattern, strings.TrimSpace(reason)) || used
			}
		}
		if !used || strings.TrimSpace(reason) == "" {
			t.Errorf("%s:%d: an exception is the id of cases that are run, and a reason: %s", exceptionsFile, i+1, line)
		}
	}
	for _, line := range formatLines(t, "exceptions.ndjson") {
		for _, f := range files {
			if f.name == "optional/format/"+line.Format {
				f.exceptString(t, line)
			}
		}
	}
}

// exceptString applies an exception that TestSuites checks.
func (f *keywordFile) exceptString(t *testing.T, line formatLine) {
	t.Helper()
	for _, g := range f.groups {
		for _, c := range g.Tests {
			if c.Data[0] == '"' && stringOf(t, c.Data) == stringOf(t, line.Value) {
				c.reason = line.Reason
			}
		}
	}
}

func (g *keywordGroup) except(pattern, reason string) (used bool) {
	for _, c := range g.Tests {
		if matches, _ := path.Match(pattern, c.id); matches && g.refusal == "" {
			c.reason, used = reason, true
		}
	}
	return used
}

// runKeywords gives all cases to the reference. If its answer is right, all executors must give the same.
func runKeywords(t *testing.T, w *testbed.Testbed, files []*keywordFile) {
	t.Helper()
	cases := fstest.MapFS{}
	for _, f := range files {
		fixtures := map[string][]map[string]any{}
		for _, g := range f.groups {
			if g.refusal == "" {
				fixtures[g.protocol] = append(fixtures[g.protocol], g.fixtures(t, w, f.name)...)
			}
		}
		for protocol, list := range fixtures {
			data, err := json.Marshal(list)
			if err != nil {
				t.Fatal(err)
			}
			cases[protocol+"/keywords.json"] = &fstest.MapFile{Data: data}
		}
	}
	t.Log(runCases(t, w, cases).Counts())
}

// fixtures reports the cases that the reference decides wrongly, and leaves them out: without the reference's answer, the expected
// issues are undefined.
func (g *keywordGroup) fixtures(t *testing.T, w *testbed.Testbed, file string) []map[string]any {
	t.Helper()
	var list []map[string]any
	for _, c := range g.Tests {
		a, err := w.Answer(conformance.Probe{Protocol: g.protocol, Type: g.typ, Text: c.Data})
		valid := c.Valid == (c.reason == "")
		switch {
		case err != nil:
			t.Errorf("%s: %v\n    schema %s\n    value %s", c.id, err, g.Schema, c.Data)
			continue
		case (a.Output != nil) != valid:
			t.Errorf("%s: the reference says valid: %v\n    schema %s\n    value %s\n    issues %v", c.id, !valid, g.Schema, c.Data, a.Issues)
			continue
		}
		issues := []map[string]string{}
		for _, i := range a.Issues {
			issues = append(issues, map[string]string{"rule": i.Rule, "path": i.Path, "level": i.Level})
		}
		list = append(list, map[string]any{"id": g.protocol + "/" + c.id, "about": g.Description + ": " + c.Description, "source": "JSON-Schema-Test-Suite, " + file,
			"op": "check", "type": g.typ, "text": string(c.Data), "expect": map[string]any{"valid": valid, "issues": issues}})
	}
	return list
}
