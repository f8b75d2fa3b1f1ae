package testbed_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/testbed"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/needs"
)

const suiteSpecs = "../suite"

// suiteCase is one case of a suite from elsewhere.
type suiteCase struct {
	id, about, source string
	typ               string // "" for the root
	text              []byte
	verdict           verdict
	rule              string // that a text breaks which is not valid
}

type verdict uint8

const (
	accepted verdict = iota
	rejected
	either // the suite leaves it open; all executors owe the reference's answer
)

// TestSuites runs the suites of other projects in every executor: JSON texts, and strings of each asserted format. exceptions.txt and
// exceptions.ndjson list our different decisions, with reasons.
func TestSuites(t *testing.T) {
	t.Parallel()
	w := bedOf(t)
	all := map[string][]suiteCase{"texts/jsontestsuite": jsonTestSuite(t)}
	names := []string{"texts/jsontestsuite"}
	for _, typ := range protocolNamed(t, w, suitePrefix+"formats").Types {
		name := "formats/" + formatOf(t, typ)
		names = append(names, name)
		all[name] = formatSuite(t, typ)
	}
	names = append(names, "formats/edges")
	all["formats/edges"] = edges(t, protocolNamed(t, w, suitePrefix+"formats"))
	against := exceptions(t, all)
	formatExceptions(t, all, against)
	var b strings.Builder
	for _, name := range names {
		fmt.Fprintf(&b, "%s: %d cases, %d decided otherwise\n", name, len(all[name]), countIn(all[name], against))
	}
	t.Logf("%v in %d executors\n%s", runSuites(t, w, all, against), len(w.Executors()), b.String())
	t.Run("more texts", func(t *testing.T) {
		t.Log(runSuites(t, w, map[string][]suiteCase{"texts/more": moreTexts(t)}, nil))
	})
}

// suitePrefix distinguishes the protocols of suites from those of odd specs.
const suitePrefix = "suite"

// suiteSpecFiles are the specs that suites are run on.
func suiteSpecFiles(t *testing.T) fs.FS {
	specs := fstest.MapFS{}
	for name, data := range filesOf(t, os.DirFS(suiteSpecs)) {
		data = bytes.Replace(data, []byte("\nprotocol: "), []byte("\nprotocol: "+suitePrefix), 1)
		specs[suitePrefix+name] = &fstest.MapFile{Data: data}
	}
	return specs
}

// jsonTestSuite reads the texts of JSONTestSuite, whose names begin with the verdict.
func jsonTestSuite(t *testing.T) []suiteCase {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(needs.Suite(t, "JSONTestSuite", "test_parsing"), "*.json"))
	if err != nil || len(files) != 318 {
		t.Fatalf("%d texts in JSONTestSuite, not 318; %v", len(files), err)
	}
	var cases []suiteCase
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		verdict, known := map[byte]verdict{'y': accepted, 'n': rejected, 'i': either}[name[0]]
		if !known {
			t.Fatalf("%s begins with no verdict", name)
		}
		cases = append(cases, suiteCase{id: name, about: name, source: "JSONTestSuite", text: data, verdict: verdict, rule: "json"})
	}
	return named("texts/jsontestsuite", cases)
}

// moreTexts reads the texts with the verdicts that the contract gives.
func moreTexts(t *testing.T) []suiteCase {
	t.Helper()
	data, err := os.ReadFile(needs.Suite(t, "json-texts.ndjson"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []suiteCase
	for line := range bytes.Lines(data) {
		var c struct {
			Name   string
			Base64 []byte
			Accept bool
		}
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		verdict := rejected
		if c.Accept {
			verdict = accepted
		}
		cases = append(cases, suiteCase{id: c.Name, about: c.Name, source: "json-texts.ndjson", text: c.Base64, verdict: verdict, rule: "json"})
	}
	return named("texts/more", cases)
}

// formatSuite reads the strings of one format, in all states of the suite that are here. Values that are no strings are
// left out: here, the type beside the keyword decides about them.
func formatSuite(t *testing.T, typ *ir.Type) []suiteCase {
	t.Helper()
	format := formatOf(t, typ)
	name := "tests/draft2020-12/optional/format/" + format + ".json"
	var cases []suiteCase
	for _, suite := range needs.Suites(t, "JSON-Schema-Test-Suite", filepath.FromSlash(name)) {
		for _, c := range formatStrings(t, suite.Path) {
			if !slices.ContainsFunc(cases, func(o suiteCase) bool { return bytes.Equal(o.text, c.text) }) {
				c.source, c.typ = "JSON-Schema-Test-Suite, "+name, typ.Name
				cases = append(cases, c)
			}
		}
	}
	return named("formats/"+format, cases)
}

func formatStrings(t *testing.T, file string) []suiteCase {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var groups []struct {
		Tests []struct {
			Description string
			Data        json.RawMessage
			Valid       bool
		}
	}
	if err := json.Unmarshal(data, &groups); err != nil {
		t.Fatal(err)
	}
	var cases []suiteCase
	for _, g := range groups {
		for _, c := range g.Tests {
			if c.Data[0] != '"' {
				continue
			}
			verdict := rejected
			if c.Valid {
				verdict = accepted
			}
			cases = append(cases, suiteCase{id: c.Description, about: c.Description, text: c.Data, verdict: verdict, rule: "format"})
		}
	}
	return cases
}

const formatFiles = "../formats"

// edges reads the strings for questions that the suite leaves open.
func edges(t *testing.T, p *ir.Protocol) []suiteCase {
	t.Helper()
	var cases []suiteCase
	for _, line := range formatLines(t, "edges.ndjson") {
		i := slices.IndexFunc(p.Types, func(typ *ir.Type) bool { return formatOf(t, typ) == line.Format })
		if i < 0 {
			t.Errorf("edges.ndjson: there is no type with the format %s", line.Format)
			continue
		}
		verdict := rejected
		if line.Valid {
			verdict = accepted
		}
		cases = append(cases, suiteCase{id: line.Format, about: line.Why, source: "edges.ndjson", typ: p.Types[i].Name, text: line.Value, verdict: verdict, rule: "format"})
	}
	return named("formats/edges", cases)
}

type formatLine struct {
	Format, Why, Only, Reason string
	Value                     json.RawMessage
	Valid                     bool
}

func formatLines(t *testing.T, name string) []formatLine {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(formatFiles, name))
	if err != nil {
		t.Fatal(err)
	}
	var lines []formatLine
	for text := range bytes.Lines(data) {
		var line formatLine
		if err := json.Unmarshal(text, &line); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		lines = append(lines, line)
	}
	return lines
}

// formatExceptions adds the cases whose strings are decided otherwise, each for a reason.
func formatExceptions(t *testing.T, all map[string][]suiteCase, against map[string]bool) {
	t.Helper()
	states := needs.Suites(t, "JSON-Schema-Test-Suite")
	for _, line := range formatLines(t, "exceptions.ndjson") {
		found := line.Only != "" && !slices.ContainsFunc(states, func(f needs.Folder) bool { return f.Name() == line.Only })
		for _, c := range all["formats/"+line.Format] {
			if stringOf(t, c.text) == stringOf(t, line.Value) {
				against[c.id], found = true, true
			}
		}
		if !found || line.Reason == "" {
			t.Errorf("exceptions.ndjson: an exception is a string of the suite and a reason: %s %s", line.Format, line.Value)
		}
	}
}

func stringOf(t *testing.T, text []byte) string {
	t.Helper()
	var s string
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

func formatOf(t *testing.T, typ *ir.Type) string {
	t.Helper()
	for _, c := range typ.Value.Checks {
		if f, ok := c.(ir.Format); ok {
			return string(f.Name)
		}
	}
	t.Fatalf("%s has no format", typ.Name)
	return ""
}

func protocolNamed(t *testing.T, w *testbed.Testbed, name string) *ir.Protocol {
	t.Helper()
	i := slices.IndexFunc(w.Protocols, func(p *ir.Protocol) bool { return p.Name == name })
	if i < 0 {
		t.Fatalf("there is no spec %s", name)
	}
	return w.Protocols[i]
}

var noWord = regexp.MustCompile("[^a-z0-9]+")

// named turns the names that cases have in their suite into ids, with a number where two would be one.
func named(suite string, cases []suiteCase) []suiteCase {
	seen := map[string]int{}
	for i := range cases {
		id := suite + "/" + strings.Trim(noWord.ReplaceAllString(strings.ToLower(cases[i].id), "-"), "-")
		if strings.HasSuffix(id, "/") {
			id += "signs" // a name of signs only
		}
		if seen[id]++; seen[id] > 1 {
			id += fmt.Sprintf("-%d", seen[id])
		}
		cases[i].id = id
	}
	return cases
}

// exceptions reads the cases that the contract decides otherwise than their suite: id and reason, a line each.
func exceptions(t *testing.T, all map[string][]suiteCase) map[string]bool {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(suiteSpecs, "exceptions.txt"))
	if err != nil {
		t.Fatal(err)
	}
	against := map[string]bool{}
	for i, line := range strings.Split(string(data), "\n") {
		id, reason, _ := strings.Cut(line, " ")
		if id == "" || strings.HasPrefix(id, "#") {
			continue
		}
		suite := id[:max(0, strings.LastIndex(id, "/"))]
		known := slices.ContainsFunc(all[suite], func(c suiteCase) bool { return c.id == id && c.verdict != either })
		if !known || against[id] || strings.TrimSpace(reason) == "" {
			t.Errorf("exceptions.txt:%d: an exception is the id of a case with a verdict, once, and a reason: %s", i+1, line)
		}
		against[id] = true
	}
	return against
}

func countIn(cases []suiteCase, against map[string]bool) int {
	count := 0
	for _, c := range cases {
		if against[c.id] {
			count++
		}
	}
	return count
}

// runSuites gives the cases of suites to the executors as fixtures.
func runSuites(t *testing.T, w *testbed.Testbed, suites map[string][]suiteCase, against map[string]bool) conformance.Counts {
	t.Helper()
	files := fstest.MapFS{}
	for name, cases := range suites {
		name := suitePrefix + name
		protocol, _, _ := strings.Cut(name, "/")
		var fixtures []map[string]any
		for _, c := range cases {
			fixtures = append(fixtures, map[string]any{"id": suitePrefix + c.id, "about": c.about, "source": c.source, "op": "check", "type": c.typ,
				"base64": base64.StdEncoding.EncodeToString(c.text), "expect": c.expected(t, w, protocol, against[c.id])})
		}
		data, err := json.Marshal(fixtures)
		if err != nil {
			t.Fatal(err)
		}
		files[name+".json"] = &fstest.MapFile{Data: data}
	}
	return runCases(t, w, files).Counts()
}

// losing lists where a text has integers that may lose digits, which the contract advises against where no type is given.
func losing(t *testing.T, text []byte) []string {
	t.Helper()
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	var paths []string
	var look func(value any, path string)
	look = func(value any, path string) {
		switch v := value.(type) {
		case float64:
			if math.Abs(v) > 1<<53-1 && math.Trunc(v) == v {
				paths = append(paths, path)
			}
		case []any:
			for i, item := range v {
				look(item, path+"/"+strconv.Itoa(i))
			}
		case map[string]any:
			for name, member := range v {
				look(member, path+"/"+name)
			}
		}
	}
	look(value, "")
	slices.Sort(paths)
	return paths
}

// expected returns the suite's verdict, or the opposite if the contract decides otherwise. If the suite leaves the case open,
// the reference decides.
func (c suiteCase) expected(t *testing.T, w *testbed.Testbed, protocol string, otherwise bool) map[string]any {
	t.Helper()
	valid := (c.verdict == accepted) != otherwise
	if c.verdict == either {
		a, err := w.Answer(conformance.Probe{Protocol: protocol, Type: c.typ, Text: c.text})
		if err != nil {
			t.Fatalf("%s: %v", c.id, err)
		}
		valid = a.Output != nil
	}
	issues := []map[string]string{}
	if !valid {
		issues = append(issues, map[string]string{"rule": c.rule, "path": "", "level": "must"})
	}
	if valid && c.rule == "json" {
		for _, path := range losing(t, c.text) {
			issues = append(issues, map[string]string{"rule": "integer-range", "path": path, "level": "should"})
		}
	}
	return map[string]any{"valid": valid, "issues": issues}
}
